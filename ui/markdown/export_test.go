package markdown

import "github.com/alecthomas/chroma/v2"

// Unfrozen lays out a document as one tail, without freezing: the oracle.
func Unfrozen(src []byte, o Options) []Line {
	d := New(o)
	d.Append(src)
	ctx := newContext(definitions{}, nil)
	l := d.layout(src, nil, nil)
	l.children(d.parse(src, ctx), true)
	return l.lines
}

// Kept is how many lines of frozen blocks are held.
func (d *Doc) Kept() int {
	n := 0
	for _, b := range d.blocks {
		n += len(b.lines)
	}
	return n
}

// FrozenRows is how many lines the frozen blocks have.
func (d *Doc) FrozenRows() int {
	d.refresh()
	return d.heights.before(len(d.blocks))
}

// NewParts returns a document that cuts lists, tables and paragraphs into parts
// of other sizes.
func NewParts(o Options, partSize, mostWords int) *Doc {
	d := New(o)
	d.partSize, d.mostWords = partSize, mostWords
	return d
}

// Parts counts the blocks that go on from the one before them.
func (d *Doc) Parts() int {
	n := 0
	for _, b := range d.blocks {
		if b.part.lead() == 0 || b.part.is(items) {
			n++
		}
	}
	return n
}

// HighlightWith is Highlight with a lexer of a test's own.
func HighlightWith(l chroma.Lexer, code string) []Span {
	return highlight(func(string) chroma.Lexer { return l }, "", code)
}
