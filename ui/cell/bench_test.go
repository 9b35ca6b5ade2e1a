package cell_test

import (
	"strings"
	"testing"

	"agtui/ui/cell"
)

func BenchmarkGate(b *testing.B) {
	for name, delta := range map[string]string{"ascii": "word", "cjk": "漢字", "emoji": "👩", "hindi": "नम", "zalgo": "z\u0335\u0336"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var g cell.Gate
			for b.Loop() {
				g.Push([]byte(delta))
			}
		})
	}
}

func BenchmarkClean(b *testing.B) {
	for name, s := range map[string]string{
		"ascii": strings.Repeat("plain words of a line ", 50), "mixed": strings.Repeat("wörter 漢字 👩‍👧 ", 50),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				cell.Clean(s)
			}
		})
	}
}

func BenchmarkWrap(b *testing.B) {
	for name, s := range map[string]string{
		"ascii": strings.Repeat("plain words of a line ", 50), "cjk": strings.Repeat("漢字かな交じり文、", 50),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				cell.Wrap(s, 80, cell.Grapheme)
			}
		})
	}
}
