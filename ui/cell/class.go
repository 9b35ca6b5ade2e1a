package cell

import (
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Runes with a name of their own.
const (
	zwnj       = 0x200C
	zwj        = 0x200D
	vs15       = 0xFE0E
	vs16       = 0xFE0F
	keycap     = 0x20E3
	blackFlag  = 0x1F3F4
	firstTone  = 0x1F3FB
	lastTone   = 0x1F3FF
	firstRI    = 0x1F1E6
	lastRI     = 0x1F1FF
	firstTag   = 0xE0020
	lastTag    = 0xE007F
	surrogate  = 0xD800
	lowHalf    = 0xDC00
	surrogEnd  = 0xDFFF
	dotted     = 0x25CC
	saraAm     = 0x0E33
	laoAm      = 0x0EB3
	picture    = 0x2400 // control picture of NUL
	pictureDel = 0x2421
	bad        = '\uFFFD'
)

func within(r, lo, hi rune) bool { return r >= lo && r <= hi }

// invisible reports the runes that draw nothing and only hide or reorder
// text: bidirectional controls, fillers, deprecated format characters.
func invisible(r rune) bool {
	switch {
	case r == 0xAD, r == 0x34F, r == 0x61C, r == 0x180E, r == 0x3164, r == 0xFEFF, r == 0xFFA0:
		return true
	case within(r, 0x115F, 0x1160), within(r, 0x17B4, 0x17B5):
		return true
	case r == 0x200B, within(r, 0x200E, 0x200F), within(r, 0x202A, 0x202E), within(r, 0x2060, 0x206F):
		return true
	case within(r, 0xFFF9, 0xFFFB), within(r, 0x1D173, 0x1D17A), within(r, 0x1BCA0, 0x1BCA3):
		return true
	case within(r, 0xE0000, 0xE001F), within(r, 0xE0080, 0xE00FF), within(r, 0xE01F0, 0xE0FFF):
		return true
	}
	return false
}

// noncharacter reports the code points that Unicode keeps for itself.
func noncharacter(r rune) bool { return r&0xFFFE == 0xFFFE || within(r, 0xFDD0, 0xFDEF) }

// pictograph is a superset of Extended_Pictographic: what may carry VS16, a
// skin tone or a ZWJ sequence.
func pictograph(r rune) bool {
	switch {
	case r < 0xA9:
		return false
	case r == 0xA9, r == 0xAE, r == 0x203C, r == 0x2049, r == 0x2122, r == 0x2139:
		return true
	case within(r, 0x2194, 0x21AA), within(r, 0x231A, 0x23FF), r == 0x24C2:
		return true
	case within(r, 0x25AA, 0x27BF), within(r, 0x2934, 0x2935), within(r, 0x2B05, 0x2B55):
		return true
	case r == 0x3030, r == 0x303D, r == 0x3297, r == 0x3299:
		return true
	}
	return within(r, 0x1F000, 0x1FAFF) && !regional(r) && !tone(r)
}

func tone(r rune) bool     { return within(r, firstTone, lastTone) }
func regional(r rune) bool { return within(r, firstRI, lastRI) }
func tag(r rune) bool      { return within(r, firstTag, lastTag) }

// selector reports the variation selectors.
func selector(r rune) bool {
	return within(r, 0xFE00, 0xFE0F) || within(r, 0xE0100, 0xE01EF) || within(r, 0x180B, 0x180D) || r == 0x180F
}

// mark reports what sits on the rune before it.
func mark(r rune) bool {
	return r >= 0x300 && (r <= 0x36F || unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc))
}

// prepend reports the marks that join the rune after them.
func prepend(r rune) bool {
	switch {
	case within(r, 0x600, 0x605), r == 0x6DD, r == 0x70F, within(r, 0x890, 0x891), r == 0x8E2, r == 0xD4E:
		return true
	}
	if r < 0x110BD || r > 0x11FFF {
		return false
	}
	pair := string(r) + "a"
	return len(graphemes.FromString(pair).First()) == len(pair)
}

// jamo reports the parts of Hangul syllables.
func jamo(r rune) bool {
	return within(r, 0x1100, 0x11FF) || within(r, 0xA960, 0xA97F) || within(r, 0xD7B0, 0xD7FF)
}

// openSyllable reports a Hangul syllable that a final consonant could join.
func openSyllable(r rune) bool { return within(r, 0xAC00, 0xD7A3) && (r-0xAC00)%28 == 0 }

// complexScript reports the scripts of India and South-East Asia, where a
// later rune joins a cluster and may widen it.
func complexScript(r rune) bool {
	switch {
	case within(r, 0x900, 0x109F), within(r, 0x1700, 0x18AF), within(r, 0x1920, 0x1CFF):
		return true
	case within(r, 0xA800, 0xA8FF), within(r, 0xA900, 0xA95F), within(r, 0xA980, 0xAAFF), within(r, 0xABC0, 0xABFF):
		return true
	}
	return within(r, 0x10A00, 0x10A7F) || within(r, 0x11000, 0x11FFF) || within(r, 0x16100, 0x1613F)
}

// linker reports the viramas, which join the consonant after them.
func linker(r rune) bool {
	switch r {
	case 0x94D, 0x9CD, 0xA4D, 0xACD, 0xB4D, 0xBCD, 0xC4D, 0xCCD, 0xD4D, 0x1039, 0x17D2, 0x1A60, 0xA9C0, 0xAAF6:
		return true
	}
	return r >= 0x10A3F && complexScript(r) && mark(r)
}

// unsettled reports that a rune coming after r could change the width or the
// picture of the cluster that ends in r.
func unsettled(r rune) bool {
	switch {
	case r < 0x80:
		return r == '\r' || r == '#' || r == '*' || within(r, '0', '9')
	case r == zwj, r == zwnj, selector(r), tone(r), regional(r), tag(r):
		return true
	case within(r, 0xFF66, 0xFF9F): // half-width kana, which take a sound mark
		return true
	}
	return complexScript(r) || pictograph(r) || jamo(r) || openSyllable(r) || prepend(r)
}

// joins reports that next would become part of the cluster that ends in prev.
// It may say so once too often, never once too little.
func joins(prev, next rune) bool {
	if prev == 0 {
		return false
	}
	if next < 0x80 {
		return prepend(prev)
	}
	if prev == zwj || linker(prev) {
		return true
	}
	pair := string(prev) + string(next)
	return len(graphemes.FromString(pair).First()) == len(pair)
}
