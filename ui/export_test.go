package ui

import (
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"agtui/stream"
)

// Tame takes the real clock out of a model: timers are handed to after, and
// batches are applied as they come.
func Tame(m *Model, after func(d time.Duration, msg tea.Msg) tea.Cmd) {
	m.timer.after = after
	m.pace = 0
}

// Stall has the terminal take no frame while stalled says so.
func Stall(m *Model, stalled func() bool) { m.busy = stalled }

// Clip copies a text.
func Clip(m *Model, text string) tea.Cmd { return m.clip(text, "") }

// Rect is a part of the screen.
type Rect struct {
	Name       string
	X, Y, W, H int
}

// Arranged is the layout of a request, without parts that have no cells.
func Arranged(width, height, question, composer, footer int, side bool) ([]Rect, int) {
	l := arrange(request{width, height, side, question, composer, footer})
	var out []Rect
	for _, p := range []struct {
		name string
		rect
	}{
		{"header", l.header},
		{"body", l.body},
		{"side", l.side},
		{"divider", l.divider},
		{"question", l.question},
		{"composer", l.composer},
		{"footer", l.footer},
	} {
		out = append(out, Rect{p.name, p.x, p.y, p.w, p.h})
	}
	return out, l.border
}

// KeyName is the name under which the table knows a key.
func KeyName(k tea.KeyPressMsg) string { return keyName(k) }

// Row is an action of the table.
type Row struct {
	ID, Slash, Title string
	Keys             []string
	Scope            string
}

// Table is the table of actions.
func Table() []Row {
	var out []Row
	for _, a := range actions() {
		out = append(out, Row{a.id, a.slash, a.title, a.keys, a.scope.String()})
	}
	return out
}

// Where tells what has the focus.
func Where(m *Model) string {
	switch {
	case m.answering():
		return "answer"
	case m.focus == focusConversation:
		return "conversation"
	case m.focus == focusSide:
		return "side"
	case m.focus == focusQuestion:
		return "question"
	}
	return "composer"
}

// Draft is the text of the composer.
func Draft(m *Model) string { return m.composer.area.Text() }

// Answer is the text of the editor of an answer.
func Answer(m *Model) string {
	if m.panel == nil || m.panel.area == nil {
		return ""
	}
	return m.panel.area.Text()
}

// Edit is the command that edits a text in an external editor.
func Edit(command []string, text string) (string, error) {
	e := &editing{command: command, text: text}
	err := e.Run()
	return e.text, err
}

// Edited is the message that brings a text back.
func Edited(text string, err error, answer bool) tea.Msg { return editedMsg{text, err, answer} }

// EditorOf is the editor that an environment names.
func EditorOf(env []string) string { return editorOf(env) }

// Guarded is the model behind the guard, and what the guard caught.
func Guarded(m tea.Model, quit func()) (tea.Model, func() error) {
	g := &guard{model: m, quit: quit}
	return g, g.failure
}

// Batched is the message that brings what a run handed over, to a model that
// reads none.
func Batched(items []stream.Item) tea.Msg {
	return batchMsg{batch: stream.Batch{Items: items}, more: true}
}

// BatchItems is how many items a message of the pump brings, -1 for others.
func BatchItems(msg tea.Msg) int {
	b, ok := msg.(batchMsg)
	if !ok {
		return -1
	}
	return len(b.batch.Items)
}

// IsTick tells whether a message is the timer's.
func IsTick(msg tea.Msg) bool {
	_, ok := msg.(tickMsg)
	return ok
}

// Pace is how long the pump waits before the next batch.
func Pace(m *Model) time.Duration { return m.pace }

// WriteOut writes p to a terminal as the renderer does, and waits until the
// terminal has taken it.
func WriteOut(to io.Writer, p []byte) (int, error) {
	o := newOutput(to)
	n, err := o.Write(p)
	o.wait(patience)
	return n, err
}

// Whole reads from r as the library does from a terminal.
func Whole(r io.Reader) io.Reader { return &whole{from: r} }

// DrawnFindings is how many rows of findings are laid out.
func DrawnFindings(m *Model) int { return len(m.findings.rows) }
