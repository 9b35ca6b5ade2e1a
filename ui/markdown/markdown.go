// Package markdown lays out Markdown that arrives in pieces: goldmark's tree,
// glamour's styles, our own lines.
//
// A Doc freezes top-level blocks that no later text can change and lays out
// only the open tail again, so a piece costs the same in a long document as in
// a short one, and the lines are those of laying out the whole, byte for byte.
// Frozen lines change only when a link definition comes late, and when width,
// method, style or highlighting change.
//
// It is not a general Markdown renderer: HTML is shown as text, images as
// their description, and there are no footnotes. All text goes through
// ui/cell; the only escape sequences in a Line are our own SGR and, where
// allowed, OSC 8 around http and https links. A Doc belongs to one goroutine;
// Style, Highlight and Job may be shared. Nesting is drawn as deep as the
// width allows, never less than one column of text.
package markdown

import (
	"bytes"

	"agtui/ui/cell"
)

// Options say how a document is laid out.
type Options struct {
	Width  int         // columns, at least 1
	Method cell.Method // the renderer's
	Style  *Style      // nil is PlainStyle
	// Hyperlinks: the terminal understands OSC 8.
	Hyperlinks bool
}

// Line is one line of the layout.
type Line struct {
	Text  string // safe text with our own SGR, reset at its end; not padded
	Width int    // in cells, at most Options.Width
}

// Stats count the work done, for tests.
type Stats struct {
	Parsed  int64 // bytes parsed to find the ends of blocks, and for frozen blocks
	Display int64 // bytes parsed to show the open tail
	Frozen  int   // blocks frozen
	Changed int   // layouts of frozen blocks after the first
}

// Doc is a Markdown document that grows at its end.
type Doc struct {
	opt   Options
	src   []byte
	stats Stats

	blocks   []*block
	cut      int   // src[:cut] is in blocks
	tried    int   // length of the tail at the last freeze
	anyStale bool  // some block needs a new layout
	jobs     []Job // not handed out yet
	nextJob  int

	refs    definitions      // of frozen blocks
	passing definitions      // of the tail
	waiting map[string][]int // label → blocks that missed it

	lines     []Line
	assembled int // blocks whose lines are in lines
	frozen    int // lines of assembled blocks
	tailAt    int // where the lines of the tail start
	tailCodes []drawn
	dirty     bool
}

// block is a frozen piece of the source.
type block struct {
	start, end int
	first      int // where its lines start in Doc.lines
	lines      []Line
	missed     map[string]*definition // label → what a passing definition gave
	fences     []*fence
	codes      []drawn
	stale      bool
	laid       bool
}

// fence is a code fence of a frozen block.
type fence struct {
	id    int
	spans []Span
}

// New returns an empty document.
func New(o Options) *Doc {
	o.Width = max(o.Width, 1)
	if o.Style == nil {
		o.Style = PlainStyle()
	}
	d := &Doc{opt: o}
	d.clear()
	return d
}

// Render lays out a whole document.
func Render(src []byte, o Options) []Line {
	d := New(o)
	d.Append(src)
	return d.Lines()
}

func (d *Doc) clear() {
	d.src, d.blocks, d.jobs = nil, nil, nil
	d.cut, d.tried, d.anyStale = 0, 0, false
	d.refs, d.passing, d.waiting = definitions{}, nil, map[string][]int{}
	d.lines, d.assembled, d.frozen, d.dirty = nil, 0, 0, false
	d.tailAt, d.tailCodes = 0, nil
}

func (d *Doc) style() *Style { return d.opt.Style }

// Append adds source at its end; it is copied. UTF-8, or WTF-8.
func (d *Doc) Append(src []byte) {
	if len(src) == 0 {
		return
	}
	d.src = append(d.src, src...)
	d.dirty = true
}

// Reset replaces the source. A source that only grew keeps what is frozen.
func (d *Doc) Reset(src []byte) {
	if bytes.HasPrefix(src, d.src) {
		d.Append(src[len(d.src):])
		return
	}
	d.clear()
	d.Append(src)
}

// Len is the length of the source in bytes.
func (d *Doc) Len() int { return len(d.src) }

// Stats returns the counts of the work done.
func (d *Doc) Stats() Stats { return d.stats }

// SetWidth changes the columns.
func (d *Doc) SetWidth(w int) {
	if w = max(w, 1); w != d.opt.Width {
		d.opt.Width = w
		d.invalidate()
	}
}

// SetMethod changes how text is measured.
func (d *Doc) SetMethod(m cell.Method) {
	if m != d.opt.Method {
		d.opt.Method = m
		d.invalidate()
	}
}

// SetStyle changes the style; highlighting is kept.
func (d *Doc) SetStyle(s *Style) {
	if s == nil {
		s = PlainStyle()
	}
	if s != d.opt.Style {
		d.opt.Style = s
		d.invalidate()
	}
}

// SetHyperlinks says whether the terminal understands OSC 8.
func (d *Doc) SetHyperlinks(on bool) {
	if on != d.opt.Hyperlinks {
		d.opt.Hyperlinks = on
		d.invalidate()
	}
}

func (d *Doc) invalidate() {
	for _, b := range d.blocks {
		b.stale = true
	}
	d.anyStale, d.dirty = len(d.blocks) > 0, true
}

// Jobs hands out the code fences that were frozen since the last call and name
// a language. Highlight them anywhere, then call Highlighted.
func (d *Doc) Jobs() []Job {
	jobs := d.jobs
	d.jobs = nil
	return jobs
}

// Highlighted sets the spans of the fence of a job. It reports false if the
// fence is gone.
func (d *Doc) Highlighted(id int, spans []Span) bool {
	for _, b := range d.blocks {
		for _, f := range b.fences {
			if f.id != id {
				continue
			}
			if len(spans) > 0 {
				f.spans, b.stale = spans, true
				d.anyStale, d.dirty = true, true
			}
			return true
		}
	}
	return false
}

// Lines lays out what changed and returns all lines. The result is valid until
// the next call and must not be changed.
func (d *Doc) Lines() []Line {
	if !d.dirty {
		return d.lines
	}
	d.dirty = false
	d.freeze()
	tail := d.src[d.cut:]
	d.stats.Display += int64(len(tail))
	ctx := newContext(d.refs, nil)
	root := d.parse(tail, ctx)
	d.provide(ctx.own)
	if d.anyStale {
		d.relay()
	}
	d.assemble()
	l := d.layout(tail, nil)
	l.children(root, true)
	d.lines = join(d.lines[:d.frozen], l.lines)
	d.tailAt, d.tailCodes = len(d.lines)-len(l.lines), l.codes
	return d.lines
}

// join appends the lines of a block, with a blank line before it.
func join(lines, more []Line) []Line {
	if len(lines) > 0 && len(more) > 0 {
		lines = append(lines, Line{})
	}
	return append(lines, more...)
}

// provide makes the tail's definitions known to the frozen blocks that missed
// them, and takes those back that the tail no longer has.
func (d *Doc) provide(own definitions) {
	old := d.passing
	d.passing = own
	for label, def := range own {
		for _, i := range d.waiting[label] {
			d.retry(i, label, def)
		}
	}
	for label := range old {
		if own[label] == nil && d.refs[label] == nil {
			for _, i := range d.waiting[label] {
				d.retry(i, label, nil)
			}
		}
	}
}

// relay lays out the stale blocks.
func (d *Doc) relay() {
	d.anyStale = false
	for i, b := range d.blocks {
		if b.stale {
			d.lay(i)
		}
	}
}

// lay lays out a frozen block and returns the definitions in it.
func (d *Doc) lay(i int) definitions {
	b := d.blocks[i]
	src := d.src[b.start:b.end]
	d.stats.Parsed += int64(len(src))
	ctx := newContext(d.refs, d.passing)
	root := d.parse(src, ctx)
	if b.laid {
		d.stats.Changed++
	}
	for label := range ctx.missed {
		if _, ok := b.missed[label]; !ok {
			d.waiting[label] = append(d.waiting[label], i)
		}
	}
	b.missed, b.stale = ctx.missed, false
	l := d.layout(src, b)
	l.children(root, true)
	d.place(i, l.lines)
	b.codes = l.codes
	b.laid = true
	return ctx.own
}

// place sets the lines of a block, in Doc.lines too if they stand there.
func (d *Doc) place(i int, lines []Line) {
	b := d.blocks[i]
	if i < d.assembled {
		if len(lines) == len(b.lines) {
			copy(d.lines[d.frozenEnd(i)-len(lines):], lines)
		} else {
			d.assembled = i
			d.frozen = b.first
		}
	}
	b.lines = lines
}

// frozenEnd is where the lines of an assembled block end.
func (d *Doc) frozenEnd(i int) int {
	if i+1 < d.assembled {
		return d.blocks[i+1].first
	}
	return d.frozen
}

// assemble appends the lines of newly frozen blocks.
func (d *Doc) assemble() {
	d.lines = d.lines[:d.frozen]
	for ; d.assembled < len(d.blocks); d.assembled++ {
		b := d.blocks[d.assembled]
		b.first = len(d.lines)
		d.lines = join(d.lines, b.lines)
	}
	d.frozen = len(d.lines)
}
