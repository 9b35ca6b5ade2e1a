package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"
)

// definition is a link reference definition, copied out of the source.
type definition struct{ label, dest, title []byte }

// Label, Destination, Title and String make a definition a parser.Reference.
func (d *definition) Label() []byte { return d.label }

// Destination is where the link leads.
func (d *definition) Destination() []byte { return d.dest }

// Title is the link's title.
func (d *definition) Title() []byte { return d.title }

// String is for debugging.
func (d *definition) String() string { return string(d.label) + ": " + string(d.dest) }

// same reports that two definitions draw the same link.
func same(a, b *definition) bool {
	return a == b || a != nil && b != nil && bytes.Equal(a.dest, b.dest)
}

// definitions maps normalised labels; the first definition of a label wins.
type definitions map[string]*definition

// context lets one parse see the definitions of the whole document. It
// remembers which labels were looked up in vain in the lasting ones, and
// collects what the parsed text defines.
type context struct {
	parser.Context

	lasting, passing definitions // before the text; from the open tail
	own              definitions // made by the parsed text
	missed           map[string]*definition

	block    ast.Node // the block in which
	failures int      // so many brackets were no links
}

func newContext(lasting, passing definitions) *context {
	return &context{Context: parser.NewContext(), lasting: lasting, passing: passing}
}

// AddReference takes a definition of the parsed text.
func (c *context) AddReference(ref parser.Reference) {
	key := util.ToLinkReference(ref.Label())
	if c.own[key] != nil || c.lasting[key] != nil {
		return
	}
	if c.own == nil {
		c.own = definitions{}
	}
	c.own[key] = &definition{
		label: bytes.Clone(ref.Label()), dest: bytes.Clone(ref.Destination()), title: bytes.Clone(ref.Title()),
	}
}

// Reference looks a label up: lasting definitions, then the text's own, then
// those of the open tail.
func (c *context) Reference(label string) (parser.Reference, bool) {
	if d := c.lasting[label]; d != nil {
		return d, true
	}
	if d := c.own[label]; d != nil {
		return d, true
	}
	d := c.passing[label]
	if c.missed == nil {
		c.missed = map[string]*definition{}
	}
	c.missed[label] = d
	return d, d != nil
}

// References lists what is known; goldmark's parser does not ask for it.
func (c *context) References() []parser.Reference {
	refs := make([]parser.Reference, 0, len(c.lasting)+len(c.own))
	for _, m := range [...]definitions{c.lasting, c.own} {
		for _, d := range m {
			refs = append(refs, d)
		}
	}
	return refs
}
