package transcript_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// heap is what is in use after a collection.
func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

func TestList_HoldsFewLinesOfManyHugeResults(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, "%d %s\n", i, strings.Repeat("x", 90))
	}
	result := b.String()
	d := newDriver(120, 200, cell.WcWidth)
	for i := range 50 {
		d.call(fmt.Sprintf("tool%d", i), "{}", result)
	}
	d.view()
	before, most := heap(), 0
	for i := range 50 {
		d.list.Select(i)
		d.list.SetLevel(transcript.LevelFull)
		d.view()
		most = max(most, d.list.Weight())
	}
	d.list.Bottom()
	// Up to the top: each window ends with the line that the one before began
	// with.
	first := d.view()[0]
	seen, pages := 0, 0
	for at, line := -1, -1; ; pages++ {
		d.list.PageUp()
		v := d.view()
		id, now, _ := d.list.TopLine()
		if id == at && now == line {
			break
		}
		if pages > 0 && v[len(v)-1] != first && (id > 0 || now > 0) {
			t.Fatalf("page %d ends with %q, want %q", pages, v[len(v)-1], first)
		}
		at, line, first = id, now, v[0]
		for _, ln := range v {
			if strings.Contains(ln, " more lines") {
				seen++
			}
		}
		if pages%500 == 0 {
			most = max(most, d.list.Weight())
		}
	}
	if seen < 49 || pages < 2500 {
		t.Errorf("%d ends of results on %d pages", seen, pages)
	}
	if grown := heap() - before; grown > 40<<20 || most > 24<<20 {
		t.Errorf("%d MB are held, %d MB counted", grown>>20, most>>20)
	}
	runtime.KeepAlive(d)
}

func TestList_KeepsWhatIsOnScreenHoweverMuch(t *testing.T) {
	t.Parallel()
	d := newDriver(4000, 20, cell.WcWidth)
	result := strings.Repeat(strings.Repeat("word ", 700)+"\n", 12_000)
	d.call("big", "{}", result)
	for range 3 {
		d.answer("x")
	}
	d.view()
	d.list.Select(0)
	d.list.SetLevel(transcript.LevelFull)
	d.view()
	d.list.ScrollBy(50)
	v := text(d.view())
	for range 3 {
		if now := text(d.view()); now != v || d.list.Weight() < 24<<20 {
			t.Fatalf("%d bytes are kept of what is on screen:\n%.200s", d.list.Weight(), now)
		}
	}
	d.list.Bottom()
	d.view()
	d.list.Top()
	if !strings.Contains(text(d.view()), "big") {
		t.Error("the top is gone")
	}
}
