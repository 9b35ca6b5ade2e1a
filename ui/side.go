package ui

import (
	"fmt"
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"agtui/ui/cell"
)

// sideLines are the side pane: its tabs, then the one that is shown.
func (m *Model) sideLines() []string {
	h := m.l.side.h
	lines := []string{m.tabs()}
	if m.sideTab == tabFindings {
		return append(lines, m.findings.lines()...)
	}
	if m.tree.Rows() == 0 {
		return append(lines, " "+m.theme.Dim.Render("no state: the agent has sent none"))
	}
	foot := m.stateFoot(m.l.side.w)
	for _, l := range fit(m.tree.View(m.now), max(h-1-len(foot), 0)) {
		lines = append(lines, " "+l)
	}
	return append(lines, foot...)
}

func (m *Model) tabs() string {
	findings := "Findings f4"
	if n := len(m.conv.Findings()); n > 0 {
		findings = fmt.Sprintf("Findings %d f4", n)
	}
	var out strings.Builder
	out.WriteByte(' ')
	for _, t := range []struct {
		tab  tab
		name string
	}{{tabState, "State f2"}, {tabFindings, findings}} {
		style := m.theme.Dim
		switch {
		case t.tab == m.sideTab && m.focus == focusSide:
			style = m.theme.Accent
		case t.tab == m.sideTab:
			style = m.theme.Strong
		}
		out.WriteString(style.Render(t.name) + "   ")
	}
	return out.String()
}

// stateFootRows is how many rows stateFoot has.
func (m *Model) stateFootRows() int {
	if n := m.conv.FailedPatchCount(); n > 0 && m.l.side.h > 8 {
		return 3 + min(n, mostFailed)
	}
	return 2
}

// mostFailed is how many failed patches are listed.
const mostFailed = 3

// stateFoot is the path of the value under the cursor, and the patches that
// failed last: the state shows the last good one.
func (m *Model) stateFoot(w int) []string {
	path := m.tree.Path()
	if path == "" {
		path = "/"
	}
	row := func(draw func(string) string, text string) string {
		text = cell.Canonical(cell.Line(text), m.method)
		return " " + draw(cell.Truncate(text, max(w-1, 0), m.method, "…"))
	}
	path = tail(cell.Canonical(cell.Line(tailBytes(path, 4*w)), m.method), w-1, m.method)
	lines := []string{"", " " + m.theme.Dim.Render(path)}
	rows := m.stateFootRows() - 3
	if rows <= 0 {
		return lines
	}
	failed, n := m.conv.FailedPatches(), m.conv.FailedPatchCount()
	lines = append(lines, row(m.theme.Warn.Render, fmt.Sprintf("%d patch%s not applied:", n, es(n))))
	for _, f := range failed[len(failed)-rows:] {
		what := f.Op + " " + f.Path + ": " + f.Reason
		if f.Target.Set {
			what = "activity " + f.Target.Value + ": " + what
		}
		lines = append(lines, row(m.theme.Warn.Render, what))
	}
	return lines
}

// tail is a clean text without its head where it is wider than w cells: the end
// of a path tells more than its start.
func tail(text string, w int, method cell.Method) string {
	if cell.Width(text, method) <= w {
		return text
	}
	for text != "" && cell.Width(text, method) > w-1 {
		text = text[len(graphemes.FromString(text).First()):]
	}
	if w < 1 {
		return ""
	}
	return "…" + text
}

// headBytes are the first n bytes of a text, to where a rune ends. A cut text has
// no bad UTF-8.
func headBytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "")
}

// tailBytes are the last n bytes of a text, from where a rune starts.
func tailBytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[len(text)-max(n, 0):], "")
}

func es(n int) string {
	if n == 1 {
		return ""
	}
	return "es"
}
