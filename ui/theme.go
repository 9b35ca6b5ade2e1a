package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"agtui/theme"
)

// seeing is what is known of the terminal's colours, and what was chosen.
type seeing struct {
	look      theme.Look
	colourful bool // not known to have no colours
}

// wear puts the theme on that the choice and the terminal ask for; false means
// that it is the one that is worn.
func (m *Model) wear(s seeing) bool {
	if s == m.seeing {
		return false
	}
	m.seeing = s
	look := s.look
	if !s.colourful {
		look.Name = theme.None
	}
	m.theme = look.Theme()
	m.transcript.SetTheme(m.theme, nil)
	m.tree.SetTheme(m.theme)
	if m.panel != nil {
		m.panel.theme = m.theme
	}
	return true
}

// askBackground asks the terminal for its background where the look depends on
// it.
func (m *Model) askBackground() tea.Cmd {
	if m.o.Look == "" || !m.seeing.colourful {
		return nil
	}
	return tea.RequestBackgroundColor
}

func (m *Model) background(b tea.BackgroundColorMsg) {
	s := m.seeing
	s.look.Light = !b.IsDark()
	m.same = m.o.Look == "" || !m.wear(s)
}

// profile follows the renderer, which knows how many colours there are.
func (m *Model) profile(p tea.ColorProfileMsg) {
	s := m.seeing
	s.colourful = p.Profile > colorprofile.ASCII
	s.look.Sixteen = p.Profile == colorprofile.ANSI
	m.same = m.o.Look == "" || !m.wear(s)
}

// openThemes lists the looks; the one that is marked is worn at once.
func (m *Model) openThemes() tea.Cmd {
	before := m.seeing
	names := theme.Names()
	rows := make([]option, 0, len(names))
	for _, name := range names {
		rows = append(rows, option{title: name, help: theme.About(name), run: func(m *Model) tea.Cmd {
			m.toTheme(name)
			return nil
		}})
	}
	p := newPicker("Themes", rows)
	p.seen = func(m *Model, row int) {
		s := m.seeing
		s.look.Name = names[row]
		m.wear(s)
	}
	p.left = func(m *Model) { m.wear(before) }
	for i, name := range names {
		if name == before.look.Name {
			p.cursor = i
		}
	}
	m.overlay = p
	return nil
}

// toTheme chooses a look by name; the beginning of one is enough.
func (m *Model) toTheme(name string) bool {
	var hits []string
	for _, n := range theme.Names() {
		if n == name {
			hits = []string{n}
			break
		}
		if strings.HasPrefix(n, name) {
			hits = append(hits, n)
		}
	}
	if len(hits) != 1 {
		m.say("there is no theme " + name + ": it is one of " + strings.Join(theme.Names(), ", "))
		return false
	}
	s := m.seeing
	s.look.Name = hits[0]
	m.wear(s)
	m.say("theme " + hits[0] + ": " + theme.About(hits[0]))
	return true
}

func (m *Model) noThemes() string {
	switch {
	case m.o.Look == "":
		return "the look is fixed"
	case !m.seeing.colourful:
		return "the terminal has no colours, or NO_COLOR is set"
	}
	return ""
}
