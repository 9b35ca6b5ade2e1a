package transcript

import "agtui/store"

// Selected returns the block under the cursor, or nil.
func (l *List) Selected() *store.Block {
	if l.cursor < 0 || l.cursor >= len(l.items) {
		return nil
	}
	return l.items[l.cursor].block
}

// CursorDown selects the next block, or the first one on screen. On the last
// block the view follows.
func (l *List) CursorDown() {
	if len(l.vis) == 0 {
		return
	}
	if l.cursor < 0 {
		first := l.first
		if first < 0 {
			first = l.vis[0]
		}
		l.Select(first)
		return
	}
	p, found := l.position(l.cursor)
	if found {
		p++
	}
	l.Select(l.vis[min(p, len(l.vis)-1)])
}

// CursorUp selects the block before, or the last one on screen.
func (l *List) CursorUp() {
	if len(l.vis) == 0 {
		return
	}
	if l.cursor < 0 {
		last := l.last
		if last < 0 {
			last = l.vis[len(l.vis)-1]
		}
		l.Select(last)
		return
	}
	p, _ := l.position(l.cursor)
	l.Select(l.vis[max(min(p, len(l.vis))-1, 0)])
}

// Select puts the cursor on the block with the ID and scrolls as little as
// shows it. A block other than the last one stops the view from following: it
// is being looked at. A negative ID takes the cursor away.
func (l *List) Select(id int) {
	l.moved()
	if id < 0 {
		l.cursor = -1
		return
	}
	p, found := l.position(id)
	if !found {
		return
	}
	l.cursor = id
	end, more := l.endSpot()
	if l.follow {
		l.at = end
	}
	l.reveal(p)
	if p < len(l.vis)-1 {
		l.follow = false
		return
	}
	if more {
		l.settle(end)
	} else {
		l.follow = true
	}
}

// SelectAt puts the cursor on the block that is drawn in a row of the window.
// What is read stays where it is, and a view that follows goes on to follow.
func (l *List) SelectAt(row int) {
	if row < 0 || row >= len(l.rows) {
		return
	}
	if _, found := l.position(l.rows[row]); found {
		l.moved()
		l.cursor = l.rows[row]
	}
}

// quit moves the cursor off a block that has left the list: to the one that
// stands in its place now, or to the last one.
func (l *List) quit(it *item) {
	if l.cursor != it.block.ID || it.shown {
		return
	}
	l.cursor = -1
	if p, _ := l.position(it.block.ID); len(l.vis) > 0 {
		l.cursor = l.vis[min(p, len(l.vis)-1)]
	}
}

// reveal moves the window as little as shows the block at position p: whole,
// or its first lines if it is taller than the window.
func (l *List) reveal(p int) {
	top, line := l.spot()
	if p < top || (p == top && line > 0) {
		l.at = place{l.vis[p], -l.leadOf(p).lines()}
		return
	}
	used := 0
	for q := top; q <= p; q++ {
		used += l.layout(l.vis[q]).height() - line
		if q < p {
			line = -l.leadOf(q + 1).lines()
		}
		if q < p && used >= l.height {
			used = l.height + 1
			break
		}
	}
	if used <= l.height {
		return
	}
	h := l.layout(l.vis[p]).height()
	if h >= l.height {
		l.at = place{l.vis[p], 0}
		return
	}
	l.at = l.walkUp(p, h, l.height)
}
