package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// reader is what keys and wheel move in the conversation's pane: its blocks, or
// its fragments.
type reader interface {
	hunted
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

// hunted is what a search looks through.
type hunted interface {
	SearchBegin()
	Search(q *transcript.Query)
	SearchStay()
	SearchNext(by int)
	SearchEnd()
	SearchStep() bool
	Searching() bool
	SearchStatus() transcript.SearchStatus
}

func (m *Model) reader() reader {
	if m.inPieces {
		return m.fragments
	}
	return m.transcript
}

func (m *Model) conversationLines() []string {
	var lines []string
	var empty bool
	if m.inPieces {
		shown, all := m.fragments.Count()
		lines, empty = m.fragments.View(), shown == 0 && all > 0
	} else {
		lines, empty = m.transcript.View(m.now), m.transcript.Empty()
		m.talk = true
	}
	if words := m.nothingLeft(); empty && words != "" && len(lines) > 0 {
		lines[0] = " " + m.theme.Dim.Render(cell.Truncate(words, max(m.l.body.w-2, 1), m.method, "…"))
	}
	return lines
}

// nothingLeft says what is hidden and how to see it again, "" for nothing.
func (m *Model) nothingLeft() string {
	var parts []string
	if n := m.transcript.HiddenOwners(); n > 0 {
		parts = append(parts, fmt.Sprintf("%d owner%s hidden; A, or /all, shows all", n, plural(n)))
	}
	for _, kind := range m.hiddenKinds() {
		parts = append(parts, "/"+kind+" shows "+kind)
	}
	if len(parts) == 0 {
		return ""
	}
	return "nothing is left: " + strings.Join(parts, "; ")
}

// hiddenKinds are the kinds of blocks that are switched off.
func (m *Model) hiddenKinds() []string {
	var out []string
	for _, k := range []struct {
		kind store.Kind
		name string
	}{{store.Reasoning, "reasoning"}, {store.ToolCall, "tools"}, {store.Activity, "activities"}} {
		if !m.transcript.Shown(k.kind) {
			out = append(out, k.name)
		}
	}
	return out
}

// showPieces shows the fragments, or the conversation; a search goes on there.
func (m *Model) showPieces(on bool) {
	if m.inPieces == on {
		return
	}
	m.reader().SearchEnd()
	m.inPieces = on
	if m.search.on && m.search.in == inTalk && !m.search.query.Empty() {
		m.reader().Search(m.search.query)
		m.reader().SearchStay()
	}
}

// marked is the block that is marked, or the one of the piece that is.
func (m *Model) marked() *store.Block {
	if !m.inPieces {
		return m.transcript.Selected()
	}
	d, _ := m.fragments.Selected()
	return d.Block
}

// nothingMarked is the reason why there is no such block.
func (m *Model) nothingMarked() string {
	if m.inPieces {
		return m.noFragment()
	}
	return m.nothingSelected()
}

// onlyBlocks is the reason why nothing can be done with blocks now.
func (m *Model) onlyBlocks() string {
	if m.inPieces {
		return "these are the fragments; f goes back"
	}
	return ""
}

// toggleFragments goes to the first piece of the selected block and back.
func (m *Model) toggleFragments() tea.Cmd {
	if m.showPieces(!m.inPieces); !m.inPieces {
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
