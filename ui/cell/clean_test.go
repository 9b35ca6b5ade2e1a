package cell_test

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"agtui/ui/cell"
)

func TestClean_HardStrings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"plain text stays":                    {"plain text\nand more", "plain text\nand more"},
		"scripts stay":                        {"漢字 한글 नमस्ते مرحبا שָׁ กำ", "漢字 한글 नमस्ते مرحبا שָׁ กำ"},
		"emoji stay":                          {"👨‍👩‍👧‍👦 👍🏽 🇩🇪 1️⃣ ❤️", "👨‍👩‍👧‍👦 👍🏽 🇩🇪 1️⃣ ❤️"},
		"escapes become pictures":             {"\x1b[31mred\x07", "␛[31mred␇"},
		"C1 coded in UTF-8":                   {"\u009b31m\u0090q", "\ufffd31m\ufffdq"},
		"C1 as a bare byte":                   {"\x9b31m", "\ufffd31m"},
		"CRLF is one line end":                {"a\r\nb", "a\nb"},
		"a lone CR is a line end":             {"a\rb", "a\nb"},
		"tabs go to the next stop":            {"ab\tc\n\td", "ab      c\n        d"},
		"tabs count wide characters":          {"漢\tc", "漢      c"},
		"NUL and DEL":                         {"\x00\x7f", "␀␡"},
		"bidirectional controls go":           {"\u202ea\u2066b\u200fc", "abc"},
		"fillers go":                          {"a\u200bb\u00adc\u2060\ufeffd\u3164", "abcd"},
		"line and paragraph separators":       {"a\u2028b\u2029", "a\ufffdb\ufffd"},
		"half a surrogate pair":               {"a\xed\xa0\xbdb", "a\ufffdb"},
		"two halves that meet":                {"\xed\xa0\xbd\xed\xb8\x80", "😀"},
		"bytes that are not UTF-8":            {"a\xffb", "a\ufffdb"},
		"a mark with nothing below it":        {"\u0301a", "◌\u0301a"},
		"a joiner with nothing before it":     {"\u200da", "a"},
		"a selector that selects nothing":     {"a\ufe0fb", "ab"},
		"a skin tone without a face":          {"a🏽", "a\ufffd"},
		"tags without a flag":                 {"a\U000e0067\U000e0062b", "ab"},
		"tags of a flag":                      {"🏴\U000e0067\U000e007f", "🏴\U000e0067\U000e007f"},
		"a filler does not glue two clusters": {"👩\u200b\u200d👩", "👩\ufffd\u200d👩"},
		"half flags stay apart":               {"🇩\u200b🇪", "🇩\ufffd🇪"},
		"marks are capped":                    {"z" + strings.Repeat("\u0335", 40), "z" + strings.Repeat("\u0335", 16)},
		"noncharacters":                       {"a\ufffeb", "a\ufffdb"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := cell.Clean(c.in); got != c.want {
				t.Errorf("Clean(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestLine_StaysOnOneLine(t *testing.T) {
	t.Parallel()
	if got, want := cell.Line("a\r\nb\tc\n"), "a␍␊b c␊"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// checkClean is what must hold for every text.
func checkClean(s string) string {
	c := cell.Clean(s)
	if r := unsafe(c, true); r >= 0 {
		return "Clean lets through " + string(r)
	}
	if again := cell.Clean(c); again != c {
		return "Clean is not idempotent: " + c + " gives " + again
	}
	if r := unsafe(cell.Line(s), false); r >= 0 {
		return "Line lets through " + string(r)
	}
	for _, cl := range clusters(c) {
		if len(cl) > 128 {
			return "a cluster of more than 128 bytes"
		}
		marks := 0
		for _, r := range cl {
			if marks++; !unicode.Is(unicode.Mn, r) {
				marks = 0
			}
			if marks > 16 {
				return "more than 16 marks on a base"
			}
		}
	}
	for _, m := range []cell.Method{cell.WcWidth, cell.Grapheme} {
		f := cell.Canonical(s, m)
		if r := unsafe(f, true); r >= 0 {
			return "Canonical lets through " + string(r)
		}
		if again := cell.Canonical(f, m); again != f {
			return "Canonical is not idempotent: " + f + " gives " + again
		}
		if m == cell.WcWidth && strings.ContainsAny(f, "\u200c\u200d\ufe0e\ufe0f\u20e3") {
			return "Canonical keeps joiners"
		}
	}
	return ""
}

func TestClean_Invariants(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := texts().Draw(t, "s")
		if fault := checkClean(s); fault != "" {
			t.Fatalf("%q: %s", s, fault)
		}
	})
}

func FuzzClean(f *testing.F) {
	for _, s := range hard() {
		f.Add(s)
		f.Add("x" + s + s + "y")
	}
	f.Fuzz(func(t *testing.T, s string) {
		if fault := checkClean(s); fault != "" {
			t.Fatalf("%q: %s", s, fault)
		}
	})
}

func TestCanonical_HardStrings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in, want string
		width    int
	}{
		"family":               {"👨‍👩‍👧‍👦", "👨👩👧👦", 8},
		"rainbow flag":         {"🏳️‍🌈", "🏳🌈", 3},
		"skin tone":            {"👍🏽", "👍", 2},
		"scotland":             {"🏴\U000e0067\U000e007f", "🏴", 2},
		"flag":                 {"🇩🇪", "🇩🇪", 2},
		"half a flag":          {"🇩", "D", 1},
		"keycap":               {"1️⃣", "1", 1},
		"heart":                {"❤️", "❤", 1},
		"composed":             {"e\u0301", "é", 1},
		"jamo that compose":    {"\u1112\u1161\u11ab", "한", 2},
		"jamo that do not":     {"\u1161", "\ufffd", 1},
		"sara am":              {"กำ", "ก\u0e4d\u0e32", 2},
		"conjunct":             {"क्ष", "क्ष", 2},
		"arabic number sign":   {"\u0600", "\ufffd", 1},
		"trigram":              {"☰", "\ufffd", 1},
		"hexagram":             {"䷀", "\ufffd", 1},
		"emoji of Unicode 16":  {"\U0001fae9", "\ufffd", 1},
		"not assigned":         {"\u0378", "\ufffd", 1},
		"private use":          {"\ue0b0", "\ue0b0", 1},
		"ideographic selector": {"漢\U000e0100", "漢", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := cell.Canonical(c.in, cell.WcWidth)
			if got != c.want || cell.Width(got, cell.WcWidth) != c.width {
				t.Errorf("Canonical(%q) = %q of width %d, want %q of width %d",
					c.in, got, cell.Width(got, cell.WcWidth), c.want, c.width)
			}
		})
	}
}
