package cell_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/ui/cell"
)

func TestWrap_Breaks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   string
		w    int
		want []string
	}{
		"at blanks":                         {"one two three", 8, []string{"one two", "three"}},
		"between ideographs":                {"漢字漢字", 5, []string{"漢字", "漢字"}},
		"not before closing punctuation":    {"漢字漢。字", 6, []string{"漢字", "漢。字"}},
		"after a hyphen":                    {"state-of-the-art", 9, []string{"state-of-", "the-art"}},
		"an address moves as a whole":       {"see http://a.b/c/d", 14, []string{"see", "http://a.b/c/d"}},
		"a long word between clusters":      {"abcdefgh", 3, []string{"abc", "def", "gh"}},
		"a cluster wider than the line":     {"漢", 1, []string{"\ufffd"}},
		"blanks at the start stay":          {"  one two", 6, []string{"  one", "two"}},
		"line ends":                         {"a\n\nb", 5, []string{"a", "", "b"}},
		"nothing":                           {"", 5, []string{""}},
		"an exclamation mark after a blank": {"Merci !", 6, []string{"Merci", "!"}},
		"a family stays together":           {"👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, []string{"👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := cell.Wrap(c.in, c.w, cell.Grapheme); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// checkWrap wraps a text and returns what is wrong with the lines.
func checkWrap(s string, w int, m cell.Method) string {
	s = cell.Canonical(s, m)
	lines := cell.Wrap(s, w, m)
	known := map[string]bool{"\ufffd": true}
	for _, cl := range clusters(s) {
		known[cl] = true
	}
	for _, l := range lines {
		if got := cell.Width(l, m); got > max(w, 1) {
			return "too wide: " + l
		}
		for _, cl := range clusters(l) {
			if !known[cl] {
				return "a cluster was split: " + cl
			}
		}
	}
	for cl := range known {
		if cell.Width(cl, m) > max(w, 1) { // such clusters were replaced
			return ""
		}
	}
	ink := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
	if got := ink(strings.Join(lines, "")); got != ink(s) {
		return "text lost: " + got
	}
	return ""
}

func TestWrap_Invariants(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := texts().Draw(t, "s")
		w := rapid.IntRange(0, 30).Draw(t, "w")
		m := cell.Method(rapid.IntRange(0, 1).Draw(t, "m"))
		if fault := checkWrap(s, w, m); fault != "" {
			t.Fatalf("%q at %d: %s", s, w, fault)
		}
	})
}

func FuzzWrap(f *testing.F) {
	for i, s := range hard() {
		f.Add(s+" "+s+s, uint8(i%12), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, s string, w uint8, wc bool) {
		m := cell.Grapheme
		if wc {
			m = cell.WcWidth
		}
		if fault := checkWrap(s, int(w), m); fault != "" {
			t.Fatalf("%q at %d: %s", s, w, fault)
		}
	})
}

func TestTruncate_NeverExceedsTheWidth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := cell.Method(rapid.IntRange(0, 1).Draw(t, "m"))
		s := cell.Canonical(cell.Line(texts().Draw(t, "s")), m)
		w := rapid.IntRange(0, 20).Draw(t, "w")
		got := cell.Truncate(s, w, m, "…")
		if cell.Width(got, m) > w {
			t.Fatalf("Truncate(%q, %d) = %q", s, w, got)
		}
		if cell.Width(s, m) <= w && got != s {
			t.Fatalf("%q fits in %d but became %q", s, w, got)
		}
		if p := cell.Pad(got, w, m); cell.Width(p, m) != w {
			t.Fatalf("Pad(%q, %d) = %q", got, w, p)
		}
	})
}

func TestAlign_LeavesClusters(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := cell.Clean(texts().Draw(t, "s"))
		i := rapid.IntRange(0, len(s)).Draw(t, "i")
		for i > 0 && i < len(s) && s[i]&0xC0 == 0x80 {
			i--
		}
		at := cell.Align(s, i)
		sum := 0
		for _, cl := range clusters(s) {
			if at > sum && at < sum+len(cl) {
				t.Fatalf("Align(%q, %d) = %d, inside %q", s, i, at, cl)
			}
			sum += len(cl)
		}
	})
}
