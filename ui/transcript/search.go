package transcript

import (
	"hash/maphash"
	"slices"
)

// A search looks through what the blocks were made of, not through what was
// drawn of them, a piece at a time: the host calls SearchStep as long as it
// has time. Next and previous hit follow the order of the list; where a block
// on the way has not been looked through they wait until it has.

// mostHits is how many hits are counted.
const mostHits = 100_000

// Wrapped tells that a search went on at the other end.
type Wrapped uint8

// The ways to go on.
const (
	NotWrapped Wrapped = iota
	FromTheTop
	FromTheEnd
)

// SearchStatus is how a search stands.
type SearchStatus struct {
	On      bool
	Current int // the number of the hit that is marked, from 1; 0 for none
	Total   int // hits in blocks that are shown
	Hidden  int // hits in blocks that are switched off
	// Complete: everything that came was looked through. Many: there are more
	// hits than are counted.
	Complete, Many bool
	Wrapped        Wrapped
	// Unseen: the hit is in something that is not drawn; the block, or a line
	// of it, is marked.
	Unseen bool
}

// search is the search that is going on.
type search struct {
	on      bool
	query   *Query
	seed    maphash.Seed
	found   []*found // by block ID, nil where nobody looked
	queue   []int    // blocks to look through
	head    int      // the first of them
	hold    []source // of the block at the head
	version uint64   // of that block, when hold was read

	total, hidden int
	recount       bool // something came, went or moved: count anew
	before        int  // hits in shown blocks above the one of the current hit

	origin  place
	begun   bool
	block   int // of the current hit, -1 for none
	nth     int // its number in that block
	pending int // 1, -1: the next or previous hit is wanted
	wrapped Wrapped
	opened  opened
	here    here
	drawn   drawnIndex
}

// SearchBegin notes where a search starts from.
func (l *List) SearchBegin() {
	l.search.origin, l.search.begun = l.lookedAt(), true
}

// Search looks for something else and goes to the first hit at or behind where
// the search began. An empty query ends the search; the place stays.
func (l *List) Search(q *Query) {
	if q.Empty() {
		origin, begun := l.search.origin, l.search.begun
		l.SearchEnd()
		l.search.origin, l.search.begun = origin, begun
		return
	}
	s := &l.search
	if !s.begun {
		l.SearchBegin()
	}
	opened := s.opened
	*s = search{
		on: true, query: q, seed: maphash.MakeSeed(), origin: s.origin, begun: true,
		found: make([]*found, len(l.items)), queue: make([]int, 0, len(l.items)),
		block: -1, pending: 1, opened: opened,
	}
	from := min(max(s.origin.block, 0), len(l.items))
	for id := from; id < len(l.items); id++ {
		l.enqueue(id)
	}
	for id := range from {
		l.enqueue(id)
	}
}

// SearchStay goes to no hit before SearchNext says so.
func (l *List) SearchStay() { l.search.pending = 0 }

// SearchEnd ends the search. The place, the cursor and what was opened stay.
func (l *List) SearchEnd() { l.search = search{block: -1} }

// SearchNext goes to the next hit from what is looked at, or to the one before
// when by is negative.
func (l *List) SearchNext(by int) {
	s := &l.search
	if !s.on {
		return
	}
	s.pending = direction(by)
	if l.strayed() {
		s.block, s.nth = -1, 0
		s.origin = l.lookedAt()
	}
	l.advance()
}

// direction is 1 for the next hit, and -1 for the one before.
func direction(by int) int {
	if by < 0 {
		return -1
	}
	return 1
}

// WrapAround is the number of one of n hits, from 0, for one that may be before
// the first or behind the last, and whether it is at the other end for that.
func WrapAround(at, n int) (int, Wrapped) {
	switch {
	case at < 0:
		return n - 1, FromTheEnd
	case at >= n:
		return 0, FromTheTop
	}
	return at, NotWrapped
}

// Searching tells whether there is something left to look through.
func (l *List) Searching() bool { return l.search.on && l.search.head < len(l.search.queue) }

// SearchStep looks through a piece and returns whether there is more.
func (l *List) SearchStep() bool {
	s := &l.search
	if !l.Searching() {
		return false
	}
	most := textPiece
	if s.query.re != nil {
		most /= 8 // an expression takes its time
	}
	for read := 0; read < most && s.head < len(s.queue); {
		read += l.readOn(s.queue[s.head]) + 64
	}
	if s.head == len(s.queue) {
		s.queue, s.head, s.hold = s.queue[:0], 0, nil
	}
	l.advance()
	return l.Searching()
}

// readOn takes the next step through the block at the head of the queue.
func (l *List) readOn(id int) int {
	s := &l.search
	b, f := l.items[id].block, s.found[id]
	old := len(f.hits)
	if s.hold == nil || s.version != b.Version {
		s.hold, s.version = append([]source{}, sources(b)...), b.Version
		f.restart(s.seed, s.hold)
	}
	read := 0
	if s.total+s.hidden < mostHits {
		read = f.step(s.seed, s.query, s.hold)
	} else {
		f.done = true
	}
	l.tally(id, len(f.hits)-old)
	if f.done {
		f.queued = false
		s.head++
		s.hold = nil
	}
	return read
}

// enqueue wants a block to be looked through.
func (l *List) enqueue(id int) {
	s := &l.search
	for len(s.found) <= id {
		s.found = append(s.found, nil)
	}
	f := s.found[id]
	if f == nil {
		f = &found{}
		s.found[id] = f
	}
	f.done = false
	if !f.queued {
		f.queued = true
		s.queue = append(s.queue, id)
	}
}

// tally takes in that a block has more hits than before, or fewer.
func (l *List) tally(id, more int) {
	s := &l.search
	switch {
	case more == 0 || s.recount:
	case !l.items[id].shown:
		s.hidden += more
	case s.block >= 0 && id != s.block && l.before(place{id, 0}, place{s.block, 0}):
		s.before += more
		s.total += more
	default:
		s.total += more
	}
}

// shifted takes in that a block got another place, or lost it.
func (l *List) shifted(id int) {
	s := &l.search
	s.recount = s.recount || id < len(s.found) && s.found[id] != nil && len(s.found[id].hits) > 0
}

// count adds up the hits anew.
func (l *List) count() {
	s := &l.search
	s.recount = false
	s.total, s.hidden, s.before = 0, 0, 0
	for id, f := range s.found {
		switch {
		case f == nil || len(f.hits) == 0:
		case !l.items[id].shown:
			s.hidden += len(f.hits)
		default:
			s.total += len(f.hits)
			if s.block >= 0 && id != s.block && l.before(place{id, 0}, place{s.block, 0}) {
				s.before += len(f.hits)
			}
		}
	}
}

// SearchStatus returns how the search stands.
func (l *List) SearchStatus() SearchStatus {
	s := &l.search
	if !s.on {
		return SearchStatus{}
	}
	if s.recount {
		l.count()
	}
	st := SearchStatus{
		On: true, Total: s.total, Hidden: s.hidden, Wrapped: s.wrapped,
		Many: s.total+s.hidden >= mostHits, Complete: !l.Searching(),
	}
	if l.hit() != nil && l.items[s.block].shown {
		st.Current = s.before + s.nth + 1
		st.Unseen = !s.here.exact
	}
	return st
}

// hit is the current one, nil for none.
func (l *List) hit() *hit {
	s := &l.search
	if !s.on || s.block < 0 || s.block >= len(s.found) || s.found[s.block] == nil || s.nth >= len(s.found[s.block].hits) {
		return nil
	}
	return &s.found[s.block].hits[s.nth]
}

// lookedAt is the selected block if it is on screen, else the first line there.
func (l *List) lookedAt() place {
	if l.first < 0 || len(l.vis) == 0 {
		return place{}
	}
	if l.cursor >= 0 && l.cursor != l.first && slices.Contains(l.rows, l.cursor) {
		return place{l.cursor, 0}
	}
	if l.at.block != l.first {
		return place{l.first, 0}
	}
	return place{l.first, max(l.at.line, 0)}
}

// strayed tells whether something else is looked at than the current hit.
func (l *List) strayed() bool {
	s := &l.search
	if l.hit() == nil || !l.items[s.block].shown {
		return true
	}
	return l.cursor != s.block || l.rowOf(place{s.block, s.here.line}) < 0
}

// advance goes to the hit that is wanted, as soon as what lies between was
// looked through.
func (l *List) advance() {
	s := &l.search
	if s.pending == 0 {
		return
	}
	if len(l.vis) == 0 {
		s.pending = 0
		return
	}
	by := s.pending
	p, index, known := l.start(by)
	if !known {
		return
	}
	wrapped := NotWrapped
	for range len(l.vis) + 1 {
		if p < 0 || p >= len(l.vis) {
			p, wrapped = 0, FromTheTop
			if by < 0 {
				p, wrapped = len(l.vis)-1, FromTheEnd
			}
		}
		f := s.found[l.vis[p]]
		n := len(f.hits)
		if index < 0 && by < 0 {
			index += n // counted from the end
		}
		switch {
		case index >= 0 && index < n && (by > 0 || f.done):
			s.block, s.nth, s.pending, s.wrapped, s.recount = l.vis[p], index, 0, wrapped, true
			l.reach()
			return
		case !f.done:
			return
		}
		p, index = p+by, 0
		if by < 0 {
			index = -1
		}
	}
	s.pending = 0
}

// start is where the way to the next hit begins: a position and the number of
// a hit there, counted from the end when negative. False: not known yet.
func (l *List) start(by int) (p, index int, known bool) {
	s := &l.search
	if l.hit() != nil && l.items[s.block].shown {
		p, _ = l.position(s.block)
		if index = s.nth + by; index >= 0 {
			return p, index, true
		}
		return p - 1, -1, true
	}
	p, found := l.position(s.origin.block)
	switch {
	case !found && by > 0:
		return p, 0, true
	case !found:
		return p - 1, -1, true
	}
	id := l.vis[p]
	if s.origin.line > 0 || by < 0 {
		if !s.found[id].done {
			return 0, 0, false
		}
		index = l.hitFrom(id, s.origin.line)
	}
	if by > 0 {
		return p, index, true
	}
	if index == 0 {
		return p - 1, -1, true
	}
	return p, index - 1, true
}
