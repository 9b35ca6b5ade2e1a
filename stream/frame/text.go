package frame

import "unicode/utf8"

// Text returns p as UTF-8. Where p is valid it is returned as it is; otherwise
// each maximal part of a broken sequence becomes one U+FFFD in a copy, as
// browsers do it, and replaced is true.
func Text(p []byte) (text []byte, replaced bool) {
	if utf8.Valid(p) {
		return p, false
	}
	out := make([]byte, 0, len(p)+len(p)/8)
	for len(p) > 0 {
		r, n := utf8.DecodeRune(p)
		if r != utf8.RuneError || n > 1 {
			out = append(out, p[:n]...)
			p = p[n:]
			continue
		}
		out = utf8.AppendRune(out, utf8.RuneError)
		p = p[broken(p):]
	}
	return out, true
}

// broken returns how many bytes at the start of p belong to one broken
// sequence: the lead byte and what could have followed it.
func broken(p []byte) int {
	lead := p[0]
	low, high := byte(0x80), byte(0xBF) // of the second byte
	var more int
	switch {
	case lead >= 0xC2 && lead <= 0xDF:
		more = 1
	case lead >= 0xE0 && lead <= 0xEF:
		more = 2
	case lead >= 0xF0 && lead <= 0xF4:
		more = 3
	default:
		return 1
	}
	switch lead {
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	n := 1
	for n <= more && n < len(p) && p[n] >= low && p[n] <= high {
		low, high = 0x80, 0xBF
		n++
	}
	return n
}
