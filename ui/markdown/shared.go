package markdown

import (
	"slices"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// shared is what the parts of one table have in common: as wide as a column is
// in one part it is in all. Rows that make a column wider make all parts stale,
// and each is laid out again when it is looked at.
type shared struct {
	parts   []int // blocks
	known   int   // how many of them count in frozen
	frozen  []int // how wide the columns want to be in these parts
	tail    []int // the same of the tail, nil for no rows
	changed bool  // fit has to look again
	widths  []int
	records bool
	shrunk  bool
	fitting int // counts how often widths, records or shrunk changed
}

// grow takes in that a block has rows of the table. Until the tail is drawn it
// has none.
func (s *shared) grow(i int) {
	if n := len(s.parts); n == 0 || s.parts[n-1] != i {
		s.parts = append(s.parts, i)
	}
	s.tail, s.changed = nil, true
}

// reread takes in that the text of a part changed, or of all.
func (s *shared) reread() { s.known, s.frozen, s.changed = 0, nil, true }

// fit measures the parts that were not and settles how the table is drawn.
func (d *Doc) fit(s *shared) {
	if !s.changed {
		return
	}
	s.changed = false
	for _, i := range s.parts[s.known:] {
		b := d.blocks[i]
		if b.natural == nil {
			root, src := d.read(i)
			l := d.layout(src, b, b.part)
			b.natural = l.firstTable(root).natural()
		}
		s.frozen = widest(s.frozen, b.natural)
	}
	s.known = len(s.parts)
	natural := widest(slices.Clone(s.frozen), s.tail)
	g := &grid{}
	records := !g.fit(natural, d.layout(nil, nil, nil).room(len(natural)))
	if records != s.records || g.shrunk != s.shrunk || !slices.Equal(g.widths, s.widths) || s.fitting == 0 {
		s.records, s.shrunk, s.widths = records, g.shrunk, g.widths
		s.fitting++
	}
}

// widest is a with what is wider in b.
func widest(a, b []int) []int {
	if a == nil {
		return slices.Clone(b)
	}
	for i, w := range b {
		a[i] = max(a[i], w)
	}
	return a
}

// firstTable reads the first table of a document's own.
func (l *layout) firstTable(root ast.Node) *grid {
	for c := root.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*extast.Table); ok {
			return l.grid(t)
		}
	}
	return &grid{}
}

// partOf is the table that a table node is a part of, nil for none.
func (l *layout) partOf(n ast.Node) *shared {
	s := l.part.shared()
	if s == nil || l.begun || !topLevel(n) {
		return nil
	}
	l.begun = true
	return s
}

// fitPart sets the widths of a part of a table; false if they do not fit.
func (l *layout) fitPart(s *shared, g *grid) bool {
	if l.live {
		if natural := g.natural(); !slices.Equal(natural, s.tail) {
			s.tail, s.changed = natural, true
		}
		l.doc.fit(s)
	}
	g.widths, g.shrunk = s.widths, s.shrunk
	return !s.records
}
