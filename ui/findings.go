package ui

import (
	"fmt"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
)

// findingsList shows what was wrong or noteworthy, the newest at the end. It
// follows the end until somebody scrolls up; then it stays where it is.
type findingsList struct {
	w      int
	method cell.Method
	theme  *theme.Theme
	height int
	rows   []string // of the first seen findings
	starts []int    // the first row of each of them
	up     bool     // scrolled up: top counts
	top    int
	search findingsSearch
}

// sync draws the findings that came since, or all of them anew for another
// look.
func (f *findingsList) sync(c *store.Conversation, th *theme.Theme, m cell.Method, w, h int) {
	if f.w != w || f.method != m || f.theme != th {
		f.w, f.method, f.theme = w, m, th
		f.rows, f.starts = nil, nil
	}
	f.height = max(h, 0)
	for list := c.Findings(); len(f.starts) < len(list); {
		i := len(f.starts)
		f.starts = append(f.starts, len(f.rows))
		f.rows = append(f.rows, drawFinding(&list[i], th, m, w)...)
	}
}

// scroll moves the window by lines.
func (f *findingsList) scroll(by int) {
	last := max(len(f.rows)-f.height, 0)
	f.top = max(min(f.first()+by, last), 0)
	f.up = f.top < last
}

// hold keeps the window where it is, also at the end.
func (f *findingsList) hold() { f.top, f.up = f.first(), true }

// first is the first row on screen.
func (f *findingsList) first() int {
	last := max(len(f.rows)-f.height, 0)
	if f.up {
		return min(f.top, last)
	}
	return last
}

// lines are the rows on screen.
func (f *findingsList) lines() []string {
	if len(f.rows) == 0 {
		return []string{" " + f.theme.Dim.Render("nothing: the stream is as it should be")}
	}
	first := f.first()
	return f.painted(first, min(first+f.height, len(f.rows)))
}

func drawFinding(f *agui.Finding, th *theme.Theme, method cell.Method, w int) []string {
	style := th.Dim
	switch f.Severity {
	case agui.Error:
		style = th.Bad
	case agui.Warning:
		style = th.Warn
	case agui.Info:
	}
	head := findingHead(f)
	rows := cell.Wrap(cell.Canonical(cell.Line(f.Message), method), max(w-3, 1), method)
	out := make([]string, 0, len(rows)+1)
	out = append(out, " "+style.Render(cell.Truncate(cell.Line(head), max(w-1, 1), method, "…")))
	for _, l := range rows {
		out = append(out, "   "+th.Text.Render(l))
	}
	return out
}

// findingHead says what it is and where.
func findingHead(f *agui.Finding) string {
	head := f.Severity.String() + " " + string(f.Rule)
	if f.Frame > 0 {
		head += fmt.Sprintf("  frame %d", f.Frame)
	}
	return head
}
