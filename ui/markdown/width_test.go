package markdown_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// checkLines is what must hold for every line.
func checkLines(lines []markdown.Line, o markdown.Options) error {
	for i, l := range lines {
		width := cell.Width(l.Text, o.Method)
		if width > max(o.Width, 1) || width != l.Width {
			return fmt.Errorf("line %d is %d cells wide, says %d, may have %d: %q", i, width, l.Width, o.Width, l.Text)
		}
		if strings.Contains(l.Text, "\x1b[") && !endsReset(l.Text) {
			return fmt.Errorf("line %d does not end reset: %q", i, l.Text)
		}
		if strings.Count(l.Text, "\x1b]8;;") != 2*strings.Count(l.Text, "\x1b]8;;\x1b\\") {
			return fmt.Errorf("line %d leaves a link open: %q", i, l.Text)
		}
		text := withoutOurs(l.Text)
		for _, r := range text {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
				return fmt.Errorf("line %d has %U: %q", i, r, l.Text)
			}
		}
	}
	return nil
}

func endsReset(s string) bool {
	return strings.LastIndex(s, "\x1b[m") == strings.LastIndex(s, "\x1b[")
}

// withoutOurs removes SGR and OSC 8, and nothing else.
func withoutOurs(s string) string {
	var out strings.Builder
	for s != "" {
		switch {
		case strings.HasPrefix(s, "\x1b[") && strings.IndexByte(s, 'm') > 0 && strings.Trim(s[2:strings.IndexByte(s, 'm')], "0123456789;") == "":
			s = s[strings.IndexByte(s, 'm')+1:]
		case strings.HasPrefix(s, "\x1b]8;;") && strings.Contains(s, "\x1b\\"):
			_, s, _ = strings.Cut(s[5:], "\x1b\\")
		default:
			out.WriteByte(s[0])
			s = s[1:]
		}
	}
	return out.String()
}

func TestLines_FitAndAreSafe(t *testing.T) {
	t.Parallel()
	dark, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	ascii, _ := markdown.Builtin("ascii", markdown.StyleOptions{})
	rapid.Check(t, func(t *rapid.T) {
		o := markdown.Options{
			Width: rapid.IntRange(1, 400).Draw(t, "width"), Method: cell.Method(rapid.IntRange(0, 1).Draw(t, "method")),
			Style: rapid.SampledFrom([]*markdown.Style{dark, ascii}).Draw(t, "style"), Hyperlinks: rapid.Bool().Draw(t, "links"),
		}
		src := documents(30).Draw(t, "src")
		d := markdown.New(o)
		d.Append([]byte(src))
		d.Lines()
		for _, j := range d.Jobs() {
			d.Highlighted(j.ID, markdown.Highlight(j.Lang, j.Code))
		}
		if err := checkLines(d.Lines(), o); err != nil {
			t.Fatalf("%q: %v", src, err)
		}
	})
}

func FuzzMarkdownWidth(f *testing.F) {
	dark, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	for i, s := range fragments() {
		f.Add(s+"\n"+s, uint16(i), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, src string, width uint16, wc bool) {
		if len(src) > 4000 {
			t.Skip("long inputs only repeat short ones")
		}
		o := markdown.Options{Width: int(width % 401), Style: dark, Hyperlinks: true, Method: cell.Grapheme}
		if wc {
			o.Method = cell.WcWidth
		}
		if err := checkLines(markdown.Render([]byte(src), o), o); err != nil {
			t.Fatalf("%q: %v", src, err)
		}
	})
}

func TestLines_ShowTheRealHost(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ src, want string }{
		"another host":            {"[https://bank.example](https://evil.example/x)", "https://bank.example (evil.example)"},
		"another host, no scheme": {"[bank.example](https://evil.example/x)", "bank.example (evil.example)"},
		"within a sentence":       {"[log in at www.bank.example now](https://evil.example)", "log in at www.bank.example now (evil.example)"},
		"a user that looks like":  {"[x](https://bank.example@evil.example)", "x (evil.example)"},
		"the same host":           {"[https://bank.example](https://www.bank.example/x)", "https://bank.example"},
		"an autolink":             {"<https://bank.example>", "https://bank.example"},
		"an autolink with a user": {"<https://bank.example@evil.example/>", "https://bank.example@evil.example/ (evil.example)"},
		"behind emphasis":         {"[**bank**.example](https://evil.example)", "bank.example (evil.example)"},
		"code":                    {"[`bank.example`](https://evil.example)", "`bank.example` (evil.example)"},
		"another kind of dot":     {"[bank\uff0eexample](https://evil.example)", "bank\uff0eexample (evil.example)"},
		"by its number":           {"[192.168.0.1](https://evil.example)", "192.168.0.1 (evil.example)"},
		"a word in a sentence":    {"[see bank.example for more](https://evil.example)", "see bank.example for more (evil.example)"},
		"an image":                {"![bank.example](https://evil.example/a.png)", "[image bank.example] (evil.example)"},
		"a reference":             {"[bank.example]\n\n[bank.example]: https://evil.example", "bank.example (evil.example)"},
		"another port":            {"[bank.example](https://bank.example:8443/)", "bank.example"},
		"a file of the address":   {"[main.go](https://code.example/a/main.go)", "main.go"},
		"a file of another":       {"[main.go](https://evil.example/a)", "main.go (evil.example)"},
		"a project's name":        {"[Node.js](https://nodejs.example)", "Node.js"},
		"a version":               {"[see 1.22 e.g. here](https://go.example)", "see 1.22 e.g. here"},
		"ordinary text":           {"[the guide](https://docs.example)", "the guide"},
		"not for the web":         {"[call](javascript:alert)", "call (javascript:alert)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines := markdown.Render([]byte(c.src), markdown.Options{Width: 80, Hyperlinks: true})
			if got := ansi.Strip(lines[0].Text); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			pretends := strings.HasSuffix(c.want, ")")
			if linked := strings.Contains(lines[0].Text, "\x1b]8;;"); linked == pretends {
				t.Errorf("it is a link: %v", linked)
			}
		})
	}
}

func TestLines_WithoutHyperlinksShowTheAddress(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"[the guide](https://docs.example/a)":    "the guide (https://docs.example/a)",
		"<https://docs.example>":                 "https://docs.example",
		"[https://a.example](https://a.example)": "https://a.example",
		"![a cat](https://a.example/cat.png)":    "[image a cat] (https://a.example/cat.png)",
		"![](data:image/png;base64,AAAA)":        "[image]",
	} {
		if got := markdown.Render([]byte(src), markdown.Options{Width: 80})[0].Text; got != want {
			t.Errorf("%s: got %q, want %q", src, got, want)
		}
	}
}
