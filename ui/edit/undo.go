package edit

// pos is a place in the text.
type pos struct{ row, col int }

// kind says which edits make one step of undo together.
type kind uint8

const (
	alone   kind = iota
	typed        // a word that is typed
	deleted      // a run of backspace or delete
	whole        // the whole text is another one
)

// step is an edit that can be undone: segments from at on were replaced.
type step struct {
	at            int
	old, fresh    []seg
	before, after pos
	kind          kind
}

// The bounds of undo: the oldest steps are forgotten. The newest is kept
// however large it is.
const (
	maxSteps  = 1000
	maxWeight = 8 << 20
)

// overhead is what a segment costs beside its text.
const overhead = 80

func (s *step) weight() int {
	n := (len(s.old) + len(s.fresh)) * overhead
	for i := range s.old {
		n += s.old[i].weight()
	}
	for i := range s.fresh {
		n += s.fresh[i].weight()
	}
	return n
}

// past is the edits of an area.
type past struct {
	steps  []step
	sizes  []int // of steps
	weight int   // their sum
	undone []step
}

// note keeps an edit, with the one before it where they belong together.
func (p *past) note(s step) {
	p.undone = nil
	if n := len(p.steps); n > 0 && p.steps[n-1].takes(&s) {
		last := &p.steps[n-1]
		fresh := append([]seg(nil), last.fresh[:s.at-last.at]...)
		fresh = append(append(fresh, s.fresh...), last.fresh[s.at-last.at+len(s.old):]...)
		last.fresh, last.after = fresh, s.after
		p.weight -= p.sizes[n-1]
		p.sizes[n-1] = last.weight()
		p.weight += p.sizes[n-1]
	} else {
		p.push(s)
	}
	drop := 0
	for len(p.steps)-drop > 1 && (len(p.steps)-drop > maxSteps || p.weight > maxWeight) {
		p.weight -= p.sizes[drop]
		drop++
	}
	clear(p.steps[:drop])
	p.steps, p.sizes = p.steps[drop:], p.sizes[drop:]
}

func (p *past) push(s step) {
	w := s.weight()
	p.steps, p.sizes, p.weight = append(p.steps, s), append(p.sizes, w), p.weight+w
}

// takes tells whether next goes on with s: the same kind of edit, where s
// ended, and inside what s changed.
func (s *step) takes(next *step) bool {
	return next.kind == s.kind && s.kind != alone && (s.kind == whole || next.before == s.after) &&
		next.at >= s.at && next.at+len(next.old) <= s.at+len(s.fresh)
}

// seal ends the run of edits that make one step.
func (p *past) seal() {
	if n := len(p.steps); n > 0 {
		p.steps[n-1].kind = alone
	}
}

// CanUndo tells whether there is an edit to undo.
func (a *Area) CanUndo() bool { return len(a.past.steps) > 0 }

// CanRedo tells whether an edit was undone and nothing edited since.
func (a *Area) CanRedo() bool { return len(a.past.undone) > 0 }

// Undo takes the last edit back: a typed word, a run of deletions, a paste.
func (a *Area) Undo() {
	p := &a.past
	n := len(p.steps) - 1
	if n < 0 {
		return
	}
	s := p.steps[n]
	p.steps, p.weight, p.sizes = p.steps[:n], p.weight-p.sizes[n], p.sizes[:n]
	p.seal()
	p.undone = append(p.undone, s)
	a.replace(s.at, s.at+len(s.fresh), s.old)
	a.to(s.before)
}

// Redo does again what was undone last.
func (a *Area) Redo() {
	p := &a.past
	n := len(p.undone) - 1
	if n < 0 {
		return
	}
	s := p.undone[n]
	p.undone = p.undone[:n]
	s.kind = alone
	p.push(s)
	a.replace(s.at, s.at+len(s.old), s.fresh)
	a.to(s.after)
}
