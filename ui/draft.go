package ui

import (
	"sort"
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/ui/cell"
)

// submit sends the draft, or runs it as a slash command.
func (m *Model) submit() tea.Cmd {
	text := m.composer.area.Text()
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if name, ok := m.command(); ok {
		return m.slash(name)
	}
	if a, value := m.commandWith(); a != nil {
		return m.slashWith(a, value)
	}
	if strings.HasPrefix(text, "//") {
		text = text[1:]
	}
	d := m.o.Turn.Say(m.conv, m.now, text)
	if d.Refused != "" {
		// The draft stays: nothing is lost.
		return m.decided(d)
	}
	m.composer.take()
	return tea.Batch(m.decided(d), m.remember(text))
}

func (m *Model) sendLabel() string {
	with, _ := m.commandWith()
	switch name, ok := m.command(); {
	case ok && name != "", with != nil:
		return "run"
	case m.running():
		return "queue"
	}
	return "send"
}

func (m *Model) tabLabel() string {
	with, _ := m.commandWith()
	switch _, ok := m.command(); {
	case ok, with != nil:
		return "complete"
	case m.noRoom() == "":
		return "answer"
	}
	return "next pane"
}

func (m *Model) stopLabel() string {
	switch {
	case m.running() && !m.stopping:
		return "stop"
	case m.overlay != nil:
		return "close"
	case m.answering():
		return "put aside"
	case !m.composer.area.Empty():
		return "clear"
	}
	return "quit"
}

func (m *Model) newline() {
	if area := m.typing(); area != nil {
		area.Insert("\n")
	}
}

// takeBack puts what is queued before the draft.
func (m *Model) takeBack() tea.Cmd {
	area := m.composer.area
	texts := m.o.Turn.TakeBack()
	area.Start()
	for i, text := range texts {
		area.Paste(text)
		if i < len(texts)-1 || !area.Empty() && !area.Ends() {
			area.Insert("\n")
		}
	}
	area.End()
	m.setFocus(focusComposer)
	return nil
}

func (m *Model) openHistory() tea.Cmd {
	m.overlay = newHistory(m.composer.history)
	return nil
}

func (m *Model) noHistory() string {
	if len(m.composer.history) == 0 {
		return "nothing was sent yet"
	}
	return ""
}

// openPalette lists every action.
func (m *Model) openPalette() tea.Cmd {
	var rows []option
	seen := map[string]bool{}
	for i := range m.actions {
		a := &m.actions[i]
		title := a.label(m)
		if seen[title] {
			continue
		}
		seen[title] = true
		note := cell.Pad(a.command(), 12, m.method)
		if len(a.keys) > 0 {
			note += " " + a.keys[0]
		}
		rows = append(rows, option{title: title, note: note, help: a.help, off: a.disabled(m), run: a.run})
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].off == "" && rows[j].off != "" })
	m.overlay = newPicker("Commands", rows)
	return nil
}

// maxCommand is how long a draft may be to be looked at as a command.
const maxCommand = 64

// command is the command that the draft names. It is asked for with every
// frame: a long draft is none.
func (m *Model) command() (string, bool) {
	text, ok := m.composer.area.Within(maxCommand)
	if !ok {
		return "", false
	}
	return slashName(text)
}

// commandWith is the command that the draft names with a value behind it, nil
// for none.
func (m *Model) commandWith() (*action, string) {
	text, ok := m.composer.area.Within(maxCommand)
	if !ok {
		return nil, ""
	}
	name, value, ok := strings.Cut(strings.TrimLeft(text, " "), " ")
	if !ok || !strings.HasPrefix(name, "/") {
		return nil, ""
	}
	if a := m.bySlash(name[1:]); a != nil && a.with != nil {
		return a, strings.TrimSpace(value)
	}
	return nil, ""
}

// slashWith runs a command with a value; the draft stays when that is wrong.
func (m *Model) slashWith(a *action, value string) tea.Cmd {
	if why := a.disabled(m); why != "" {
		m.say(a.title + ": " + why)
		return nil
	}
	if value == "" {
		m.composer.clear()
		return m.do(a)
	}
	cmd, ok := a.with(m, value)
	if ok {
		m.composer.clear()
	}
	return cmd
}

// valuesStarting are the values of an action that begin with a text.
func (a *action) valuesStarting(text string) []string {
	var hits []string
	for _, v := range a.values() {
		if strings.HasPrefix(v, text) {
			hits = append(hits, v)
		}
	}
	return hits
}

// slashName is the command that a draft names; "//" and paths are text.
func slashName(text string) (string, bool) {
	name, ok := strings.CutPrefix(strings.TrimSpace(text), "/")
	if !ok || strings.ContainsAny(name, " /\n\t") {
		return "", false
	}
	return name, true
}

// slash runs a command by name; the draft stays when there is none.
func (m *Model) slash(name string) tea.Cmd {
	a := m.bySlash(name)
	if a == nil {
		switch hits := m.slashStarting(name); len(hits) {
		case 1:
			a = m.bySlash(hits[0])
		case 0:
			m.say("no command /" + name + ": ctrl+p lists them; a message that begins with / is written //")
			return nil
		default:
			m.say("which one? /" + strings.Join(hits, "  /"))
			return nil
		}
	}
	m.composer.clear()
	return m.do(a)
}

func (m *Model) slashStarting(name string) []string {
	var hits []string
	for i := range m.actions {
		if s := m.actions[i].slash; s != "" && strings.HasPrefix(s, name) {
			hits = append(hits, s)
		}
	}
	sort.Strings(hits)
	return hits
}

// completeOrNext completes a slash command, or goes to the next pane.
func (m *Model) completeOrNext() tea.Cmd {
	if a, value := m.commandWith(); a != nil {
		if hits := a.valuesStarting(value); len(hits) > 0 {
			m.composer.area.Set(a.command() + " " + commonPrefix(hits))
		}
		return nil
	}
	name, ok := m.command()
	if !ok {
		m.nextPane(1)
		return nil
	}
	hits := m.slashStarting(name)
	if len(hits) == 0 {
		m.say("no command begins with /" + name)
		return nil
	}
	m.composer.area.Set("/" + commonPrefix(hits))
	return nil
}

func commonPrefix(words []string) string {
	p := words[0]
	for _, w := range words[1:] {
		for !strings.HasPrefix(w, p) {
			p = p[:len(p)-1]
		}
	}
	return p
}
