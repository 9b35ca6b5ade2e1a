package cell

import (
	"unicode"
	"unicode/utf8"
)

// closes reports that s, which stands after a blank, begins with punctuation
// that ends what was before: a line must not begin with it.
func closes(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	alone := len(s) == n || n < len(s) && s[n] == ' ' // else it may open something
	switch r {
	case ')', ']', '}', 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF01, 0xFF1F, 0xFF61, 0xFF64:
		return true
	case '!', '?', ':', ';':
		return alone
	}
	return r >= utf8.RuneSelf && (unicode.Is(unicode.Pe, r) || alone && unicode.Is(unicode.Pf, r))
}

// opens reports that a word is nothing but punctuation that begins what comes
// after it.
func opens(word string) bool {
	r, n := utf8.DecodeRuneInString(word)
	return n == len(word) && (r == '(' || r == '[' || r >= utf8.RuneSelf && unicode.In(r, unicode.Pi, unicode.Ps))
}

// unspaced reports scripts that have no blanks between words.
func unspaced(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return taiVowels(r) || within(r, 0x1000, 0x109F) || within(r, 0x1780, 0x17FF) || within(r, 0x1950, 0x19DF) || within(r, 0x1A20, 0x1AAF)
}

// taiVowels reports Thai and Lao: some of their vowels stand before or behind
// their consonant, as letters of their own.
func taiVowels(r rune) bool { return within(r, 0xE01, 0xE4E) || within(r, 0xE81, 0xECE) }

// leading reports the vowels before a consonant: a syllable begins with them.
func leading(r rune) bool { return within(r, 0xE40, 0xE44) || within(r, 0xEC0, 0xEC4) }

// dependent reports what never begins a line in Thai and Lao.
func dependent(r rune) bool {
	switch r {
	case 0xE2F, 0xE30, 0xE32, saraAm, 0xE45, 0xE46, 0xEB0, 0xEB2, laoAm, 0xEBD, 0xEC6:
		return true
	}
	return mark(r)
}

// final reports what ends a syllable in Thai and Lao.
func final(r rune) bool {
	switch r {
	case 0xE2F, 0xE30, saraAm, 0xE46, 0xEB0, laoAm, 0xEC6:
		return true
	}
	return false
}
