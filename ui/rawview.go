package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"agtui/ui/cell"
)

// rawView is the window of the conversation as text alone over the whole
// screen: no gutter, no borders, no colours, no blanks at line ends, and the
// mouse is the terminal's. It stands still while a run goes on, since a
// selection would be lost. Lines that are wider than the screen are broken by
// us: on a terminal's second screen it cannot know that they go on; y copies
// them whole.
type rawView struct {
	text []string
	w, h int // of the screen that it was made for
}

func (m *Model) openRaw() tea.Cmd {
	m.setFocus(focusConversation)
	m.transcript.SetBare(true)
	r := &rawView{}
	m.overlay = r
	m.resize()
	r.take(m)
	return nil
}

// take lays the window out anew.
func (r *rawView) take(m *Model) {
	r.w, r.h = m.width, m.height
	r.text = m.transcript.View(m.now)
	for i, l := range r.text {
		r.text[i] = strings.TrimRight(ansi.Strip(l), " ")
	}
}

// leave is called when the view closes.
func (r *rawView) leave(m *Model) { m.transcript.SetBare(false) }

func (r *rawView) key(m *Model, _ tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	page := max(m.height-2, 1)
	switch name {
	case "down", "j":
		r.scroll(m, 1)
	case "up", "k":
		r.scroll(m, -1)
	case "pgdown", "space":
		r.scroll(m, page)
	case "pgup":
		r.scroll(m, -page)
	case "home", "g":
		m.transcript.Top()
		r.take(m)
	case "end", "G":
		m.transcript.Bottom()
		r.take(m)
	case "q", "enter", "W":
		r.leave(m)
		return nil, true
	}
	return nil, false
}

func (r *rawView) scroll(m *Model, by int) {
	m.transcript.ScrollBy(by)
	r.take(m)
}

// screen is all of the screen.
func (r *rawView) screen(m *Model) []string {
	rows := r.lines(m, m.width, m.height)
	for i := range rows {
		rows[i] = m.ruler.clip(rows[i], m.width)
	}
	return rows
}

// lines are the text and, at the bottom, the way out.
func (r *rawView) lines(m *Model, w, h int) []string {
	if r.w != w || r.h != h {
		r.take(m)
	}
	hint := "esc goes back, up and down scroll; lines broken here are whole when y copies"
	if w < len(hint) {
		hint = "esc goes back"
	}
	if m.message != "" {
		hint = cell.Truncate(cell.Canonical(m.message, m.method), w, m.method, "…")
	}
	if h < 2 {
		return fit(r.text, h)
	}
	return append(fit(append([]string(nil), r.text...), h-1), hint)
}
