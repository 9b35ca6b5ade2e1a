package transcript

// where is the side of the window on which something changed unseen.
type where uint8

const (
	nowhere where = iota
	below
	above
	away // how many there are
)

// NewBelow is the number of blocks below the window that came or changed since
// they were last on screen.
func (l *List) NewBelow() int {
	if l.follow {
		return 0
	}
	return l.news[below]
}

// NewAbove is the same for the blocks above the window. In arrival order it is
// 0: there what is new comes below.
func (l *List) NewAbove() int { return l.news[above] }

// changed takes in that a block came or changed.
func (l *List) changed(it *item) {
	if it.news == nowhere {
		l.sets(it, l.sideOf(it.block.ID))
	}
}

// sideOf tells on which side of the window news of a block would be.
func (l *List) sideOf(id int) where {
	switch {
	case !l.follow && (l.last < 0 || l.compare(id, l.last) >= 0):
		return below
	case l.order == ByOwner && l.first >= 0 && l.compare(id, l.first) < 0:
		return above
	default:
		return nowhere
	}
}

func (l *List) sets(it *item, w where) {
	l.news[it.news]--
	l.news[w]++
	it.news = w
}

func (l *List) sawItem(it *item) {
	if it.news != nowhere {
		l.sets(it, nowhere)
	}
}

// passed takes what lies between the window before and the one now for seen.
func (l *List) passed(oldFirst, oldLast int) {
	if l.news[below] > 0 && oldLast >= 0 {
		l.sawBetween(oldLast, l.first)
	}
	if l.news[above] > 0 && oldFirst >= 0 {
		l.sawBetween(l.last, oldFirst)
	}
}

func (l *List) sawBetween(from, to int) {
	p, _ := l.position(from)
	end, _ := l.position(to)
	for ; p < end; p++ {
		l.sawItem(l.items[l.vis[p]])
	}
}

// sawAll takes everything on one side for seen.
func (l *List) sawAll(w where) {
	if l.news[w] == 0 {
		return
	}
	for _, it := range l.items {
		if it.news == w {
			l.sawItem(it)
		}
	}
}

// resort finds out anew on which side the news are, after a change of the
// order, and forgets the window: the next one shows other neighbours.
func (l *List) resort() {
	l.first, l.last = -1, -1
	if l.news[below]+l.news[above] == 0 {
		return
	}
	for _, it := range l.items {
		if it.news == nowhere {
			continue
		}
		switch {
		case l.follow && l.order == ByOwner, !l.follow && l.compare(it.block.ID, l.at.block) < 0 && l.order == ByOwner:
			l.sets(it, above)
		case l.follow, l.compare(it.block.ID, l.at.block) < 0:
			l.sawItem(it)
		default:
			l.sets(it, below)
		}
	}
}
