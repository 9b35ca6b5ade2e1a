package markdown

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"agtui/ui/cell"
)

// minColumn is the least width of a column that had to shrink.
const minColumn = 6

// tableCell is a cell: its text and, once the width is known, its lines.
type tableCell struct {
	p     para
	text  string
	width int // of the text on one line
	spans []cell.Span
}

// grid is a table on its way to lines. The first row is the header.
type grid struct {
	rows   [][]*tableCell
	align  []extast.Alignment
	widths []int
	shrunk bool // there is less room than it wants, so there are rules between rows
}

// table lays out a table: as it is, with wrapped cells, or as records where
// there is no room for columns.
func (l *layout) table(n ast.Node) {
	t, ok := n.(*extast.Table)
	if !ok {
		return
	}
	if m := l.takeMarker(); m != "" {
		var p para
		p.add(strings.TrimRight(m, " "), l.base, "")
		l.flow(&p)
	}
	g := l.grid(t)
	if len(g.rows) == 0 || len(t.Alignments) == 0 {
		return
	}
	s := l.partOf(n)
	goesOn := s != nil && l.part.is(rows)
	if s != nil && l.fitPart(s, g) || s == nil && g.fit(g.natural(), l.room(len(g.align))) {
		l.columns(g, goesOn)
		return
	}
	l.records(g, goesOn)
}

// grid reads a table.
func (l *layout) grid(t *extast.Table) *grid {
	g := &grid{align: t.Alignments}
	lk := l.st.table.on(l.base)
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		rowLook := lk
		if row.Kind() == extast.KindTableHeader {
			rowLook = l.st.strong.on(lk)
		}
		g.rows = append(g.rows, l.row(row, rowLook, len(t.Alignments)))
	}
	return g
}

// room is what a table has for the text of its columns.
func (l *layout) room(columns int) int {
	return l.avail() - cell.Width(l.st.colSep, l.m)*(columns-1)
}

func (l *layout) row(n ast.Node, lk look, columns int) []*tableCell {
	cells := make([]*tableCell, 0, columns)
	for c := n.FirstChild(); c != nil && len(cells) < columns; c = c.NextSibling() {
		tc := &tableCell{}
		in := inline{l: l, p: &tc.p}
		in.children(c, lk, "")
		for i, b := range tc.p.b {
			if b == '\n' {
				tc.p.b[i] = ' '
			}
		}
		tc.text = string(tc.p.b)
		tc.p.settle(tc.text)
		tc.width = cell.Width(tc.text, l.m)
		cells = append(cells, tc)
	}
	for len(cells) < columns {
		cells = append(cells, &tableCell{})
	}
	return cells
}

// natural is how wide the columns want to be.
func (g *grid) natural() []int {
	widths := make([]int, len(g.align))
	for i := range widths {
		widths[i] = 1
		for _, row := range g.rows {
			widths[i] = max(widths[i], row[i].width)
		}
	}
	return widths
}

// fit sets the widths of the columns for a room; false if they do not fit.
func (g *grid) fit(natural []int, room int) bool {
	g.widths = natural
	total, least := 0, 0
	for _, w := range natural {
		total += w
		least += min(w, minColumn)
	}
	if total <= room {
		return true
	}
	if least > room {
		return false
	}
	g.shrunk = true
	g.shrink(room)
	return true
}

// shrink gives narrow columns what they want and the rest equal shares.
func (g *grid) shrink(room int) {
	given := make([]bool, len(g.widths))
	open := len(g.widths)
	for changed := true; changed && open > 0; {
		changed = false
		share := room / open
		for i, w := range g.widths {
			if !given[i] && w <= max(share, 1) {
				given[i], changed = true, true
				room -= w
				open--
			}
		}
	}
	for i := range g.widths {
		if given[i] {
			continue
		}
		w := room / open
		g.widths[i] = max(w, 1)
		room -= w
		open--
	}
}

// columns draws the table in columns; without its head if it goes on.
func (l *layout) columns(g *grid, goesOn bool) {
	dim := l.st.table.on(l.base)
	dim.flags |= faint
	for i, row := range g.rows {
		if goesOn && i == 0 {
			continue
		}
		if i > 1 && g.shrunk || goesOn && g.shrunk {
			l.tableRule(g, dim)
		}
		for j, c := range row {
			c.spans = cell.AppendWrap(nil, c.text, g.widths[j], l.m)
		}
		l.tableRow(g, row, dim)
		if i == 0 {
			l.tableRule(g, dim)
		}
	}
}

func (l *layout) tableRule(g *grid, dim look) {
	var b strings.Builder
	for i, w := range g.widths {
		if i > 0 {
			b.WriteString(l.st.crossSep)
		}
		b.WriteString(strings.Repeat(l.st.rowSep, w))
	}
	l.begin()
	l.w.put(b.String(), dim, "", cell.Width(b.String(), l.m))
	l.end()
}

func (l *layout) tableRow(g *grid, row []*tableCell, dim look) {
	height := 1
	for _, c := range row {
		height = max(height, len(c.spans))
	}
	for y := range height {
		l.begin()
		for i, c := range row {
			if i > 0 {
				l.w.put(l.st.colSep, dim, "", cell.Width(l.st.colSep, l.m))
			}
			l.cellLine(c, y, g.widths[i], g.align[i])
		}
		l.end()
	}
}

// cellLine draws one line of a cell.
func (l *layout) cellLine(c *tableCell, y, width int, align extast.Alignment) {
	if y >= len(c.spans) {
		l.pad(width)
		return
	}
	sp := c.spans[y]
	used := sp.Width
	if used > width {
		used = 1
	}
	left := 0
	switch align {
	case extast.AlignRight:
		left = width - used
	case extast.AlignCenter:
		left = (width - used) / 2
	default:
	}
	l.pad(left)
	if sp.Width > width {
		l.w.put(l.st.broken, look{}, "", 1)
	} else {
		c.p.piece(&l.w, c.text, sp.Start, sp.End, l.m)
	}
	l.pad(width - used - left)
}

func (l *layout) pad(n int) {
	if n > 0 {
		l.w.put(strings.Repeat(" ", n), look{}, "", n)
	}
}

// records draws each row as lines of "header: cell", for the cells that have
// something in them.
func (l *layout) records(g *grid, goesOn bool) {
	head := g.rows[0]
	rows := g.rows[1:]
	if len(rows) == 0 {
		rows = g.rows
		head = nil
	}
	for i, row := range rows {
		if i > 0 || goesOn {
			l.blankLine()
		}
		empty := !slices.ContainsFunc(row, func(c *tableCell) bool { return c.text != "" })
		for j, c := range row {
			if c.text == "" && (!empty || j > 0) {
				continue
			}
			var p para
			if head != nil {
				p.join(&head[j].p)
				p.add(": ", look{}, "")
			}
			p.join(&c.p)
			l.flow(&p)
		}
	}
}

// join appends another para.
func (p *para) join(q *para) {
	from := 0
	for _, r := range q.runs {
		p.add(string(q.b[from:r.end]), r.look, r.link)
		from = r.end
	}
}
