package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// scope says where the keys of an action work.
type scope uint8

const (
	// everywhere: whatever has the focus.
	everywhere scope = iota
	// writing: in the composer.
	writing
	// reading: in a pane, outside the composer.
	reading
	// inConversation and inState: in that pane.
	inConversation
	inState
	// asked: in the question panel.
	asked
)

// action is one thing a person can do. Keys, palette, slash commands, help,
// hints and the documentation's key table are all drawn from the table.
type action struct {
	id    string
	keys  []string
	scope scope
	slash string // the slash command, "" where it would make no sense
	title string // for palette, help and hints
	help  string // one sentence
	hint  bool   // may stand in the footer
	off   func(*Model) string
	run   func(*Model) tea.Cmd
}

// Binding is a row of the key table as documentation shows it.
type Binding struct {
	Keys, Where, Command, Title, Help string
}

// Bindings returns the key table.
func Bindings() []Binding {
	names := map[scope]string{
		everywhere: "anywhere", writing: "composer", reading: "outside the composer",
		inConversation: "conversation", inState: "state", asked: "question",
	}
	rows := make([]Binding, 0, len(actions()))
	for _, a := range actions() {
		rows = append(rows, Binding{
			Keys:    strings.Join(a.keys, ", "),
			Where:   names[a.scope],
			Command: a.command(),
			Title:   a.title,
			Help:    a.help,
		})
	}
	return rows
}

func (a *action) command() string {
	if a.slash == "" {
		return ""
	}
	return "/" + a.slash
}

// disabled is the reason why the action can't be done now, "" if it can.
func (a *action) disabled(m *Model) string {
	if a.off == nil {
		return ""
	}
	return a.off(m)
}

// scopes are the scopes whose keys work with the focus where it is, the
// nearest first.
func (m *Model) scopes() []scope {
	switch m.focus {
	case focusComposer:
		return []scope{writing, everywhere}
	case focusQuestion:
		return []scope{asked, reading, everywhere}
	case focusSide:
		if m.sideTab == tabState {
			return []scope{inState, reading, everywhere}
		}
		return []scope{reading, everywhere}
	default:
		return []scope{inConversation, reading, everywhere}
	}
}

// find is the action of a key with the focus where it is.
func (m *Model) find(key string) *action {
	for _, s := range m.scopes() {
		for i := range m.actions {
			a := &m.actions[i]
			if a.scope == s && slices.Contains(a.keys, key) {
				return a
			}
		}
	}
	return nil
}

// bySlash is the action of a slash command's name.
func (m *Model) bySlash(name string) *action {
	for i := range m.actions {
		if m.actions[i].slash == name && name != "" {
			return &m.actions[i]
		}
	}
	return nil
}

// do runs an action, or says why it can't be done.
func (m *Model) do(a *action) tea.Cmd {
	if why := a.disabled(m); why != "" {
		m.say(a.title + ": " + why)
		return nil
	}
	return a.run(m)
}
