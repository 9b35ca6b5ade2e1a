package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"agtui/ui/cell"
	"agtui/ui/markdown"
)

func TestStyle_MarksOfCodeAndHeadings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		style string
		opt   markdown.StyleOptions
		src   string
		want  string
	}{
		"code in colour has no blanks of its own":     {"dark", markdown.StyleOptions{}, "try `a b`.", "try \x1b[38;2;215;175;135ma b\x1b[m."},
		"code on a ground has none either":            {"pink", markdown.StyleOptions{}, "try `a b`.", "try \x1b[38;5;212;48;5;236ma b\x1b[m."},
		"code without colour keeps its backticks":     {"dark", markdown.StyleOptions{NoColor: true}, "try `a b`.", "try `a b`."},
		"code without any style keeps them":           {"dark", markdown.StyleOptions{Plain: true}, "try `a b`.", "try `a b`."},
		"code in ASCII keeps them":                    {"ascii", markdown.StyleOptions{}, "try `a b`.", "try `a b`."},
		"a first heading has weight and colour":       {"light", markdown.StyleOptions{}, "# A", "\x1b[1;38;2;0;95;215mA\x1b[m"},
		"a second heading has weight":                 {"dark", markdown.StyleOptions{}, "## A", "\x1b[1mA\x1b[m"},
		"a heading without colour has weight":         {"light", markdown.StyleOptions{NoColor: true}, "# A", "\x1b[1mA\x1b[m"},
		"a heading of another style has no signs":     {"dracula", markdown.StyleOptions{}, "## A", "\x1b[1;38;2;189;147;249mA\x1b[m"},
		"a heading without any style keeps its signs": {"dark", markdown.StyleOptions{Plain: true}, "# A", "# A"},
		"a heading in ASCII keeps its signs":          {"ascii", markdown.StyleOptions{}, "### A", "### A"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			style, _ := markdown.Builtin(c.style, c.opt)
			lines := markdown.Render([]byte(c.src), markdown.Options{Width: 40, Style: style})
			if len(lines) != 1 || lines[0].Text != c.want {
				t.Errorf("got %+q, want %q", fmt.Sprint(lines), c.want)
			}
		})
	}
}

func TestStyle_CodeNeverBeginsALineWithABlank(t *testing.T) {
	t.Parallel()
	style, _ := markdown.Builtin("dark", markdown.StyleOptions{})
	src := strings.Repeat("word `code of two` and, ", 12)
	for w := 1; w < 60; w++ {
		for _, l := range markdown.Render([]byte(src), markdown.Options{Width: w, Style: style, Method: cell.Grapheme}) {
			if text := withoutOurs(l.Text); strings.HasPrefix(text, " ") || strings.Contains(text, "  ") {
				t.Fatalf("at %d: %q", w, text)
			}
		}
	}
}

func TestParseStyle_ReadsAGlamourStyleFile(t *testing.T) {
	style, err := markdown.ParseStyle([]byte(`{"strong": {"bold": true, "color": "#ff0000"}}`), markdown.StyleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	lines := markdown.Render([]byte("a **b** c"), markdown.Options{Width: 40, Style: style})
	if len(lines) != 1 || !strings.Contains(lines[0].Text, "38;2;255;0;0") {
		t.Errorf("drawn as %v, want b in the colour of the file", lines)
	}
	if _, err := markdown.ParseStyle([]byte(`{"strong": 1}`), markdown.StyleOptions{}); err == nil {
		t.Error("a file that is no style was taken")
	}
}
