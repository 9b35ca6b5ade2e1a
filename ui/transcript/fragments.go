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
// It has the size, the theme and the method of its list. Nothing is kept for a
// piece: what is on screen is laid out for each frame, and of a long piece only
// its start.
type Fragments struct {
	list   *List
	conv   Conversation
	follow bool
	at     fragmentPlace
	cursor int   // -1 for none
	rows   []int // the piece of each row, -1 for none
	seen   int   // how many pieces were there or above when the last window was drawn
}

// fragmentPlace is a line of a piece.
type fragmentPlace struct{ piece, line int }

// NewFragments returns the fragments of the list's conversation; it follows.
func NewFragments(l *List) *Fragments { return &Fragments{list: l, follow: true, cursor: -1} }

// source returns the pieces, nil where none are kept. Another conversation than
// before starts anew. What stood on a piece that is gone stands on the first one
// that is kept.
func (f *Fragments) source() Deltas {
	if f.conv != f.list.conv {
		*f = Fragments{list: f.list, conv: f.list.conv, follow: true, cursor: -1}
	}
	d, ok := f.conv.(Deltas)
	if !ok || d.Deltas() == 0 {
		return nil
	}
	gone := d.DeltasGone()
	if f.at.piece < gone {
		f.at = fragmentPlace{gone, 0}
	}
	if f.cursor >= 0 && f.cursor < gone {
		f.cursor = -1
	}
	if gone == d.Deltas() {
		return nil
	}
	return d
}

// count is how many pieces there are.
func (f *Fragments) count() int {
	if d := f.source(); d != nil {
		return d.Deltas()
	}
	return 0
}

// end returns the place from which the rest fills the window, and whether there
// is more than a window.
func (f *Fragments) end(d Deltas) (fragmentPlace, bool) {
	need := f.list.height
	first := d.DeltasGone()
	for i := d.Deltas() - 1; i >= first; i-- {
		h := f.height(d, i)
		if h >= need {
			return fragmentPlace{i, h - need}, h > need || i > first
		}
		need -= h
	}
	return fragmentPlace{piece: first}, false
}

// spot is the place as it is now: after a change of size a piece may have fewer
// lines.
func (f *Fragments) spot(d Deltas) fragmentPlace {
	at := fragmentPlace{min(f.at.piece, d.Deltas()-1), f.at.line}
	at.line = max(min(at.line, f.height(d, at.piece)-1), 0)
	return at
}

// View draws the window: exactly as many lines as the list is high, of at most
// its width.
func (f *Fragments) View() []string {
	out := make([]string, 0, f.list.height)
	f.rows = f.rows[:0]
	d := f.source()
	switch gone, _ := f.conv.(Deltas); {
	case f.list.height <= 0 || f.list.width <= 0:
	case d == nil && gone != nil && gone.DeltasGone() > 0:
		out, f.rows = append(out, f.goneLine(gone)), append(f.rows, -1)
	case d != nil:
		if f.follow {
			f.at, _ = f.end(d)
		}
		f.at = f.spot(d)
		line := f.at.line
		for i := f.at.piece; i < d.Deltas() && len(out) < f.list.height; i++ {
			lines := f.lay(d, i)
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
	if f.follow {
		return 0
	}
	return max(f.count()-f.seen, 0)
}

// ScrollBy moves the window by n lines, up when negative. Moving down to the
// end follows again.
func (f *Fragments) ScrollBy(n int) {
	d := f.source()
	if d == nil {
		return
	}
	end, more := f.end(d)
	if !more {
		return
	}
	if f.follow {
		f.at = end
	}
	at := f.spot(d)
	if n < 0 {
		f.follow = false
		f.at = f.up(d, at, -n)
		return
	}
	f.at = f.down(d, at, n)
	f.settle(end)
}

func (f *Fragments) settle(end fragmentPlace) {
	f.follow = f.at.piece > end.piece || f.at.piece == end.piece && f.at.line >= end.line
}

func (f *Fragments) up(d Deltas, at fragmentPlace, n int) fragmentPlace {
	for at.line < n {
		if at.piece == d.DeltasGone() {
			return fragmentPlace{piece: at.piece}
		}
		n -= at.line
		at.piece--
		at.line = f.height(d, at.piece)
	}
	return fragmentPlace{at.piece, at.line - n}
}

func (f *Fragments) down(d Deltas, at fragmentPlace, n int) fragmentPlace {
	for {
		h := f.height(d, at.piece)
		if at.line+n < h || at.piece == d.Deltas()-1 {
			return fragmentPlace{at.piece, min(at.line+n, h-1)}
		}
		n -= h - at.line
		at = fragmentPlace{at.piece + 1, 0}
	}
}

// PageUp moves the window up by a page, less one line.
func (f *Fragments) PageUp() { f.ScrollBy(-max(f.list.height-1, 1)) }

// PageDown moves the window down by a page, less one line.
func (f *Fragments) PageDown() { f.ScrollBy(max(f.list.height-1, 1)) }

// Top goes to the first piece that is kept.
func (f *Fragments) Top() {
	if d := f.source(); d != nil {
		if _, more := f.end(d); more {
			f.follow, f.at = false, fragmentPlace{piece: d.DeltasGone()}
		}
	}
}

// Bottom goes to the end and follows.
func (f *Fragments) Bottom() { f.follow = true }

// Selected returns the piece under the cursor.
func (f *Fragments) Selected() (store.Delta, bool) {
	d := f.source()
	if d == nil || f.cursor < 0 || f.cursor >= d.Deltas() {
		return store.Delta{}, false
	}
	return d.Delta(f.cursor), true
}

// CursorDown selects the next piece, or the first one on screen.
func (f *Fragments) CursorDown() {
	if f.cursor < 0 && len(f.rows) > 0 {
		f.Select(f.rows[0])
		return
	}
	f.Select(min(f.cursor+1, f.count()-1))
}

// CursorUp selects the piece before, or the last one on screen.
func (f *Fragments) CursorUp() {
	if f.cursor < 0 && len(f.rows) > 0 {
		last := f.rows[len(f.rows)-1]
		if last < 0 {
			last = f.count() - 1
		}
		f.Select(last)
		return
	}
	f.Select(max(f.cursor-1, 0))
}

// Select puts the cursor on a piece, counted from 0, and scrolls as little as
// shows it. A piece other than the last one stops the view from following.
func (f *Fragments) Select(i int) {
	d := f.source()
	if d == nil || i < d.DeltasGone() || i >= d.Deltas() {
		return
	}
	f.cursor = i
	end, more := f.end(d)
	if f.follow {
		f.at = end
	}
	f.at = f.spot(d)
	f.reveal(d, i)
	f.follow = !more
	if more && i == d.Deltas()-1 {
		f.settle(end)
	}
}

// SelectAt puts the cursor on the piece that is drawn in a row of the window.
func (f *Fragments) SelectAt(row int) {
	if row >= 0 && row < len(f.rows) {
		f.Select(f.rows[row])
	}
}

// reveal moves the window as little as shows a piece.
func (f *Fragments) reveal(d Deltas, i int) {
	if i < f.at.piece || i == f.at.piece && f.at.line > 0 {
		f.at = fragmentPlace{i, 0}
		return
	}
	used := -f.at.line
	for k := f.at.piece; k <= i; k++ {
		if used += f.height(d, k); used > f.list.height {
			h := f.height(d, i)
			f.at = fragmentPlace{i, 0}
			if h < f.list.height {
				f.at = f.up(d, fragmentPlace{i, h}, f.list.height)
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
