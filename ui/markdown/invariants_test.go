package markdown_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// TestDoc_HazardsEqualTheWhole is invariant 1 on the hazards: after every
// piece the lines are those of a layout that freezes nothing.
func TestDoc_HazardsEqualTheWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := markdown.Options{Width: rapid.IntRange(1, 40).Draw(t, "width")}
		if err := sameAtEveryPrefix(o, pieces(t, mixes(9).Draw(t, "src"))); err != nil {
			t.Fatal(err)
		}
	})
}

// TestDoc_FrozenLinesChangeOnlyForADefinition is invariant 2: without link
// definitions no frozen block is laid out again, and its lines stay.
func TestDoc_FrozenLinesChangeOnlyForADefinition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		src := strings.ReplaceAll(mixes(14).Draw(t, "src"), "]:", "] :")
		d := markdown.New(markdown.Options{Width: 30})
		var frozen []markdown.Line
		for _, p := range pieces(t, src) {
			d.Append([]byte(p))
			lines := d.Lines()
			if n := min(len(frozen), len(lines)); n < len(frozen) || same(lines[:n], frozen) != nil {
				t.Fatalf("frozen lines changed in %q", src)
			}
			frozen = append(frozen[:0], lines[:d.FrozenRows()]...)
		}
		if s := d.Stats(); s.Changed != 0 {
			t.Fatalf("%d frozen blocks changed in %q", s.Changed, src)
		}
	})
}

// TestDoc_WorkOfHazardsIsLinear is invariant 3.
func TestDoc_WorkOfHazardsIsLinear(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		src := strings.ReplaceAll(strings.Repeat(mixes(6).Draw(t, "src"), 200), "]:", "] :")
		d := markdown.New(markdown.Options{Width: 30})
		for i := 0; i < len(src); i += 500 {
			d.Append([]byte(src[i:min(i+500, len(src))]))
			look(d)
		}
		s, n := d.Stats(), int64(len(src))
		if s.Parsed > 12*n+10_000 || s.Laid > 3*n {
			t.Fatalf("%d bytes were parsed and %d laid out for %d of text: %.200q", s.Parsed, s.Laid, n, src)
		}
	})
}

// TestLines_OfHazardsFitAndAreSafe is invariant 5, in the middle of a stream.
func TestLines_OfHazardsFitAndAreSafe(t *testing.T) {
	t.Parallel()
	dark, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	hostile := []string{
		"\x1b]8;;https://evil.example\x1b\\x\x1b]8;;\x1b\\", "[a](https://b.example/\x1b]52;c;x\x07)", "<https://a.example/\u009c>", "`\x1b[2J`",
		"```\x1b[1m\n\x1b[31m\n```\n", "[a]: https://x.example/\x9b1m\n", "&#27;[1m", "&#x9b;1m", "[a](<https://a.example/&#27;&#7;>)", "\u202e", "👩‍👩‍👧‍👦 กำ क्षि 각 ﷽",
	}
	rapid.Check(t, func(t *rapid.T) {
		o := markdown.Options{
			Width: rapid.IntRange(1, 80).Draw(t, "width"), Method: cell.Method(rapid.IntRange(0, 1).Draw(t, "method")),
			Style: dark, Hyperlinks: true,
		}
		parts := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(hostile), mixes(2)), 1, 8).Draw(t, "parts")
		d := markdown.New(o)
		for _, p := range parts {
			d.Append([]byte(p))
			if err := checkLines(d.Lines(), o); err != nil {
				t.Fatalf("%q: %v", parts, err)
			}
		}
	})
}

func FuzzMarkdownWindow(f *testing.F) {
	for i, s := range hazards() {
		f.Add(s+"\n"+s, uint8(i), uint8(30))
	}
	for i, s := range longOnes() {
		f.Add(s, uint8(i), uint8(30))
	}
	f.Fuzz(func(t *testing.T, src string, up, width uint8) {
		if len(src) > 2000 {
			t.Skip("long inputs only repeat short ones")
		}
		o := markdown.Options{Width: int(width)}
		want := markdown.Render([]byte(src), o)
		d := markdown.New(markdown.Options{Width: int(width) + 9})
		d.Append([]byte(src))
		look(d)
		d.SetWidth(o.Width)
		if err := same(readUp(d, int(up)%9+1), want); err != nil {
			t.Fatalf("%q upwards: %v", src, err)
		}
		if err := windowsOfParts(src, o, int(up)%9+1); err != nil {
			t.Fatalf("%q in parts: %v", src, err)
		}
	})
}

// TestDoc_ExamplesOfTheSpecificationEqualTheWhole mixes the examples of
// CommonMark with the hazards, where goldmark's copy of them is at hand.
func TestDoc_ExamplesOfTheSpecificationEqualTheWhole(t *testing.T) {
	t.Parallel()
	examples := specification(t)
	for range 60 {
		parts := make([]string, 0, 5)
		for range 1 + rand.IntN(4) {
			parts = append(parts, examples[rand.IntN(len(examples))], hazards()[rand.IntN(len(hazards()))])
		}
		src := strings.Join(parts, []string{"", "\n"}[rand.IntN(2)])
		var cut []string
		for rest := src; rest != ""; {
			n := min(1+rand.IntN(9), len(rest))
			cut, rest = append(cut, rest[:n]), rest[n:]
		}
		if err := sameAtEveryPrefix(markdown.Options{Width: 1 + rand.IntN(60)}, cut); err != nil {
			t.Fatalf("%q: %v", cut, err)
		}
	}
}

// specification is the examples that goldmark's module holds.
func specification(t *testing.T) []string {
	t.Helper()
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Skip("the go command is not there")
	}
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "_test", "spec.json"))
	if err != nil {
		t.Skip("goldmark's copy of the examples is not there")
	}
	var all []struct {
		Markdown string `json:"markdown"`
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	out := make([]string, 0, len(all))
	for _, e := range all {
		out = append(out, e.Markdown)
	}
	return out
}
