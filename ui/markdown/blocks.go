package markdown

import (
	"bytes"
	"sort"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
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
	listed     bool  // in keep.laid
	used       int   // when a line of it was asked for
	part       *part // how it goes on from the block before it
	natural    []int // of a table: how wide its columns want to be here
	fitting    int   // of a table: what its lines were laid out for
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

// fence is the fence of a job, nil if it is another block's.
func (b *block) fence(id int) *fence {
	for _, f := range b.fences {
		if f.id == id {
			return f
		}
	}
	return nil
}

// close makes a frozen block of the start of the tail.
func (d *Doc) close(to int) {
	b := &block{start: d.cut, end: to, part: d.open}
	switch src := d.src[b.start:b.end]; {
	case d.open.is(words) && util.IsBlank(src):
		b.empty, b.laid = true, true
	case bytes.Contains(src, []byte("]:")):
		d.define(b, d.piece(b))
	}
	if s := d.open.shared(); s != nil {
		s.grow(len(d.blocks))
	}
	d.cut = to
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
	return d.blocks[i].n + d.blocks[i].part.lead()
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
func (d *Doc) forget(sameHeights, sameText bool) {
	d.shape++
	d.keep = keep{}
	d.heights = heights{tree: d.heights.tree[:0]}
	for i, b := range d.blocks {
		if s := b.part.shared(); s != nil {
			if s.changed = true; !sameText {
				b.natural = nil
				s.reread()
			}
		}
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
		d.drop(b)
		d.stats.Changed++
	}
}

func (d *Doc) drop(b *block) {
	b.laid, b.lines = false, nil
	d.keep.lines -= b.n
}

// retry drops the lines of a frozen block if its label means something else
// now.
func (d *Doc) retry(i int, label string, def *definition) {
	b := d.blocks[i]
	if used, ok := b.missed[label]; !ok || same(used, def) {
		return
	}
	if s := b.part.shared(); s != nil {
		b.natural = nil
		s.reread()
	}
	d.outdate(i)
}

// ensure lays a block out if it is not.
func (d *Doc) ensure(i int) {
	b := d.blocks[i]
	b.used = d.keep.time
	if s := b.part.shared(); s != nil {
		d.fit(s)
		if b.laid && b.fitting != s.fitting {
			d.drop(b)
		}
		b.fitting = s.fitting
	}
	if b.laid {
		return
	}
	root, src := d.read(i)
	d.stats.Laid += int64(len(src))
	l := d.layout(src, b, b.part)
	l.children(root, true)
	d.place(i, l.lines, l.codes)
}

// read parses a frozen block.
func (d *Doc) read(i int) (ast.Node, []byte) {
	b := d.blocks[i]
	src := d.piece(b)
	d.stats.Parsed += int64(len(src))
	ctx := newContext(d.refs, d.passing)
	root := d.parse(src, ctx)
	for label := range ctx.missed {
		if _, ok := b.missed[label]; !ok {
			d.waiting[label] = append(d.waiting[label], i)
		}
	}
	b.missed = ctx.missed
	return root, src
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
