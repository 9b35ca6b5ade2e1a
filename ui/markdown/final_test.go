package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"agtui/theme"
	"agtui/ui/markdown"
)

// coloured is a document in a style with colours for code.
func coloured(src string) *markdown.Doc {
	d := markdown.New(markdown.Options{Width: 60, Style: markdown.ForTheme(theme.Dark(), markdown.StyleOptions{})})
	d.Append([]byte(src))
	d.Lines()
	return d
}

// paint does the jobs of a document and returns how many there were.
func paint(d *markdown.Doc) int {
	jobs := d.Jobs()
	for _, j := range jobs {
		d.Highlighted(j.ID, markdown.Highlight(j.Lang, j.Code))
	}
	return len(jobs)
}

// hasColours tells whether a keyword is drawn as one.
func hasColours(d *markdown.Doc) bool {
	for _, l := range d.Lines() {
		if strings.Contains(l.Text, "func\x1b[") {
			return true
		}
	}
	return false
}

func TestDoc_CodeAtTheEndIsColouredOnceItIsFinal(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{
		"without a line end":           "```go\nfunc f() {}\n```",
		"with text before":             "text\n\n```go\nfunc f() {}\n```",
		"in an item":                   "- a\n\n  ```go\n  func f() {}\n  ```\n",
		"in a quote":                   "> ```go\n> func f() {}\n> ```\n",
		"never closed":                 "```go\nfunc f() {}\n",
		"never closed, in an item":     "- a\n  ```go\n  func f() {}",
		"with text behind in its line": "```go\nfunc f() {}\n```\nand so on",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := coloured(src)
			paint(d)
			plain := len(d.Lines())
			d.Finish()
			d.Lines()
			paint(d)
			if !hasColours(d) || len(d.Lines()) != plain {
				t.Fatalf("it has no colours: %+q", fmt.Sprint(d.Lines()))
			}
			if d.Finish(); paint(d) > 0 {
				t.Error("it wants colours twice")
			}
			light := markdown.ForTheme(theme.Light(), markdown.StyleOptions{})
			if d.SetStyle(light); !hasColours(d) || paint(d) > 0 {
				t.Error("another style takes its colours")
			}
			d.Append([]byte("\n\n```\n\nmore\n"))
			d.Lines()
			paint(d)
			if err := same(d.Lines(), rendered(src+"\n\n```\n\nmore\n", light)); err != nil {
				t.Errorf("with more behind it: %v", err)
			}
		})
	}
}

// rendered is a whole text with the colours of its code.
func rendered(src string, s *markdown.Style) []markdown.Line {
	d := markdown.New(markdown.Options{Width: 60, Style: s})
	d.Append([]byte(src))
	d.Lines()
	paint(d)
	return d.Lines()
}

func TestDoc_AClosedFenceIsColouredBeforeTheNextLineIsWhole(t *testing.T) {
	t.Parallel()
	d := coloured("```go\nfunc f() {}\n```\nand so on, in one long line")
	if n := paint(d); n != 1 || !hasColours(d) {
		t.Errorf("%d jobs, %+q", n, fmt.Sprint(d.Lines()))
	}
}
