package ui

import (
	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/stream/agui"
)

// setFocus moves the focus.
func (m *Model) setFocus(f focus) {
	if f == focusQuestion && m.noRoom() != "" {
		f = focusComposer
	}
	m.focus = f
	m.search.typing = false
}

// nextPane goes round the panes that are on the screen.
func (m *Model) nextPane(by int) {
	panes := []focus{focusComposer}
	if m.noRoom() == "" {
		panes = append(panes, focusQuestion)
	}
	if m.l.body.h > 0 {
		panes = append(panes, focusConversation)
	}
	if m.l.side.h > 0 {
		panes = append(panes, focusSide)
	}
	at := 0
	for i, p := range panes {
		if p == m.focus {
			at = i
		}
	}
	m.setFocus(panes[(at+by+len(panes))%len(panes)])
}

// back is esc: it closes what is open, else goes back to the composer.
func (m *Model) back() {
	switch {
	case m.search.on && m.inSearched():
		m.endSearch()
	case m.answering():
		m.composer.keep(m.panel.typed())
		m.panel.close()
	case m.focus == focusQuestion && m.panel != nil && m.panel.sure:
		m.panel.sure = false
	case m.l.side.h > 0 && m.l.body.h == 0:
		m.side = sideShut
		m.setFocus(focusComposer)
	default:
		m.setFocus(focusComposer)
	}
}

// toggleSide shows a tab of the side pane, or hides the pane if it is that tab.
func (m *Model) toggleSide(t tab) {
	if m.sideShown() && m.sideTab == t {
		m.side = sideShut
		if m.focus == focusSide {
			m.setFocus(focusComposer)
		}
		return
	}
	m.side, m.sideTab = sideOpen, t
	m.resize()
	if m.l.border < 0 {
		m.setFocus(focusSide)
	}
}

func (m *Model) move(by int) {
	switch {
	case m.onSide():
		m.sideScroll(by)
	case by > 0:
		m.reader().CursorDown()
	default:
		m.reader().CursorUp()
	}
}

// onSide: keys that move go to the side pane.
func (m *Model) onSide() bool {
	return m.focus == focusSide || m.l.body.h == 0 && m.l.side.h > 0
}

func (m *Model) sideScroll(by int) {
	if m.sideTab == tabFindings {
		m.findings.scroll(by)
		return
	}
	m.tree.Move(by)
}

func (m *Model) page(by int) {
	switch {
	case m.onSide():
		m.sideScroll(by * max(m.l.side.h-4, 1))
	case by > 0:
		m.reader().PageDown()
	default:
		m.reader().PageUp()
	}
}

func (m *Model) end(by int) {
	switch {
	case m.onSide() && m.sideTab == tabFindings:
		m.findings.scroll(by * len(m.findings.rows))
	case m.onSide() && by < 0:
		m.tree.First()
	case m.onSide():
		m.tree.Last()
	case by < 0:
		m.reader().Top()
	default:
		m.reader().Bottom()
	}
}

func (m *Model) toggleKind(kind store.Kind, name string) {
	shown := !m.transcript.Shown(kind)
	m.transcript.ShowKind(kind, shown)
	m.sayShown(name, shown)
}

func (m *Model) toggleEvents() {
	shown := !m.transcript.ShownEvent(agui.RawEvent)
	m.transcript.ShowEvent(agui.RawEvent, shown)
	m.transcript.ShowEvent(agui.Custom, shown)
	m.sayShown("RAW and CUSTOM events", shown)
}

func (m *Model) sayShown(name string, shown bool) {
	if shown {
		m.say(name + " shown")
	} else {
		m.say(name + " hidden")
	}
}

func (m *Model) noQuestion() string {
	if m.panel == nil {
		return "no question is open"
	}
	return ""
}

// toQuestion goes to the question. The enter that names the command, pressed
// twice, must not answer it.
func (m *Model) toQuestion() tea.Cmd {
	m.setFocus(focusQuestion)
	m.panel.undrawn(m.now)
	if a := m.panel.area; a != nil {
		m.panel.opened = a.Text()
	}
	return nil
}
