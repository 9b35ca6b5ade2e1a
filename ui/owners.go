package ui

import (
	"fmt"

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
		m.inPieces = false
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
	if name := m.transcript.OwnerName(m.transcript.Selected()); name != "" {
		return name
	}
	return "the parent agent"
}

// noOwner is the reason why no owner can be hidden.
func (m *Model) noOwner() string {
	if why := m.noSubagents(); why != "" {
		return why
	}
	return m.nothingSelected()
}

func (m *Model) onlyOwner() tea.Cmd {
	name := m.ownerName()
	m.transcript.OnlyOwner()
	m.say("only " + name + " is shown; A shows all")
	return nil
}

func (m *Model) hideOwner() tea.Cmd {
	name := m.ownerName()
	m.transcript.HideOwner()
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
	if n := m.transcript.HiddenOwners(); n > 0 {
		parts = append(parts, styled{fmt.Sprintf("%d owner%s hidden", n, plural(n)), m.theme.Warn})
	}
	switch {
	case m.inPieces:
		parts = append(parts, styled{"fragments", m.theme.Dim})
	case m.grouped():
		parts = append(parts, styled{"grouped", m.theme.Dim})
	}
	return parts
}
