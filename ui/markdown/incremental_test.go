package markdown_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"agtui/ui/markdown"
)

// sameAtEveryPrefix feeds pieces and compares with a layout of the whole that
// never freezes anything, each time.
func sameAtEveryPrefix(o markdown.Options, parts []string) error {
	d := markdown.New(o)
	src := ""
	for _, p := range parts {
		src += p
		d.Append([]byte(p))
		if err := same(d.Lines(), markdown.Unfrozen([]byte(src), o)); err != nil {
			return fmt.Errorf("after %q: %w", src, err)
		}
	}
	return nil
}

// same reports the first line that differs.
func same(got, want []markdown.Line) error {
	if slices.Equal(got, want) {
		return nil
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Errorf("line %d is %q (%d), want %q (%d)", i, got[i].Text, got[i].Width, want[i].Text, want[i].Width)
		}
	}
	return fmt.Errorf("%d lines, want %d", len(got), len(want))
}

func TestDoc_EveryPrefixEqualsTheWhole(t *testing.T) {
	t.Parallel()
	dark, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	rapid.Check(t, func(t *rapid.T) {
		o := markdown.Options{Width: rapid.IntRange(1, 60).Draw(t, "width"), Style: dark, Hyperlinks: rapid.Bool().Draw(t, "links")}
		src := documents(14).Draw(t, "src")
		if err := sameAtEveryPrefix(o, pieces(t, src)); err != nil {
			t.Fatal(err)
		}
	})
}

func TestDoc_AwkwardDocumentsEqualTheWhole(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{
		"a definition that comes last":                  "see [ref] and [ref][]\n\nmore\n\nand more\n\n[ref]: /url\n",
		"a definition that goes on":                     "[ref]\n\ntext\n\n[ref]:\n/url\n'title'\n\nend\n",
		"a definition that is taken back":               "[ref]\n\ntext\n\n[ref]: /url x y\n\nend\n",
		"the first definition wins":                     "[ref]\n\n[ref]: /one\n\n[ref]: /two\n\nend\n",
		"a definition in a quote":                       "[ref]\n\ntext\n\n> [ref]: /q\n\nend\n",
		"a paragraph that becomes a table":              "text\na | b\n--|--\n1 | 2\n\nend\n",
		"a table under a list marker":                   "0\n-:\n-\n\nx\n",
		"a table in an item that comes before its text": ":-\n- y\nbar\n--|--\n    --\n\nend\n",
		"a setext heading":                              "Foo\n---\nbar\n===\n\nbaz\n",
		"an indented delimiter row under a rule":        "Foo\n    ---\n---\ntext\n\nmore\n",
		"a loose list":                                  "- a\n- b\n\n- c\n\n  d\n- e\n\nend\n",
		"a fence in a list":                             "- a\n\n  ```\n  x\n\n  y\n  ```\n- b\n\nend\n",
		"a fence with blank lines":                      "```\na\n\nb\n```\ntext\n",
		"a fence that never ends":                       "text\n\n```go\na\n\nb\n",
		"an HTML comment over blank lines":              "<!-- a\n\nb -->\ntext\n\nend\n",
		"a quote with a lazy line":                      "> a\nb\n\nc\n",
		"indented code with blank lines":                "text\n\n    a\n\n    b\n\ntext\n",
		"line ends of Windows":                          "# a\r\n\r\ntext\r\n- b\r\n\r\n\r\nend\r\n",
		"nothing but blank lines":                       "\n\n \n\t\n",
		"a heading right under a paragraph":             "text\n# head\ntext\n## head\n- a\n***\nend\n",
		"two blocks without a blank line, a rule":       "text\n***\ntext\n\nend\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, width := range []int{1, 7, 40} {
				var parts []string
				for _, b := range []byte(src) {
					parts = append(parts, string(b))
				}
				if err := sameAtEveryPrefix(markdown.Options{Width: width}, parts); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestDoc_FrozenLinesStay(t *testing.T) {
	t.Parallel()
	d := markdown.New(markdown.Options{Width: 60})
	src := answer(20_000)
	for i := 0; i < len(src); i += 7 {
		d.Append([]byte(src[i:min(i+7, len(src))]))
		d.Lines()
	}
	if s := d.Stats(); s.Changed != 0 || s.Frozen < 50 {
		t.Errorf("%d frozen blocks were laid out again, of %d", s.Changed, s.Frozen)
	}
}

func TestDoc_LateDefinitionChangesOnlyWhatWaitsForIt(t *testing.T) {
	t.Parallel()
	d := markdown.New(markdown.Options{Width: 60})
	d.Append([]byte("one [ref]\n\ntwo\n\nthree\n\nfour [other]\n\nfive\n\n"))
	d.Lines()
	d.Append([]byte("[ref]: /url\n\nend\n\n"))
	lines := d.Lines()
	if s := d.Stats(); s.Changed != 1 {
		t.Errorf("%d blocks were laid out again, want 1", s.Changed)
	}
	if got := lines[0].Text; got != "one ref (/url)" {
		t.Errorf("first line is %q", got)
	}
}

func TestDoc_WorkIsLinear(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{
		"mixed":      answer(24_000),
		"one list":   repeat("- item with some text\n", 24_000),
		"one fence":  "```go\n" + repeat("x := 1 + 2\n", 24_000),
		"one table":  "| a | b |\n|---|---|\n" + repeat("| one | two |\n", 24_000),
		"paragraphs": repeat("a\n\n", 24_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := markdown.New(markdown.Options{Width: 80})
			for i := 0; i < len(src); i += 200 {
				d.Append([]byte(src[i:min(i+200, len(src))]))
				d.Lines()
			}
			if s := d.Stats(); s.Parsed > 12*int64(len(src)) {
				t.Errorf("parsed %d bytes for %d of text", s.Parsed, len(src))
			}
		})
	}
}

func TestDoc_ChangesOfShapeEqualAFreshLayout(t *testing.T) {
	t.Parallel()
	dark, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	rapid.Check(t, func(t *rapid.T) {
		src := documents(20).Draw(t, "src")
		d := markdown.New(markdown.Options{Width: 30})
		d.Append([]byte(src))
		d.Lines()
		o := markdown.Options{Width: rapid.IntRange(1, 400).Draw(t, "width"), Style: dark, Hyperlinks: true, Method: 1}
		d.SetWidth(o.Width)
		d.SetMethod(o.Method)
		d.SetStyle(o.Style)
		d.SetHyperlinks(true)
		if err := same(d.Lines(), markdown.Render([]byte(src), o)); err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		d.Reset([]byte("other"))
		if err := same(d.Lines(), markdown.Render([]byte("other"), o)); err != nil {
			t.Fatalf("after a reset: %v", err)
		}
	})
}

func FuzzMarkdownIncremental(f *testing.F) {
	for i, s := range fragments() {
		f.Add(s+"\n\n"+s, uint8(i), uint8(20))
	}
	for i, s := range longOnes() {
		f.Add(s, uint8(i), uint8(30))
	}
	f.Fuzz(func(t *testing.T, src string, step, width uint8) {
		if len(src) > 2000 {
			t.Skip("long inputs only repeat short ones")
		}
		var parts []string
		n := int(step%9) + 1 + len(src)/200
		for i := 0; i < len(src); i += n {
			parts = append(parts, src[i:min(i+n, len(src))])
		}
		for _, check := range []func(markdown.Options, []string) error{sameAtEveryPrefix, partsAtEveryPrefix, sameHoweverItComes} {
			if err := check(markdown.Options{Width: int(width)}, parts); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func repeat(s string, n int) string {
	b := make([]byte, 0, n+len(s))
	for len(b) < n {
		b = append(b, s...)
	}
	return string(b)
}
