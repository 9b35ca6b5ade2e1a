package markdown

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

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

// NewWritten returns a document that shows the end of long tails as it is
// written, from another length on.
func NewWritten(o Options, mostTail, mostAgain int) *Doc {
	d := New(o)
	d.mostTail, d.mostAgain = mostTail, mostAgain
	return d
}

// Outline is a source as a tree of blocks, with so many lines of definitions
// read at once, and what it defines.
func Outline(src []byte, chunk int) string {
	ctx := newContext(definitions{}, nil)
	root := newParser(chunk).Parse(text.NewReader(src), parser.WithContext(ctx))
	var b strings.Builder
	var walk func(n ast.Node, depth int)
	walk = func(n ast.Node, depth int) {
		fmt.Fprintf(&b, "%*s%s", depth, "", n.Kind())
		if n.Type() == ast.TypeBlock {
			fmt.Fprint(&b, n.HasBlankPreviousLines())
			for i := range n.Lines().Len() {
				seg := n.Lines().At(i)
				fmt.Fprintf(&b, " %q", seg.Value(src))
			}
		}
		b.WriteByte('\n')
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			walk(c, depth+1)
		}
	}
	walk(root, 0)
	for _, label := range slices.Sorted(maps.Keys(ctx.own)) {
		def := ctx.own[label]
		fmt.Fprintf(&b, "%s = %q %q %q\n", label, def.label, def.dest, def.title)
	}
	return b.String()
}
