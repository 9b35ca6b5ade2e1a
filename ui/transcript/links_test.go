package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/markdown"
	"agtui/ui/transcript"
)

// linking are texts with links of all kinds, and what tries to be one.
func linking() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{
		"[a link](https://a.example/path) ", "<https://auto.example/x> ", "https://bare.example/long/enough/to/be/broken/over/some/lines ",
		"[한국어 링크 글](https://k.example) ", "[👩🏽‍💻 wide](https://w.example/👩) ", "[*em* `code` **b**](http://e.example) ", "![image](https://i.example/x.png) ",
		"[real.example](https://other.example) ", "- [in an item](https://l.example)\n", "| [cell](https://c.example/cell) | b |\n|---|---|\n| 1 | https://t.example |\n",
		"# [head](https://h.example)\n\n", "> [quoted words that wrap in a narrow window](https://q.example)\n\n", "```\nhttps://code.example\n```\n\n",
		"[ref] ", "\n\n[ref]: https://r.example 'title'\n\n", "[evil](https://v.example/\x1b]52;c;eA==\x07) ", "\x1b]8;;https://raw.example\x1b\\x\x1b]8;;\x1b\\ ",
		"[bell](https://b.example/%07%1b) ", "plain words ", "\n\n", "[half](https://", "[คำ](https://th.example) ",
	})
}

// newLinked is a driver whose terminal knows links.
func newLinked(w, h int, m cell.Method) *driver {
	d := newDriver(w, h, m)
	d.list = transcript.New(transcript.Options{Width: w, Height: h, Method: m, Theme: theme.Dark(), Hyperlinks: true})
	return d
}

// linked is a byte of a line's text and the address that it leads to.
type linked struct {
	text byte
	to   string
}

// links reads a drawn line: its text without our sequences, byte by byte, with
// where each leads.
func links(line string) ([]linked, error) {
	var out []linked
	to := ""
	for s := line; s != ""; {
		switch {
		case strings.HasPrefix(s, "\x1b]8;;"):
			target, rest, ok := strings.Cut(s[len("\x1b]8;;"):], "\x1b\\")
			if !ok {
				return nil, fmt.Errorf("a link without an end in %q", line)
			}
			if target != "" && !strings.HasPrefix(target, "http://") && !strings.HasPrefix(target, "https://") {
				return nil, fmt.Errorf("a link to %q in %q", target, line)
			}
			for _, r := range target {
				if r <= ' ' || r > '~' {
					return nil, fmt.Errorf("%U in a link in %q", r, line)
				}
			}
			to, s = target, rest
		case strings.HasPrefix(s, "\x1b["):
			s = s[strings.IndexByte(s, 'm')+1:]
		default:
			out = append(out, linked{s[0], to})
			s = s[1:]
		}
	}
	if to != "" {
		return nil, fmt.Errorf("a link leaks out of %q", line)
	}
	return out, nil
}

// unlinked checks the links of lines and returns these without them.
func unlinked(t interface{ Fatalf(string, ...any) }, lines []string) []string {
	out := make([]string, len(lines))
	for i, ln := range lines {
		if _, err := links(ln); err != nil {
			t.Fatalf("line %d: %v", i, err)
		}
		for {
			before, rest, ok := strings.Cut(ln, "\x1b]8;;")
			if out[i] += before; !ok {
				break
			}
			_, ln, _ = strings.Cut(rest, "\x1b\\")
		}
	}
	return out
}

func TestView_LinksEndWithTheirLine(t *testing.T) {
	t.Parallel()
	seen := 0
	rapid.Check(t, func(t *rapid.T) {
		m := cell.Method(rapid.IntRange(0, 1).Draw(t, "method"))
		w, h := rapid.IntRange(1, 100).Draw(t, "width"), rapid.IntRange(1, 20).Draw(t, "height")
		d := newLinked(w, h, m)
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch n := rapid.IntRange(0, 4000).Draw(t, "n"); rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				b := d.add(store.Block{Kind: store.Message, Role: "assistant"})
				d.live = append(d.live, b)
			case 1:
				d.touchList(n/16*16 + n%11) // the method stays
			case 2:
				d.list.Search(query(t, rapid.SampledFrom([]string{"a", "/./", "link", "example", "/[a-z]+/", "글"}).Draw(t, "query")))
				d.list.SearchNext(1 - 2*(n%2))
			case 3:
				d.list.CodeStep(1 - 2*(n%2))
			default:
				d.stream(n/8*8+5+n%3, linking().Draw(t, "text"))
			}
			d.list.Sync(d.scene, d.taken())
			for d.list.SearchStep() {
			}
			lines := d.view()
			check(t, unlinked(t, lines), w, h, m)
			seen += strings.Count(strings.Join(lines, ""), "\x1b]8;;http")
		}
	})
	if seen == 0 {
		t.Error("no link was ever on a screen")
	}
}

// TestPaintMarks_KeepLinks: a mark changes neither the text nor where any of it
// leads.
func TestPaintMarks_KeepLinks(t *testing.T) {
	t.Parallel()
	dark, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(linking(), 1, 6).Draw(t, "texts"), "")
		lines := markdown.Render([]byte(src), markdown.Options{Width: rapid.IntRange(1, 60).Draw(t, "width"), Style: dark, Hyperlinks: true})
		for _, ln := range lines {
			before, err := links(ln.Text)
			if err != nil {
				t.Fatal(err)
			}
			var at []int
			for range rapid.IntRange(0, 4).Draw(t, "marks") {
				from := rapid.IntRange(0, len(before)).Draw(t, "from")
				at = append(at, from, rapid.IntRange(from, len(before)).Draw(t, "to"))
			}
			marked := transcript.PaintMarks(ln.Text, theme.Dark().Match, at...)
			after, err := links(marked)
			if err != nil {
				t.Fatal(err)
			}
			if len(after) != len(before) {
				t.Fatalf("%q became %q", ln.Text, marked)
			}
			for i := range after {
				if after[i] != before[i] {
					t.Fatalf("byte %d of %q is %q to %q, was %q to %q", i, marked, after[i].text, after[i].to, before[i].text, before[i].to)
				}
			}
			if !strings.HasSuffix(unstyled(marked), "\x1b\\") && strings.LastIndex(marked, theme.Reset) < strings.LastIndex(marked, "\x1b[") {
				t.Fatalf("%q does not end reset", marked)
			}
		}
	})
}
