package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/ui/cell"
)

// View returns the screen as the last Update drew it: the same state gives the
// same text, at no cost.
func (m *Model) View() tea.View { return m.view }

// draw draws the screen.
func (m *Model) draw() {
	m.ruler.next(m.method)
	m.resize()
	m.talk = false
	rows, cursor := m.screen()
	v := tea.NewView(strings.Join(rows, "\n"))
	v.AltScreen = true
	if _, raw := m.overlay.(*rawView); !raw && !m.mouseOff {
		v.MouseMode = tea.MouseModeCellMotion
	}
	v.KeyboardEnhancements.ReportAlternateKeys = true
	v.WindowTitle = m.title()
	v.Cursor = cursor
	m.view = v
}

func (m *Model) title() string {
	state := "ready"
	switch {
	case m.running():
		state = "running"
	case m.panel != nil:
		state = "asks"
	case m.conv.Current() != nil:
		state = string(m.conv.Current().Status)
	}
	return "agtui " + cell.Line(m.o.Name) + " (" + state + ")"
}

// screen is exactly height lines of at most width cells, and where the
// terminal's own cursor stands: input methods need it.
func (m *Model) screen() ([]string, *tea.Cursor) {
	if m.width <= 0 || m.height <= 0 {
		return nil, nil
	}
	if r, ok := m.overlay.(*rawView); ok {
		return r.screen(m), nil
	}
	rows := make([]string, 0, m.height)
	if m.l.header.h > 0 {
		rows = append(rows, m.headerLine(m.width))
	}
	rows = append(rows, m.bodyLines()...)
	question, qx, qy := m.questionLines()
	rows = append(rows, question...)
	if m.l.divider.h > 0 {
		rows = append(rows, m.theme.Rule.Render(strings.Repeat(m.theme.Symbols.Rule, m.width)))
	}
	typed, cx, cy := m.composerLines()
	rows = append(rows, typed...)
	if m.l.footer.h > 0 {
		rows = append(rows, m.footerLines(m.width, m.l.footer.h)...)
	}
	rows = fit(rows, m.height)
	for i := range rows {
		rows[i] = m.ruler.clip(rows[i], m.width)
	}
	switch {
	case m.searchTyping() && m.l.footer.h > 0:
		return rows, m.cursorAt(1+m.search.column, m.l.footer.y)
	case m.overlay != nil:
		return rows, m.overlayCursor()
	case m.answering() && qy < m.l.question.h:
		return rows, m.cursorAt(qx+promptWidth, m.l.question.y+qy)
	case m.focus == focusComposer:
		return rows, m.cursorAt(cx+promptWidth, m.l.composer.y+cy)
	}
	return rows, nil
}

func (m *Model) cursorAt(x, y int) *tea.Cursor {
	return tea.NewCursor(min(x, m.width-1), min(y, m.height-1))
}

func (m *Model) questionLines() (lines []string, x, y int) {
	if m.panel == nil || m.l.question.h == 0 {
		return nil, 0, 0
	}
	return m.panel.draw(m.width, m.l.question.h, m.method, m.focus == focusQuestion)
}

// placeholder stands in the empty composer.
const placeholder = "Type a message, / for commands"

func (m *Model) composerLines() (lines []string, x, y int) {
	typed, x, y := m.composer.area.Rows(m.l.composer.h)
	for i, l := range typed {
		before := pad(promptWidth)
		if i == 0 {
			style := m.theme.Dim
			if m.focus == focusComposer {
				style = m.theme.Accent
			}
			before = " " + style.Render(m.theme.Symbols.Prompt) + " "
		}
		if m.composer.area.Empty() && i == 0 {
			lines = append(lines, before+m.theme.Dim.Render(placeholder))
			continue
		}
		lines = append(lines, before+drawRow(l, m.theme))
	}
	return fit(lines, m.l.composer.h), x, y
}

// bodyLines are the rows between header and question panel.
func (m *Model) bodyLines() []string {
	area := m.l.body
	if m.overlay != nil {
		return fit(m.overlay.lines(m, m.width, m.overlayRows()), m.overlayRows())
	}
	if area.h == 0 {
		return fit(m.sideLines(), m.l.side.h)
	}
	var lines []string
	if len(m.conv.Blocks()) == 0 && !m.running() {
		lines = fit(m.startLines(area.w, area.h), area.h)
	} else {
		lines = fit(m.conversationLines(), area.h)
	}
	if m.l.border < 0 {
		return lines
	}
	side := fit(m.sideLines(), area.h)
	bar := m.theme.Rule.Render(m.theme.Symbols.Upright)
	for i := range lines {
		gap := m.l.border - m.ruler.width(lines[i])
		if gap < 0 {
			lines[i], gap = clip(lines[i], m.l.border, m.method), 0
		}
		lines[i] += pad(gap) + bar + side[i]
	}
	return lines
}

// startLines are what a newcomer sees.
func (m *Model) startLines(w, h int) []string {
	th := m.theme
	text := func(indent int, draw func(string) string, s string) []string {
		rows := cell.Wrap(cell.Canonical(cell.Line(s), m.method), max(w-indent-1, 1), m.method)
		for i := range rows {
			rows[i] = pad(indent) + draw(rows[i])
		}
		return rows
	}
	lines := []string{"", "  " + th.Accent.Render("agtui") + th.Dim.Render("  talks AG-UI with "+cell.Line(m.o.Name)), ""}
	if len(m.o.Examples) > 0 {
		lines = append(lines, text(2, th.Dim.Render, "Try one of these:")...)
		for _, e := range m.o.Examples {
			lines = append(lines, text(4, th.Text.Render, e)...)
		}
		lines = append(lines, "")
	}
	for _, k := range [][2]string{
		{"enter", "send"},
		{"ctrl+p", "everything that can be done"},
		{"f1", "help"},
		{"ctrl+c", "stop a run; twice: quit"},
	} {
		lines = append(lines, "  "+th.Accent.Render(cell.Pad(k[0], 8, m.method))+th.Dim.Render(k[1]))
	}
	kept := "Nothing is recorded."
	if m.o.Recording != "" {
		kept = "Recorded, with everything you write, in " + m.o.Recording + " (--no-record turns it off)."
	}
	lines = append(append(lines, ""), text(2, th.Dim.Render, kept)...)
	for i := 0; len(lines) > h && i < len(lines); {
		if lines[i] == "" {
			lines = append(lines[:i], lines[i+1:]...)
			continue
		}
		i++
	}
	return lines
}
