// Package tree is under construction.
package tree

import (
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
type Tree struct{}

// New returns a tree of nothing.
func New(o Options) *Tree { return &Tree{} }

// SetSize changes the window.
func (t *Tree) SetSize(width, height int) {}

// SetMethod changes how text is measured.
func (t *Tree) SetMethod(m cell.Method) {}

// SetTheme changes the look.
func (t *Tree) SetTheme(th *theme.Theme) {}

// Set shows root, also after it changed in place. What was unfolded stays so, and the cursor stays on its path.
func (t *Tree) Set(root *doc.Value) {}

// Mark marks the JSON pointers as changed; the marks fade.
func (t *Tree) Mark(paths []string, now time.Time) {}

// View draws the window: exactly height lines of at most width cells.
func (t *Tree) View(now time.Time) []string { return nil }

// Wake returns how long from now a mark fades, 0 for never.
func (t *Tree) Wake(now time.Time) time.Duration { return 0 }

// Move moves the cursor by n rows, up when negative.
func (t *Tree) Move(n int) {}

// PageUp moves the cursor up by a page.
func (t *Tree) PageUp() {}

// PageDown moves the cursor down by a page.
func (t *Tree) PageDown() {}

// First goes to the first row.
func (t *Tree) First() {}

// Last goes to the last row.
func (t *Tree) Last() {}

// SelectAt puts the cursor on a row of the window (the mouse).
func (t *Tree) SelectAt(row int) {}

// Toggle folds or unfolds the value under the cursor.
func (t *Tree) Toggle() {}

// Expand unfolds the value under the cursor.
func (t *Tree) Expand() {}

// Collapse folds the value under the cursor, or goes to its parent.
func (t *Tree) Collapse() {}

// ExpandAll unfolds everything below the cursor, up to a limit of rows.
func (t *Tree) ExpandAll() {}

// Go unfolds what is above the JSON pointer and puts the cursor there; false if there is no such value.
func (t *Tree) Go(pointer string) bool { return false }

// Path is the JSON pointer of the cursor.
func (t *Tree) Path() string { return "" }

// Value is the value under the cursor, nil where there is none.
func (t *Tree) Value() *doc.Value { return nil }

// Rows is the number of rows when everything unfolded is counted.
func (t *Tree) Rows() int { return 0 }
