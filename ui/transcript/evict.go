package transcript

import (
	"cmp"
	"slices"
)

// Lines of this many blocks are kept, and of the ones around the window when
// there are more.
const (
	keepMost   = 4096
	keepAround = 512
)

// keepBytes is how much lines may take, those on screen apart: opened results
// have 10,000 lines each.
const keepBytes = 16 << 20

// lineBytes is what a line takes besides its text.
const lineBytes = 64

// weigh estimates what the lines of a block take: it must cost nothing, for a
// text that streams is laid out with every delta.
func (l *List) weigh(it *item) {
	d := &it.laid
	n := (len(d.head) + len(d.body) + len(d.foot)) * (lineBytes + it.key.inner)
	if it.text.md != nil {
		n += 2 * len(it.block.Text.Bytes)
	}
	l.weight += n - it.weight
	it.weight = n
}

// evict forgets lines far from the window, once there are many: those of most
// blocks, or the ones that were not needed for longest.
func (l *List) evict() {
	if len(l.drawn) > keepMost {
		from, _ := l.position(l.first)
		to, _ := l.position(l.last)
		l.forget(func(id int) bool {
			p, _ := l.position(id)
			return p < from-keepAround || p > to+keepAround
		})
	}
	if l.weight <= keepBytes {
		return
	}
	old := slices.Clone(l.drawn)
	slices.SortFunc(old, func(a, b int) int { return cmp.Compare(l.items[a].used, l.items[b].used) })
	gone := map[int]bool{}
	weight := l.weight
	for _, id := range old {
		it := l.items[id]
		if weight <= keepBytes*3/4 || it.used >= l.frame-1 {
			break
		}
		weight -= it.weight
		gone[id] = true
	}
	l.forget(func(id int) bool { return gone[id] })
}

// forget drops the lines of some blocks.
func (l *List) forget(which func(id int) bool) {
	kept := l.drawn[:0]
	for _, id := range l.drawn {
		if !which(id) {
			kept = append(kept, id)
			continue
		}
		it := l.items[id]
		l.weight -= it.weight
		it.cached, it.laid, it.text, it.key, it.weight = false, laid{}, stream{}, key{}, 0
	}
	l.drawn = kept
}
