package markdown

import (
	"bytes"
	"slices"
	"time"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"agtui/ui/cell"
)

// budget is how many times its last cost the tail waits before it is laid out
// again.
const budget = 4

// tail is the open end of a document as it is drawn.
type tail struct {
	lines   []Line
	codes   []drawn
	next    time.Time // when it may be laid out again
	must    bool      // its lines are of another shape
	final   bool      // no more is to come
	fence   *openFence
	written *written // the end of a long one, nil for none
	// frozen are the fences of a final tail, as of a block that was frozen.
	frozen *block
}

// stale says that the lines can't be shown any more.
func (t *tail) stale() {
	t.must, t.fence, t.lines, t.codes, t.written = true, nil, nil, nil, nil
}

// settled is a block for the fences of a final tail, nil while it is open.
func (t *tail) settled(start, end int) *block {
	if !t.final {
		return nil
	}
	if b := t.frozen; b == nil || b.start != start || b.end != end {
		t.frozen = &block{start: start, end: end}
	}
	return t.frozen
}

// finish says that no more is to come; code in the tail then is to be
// highlighted.
func (t *tail) finish() (redraw bool) {
	redraw = !t.final && (len(t.codes) > 0 || t.written != nil)
	t.final = true
	return redraw
}

// tailTop is the line at which the tail starts, behind a blank line.
func (d *Doc) tailTop() int {
	n := d.heights.before(len(d.blocks))
	if n > 0 && len(d.tail.lines) > 0 {
		n += d.open.lead()
	}
	return n
}

// tailRows is the height of the tail, with the blank line before it.
func (d *Doc) tailRows() int {
	return d.tailTop() + len(d.tail.lines) - d.heights.before(len(d.blocks))
}

func (d *Doc) tailLine(i int) Line {
	if i < 0 || i >= len(d.tail.lines) {
		return Line{}
	}
	return d.tail.lines[i]
}

// refresh takes in what was appended, unless the tail has to wait.
func (d *Doc) refresh() {
	t := &d.tail
	timed := d.opt.Clock != nil && !d.now.IsZero()
	if !d.dirty || timed && !t.must && !t.final && d.now.Before(t.next) {
		return
	}
	d.dirty, t.must = false, false
	var start time.Time
	if timed {
		start = d.opt.Clock()
	}
	if t.final || !d.growFence() {
		if d.freeze(); !d.write() {
			d.drawTail()
		}
	}
	if t.next = (time.Time{}); timed {
		t.next = d.now.Add(budget * d.opt.Clock().Sub(start))
	}
}

// drawTail lays out the tail.
func (d *Doc) drawTail() {
	src := d.source(d.cut, len(d.src), d.open)
	d.stats.Display += int64(len(src))
	ctx := newContext(d.refs, nil)
	root := d.parse(src, ctx)
	d.tail.fence = nil
	if !d.tail.final && d.enterFence(root, src) {
		return
	}
	d.provide(ctx.own)
	l := d.layout(src, d.tail.settled(d.cut, len(d.src)), d.open)
	l.live = true
	l.children(root, true)
	d.tail.lines, d.tail.codes = l.lines, l.codes
	d.keepWritten(l)
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

// openFence is a code fence that is not closed and is all there is of the
// tail: what comes adds lines and changes none.
type openFence struct {
	mark   byte
	length int
	lang   string
	code   int // where its code starts in the source
	next   int // where the first line starts that is not laid out for good
	rows   int // lines of the layout that are final
	l      *layout
}

// enterFence starts to take lines one by one if the tail ends in an open fence
// that is not indented. All before the fence is frozen.
func (d *Doc) enterFence(root ast.Node, src []byte) bool {
	n, ok := root.LastChild().(*ast.FencedCodeBlock)
	if !ok {
		return false
	}
	start := lineStart(n, src)
	if n.Info != nil {
		start = bytes.LastIndexByte(src[:n.Info.Segment.Start], '\n') + 1
	} else if n.Lines().Len() > 0 {
		start = bytes.LastIndexByte(src[:max(n.Lines().At(0).Start-1, 0)], '\n') + 1
	}
	if start < 0 {
		return false
	}
	first, _, whole := bytes.Cut(src[start:], []byte("\n"))
	f := &openFence{length: len(first) - len(bytes.TrimLeft(first, string(first[:min(1, len(first))])))}
	if !whole || f.length < 3 || first[0] != '`' && first[0] != '~' {
		return false
	}
	f.mark, f.lang = first[0], string(n.Language(src))
	f.code = d.cut + start - d.open.skip() + len(first) + 1
	f.next = f.code
	if lines := n.Lines(); f.code < len(d.src) && (lines.Len() == 0 || lines.At(lines.Len()-1).Stop < len(src)) {
		return false // it is closed
	}
	if !d.cutAt(root, src, start) {
		return false
	}
	d.provide(nil)
	f.l = d.layout(nil, nil, nil)
	f.l.indentCode()
	d.tail.fence = f
	d.tried = len(d.src) - d.cut
	return d.growFence()
}

// cutAt freezes what is before an offset of the tail, if it can be cut there.
func (d *Doc) cutAt(root ast.Node, src []byte, offset int) bool {
	if offset == 0 {
		return true
	}
	all := d.cuts(root, src)
	i := slices.IndexFunc(all, func(c cut) bool { return c.at == offset })
	if i < 0 {
		return false
	}
	base := d.cut - d.open.skip()
	for _, c := range all[:i+1] {
		d.cutTo(base+c.at, c)
	}
	return true
}

// mostCut is how much of an open line of code is looked at.
const mostCut = 4 << 10

// growFence lays out what came in an open fence. It reports false if there is
// none, or if it was closed: then it is frozen, and the rest is the tail.
func (d *Doc) growFence() bool {
	f := d.tail.fence
	if f == nil {
		return false
	}
	f.l.lines = f.l.lines[:f.rows]
	for {
		n := bytes.IndexByte(d.src[f.next:], '\n') + 1
		if n == 0 {
			break
		}
		line := d.src[f.next : f.next+n]
		if f.ends(line) {
			d.closeFence(f, f.next+n)
			return false
		}
		f.l.codeLines(line)
		f.next += n
		d.stats.Display += int64(n)
	}
	f.rows = len(f.l.lines)
	rest := d.src[f.next:]
	if most := max(mostCut, 16*d.opt.Width); len(rest) > most { // it is cut anyway
		rest = rest[:most]
	}
	d.stats.Display += int64(len(rest))
	switch {
	case len(rest) > 0 && !f.ends(rest):
		f.l.codeLines(append(slices.Clip(rest), '\n'))
	case f.rows == 0:
		f.l.codeLines(nil)
	}
	d.tail.lines = f.l.lines
	d.tail.codes = append(d.tail.codes[:0], drawn{0, len(f.l.lines)})
	return true
}

// ends tells whether a line closes the fence.
func (f *openFence) ends(line []byte) bool {
	w, at := util.IndentWidth(line, 0)
	if w > 3 {
		return false
	}
	rest := bytes.TrimLeft(line[at:], string(f.mark))
	return len(line)-at-len(rest) >= f.length && util.IsBlank(rest)
}

// closeFence freezes a fence that was closed; its lines are there already.
func (d *Doc) closeFence(f *openFence, end int) {
	code := d.src[f.code:f.next]
	if f.rows = len(f.l.lines); f.rows == 0 {
		f.l.codeLines(nil)
	}
	i := len(d.blocks)
	b := &block{start: d.cut, end: end}
	d.add(b)
	if f.lang != "" {
		d.wantColours(b, f.lang, cell.CleanTabs(string(code), codeTab))
	}
	d.place(i, f.l.lines, []drawn{{0, len(f.l.lines)}})
	d.cut, d.tried = end, 0
	d.tail = tail{final: d.tail.final}
}
