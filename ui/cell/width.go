package cell

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/clipperhouse/uax29/v2/graphemes"
)

// ansiMethod is m as the renderer's library names it.
func (m Method) ansiMethod() ansi.Method {
	if m == Grapheme {
		return ansi.GraphemeWidth
	}
	return ansi.WcWidth
}

// Width is the width of s in cells, as the renderer counts them. Escape
// sequences have none.
func Width(s string, m Method) int {
	width := 0
	for i := 0; i < len(s); {
		w, n := simple(s[i:])
		if w == 0 {
			return m.ansiMethod().StringWidth(s)
		}
		width += w
		i += n
	}
	return width
}

// simple returns the width and the length of the rune at the start of s when
// both methods agree on it and it joins no other simple rune, else 0.
func simple(s string) (width, n int) {
	if c := s[0]; c < utf8.RuneSelf {
		if c < ' ' || c > '~' {
			return 0, 1
		}
		return 1, 1
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case within(r, 0x4E00, 0x9FFF), within(r, 0xAC00, 0xD7A3), within(r, 0x3041, 0x3096), within(r, 0x30A1, 0x30FA):
		return 2, n
	case r == 0x3001, r == 0x3002, within(r, 0x300C, 0x300F):
		return 2, n
	case within(r, 0x5D0, 0x5EA), within(r, 0x621, 0x64A):
		return 1, n
	}
	return 0, n
}

// next returns the first cluster of s and its width.
func next(s string, m Method) (string, int) {
	if w, n := simple(s); w > 0 {
		if n == len(s) {
			return s, w
		}
		if after, _ := simple(s[n:]); after > 0 {
			return s[:n], w
		}
	}
	cl := graphemes.FromString(s).First()
	return cl, m.ansiMethod().StringWidth(cl)
}

// Truncate returns s if it fits into w cells, else its beginning and tail. It
// never splits a cluster; a tail that does not fit is left out. It is for one
// line of cleaned text without escapes.
func Truncate(s string, w int, m Method, tail string) string {
	if len(s) <= w && ASCII(s) || Width(s, m) <= w {
		return s
	}
	if w <= 0 {
		return ""
	}
	room := w - Width(tail, m)
	if room < 0 {
		tail, room = "", w
	}
	end, used := 0, 0
	for end < len(s) {
		cl, cw := next(s[end:], m)
		if used+cw > room {
			break
		}
		end += len(cl)
		used += cw
	}
	return s[:end] + tail
}

// Pad adds blanks at the end of s up to w cells.
func Pad(s string, w int, m Method) string {
	n := w - Width(s, m)
	if n <= 0 {
		return s
	}
	return s + strings.Repeat(" ", n)
}

// Align moves an offset into s forward until it does not stand inside a
// cluster. It may move further than it has to where scripts are hard.
func Align(s string, i int) int {
	for i > 0 && i < len(s) && (s[i] >= utf8.RuneSelf || s[i-1] >= utf8.RuneSelf) {
		prev, _ := utf8.DecodeLastRuneInString(s[:i])
		r, n := utf8.DecodeRuneInString(s[i:])
		if !joins(prev, r) {
			break
		}
		i += n
	}
	return i
}
