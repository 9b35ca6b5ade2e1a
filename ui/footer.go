package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"agtui/ui/cell"
)

// mostMessage is how many rows a line for the person may take.
const mostMessage = 3

// footerRows is how many rows the footer would like.
func (m *Model) footerRows() int {
	if m.message == "" || m.search.typing {
		return 1
	}
	return min(len(m.messageRows(m.width)), mostMessage)
}

func (m *Model) messageRows(w int) []string {
	return cell.Wrap(cell.Canonical(m.message, m.method), max(w-2, 1), m.method)
}

// footerLines have a line for the person, or the keys that matter, and what is
// below the window.
func (m *Model) footerLines(w, h int) []string {
	right := m.footerRight()
	room := w - cell.Width(right, m.method) - 3
	if right == "" || room < 12 {
		room, right = w-2, ""
	}
	var lines []string
	if m.message != "" && !m.search.typing {
		rows := m.messageRows(w)
		if len(rows) > h {
			rows = append(rows[:h-1:h-1], cell.Truncate(strings.Join(rows[h-1:], " "), max(w-2, 1), m.method, "…"))
		}
		for _, r := range rows {
			lines = append(lines, " "+m.theme.Warn.Render(r))
		}
		if len(rows) > 1 || styledWidth(lines[0], m.method) > room+1 {
			return fit(lines, h)
		}
	} else {
		lines = append(lines, " "+m.hints(room))
	}
	gap := w - styledWidth(lines[0], m.method) - cell.Width(right, m.method) - 1
	lines[0] += pad(gap) + m.theme.Dim.Render(right)
	return fit(lines, h)
}

// hints are the footer's keys: as many as have room, those that matter most
// first.
func (m *Model) hints(room int) string {
	if m.searchShown() {
		return m.searchLine(room)
	}
	if names := m.commandHint(); names != "" {
		return m.theme.Dim.Render(cell.Truncate(names, room, m.method, "…"))
	}
	if m.overlay != nil {
		return m.theme.Dim.Render(cell.Truncate(m.overlayHint(), room, m.method, "…"))
	}
	var list []*action
	taken := map[string]bool{}
	for _, s := range m.scopes() {
		for i := range m.actions {
			a := &m.actions[i]
			if a.scope != s || len(a.keys) == 0 || taken[a.keys[0]] {
				continue
			}
			taken[a.keys[0]] = true
			if a.hint > 0 && a.disabled(m) == "" && (a.id != "back" || m.answering()) {
				list = append(list, a)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *action) int { return m.weight(a) - m.weight(b) })
	var parts []string
	for _, a := range list {
		n := cell.Width(a.keys[0]+" "+a.label(m), m.method)
		if n > room {
			continue
		}
		room -= n + 2
		parts = append(parts, m.theme.Accent.Render(a.keys[0])+" "+m.theme.Dim.Render(a.label(m)))
	}
	return strings.Join(parts, "  ")
}

// commandHint is what a slash command could be, or its value, while one is
// written.
func (m *Model) commandHint() string {
	if m.focus != focusComposer || m.overlay != nil {
		return ""
	}
	if a, value := m.commandWith(); a != nil {
		return a.title + ": " + strings.Join(a.valuesStarting(value), "  ")
	}
	name, ok := m.command()
	if hits := m.slashStarting(name); ok && len(hits) > 0 {
		return "/" + strings.Join(hits, "  /")
	}
	return ""
}

// weight is how much a hint matters now: stopping comes first only while there
// is something to stop.
func (m *Model) weight(a *action) int {
	switch {
	case a.id == "stop" && !m.running():
		return 4
	case a.id == "back" && m.answering():
		return 2 // the way out of what is being typed
	}
	return a.hint
}

func (m *Model) overlayHint() string {
	switch o := m.overlay.(type) {
	case *help:
		return "up, down and pgdn scroll  esc close"
	case *viewer:
		return o.hints()
	}
	return "type to search  enter choose  esc close"
}

func (m *Model) footerRight() string {
	var parts []string
	if n := len(m.o.Turn.Queued()); n > 0 {
		parts = append(parts, fmt.Sprintf("%d queued", n))
	}
	if n := m.transcript.NewAbove(); n > 0 && !m.inPieces {
		parts = append(parts, fmt.Sprintf("%s %d new", m.theme.Symbols.Up, n))
	}
	if n := m.reader().NewBelow(); n > 0 {
		parts = append(parts, fmt.Sprintf("%s %d new", m.theme.Symbols.Down, n))
	}
	var in, out int64
	for _, u := range m.conv.Usage() {
		in += u.InputTokens.Or(0)
		out += u.OutputTokens.Or(0)
	}
	if in+out > 0 {
		parts = append(parts, count(in)+"/"+count(out)+" tok")
	}
	return strings.Join(parts, "  ")
}

// count is a number as people read it.
func count(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10)
	case n < 1_000_000:
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	default:
		return fmt.Sprintf("%.1fM", float64(n)/1_000_000)
	}
}
