package edit

import (
	"strings"
	"unicode/utf8"

	"agtui/ui/cell"
)

// tabStop is how far tabs reach.
const tabStop = 4

// Row is a row as it is drawn.
type Row struct {
	Text string
	// Chips are where in Text chips stand: from, to.
	Chips [][2]int
}

// row is one row of a laid-out segment.
type row struct {
	start, end int // bytes of the segment's text
	cols       []int
	ends       []int // byte offset behind each cluster; cols[i] is its column
	shown      Row
}

// SetSize tells how wide rows may be, and how text is measured. The last
// column belongs to the cursor.
func (a *Area) SetSize(width int, m cell.Method) {
	width = max(width, 1)
	if width != a.width || m != a.method {
		a.width, a.method = width, m
		a.laid++
	}
}

// Height is how many rows the text has, counted up to limit.
func (a *Area) Height(limit int) int {
	n := 0
	for i := 0; i < len(a.segs) && n < limit; i++ {
		n += len(a.rows(i))
	}
	return min(n, limit)
}

// Rows returns exactly h rows of the text around the cursor, and where in them
// the cursor stands.
func (a *Area) Rows(h int) (rows []Row, x, y int) {
	h = max(h, 1)
	at := a.scroll(h)
	for i, n := a.top.row, a.top.col; i < len(a.segs) && len(rows) < h; i, n = i+1, 0 {
		for _, r := range a.rows(i)[n:] {
			if len(rows) < h {
				rows = append(rows, r.shown)
			}
		}
	}
	for len(rows) < h {
		rows = append(rows, Row{})
	}
	list := a.rows(a.row)
	return rows, min(list[a.rowOf(list)].column(a.col), a.width-1), at
}

// scroll moves the window so that the cursor is in its h rows and no row is
// empty that need not be. It returns the row of the cursor.
func (a *Area) scroll(h int) int {
	cursor := pos{a.row, a.rowOf(a.rows(a.row))}
	a.top.row = min(a.top.row, len(a.segs)-1)
	a.top.col = min(a.top.col, len(a.rows(a.top.row))-1)
	if cursor.row < a.top.row || cursor.row == a.top.row && cursor.col < a.top.col {
		a.top = cursor
	}
	if a.down(a.top, h, cursor) >= h {
		a.top = a.up(cursor, h-1)
	}
	last := len(a.segs) - 1
	if n := a.down(a.top, h-1, pos{last, len(a.rows(last)) - 1}); n < h-1 {
		a.top = a.up(a.top, h-1-n)
	}
	return a.down(a.top, h, cursor)
}

// down is how many rows it is from one row down to another, counted up to n.
func (a *Area) down(from pos, n int, to pos) int {
	went := 0
	for went < n && from != to {
		rows := len(a.rows(from.row))
		stop := rows - 1
		if from.row == to.row {
			stop = to.col
		}
		by := min(stop-from.col, n-went)
		from.col += by
		went += by
		if went < n && from.row < to.row {
			from = pos{from.row + 1, 0}
			went++
		}
	}
	return went
}

// up is the row n rows further up, or the first.
func (a *Area) up(from pos, n int) pos {
	for n > from.col && from.row > 0 {
		n -= from.col + 1
		from.row--
		from.col = len(a.rows(from.row)) - 1
	}
	from.col = max(from.col-n, 0)
	return from
}

// rowOf is the row of a segment in which the cursor stands: at a seam the
// later one.
func (a *Area) rowOf(list []row) int {
	for n := len(list) - 1; n > 0; n-- {
		if a.col >= list[n].start {
			return n
		}
	}
	return 0
}

// column is the column of a byte offset in the row.
func (r *row) column(at int) int {
	x := 0
	for i, end := range r.ends {
		if end > at {
			return r.cols[i]
		}
		x = r.cols[i+1]
	}
	return x
}

// offset is the byte offset nearest to a column.
func (r *row) offset(x int, last bool) int {
	at := r.start
	for i, end := range r.ends {
		if r.cols[i] >= x {
			break
		}
		if end == r.end && !last {
			break // behind it is the next row
		}
		at = end
	}
	return at
}

// Up moves to the row above; false if there is none.
func (a *Area) Up() bool { return a.vertical(-1) }

// Down moves to the row below; false if there is none.
func (a *Area) Down() bool { return a.vertical(1) }

func (a *Area) vertical(by int) bool {
	list := a.rows(a.row)
	n := a.rowOf(list)
	goal := a.goal
	if goal < 0 {
		goal = list[n].column(a.col)
	}
	n += by
	switch {
	case n < 0:
		if a.row == 0 {
			return false
		}
		a.row--
		list = a.rows(a.row)
		n = len(list) - 1
	case n >= len(list):
		if a.row == len(a.segs)-1 {
			return false
		}
		a.row++
		list, n = a.rows(a.row), 0
	}
	a.col = list[n].offset(goal, n == len(list)-1 && !a.segs[a.row].soft)
	a.goal = goal
	return true
}

// rows lays a segment out: at least one row.
func (a *Area) rows(i int) []row {
	s := &a.segs[i]
	if s.laid != a.laid {
		s.rows, s.laid = layout(s.piece, max(a.width-1, 1), a.method), a.laid
	}
	return s.rows
}

// cluster is one cluster of a line as it is drawn.
type cluster struct {
	end   int
	shown string
	width int
	blank bool
	wide  bool
	chip  bool
}

// layout breaks a line into rows of at most w cells: behind blanks, beside
// wide characters and chips, else between clusters. Blanks at the end of a row
// have no width there.
func layout(p piece, w int, m cell.Method) []row {
	l := layouter{w: w, m: m}
	chips := p.chips
	for at := 0; at < len(p.text); {
		n := first(p.text[at:])
		c := cluster{end: at + n}
		if p.text[at] == chipByte {
			c.shown, c.width, c.wide, c.chip = cell.Truncate(chips[0].label, w, m, "…"), 0, true, true
			c.width = cell.Width(c.shown, m)
			chips = chips[1:]
		} else {
			l.measure(&c, p.text[at:at+n])
		}
		l.add(c)
		at += n
	}
	l.flush(len(l.open))
	return l.done
}

type layouter struct {
	w     int
	m     cell.Method
	done  []row
	open  []cluster // of the open row
	used  int       // cells of the open row
	seam  int       // clusters of open before the last place to break
	start int       // byte offset of the open row
}

// measure says how a cluster of text is drawn.
func (l *layouter) measure(c *cluster, cl string) {
	switch {
	case len(cl) == 1 && cl[0] >= ' ' && cl[0] < 0x7f:
		c.shown, c.width, c.blank = cl, 1, cl == " "
	case cl == "\t":
		c.shown = strings.Repeat(" ", tabStop-l.used%tabStop)
		c.width, c.blank = len(c.shown), true
	default:
		c.shown = cell.Canonical(cell.Line(cl), l.m)
		c.width = cell.Width(c.shown, l.m)
		if c.width == 0 || c.width > l.w {
			c.shown, c.width = "\uFFFD", 1
		}
		c.wide = c.width > 1
	}
}

func (l *layouter) add(c cluster) {
	if c.wide {
		l.seam = len(l.open)
	}
	if c.blank && l.used+c.width > l.w {
		c.shown, c.width = "", 0
	}
	for l.used+c.width > l.w && len(l.open) > 0 {
		l.wrap()
	}
	l.open = append(l.open, c)
	l.used += c.width
	if c.blank || c.wide {
		l.seam = len(l.open)
	}
}

// wrap ends the row at the last place to break, or here. What stood behind it
// may be wider than the new row where tabs are in it: there are none, since a
// tab is a place to break.
func (l *layouter) wrap() {
	n := l.seam
	if n == 0 {
		n = len(l.open)
	}
	l.flush(n)
}

// flush ends the row after n clusters; the rest opens the next one.
func (l *layouter) flush(n int) {
	r := row{start: l.start, end: l.start, cols: make([]int, 1, n+1), ends: make([]int, 0, n)}
	var b strings.Builder
	x := 0
	for _, c := range l.open[:n] {
		if c.chip {
			r.shown.Chips = append(r.shown.Chips, [2]int{b.Len(), b.Len() + len(c.shown)})
		}
		b.WriteString(c.shown)
		x += c.width
		r.cols = append(r.cols, x)
		r.ends = append(r.ends, c.end)
		r.end = c.end
	}
	r.shown.Text = b.String()
	if !cell.ASCII(r.shown.Text) && cell.Width(r.shown.Text, l.m) != x {
		r.shown = exact(l.open[:n])
	}
	l.done = append(l.done, r)
	l.start = r.end
	l.open = append(l.open[:0], l.open[n:]...)
	l.used, l.seam = 0, 0
	for _, c := range l.open {
		l.used += c.width
	}
}

// exact is the row as wide as the sum of its clusters: neighbours that would
// become one when drawn side by side are replaced.
func exact(of []cluster) Row {
	var r Row
	var b strings.Builder
	for _, c := range of {
		switch {
		case c.chip:
			r.Chips = append(r.Chips, [2]int{b.Len(), b.Len() + len(c.shown)})
			b.WriteString(c.shown)
		case c.width > 0 && (len(c.shown) > 1 && c.shown[0] != ' ' || c.shown[0] >= utf8.RuneSelf):
			b.WriteString("\uFFFD" + strings.Repeat(" ", c.width-1))
		default:
			b.WriteString(c.shown)
		}
	}
	r.Text = b.String()
	return r
}
