package markdown_test

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// TestGolden compares the tour document with files; -update writes them.
func TestGolden_TourOfTheElements(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile(filepath.Join("testdata", "tour.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"dark", "light", "ascii"} {
		style, _ := markdown.Builtin(name, markdown.StyleOptions{})
		for _, width := range []int{40, 80, 120} {
			d := markdown.New(markdown.Options{Width: width, Style: style, Hyperlinks: name == "light", Method: cell.Grapheme})
			d.Append(src)
			d.Lines()
			for _, j := range d.Jobs() {
				d.Highlighted(j.ID, markdown.Highlight(j.Lang, j.Code))
			}
			var b strings.Builder
			for _, l := range d.Lines() {
				b.WriteString(strings.ReplaceAll(l.Text, "\x1b", "␛") + "\n")
			}
			compare(t, filepath.Join("testdata", "tour_"+name+"_"+strconv.Itoa(width)+".golden"), b.String())
		}
	}
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and look at the difference", path)
	}
}

// TestMain declares the flag that writes golden files.
func TestMain(m *testing.M) {
	flag.Bool("update", false, "write the golden files")
	os.Exit(m.Run())
}
