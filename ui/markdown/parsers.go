package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// underlined is the parser of headings with a line below them. It leaves a
// paragraph alone that has the rows of a table: goldmark would make a heading
// of the text above the table and put it below.
type underlined struct {
	parser.BlockParser

	tables tables
}

// blockParsers are goldmark's, with bounds and with that of underlined headings
// replaced.
func blockParsers() []util.PrioritizedValue {
	all := parser.DefaultBlockParsers()
	for i, v := range all {
		p, ok := v.Value.(parser.BlockParser)
		switch {
		case !ok:
		case v.Priority == 100:
			all[i].Value = underlined{p, newTables()}
		case v.Priority == 300 || v.Priority == 800: // lists and quotes
			all[i].Value = container{p}
		}
	}
	return all
}

// inlineParsers are goldmark's, with bounds.
func inlineParsers() []util.PrioritizedValue {
	all := parser.DefaultInlineParsers()
	for i, v := range all {
		if p, ok := v.Value.(parser.InlineParser); ok && v.Priority == 200 {
			all[i].Value = newLinks(p)
		}
	}
	return all
}

// Open starts a heading, unless the paragraph above is a table.
func (u underlined) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	n, state := u.BlockParser.Open(parent, reader, pc)
	if last, ok := pc.LastOpenedBlock().Node.(*ast.Paragraph); n != nil && ok && u.isTable(last, reader) {
		return nil, parser.NoChildren
	}
	return n, state
}

// isTable tries what becomes of a paragraph.
func (u underlined) isTable(n *ast.Paragraph, reader text.Reader) bool {
	trial := ast.NewParagraph()
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		trial.Lines().Append(line.TrimLeftSpace(reader.Source()))
	}
	root := ast.NewDocument()
	root.AppendChild(root, trial)
	u.tables.Transform(trial, reader, parser.NewContext())
	return root.FirstChild() != trial || trial.NextSibling() != nil
}
