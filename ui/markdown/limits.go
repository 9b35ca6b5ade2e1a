package markdown

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Bounds on what a source can ask for: without them a few kilobytes take the
// parser a minute, or all memory. What is beyond them is text.
const (
	// deepest is how deep lists and quotes are nested.
	deepest = 32
	// mostColumns are the columns of a table, and mostCells its cells with
	// those that its rows leave out.
	mostColumns = 64
	mostCells   = 600_000
	// mostFailures is how often in one block something in brackets before a
	// parenthesis may turn out to be no link.
	mostFailures = 100
)

// container is the parser of a list or a quote, down to a depth.
type container struct{ parser.BlockParser }

// Open starts a list or a quote unless it is nested too deep.
func (c container) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		if k := n.Kind(); k == ast.KindList || k == ast.KindBlockquote {
			depth++
		}
	}
	if depth >= deepest && parent.Kind() != ast.KindList {
		return nil, parser.NoChildren
	}
	return c.BlockParser.Open(parent, reader, pc)
}

// tables makes tables of paragraphs, unless they are too large.
type tables struct{ parser.ParagraphTransformer }

func newTables() tables { return tables{extension.NewTableParagraphTransformer()} }

// Transform makes a table of a paragraph that has the rows of one.
func (t tables) Transform(n *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines := n.Lines()
	for i := 1; i < lines.Len(); i++ {
		line := lines.At(i)
		columns := delimited(line.Value(reader.Source()))
		if columns == 0 {
			continue
		}
		if columns <= mostColumns && columns*(lines.Len()-i) <= mostCells {
			t.ParagraphTransformer.Transform(n, reader, pc)
		}
		return
	}
}

// delimited is about how many columns a line is the delimiter row of, 0 for
// any other line.
func delimited(line []byte) int {
	if len(bytes.Trim(line, "|:- \t\r\n\f\v")) > 0 || !bytes.Contains(line, []byte("-")) || !bytes.ContainsAny(line, "|:") {
		return 0
	}
	line = bytes.TrimSpace(line)
	n := bytes.Count(line, []byte("|")) + 1
	if line[0] == '|' {
		n--
	}
	if n > 1 && line[len(line)-1] == '|' {
		n--
	}
	return max(n, 1)
}

// links is the parser of links, which gives up on a block in which too many
// are none.
type links struct {
	parser.InlineParser
	parser.CloseBlocker
}

func newLinks(p parser.InlineParser) parser.InlineParser {
	c, ok := p.(parser.CloseBlocker)
	if !ok {
		return p
	}
	return links{p, c}
}

// Parse reads a bracket of a link or an image.
func (l links) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	c, ok := pc.(*context)
	line, _ := block.PeekLine()
	if !ok || !bytes.HasPrefix(line, []byte("](")) {
		return l.InlineParser.Parse(parent, block, pc)
	}
	if c.block != parent {
		c.block, c.failures = parent, 0
	}
	if c.failures >= mostFailures {
		return nil
	}
	n := l.InlineParser.Parse(parent, block, pc)
	if n == nil {
		c.failures++
	}
	return n
}

// chunk is how many lines of definitions are read at once: goldmark's time for
// a paragraph of them grows with the square of their number.
const chunk = 128

// definitionLines takes the link definitions at the start of a paragraph, some
// lines at a time.
type definitionLines struct {
	parser.ParagraphTransformer

	chunk int
}

// Transform takes the definitions out of a paragraph. The result is that of
// reading them all at once.
func (t definitionLines) Transform(n *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, parent, blank := n.Lines(), n.Parent(), n.HasBlankPreviousLines()
	for lines.Len() > t.chunk {
		whole := t.whole(lines.Sliced(0, t.chunk), lines.At(t.chunk), reader)
		if whole == 0 {
			break
		}
		first := paragraph(lines.Sliced(0, whole))
		first.SetBlankPreviousLines(n.HasBlankPreviousLines())
		n.SetBlankPreviousLines(false)
		parent.InsertBefore(parent, n, first)
		t.ParagraphTransformer.Transform(first, reader, pc)
		lines.SetSliced(whole, lines.Len())
	}
	t.ParagraphTransformer.Transform(n, reader, pc)
	n.SetBlankPreviousLines(blank)
}

// whole is how many of some lines are definitions for certain, whatever follows
// on the next line. A line that begins with a bracket ends the definition before
// it: neither an address nor a title goes on there.
func (t definitionLines) whole(lines []text.Segment, next text.Segment, reader text.Reader) int {
	trial, root := paragraph(lines), ast.NewDocument()
	root.AppendChild(root, trial)
	t.ParagraphTransformer.Transform(trial, reader, parser.NewContext())
	n := len(lines)
	if trial.Parent() != nil { // the lines that are left may have others behind them that are none
		n = slices.IndexFunc(lines, func(s text.Segment) bool { return s.Start == trial.Lines().At(0).Start })
		next = lines[max(n, 0)]
	}
	if !bytes.HasPrefix(bytes.TrimLeft(next.Value(reader.Source()), " "), []byte("[")) {
		return 0
	}
	return max(n, 0)
}

func paragraph(lines []text.Segment) *ast.Paragraph {
	p := ast.NewParagraph()
	for _, s := range lines {
		p.Lines().Append(s)
	}
	return p
}
