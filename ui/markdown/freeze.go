package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// newParser makes the parser: CommonMark, tables, strike-through, bare links
// and task lists. Footnotes, definition lists, heading ids and typographic
// replacement stay off: they would let later text change closed blocks.
func newParser(chunk int) parser.Parser {
	p := parser.NewParser(
		parser.WithBlockParsers(blockParsers()...),
		parser.WithInlineParsers(inlineParsers()...),
		parser.WithParagraphTransformers(util.Prioritized(definitionLines{parser.LinkReferenceParagraphTransformer, chunk}, 100)),
	)
	p.AddOptions(
		parser.WithParagraphTransformers(util.Prioritized(newTables(), 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
		parser.WithInlineParsers(
			util.Prioritized(extension.NewStrikethroughParser(), 500),
			util.Prioritized(extension.NewLinkifyParser(), 999),
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
		),
	)
	return p
}

func (d *Doc) parse(src []byte, ctx *context) ast.Node {
	return d.style().parser.Parse(text.NewReader(src), parser.WithContext(ctx))
}

// window is how much source is parsed at once to find the ends of blocks.
const window = 16 << 10

// freeze looks for closed blocks in the complete lines of the tail, unless the
// tail has hardly grown since the last look.
func (d *Doc) freeze() {
	d.slice(len(d.src))
	if d.lines-d.cut < d.tried+max(d.tried/8, 1) {
		return
	}
	for size := window + d.tried + d.tried/8; ; {
		rest := d.src[d.cut:]
		end := whole(rest[:min(size, len(rest))])
		if d.freezeIn(end) == 0 {
			size *= 2
		} else {
			size = window
		}
		if end >= d.lines-(len(d.src)-len(rest)) {
			d.tried = max(d.lines-d.cut, 0)
			return
		}
	}
}

// freezeIn closes what nothing can change of the first n bytes of the tail, and
// returns how much that was.
func (d *Doc) freezeIn(n int) int {
	src, start, skip := d.source(d.cut, d.cut+n, d.open), d.cut, d.open.skip()
	d.stats.Parsed += int64(len(src))
	for _, c := range d.cuts(d.parse(src, newContext(d.refs, nil)), src) {
		d.cutTo(start+c.at-skip, c)
	}
	d.slice(len(d.src))
	return d.cut - start
}

// whole is the length of the complete lines of src.
func whole(src []byte) int { return bytes.LastIndexByte(src, '\n') + 1 }

// lineStart is where the first line of a block starts, -1 if unknown.
func lineStart(n ast.Node, src []byte) int {
	pos := n.Pos()
	if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
		if first := n.Lines().At(0).Start; pos < 0 || first < pos {
			pos = first
		}
	}
	if pos < 0 {
		return -1
	}
	return bytes.LastIndexByte(src[:min(pos, len(src))], '\n') + 1
}

func blankBefore(src []byte, at int) bool {
	line := src[:at-1] // without its own line end
	return util.IsBlank(line[bytes.LastIndexByte(line, '\n')+1:])
}

// opens reports blocks that end a paragraph before them for certain.
func opens(n ast.Node, src []byte) bool {
	switch n.Kind() {
	case ast.KindFencedCodeBlock, ast.KindBlockquote, ast.KindHTMLBlock:
		return true
	case ast.KindList:
		// A lone "-" also underlines a heading: when it cannot, goldmark has
		// already made a table of a paragraph that would not be one without it.
		line, _, _ := bytes.Cut(src, []byte("\n"))
		return len(bytes.Trim(line, "- \t\r")) > 0
	case ast.KindHeading:
		return bytes.HasPrefix(bytes.TrimLeft(src, " "), []byte("#"))
	}
	return false
}

// closed reports blocks that nothing after their end can change.
func closed(n ast.Node) bool {
	switch n.Kind() {
	case ast.KindFencedCodeBlock, ast.KindHTMLBlock, ast.KindHeading, ast.KindThematicBreak:
		return true
	}
	return false
}
