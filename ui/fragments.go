package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"agtui/store"
)

// reader is what keys and wheel move in the conversation's pane: its blocks, or
// its fragments.
type reader interface {
	ScrollBy(n int)
	CursorDown()
	CursorUp()
	PageDown()
	PageUp()
	Top()
	Bottom()
	SelectAt(row int)
	NewBelow() int
}

func (m *Model) reader() reader {
	if m.inPieces {
		return m.fragments
	}
	return m.transcript
}

func (m *Model) conversationLines() []string {
	if m.inPieces {
		return m.fragments.View()
	}
	lines := m.transcript.View(m.now)
	if n := m.transcript.HiddenOwners(); n > 0 && m.transcript.Empty() && len(lines) > 0 {
		words := fmt.Sprintf("nothing is left: %d owner%s hidden; A, or /all, shows all", n, plural(n))
		lines[0] = " " + m.theme.Dim.Render(words)
	}
	return lines
}

// toggleFragments goes to the first piece of the selected block and back.
func (m *Model) toggleFragments() tea.Cmd {
	m.inPieces = !m.inPieces
	if !m.inPieces {
		return nil
	}
	m.setFocus(focusConversation)
	if b := m.transcript.Selected(); b != nil {
		first := m.conv.FirstDelta(b)
		if first < 0 && m.conv.DeltasGone() > 0 {
			m.say("none of its pieces is kept")
		}
		m.fragments.Select(first)
	}
	return nil
}

func (m *Model) fragmentsLabel() string {
	if m.inPieces {
		return "conversation"
	}
	return "fragments"
}

func (m *Model) noFragments() string {
	if m.conv.Deltas() == 0 && !m.inPieces {
		return "no text came in pieces yet"
	}
	return ""
}

func (m *Model) noFragment() string {
	if _, ok := m.fragments.Selected(); !ok {
		return "no piece is marked: up and down mark one"
	}
	return ""
}

// toBlock goes to the block of the selected piece.
func (m *Model) toBlock() tea.Cmd {
	d, _ := m.fragments.Selected()
	m.jump(d.Block.ID)
	if b := m.transcript.Selected(); b == nil || b.ID != d.Block.ID {
		m.say("its block is not shown")
	}
	return nil
}

func (m *Model) copyFragment() tea.Cmd {
	d, _ := m.fragments.Selected()
	return m.clip(store.Text{Bytes: d.Text}.String(), "the piece")
}
