//go:build !windows

package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agtui/e2e/term"
	"agtui/stream/demo"
)

// TestPicture_OfARealScreen draws the README's picture from the running
// program: with -update it is written.
func TestPicture_OfARealScreen(t *testing.T) {
	s, err := demo.Listen("127.0.0.1:0", demo.Options{Pace: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	tm := open(t, term.Options{Width: 124, Height: 36}, s.URL())
	tm.See("Try one of these")
	tm.Type("demo tour")
	tm.See("› demo tour")
	tm.Type(term.Enter)
	tm.See("finished")
	tm.Type("demo approve")
	tm.See("› demo approve")
	tm.Type(term.Enter)
	tm.See("Approve this call?")
	tm.Type(term.Tab)
	tm.See("enter choose")
	tm.Quiet(quiet)
	svg := tm.SVG()
	for _, want := range []string{"<svg ", "Approve", "State", "</svg>"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if *update {
		if err := os.WriteFile(filepath.Join("..", "docs", "screen.svg"), []byte(svg), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
