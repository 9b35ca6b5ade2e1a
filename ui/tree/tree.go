// Package tree shows a JSON value as a folding tree with a cursor: a row per
// member or element of what is unfolded, the members of the value itself at
// the top.
//
// It is not an editor and asks nobody for data: the host sets the value, also
// after it changed in place, and says what changed so that the rows are marked
// for a moment. Names and strings of the value are hostile until they went
// through ui/cell, and they do.
//
// Only unfolded containers are kept, with the number of rows below each, so
// that a frame costs its height and the number of unfolded siblings on the way
// to it, whatever the size of the value: an array of a million elements is one
// unfolded container. ExpandAll stops at 20,000 rows. At most 256 marks are
// kept. A Tree belongs to one goroutine, the one that owns the value.
package tree

import (
	"slices"
	"time"

	"agtui/store/doc"
	"agtui/theme"
	"agtui/ui/cell"
)

// Options say how the tree starts.
type Options struct {
	Width, Height int
	Method        cell.Method
	Theme         *theme.Theme // nil: theme.Plain
}

// Tree shows a value.
type Tree struct {
	width, height int
	method        cell.Method
	th            *theme.Theme
	root          *node
	cursor, top   int // rows
	marks         []mark
	touched       bool // somebody folded something: unfold nothing by itself
	search        search
}

// The bounds on what is unfolded at once, and on marks.
const (
	mostRows  = 20_000
	mostMarks = 256
)

// New returns a tree of nothing.
func New(o Options) *Tree {
	t := &Tree{width: max(o.Width, 0), height: max(o.Height, 0), method: o.Method, root: &node{}}
	t.SetTheme(o.Theme)
	return t
}

// SetSize changes the window.
func (t *Tree) SetSize(width, height int) {
	first := t.height == 0
	t.width, t.height = max(width, 0), max(height, 0)
	if first && !t.touched && len(t.root.open) == 0 {
		t.unfold() // it was set while it had no room
	}
	t.scroll()
}

// SetMethod changes how text is measured.
func (t *Tree) SetMethod(m cell.Method) { t.method = m }

// SetTheme changes the look; nil is theme.Plain.
func (t *Tree) SetTheme(th *theme.Theme) {
	if th == nil {
		th = theme.Plain()
	}
	t.th = th
}

// Set shows root, also after it changed in place; nil is nothing. What was
// unfolded stays so where it still is there, and the cursor stays on its path
// or what is left of it. Until somebody folds something, what comes is unfolded
// as far as it fits.
func (t *Tree) Set(root *doc.Value) {
	path, offset := t.steps(t.cursor), t.cursor-t.top
	if root == nil {
		root = &doc.Value{}
	}
	t.root.rebind(root)
	t.search.stale = true
	if !t.touched {
		t.unfold()
	}
	t.cursor = t.rowOf(path)
	t.top = t.cursor - offset
	t.scroll()
}

// unfold opens levels, outer ones first, as far as everything fits the window.
func (t *Tree) unfold() {
	queue := []*node{t.root}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for i := range min(n.value.Len(), t.height) {
			c := n.value.At(i)
			if n.child(i) == nil && c.Len() > 0 && t.Rows()+c.Len() <= t.height {
				n.expand(i)
			}
			if n.child(i) != nil {
				queue = append(queue, n.child(i))
			}
		}
	}
}

// Rows is the number of rows, everything unfolded counted.
func (t *Tree) Rows() int {
	if t.root.value == nil {
		return 0
	}
	if !container(t.root.value) {
		return 1
	}
	return t.root.rows
}

// Move moves the cursor by n rows, up when negative.
func (t *Tree) Move(n int) {
	t.cursor += n
	t.scroll()
}

// PageUp moves the cursor up by a page.
func (t *Tree) PageUp() { t.Move(-max(t.height-1, 1)) }

// PageDown moves the cursor down by a page.
func (t *Tree) PageDown() { t.Move(max(t.height-1, 1)) }

// First goes to the first row.
func (t *Tree) First() { t.Move(-t.cursor) }

// Last goes to the last row.
func (t *Tree) Last() { t.Move(t.Rows()) }

// SelectAt puts the cursor on a row of the window.
func (t *Tree) SelectAt(row int) {
	if row >= 0 && row < t.height && t.top+row < t.Rows() {
		t.cursor = t.top + row
	}
}

// scroll keeps the cursor on a row, and in the window.
func (t *Tree) scroll() {
	rows := t.Rows()
	t.cursor = max(min(t.cursor, rows-1), 0)
	t.top = max(min(t.top, t.cursor, rows-t.height), t.cursor-t.height+1, 0)
}

// Toggle folds or unfolds the value under the cursor.
func (t *Tree) Toggle() {
	n, i := t.find(t.cursor)
	if n == nil {
		return
	}
	if n.child(i) != nil {
		t.fold(n, i)
		return
	}
	t.Expand()
}

// Expand unfolds the value under the cursor.
func (t *Tree) Expand() {
	if n, i := t.find(t.cursor); n != nil {
		t.touch()
		n.expand(i)
		t.scroll()
	}
}

func (t *Tree) fold(n *node, i int) {
	t.touch()
	n.collapse(i)
	t.scroll()
}

// Collapse folds the value under the cursor, or goes to its parent.
func (t *Tree) Collapse() {
	n, i := t.find(t.cursor)
	if n == nil {
		return
	}
	if n.child(i) != nil {
		t.fold(n, i)
		return
	}
	if n.parent != nil {
		t.cursor = t.rowAt(n.parent, n.index)
		t.scroll()
	}
}

// touch notes that somebody folds or unfolds: nothing is by itself any more,
// and what a search has unfolded stays so.
func (t *Tree) touch() { t.touched, t.search.opened = true, nil }

// ExpandAll unfolds everything below the cursor, nearest first, up to a limit
// of rows.
func (t *Tree) ExpandAll() {
	n, i := t.find(t.cursor)
	if n == nil {
		return
	}
	t.touch()
	n.expand(i)
	if c := n.child(i); c != nil {
		t.expandBelow(c)
	}
	t.scroll()
}

func (t *Tree) expandBelow(c *node) {
	queue := []*node{c}
	for len(queue) > 0 {
		c, queue = queue[0], queue[1:]
		for i := range c.value.Len() {
			v := c.value.At(i)
			if v.Len() == 0 {
				continue
			}
			if t.Rows()+v.Len() > mostRows {
				return
			}
			c.expand(i)
			queue = append(queue, c.child(i))
		}
	}
}

// Go unfolds what is above the JSON pointer and puts the cursor there; false
// if there is no such value.
func (t *Tree) Go(pointer string) bool {
	path, ok := t.follow(pointer)
	if !ok {
		return false
	}
	t.touch()
	n := t.root
	for _, i := range path[:max(len(path)-1, 0)] {
		n.expand(i)
		n = n.child(i)
	}
	t.cursor = 0
	if len(path) > 0 {
		t.cursor = t.rowAt(n, path[len(path)-1])
	}
	t.scroll()
	return true
}

// Path is the JSON pointer of the cursor, "" for the whole value.
func (t *Tree) Path() string { return pointer(t.steps(t.cursor)) }

// Value is the value under the cursor, nil where there is none.
func (t *Tree) Value() *doc.Value {
	if n, i := t.find(t.cursor); n != nil {
		return n.value.At(i)
	}
	return t.root.value
}

// mark is a path that changed a moment ago.
type mark struct {
	pointer string
	at      time.Time
}

// How long a mark is strong, and how long it is there at all.
const (
	markStrong = time.Second
	markGone   = 4 * time.Second
)

// Mark marks the JSON pointers as changed; the marks fade. The whole value
// ("") is not marked.
func (t *Tree) Mark(paths []string, now time.Time) {
	t.drop(now)
	for _, p := range paths {
		if p = element(p); p == "" {
			continue
		}
		t.marks = slices.DeleteFunc(t.marks, func(m mark) bool { return m.pointer == p })
		t.marks = append(t.marks, mark{p, now})
	}
	if n := len(t.marks) - mostMarks; n > 0 {
		t.marks = slices.Delete(t.marks, 0, n)
	}
}

// drop forgets marks that faded.
func (t *Tree) drop(now time.Time) {
	t.marks = slices.DeleteFunc(t.marks, func(m mark) bool { return now.Sub(m.at) >= markGone })
}

// Wake returns how long from now a mark fades, 0 for never.
func (t *Tree) Wake(now time.Time) time.Duration {
	var next time.Duration
	for _, m := range t.marks {
		for _, limit := range []time.Duration{markStrong, markGone} {
			if d := limit - now.Sub(m.at); d > 0 && (next == 0 || d < next) {
				next = d
			}
		}
	}
	return next
}
