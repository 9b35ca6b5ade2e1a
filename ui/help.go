package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/ui/cell"
)

// help lists the keys that work with the focus where it is.
type help struct{ top int }

func (m *Model) openHelp() tea.Cmd {
	m.overlay = &help{}
	return nil
}

func (h *help) key(_ *Model, _ tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	switch name {
	case "down", "j":
		h.top++
	case "up", "k":
		h.top--
	case "pgdown", "space":
		h.top += 10
	case "pgup":
		h.top -= 10
	case "q", "enter", "f1", "?":
		return nil, true
	}
	return nil, false
}

func (h *help) lines(m *Model, w, height int) []string {
	all := m.helpLines(w)
	h.top = max(0, min(h.top, len(all)-max(height-1, 1)))
	out := all[h.top:]
	if len(out) > height-1 && height > 1 {
		out = append(out[:height-1:height-1], " "+m.theme.Dim.Render("↓ more, esc closes"))
	}
	return out
}

func (m *Model) helpLines(w int) []string {
	th := m.theme
	out := []string{" " + th.Accent.Render("Keys") + "  " + th.Dim.Render("what works here comes first; esc closes"), ""}
	seen := map[string]bool{}
	add := func(a *action) {
		if seen[a.id] {
			return
		}
		seen[a.id] = true
		keys := strings.Join(a.keys, " ")
		if a.slash != "" {
			keys = strings.TrimSpace(keys + "  /" + a.slash)
		}
		text := a.help
		if why := a.disabled(m); why != "" {
			text += " (now: " + why + ")"
		}
		col := min(26, max(w/3, 8))
		rows := cell.Wrap(text, max(w-col-3, 1), m.method)
		for i, r := range rows {
			head := strings.Repeat(" ", col)
			if i == 0 {
				head = cell.Pad(cell.Truncate(keys, col, m.method, "…"), col, m.method)
			}
			out = append(out, " "+th.Accent.Render(head)+" "+th.Text.Render(r))
		}
	}
	for _, s := range m.scopes() {
		for i := range m.actions {
			if m.actions[i].scope == s && len(m.actions[i].keys) > 0 {
				add(&m.actions[i])
			}
		}
	}
	out = append(out, "")
	for i := range m.actions {
		add(&m.actions[i])
	}
	if m.o.Recording != "" {
		out = append(out, "", " "+th.Dim.Render("recorded in "+cell.Line(m.o.Recording)))
	}
	return out
}
