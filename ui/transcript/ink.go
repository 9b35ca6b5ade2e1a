package transcript

import "slices"

// A row of wrapped text is another row at another width. What stays is how much
// is drawn before it or behind it, without blanks: they come and go where lines
// break.

// ink is how many bytes lines draw without blanks.
func ink(lines []line) int {
	n := 0
	for i := range lines {
		for s := lines[i].Text; s != ""; {
			switch s[0] {
			case ' ':
				s = s[1:]
			case '\x1b':
				s = s[sequence(s):]
			default:
				n++
				s = s[1:]
			}
		}
	}
	return n
}

// rowBefore is the row in which the byte stands that so many are drawn before.
func rowBefore(lines []line, before int) int {
	for i := range lines {
		if before -= ink(lines[i : i+1]); before < 0 {
			return i
		}
	}
	return len(lines)
}

// rowBehind is the row from which so many bytes are drawn, or a few more.
func rowBehind(lines []line, behind int) int {
	for i := range slices.Backward(lines) {
		if behind -= ink(lines[i : i+1]); behind <= 0 {
			return i
		}
	}
	return 0
}

// letGo keeps the first line of a live tail as a place that does not depend on
// the width, before what was laid out is forgotten.
func (it *item) letGo() {
	if f := it.text.flow; f != nil && it.start > 0 && it.start <= len(f.lines()) {
		it.kept, it.ink = true, ink(f.lines()[:it.start])
	}
}

// takeUp finds the first line of a live tail again.
func (it *item) takeUp(lines []line) {
	if it.kept {
		it.kept, it.start = false, rowBefore(lines, it.ink)
	}
}

// worded is a place in a body of lines: how much is drawn from there on.
type worded struct {
	behind, total int
	row, rows     int
	blank         int  // rows from there on that draw nothing
	here          int  // what its own row draws
	wrapped       bool // no line is cut, all go on in the next row
}

// sameRows tells that the rows seem to be those of before.
func (p worded) sameRows(body []line) bool {
	return ink(body[p.row:]) == p.behind && ink(body[p.row:p.row+1]) == p.here
}

func wordedAt(body []line, row int) worded {
	p := worded{behind: ink(body[row:]), total: ink(body), row: row, rows: len(body), here: ink(body[row : row+1])}
	for p.blank < len(body)-row && ink(body[row+p.blank:row+p.blank+1]) == 0 {
		p.blank++
	}
	return p
}

// in returns the row of the place in a body that was laid out anew in w cells:
// the one with its words, else about there. A live tail may have a few more
// words before the place than it had.
func (p worded) in(body []line, w int) int {
	more := ink(body) - p.total
	switch {
	case p.rows == len(body) && (more != 0 && !p.wrapped || p.sameRows(body)):
		return p.row
	case more < -4*w || more > 4*w:
		return p.row * len(body) / p.rows
	}
	row := rowBehind(body, p.behind)
	for range p.blank {
		if row > 0 && ink(body[row-1:row]) == 0 {
			row--
		}
	}
	return row
}
