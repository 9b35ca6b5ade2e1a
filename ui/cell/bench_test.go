package cell_test

import (
	"strings"
	"testing"

	"agtui/ui/cell"
)

// scripts are pieces as they come from the wire.
var scripts = []struct{ name, piece string }{
	{"ascii", "word"},
	{"cjk", "漢字"},
	{"hangul", "한글"},
	{"emoji", "👩"},
	{"hindi", "नम"},
	{"thai", "คำ"},
	{"arabic", "مر"},
	{"zalgo", "z\u0335\u0336"},
}

func BenchmarkGate(b *testing.B) {
	for _, s := range scripts {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			var g cell.Gate
			delta := []byte(s.piece)
			for b.Loop() {
				g.Push(delta)
			}
		})
	}
}

// perText runs a function over some 800 bytes of each script.
func perText(b *testing.B, do func(s string)) {
	b.Helper()
	for _, s := range scripts {
		text := strings.Repeat(strings.Repeat(s.piece, 3)+" ", 50)
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				do(text)
			}
		})
	}
}

func BenchmarkClean(b *testing.B) { perText(b, func(s string) { cell.Clean(s) }) }

func BenchmarkCanonical(b *testing.B) {
	perText(b, func(s string) { cell.Canonical(s, cell.WcWidth) })
}

func BenchmarkWidth(b *testing.B) { perText(b, func(s string) { cell.Width(s, cell.WcWidth) }) }

func BenchmarkWrap(b *testing.B) {
	var spans []cell.Span
	perText(b, func(s string) { spans = cell.AppendWrap(spans[:0], s, 80, cell.WcWidth) })
}
