package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/ui/cell"
)

// overlay lies over the body and sees keys first. esc closes it.
type overlay interface {
	// key handles a key; done closes the overlay.
	key(m *Model, k tea.KeyPressMsg, name string) (cmd tea.Cmd, done bool)
	// lines draws it for a size.
	lines(m *Model, w, h int) []string
}

func (m *Model) overlayKey(k tea.KeyPressMsg, name string) tea.Cmd {
	if name == "esc" {
		m.overlay = nil
		return nil
	}
	o := m.overlay
	cmd, done := o.key(m, k, name)
	if done && m.overlay == o {
		m.overlay = nil
	}
	return cmd
}

func (m *Model) overlayPaste(p tea.PasteMsg) tea.Cmd {
	if l, ok := m.overlay.(*picker); ok {
		l.filter += cell.Line(strings.TrimSpace(p.Content))
		l.narrow()
	}
	return nil
}

// row is one row of a picker.
type row struct {
	title, help string
	run         func(*Model) tea.Cmd
	off         string // why it can't be chosen
}

// picker is a list with a search: palette, prompt history.
type picker struct {
	title  string
	all    []row
	filter string
	shown  []int
	cursor int
}

func newPicker(title string, rows []row) *picker {
	p := &picker{title: title, all: rows}
	p.narrow()
	return p
}

// narrow keeps the rows that have every word of the filter, in any order.
func (p *picker) narrow() {
	words := strings.Fields(strings.ToLower(p.filter))
	p.shown = p.shown[:0]
	for i, r := range p.all {
		text := strings.ToLower(r.title + " " + r.help)
		hit := true
		for _, w := range words {
			hit = hit && strings.Contains(text, w)
		}
		if hit {
			p.shown = append(p.shown, i)
		}
	}
	p.cursor = max(min(p.cursor, len(p.shown)-1), 0)
}

func (p *picker) key(m *Model, k tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	switch name {
	case "up", "ctrl+p", "ctrl+k":
		p.cursor = max(p.cursor-1, 0)
	case "down", "ctrl+n", "ctrl+j", "tab":
		p.cursor = max(min(p.cursor+1, len(p.shown)-1), 0)
	case "enter":
		return p.choose(m)
	case "backspace":
		if r := []rune(p.filter); len(r) > 0 {
			p.filter = string(r[:len(r)-1])
			p.narrow()
		}
	default:
		if k.Text != "" {
			p.filter += cell.Line(k.Text)
			p.narrow()
		}
	}
	return nil, false
}

func (p *picker) choose(m *Model) (tea.Cmd, bool) {
	if len(p.shown) == 0 {
		return nil, false
	}
	r := p.all[p.shown[p.cursor]]
	if r.off != "" {
		m.say(r.title + ": " + r.off)
		return nil, false
	}
	m.overlay = nil
	return r.run(m), true
}

func (p *picker) lines(m *Model, w, h int) []string {
	th := m.theme
	out := []string{
		" " + th.Accent.Render(p.title) + "  " + th.Text.Render(p.filter) + th.Dim.Render("▏"),
		"",
	}
	first := max(0, p.cursor-max(h-4, 1)+1)
	for i := first; i < len(p.shown) && len(out) < h-1; i++ {
		r := p.all[p.shown[i]]
		mark, style := "   ", th.Text
		if i == p.cursor {
			mark, style = " › ", th.Accent
		}
		if r.off != "" {
			style = th.Dim
		}
		line := mark + style.Render(r.title)
		if help := r.help; help != "" && w > 50 {
			if r.off != "" {
				help = r.off
			}
			line += "  " + th.Dim.Render(help)
		}
		out = append(out, line)
	}
	if len(p.shown) == 0 {
		out = append(out, "   "+th.Dim.Render("nothing matches; backspace widens the search, esc closes"))
	}
	return out
}
