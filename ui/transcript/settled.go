package transcript

import (
	"unicode"

	"agtui/ui/cell"
)

// settled tells whether all terminals count the text alike, so that something
// may stand to its right. The form for the simpler kind of terminal must leave
// it as it is (no joined emoji, nothing whose width changed lately), both ways
// to measure must agree, and no rune may be of the classes that terminals are
// known to count in their own way.
func settled(s string) bool {
	if cell.ASCII(s) {
		return true
	}
	for _, r := range s {
		if unreliable(r) {
			return false
		}
	}
	return cell.Canonical(s, cell.WcWidth) == s && cell.Width(s, cell.WcWidth) == cell.Width(s, cell.Grapheme)
}

// unreliable reports the runes that terminals count or place in ways of their
// own: marks other than those of Latin, Greek and Cyrillic text, right-to-left
// scripts (a terminal may reorder the line), single jamo, the emoji of the last
// years, private characters, and what is not assigned.
func unreliable(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r >= 0x300 && r <= 0x36f:
		return false
	case r >= 0x590 && r <= 0x8ff, r >= 0xfb1d && r <= 0xfdff, r >= 0xfe70 && r <= 0xfefe,
		r >= 0x10800 && r <= 0x10fff, r >= 0x1e800 && r <= 0x1efff:
		return true
	case r >= 0x1100 && r <= 0x11ff, r >= 0xa960 && r <= 0xa97f, r >= 0xd7b0 && r <= 0xd7ff:
		return true
	case r >= 0x1f6d6 && r <= 0x1f6df, r == 0x1f6fb, r == 0x1f6fc, r >= 0x1f7f0 && r <= 0x1f7ff, r >= 0x1fa70:
		return true
	case r == '\ufffd':
		return false
	}
	return unicode.In(r, unicode.M, unicode.Co, unicode.Cf) || !unicode.IsPrint(r)
}
