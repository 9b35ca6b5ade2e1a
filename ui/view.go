package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/ui/cell"
)

// View draws the screen. It changes nothing.
func (m *Model) View() tea.View {
	v := tea.NewView(strings.Join(m.screen(), "\n"))
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.KeyboardEnhancements.ReportAlternateKeys = true
	v.WindowTitle = m.title()
	v.Cursor = m.cursor()
	return v
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

// screen is exactly height lines.
func (m *Model) screen() []string {
	if m.width <= 0 || m.height <= 0 {
		return nil
	}
	rows := make([]string, 0, m.height)
	if m.l.header.h > 0 {
		rows = append(rows, m.headerLine(m.width))
	}
	rows = append(rows, m.bodyLines()...)
	if m.l.question.h > 0 && m.panel != nil {
		rows = append(rows, fit(m.panel.lines(m.width, m.method), m.l.question.h)...)
	}
	if m.l.divider.h > 0 {
		rows = append(rows, m.theme.Dim.Render(strings.Repeat(m.theme.Symbols.Rule, m.width)))
	}
	rows = append(rows, fit(strings.Split(m.composer.area.View(), "\n"), m.l.composer.h)...)
	if m.l.footer.h > 0 {
		rows = append(rows, m.footerLine(m.width))
	}
	rows = fit(rows, m.height)
	for i := range rows {
		rows[i] = clip(rows[i], m.width, m.method)
	}
	return rows
}

// fit makes lines exactly h rows.
func fit(lines []string, h int) []string {
	if len(lines) > h {
		return lines[:max(h, 0)]
	}
	for len(lines) < h {
		lines = append(lines, "")
	}
	return lines
}

// bodyLines are the rows between header and question panel.
func (m *Model) bodyLines() []string {
	area := m.l.body
	if m.overlay != nil {
		h := max(m.l.body.h, m.l.side.h)
		return fit(m.overlay.lines(m, m.width, h), h)
	}
	if area.h == 0 {
		return fit(m.sideLines(), m.l.side.h)
	}
	var lines []string
	if len(m.conv.Blocks()) == 0 && m.live == nil {
		lines = fit(m.startLines(area.w, area.h), area.h)
	} else {
		lines = fit(m.transcript.View(m.now), area.h)
	}
	if m.l.border < 0 {
		return lines
	}
	side := fit(m.sideLines(), area.h)
	bar := m.theme.Dim.Render(m.theme.Symbols.Upright)
	for i := range lines {
		gap := m.l.border - styledWidth(lines[i], m.method)
		lines[i] += pad(gap) + bar + side[i]
	}
	return lines
}

// sideLines are the side pane: its tabs, then the one that is shown.
func (m *Model) sideLines() []string {
	w, h := m.l.side.w, m.l.side.h
	tabs := " "
	for _, t := range []struct {
		tab  tab
		name string
	}{{tabState, "State f2"}, {tabFindings, "Findings f4"}} {
		style := m.theme.Dim
		if t.tab == m.sideTab {
			style = m.theme.Accent
		}
		tabs += style.Render(t.name) + "  "
	}
	lines := []string{tabs}
	if m.sideTab == tabFindings {
		return append(lines, m.findings.lines(m.conv, m.theme, m.method, w, h-1)...)
	}
	for _, l := range fit(m.tree.View(m.now), max(h-3, 0)) {
		lines = append(lines, " "+l)
	}
	return append(lines, m.stateFoot(w)...)
}

// stateFoot is the path of the value under the cursor, or the patch that
// failed last.
func (m *Model) stateFoot(w int) []string {
	if failed := m.conv.FailedPatches(); len(failed) > 0 {
		f := failed[len(failed)-1]
		text := "not applied: " + f.Op + " " + f.Path + ": " + f.Reason
		return []string{"", " " + m.theme.Warn.Render(cell.Truncate(cell.Line(text), max(w-1, 0), m.method, "…"))}
	}
	path := m.tree.Path()
	if path == "" {
		path = "/"
	}
	return []string{"", " " + m.theme.Dim.Render(cell.Truncate(cell.Line(path), max(w-1, 0), m.method, "…"))}
}

// cursor is where the terminal's own cursor stands: input methods need it.
func (m *Model) cursor() *tea.Cursor {
	if m.overlay != nil {
		return nil
	}
	if m.focus == focusQuestion && m.panel != nil && m.panel.editing() {
		c := m.panel.area.Cursor()
		if c == nil {
			return nil
		}
		above := len(m.panel.lines(m.width, m.method)) - strings.Count(m.panel.area.View(), "\n") - 1
		if m.panel.problem != "" {
			above -= len(cell.Wrap(cell.Line(m.panel.problem), max(m.width-3, 1), m.method))
		}
		c.Y += m.l.question.y + above
		return c
	}
	if m.focus != focusComposer {
		return nil
	}
	c := m.composer.area.Cursor()
	if c != nil {
		c.Y += m.l.composer.y
	}
	return c
}

// startLines are what a newcomer sees.
func (m *Model) startLines(w, h int) []string {
	th := m.theme
	lines := []string{"", "  " + th.Accent.Render("agtui") + th.Dim.Render("  talks AG-UI with "+cell.Line(m.o.Name)), ""}
	if len(m.o.Examples) > 0 {
		lines = append(lines, "  "+th.Dim.Render("Try one of these:"))
		for _, e := range m.o.Examples {
			lines = append(lines, "    "+th.Text.Render(cell.Line(e)))
		}
		lines = append(lines, "")
	}
	for _, k := range [][2]string{
		{"enter", "send"}, {"ctrl+p", "everything that can be done"},
		{"f1", "help"}, {"ctrl+c", "stop a run; twice: quit"},
	} {
		lines = append(lines, "  "+th.Accent.Render(cell.Pad(k[0], 8, m.method))+th.Dim.Render(k[1]))
	}
	kept := "Nothing is recorded."
	if m.o.Recording != "" {
		kept = "Recorded, with everything you write, in " + m.o.Recording + " (--no-record turns it off)."
	}
	lines = append(lines, "")
	for _, l := range cell.Wrap(cell.Line(kept), max(w-4, 1), m.method) {
		lines = append(lines, "  "+th.Dim.Render(l))
	}
	for len(lines) > h && len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	return lines
}
