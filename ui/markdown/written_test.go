package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// uncut are blocks that are not cut in parts, of about n bytes.
func uncut(n int) map[string]string {
	const words = "words of a block, with *some* marks, "
	return map[string]string{
		"a quote":                   repeat("> "+words+"\n", n),
		"a quote of one line":       "> " + repeat(words, n),
		"a quote without marks":     "> a\n" + repeat(words+"\n", n),
		"an item":                   "- a\n" + repeat("  "+words+"\n", n),
		"an item of one line":       "- " + repeat(words, n),
		"an item of paragraphs":     "- a\n" + repeat("\n  "+words+"\n", n),
		"an item with code":         "- a\n\n  ```go\n" + repeat("  x := 1 + 2\n", n),
		"items in an item":          "- a\n" + repeat("  - "+words+"\n", n),
		"HTML":                      "<div>\n" + repeat("<p>"+words+"</p>\n", n),
		"HTML of one line":          "<div>" + repeat(words, n),
		"indented code":             repeat("    x := 1 + 2\n", n),
		"a row of a table":          "| a | b |\n|---|---|\n| " + repeat(words, n),
		"a heading":                 "# " + repeat(words, n),
		"an open fence of one line": "```go\n" + repeat(words, n),
	}
}

// TestDoc_ADeltaOfOneLongBlockCostsWhatItBrings: what cannot be cut is not laid
// out again with every delta, however long it is.
func TestDoc_ADeltaOfOneLongBlockCostsWhatItBrings(t *testing.T) {
	t.Parallel()
	for name, src := range uncut(140_000) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const deltas = 200
			if n := worked(src, "abc", deltas); n > deltas*20_000 {
				t.Errorf("%d deltas cost %d bytes of work", deltas, n)
			}
		})
	}
}

func TestDoc_WorkOfOneLongBlockIsLinear(t *testing.T) {
	t.Parallel()
	for name, src := range uncut(140_000) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := markdown.New(markdown.Options{Width: 80})
			const piece = 2000
			for i := 0; i < len(src); i += piece {
				d.Append([]byte(src[i:min(i+piece, len(src))]))
				d.Height()
			}
			// Up to 64 KB with every piece, twice more until 256 KB.
			if s := d.Stats(); s.Parsed+s.Display > 15*int64(len(src))+mostTail/piece*mostTail/2 {
				t.Errorf("%d bytes cost %d bytes of work", len(src), s.Parsed+s.Display)
			}
		})
	}
}

const mostTail = 64 << 10

// TestDoc_TheEndOfALongBlockIsShown: nothing of it is hidden while it comes,
// and at its end it is as if it had come at once.
func TestDoc_TheEndOfALongBlockIsShown(t *testing.T) {
	t.Parallel()
	o := markdown.Options{Width: 60}
	for name, src := range uncut(70_000) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := markdown.New(o)
			d.Append([]byte(src))
			d.Height()
			for i := range 40 {
				word := fmt.Sprintf("w%d ", i)
				d.Append([]byte(word))
				src += word
				if i%7 == 6 {
					d.Append([]byte("\n"))
					src += "\n"
				}
				shown := ""
				for n := max(d.Height()-12, 0); n < d.Height(); n++ {
					shown += d.Line(n).Text + " "
				}
				if !strings.Contains(name, "fence") && !strings.Contains(shown, strings.TrimSpace(word)) {
					t.Fatalf("%q is not shown: %q", word, shown)
				}
			}
			d.Finish()
			if err := same(d.Lines(), markdown.Render([]byte(src), o)); err != nil {
				t.Fatalf("at its end: %v", err)
			}
		})
	}
}

func TestDoc_WrittenEndsBecomeTheWhole(t *testing.T) {
	t.Parallel()
	dark, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	rapid.Check(t, func(t *rapid.T) {
		o := markdown.Options{
			Width: rapid.IntRange(1, 60).Draw(t, "width"), Style: dark, Hyperlinks: true,
			Method: cell.Method(rapid.IntRange(0, 1).Draw(t, "method")),
		}
		src := rapid.OneOf(documents(30), long(), mixes(12)).Draw(t, "src")
		d := markdown.NewWritten(o, rapid.IntRange(1, 60).Draw(t, "from"), rapid.IntRange(1, 200).Draw(t, "again"))
		had := ""
		for _, p := range pieces(t, src) {
			d.Append([]byte(p))
			had += p
			if err := checkLines(d.Lines(), o); err != nil {
				t.Fatalf("%q: %v", had, err)
			}
			whole := markdown.Unfrozen([]byte(had), o)
			if n := d.FrozenRows(); n > len(whole) || !strings.Contains(had, "]:") && same(d.Lines()[:n], whole[:n]) != nil {
				t.Fatalf("after %q the frozen lines are others", had)
			}
			if rapid.IntRange(0, 9).Draw(t, "pause") == 0 {
				d.Finish()
				if err := same(d.Lines(), whole); err != nil {
					t.Fatalf("%q at a pause: %v", had, err)
				}
			}
		}
		d.Finish()
		if err := same(d.Lines(), markdown.Unfrozen([]byte(src), o)); err != nil {
			t.Fatalf("%q at its end: %v", src, err)
		}
	})
}
