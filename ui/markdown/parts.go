package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// partKind says what a part of a long block begins with.
type partKind uint8

const (
	begins partKind = iota // a block of its own
	items                  // more items of the list before it
	rows                   // more rows of the table before it
	words                  // more of the paragraph before it
)

// Sizes of the parts that long blocks are cut into, in bytes.
const (
	// partSize is the least size of a part of a list or a table.
	partSize = 1 << 10
	// mostWords is how long a paragraph is before it is drawn in parts.
	mostWords = 8 << 10
	// mostPrefix is how long the head of a table may be that is cut.
	mostPrefix = 2 << 10
)

// part is how a piece of the source goes on from the one before it. A nil part
// starts afresh.
type part struct {
	kind   partKind
	gap    bool // items: a blank line is before the first one
	number int  // items: the number of the first one
	// table is the table that the piece has rows of; the first piece of it has
	// this too.
	table *shared
	// prefix is what the source has to be read behind, so that it means what it
	// means where it stands. It is not drawn.
	prefix string
}

func (p *part) is(k partKind) bool { return p != nil && p.kind == k }

// topLevel reports a block of the document itself: only such ones are cut.
func topLevel(n ast.Node) bool { return n.Parent() != nil && n.Parent().Kind() == ast.KindDocument }

// lead is the number of blank lines before a part.
func (p *part) lead() int {
	if p == nil || p.kind == begins || p.gap {
		return 1
	}
	return 0
}

func (p *part) skip() int {
	if p == nil {
		return 0
	}
	return len(p.prefix)
}

func (p *part) shared() *shared {
	if p == nil {
		return nil
	}
	return p.table
}

// in returns the part as one that has rows of a table.
func (p *part) in(t *shared) *part {
	if t == nil || p.shared() == t {
		return p
	}
	out := part{}
	if p != nil {
		out = *p
	}
	out.table = t
	return &out
}

// source is a piece of the source as it has to be parsed. The parser may append
// to it.
func (d *Doc) source(from, to int, p *part) []byte {
	if p.skip() == 0 {
		return d.src[from:to:to]
	}
	return append([]byte(p.prefix), d.src[from:to]...)
}

// piece is the source of a frozen block as it has to be parsed.
func (d *Doc) piece(b *block) []byte { return d.source(b.start, b.end, b.part) }

// cut is a place in a parsed source before which everything is final: text
// appended changes nothing there.
type cut struct {
	at    int
	next  *part   // what starts there
	table *shared // what is before it has rows of this table
}

// cuts returns the places where a parsed tail can be cut. Only the last open
// block can change, but goldmark can make two blocks of one paragraph, so a cut
// needs a blank line, or a block that ends or starts for certain. Inside a list
// all items but the last are final, inside a table all rows.
func (d *Doc) cuts(root ast.Node, src []byte) []cut {
	prev := root.FirstChild()
	if prev == nil {
		return nil
	}
	last := max(lineStart(prev, src), 0)
	sure := true // a cut is right before prev
	defs := true // prev is a definition behind which a cut is, or others of its paragraph
	out := d.inside(nil, prev, src, d.open)
	for c := prev.NextSibling(); c != nil; prev, c = c, c.NextSibling() {
		start := lineStart(c, src)
		after := sure && prev.Kind() == ast.KindParagraph && c.Kind() == extast.KindTable
		sure = start > last && (blankBefore(src, start) || opens(c, src[start:]) || closed(prev))
		last = max(last, start)
		if goesOn := definesLine(prev) && definesLine(c) && adjoin(prev, src, start); !goesOn {
			defs = sure
		} else if defs && start-lastCut(out, d.open) >= d.partSize && bracketed(src[start:]) {
			sure = true // they draw nothing, so some stay together
		}
		if sure {
			out = append(out, cut{at: start})
		}
		if sure || after {
			out = d.inside(out, c, src, nil)
		}
	}
	if sure && isClosed(prev, src) {
		out = append(out, cut{at: len(src)})
	}
	return out
}

// definesLine reports a link definition of one line.
func definesLine(n ast.Node) bool {
	return n.Kind() == ast.KindLinkReferenceDefinition && n.Lines().Len() == 1
}

// isClosed reports a code fence whose last line is there, the last block of a
// source of complete lines.
func isClosed(n ast.Node, src []byte) bool {
	f, ok := n.(*ast.FencedCodeBlock)
	if !ok || f.Lines().Len() == 0 || src[len(src)-1] != '\n' {
		return false
	}
	return f.Lines().At(f.Lines().Len()-1).Stop < len(src)
}

// adjoin reports that nothing is between a definition and an offset of the
// source: goldmark may leave out a line of text.
func adjoin(def ast.Node, src []byte, at int) bool {
	lines := def.Lines()
	stop := lines.At(lines.Len() - 1).Stop
	return stop <= at && len(bytes.TrimSpace(src[stop:at])) == 0
}

// bracketed reports a line that begins with a bracket and is no code.
func bracketed(line []byte) bool {
	text := bytes.TrimLeft(line[:min(4, len(line))], " ")
	return len(text) > 0 && text[0] == '['
}

// lastCut is where the piece starts that is not cut yet.
func lastCut(cuts []cut, p *part) int {
	if n := len(cuts); n > 0 {
		return cuts[n-1].at
	}
	return p.skip()
}

// inside appends the cuts inside a block that starts with a part.
func (d *Doc) inside(out []cut, n ast.Node, src []byte, p *part) []cut {
	from := lastCut(out, p)
	switch n := n.(type) {
	case *ast.List:
		return d.insideList(out, n, src, p, from)
	case *extast.Table:
		return d.insideTable(out, n, src, p, from)
	}
	return out
}

func (d *Doc) insideList(out []cut, list *ast.List, src []byte, p *part, from int) []cut {
	number := list.Start
	if p.is(items) {
		number = p.number
	}
	first := list.FirstChild()
	for c := first; c != nil; c = c.NextSibling() {
		if at := lineStart(c, src); c != first && at-from >= d.partSize {
			out = append(out, cut{at: at, next: &part{kind: items, gap: c.HasBlankPreviousLines(), number: number}})
			from = at
		}
		number++
	}
	return out
}

func (d *Doc) insideTable(out []cut, table *extast.Table, src []byte, p *part, from int) []cut {
	head := table.FirstChild()
	if head == nil || head.NextSibling() == nil || mayDefine(table, head, src) {
		return out
	}
	next := &part{kind: rows}
	if p.is(rows) {
		next = p
	}
	for c := head.NextSibling().NextSibling(); c != nil; c = c.NextSibling() {
		at := lineStart(c, src)
		if at-from < d.partSize {
			continue
		}
		if next.table == nil {
			start, end := lineStart(head, src), lineStart(head.NextSibling(), src)
			if start < d.open.skip() || end-start > mostPrefix || !d.isHead(src[start:end], len(table.Alignments)) {
				return out
			}
			next.prefix, next.table = string(src[start:end]), &shared{}
		}
		out = append(out, cut{at: at, next: next, table: next.table})
		from = at
	}
	return out
}

// mayDefine reports a table that has a head, or is in a paragraph, that begins
// like a link definition: a title that ends later would make that of it all.
func mayDefine(table, head ast.Node, src []byte) bool {
	first := table
	if p := table.PreviousSibling(); p != nil && p.Kind() == ast.KindParagraph {
		first = p
	}
	for _, n := range [...]ast.Node{first, head} {
		line, _, _ := bytes.Cut(src[max(lineStart(n, src), 0):], []byte("\n"))
		if bracketed(line) && bytes.Contains(line, []byte("]:")) {
			return true
		}
	}
	return false
}

// isHead reports that a source is the head of a table wherever it stands.
func (d *Doc) isHead(src []byte, columns int) bool {
	d.stats.Parsed += int64(len(src))
	n := d.parse(src, newContext(d.refs, nil)).FirstChild()
	t, ok := n.(*extast.Table)
	return ok && t.NextSibling() == nil && len(t.Alignments) == columns && t.ChildCount() == 1
}

// cutTo freezes what is before a cut.
func (d *Doc) cutTo(at int, c cut) {
	d.slice(at)
	if at > d.cut {
		d.open = d.open.in(c.table)
		d.close(at)
	}
	d.open = c.next
}
