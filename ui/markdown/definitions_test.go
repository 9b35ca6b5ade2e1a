package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/ui/markdown"
)

// defining are paragraphs of link definitions and what may stand among them.
func defining() *rapid.Generator[string] {
	line := rapid.SampledFrom([]string{
		"[a]: /u\n", "[b]: /v 't'\n", "[c]:\n", "/w\n", "'title'\n", "'title\n", "it ends'\n", "(x\n", "x)\n", "\"y\n", "[d]: /x y\n", "[e]: <f g>\n",
		"[h\n", "i]: /j\n", "[k]: /l 'm\n", "n'\n", "  [o]: /p\n", "    [q]: /r\n", "text [a] [b]\n", "===\n", "---\n", "| a |\n", "|---|\n", "a | b\n", "\n",
		"[]: /s\n", "[t] /u\n", "[a]: /again\n", "- [v]: /w\n", "> [x]: /y\n", "[z]: /\\\n", "\\[a]: /u\n", "[a]:/u\r\n", "[c]: /c\n", "[e]: /e\n", "[f]: /f\n",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(line, 1, 24).Draw(t, "lines"), "")
	})
}

// TestDefinitions_InChunksAreThoseOfTheWhole compares with goldmark's own way.
func TestDefinitions_InChunksAreThoseOfTheWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(defining().Draw(t, "src"))
		n := rapid.IntRange(1, 6).Draw(t, "chunk")
		if got, want := markdown.Outline(src, n), markdown.Outline(src, never); got != want {
			t.Fatalf("%q, %d lines at once:\n%s\nall at once:\n%s", src, n, got, want)
		}
	})
}

func TestDefinitions_OfAnyNumberAreCutInParts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := markdown.Options{Width: rapid.IntRange(1, 50).Draw(t, "width")}
		src := defining().Draw(t, "src")
		if err := partsAtEveryPrefix(o, pieces(t, src)); err != nil {
			t.Fatal(err)
		}
		if err := sameHoweverItComes(o, pieces(t, src)); err != nil {
			t.Fatal(err)
		}
	})
}

// TestDefinitions_AreLinearWork: so many took goldmark seconds at once.
func TestDefinitions_AreLinearWork(t *testing.T) {
	t.Parallel()
	for name, indent := range map[string]string{"in the document": "", "in an item": "  "} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			b.WriteString("see [a9] and [a19999]\n\n")
			if indent != "" {
				b.WriteString("- item\n\n")
			}
			for i := range 20_000 {
				fmt.Fprintf(&b, "%s[a%d]: /u%d\n", indent, i, i)
			}
			d := markdown.New(markdown.Options{Width: 80})
			d.Append([]byte(b.String()))
			if lines := d.Lines(); lines[0].Text != "see a9 (/u9) and a19999 (/u19999)" {
				t.Errorf("it is %q", lines[0].Text)
			}
			const deltas = 100
			before := d.Stats()
			for range deltas {
				d.Append([]byte("abc"))
				d.Height()
			}
			if s := d.Stats(); s.Parsed+s.Display-before.Parsed-before.Display > deltas*20_000 {
				t.Errorf("a delta costs %d bytes of work", (s.Parsed+s.Display-before.Parsed-before.Display)/deltas)
			}
		})
	}
}
