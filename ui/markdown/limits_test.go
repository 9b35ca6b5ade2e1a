package markdown_test

import (
	"strings"
	"testing"

	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// stairs are items each of which is in the one before.
func stairs(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

// TestDoc_HostileTextIsNotMuchWork: each of these took the parser seconds to
// minutes, or made millions of lines. The lines are bounded and fit.
func TestDoc_HostileTextIsNotMuchWork(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{
		"ten thousand quotes":            strings.Repeat("> ", 10_000) + "x\n",
		"ten thousand lists":             strings.Repeat("- ", 10_000) + "x\n",
		"stars that may be a rule":       strings.Repeat("* ", 20_000) + "a\n",
		"lists in quotes":                strings.Repeat("> - ", 5_000) + "x\n",
		"numbered stairs":                strings.ReplaceAll(stairs(300), "-", "1)"),
		"stairs":                         stairs(600),
		"links that do not end":          strings.Repeat("[a](", 20_000),
		"links that do not end, an item": "- " + strings.Repeat("[a](", 5_000),
		"links that do not end, a title": "# " + strings.Repeat("[a](b \"", 5_000),
		"two thousand columns":           strings.Repeat("a|", 2_000) + "\n" + strings.Repeat("-|", 2_000) + "\n" + strings.Repeat("x\n", 3_000),
		"sixty columns, empty rows":      strings.Repeat("a|", 60) + "\n" + strings.Repeat("-|", 60) + "\n" + strings.Repeat("x\n", 10_000),
		"the same in a quote":            "> " + strings.Repeat("a|", 60) + "\n> " + strings.Repeat("-|", 60) + "\n" + strings.Repeat("> x\n", 20_000),
		"one long word":                  strings.Repeat("a", 300_000),
		"brackets":                       strings.Repeat("[", 50_000),
		"emphasis":                       strings.Repeat("**a*_ ", 10_000),
		"runs of backticks":              strings.Repeat("`a``b```c", 5_000),
		"marks without end":              "a" + strings.Repeat("\u0301", 50_000),
		"controls":                       strings.Repeat("\x1b[2J\x07\u009b1m\u202e", 5_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := markdown.Options{Width: 80, Method: cell.Grapheme, Hyperlinks: true}
			d := markdown.New(o)
			for rest := src; rest != ""; {
				n := max(len(rest)/3, min(1_000, len(rest)))
				d.Append([]byte(rest[:n]))
				d.Lines()
				rest = rest[n:]
			}
			lines := d.Lines()
			if err := checkLines(lines, o); err != nil {
				t.Fatal(err)
			}
			if most := 3_000 + len(src); len(lines) > most {
				t.Errorf("%d bytes make %d lines", len(src), len(lines))
			}
		})
	}
}

func TestDoc_LimitsLeaveText(t *testing.T) {
	t.Parallel()
	deep := markdown.Render([]byte(strings.Repeat("> ", 60)+"end\n"), markdown.Options{Width: 400})
	if got := deep[0].Text; strings.Count(got, "│") != 32 || !strings.HasSuffix(got, "│ "+strings.Repeat("> ", 28)+"end") {
		t.Errorf("quotes beyond the limit are %q", got)
	}
	wide := strings.Repeat("a|", 65) + "\n" + strings.Repeat("-|", 65) + "\n" + strings.Repeat("x|", 65) + "\n"
	if got := markdown.Render([]byte(wide), markdown.Options{Width: 400})[0].Text; !strings.HasPrefix(got, "a|a|a|") {
		t.Errorf("a table beyond the limit is %q", got)
	}
	src := strings.Repeat("[a](b c) ", 120) + "[d](https://e.example)\n\n[d](https://e.example)"
	lines := markdown.Render([]byte(src), markdown.Options{Width: 4_000})
	if got := lines[0].Text; !strings.HasSuffix(got, "[d](https://e.example)") || lines[2].Text != "d (https://e.example)" {
		t.Errorf("links beyond the limit are %q and %q", got, lines[2].Text)
	}
}

func TestTable_RecordsLeaveOutEmptyCells(t *testing.T) {
	t.Parallel()
	src := "| one | two | three |\n|---|---|---|\n| aaaaaaaaaa | | cccccccccc |\n| | | |\n| | x |\n"
	var got []string
	for _, l := range markdown.Render([]byte(src), markdown.Options{Width: 17}) {
		got = append(got, l.Text)
	}
	want := "one: aaaaaaaaaa\nthree: cccccccccc\n\none:\n\ntwo: x"
	if strings.Join(got, "\n") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "\n"), want)
	}
}
