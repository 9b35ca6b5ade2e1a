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
	return []string{
		"a", "e\u0301", "z" + strings.Repeat("\u0335", 40), "\u0301", " \u0301", "😀", "👨‍👩‍👧‍👦", "👨‍🌾", "👩‍❤️‍👨", "🏳️‍🌈", "🏴‍☠️",
		"🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "👍🏽", "🏽", "👩🏾‍🌾", "🇩🇪", "🇩", "🇩🇪🇫", "🇩🇪🇫🇷", "1️⃣", "1⃣", "#️⃣",
		"❤", "❤️", "❤︎", "⚠️", "⌚︎", "⌚", "ℹ️", "↔️", "✅", "✔️", "©️", "1️", "漢字", "漢\U000e0100", "Ａ", "ｶ", "ｶﾞ", "か\u3099", "각", "\u1100\u1161\u11a8",
		"\u1100", "\u1161", "ㄱ", "क्ष", "क्षि", "नमस्ते", "நி", "கோ", "กำ", "ก่", "ন্ত", "مرحبا", "لا", "שָׁ", "\u0600", "\u200d", "a\u200db", "a\u200bb",
		"a\u200cb", "a\u2060b", "a\ufeffb", "a\u00adb", "a\u200fb", "\u202eabc\u202c", "\u2066abc\u2069", "a\u00a0b", "a\u2003b", "a\u3000b", "a\u2028b",
		"a\tb", "a\ab", "ab\bc", "ab\rc", "a\x00b", "a\x7fb", "a\u0085b", "\u009b31mab", "\x9b31m", "\x1b[31mab\x1b[0m", "\x1b[2Aab", "\x1b]0;t\aab",
		"\x1b]52;c;aGk=\aab", "\x1b]8;;http://x\x1b\\ab\x1b]8;;\x1b\\", "\x1bPq#0\x1b\\ab", "\x1b_Gi=1\x1b\\ab", "\x1b]0;open", "\x1b", "\xff",
		"\xf0\x9f", "\xed\xa0\xbd", "\xed\xb8\x80", "\ufffd", "─│┼", "○", "…", "•", "⣿", "\ue0b0", "\U000f0000", "\u0378", "\U0001cc00", "\U0001fae9",
		"䷀", "☰", "⚌", "ﾟД", "⸻", "𒀱", "﷽", "\u3164", "\u115f", "\u034f", "\u17b4", "\ufff9", "\ufffe", "\u0e33", "\u0eb3", "\u094d", "\u0d4eക", "ᬅ", "\n", " ", "-", "/",
	}
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
