package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// Code is a code block as it is drawn.
type Code struct {
	Lang string // the language of its fence, "" for none
	// Source is the code as received, without the fence and without the
	// indentation of lists and quotes round it. It may hold control characters.
	Source   string
	From, To int // its lines
}

// drawn are the lines of a code block, counted from those of its block.
type drawn struct{ from, to int }

// Codes returns the code blocks, fenced or indented, that have one of the lines
// from..to-1, in order. A block that is still open is as long as it is now. The
// blocks of these lines are laid out, as by Line.
func (d *Doc) Codes(from, to int) []Code {
	d.refresh()
	var out []Code
	from = max(from, 0)
	n, off := d.heights.find(from)
	for at := from - off; n < len(d.blocks) && at < to; n++ {
		d.ensure(n)
		b := d.blocks[n]
		if end := at + d.rows(n); len(b.codes) > 0 {
			out = d.codes(out, d.piece(b), end-b.n, b.codes, from, to)
		}
		at += d.rows(n)
	}
	return d.codes(out, d.source(d.cut, len(d.src), d.open), d.tailTop(), d.tail.codes, from, to)
}

// codes appends the code blocks of a piece of source whose lines start at a
// line, as far as they have one of the lines from..to-1.
func (d *Doc) codes(out []Code, src []byte, at int, all []drawn, from, to int) []Code {
	var nodes []ast.Node
	for i, c := range all {
		if at+c.to <= from || at+c.from >= to {
			continue
		}
		if nodes == nil {
			nodes = codeNodes(d.parse(src, newContext(d.refs, d.passing)))
		}
		if i >= len(nodes) {
			break
		}
		out = append(out, code(nodes[i], src, at+c.from, at+c.to))
	}
	return out
}

func code(n ast.Node, src []byte, from, to int) Code {
	c := Code{From: from, To: to}
	if f, ok := n.(*ast.FencedCodeBlock); ok {
		c.Lang = string(f.Language(src))
	}
	var b strings.Builder
	lines := n.Lines()
	for i := range lines.Len() {
		seg := lines.At(i)
		b.Write(seg.Value(src))
	}
	c.Source = b.String()
	if !bytes.HasSuffix(src, []byte("\n")) && lines.Len() > 0 && lines.At(lines.Len()-1).Stop == len(src) {
		c.Source = strings.TrimSuffix(c.Source, "\n") // the parser's own
	}
	return c
}

// codeNodes are the code blocks of a tree in the order in which they are laid
// out.
func codeNodes(n ast.Node) []ast.Node {
	var out []ast.Node
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c.Kind() {
		case ast.KindFencedCodeBlock, ast.KindCodeBlock:
			out = append(out, c)
		default:
			if c.Type() == ast.TypeBlock {
				out = append(out, codeNodes(c)...)
			}
		}
	}
	return out
}
