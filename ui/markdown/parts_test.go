package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/ui/markdown"
)

// longOnes are blocks that are cut into parts.
func longOnes() []string {
	return []string{
		"1. one\n1. two\n\n1. three\n   - in\n   - in\n4. five\n\n   more\n\nend\n",
		"- a\n- b\n  ```\n  x\n\n  ```\n- [x] c\n- - -\n* d\n",
		"text\n| a | b |\n|---|--:|\n| 1 | 2 |\n| a longer cell | [ref] |\n| 3 | 4 |\n---\nend\n\n[ref]: /url\n",
		"A paragraph of so many words. It goes on, *with marks, and does not end\nbefore a* second line. And then a third sentence\n===\n",
		"intro\n\n漢字の文章が続く。次の文章はもっと長くて、終わらない。漢字の文章が続く。\n- item\n",
	}
}

// never is a size that no part has.
const never = 1 << 30

// partsAtEveryPrefix cuts lists and tables at every item and row, and compares
// with a layout of the whole that never freezes anything, after each piece.
func partsAtEveryPrefix(o markdown.Options, parts []string) error {
	d := markdown.NewParts(o, 1, never)
	src := ""
	for _, p := range parts {
		src += p
		d.Append([]byte(p))
		if err := same(d.Lines(), markdown.Unfrozen([]byte(src), o)); err != nil {
			return fmt.Errorf("in parts, after %q: %w", src, err)
		}
	}
	return nil
}

// long are documents of one block, and what can stand in it and behind it.
func long() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		lines := rapid.SampledFrom([][]string{
			{"- a\n", "- b\n", "-\n", "  more\n", "\n", "\n", "  - in\n", " - c\n", "   - d\n", "- [x] t\n", "- [ref]\n", "- ```\n", "  x\n", "  ```\n", "- > q\n", "lazy\n", "-\tt\n", "- - -\n", "* e\n", "- # h\n", "-  wide\n", "- a | b\n", "  --|--\n", "  1 | 2\n", "---\n", "- [ref]: /u\n"},
			{"1. a\n", "1. b\n", "2) c\n", "10. d\n", "\n", "   more\n", "7. e\n", "1.\n", "   - in\n", "   1. in\n", "- x\n", "3. [ref]\n"},
			{"| a | b |\n", "|---|--:|\n", "| 1 | 2 |\n", "| a word | `c\\|d` |\n", "| [ref] | x |\n", "x\n", "| 1 | 2 | 3 |\n", "||\n", "---\n", "===\n", "\n", "- x\n", "    4 | 5\n", "2. a | b\n", "text\n", "-\n", "[ref]: /a/long/address\n", "\n[ref]: /a\n\n", "| 漢字 | **b** |\n"},
		}).Draw(t, "kind")
		src := rapid.SampledFrom([]string{"", "", "text\n", "# h\n", "\n"}).Draw(t, "before")
		if lines[0][0] == '|' {
			src += "| head | c |\n|:-:|---|\n"
		}
		for _, l := range rapid.SliceOfN(rapid.SampledFrom(lines), 1, 14).Draw(t, "lines") {
			src += l
		}
		return src + rapid.SampledFrom(append(hazards(), "", "", "[ref]: /url\n", "\n\n[ref]: /url\n")).Draw(t, "behind")
	})
}

func TestParts_OfListsAndTablesEqualTheWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := markdown.Options{Width: rapid.IntRange(1, 50).Draw(t, "width")}
		src := rapid.OneOf(long(), long(), mixes(9)).Draw(t, "src")
		if err := partsAtEveryPrefix(o, pieces(t, src)); err != nil {
			t.Fatal(err)
		}
	})
}

// fewWords is a size at which paragraphs of a test are drawn in parts.
const fewWords = 60

// sameHoweverItComes cuts everything into parts and compares with the same text
// that came at once, after each piece.
func sameHoweverItComes(o markdown.Options, parts []string) error {
	d := markdown.NewParts(o, 1, fewWords)
	src := ""
	for _, p := range parts {
		src += p
		d.Append([]byte(p))
		whole := markdown.NewParts(o, never, fewWords)
		whole.Append([]byte(src))
		if err := same(d.Lines(), whole.Lines()); err != nil {
			return fmt.Errorf("in parts, after %q: %w", src, err)
		}
	}
	return nil
}

// paragraphs are long ones, with all that can stand in them, and other blocks.
func paragraphs() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		words := rapid.SampledFrom([]string{
			"some words of a paragraph ", "and a sentence. ", "*emphasis that goes on ", "and ends* ", "`code ", "[a link](http://a.example/", "x) ",
			"漢字の文章が続く。", "次の文章", "averyveryveryveryveryverylongword", "\n", "\n", "\n- ", "\n1. ", "\n2. two ", "\n# ", "\n> ", "\n---\n", "\n===\n",
			"\n| a | b |\n|---|---|\n", "\n```\n", "\n\n", "  \n", "\n    four ", "[ref] ", "\n[ref]: /u\n", "\n\n[ref]: /u\n\n", "<b ", "> ", "&amp; ", "\\", " ", "\n***\n", "a | b ", "\n<div>\n",
		})
		src := ""
		for _, w := range rapid.SliceOfN(words, 1, 24).Draw(t, "words") {
			src += w
		}
		return src
	})
}

func TestParts_OfParagraphsDoNotDependOnHowTheyCome(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := markdown.Options{Width: rapid.IntRange(1, 50).Draw(t, "width")}
		src := rapid.OneOf(paragraphs(), paragraphs(), paragraphs(), long(), mixes(9)).Draw(t, "src")
		if err := sameHoweverItComes(o, pieces(t, src)); err != nil {
			t.Fatal(err)
		}
	})
}

// windowsOfParts reads a document that was cut into parts, and had another
// width, from its end and from its start.
func windowsOfParts(src string, o markdown.Options, n int) error {
	fresh := func(width int) *markdown.Doc {
		other := o
		other.Width = width
		d := markdown.NewParts(other, 1, fewWords)
		d.Append([]byte(src))
		look(d)
		return d
	}
	want := fresh(o.Width).Lines()
	up, down := fresh(o.Width+9), fresh(o.Width+5)
	up.SetWidth(o.Width)
	down.SetWidth(o.Width)
	if err := same(readUp(up, n), want); err != nil {
		return fmt.Errorf("upwards: %w", err)
	}
	if err := same(readDown(down), want); err != nil {
		return fmt.Errorf("downwards: %w", err)
	}
	return nil
}

func TestParts_WindowsShowTheLinesOfTheWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := markdown.Options{Width: rapid.IntRange(1, 60).Draw(t, "width")}
		src := rapid.OneOf(paragraphs(), long(), mixes(20)).Draw(t, "src")
		if err := windowsOfParts(src, o, rapid.IntRange(1, 9).Draw(t, "n")); err != nil {
			t.Fatalf("%q: %v", src, err)
		}
	})
}

func TestParts_ChangesOfShapeEqualAFreshLayout(t *testing.T) {
	t.Parallel()
	dark, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	rapid.Check(t, func(t *rapid.T) {
		src := rapid.OneOf(paragraphs(), long()).Draw(t, "src")
		d := markdown.NewParts(markdown.Options{Width: 30}, 1, fewWords)
		d.Append([]byte(src))
		d.Lines()
		o := markdown.Options{Width: rapid.IntRange(1, 90).Draw(t, "width"), Style: dark, Hyperlinks: true, Method: 1}
		d.Configure(o)
		whole := markdown.NewParts(o, never, fewWords)
		whole.Append([]byte(src))
		if err := same(d.Lines(), whole.Lines()); err != nil {
			t.Fatalf("%q: %v", src, err)
		}
	})
}

// TestParts_OfAParagraphShowItsWords: only where a line ends differs.
func TestParts_OfAParagraphShowItsWords(t *testing.T) {
	t.Parallel()
	src := repeat("Words of a long paragraph, and one more sentence. ", 100_000)
	for _, eol := range []string{" ", "\n"} {
		text := strings.ReplaceAll(src, ". ", "."+eol)
		d := markdown.New(markdown.Options{Width: 80})
		d.Append([]byte("Before it.\n\n" + text + "\n\nBehind it."))
		got := ""
		for _, l := range d.Lines() {
			got += l.Text + " "
		}
		if strings.Join(strings.Fields(got), " ") != "Before it. "+strings.TrimSpace(src)+" Behind it." {
			t.Errorf("words were lost, or came twice")
		}
		if n := d.Parts(); n < 10 || n > 13 {
			t.Errorf("it is cut into %d parts", n)
		}
	}
}

func TestParts_OfAListKeepItsNumbers(t *testing.T) {
	t.Parallel()
	d := markdown.New(markdown.Options{Width: 80})
	for i := range 2_000 {
		d.Append([]byte("1. an item with some text\n"))
		if i%7 == 0 {
			look(d)
		}
	}
	lines := d.Lines()
	if len(lines) != 2_000 || lines[1_999].Text != "2000. an item with some text" || d.Parts() < 20 {
		t.Errorf("%d lines in %d parts, the last one %q", len(lines), d.Parts(), lines[len(lines)-1].Text)
	}
}

func TestParts_OfATableAreAsWideAsEachOther(t *testing.T) {
	t.Parallel()
	d := markdown.New(markdown.Options{Width: 80})
	d.Append([]byte("| a | b |\n|---|---|\n" + repeat("| one | two |\n", 10_000)))
	d.Height()
	if got := d.Line(0).Text; got != "a   │ b" {
		t.Errorf("at first the head is %q", got)
	}
	d.Append([]byte("| a wide cell | two |\n"))
	d.Height()
	if got := d.Line(0).Text; got != "a           │ b" {
		t.Errorf("with a wide cell at the end it is %q", got)
	}
	if got := d.Line(300).Text; got != "one         │ two" {
		t.Errorf("a row in the middle is %q", got)
	}
}
