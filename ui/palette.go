package ui

import (
	"sort"
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/ui/cell"
)

// openPalette lists every action that can be run by name.
func (m *Model) openPalette() tea.Cmd {
	var rows []row
	for i := range m.actions {
		a := &m.actions[i]
		if a.slash == "" {
			continue
		}
		rows = append(rows, row{title: "/" + a.slash, help: a.title, off: a.disabled(m), run: a.run})
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].title < rows[j].title })
	m.overlay = newPicker("Commands", rows)
	return nil
}

func (m *Model) openHistory() tea.Cmd {
	var rows []row
	for i := len(m.composer.history) - 1; i >= 0; i-- {
		text := m.composer.history[i]
		rows = append(rows, row{title: cell.Line(text), run: func(m *Model) tea.Cmd {
			m.composer.set(text)
			return nil
		}})
	}
	m.overlay = newPicker("Earlier prompts", rows)
	return nil
}

func (m *Model) noHistory() string {
	if len(m.composer.history) == 0 {
		return "nothing was sent yet"
	}
	return ""
}

// slashName is the command that a draft names; "//" and paths are text.
func slashName(text string) (string, bool) {
	trimmed := strings.TrimSpace(text)
	if !strings.HasPrefix(trimmed, "/") || strings.HasPrefix(trimmed, "//") {
		return "", false
	}
	name := trimmed[1:]
	if strings.ContainsAny(name, " /\n") {
		return "", false
	}
	return name, true
}

// slash runs a command by name; the draft stays when there is none.
func (m *Model) slash(name string) tea.Cmd {
	a := m.bySlash(name)
	if a == nil {
		if hits := m.slashStarting(name); len(hits) == 1 {
			a = m.bySlash(hits[0])
		}
	}
	if a == nil {
		m.say("no command /" + name + ": ctrl+p lists them; a message that begins with / is written //")
		return nil
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
	name, ok := slashName(m.composer.area.Value())
	if !ok {
		return m.nextPane(1)
	}
	hits := m.slashStarting(name)
	switch len(hits) {
	case 0:
		m.say("no command begins with /" + name)
	case 1:
		m.composer.set("/" + hits[0])
	default:
		m.composer.set("/" + commonPrefix(hits))
		m.say("/" + strings.Join(hits, "  /"))
	}
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
