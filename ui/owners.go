package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/ui/transcript"
)

// toggleGrouped is v: by subagent, or as it came.
func (m *Model) toggleGrouped() tea.Cmd {
	if m.grouped() {
		m.transcript.SetOrder(transcript.ByArrival)
		m.say("in the order of arrival")
		return nil
	}
	m.transcript.SetOrder(transcript.ByOwner)
	m.say("grouped by subagent; v shows the order of arrival again")
	return nil
}

func (m *Model) grouped() bool { return m.transcript.Order() == transcript.ByOwner }

func (m *Model) groupLabel() string {
	if m.grouped() {
		return "order of arrival"
	}
	return "group by subagent"
}

func (m *Model) cannotGroup() string {
	switch {
	case m.inPieces:
		return "fragments come in the order of arrival"
	case m.grouped():
		return ""
	}
	return m.noSubagents()
}

func (m *Model) noSubagents() string {
	if m.transcript.Subagents() == 0 {
		return "there are no subagents"
	}
	return ""
}

// jump goes to another block.
func (m *Model) jump(id int) {
	if id >= 0 {
		m.showPieces(false)
		m.transcript.Select(id)
		m.setFocus(focusConversation)
	}
}

func (m *Model) noParent() string {
	if why := m.nothingSelected(); why != "" || m.transcript.Parent() >= 0 {
		return why
	}
	return "this belongs to the parent agent"
}

func (m *Model) noChild() string {
	if why := m.nothingSelected(); why != "" || m.transcript.FirstChild() >= 0 {
		return why
	}
	return "no subagent came of this"
}

// noSibling is the reason why there is no way to the next block of the same
// owner, or to the one before.
func (m *Model) noSibling(by int) string {
	if why := m.nothingSelected(); why != "" || m.transcript.Sibling(by) >= 0 {
		return why
	}
	where := " comes after this"
	if by < 0 {
		where = " comes before this"
	}
	return "nothing of " + m.ownerName() + where
}

// ownerName is whose block is selected.
func (m *Model) ownerName() string {
	if name := m.transcript.OwnerName(m.marked()); name != "" {
		return name
	}
	return "the parent agent"
}

// noOwner is the reason why no owner can be hidden.
func (m *Model) noOwner() string {
	if why := m.noSubagents(); why != "" {
		return why
	}
	return m.nothingMarked()
}

func (m *Model) onlyOwner() tea.Cmd {
	name := m.ownerName()
	m.transcript.OnlyOwnerOf(m.marked().ID)
	m.say("only " + name + " is shown; A shows all")
	return nil
}

func (m *Model) hideOwner() tea.Cmd {
	name := m.ownerName()
	m.transcript.HideOwnerOf(m.marked().ID)
	m.say(name + " is hidden; A shows all")
	return nil
}

func (m *Model) allOwners() tea.Cmd {
	m.transcript.AllOwners()
	m.say("all owners are shown")
	return nil
}

func (m *Model) nothingHidden() string {
	if m.transcript.HiddenOwners() == 0 {
		return "no owner is hidden"
	}
	return ""
}

// arranged says how the conversation is shown, where that is not the usual
// way: what is hidden is never hidden silently.
func (m *Model) arranged() []styled {
	var parts []styled
	hidden := m.hiddenKinds()
	if n := m.transcript.HiddenOwners(); n > 0 {
		hidden = slices.Insert(hidden, 0, fmt.Sprintf("%d owner%s", n, plural(n)))
	}
	if len(hidden) > 0 {
		parts = append(parts, styled{strings.Join(hidden, ", ") + " hidden", m.theme.Warn})
	}
	switch {
	case m.inPieces:
		parts = append(parts, m.piecesShown())
	case m.grouped():
		parts = append(parts, styled{"grouped", m.theme.Dim})
	}
	return parts
}

// piecesShown says that the fragments are shown, and how many of how many.
func (m *Model) piecesShown() styled {
	shown, all := m.fragments.Count()
	if shown == all {
		return styled{"fragments", m.theme.Dim}
	}
	return styled{fmt.Sprintf("fragments %s of %s", count(int64(shown)), count(int64(all))), m.theme.Warn}
}
