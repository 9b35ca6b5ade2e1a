package markdown_test

import (
	"errors"
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

func TestSheet_ReadsAGlamourStyleFile(t *testing.T) {
	t.Parallel()
	sheet, err := markdown.ParseSheet([]byte(`{"strong": {"bold": true, "color": "#ff0000"}, "block_quote": {"indent": 2, "indent_token": "> "},
		"list": {"italic": true}, "image": {"underline": true}, "html_span": {"color": "5"}, "item": {"block_prefix": "- "},
		"task": {"ticked": "[✓] "}, "h1": {"prefix": "= ", "upper": true}, "something": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	for src, want := range map[string]string{
		"a **b** c":            "a \x1b[1;38;2;255;0;0mb\x1b[m c",
		"> q":                  "> > q",
		"- i":                  "\x1b[3m- i\x1b[m",
		"- [x] done":           "\x1b[3m[✓] done\x1b[m",
		"# title":              "= TITLE",
		"a <b>":                "a \x1b[2;35m<b>\x1b[m",
		"![a](https://b.test)": "[image a] \x1b[2;4m(https://b.test)\x1b[m",
	} {
		lines := markdown.Render([]byte(src), markdown.Options{Width: 40, Style: sheet.Style(markdown.StyleOptions{})})
		if len(lines) != 1 || lines[0].Text != want {
			t.Errorf("%s is drawn as %+q, want %q", src, fmt.Sprint(lines), want)
		}
	}
}

func TestSheet_SaysWhereAFileIsWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, want string }{
		"a comma too many":    {"{\n  \"h1\": {\"bold\": true,}\n}", "line 2, column 23: it is not valid JSON"},
		"a wrong type":        {"{\n  \"h1\": {\"bold\": \"yes\"}\n}", "h1.bold is a string, it must be true or false"},
		"an element no block": {`{"strong": 1}`, "strong is a number, it must be an object in braces"},
		"a colour no text":    {`{"text": {"color": 12}}`, "text.color is a number, it must be a text in quotes"},
		"a list":              {"[]", "the file is an array, it must be an object in braces"},
		"no style at all":     {`{"name": "x"}`, "it has no element of a style"},
		"nothing":             {" \n", "it is empty"},
		"cut off":             {`{"h1": {`, "line 1, column 8: it is not valid JSON"},
	} {
		_, err := markdown.ParseSheet([]byte(c.file))
		if err == nil || !errors.Is(err, markdown.ErrStyle) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", name, err, c.want)
		}
	}
}

func TestSheet_EveryBuiltinStyleDraws(t *testing.T) {
	t.Parallel()
	if got := strings.Join(markdown.BuiltinNames(), " "); got != "ascii dark dracula light notty pink tokyo-night" {
		t.Errorf("the built-in styles are %s", got)
	}
	for _, name := range markdown.BuiltinNames() {
		sheet, ok := markdown.BuiltinSheet(name)
		o := markdown.Options{Width: 40, Style: sheet.Style(markdown.StyleOptions{})}
		lines := markdown.Render([]byte(answer(1500)), o)
		if err := checkLines(lines, o); err != nil || !ok || len(lines) < 20 {
			t.Errorf("%s: %d lines, %v", name, len(lines), err)
		}
	}
	if _, ok := markdown.BuiltinSheet("drk"); ok {
		t.Error("a style of no name was found")
	}
}
