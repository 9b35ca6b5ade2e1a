package markdown

import (
	"strings"
	"sync"

	"charm.land/glamour/v2/ansi"
	"charm.land/glamour/v2/styles"
	"github.com/alecthomas/chroma/v2"
	"github.com/yuin/goldmark/parser"

	"agtui/ui/cell"
)

// StyleOptions adapt a style to the terminal.
type StyleOptions struct {
	NoColor bool // no colours; bold, italic and underline stay
	Plain   bool // no SGR at all
	ASCII   bool // bullets, bars and rules in ASCII
}

// Style is a compiled glamour style. It is immutable and may be shared by
// documents and goroutines.
type Style struct {
	opt    StyleOptions
	parser parser.Parser

	document, paragraph, text patch
	headings                  [7]patch
	strong, emph, strike      patch
	code, codeBlock           patch
	link, linkText            patch
	image                     patch
	item, enumeration, task   patch
	ticked, unticked          string
	quote, table, rule, list  patch
	html, htmlSpan, imageURL  patch
	bar                       string
	colSep, rowSep, crossSep  string
	ruleRune                  string
	codeMargin                int
	tokens                    map[chroma.TokenType]look
	ellipsis, broken          string
}

// NewStyle compiles a glamour style. Margins and blank lines of the style are
// not used but for the indent of code: spacing is the layout's.
func NewStyle(cfg ansi.StyleConfig, o StyleOptions) *Style {
	s := &Style{
		opt:       o,
		parser:    newParser(chunk),
		document:  o.compile(cfg.Document.StylePrimitive),
		paragraph: o.compile(cfg.Paragraph.StylePrimitive),
		text:      o.compile(cfg.Text),
		strong:    o.compile(cfg.Strong), emph: o.compile(cfg.Emph), strike: o.compile(cfg.Strikethrough),
		code: o.compile(cfg.Code.StylePrimitive), codeBlock: o.compile(cfg.CodeBlock.StylePrimitive),
		link: o.compile(cfg.Link), linkText: o.compile(cfg.LinkText), image: o.compile(cfg.ImageText),
		item: o.compile(cfg.Item), enumeration: o.compile(cfg.Enumeration), task: o.compile(cfg.Task.StylePrimitive),
		quote: o.compile(cfg.BlockQuote.StylePrimitive), table: o.compile(cfg.Table.StylePrimitive),
		rule: o.compile(cfg.HorizontalRule), list: o.compile(cfg.List.StylePrimitive),
		html: o.compile(cfg.HTMLBlock.StylePrimitive), htmlSpan: o.compile(cfg.HTMLSpan.StylePrimitive),
		imageURL: o.compile(cfg.Image),
	}
	s.document.before, s.document.after = "", ""
	s.code.mark(o.Plain)
	s.headings[0] = o.compile(cfg.Heading.StylePrimitive)
	for i, h := range [...]ansi.StyleBlock{cfg.H1, cfg.H2, cfg.H3, cfg.H4, cfg.H5, cfg.H6} {
		s.headings[i+1] = s.headings[0].over(o.compile(h.StylePrimitive))
	}
	s.symbols(cfg)
	s.tokens = o.tokenLooks(cfg.CodeBlock)
	return s
}

// symbols sets what the layout draws itself.
func (s *Style) symbols(cfg ansi.StyleConfig) {
	o := s.opt
	s.ticked, s.unticked = o.symbols(or(flat(cfg.Task.Ticked), "[x] ")), o.symbols(or(flat(cfg.Task.Unticked), "[ ] "))
	s.item.before = or(s.item.before, o.symbols("• "))
	s.enumeration.before = or(s.enumeration.before, ". ")
	s.bar = o.symbols("│ ")
	if t := cfg.BlockQuote.IndentToken; t != nil {
		s.bar = or(o.symbols(flat(*t)), s.bar)
	}
	if n := cfg.BlockQuote.Indent; n != nil && *n > 1 {
		s.bar = strings.Repeat(s.bar, int(min(*n, 8)))
	}
	s.colSep, s.rowSep, s.crossSep = o.symbols(" │ "), o.symbols("─"), o.symbols("─┼─")
	if c := cfg.Table.ColumnSeparator; c != nil && cell.Width(*c, cell.WcWidth) == 1 {
		s.colSep = o.symbols(" " + flat(*c) + " ")
	}
	if r := cfg.Table.RowSeparator; r != nil && cell.Width(*r, cell.WcWidth) == 1 {
		s.rowSep = o.symbols(flat(*r))
		s.crossSep = s.rowSep + s.colSep[1:len(s.colSep)-1] + s.rowSep
	}
	if c := cfg.Table.CenterSeparator; c != nil && cell.Width(*c, cell.WcWidth) == 1 {
		s.crossSep = s.rowSep + o.symbols(flat(*c)) + s.rowSep
	}
	s.ruleRune, s.ellipsis = o.symbols("─"), o.symbols("…")
	s.broken = "\uFFFD"
	if o.ASCII {
		s.broken = "?"
	}
	s.codeMargin = 2
	if m := cfg.CodeBlock.Margin; m != nil {
		s.codeMargin = int(min(*m, 8))
	}
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// symbols replaces our own symbols by their ASCII stand-ins where asked for.
func (o StyleOptions) symbols(s string) string {
	if !o.ASCII {
		return s
	}
	s = strings.NewReplacer("•", "*", "│", "|", "─", "-", "┼", "+", "✓", "x", "…", "...",
		"→", "->", "\u00a0", " ", "┃", "|", "█", "#", "☐", "[ ]", "☑", "[x]").Replace(s)
	return strings.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, s)
}

// mark settles what stands round inline code. Blanks never do: they begin
// lines, stand before a full stop and look like a second space. Code that
// looks like the text round it keeps the marks of its source.
func (p *patch) mark(plain bool) {
	const blanks = " \u00a0"
	p.before, p.after = strings.Trim(p.before, blanks), strings.Trim(p.after, blanks)
	if p.before == "" && p.after == "" && (plain || p.on(look{}) == (look{})) {
		p.before, p.after = "`", "`"
	}
}

// Builtin returns one of glamour's own styles: dark, light, notty, ascii,
// dracula, pink or tokyo-night. Text keeps the terminal's own foreground, and
// a heading that has weight or colour loses its number signs.
func Builtin(name string, o StyleOptions) (*Style, bool) {
	cfg, ok := styles.DefaultStyles[name]
	if !ok {
		return nil, false
	}
	own := *cfg
	own.Document.Color, own.Document.BackgroundColor = nil, nil
	switch name {
	case styles.AsciiStyle:
		o.ASCII, o.Plain = true, true
	case styles.NoTTYStyle:
		o.Plain = true
	case styles.DarkStyle:
		calm(&own, "#5fafff", "#d7af87")
	case styles.LightStyle:
		calm(&own, "#005fd7", "#8a4b00")
	}
	if !o.Plain {
		for _, h := range []*ansi.StyleBlock{&own.H1, &own.H2, &own.H3, &own.H4, &own.H5, &own.H6} {
			h.Prefix = strings.TrimLeft(h.Prefix, "# ")
		}
	}
	return NewStyle(own, o), true
}

// calm quietens the two styles that go with our themes: headings by weight,
// the first level in the accent too; code in the theme's colour and not on a
// ground of its own. Red is for what went wrong.
func calm(cfg *ansi.StyleConfig, accent, code string) {
	heavy := true
	cfg.Heading.StylePrimitive = ansi.StylePrimitive{Bold: &heavy}
	for _, h := range []*ansi.StyleBlock{&cfg.H2, &cfg.H3, &cfg.H4, &cfg.H5, &cfg.H6} {
		h.StylePrimitive = ansi.StylePrimitive{Prefix: h.Prefix}
	}
	cfg.H1.StylePrimitive = ansi.StylePrimitive{Prefix: "# ", Color: &accent}
	cfg.Image = cfg.Link
	cfg.Code.StylePrimitive = ansi.StylePrimitive{Color: &code}
}

// plainStyle is made once: every document without a style of its own uses it.
//
//nolint:gochecknoglobals // a constant in all but the language; immutable
var plainStyle = sync.OnceValue(func() *Style {
	return NewStyle(ansi.StyleConfig{}, StyleOptions{Plain: true})
})

// PlainStyle returns the style without any SGR.
func PlainStyle() *Style { return plainStyle() }
