package markdown

import (
	"strconv"
	"strings"

	"charm.land/glamour/v2/ansi"

	"agtui/ui/cell"
)

// flags are the attributes of a look.
type flags uint8

const (
	bold flags = 1 << iota
	faint
	italic
	underline
	blink
	inverse
	conceal
	crossed
)

// look is how a cell is drawn. The zero look is the terminal's own.
type look struct {
	fg, bg string // SGR parameters, "" for none
	flags  flags
}

// params are the SGR parameters that lead from the zero look to l.
func (l look) params() string {
	var b []byte
	for i, p := range [...]byte{'1', '2', '3', '4', '5', '7', '8', '9'} {
		if l.flags&(1<<i) != 0 {
			b = append(b, p, ';')
		}
	}
	for _, c := range [...]string{l.fg, l.bg} {
		if c != "" {
			b = append(append(b, c...), ';')
		}
	}
	return strings.TrimSuffix(string(b), ";")
}

// patch is what a style element changes on the look around it, and the text
// that it puts before and after.
type patch struct {
	fg, bg        string
	mask, set     flags
	upper, lower  bool
	title         bool
	before, after string
}

// on returns l with the patch laid over it.
func (p *patch) on(l look) look {
	if p.fg != "" {
		l.fg = p.fg
	}
	if p.bg != "" {
		l.bg = p.bg
	}
	l.flags = l.flags&^p.mask | p.set
	return l
}

// over returns p with q laid over it, as glamour cascades a heading's level
// over the common heading style.
func (p *patch) over(q patch) patch {
	r := *p
	if q.fg != "" {
		r.fg = q.fg
	}
	if q.bg != "" {
		r.bg = q.bg
	}
	r.mask, r.set = p.mask|q.mask, p.set&^q.mask|q.set
	r.upper, r.lower, r.title = p.upper || q.upper, p.lower || q.lower, p.title || q.title
	if q.before != "" {
		r.before = q.before
	}
	if q.after != "" {
		r.after = q.after
	}
	return r
}

// text applies the patch's change of case.
func (p *patch) text(s string) string {
	switch {
	case p.upper:
		return strings.ToUpper(s)
	case p.lower:
		return strings.ToLower(s)
	case p.title:
		return strings.ToTitle(s)
	}
	return s
}

// compile reads a glamour primitive.
func (o StyleOptions) compile(s ansi.StylePrimitive) patch {
	p := patch{
		upper: isTrue(s.Upper), lower: isTrue(s.Lower), title: isTrue(s.Title),
		before: o.symbols(flat(s.BlockPrefix + s.Prefix)),
		after:  o.symbols(flat(s.Suffix + s.BlockSuffix)),
	}
	if !o.NoColor {
		p.fg, p.bg = colour(s.Color, '3'), colour(s.BackgroundColor, '4')
	}
	for i, b := range [...]*bool{s.Bold, s.Faint, s.Italic, s.Underline, s.Blink, s.Inverse, s.Conceal, s.CrossedOut} {
		if b == nil {
			continue
		}
		p.mask |= 1 << i
		if *b {
			p.set |= 1 << i
		}
	}
	return p
}

func isTrue(b *bool) bool { return b != nil && *b }

// flat removes the line ends that glamour's styles use for spacing; our blank
// lines come from the document alone.
func flat(s string) string {
	return cell.Line(strings.ReplaceAll(strings.ReplaceAll(s, "\n", ""), "\r", ""))
}

// colour reads a colour of a style file as SGR parameters; layer is '3' for
// the text and '4' for what is behind it. Unknown colours are none.
func colour(c *string, layer byte) string {
	if c == nil || *c == "" {
		return ""
	}
	if hex, ok := strings.CutPrefix(*c, "#"); ok {
		return hexColour(hex, layer)
	}
	n, err := strconv.ParseUint(*c, 10, 24)
	switch {
	case err != nil:
		return ""
	case n < 8:
		return string(layer) + strconv.FormatUint(n, 10)
	case n < 16:
		bright := map[byte]string{'3': "9", '4': "10"}[layer]
		return bright + strconv.FormatUint(n-8, 10)
	case n < 256:
		return string(layer) + "8;5;" + strconv.FormatUint(n, 10)
	}
	return rgb(layer, n)
}

func hexColour(hex string, layer byte) string {
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		return ""
	}
	return rgb(layer, n)
}

func rgb(layer byte, n uint64) string {
	part := func(shift int) string { return ";" + strconv.FormatUint(n>>shift&0xFF, 10) }
	return string(layer) + "8;2" + part(16) + part(8) + part(0)
}
