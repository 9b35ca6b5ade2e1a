package transcript

// opened is a block that the search opened, and the level that it had. It gets
// that back when the search goes on to another block.
type opened struct {
	is     bool
	block  int
	chosen bool
	level  Level
	when   int
}

// peek gives a block a level for as long as the current hit is in it.
func (l *List) peek(id int, v Level) {
	it, o := l.items[id], &l.search.opened
	if !o.is {
		*o = opened{true, id, it.chosen, it.level, it.when}
	}
	l.folds.count++
	it.chosen, it.level, it.when = true, v, l.folds.count
}

// leave gives the block that was opened its level back, unless somebody chose
// another one since.
func (l *List) leave(next int) {
	o := &l.search.opened
	if !o.is || o.block == next {
		return
	}
	if it := l.items[o.block]; it.when == l.folds.count || it.chosen {
		it.chosen, it.level, it.when = o.chosen, o.level, o.when
		l.refit(o.block)
	}
	*o = opened{}
}

// reach selects the block of the current hit, opens it as far as shows the
// hit, and moves the window there.
func (l *List) reach() {
	l.moved()
	s := &l.search
	id := s.block
	l.leave(id)
	s.here = l.uncover(id)
	// What is laid out above it must not move it any more.
	now := l.layout(id).settle(s.here.line, l.height)
	for i := range s.here.spans {
		s.here.spans[i].line += now - s.here.line
	}
	s.here.line = now
	l.cursor = id
	l.show(place{id, s.here.line})
}

// uncover finds the current hit at the lowest level that draws it.
func (l *List) uncover(id int) here {
	s := &l.search
	level, _ := l.folds.level(l.items[id])
	var lines here
	at, found := level, false
	for v := level; v <= LevelFull; v++ {
		if v != level {
			l.peek(id, v)
		}
		switch h, ok := l.locate(id, s.nth); {
		case ok && h.exact:
			return h
		case ok && !found && v >= LevelPreview:
			lines, at, found = h, v, true
		}
	}
	if !found {
		at = max(level, LevelPreview)
	}
	if now, _ := l.folds.level(l.items[id]); now != at {
		l.peek(id, at)
	}
	if found {
		return lines
	}
	h, src, n := l.around(id, s.nth)
	return l.index(id, h, src != nil && src.grows).near(&n)
}

// rowOf is the row of the window in which a line stands, -1 for none.
func (l *List) rowOf(at place) int {
	target, found := l.position(at.block)
	if !found || len(l.vis) == 0 {
		return -1
	}
	if l.follow {
		l.at, _ = l.endSpot()
	}
	p, line := l.spot()
	row := 0
	for ; p < target && row < l.height; p++ {
		row += l.layout(l.vis[p]).height() - line
		if p+1 < len(l.vis) {
			line = -l.leadOf(p + 1).lines()
		}
	}
	row += at.line - line
	if p != target || row < 0 || row >= l.height {
		return -1
	}
	return row
}

// show moves the window so that a line is in it, if it is not, and stops it
// from following.
func (l *List) show(at place) {
	end, more := l.endSpot()
	if l.rowOf(at) < 0 {
		p, _ := l.position(at.block)
		l.at = l.walkUp(p, at.line, l.height/3)
	}
	if !more {
		return
	}
	if l.before(end, l.at) {
		l.at = end
	}
	l.follow = false
}
