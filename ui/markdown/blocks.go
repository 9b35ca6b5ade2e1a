package markdown

import (
	"bytes"
	"sort"

	"github.com/yuin/goldmark/ast"
)

// block is a frozen piece of the source. Without lines it is not laid out, and
// its height is a guess or what it was.
type block struct {
	start, end int
	n          int  // lines, without the blank one before them
	sourceRows int  // lines of the source
	keepsRows  bool // a line of the source is at least a line of the layout
	empty      bool // it draws nothing: definitions
	laid       bool
	listed     bool // in keep.laid
	used       int  // when a line of it was asked for
	lines      []Line
	missed     map[string]*definition // label → what a passing definition gave
	fences     []*fence
	codes      []drawn
}

// fence is a code fence of a frozen block.
type fence struct {
	id    int
	spans []Span
}

// close makes a frozen block of src[from:to].
func (d *Doc) close(from, to int) {
	b := &block{start: from, end: to}
	if src := d.src[from:to]; bytes.Contains(src, []byte("]:")) {
		d.define(b, src)
	}
	d.add(b)
}

// add appends a block.
func (d *Doc) add(b *block) {
	src := d.src[b.start:b.end]
	d.stats.Frozen++
	b.sourceRows = bytes.Count(bytes.TrimSpace(src), []byte("\n")) + 1
	b.keepsRows = bytes.IndexByte([]byte("`~|-*+>0123456789 \t<"), src[0]) >= 0
	if !b.empty {
		b.n = b.estimate(d.opt.Width)
		if d.first < 0 {
			d.first = len(d.blocks)
		}
	}
	d.blocks = append(d.blocks, b)
	d.heights.grow(d.rows(len(d.blocks) - 1))
}

// define takes in the link definitions of a new block.
func (d *Doc) define(b *block, src []byte) {
	d.stats.Parsed += int64(len(src))
	ctx := newContext(d.refs, d.passing)
	if onlyDefinitions(d.parse(src, ctx)) {
		b.empty, b.laid = true, true
	}
	for label, def := range ctx.own {
		d.refs[label] = def
		for _, i := range d.waiting[label] {
			d.retry(i, label, def)
		}
		delete(d.waiting, label)
	}
}

func onlyDefinitions(root ast.Node) bool {
	for c := root.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Kind() != ast.KindLinkReferenceDefinition {
			return false
		}
	}
	return true
}

// estimate is about how many lines a block has.
func (b *block) estimate(width int) int {
	n := (b.end - b.start + width - 1) / width
	if b.keepsRows {
		n = max(n, b.sourceRows)
	}
	return max(n, 1)
}

// rows is the height of a block, with the blank line before it.
func (d *Doc) rows(i int) int {
	if b := d.blocks[i]; b.empty || i == d.first {
		return b.n
	}
	return d.blocks[i].n + 1
}

// blockLine is a line of a block that is laid out.
func (d *Doc) blockLine(i, off int) Line {
	b := d.blocks[i]
	off -= d.rows(i) - b.n
	if off < 0 {
		return Line{}
	}
	return b.lines[off]
}

// blockAt is the block that has a byte of the source.
func (d *Doc) blockAt(offset int) int {
	return sort.Search(len(d.blocks), func(i int) bool { return d.blocks[i].end > offset })
}

// forget drops all lines: they are laid out when they are looked at. Until then
// the heights are estimated, unless they are likely to stay.
func (d *Doc) forget(sameHeights bool) {
	d.shape++
	d.keep = keep{}
	d.heights = heights{tree: d.heights.tree[:0]}
	for i, b := range d.blocks {
		if b.listed = false; !b.empty {
			b.lines, b.laid = nil, false
			if !sameHeights {
				b.n = b.estimate(d.opt.Width)
			}
		}
		d.heights.grow(d.rows(i))
	}
	d.tail.stale()
	d.dirty = true
}

// outdate drops the lines of a block because they change.
func (d *Doc) outdate(i int) {
	if b := d.blocks[i]; b.laid && !b.empty {
		b.laid, b.lines = false, nil
		d.keep.lines -= b.n
		d.stats.Changed++
	}
}

// retry drops the lines of a frozen block if its label means something else
// now.
func (d *Doc) retry(i int, label string, def *definition) {
	if b := d.blocks[i]; b.laid {
		if used, ok := b.missed[label]; ok && !same(used, def) {
			d.outdate(i)
		}
	}
}

// ensure lays a block out if it is not.
func (d *Doc) ensure(i int) {
	b := d.blocks[i]
	b.used = d.keep.time
	if b.laid {
		return
	}
	src := d.src[b.start:b.end]
	d.stats.Parsed += int64(len(src))
	d.stats.Laid += int64(len(src))
	ctx := newContext(d.refs, d.passing)
	root := d.parse(src, ctx)
	for label := range ctx.missed {
		if _, ok := b.missed[label]; !ok {
			d.waiting[label] = append(d.waiting[label], i)
		}
	}
	b.missed = ctx.missed
	l := d.layout(src, b)
	l.children(root, true)
	d.place(i, l.lines, l.codes)
}

// place sets the lines of a block.
func (d *Doc) place(i int, lines []Line, codes []drawn) {
	b := d.blocks[i]
	before := d.rows(i)
	b.lines, b.codes, b.n, b.laid = lines, codes, len(lines), true
	d.heights.add(i, d.rows(i)-before)
	d.keep.lines += b.n
	if !b.listed {
		b.listed = true
		d.keep.laid = append(d.keep.laid, i)
	}
	d.trim()
}

// keep bounds how many lines are kept of blocks that nobody looks at.
type keep struct {
	time  int   // grows with every trim
	lines int   // of all blocks
	laid  []int // the blocks that have them, and some more
}

// mostKept is how many lines of frozen blocks are kept.
const mostKept = 20_000

// trim forgets the older half of the lines once there are too many.
func (d *Doc) trim() {
	k := &d.keep
	if k.lines <= mostKept {
		return
	}
	k.time++
	kept := k.laid[:0]
	for _, i := range k.laid {
		b := d.blocks[i]
		if b.laid && b.used < k.time-1 && k.lines > mostKept/2 {
			b.laid, b.lines = false, nil
			k.lines -= b.n
		}
		if b.listed = b.laid; b.laid {
			kept = append(kept, i)
		}
	}
	k.laid = kept
}
