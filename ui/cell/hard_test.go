package cell_test

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"agtui/ui/cell"
)

var update = flag.Bool("update", false, "write the table of hard strings and the wrapped texts anew")

// hardFile has a text in each line: its name, the text, what is drawn of it
// where widths are counted rune by rune and how wide that is, and the same for
// grapheme clusters. The columns are parted by tabs, the texts quoted as in Go.
const hardFile = "testdata/hard.txt"

// hardRow is the beginning of a line of hardFile.
type hardRow struct{ name, text string }

func hardRows() []hardRow {
	file, err := os.ReadFile(hardFile)
	if err != nil {
		panic(err)
	}
	var out []hardRow
	for line := range strings.Lines(string(file)) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		text, err := strconv.Unquote(parts[1])
		if err != nil {
			panic(fmt.Errorf("%s: %q: %w", hardFile, line, err))
		}
		out = append(out, hardRow{parts[0], text})
	}
	return out
}

func TestCanonical_TableOfHardStrings(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	names := map[string]bool{}
	for _, row := range hardRows() {
		if names[row.name] {
			t.Errorf("two rows are named %q", row.name)
		}
		names[row.name] = true
		fmt.Fprintf(&b, "%s\t%s", row.name, strconv.QuoteToASCII(row.text))
		for _, m := range []cell.Method{cell.WcWidth, cell.Grapheme} {
			form := cell.Canonical(row.text, m)
			fmt.Fprintf(&b, "\t%s\t%d", strconv.QuoteToASCII(form), cell.Width(form, m))
		}
		b.WriteByte('\n')
	}
	if *update {
		if err := os.WriteFile(hardFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(hardFile)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i, line := range lines {
		if i < len(got) && got[i] != line {
			t.Errorf("line %d is\n%s\nwant\n%s\n(go test ./ui/cell -update)", i+1, got[i], line)
		}
	}
}
