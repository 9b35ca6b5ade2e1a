package sse

import "bytes"

// ends finds line ends in a slice that is looked through from left to right:
// LF, CR or CRLF. It remembers where the next LF and the next CR are, so that
// a body with only one of them is not searched again for the other.
type ends struct {
	lf, cr int // the next at or after the last asked position; below it: unknown
}

// next returns the place of the first LF or CR at or after pos, len(p) if
// there is none.
func (e *ends) next(p []byte, pos int) int {
	if e.lf < pos {
		e.lf = index(p, pos, '\n')
	}
	if e.cr < pos {
		e.cr = index(p, pos, '\r')
	}
	return min(e.lf, e.cr)
}

// forget makes the next search look at the bytes again: there are more.
func (e *ends) forget() { e.lf, e.cr = -1, -1 }

// shift tells that the first n bytes of the slice are gone.
func (e *ends) shift(n int) { e.lf -= n; e.cr -= n }

func index(p []byte, pos int, c byte) int {
	if i := bytes.IndexByte(p[pos:], c); i >= 0 {
		return pos + i
	}
	return len(p)
}
