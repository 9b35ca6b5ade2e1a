package cell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Tab stops of Clean.
const tabStop = 8

// Clean returns the safe form of s, for text of several lines. It has no
// control character but LF (CRLF and CR become LF, tabs become blanks up to
// the next stop, the others their control pictures), no bidirectional control,
// no invisible filler, no mark that swallows the rune after it, no bad UTF-8
// (each becomes U+FFFD, half a surrogate pair too) and no cluster beyond the
// bounds. Safe text comes back as it is, without a copy. What would write the
// clipboard is not even written as text: a blank parts it (␛]52 ;c;…).
func Clean(s string) string { return CleanTabs(s, tabStop) }

// CleanTabs is Clean with a tab stop every stop columns.
func CleanTabs(s string, stop int) string {
	if safe(s, true) {
		return s
	}
	return newCleaner(s, max(stop, 1), false).run()
}

// Line is Clean for text that stays on one line: a line end becomes U+240A or
// U+240D, a tab one blank.
func Line(s string) string {
	if safe(s, false) {
		return s
	}
	return newCleaner(s, 1, true).run()
}

// safe reports that s is its own safe form. It is exact for ASCII and common
// letters and may say false for the rest.
func safe(s string, lines bool) bool {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if (c < ' ' && (c != '\n' || !lines)) || c == 0x7F {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !plain(r, n) {
			return false
		}
		i += n
	}
	return true
}

// plain reports runes that never need the slow path.
func plain(r rune, size int) bool {
	switch {
	case r == bad:
		return size > 1
	case within(r, 0xA0, 0x2FF):
		return r != 0xAD
	case within(r, 0x370, 0x482), within(r, 0x48A, 0x590), within(r, 0x5D0, 0x5F4), within(r, 0x620, 0x64A):
		return true
	case within(r, 0x1E00, 0x1FFF), within(r, 0x2010, 0x2027), within(r, 0x2030, 0x205E), within(r, 0x20A0, 0x20CF):
		return true
	case within(r, 0x2100, 0x2FFF), within(r, 0x3000, 0x3029), within(r, 0x3030, 0x3098), within(r, 0x309B, 0x312F):
		return true
	case within(r, 0x3190, 0xA48F), within(r, 0xAC00, 0xD7A3), within(r, 0xE000, 0xFAFF), within(r, 0xFF01, 0xFF9D):
		return true
	}
	return within(r, 0x1F300, 0x1FAFF) && !tone(r) || within(r, 0x20000, 0x3FFFD) && !noncharacter(r)
}

// cleaner is one pass of the slow path.
type cleaner struct {
	in   string
	stop int
	line bool // one line only
	out  strings.Builder
	prev rune // last rune written, 0 at the start of a line
	base rune // last rune that is neither mark nor joiner nor selector
	gone bool // an invisible rune was dropped after prev
	col  int  // column, for tabs
	tabs bool // there are tabs
}

func newCleaner(s string, stop int, line bool) *cleaner {
	c := &cleaner{in: s, stop: stop, line: line, tabs: strings.Contains(s, "\t")}
	c.out.Grow(len(s) + 16)
	return c
}

func (c *cleaner) run() string {
	for i := 0; i < len(c.in); {
		r, n := decode(c.in[i:])
		i += n
		switch {
		case r == '\r' && !c.line:
			if i < len(c.in) && c.in[i] == '\n' {
				i++
			}
			c.newline()
		case r == '\n' && !c.line:
			c.newline()
		case r == '\t':
			c.tab()
		case prepend(r) && !c.prepended(r, i):
			c.write(bad)
		case r == ';' && strings.HasSuffix(c.in[:i-n], "\x1b]52"):
			c.write(' ')
			c.write(r)
		default:
			c.rune(r)
		}
	}
	return capClusters(c.out.String())
}

// prepended reports that a mark that joins the rune after it, at i, has a
// letter there that no form replaces. Else the pair would be measured as
// nothing. Another such mark is no letter: it may be replaced itself.
func (c *cleaner) prepended(r rune, i int) bool {
	next, _ := decode(c.in[i:])
	return !unicode.Is(unicode.Cf, r) && !prepend(next) && complexScript(next) && !disputed(next) && !invisible(next)
}

// decode reads a rune of WTF-8: two halves of a pair give their rune, one half
// or a bad byte gives U+FFFD.
func decode(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r != bad || n > 1 {
		return r, n
	}
	hi, ok := half(s)
	if !ok {
		return bad, n
	}
	if hi < lowHalf && len(s) >= 6 {
		if lo, ok := half(s[3:]); ok && lo >= lowHalf {
			return (hi-surrogate)<<10 + (lo - lowHalf) + 0x10000, 6
		}
	}
	return bad, 3
}

// half decodes a surrogate half at the start of s.
func half[T string | []byte](s T) (rune, bool) {
	if len(s) < 3 || s[0] != 0xED || s[1] < 0xA0 || s[1] > 0xBF || s[2]&0xC0 != 0x80 {
		return 0, false
	}
	return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), true
}

func (c *cleaner) newline() {
	c.out.WriteByte('\n')
	c.prev, c.base, c.gone, c.col = 0, 0, false, 0
}

func (c *cleaner) tab() {
	n := c.stop - c.col%c.stop
	for range n {
		c.write(' ')
	}
}

func (c *cleaner) write(r rune) {
	c.out.WriteRune(r)
	c.prev, c.gone = r, false
	if !mark(r) && r != zwj && r != zwnj && !selector(r) && !tone(r) && !tag(r) {
		c.base = r
		if c.tabs {
			c.col += Width(string(r), WcWidth)
		}
	}
}

// rune writes the safe form of one rune.
func (c *cleaner) rune(r rune) {
	switch {
	case r < 0x20:
		c.write(picture + r)
	case r < 0x7F:
		c.write(r)
	case r == 0x7F:
		c.write(pictureDel)
	case r < 0xA0, r == 0x2028, r == 0x2029, noncharacter(r):
		c.write(bad)
	case invisible(r):
		c.gone = true
	default:
		c.joiner(r)
	}
}

// joiner writes a rune above ASCII that may join the one before it.
func (c *cleaner) joiner(r rune) {
	if c.baseless(r) {
		c.gone = true
		return
	}
	if c.gone && joins(c.prev, r) {
		c.write(bad) // dropping the invisible rune must not glue two clusters
		if c.baseless(r) {
			return
		}
	}
	switch {
	case tone(r):
		if c.prev != 0 && !pictograph(c.base) {
			r = bad
		}
	case c.prev == 0 && (mark(r) || r == saraAm || r == laoAm) && !selector(r):
		c.write(dotted) // it would sit on what stands left of the text
	}
	c.write(r)
}

// baseless reports joiners, selectors and tags that have nothing to work on.
func (c *cleaner) baseless(r rune) bool {
	switch {
	case selector(r), r == zwj, r == zwnj:
		return c.prev == 0 || !c.selectable(r)
	case tag(r):
		return c.base != blackFlag
	}
	return false
}

// selectable reports that VS15 or VS16 has something to select.
func (c *cleaner) selectable(r rune) bool {
	if r != vs15 && r != vs16 {
		return true
	}
	return pictograph(c.prev) || c.prev == '#' || c.prev == '*' || within(c.prev, '0', '9')
}

// capClusters cuts clusters at the 17th mark of a base and at 128 bytes.
func capClusters(s string) string {
	if !needsCap(s) {
		return s
	}
	var out strings.Builder
	out.Grow(len(s))
	for it := graphemes.FromString(s); it.Next(); {
		out.WriteString(capCluster(it.Value()))
	}
	return out.String()
}

// needsCap reports whether a cluster of s may exceed a bound.
func needsCap(s string) bool {
	run := 0 // bytes since the last rune that surely starts a cluster
	for i := range len(s) {
		if s[i] < utf8.RuneSelf {
			run = 0
			continue
		}
		if run++; run > maxMarks*2 {
			return true
		}
	}
	return false
}

func capCluster(cl string) string {
	if len(cl) <= 2*maxMarks {
		return cl
	}
	marks := 0
	for i, r := range cl {
		if i+utf8.RuneLen(r) > maxCluster {
			return cl[:i]
		}
		if !mark(r) {
			marks = 0
			continue
		}
		if marks++; marks > maxMarks {
			return cl[:i]
		}
	}
	return cl
}
