package markdown_test

import (
	"runtime"
	"strconv"
	"testing"

	"charm.land/glamour/v2"

	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// BenchmarkDelta appends three bytes to a long document and lays it out.
func BenchmarkDelta(b *testing.B) {
	dark, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	for _, size := range []int{50_000, 500_000} {
		b.Run(strconv.Itoa(size/1000)+"KB", func(b *testing.B) {
			b.ReportAllocs()
			more := answer(300_000)
			d := markdown.New(markdown.Options{Width: 100, Style: dark, Method: cell.Grapheme})
			d.Append([]byte(answer(size)))
			look(d)
			i := 0
			for b.Loop() {
				d.Append([]byte(more[i : i+3]))
				look(d)
				i = (i + 3) % (len(more) - 3)
			}
		})
	}
}

// look lays out the last 40 lines, as a screen that follows does.
func look(d *markdown.Doc) { d.Reach(d.Settle(d.Height(), 40)-40, 40) }

// BenchmarkResize changes the width of 10 MB and lays out a window.
func BenchmarkResize(b *testing.B) {
	d := markdown.New(markdown.Options{Width: 100})
	d.Append([]byte(answer(10_000_000)))
	look(d)
	for w := 80; b.Loop(); w = 200 - w {
		d.SetWidth(w)
		look(d)
	}
}

// BenchmarkAppend appends without looking, as for a block out of sight.
func BenchmarkAppend(b *testing.B) {
	b.ReportAllocs()
	d := markdown.New(markdown.Options{Width: 100})
	for b.Loop() {
		d.Append([]byte("abc"))
	}
}

// BenchmarkWhole lays out 50 KB at once, and does the same with glamour.
func BenchmarkWhole(b *testing.B) {
	src := answer(50_000)
	dark, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	b.Run("agtui", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			markdown.Render([]byte(src), markdown.Options{Width: 100, Style: dark})
		}
	})
	b.Run("glamour", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		r, err := glamour.NewTermRenderer(glamour.WithStandardStyle("dark"), glamour.WithWordWrap(100))
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := r.Render(src); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkStream is a 50 KB answer in pieces of three bytes, laid out after
// each.
func BenchmarkStream(b *testing.B) {
	src := answer(50_000)
	for b.Loop() {
		d := markdown.New(markdown.Options{Width: 100})
		for i := 0; i < len(src); i += 3 {
			d.Append([]byte(src[i:min(i+3, len(src))]))
			look(d)
		}
	}
}

// BenchmarkKinds lays out 50 KB of one kind.
func BenchmarkKinds(b *testing.B) {
	for name, src := range map[string]string{
		"list":  repeat("- item with some text\n", 50_000),
		"fence": "```go\n" + repeat("x := 1 + 2\n", 50_000),
		"table": "| a | b |\n|---|---|\n" + repeat("| one | two |\n", 50_000),
		"prose": repeat("Words of a paragraph that goes on for a while, with *some* marks.\n\n", 50_000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				markdown.Render([]byte(src), markdown.Options{Width: 100})
			}
		})
	}
}

// BenchmarkMemory is what a document of 10 MB holds, read once from its start
// to its end and then followed.
func BenchmarkMemory(b *testing.B) {
	src := []byte(answer(10_000_000))
	for b.Loop() {
		before := heap()
		d := markdown.New(markdown.Options{Width: 100})
		d.Append(src)
		for i := 0; i < d.Height(); i += 40 {
			d.Reach(i, 40)
		}
		look(d)
		b.ReportMetric(float64(heap()-before)/1e6, "MB")
		b.ReportMetric(float64(d.Height()), "lines")
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkTail is three bytes and a frame at the end of an open block.
func BenchmarkTail(b *testing.B) {
	for name, c := range map[string]struct{ head, more string }{
		"list":      {"", "- item with some text\n"},
		"fence":     {"```go\n", "x := 1 + 2\n"},
		"table":     {"| a | b |\n|---|---|\n", "| one | two |\n"},
		"paragraph": {"", "words of a paragraph, with *some* marks, "},
		"lines":     {"", "words of a paragraph, with *some* marks,\n"},
	} {
		for _, size := range []int{50_000, 1_000_000} {
			b.Run(name+"/"+strconv.Itoa(size/1000)+"KB", func(b *testing.B) {
				d := markdown.New(markdown.Options{Width: 100})
				d.Append([]byte(c.head + repeat(c.more, size)))
				look(d)
				more, i := repeat(c.more, 30_000), 0
				for b.Loop() {
					d.Append([]byte(more[i : i+3]))
					look(d)
					i = (i + 3) % (len(c.more) * 900)
				}
			})
		}
	}
}
