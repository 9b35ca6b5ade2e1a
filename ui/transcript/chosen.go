package transcript

import (
	"slices"
	"sort"

	"agtui/store"
)

// chosen are the pieces that fragments show: those of blocks that nobody hid.
// Pieces are named by their numbers of arrival, whatever is shown of them. While
// nothing is hidden none is listed.
type chosen struct {
	d        Deltas
	from, to int  // those that are kept
	all      bool // nothing is hidden
	list     []int32
	looked   int // up to which piece the list goes
	choice   int // what was hidden when it was made, see List.choice
}

// update takes in what came, and what was hidden or shown since. It reports
// whether the latter.
func (c *chosen) update(l *List, d Deltas) bool {
	c.d, c.from, c.to = d, d.DeltasGone(), d.Deltas()
	before, anew := c.all, c.choice != l.choice
	if c.choice, c.all = l.choice, !l.hides(); c.all {
		c.list, c.looked = nil, 0
		return anew && !before
	}
	if anew || before {
		c.list, c.looked = c.list[:0], 0
	}
	for i := max(c.looked, c.from); i < c.to; i++ {
		b := d.Delta(i).Block
		if b.ID >= len(l.items) { // the list does not know it yet
			c.to = i
			break
		}
		if l.wants(b) {
			c.list = append(c.list, int32(i))
		}
	}
	c.looked = c.to
	if gone := c.rank(c.from); gone > 0 {
		c.list = slices.Delete(c.list, 0, gone)
	}
	return anew
}

// rank is how many of the listed pieces come before one.
func (c *chosen) rank(piece int) int {
	return sort.Search(len(c.list), func(i int) bool { return int(c.list[i]) >= piece })
}

// count is how many pieces are shown.
func (c *chosen) count() int {
	if c.all {
		return c.to - c.from
	}
	return len(c.list)
}

// countFrom is how many of them come from a piece on.
func (c *chosen) countFrom(piece int) int {
	if c.all {
		return c.to - max(min(piece, c.to), c.from)
	}
	return len(c.list) - c.rank(piece)
}

// at returns the first piece that is shown from a piece on, -1 for none.
func (c *chosen) at(piece int) int {
	if c.all {
		if piece = max(piece, c.from); piece < c.to {
			return piece
		}
		return -1
	}
	if i := c.rank(piece); i < len(c.list) {
		return int(c.list[i])
	}
	return -1
}

// after returns the piece that is shown behind one, -1 for none.
func (c *chosen) after(piece int) int { return c.at(piece + 1) }

// before returns the last piece that is shown before one, -1 for none.
func (c *chosen) before(piece int) int {
	if c.all {
		if piece = min(piece, c.to) - 1; piece >= c.from {
			return piece
		}
		return -1
	}
	if i := c.rank(piece); i > 0 {
		return int(c.list[i-1])
	}
	return -1
}

func (c *chosen) first() int { return c.at(c.from) }
func (c *chosen) last() int  { return c.before(c.to) }

// near is the piece itself where it is shown, else one beside it; -1 where none
// is shown.
func (c *chosen) near(piece int) int {
	if i := c.at(piece); i >= 0 {
		return i
	}
	return c.last()
}

// hides tells whether blocks that pieces belong to are hidden: kinds or owners.
func (l *List) hides() bool {
	return len(l.veil.hidden) > 0 || l.hidden[store.Message] || l.hidden[store.Reasoning] || l.hidden[store.ToolCall]
}

// wants tells whether nobody hid a block: neither its kind nor its owner. What
// a snapshot took away was hidden by nobody.
func (l *List) wants(b *store.Block) bool {
	return !l.hidden[b.Kind] && !l.items[b.ID].ownLane().veiled
}
