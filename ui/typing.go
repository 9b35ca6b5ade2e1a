package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"agtui/ui/edit"
)

// stroke is a key that edits text, in the composer and in an answer.
type stroke struct {
	key.Binding
	do func(*edit.Area)
}

// strokes are the keys of a text area, as readline and editors have them.
func strokes() []stroke {
	on := func(help string, do func(*edit.Area), keys ...string) stroke {
		return stroke{key.NewBinding(key.WithKeys(keys...), key.WithHelp(keys[0], help)), do}
	}
	return []stroke{
		on("left", (*edit.Area).Left, "left", "ctrl+b"),
		on("right", (*edit.Area).Right, "right", "ctrl+f"),
		on("up, or the prompt before", func(a *edit.Area) { a.Up() }, "up"),
		on("down, or the prompt after", func(a *edit.Area) { a.Down() }, "down", "ctrl+n"),
		on("word left", (*edit.Area).WordLeft, "alt+b", "alt+left", "ctrl+left"),
		on("word right", (*edit.Area).WordRight, "alt+f", "alt+right", "ctrl+right"),
		on("start of the line", (*edit.Area).LineStart, "home", "ctrl+a"),
		on("end of the line", (*edit.Area).LineEnd, "end", "ctrl+e"),
		on("start of the text", (*edit.Area).Start, "ctrl+home", "alt+<"),
		on("end of the text", (*edit.Area).End, "ctrl+end", "alt+>"),
		on("delete back", (*edit.Area).Backspace, "backspace", "ctrl+h", "shift+backspace"),
		on("delete", (*edit.Area).Delete, "delete", "ctrl+d"),
		on("delete the word before", (*edit.Area).KillWordLeft, "ctrl+w", "alt+backspace", "ctrl+backspace"),
		on("delete the word after", (*edit.Area).KillWordRight, "alt+d", "alt+delete", "ctrl+delete"),
		on("delete to the start of the line", (*edit.Area).KillToStart, "ctrl+u"),
		on("delete to the end of the line", (*edit.Area).KillToEnd, "ctrl+k"),
		on("put back what was deleted", (*edit.Area).Yank, "ctrl+y"),
	}
}

// pressed is a key by its name, for the bindings.
type pressed string

func (p pressed) String() string { return string(p) }

// typing is the text area that has the focus, nil for none.
func (m *Model) typing() *edit.Area {
	switch {
	case m.search.typing:
		return m.search.area
	case m.focus == focusComposer:
		return m.composer.area
	case m.answering():
		return m.panel.area
	}
	return nil
}

// answering: the focus is in the editor of an answer.
func (m *Model) answering() bool {
	return m.focus == focusQuestion && m.panel != nil && m.panel.area != nil
}

// edit gives a key to a text area. Up and down at the edges of the composer
// walk the history.
func (m *Model) edit(a *edit.Area, name string) {
	if a == m.composer.area {
		switch {
		case name == "up" && !a.Up():
			m.composer.older()
			return
		case (name == "down" || name == "ctrl+n") && !a.Down():
			m.composer.newer()
			return
		case name == "up", name == "down", name == "ctrl+n":
			return
		}
	}
	for _, s := range m.strokes {
		if key.Matches(pressed(name), s.Binding) {
			s.do(a)
			return
		}
	}
}

// paste puts text where the focus is, exactly as it came. It is text whatever
// is in it: nothing is sent and no key is pressed.
func (m *Model) paste(p tea.PasteMsg) tea.Cmd {
	m.stay()
	if m.overlay != nil && m.overlayPaste(p) {
		return nil
	}
	area := m.typing()
	if area == nil {
		m.setFocus(focusComposer)
		area = m.composer.area
	}
	where := "message"
	switch area {
	case m.composer.area:
		area.Paste(p.Content)
	case m.search.area:
		area.Insert(p.Content)
		where = "search"
	default:
		area.Insert(p.Content) // an answer is looked at and changed: it stays open
		where = "answer"
	}
	if m.overlay != nil {
		m.say("what you pasted stands in your " + where)
	}
	return nil
}
