package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/ui/cell"
)

// scope says where the keys of an action work.
type scope uint8

const (
	// everywhere: whatever has the focus.
	everywhere scope = iota
	// writing: in the composer.
	writing
	// answering: in the editor of an answer.
	answering
	// typing: in both.
	typing
	// reading: in a pane.
	reading
	// inConversation and inState: in that pane. inFragments: while it shows the
	// fragments.
	inConversation
	inState
	inFragments
	// asked: in the question panel.
	asked
	// searchTyping: in the line of a search.
	searchTyping
)

// String is what the documentation calls the scope.
func (s scope) String() string {
	switch s {
	case writing:
		return "composer"
	case answering:
		return "typing an answer"
	case typing:
		return "typing"
	case reading:
		return "outside the composer"
	case inConversation:
		return "conversation"
	case inState:
		return "state"
	case inFragments:
		return "fragments"
	case asked:
		return "question"
	case searchTyping:
		return "search line"
	default:
		return "anywhere"
	}
}

// action is one thing a person can do. Keys, palette, slash commands, help,
// hints and the documentation's key table are all drawn from the table.
type action struct {
	id    string
	keys  []string
	scope scope
	slash string // the slash command, "" where it would make no sense
	title string // for palette, help and hints
	help  string // one sentence
	// hint is how much the key matters in the footer: 1 is shown first, 0
	// never.
	hint int
	// now is the title as things stand, where that differs.
	now func(*Model) string
	off func(*Model) string
	run func(*Model) tea.Cmd
	// with runs it with what stands behind the slash command, and says whether
	// that was fine; values are what can stand there. Both are nil where
	// nothing can.
	with   func(*Model, string) (tea.Cmd, bool)
	values func() []string
}

// Binding is a row of the key table as documentation shows it.
type Binding struct {
	Keys, Where, Command, Title, Help string
}

// Bindings returns the key table.
func Bindings() []Binding {
	table := actions()
	rows := make([]Binding, 0, len(table))
	for i := range table {
		a := &table[i]
		rows = append(rows, Binding{
			Keys:    strings.Join(a.keys, ", "),
			Where:   a.scope.String(),
			Command: a.command(),
			Title:   a.title,
			Help:    a.help,
		})
	}
	for _, s := range strokes() {
		rows = append(rows, Binding{
			Keys: strings.Join(s.Keys(), ", "), Where: typing.String(),
			Title: s.Help().Desc, Help: "Edit the text: " + s.Help().Desc + ".",
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

func (a *action) keyNames() string { return strings.Join(a.keys, "  ") }

// label is the title as things stand.
func (a *action) label(m *Model) string {
	if a.now != nil {
		return a.now(m)
	}
	return a.title
}

// explained is the help, with the reason why it can't be done now.
func (a *action) explained(m *Model) string {
	if why := a.disabled(m); why != "" {
		return a.help + " (Not now: " + why + ".)"
	}
	return a.help
}

// disabled is the reason why the action can't be done now, "" if it can.
func (a *action) disabled(m *Model) string {
	if a.off == nil {
		return ""
	}
	return cell.Canonical(cell.Line(a.off(m)), m.method) // it may name things of the wire
}

// scopes are the scopes whose keys work with the focus where it is, the
// nearest first.
func (m *Model) scopes() []scope {
	switch {
	case m.search.typing:
		return []scope{searchTyping, everywhere}
	case m.answering():
		return []scope{answering, typing, everywhere}
	case m.focus == focusComposer:
		return []scope{writing, typing, everywhere}
	case m.focus == focusQuestion:
		return []scope{asked, reading, everywhere}
	case m.focus == focusSide && m.sideTab == tabState:
		return []scope{inState, reading, everywhere}
	case m.focus == focusSide:
		return []scope{reading, everywhere}
	case m.inPieces:
		return []scope{inFragments, inConversation, reading, everywhere}
	default:
		return []scope{inConversation, reading, everywhere}
	}
}

// find is the action of a key with the focus where it is.
func (m *Model) find(key string) *action {
	for _, s := range m.scopes() {
		if a := m.findIn(s, key); a != nil {
			return a
		}
	}
	return nil
}

// findIn is the action of a key in one scope.
func (m *Model) findIn(s scope, key string) *action {
	for i := range m.actions {
		a := &m.actions[i]
		if a.scope == s && slices.Contains(a.keys, key) {
			return a
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
