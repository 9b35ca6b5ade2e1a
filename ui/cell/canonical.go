package cell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Canonical returns the form of s that a terminal draws as wide as Width says.
// It cleans s first. For Grapheme that is all; a WcWidth terminal gets text in
// NFC without joiners, selectors and tags, and U+FFFD for what terminals do
// not agree about.
func Canonical(s string, m Method) string {
	s = Clean(s)
	if m == Grapheme || ASCII(s) {
		return s
	}
	s = dropJoiners(s)
	if !norm.NFC.IsNormalString(s) {
		s = norm.NFC.String(unordered(s))
	}
	return capClusters(agreed(s))
}

// unordered replaces the marks that agreed would, so that the order of NFC
// puts none of them before a mark that is drawn already.
func unordered(s string) string {
	return strings.Map(func(r rune) rune {
		if mark(r) && disputed(r) {
			return bad
		}
		return r
	}, s)
}

// ASCII reports text without any other character.
func ASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// joinerRune reports what the wc form drops wherever it stands.
func joinerRune(r rune) bool {
	return r == zwj || r == zwnj || r == keycap || selector(r) || tag(r)
}

// dropJoiners removes what has no width but changes that of its neighbours.
func dropJoiners(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return joinerRune(r) || tone(r) }) < 0 {
		return s
	}
	var out strings.Builder
	out.Grow(len(s))
	var prev rune
	for _, r := range s {
		if joinerRune(r) || tone(r) && pictograph(prev) {
			continue
		}
		out.WriteRune(r)
		prev = r
	}
	return out.String()
}

// agreed replaces the runes whose width differs between terminals.
func agreed(s string) string {
	if strings.IndexFunc(s, disputed) < 0 {
		return s
	}
	var out strings.Builder
	out.Grow(len(s) + 8)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case regional(r):
			if next, n := utf8.DecodeRuneInString(s[i:]); regional(next) {
				out.WriteRune(r)
				out.WriteRune(next)
				i += n
				continue
			}
			out.WriteRune('A' + r - firstRI)
		case r == saraAm:
			out.WriteString("\u0E4D\u0E32")
		case r == laoAm:
			out.WriteString("\u0ECD\u0EB2")
		case disputed(r):
			out.WriteRune(bad)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// disputed reports the runes that agreed looks at.
func disputed(r rune) bool {
	switch {
	case r < 0x370:
		return false
	case within(r, 0x620, 0x64A), within(r, 0x2010, 0x2027), within(r, 0x3000, 0x9FFF), within(r, 0xAC00, 0xD7A3):
		return within(r, 0x4DC0, 0x4DFF)
	case r == saraAm, r == laoAm, regional(r), jamo(r):
		return true
	case within(r, 0x2630, 0x2637), within(r, 0x268A, 0x268F), within(r, 0x1D300, 0x1D356), within(r, 0x1D360, 0x1D376):
		return true
	case within(r, 0x16FF0, 0x16FF1), within(r, 0x1D165, 0x1D172): // marks that take cells of their own
		return true
	case r == bad:
		return false
	}
	return recent(r) || !assigned(r)
}

// recent reports what came with Unicode 15. Terminals in use, tmux 3.3 and
// xterm 379 among them, do not know it and count it in their own ways.
func recent(r rune) bool {
	switch {
	case r < 0x10000:
		return r == 0xCF3 || r == 0xECE
	case within(r, 0x1F600, 0x1F6FF):
		return r == 0x1F6DC
	case within(r, 0x1FA70, 0x1FAFF):
		return recentEmoji(r)
	case within(r, 0x10EFD, 0x10EFF), within(r, 0x11240, 0x11241), within(r, 0x11B00, 0x11B09), within(r, 0x11F00, 0x11F59):
		return true
	case within(r, 0x13439, 0x13455), within(r, 0x1D2C0, 0x1D2D3), within(r, 0x1DF25, 0x1DF2A), within(r, 0x1E030, 0x1E08F):
		return true
	case within(r, 0x1E4D0, 0x1E4F9), within(r, 0x1F774, 0x1F776), within(r, 0x1F77B, 0x1F77F), r == 0x1F7D9, r == 0x1B132, r == 0x1B155:
		return true
	}
	return within(r, 0x31350, 0x323AF)
}

func recentEmoji(r rune) bool {
	switch {
	case within(r, 0x1FA75, 0x1FA77), within(r, 0x1FA87, 0x1FA88), within(r, 0x1FAAD, 0x1FAAF), within(r, 0x1FABB, 0x1FABF):
		return r != 0x1FABE
	case within(r, 0x1FACE, 0x1FACF), within(r, 0x1FADA, 0x1FADB), r == 0x1FAE8, within(r, 0x1FAF7, 0x1FAF8):
		return true
	}
	return false
}

// assigned reports the code points that the Unicode tables of Go know. The
// newer ones have no common width yet.
func assigned(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cf, unicode.Co)
}
