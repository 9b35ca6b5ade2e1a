package ui

import (
	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// setFocus moves the focus; the composer's cursor is there only with it.
func (m *Model) setFocus(f focus) tea.Cmd {
	if f == focusQuestion && m.panel == nil {
		f = focusComposer
	}
	m.focus = f
	if m.panel != nil && m.panel.editing() {
		if f == focusQuestion {
			return m.panel.area.Focus()
		}
		m.panel.area.Blur()
	}
	if f == focusComposer {
		return m.composer.area.Focus()
	}
	m.composer.area.Blur()
	return nil
}

// nextPane goes round the panes that are on the screen.
func (m *Model) nextPane(by int) tea.Cmd {
	panes := []focus{focusComposer}
	if m.panel != nil {
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
	return m.setFocus(panes[(at+by+len(panes))%len(panes)])
}

// toggleSide shows a tab of the side pane, or hides the pane if it is that tab.
func (m *Model) toggleSide(t tab) tea.Cmd {
	if m.sideShown() && m.sideTab == t {
		m.side = sideShut
		return m.setFocus(focusComposer)
	}
	m.side, m.sideTab = sideOpen, t
	m.resize()
	if m.l.border < 0 {
		return m.setFocus(focusSide)
	}
	return nil
}

func (m *Model) move(by int) {
	switch {
	case m.focus == focusSide:
		m.sideScroll(by)
	case by > 0:
		m.transcript.CursorDown()
	default:
		m.transcript.CursorUp()
	}
}

func (m *Model) sideScroll(by int) {
	if m.sideTab == tabFindings {
		m.findings.scroll(by)
		return
	}
	m.tree.Move(by)
}

func (m *Model) page(by int) {
	if m.focus == focusSide {
		m.sideScroll(by * max(m.l.side.h-4, 1))
		return
	}
	if by > 0 {
		m.transcript.PageDown()
	} else {
		m.transcript.PageUp()
	}
}

func (m *Model) end(by int) {
	switch {
	case m.focus == focusSide:
		m.sideScroll(by * (1 << 30))
	case by < 0:
		m.transcript.Top()
	default:
		m.transcript.Bottom()
	}
}

func (m *Model) toggleKind(kind store.Kind, name string) {
	shown := !m.transcript.Shown(kind)
	m.transcript.ShowKind(kind, shown)
	if shown {
		m.say(name + " shown")
	} else {
		m.say(name + " hidden")
	}
}

func (m *Model) nothingSelected() string {
	if m.transcript.Selected() == nil {
		return "there is nothing to copy yet"
	}
	return ""
}

// copyBlock hands the source of the block to the terminal's clipboard.
func (m *Model) copyBlock() tea.Cmd {
	b := m.transcript.Selected()
	text := transcript.Source(b)
	line := "sent to the terminal's clipboard (OSC 52)"
	if cell.Clean(text) != text {
		line += "; careful: it has control characters or invisible ones"
	}
	m.say(line)
	return tea.SetClipboard(text)
}
