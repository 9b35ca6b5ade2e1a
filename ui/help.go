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

func (h *help) key(m *Model, _ tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	last := max(len(m.helpLines(m.width))-m.overlayRows(), 0)
	page := max(m.overlayRows()-2, 1)
	switch name {
	case "down", "j":
		h.top++
	case "up", "k":
		h.top--
	case "pgdown", "space":
		h.top += page
	case "pgup":
		h.top -= page
	case "home", "g":
		h.top = 0
	case "end", "G":
		h.top = last
	case "q", "enter", "f1", "?":
		return nil, true
	}
	h.top = max(min(h.top, last), 0)
	return nil, false
}

func (h *help) scroll(m *Model, by int) {
	last := max(len(m.helpLines(m.width))-m.overlayRows(), 0)
	h.top = max(min(h.top+by, last), 0)
}

func (h *help) lines(m *Model, w, height int) []string {
	all := m.helpLines(w)
	top := max(0, min(h.top, len(all)-height))
	out := all[top:]
	if len(out) > height && height > 1 {
		more := m.theme.Symbols.Down + " more: pgdn, esc closes"
		out = append(out[:height-1:height-1], " "+m.theme.Dim.Render(more))
	}
	return out
}

func (m *Model) helpLines(w int) []string {
	th := m.theme
	about := "those that work here first; esc closes"
	out := []string{" " + th.Accent.Render("Keys") + "  " + th.Dim.Render(cell.Truncate(about, max(w-8, 1), m.method, "…")), ""}
	seen := map[string]bool{}
	for _, s := range m.scopes() {
		for i := range m.actions {
			a := &m.actions[i]
			if a.scope == s && len(a.keys) > 0 {
				seen[a.id] = true
				out = append(out, m.helpRow(a.keyNames()+"  "+a.command(), a.explained(m), w)...)
			}
		}
	}
	if m.typing() != nil {
		out = append(out, "", " "+th.Dim.Render("In the text"))
		for _, s := range m.strokes {
			out = append(out, m.helpRow(strings.Join(s.Keys(), "  "), s.Help().Desc, w)...)
		}
	}
	out = append(out, "", " "+th.Dim.Render("Elsewhere, and by name"))
	for i := range m.actions {
		if a := &m.actions[i]; !seen[a.id] {
			out = append(out, m.helpRow(a.keyNames()+"  "+a.command(), a.explained(m), w)...)
		}
	}
	if m.o.Recording != "" {
		out = append(out, "")
		for _, l := range cell.Wrap("Recorded in "+cell.Canonical(cell.Line(m.o.Recording), m.method), max(w-2, 1), m.method) {
			out = append(out, " "+th.Dim.Render(l))
		}
	}
	return out
}

// helpRow is one row of help: keys in a column, or above the text where that
// would be too narrow.
func (m *Model) helpRow(keys, text string, w int) []string {
	keys = strings.TrimSpace(keys)
	th := m.theme
	if w < 60 {
		rows := cell.Wrap(text, max(w-4, 1), m.method)
		out := make([]string, 0, len(rows)+1)
		out = append(out, " "+th.Accent.Render(cell.Truncate(keys, max(w-1, 1), m.method, "…")))
		for _, r := range rows {
			out = append(out, "   "+th.Text.Render(r))
		}
		return out
	}
	col := min(32, w/3)
	out := make([]string, 0, 2)
	head := cell.Wrap(keys, col, m.method)
	body := cell.Wrap(text, max(w-col-3, 1), m.method)
	for i := range max(len(head), len(body)) {
		left, right := "", ""
		if i < len(head) {
			left = head[i]
		}
		if i < len(body) {
			right = body[i]
		}
		out = append(out, " "+th.Accent.Render(cell.Pad(left, col, m.method))+" "+th.Text.Render(right))
	}
	return out
}
