package tree

import (
	"slices"
	"sort"

	"agtui/store/doc"
	"agtui/theme"
)

// A search looks through the whole value, whatever is unfolded, a piece at a
// time: the host calls SearchStep as long as it has time. What it finds is
// values: those whose name or whose own text has what is looked for. A value
// that changed is looked through again; until that has been done the hits are
// those of the time before, and each is looked at once more before the cursor
// goes there.

// Query is what a search looks for.
type Query interface {
	Matches(text string) bool
	// First is where it is found in a text, -1 for nowhere.
	First(text string) (from, to int)
	// Paint draws a text and marks in it what is found.
	Paint(text string, st, found theme.Style) string
}

// SearchStatus is how a search stands.
type SearchStatus struct {
	Current int // the number of the hit at the cursor, from 1; 0 for none
	Total   int
	// Complete: everything was looked through. Many: there are more hits than
	// are counted.
	Complete, Many bool
	Wrapped        int // 1: it went on from the top, -1: from the end
}

// mostHits is how many hits are counted.
const mostHits = 100_000

// search is the search that is going on; without a query there is none.
type search struct {
	query   Query
	origin  []step // the place where it began
	begun   bool
	typed   bool // nobody went on since the query was set: the origin counts
	pending int  // 1, -1: the next or previous hit is wanted
	wrapped int
	walk    *walk // nil when none is under way
	stale   bool  // the value changed since the walk began
	known   bool  // a walk has been finished
	hits    []spot
	opened  []*node // unfolded to show the hit
	seen    glimpse
}

// SearchBegin notes where a search starts from.
func (t *Tree) SearchBegin() {
	t.search.origin, t.search.begun = t.steps(t.cursor), true
}

// Search looks for something else and goes to the first hit at or behind where
// the search began. No query ends the search; the place stays.
func (t *Tree) Search(q Query) {
	s := &t.search
	if !s.begun {
		t.SearchBegin()
	}
	t.search = search{query: q, origin: s.origin, begun: true, opened: s.opened}
	if q != nil {
		s.typed, s.pending, s.walk = true, 1, newWalk(t.root.value)
	}
}

// SearchEnd ends the search. The place and what was unfolded stay.
func (t *Tree) SearchEnd() { t.search = search{} }

// SearchNext goes to the next hit from the cursor, or to the one before when by
// is negative.
func (t *Tree) SearchNext(by int) {
	s := &t.search
	if s.query == nil {
		return
	}
	s.typed, s.pending = false, 1
	if by < 0 {
		s.pending = -1
	}
	t.advance()
}

// Searching tells whether there is something left to look through.
func (t *Tree) Searching() bool {
	return t.search.query != nil && (t.search.walk != nil || t.search.stale)
}

// SearchStep looks through a piece and returns whether there is more.
func (t *Tree) SearchStep() bool {
	s := &t.search
	if !t.Searching() {
		return false
	}
	if s.walk == nil {
		s.walk, s.stale = newWalk(t.root.value), false
	}
	more := s.walk.step(s.query)
	if !s.known || !more {
		s.hits = s.walk.hits
	}
	if !more {
		s.walk, s.known = nil, true
	}
	t.advance()
	return t.Searching()
}

// SearchStatus returns how the search stands.
func (t *Tree) SearchStatus() SearchStatus {
	s := &t.search
	if s.query == nil {
		return SearchStatus{}
	}
	st := SearchStatus{Total: len(s.hits), Complete: s.known, Many: len(s.hits) >= mostHits, Wrapped: s.wrapped}
	at := t.indexes(t.steps(t.cursor))
	if i := s.from(at); i < len(s.hits) && slices.Equal(s.hits[i].path(), at) {
		st.Current = i + 1
	}
	return st
}

// from is the number of the first hit at or behind a place.
func (s *search) from(at []int) int {
	return sort.Search(len(s.hits), func(i int) bool { return slices.Compare(s.hits[i].path(), at) >= 0 })
}

// advance goes to the hit that is wanted, as soon as what lies between was
// looked through.
func (t *Tree) advance() {
	s := &t.search
	if s.pending == 0 {
		return
	}
	steps := s.origin
	if !s.typed {
		steps = t.steps(t.cursor)
	}
	at := t.indexes(steps)
	i := s.from(at)
	switch {
	case s.pending < 0:
		if !s.known {
			return
		}
		i--
	case !s.typed && i < len(s.hits) && slices.Equal(s.hits[i].path(), at):
		i++
	}
	if path := t.valid(i, s.pending); path != nil {
		t.reach(path, 0)
		return
	}
	if !s.known {
		return
	}
	first := 0
	if s.pending < 0 {
		first = len(s.hits) - 1
	}
	if path := t.valid(first, s.pending); path != nil {
		t.reach(path, s.pending)
	} else if !t.Searching() {
		s.pending = 0
	}
}

// valid is the place of the first hit from number i on that still is one, nil
// for none.
func (t *Tree) valid(i, by int) []int {
	for ; i >= 0 && i < len(t.search.hits); i += by {
		if path := t.search.hits[i].path(); t.is(path) {
			return path
		}
	}
	return nil
}

// is tells whether there still is a hit at a place.
func (t *Tree) is(path []int) bool {
	v := t.root.value
	for k, i := range path {
		if i >= v.Len() {
			return false
		}
		if k == len(path)-1 && v.Kind() == doc.Object && matches(t.search.query, v.Key(i)) {
			return true
		}
		v = v.At(i)
	}
	return !container(v) && matches(t.search.query, shown(v))
}

// matches is Matches for a text that may be long: of such a one it only is
// known that it was a hit.
func matches(q Query, text string) bool { return len(text) > textPiece || q.Matches(text) }

// reach puts the cursor on a hit and unfolds what hides it; what was unfolded
// for the hit before is folded again.
func (t *Tree) reach(path []int, wrapped int) {
	s := &t.search
	s.pending, s.wrapped = 0, wrapped
	keep := make([]*node, 0, len(s.opened))
	for _, n := range slices.Backward(s.opened) {
		if t.leads(n, path) {
			keep = append(keep, n)
		} else if t.attached(n) {
			n.parent.collapse(n.index)
		}
	}
	s.opened = keep
	n := t.root
	for _, i := range path[:max(len(path)-1, 0)] {
		if n.child(i) == nil {
			t.touched = true
			n.expand(i)
			s.opened = append(s.opened, n.child(i))
		}
		n = n.child(i)
	}
	t.cursor = 0
	if len(path) > 0 {
		t.cursor = t.rowAt(n, path[len(path)-1])
	}
	if t.cursor < t.top || t.cursor >= t.top+t.height {
		t.top = t.cursor - t.height/3 // something above it is seen too
	}
	t.scroll()
}

// attached tells whether a node is still part of the tree.
func (t *Tree) attached(n *node) bool {
	for ; n.parent != nil; n = n.parent {
		if n.parent.child(n.index) != n {
			return false
		}
	}
	return n == t.root
}

// leads tells whether a node is on the way to a place.
func (t *Tree) leads(n *node, path []int) bool {
	if !t.attached(n) {
		return false
	}
	var way []int
	for ; n.parent != nil; n = n.parent {
		way = append(way, n.index)
	}
	slices.Reverse(way)
	return len(way) < len(path) && slices.Equal(way, path[:len(way)])
}

// indexes is a path in the value as it is now, as far as it leads.
func (t *Tree) indexes(path []step) []int {
	out := make([]int, 0, len(path))
	v := t.root.value
	for _, s := range path {
		if v == nil || s.object != (v.Kind() == doc.Object) {
			break
		}
		i := s.index
		if s.object {
			i = place(v, s.key, s.index)
		}
		if i < 0 || i >= v.Len() {
			break
		}
		out = append(out, i)
		v = v.At(i)
	}
	return out
}
