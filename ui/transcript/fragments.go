package transcript

import (
	"time"

	"agtui/store"
)

// Deltas is what Fragments reads; *store.Conversation has it.
type Deltas interface {
	Deltas() int
	DeltasGone() int
	Delta(i int) store.Delta
}

// Fragments is the other view of a list: each piece of text as it came, in
// arrival order, with the time since the one before, its owner, its kind and
// what it is a part of. Control characters and other invisible ones are made
// visible.
//
// It has the size, the theme and the method of its list, and shows the pieces
// of the kinds and owners that the list shows. What a snapshot took out of the
// conversation came all the same, so it is here. Nothing is kept for a piece
// but its number, and that only while something is hidden: what is on screen is
// laid out for each frame, and of a long piece only its start.
type Fragments struct {
	list   *List
	conv   Conversation
	chosen chosen
	follow bool
	at     fragmentPlace
	cursor int   // -1 for none
	rows   []int // the piece of each row, -1 for none
	seen   int   // what comes before this piece was there or above when the last window was drawn
	search pieceSearch
}

// fragmentPlace is a line of a piece.
type fragmentPlace struct{ piece, line int }

// NewFragments returns the fragments of the list's conversation; it follows.
func NewFragments(l *List) *Fragments { return &Fragments{list: l, follow: true, cursor: -1} }

// update takes in what came and what is to be shown, and tells whether there is
// anything. Another conversation than before starts anew. What stood on a piece
// that is gone stands on the first one that is kept.
func (f *Fragments) update() bool {
	if f.conv != f.list.conv {
		*f = Fragments{list: f.list, conv: f.list.conv, follow: true, cursor: -1}
	}
	d, ok := f.conv.(Deltas)
	if !ok || d.Deltas() == 0 {
		return false
	}
	changed := f.chosen.update(f.list, d)
	if f.cursor < f.chosen.from {
		f.cursor = -1
	}
	if f.at.piece < f.chosen.from {
		f.at = fragmentPlace{f.chosen.from, 0}
	}
	if !changed {
		return f.chosen.count() > 0
	}
	f.searchAgain()
	if f.chosen.count() == 0 {
		return false
	}
	f.at = f.spot()
	if end, _ := f.end(); f.at.below(end) { // no void where fewer are shown
		f.at = end
	}
	if f.cursor >= 0 {
		f.cursor = f.chosen.near(f.cursor)
	}
	return true
}

// below tells whether a place is behind another one.
func (a fragmentPlace) below(b fragmentPlace) bool {
	return a.piece > b.piece || a.piece == b.piece && a.line > b.line
}

// Count returns how many pieces are shown, and of how many.
func (f *Fragments) Count() (shown, all int) {
	if f.update(); f.chosen.d == nil {
		return 0, 0
	}
	return f.chosen.count(), f.chosen.to - f.chosen.from
}

// end returns the place from which the rest fills the window, and whether there
// is more than a window.
func (f *Fragments) end() (fragmentPlace, bool) {
	need := f.list.height
	for i := f.chosen.last(); i >= 0; i = f.chosen.before(i) {
		h := f.height(i)
		if h >= need {
			return fragmentPlace{i, h - need}, h > need || f.chosen.before(i) >= 0
		}
		need -= h
	}
	return fragmentPlace{max(f.chosen.first(), 0), 0}, false
}

// spot is the place as it is now: after a change of size a piece may have fewer
// lines, and it may not be shown any more.
func (f *Fragments) spot() fragmentPlace {
	at := fragmentPlace{f.chosen.near(f.at.piece), f.at.line}
	if at.piece != f.at.piece {
		at.line = 0
	}
	at.line = max(min(at.line, f.height(at.piece)-1), 0)
	return at
}

// View draws the window: exactly as many lines as the list is high, of at most
// its width.
func (f *Fragments) View() []string {
	out := make([]string, 0, f.list.height)
	f.rows = f.rows[:0]
	some := f.update()
	switch {
	case f.list.height <= 0 || f.list.width <= 0:
	case !some && f.chosen.from > 0:
		out, f.rows = append(out, f.goneLine()), append(f.rows, -1)
	case some:
		if f.follow {
			f.at, _ = f.end()
		}
		f.at = f.spot()
		line := f.at.line
		for i := f.at.piece; i >= 0 && len(out) < f.list.height; i = f.chosen.after(i) {
			lines := f.lay(i)
			for _, text := range lines[min(line, len(lines)):] {
				if len(out) < f.list.height {
					out = append(out, text)
					f.rows = append(f.rows, i)
				}
			}
			line = 0
			f.seen = max(f.seen, i+1)
		}
	}
	for len(out) < f.list.height {
		out = append(out, "")
		f.rows = append(f.rows, -1)
	}
	return out
}

// Following tells whether new pieces move the view.
func (f *Fragments) Following() bool { return f.follow }

// NewBelow is the number of pieces below the window that were never on screen.
func (f *Fragments) NewBelow() int {
	if f.follow || !f.update() {
		return 0
	}
	return f.chosen.countFrom(f.seen)
}

// ScrollBy moves the window by n lines, up when negative. Moving down to the
// end follows again.
func (f *Fragments) ScrollBy(n int) {
	if !f.update() {
		return
	}
	end, more := f.end()
	if !more {
		return
	}
	if f.follow {
		f.at = end
	}
	at := f.spot()
	if n < 0 {
		f.follow = false
		f.at = f.up(at, -n)
		return
	}
	f.at = f.down(at, n)
	f.settle(end)
}

func (f *Fragments) settle(end fragmentPlace) { f.follow = !end.below(f.at) }

func (f *Fragments) up(at fragmentPlace, n int) fragmentPlace {
	for at.line < n {
		before := f.chosen.before(at.piece)
		if before < 0 {
			return fragmentPlace{at.piece, 0}
		}
		n -= at.line
		at = fragmentPlace{before, f.height(before)}
	}
	return fragmentPlace{at.piece, at.line - n}
}

func (f *Fragments) down(at fragmentPlace, n int) fragmentPlace {
	for {
		h, after := f.height(at.piece), f.chosen.after(at.piece)
		if at.line+n < h || after < 0 {
			return fragmentPlace{at.piece, min(at.line+n, h-1)}
		}
		n -= h - at.line
		at = fragmentPlace{after, 0}
	}
}

// PageUp moves the window up by a page, less one line.
func (f *Fragments) PageUp() { f.ScrollBy(-max(f.list.height-1, 1)) }

// PageDown moves the window down by a page, less one line.
func (f *Fragments) PageDown() { f.ScrollBy(max(f.list.height-1, 1)) }

// Top goes to the first piece that is kept.
func (f *Fragments) Top() {
	if f.update() {
		if _, more := f.end(); more {
			f.follow, f.at = false, fragmentPlace{f.chosen.first(), 0}
		}
	}
}

// Bottom goes to the end and follows.
func (f *Fragments) Bottom() { f.follow = true }

// Selected returns the piece under the cursor.
func (f *Fragments) Selected() (store.Delta, bool) {
	if !f.update() || f.cursor < 0 || f.chosen.at(f.cursor) != f.cursor {
		return store.Delta{}, false
	}
	return f.chosen.d.Delta(f.cursor), true
}

// CursorDown selects the next piece, or the first one on screen.
func (f *Fragments) CursorDown() {
	switch {
	case !f.update():
	case f.cursor < 0 && len(f.rows) > 0 && f.rows[0] >= 0:
		f.Select(f.rows[0])
	default:
		f.Select(f.chosen.near(f.cursor + 1))
	}
}

// CursorUp selects the piece before, or the last one on screen.
func (f *Fragments) CursorUp() {
	if !f.update() {
		return
	}
	if f.cursor < 0 {
		last := f.chosen.last()
		if n := len(f.rows); n > 0 && f.rows[n-1] >= 0 {
			last = f.rows[n-1]
		}
		f.Select(last)
		return
	}
	before := f.chosen.before(f.cursor)
	if before < 0 {
		before = f.chosen.first()
	}
	f.Select(before)
}

// Select puts the cursor on a piece, by its number of arrival, and scrolls as
// little as shows it. A piece other than the last one stops the view from
// following.
func (f *Fragments) Select(i int) {
	if !f.update() || i < 0 || f.chosen.at(i) != i {
		return
	}
	f.cursor = i
	end, more := f.end()
	if f.follow {
		f.at = end
	}
	f.at = f.spot()
	f.reveal(i)
	f.follow = !more
	if more && i == f.chosen.last() {
		f.settle(end)
	}
}

// SelectAt puts the cursor on the piece that is drawn in a row of the window.
// What is read stays where it is, and a view that follows goes on to follow.
func (f *Fragments) SelectAt(row int) {
	if row < 0 || row >= len(f.rows) || f.rows[row] < 0 || !f.update() {
		return
	}
	if i := f.rows[row]; f.chosen.at(i) == i {
		f.cursor = i
	}
}

// reveal moves the window as little as shows a piece.
func (f *Fragments) reveal(i int) {
	if i < f.at.piece || i == f.at.piece && f.at.line > 0 {
		f.at = fragmentPlace{i, 0}
		return
	}
	used := -f.at.line
	for k := f.at.piece; k >= 0 && k <= i; k = f.chosen.after(k) {
		if used += f.height(k); used > f.list.height {
			h := f.height(i)
			f.at = fragmentPlace{i, 0}
			if h < f.list.height {
				f.at = f.up(fragmentPlace{i, h}, f.list.height)
			}
			return
		}
	}
}

// gap is the time between two pieces, for people.
func gap(from, to time.Time) string {
	switch e := to.Sub(from); {
	case e < 0:
		return "earlier"
	case e < time.Second:
		return "+" + e.Truncate(time.Millisecond).String()
	case e < time.Minute:
		return "+" + e.Truncate(100*time.Millisecond).String()
	default:
		return "+" + long(e)
	}
}
