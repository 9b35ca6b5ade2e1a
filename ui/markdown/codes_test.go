package markdown_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/ui/markdown"
)

func TestDoc_ListsItsCodeAsReceived(t *testing.T) {
	t.Parallel()
	src := "text\n\n```go\nfunc f() {\n\treturn\n}\n```\n\n- item\n\n  ~~~\n  in a list\n    deeper\n  ~~~\n\n> ```sh\n> ls\n> ```\n\n    indented\n\nend\n\n```py\nopen"
	want := []struct{ lang, source, first string }{
		{"go", "func f() {\n\treturn\n}\n", "func f() {"},
		{"", "in a list\n  deeper\n", "in a list"},
		{"sh", "ls\n", "ls"},
		{"", "indented\n", "indented"},
		{"py", "open", "open"},
	}
	for _, width := range []int{4, 80} {
		d := markdown.New(markdown.Options{Width: width})
		d.Append([]byte(src))
		lines := d.Lines()
		codes := d.Codes(0, len(lines))
		if len(codes) != len(want) {
			t.Fatalf("at %d there are %d blocks of code, want %d", width, len(codes), len(want))
		}
		for i, c := range codes {
			if c.Lang != want[i].lang || c.Source != want[i].source {
				t.Errorf("block %d is %q %q, want %q %q", i, c.Lang, c.Source, want[i].lang, want[i].source)
			}
			if width == 80 && !strings.HasSuffix(strings.TrimSpace(lines[c.From].Text), want[i].first) {
				t.Errorf("block %d starts at %q", i, lines[c.From].Text)
			}
			if got := d.Codes(c.To-1, c.To); len(got) != 1 || got[0] != c {
				t.Errorf("the last line of block %d has %v", i, got)
			}
		}
	}
}

func TestDoc_CodesOfRandomDocumentsLieInTheirLines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := markdown.New(markdown.Options{Width: rapid.IntRange(1, 60).Draw(t, "width")})
		for _, p := range pieces(t, documents(14).Draw(t, "src")) {
			d.Append([]byte(p))
			n := len(d.Lines())
			at := 0
			for _, c := range d.Codes(0, n) {
				if c.From < at || c.To <= c.From || c.To > n {
					t.Fatalf("code at %d..%d of %d lines, after %d", c.From, c.To, n, at)
				}
				at = c.To
			}
		}
	})
}
