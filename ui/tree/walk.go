package tree

import (
	"unicode/utf8"

	"agtui/store/doc"
)

// trail is a container with hits, as the way to it.
type trail struct {
	up    *trail // nil: the root is next
	index int    // in what is up
	depth int
}

// spot is where a hit is: a member or element of a container. The root itself
// has no index.
type spot struct {
	in    *trail // nil: the root
	index int    // -1: the root itself
}

// path leads from the root to the spot.
func (p spot) path() []int {
	if p.index < 0 {
		return []int{}
	}
	depth := 0
	if p.in != nil {
		depth = p.in.depth
	}
	out := make([]int, depth+1)
	out[depth] = p.index
	for in := p.in; in != nil; in = in.up {
		out[in.depth-1] = in.index
	}
	return out
}

// walk goes through a value in the order in which it is drawn. The value may
// change between two steps: then some of it is missed or seen twice, which is
// why it is gone through again.
type walk struct {
	stack  []level
	scalar *doc.Value // the root, when it is no container
	name   bool       // the name of the next value was looked at
	offset int        // how far its text was
	hits   []spot
}

// level is a container on the way.
type level struct {
	value *doc.Value
	next  int    // the member that is looked at next
	trail *trail // made when there is a hit
}

func newWalk(root *doc.Value) *walk {
	switch {
	case root == nil:
		return &walk{}
	case container(root):
		return &walk{stack: []level{{value: root}}}
	}
	return &walk{scalar: root}
}

// How much of a text a look takes, how much of it the next one sees again, and
// what a step may cost.
const (
	textPiece   = 64 << 10
	textOverlap = 4 << 10
	stepCost    = 32 << 10
	valueCost   = 32 // what a value costs that has no text
)

// step goes on for a piece and returns whether there is more.
func (w *walk) step(q Query) bool {
	for left := stepCost; left > 0; {
		if w.scalar != nil {
			hit, cost, done := w.text(q, shown(w.scalar))
			left -= cost
			if hit {
				w.hits = append(w.hits, spot{index: -1})
			}
			if hit || done {
				w.scalar = nil
			}
			continue
		}
		if len(w.stack) == 0 || len(w.hits) >= mostHits {
			return false
		}
		l := &w.stack[len(w.stack)-1]
		if l.next >= l.value.Len() {
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		left -= w.member(q, l)
	}
	return true
}

// member looks at the next member of a container, or at a piece of it, and
// returns what that cost.
func (w *walk) member(q Query, l *level) int {
	v := l.value.At(l.next)
	cost := valueCost
	if l.value.Kind() == doc.Object && !w.name {
		hit, n, done := w.text(q, l.value.Key(l.next))
		cost += n
		switch {
		case hit:
			w.hit(l.next)
			w.descend(l, v)
			return cost
		case !done:
			return cost
		}
		w.name = true
	}
	if !container(v) {
		hit, n, done := w.text(q, shown(v))
		cost += n
		if hit {
			w.hit(l.next)
		} else if !done {
			return cost
		}
	}
	w.descend(l, v)
	return cost
}

// text looks at the next piece of a text.
func (w *walk) text(q Query, s string) (hit bool, cost int, done bool) {
	if len(s) <= textPiece+textOverlap {
		w.offset = 0
		return q.Matches(s), len(s), true
	}
	from := min(w.offset, len(s))
	to := min(from+textPiece+textOverlap, len(s))
	for from < to && !utf8.RuneStart(s[from]) {
		from++
	}
	hit = q.Matches(s[from:to])
	w.offset += textPiece
	if done = hit || to == len(s); done {
		w.offset = 0
	}
	return hit, to - from, done
}

// descend goes into a member, and behind it when that has been done.
func (w *walk) descend(l *level, v *doc.Value) {
	w.name, w.offset = false, 0
	l.next++
	if v.Len() > 0 {
		w.stack = append(w.stack, level{value: v})
	}
}

// hit notes that a member of the container at the top of the stack is one.
func (w *walk) hit(index int) {
	var up *trail
	for i := 1; i < len(w.stack); i++ {
		l := &w.stack[i]
		if l.trail == nil {
			l.trail = &trail{up: up, index: w.stack[i-1].next - 1, depth: i}
		}
		up = l.trail
	}
	w.hits = append(w.hits, spot{up, index})
}

// shown is the text of a scalar that a search looks at.
func shown(v *doc.Value) string {
	switch v.Kind() {
	case doc.True:
		return "true"
	case doc.False:
		return "false"
	case doc.Null:
		return "null"
	case doc.Number, doc.String:
		return v.Text()
	case doc.Array, doc.Object:
	}
	return ""
}
