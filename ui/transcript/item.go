package transcript

import (
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// item is a block's place in the list and what was drawn of it.
type item struct {
	block *store.Block
	owner agui.Opt[string] // whose lane it is in
	lane  *lane
	opens *lane // the lane that it opened
	shown bool
	news  where // changed where it could not be seen
	frame int   // the last window that it was drawn in
	flush bool  // its owner went on: hold nothing back

	// The fold level that a user chose, and when.
	chosen bool
	level  Level
	when   int

	// raw: the block is drawn as it is drawn while it is alive. It is kept
	// until the block may change its shape (List.still).
	raw bool
	// start is the first line of a live tail; ink is how much is drawn before it,
	// kept while there are no lines.
	start, ink int
	kept       bool

	drawing int // counts how often it was laid out
	used    int // the last window for which its lines were needed
	weight  int // about how many bytes they take

	text   stream        // a text that grows
	sorted sorted        // what its result is
	own    *agui.Content // a result that stands alone
	until  time.Time     // what grew is not drawn again before
	laid   laid
	key    key
	cached bool
}

func newItem(b *store.Block) *item { return &item{block: b} }

// key is what a layout depends on, besides the time in its head.
type key struct {
	version  uint64
	related  uint64 // the version of another block that is drawn with it
	inner    int
	method   cell.Method
	look     int
	level    Level
	chosen   bool
	raw      bool
	start    int
	still    bool
	timed    bool // the time was known
	waits    wait
	before   int  // the block that a gap is counted from, -1 for none
	latest   bool // nothing came after the run that it closes
	standing standing
}

// laid is a block as lines. Head changes with the clock but never its height.
type laid struct {
	head, body, foot []line
	// doc is more of the body, behind the lines of body: it lays out what is
	// looked at.
	doc *markdown.Doc
	// next is when the clock changes the head, zero for never.
	next time.Time
	// more: there is more than a full block shows.
	more bool
	told bool // the words of a question are in the body
}

func (d *laid) height() int { return len(d.head) + len(d.body) + d.docRows() + len(d.foot) }

func (d *laid) at(i int) line {
	if i < len(d.head) {
		return d.head[i]
	}
	i -= len(d.head)
	if i < len(d.body) {
		return d.body[i]
	}
	i -= len(d.body)
	if n := d.docRows(); i >= n {
		return d.foot[i-n]
	}
	return d.doc.Line(i)
}

// layout returns the lines of a block, from the cache where nothing changed.
func (l *List) layout(id int) *laid {
	it := l.items[id]
	b := it.block
	still := l.still(id)
	alive := b.Phase == store.Live || openQuestion(b)
	if alive || !still {
		it.raw = alive
	}
	level, chosen := l.folds.level(it)
	k := key{
		version: b.Version, related: l.related(b), inner: l.gutter(b).inner, method: l.pen.method,
		look: l.look, level: level, chosen: chosen, raw: it.raw, start: it.start, still: still && it.raw, timed: !l.now.IsZero(),
		waits: l.waits(b), before: l.gapFrom(b), latest: l.latest(b),
		standing: l.standing(b),
	}
	same := it.cached && k == it.key && !it.flush
	due := !it.laid.next.IsZero() && !l.now.Before(it.laid.next)
	it.used = l.frame
	if it.cached && !due && !it.flush && (k == it.key || l.rests(it, k)) {
		return &it.laid
	}
	if !it.cached {
		l.drawn = append(l.drawn, id)
	}
	if k.inner != it.key.inner || k.method != it.key.method || k.look != it.key.look {
		it.letGo()
		it.text.reshape()
	}
	it.cached, it.flush = true, false
	d := drawing{
		list: l, pen: &l.pen, item: it, block: b, w: k.inner, level: level, chosen: chosen, now: l.now,
		waits: k.waits, before: k.before, latest: k.latest, standing: k.standing,
	}
	if same {
		was := it.laid
		d.again = &was
	}
	it.laid = laid{}
	it.drawing++
	d.draw()
	k.start = it.start
	it.key = k
	l.weigh(it)
	l.budget(it, d.cost)
	return &it.laid
}

// related is the version of the call that a question is about.
func (l *List) related(b *store.Block) uint64 {
	if c := l.callOf(b); c != nil {
		return c.Version
	}
	return 0
}

func (l *List) callOf(b *store.Block) *store.Block {
	if b.Kind != store.Question || b.ParentCall == "" {
		return nil
	}
	id, ok := l.calls[b.ParentCall]
	if !ok {
		return nil
	}
	return l.items[id].block
}
