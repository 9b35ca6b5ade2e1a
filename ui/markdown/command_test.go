package markdown_test

import (
	"strings"
	"testing"

	"agtui/ui/markdown"
)

func TestRender_PartsWhatWouldWriteTheClipboard(t *testing.T) {
	t.Parallel()
	const src = "one \x1b]52;c;Zq7\a two [a\x1b]52;c;Zq7\a](http://a.example) *\x1b*]52;c;Zq7 `\x1b]52;c;Zq7`\n\n# \x1b]52;c;Zq7\n\n| \x1b]52;c |\n|--|\n| \x1b]52;c |\n\n    \x1b]52;c;Zq7\n"
	d := markdown.New(markdown.Options{Width: 60})
	for i := range len(src) {
		d.Append([]byte(src[i : i+1]))
		for _, ln := range d.Lines() {
			if strings.Contains(ln.Text, "]52;") {
				t.Fatalf("after %d bytes a line has the command: %q", i+1, ln.Text)
			}
		}
	}
}
