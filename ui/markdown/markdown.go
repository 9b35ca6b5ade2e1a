// Package markdown lays out Markdown that arrives in pieces: goldmark's tree,
// glamour's styles, our own lines.
//
// A Doc freezes top-level blocks that no later text can change and lays out
// only the open tail again, so a piece costs the same in a long document as in
// a short one, and the lines are those of laying out the whole, byte for byte.
// Frozen lines change only when a link definition comes late, when a column of
// an open table gets wider, and when width, method, style or highlighting
// change.
//
// # What is not looked at costs nothing
//
// A frozen block is laid out when one of its lines is asked for; until then its
// height is an estimate. Height and Line are for windows: reading downwards,
// Line lays out block after block; before reading upwards, Settle lays out what
// lies above and says where the line is then. Lines lays out everything. A
// change of width forgets all lines and lays out nothing. Lines of blocks that
// nobody looked at for long are forgotten too; source and height stay.
//
// # What grows
//
// The tail is laid out at most once for each time that is looked at, and it
// stays short: an open code fence only gets more lines, and long blocks are
// frozen in parts. Those of a list are whole items, those of a table whole rows,
// and their lines are those of the whole block; a column that becomes wider
// makes the parts of its table stale, and they are laid out when they are looked
// at. A paragraph of more than 8 KB is drawn as several that follow each other
// without a blank line: each begins a line, at the end of a sentence or a line
// of the source where there is one, and what is marked (emphasis, links, code)
// does not go on from one to the next.
//
// What can't be cut is one item, quote, HTML block or table row of any length,
// and an underlined heading. So with a Clock the tail is laid out again no
// sooner than four times its last cost. Due says when the rest is shown, and
// Finish shows it at once. A tail of more than 64 KB is laid out each time that
// it has doubled, up to 256 KB; what came since is shown as it is written, marks
// and all, until its block ends or Finish is called.
//
// It is not a general Markdown renderer: HTML is shown as text, images as
// their description, and there are no footnotes. All text goes through
// ui/cell; the only escape sequences in a Line are our own SGR and, where
// allowed, OSC 8 around http and https links. A Doc belongs to one goroutine;
// Style, Highlight and Job may be shared. Nesting is drawn as deep as the
// width allows, never less than one column of text, and to a depth of 32; tables
// have at most 64 columns. What is beyond that is text.
package markdown

import (
	"bytes"
	"time"

	"agtui/ui/cell"
)

// Options say how a document is laid out.
type Options struct {
	Width  int         // columns, at least 1
	Method cell.Method // the renderer's
	Style  *Style      // nil is PlainStyle
	// Hyperlinks: the terminal understands OSC 8.
	Hyperlinks bool
	// Clock measures what the tail costs; nil means that it may cost anything.
	Clock func() time.Time
}

// Line is one line of the layout.
type Line struct {
	Text  string // safe text with our own SGR, reset at its end; not padded
	Width int    // in cells, at most Options.Width
}

// Stats count the work done, for tests.
type Stats struct {
	Parsed  int64 // bytes parsed to find the ends of blocks, and for frozen blocks
	Display int64 // bytes of the open tail that were parsed or laid out
	Laid    int64 // bytes of frozen blocks that were laid out
	Frozen  int   // blocks frozen
	Changed int   // frozen blocks whose lines were forgotten because they changed
}

// Doc is a Markdown document that grows at its end.
type Doc struct {
	opt   Options
	src   []byte
	stats Stats

	blocks  []*block
	heights heights
	first   int   // the first block that has lines
	cut     int   // src[:cut] is in blocks
	tried   int   // length of the tail at the last freeze
	lines   int   // src[:lines] are complete lines
	open    *part // how the tail goes on from the last block
	refused int   // the tail from here less one is no paragraph that can be cut

	sizes

	shape   int // grows when all lines are forgotten
	keep    keep
	jobs    []Job // not handed out yet
	nextJob int

	refs    definitions      // of frozen blocks
	passing definitions      // of the tail
	waiting map[string][]int // label → blocks that missed it

	tail  tail
	dirty bool // the tail is not drawn as it is
	now   time.Time
}

// sizes are the constants of these names; tests have smaller ones.
type sizes struct{ partSize, mostWords, mostTail, mostAgain int }

// New returns an empty document.
func New(o Options) *Doc {
	d := &Doc{opt: o.filled(), sizes: sizes{partSize, mostWords, mostTail, mostAgain}}
	d.clear()
	return d
}

func (o Options) filled() Options {
	o.Width = max(o.Width, 1)
	if o.Style == nil {
		o.Style = PlainStyle()
	}
	return o
}

// Render lays out a whole document.
func Render(src []byte, o Options) []Line {
	d := New(o)
	d.Append(src)
	return d.Lines()
}

func (d *Doc) clear() {
	*d = Doc{
		opt: d.opt, stats: d.stats, nextJob: d.nextJob, now: d.now, shape: d.shape + 1, first: -1,
		sizes: d.sizes,
		refs:  definitions{}, waiting: map[string][]int{},
	}
}

func (d *Doc) style() *Style { return d.opt.Style }

// Append adds source at its end; it is copied. UTF-8, or WTF-8.
func (d *Doc) Append(src []byte) {
	if len(src) == 0 {
		return
	}
	if n := whole(src); n > 0 {
		d.lines = len(d.src) + n
	}
	d.src = append(d.src, src...)
	d.dirty, d.tail.final = true, false
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

// Options returns how the document is laid out.
func (d *Doc) Options() Options { return d.opt }

// Configure changes how the document is laid out. What is not looked at costs
// nothing; highlighting is kept.
func (d *Doc) Configure(o Options) {
	o = o.filled()
	old := d.opt
	d.opt = o
	if o.Width != old.Width || o.Method != old.Method || o.Style != old.Style || o.Hyperlinks != old.Hyperlinks {
		sameText := o.Method == old.Method && o.Style == old.Style && o.Hyperlinks == old.Hyperlinks
		d.forget(o.Width == old.Width && o.Method == old.Method, sameText)
	}
}

// SetWidth changes the columns.
func (d *Doc) SetWidth(w int) {
	o := d.opt
	o.Width = w
	d.Configure(o)
}

// SetMethod changes how text is measured.
func (d *Doc) SetMethod(m cell.Method) {
	o := d.opt
	o.Method = m
	d.Configure(o)
}

// SetStyle changes the style; highlighting is kept.
func (d *Doc) SetStyle(s *Style) {
	o := d.opt
	o.Style = s
	d.Configure(o)
}

// SetHyperlinks says whether the terminal understands OSC 8.
func (d *Doc) SetHyperlinks(on bool) {
	o := d.opt
	o.Hyperlinks = on
	d.Configure(o)
}

// SetNow says what time it is; without it the tail is always laid out.
func (d *Doc) SetNow(now time.Time) { d.now = now }

// Finish says that no more is to come for now: the tail is laid out at once.
// Code in the tail wants colours then, closed or not.
func (d *Doc) Finish() { d.dirty = d.tail.finish() || d.dirty }

// Due is when the end of the text that is not drawn yet may be laid out, zero
// when all is drawn.
func (d *Doc) Due() time.Time {
	if d.refresh(); d.dirty {
		return d.tail.next
	}
	return time.Time{}
}

// Jobs hands out the code fences that were laid out since the last call, are
// closed (or Finish was called) and name a language. Highlight them anywhere,
// then call Highlighted.
func (d *Doc) Jobs() []Job {
	jobs := d.jobs
	d.jobs = nil
	return jobs
}

// Highlighted sets the spans of the fence of a job. It reports false if the
// fence is gone.
func (d *Doc) Highlighted(id int, spans []Span) bool {
	for i, b := range d.blocks {
		if f := b.fence(id); f != nil {
			if f.spans = spans; len(spans) > 0 {
				d.outdate(i)
			}
			return true
		}
	}
	if b := d.tail.frozen; b != nil {
		if f := b.fence(id); f != nil && d.tail.final {
			f.spans = spans
			d.dirty, d.tail.must = true, true
			return true
		}
	}
	return false
}

// Height is the number of lines. Blocks that were not laid out count with an
// estimate; Lines and a reading of all lines make it exact.
func (d *Doc) Height() int {
	d.refresh()
	return d.tailTop() + len(d.tail.lines)
}

// Line returns a line; an empty one behind the end. It lays out the block of
// the line, so that what lies below may move: reading on downwards is exact.
func (d *Doc) Line(i int) Line {
	d.refresh()
	for i >= 0 {
		n, off := d.heights.find(i)
		if n == len(d.blocks) {
			return d.tailLine(i - d.tailTop())
		}
		if d.ensure(n); off < d.rows(n) {
			return d.blockLine(n, off)
		}
	}
	return Line{}
}

// Reach lays out what is needed for n lines from a line on: then Line moves
// nothing there.
func (d *Doc) Reach(line, n int) {
	for i := line; i < line+n && i < d.Height(); i++ {
		d.Line(i)
	}
}

// Settle lays out the blocks above a line until so many lines above it are
// exact. It returns where the line is now.
func (d *Doc) Settle(line, above int) int {
	d.refresh()
	line = max(0, min(line, d.tailTop()+len(d.tail.lines)))
	n, off := d.heights.find(line)
	if n < len(d.blocks) {
		off = d.scaled(n, off)
	} else {
		off = line - d.heights.before(n)
	}
	for i := n - 1; i >= 0 && above > off; i-- {
		d.ensure(i)
		above -= d.rows(i)
	}
	return d.heights.before(n) + off
}

// scaled lays out a block and returns where an estimated line of it is then.
func (d *Doc) scaled(n, off int) int {
	before := d.rows(n)
	d.ensure(n)
	if now := d.rows(n); now != before {
		return off * now / before
	}
	return off
}

// Lines lays out everything and returns all lines. The result is valid until
// the next call and must not be changed.
func (d *Doc) Lines() []Line {
	d.refresh()
	var out []Line
	for i, b := range d.blocks {
		d.ensure(i)
		out = join(out, b.lines, b.part)
	}
	return join(out, d.tail.lines, d.open)
}

// join appends the lines of a block, with a blank line before it.
func join(lines, more []Line, p *part) []Line {
	if len(lines) > 0 && len(more) > 0 && p.lead() > 0 {
		lines = append(lines, Line{})
	}
	return append(lines, more...)
}

// Mark is a place in a document that survives a change of the layout.
type Mark struct {
	start     int // of the block in the source
	off, rows int
	shape     int
}

// Mark returns the place of a line.
func (d *Doc) Mark(line int) Mark {
	d.refresh()
	n, off := d.heights.find(line)
	if n == len(d.blocks) {
		return Mark{start: d.cut, off: line - d.heights.before(n), rows: d.tailRows(), shape: d.shape}
	}
	return Mark{start: d.blocks[n].start, off: off, rows: d.rows(n), shape: d.shape}
}

// Find returns the line of a place.
func (d *Doc) Find(m Mark) int {
	d.refresh()
	n := d.blockAt(m.start)
	top, rows := d.heights.before(n), d.tailRows()
	if n < len(d.blocks) {
		d.ensure(n)
		rows = d.rows(n)
	}
	off := m.off
	if (m.shape != d.shape || off >= rows && n < len(d.blocks) && m.rows != rows) && m.rows > 0 {
		off = off * rows / m.rows
	}
	return min(top+off, max(d.tailTop()+len(d.tail.lines)-1, 0))
}

// LineOf returns about where a byte of the source is drawn.
func (d *Doc) LineOf(offset int) int {
	d.refresh()
	n := d.blockAt(offset)
	from, to, rows := d.cut, len(d.src), d.tailRows()
	if n < len(d.blocks) {
		d.ensure(n)
		from, to, rows = d.blocks[n].start, d.blocks[n].end, d.rows(n)
	}
	if to <= from {
		return d.heights.before(n)
	}
	return d.heights.before(n) + min((offset-from)*rows/(to-from), max(rows-1, 0))
}
