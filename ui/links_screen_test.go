package ui_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"agtui/ui"
	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// leaks names what is wrong with the links of a drawn row: one that does not
// end in it, or that leads to what is no address.
func leaks(row string) string {
	open := false
	for s := row; ; {
		_, rest, ok := strings.Cut(s, "\x1b]8;;")
		if !ok {
			break
		}
		target, rest, ok := strings.Cut(rest, "\x1b\\")
		switch {
		case !ok:
			return "a sequence that does not end"
		case target != "" && !strings.HasPrefix(target, "http"):
			return "a link to " + target
		case strings.ContainsFunc(target, func(r rune) bool { return r <= ' ' || r > '~' }):
			return "an address that is no text"
		}
		open, s = target != "", rest
	}
	if open {
		return "a link without an end"
	}
	return ""
}

const linkedText = "See [the documentation of it all](https://docs.example/guide) and <https://auto.example/a/long/path/that/wraps>.\n\n" +
	"- [한국어 링크](https://k.example) and [👩🏽‍💻](https://w.example)\n\n| [cell](https://c.example) | https://bare.example/x |\n|---|---|\n| a | [b](https://b.example) |\n\n" +
	"> [quoted](https://q.example) `code`\n\n```go\n// https://code.example\n```\n"

// withoutLinks is the same row without its links.
func withoutLinks(row string) string {
	for {
		before, rest, ok := strings.Cut(row, "\x1b]8;;")
		if !ok {
			return row
		}
		_, rest, _ = strings.Cut(rest, "\x1b\\")
		row = before + rest
	}
}

func TestScreen_LinksEndInTheirRows(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) { o.Links = ui.LinksOn }, answer(says("a", linkedText+"\n"+linkedText), finished()))
	d.say("go").idle()
	seen := 0
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 50}, {40, 20}, {23, 12}, {9, 9}, {1, 3}, {130, 30}} {
		d.size(size[0], size[1])
		for _, keys := range [][]string{{"tab"}, {"up"}, {"}"}, {"}"}, {"pgup"}, {"f2"}, {"f2"}, {"esc"}, {"t"}, {"/"}, {"e"}, {"enter"}, {"n"}, {"esc"}} {
			d.keys(keys...)
			v := d.m.View()
			for row := range strings.SplitSeq(v.Content, "\n") {
				seen += strings.Count(row, "\x1b]8;;http")
				if w := ansi.StringWidthWc(row); w > size[0] {
					t.Fatalf("%d cells at %dx%d: %q", w, size[0], size[1], row)
				}
				if bad := raw(row); bad != "" {
					t.Fatalf("%s at %dx%d after %v: %q", bad, size[0], size[1], keys, row)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no link was on the screen")
	}
}

func TestRaw_HasNoLinks(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) { o.Links = ui.LinksOn }, answer(says("a", linkedText), finished()))
	d.say("go").idle().size(60, 30).keys("tab")
	if !strings.Contains(d.m.View().Content, "\x1b]8;;https://docs.example/guide\x1b\\") {
		t.Fatal("no link is on the screen")
	}
	d.keys("W").see("the documentation")
	if s := d.m.View().Content; strings.Contains(s, "\x1b") {
		t.Errorf("a sequence is in the text alone: %q", s)
	}
}

func TestRuler_ClipsLinkedLines(t *testing.T) {
	t.Parallel()
	dark, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	rapid.Check(t, func(t *rapid.T) {
		m := cell.Method(rapid.IntRange(0, 1).Draw(t, "method"))
		lines := markdown.Render([]byte(linkedText), markdown.Options{Width: rapid.IntRange(1, 90).Draw(t, "width"), Method: m, Style: dark, Hyperlinks: true})
		w := rapid.IntRange(0, 90).Draw(t, "room")
		for _, ln := range lines {
			cut := ui.Clipped(ln.Text, w, m)
			if bad := leaks(cut); bad != "" {
				t.Fatalf("%s in %q, cut to %d cells from %q", bad, cut, w, ln.Text)
			}
			text, whole := ansi.Strip(cut), ansi.Strip(ln.Text)
			if got := cell.Width(text, m); got > w || !strings.HasPrefix(whole, text) || ln.Width <= w && cut != ln.Text {
				t.Fatalf("cut to %d cells %q is %q", w, ln.Text, cut)
			}
		}
	})
}
