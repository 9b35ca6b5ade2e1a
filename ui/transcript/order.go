package transcript

import (
	"cmp"
	"slices"
)

// Order is how the blocks follow each other.
//
// A block's place is its key, and keys are compared element by element. In
// arrival order the key is the block's ID. Grouped by owner it is the path of
// the lanes from the parent agent's down to the block's own, each lane named by
// the block that opened it, and then the ID: a lane stands right behind what
// opened it, lanes nest, and what the parent agent says stays in the order in
// which it came. A block gets its key when it arrives and keeps it, so what
// arrives moves nothing that is there.
type Order uint8

// The orders.
const (
	ByArrival Order = iota
	ByOwner
)

// Order returns the order of the list.
func (l *List) Order() Order { return l.order }

// SetOrder changes the order. The selected block stays in its row if it is on
// screen, else the first visible one; a view that follows, with no block
// selected on screen, goes on to follow.
func (l *List) SetOrder(o Order) {
	if o == l.order {
		return
	}
	at, row := l.holdFast()
	l.moved()
	l.order = o
	l.arrange()
	l.stand(at, row)
	l.resort()
}

// compare tells which of two blocks stands first.
func (l *List) compare(a, b int) int {
	if l.order == ByArrival || a == b {
		return cmp.Compare(a, b)
	}
	la, lb := l.items[a].lane, l.items[b].lane
	da, db := la.depth, lb.depth
	for la.depth > lb.depth {
		a, la = la.opener, la.parent
	}
	for lb.depth > la.depth {
		b, lb = lb.opener, lb.parent
	}
	for la != lb {
		a, la = la.opener, la.parent
		b, lb = lb.opener, lb.parent
	}
	if a == b { // one opened a lane that the other is in
		return cmp.Compare(da, db)
	}
	return cmp.Compare(a, b)
}

// position returns where a block stands among those that are shown, or where
// it would stand.
func (l *List) position(id int) (p int, found bool) {
	if id < 0 || id >= len(l.items) {
		return 0, false
	}
	if n := len(l.vis); n == 0 || l.compare(l.vis[n-1], id) < 0 {
		return n, false
	}
	return slices.BinarySearchFunc(l.vis, id, l.compare)
}

// before tells whether a place is above another one.
func (l *List) before(a, b place) bool {
	if a.block == b.block {
		return a.line < b.line
	}
	return l.compare(a.block, b.block) < 0
}

// arrange lists anew what is shown, in order.
func (l *List) arrange() {
	l.search.recount = true
	l.vis = l.vis[:0]
	if l.order == ByOwner {
		l.arrangeLane(l.lanes.root)
		return
	}
	for id, it := range l.items {
		if it.shown {
			l.vis = append(l.vis, id)
		}
	}
}

func (l *List) arrangeLane(n *lane) {
	for _, id := range n.members {
		it := l.items[id]
		if it.shown {
			l.vis = append(l.vis, id)
		}
		if it.opens != nil {
			l.arrangeLane(it.opens)
		}
	}
}

// holdFast returns the place that is to stay where it is on screen, and its
// row; -1 for the end of the list.
func (l *List) holdFast() (place, int) {
	row := slices.Index(l.rows, l.cursor)
	switch {
	case l.cursor >= 0 && row >= 0:
	case l.follow || len(l.rows) == 0 || l.rows[0] < 0:
		return place{}, -1
	default:
		row = 0
	}
	id := l.rows[row]
	p, found := l.position(id)
	switch {
	case !found:
		return place{id, 0}, row
	case row == 0 && l.at.block == id && l.at.line >= 0:
		return place{id, l.at.line}, 0
	case row == 0 && l.at.block == id:
		return place{id, 0}, -l.at.line
	default:
		return place{id, 0}, row + l.leadOf(p).lines()
	}
}

// stand puts the place into the row of the window, or as near as the ends of
// the list allow.
func (l *List) stand(at place, row int) {
	end, more := l.endSpot()
	if row < 0 || !more {
		l.follow = true
		return
	}
	p, found := l.position(at.block)
	if !found { // it was hidden: its neighbour takes its row
		p = min(p, len(l.vis)-1)
		at = place{l.vis[p], 0}
	}
	l.at = l.walkUp(p, min(at.line, l.layout(at.block).height()-1), min(row, max(l.height-1, 0)))
	l.settle(end)
}
