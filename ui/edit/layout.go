package edit

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"agtui/ui/cell"
)

// tabStop is how far tabs reach.
const tabStop = 4

// row is one row of a laid-out line.
type row struct {
	start, end int // bytes of the line's text
	cols       []int
	ends       []int // byte offset behind each cluster; cols[i] is its column
	shown      string
}

// SetSize tells how wide rows may be, and how text is measured. The last
// column belongs to the cursor.
func (a *Area) SetSize(width int, m cell.Method) {
	width = max(width, 1)
	if width == a.width && m == a.method {
		return
	}
	a.width, a.method = width, m
	for i := range a.lines {
		a.lines[i].rows = nil
	}
}

// Height is how many rows the text has.
func (a *Area) Height() int {
	n := 0
	for i := range a.lines {
		n += len(a.rows(i))
	}
	return n
}

// Rows returns exactly h rows of the text around the cursor, and where in them
// the cursor stands.
func (a *Area) Rows(h int) (rows []string, x, y int) {
	h = max(h, 1)
	at, x := a.place()
	a.top = max(min(a.top, at, a.Height()-h), at-h+1, 0)
	skip := a.top
	for i := 0; i < len(a.lines) && len(rows) < h; i++ {
		for _, r := range a.rows(i) {
			if skip > 0 {
				skip--
				continue
			}
			if len(rows) < h {
				rows = append(rows, r.shown)
			}
		}
	}
	for len(rows) < h {
		rows = append(rows, "")
	}
	return rows, x, at - a.top
}

// place is the row of the cursor, counted in the text, and its column.
func (a *Area) place() (at, x int) {
	for i := range a.row {
		at += len(a.rows(i))
	}
	list := a.rows(a.row)
	n := a.rowOf(list)
	return at + n, min(list[n].column(a.col), a.width-1)
}

// rowOf is the row of a line in which the cursor stands: at a seam the later
// one.
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
		if a.row == len(a.lines)-1 {
			return false
		}
		a.row++
		list, n = a.rows(a.row), 0
	}
	a.col = list[n].offset(goal, n == len(list)-1)
	a.goal = goal
	return true
}

// rows lays a line out: at least one row.
func (a *Area) rows(i int) []row {
	l := &a.lines[i]
	if l.rows == nil {
		l.rows = layout(l.text, max(a.width-1, 1), a.method)
	}
	return l.rows
}

// cluster is one cluster of a line as it is drawn.
type cluster struct {
	end   int
	shown string
	width int
	blank bool
	wide  bool
}

// layout breaks a line into rows of at most w cells: behind blanks, beside
// wide characters, else between clusters. Blanks at the end of a row have no
// width there.
func layout(text string, w int, m cell.Method) []row {
	l := layouter{w: w, m: m}
	for at := 0; at < len(text); {
		cl := graphemes.FromString(text[at:]).First()
		at += len(cl)
		l.add(cl, at)
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

func (l *layouter) add(cl string, end int) {
	c := cluster{end: end, blank: cl == " " || cl == "\t"}
	if cl == "\t" {
		c.shown = strings.Repeat(" ", tabStop-l.used%tabStop)
		c.width = len(c.shown)
	} else {
		c.shown = cell.Canonical(cell.Line(cl), l.m)
		c.width = cell.Width(c.shown, l.m)
		if c.width == 0 || c.width > l.w {
			c.shown, c.width = "\uFFFD", 1
		}
		c.wide = c.width > 1
	}
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
	r := row{start: l.start, end: l.start, cols: []int{0}}
	var b strings.Builder
	x := 0
	for _, c := range l.open[:n] {
		b.WriteString(c.shown)
		x += c.width
		r.cols = append(r.cols, x)
		r.ends = append(r.ends, c.end)
		r.end = c.end
	}
	r.shown = l.exact(b.String(), l.open[:n], x)
	l.done = append(l.done, r)
	l.start = r.end
	l.open = append([]cluster(nil), l.open[n:]...)
	l.used, l.seam = 0, 0
	for _, c := range l.open {
		l.used += c.width
	}
}

// exact is the row as wide as the sum of its clusters: neighbours that would
// become one when drawn side by side are replaced.
func (l *layouter) exact(shown string, of []cluster, x int) string {
	if cell.Width(shown, l.m) == x {
		return shown
	}
	var b strings.Builder
	for _, c := range of {
		if c.width > 0 && (len(c.shown) > 1 && c.shown[0] != ' ' || c.shown[0] >= 0x80) {
			b.WriteString("\uFFFD" + strings.Repeat(" ", c.width-1))
			continue
		}
		b.WriteString(c.shown)
	}
	return b.String()
}
