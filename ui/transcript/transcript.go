// Package transcript is under construction.
package transcript

import (
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// Conversation is what the list reads; *store.Conversation has it.
type Conversation interface {
	Blocks() []*store.Block
	Agents() []*store.Agent
	Agent(id string) *store.Agent
}

// Options say how the list starts.
type Options struct {
	Width, Height int
	Method        cell.Method
	Theme         *theme.Theme    // nil: theme.Plain
	Style         *markdown.Style // nil: the one that fits the theme
	Hyperlinks    bool            // the terminal understands OSC 8
}

// Level is how much of a block is drawn.
type Level uint8

// The fold levels.
const (
	LevelLine Level = iota
	LevelPreview
	LevelFull
)

// List is the scrolling list of blocks.
type List struct{}

// New returns an empty list that follows.
func New(o Options) *List { return &List{} }

// SetSize changes the window; the place that is read stays.
func (l *List) SetSize(width, height int) {}

// SetMethod changes how text is measured.
func (l *List) SetMethod(m cell.Method) {}

// SetTheme changes the look; a nil style fits the theme.
func (l *List) SetTheme(t *theme.Theme, s *markdown.Style) {}

// Sync takes in what the store changed. Another conversation than before starts the list anew.
func (l *List) Sync(c Conversation, ch store.Change) {}

// View draws the window: exactly height lines of at most width cells.
func (l *List) View(now time.Time) []string { return nil }

// Wake returns how long from now the view changes without any event (a running
// time, held-back text), 0 for never.
func (l *List) Wake(now time.Time) time.Duration { return 0 }

// ScrollBy moves the window by n lines, up when negative.
func (l *List) ScrollBy(n int) {}

// PageUp moves the window up by a page.
func (l *List) PageUp() {}

// PageDown moves the window down by a page.
func (l *List) PageDown() {}

// Top goes to the first line.
func (l *List) Top() {}

// Bottom goes to the end and follows.
func (l *List) Bottom() {}

// Following tells whether new lines move the view.
func (l *List) Following() bool { return true }

// NewBelow is the number of blocks below the window that came or changed since they were last on screen.
func (l *List) NewBelow() int { return 0 }

// CursorDown selects the next block.
func (l *List) CursorDown() {}

// CursorUp selects the block before.
func (l *List) CursorUp() {}

// Select puts the cursor on the block with the ID and scrolls to it; a negative one takes the cursor away.
func (l *List) Select(id int) {}

// SelectAt puts the cursor on the block that is drawn in row of the window (the mouse).
func (l *List) SelectAt(row int) {}

// Selected returns the block under the cursor, or nil.
func (l *List) Selected() *store.Block { return nil }

// FoldToggle gives the selected block the next fold level.
func (l *List) FoldToggle() {}

// SetLevel gives the selected block a fold level.
func (l *List) SetLevel(v Level) {}

// FoldAll gives all blocks of a kind the next fold level and returns it.
func (l *List) FoldAll(k store.Kind) Level { return 0 }

// ShowKind shows or hides all blocks of a kind.
func (l *List) ShowKind(k store.Kind, on bool) {}

// Shown tells whether the blocks of a kind are shown.
func (l *List) Shown(k store.Kind) bool { return true }

// ShowEvent shows or hides the notices of an event type: RawEvent and Custom are off at first.
func (l *List) ShowEvent(t agui.EventType, on bool) {}

// ShownEvent tells whether notices of an event type are shown.
func (l *List) ShownEvent(t agui.EventType) bool { return true }

// Source returns what a block is made of, for copying.
func Source(b *store.Block) string { return "" }
