package cell_test

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"pgregory.net/rapid"
)

// hard are texts that go wrong somewhere: each is a cluster, or a script whose
// clusters depend on what follows, or something that must not reach a terminal.
func hard() []string {
	out := []string{"\n", " ", "-", "/"}
	for _, row := range hardRows() {
		out = append(out, row.text)
	}
	return out
}

// texts generates mixtures of the hard strings, ordinary words and runes.
func texts() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		part := rapid.OneOf(
			rapid.SampledFrom(hard()),
			rapid.StringMatching(`[a-z]{1,12}[ .,-]?`),
			rapid.Map(rapid.Rune(), func(r rune) string { return string(r) }),
			rapid.Map(rapid.SliceOfN(rapid.Byte(), 1, 3), func(b []byte) string { return string(b) }),
		)
		return strings.Join(rapid.SliceOfN(part, 0, 24).Draw(t, "parts"), "")
	})
}

// unsafe is the first rune of s that must not reach a terminal, -1 for none.
func unsafe(s string, lines bool) rune {
	for i, r := range s {
		_, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			return r
		case r == '\n' && lines:
		case unicode.IsControl(r), r == 0x2028, r == 0x2029, unicode.Is(unicode.Bidi_Control, r):
			return r
		case strings.ContainsRune("\u00ad\u034f\u180e\u200b\u2060\ufeff\u3164\u115f\u1160\uffa0", r):
			return r
		}
	}
	return -1
}

// clusters splits a text.
func clusters(s string) []string {
	var out []string
	for it := graphemes.FromString(s); it.Next(); {
		out = append(out, it.Value())
	}
	return out
}
