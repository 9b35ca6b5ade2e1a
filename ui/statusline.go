package ui

import (
	"fmt"
	"strings"
	"time"

	"agtui/store"
	"agtui/ui/cell"
)

// headerLine names the endpoint and says how the run stands.
func (m *Model) headerLine(w int) string {
	status := m.statusText()
	findings := m.findingsText()
	right := strings.TrimLeft(findings.plain+"  "+status.plain, " ")
	rightW := cell.Width(right, m.method)
	room := w - rightW - 3
	if room < 6 {
		return " " + status.draw(cell.Truncate(status.plain, max(w-1, 0), m.method, "…"))
	}
	name := m.o.Name
	if m.o.URL != "" && m.o.URL != name {
		name += "  " + m.o.URL
	}
	if r := m.conv.Current(); r != nil && r.ThreadID != "" {
		more := "   thread " + short(r.ThreadID) + fmt.Sprintf("  run %d", len(m.conv.Runs()))
		if cell.Width(cell.Line(name+more), m.method) <= room {
			name += more
		}
	}
	name = cell.Canonical(cell.Line(name), m.method)
	left := cell.Pad(cell.Truncate(name, room, m.method, "…"), room, m.method)
	out := " " + m.theme.Dim.Render(left) + " "
	if findings.plain != "" {
		out += findings.draw(findings.plain) + "  "
	}
	return out + status.draw(status.plain)
}

// styled is a text and how it is drawn.
type styled struct {
	plain string
	draw  func(string) string
}

func (m *Model) findingsText() styled {
	errs, warns := counted(m.conv.Findings())
	sym := m.theme.Symbols.Warn
	switch {
	case errs > 0:
		return styled{fmt.Sprintf("%s %d", sym, errs+warns), func(s string) string { return m.theme.Bad.Render(s) }}
	case warns > 0:
		return styled{fmt.Sprintf("%s %d", sym, warns), func(s string) string { return m.theme.Warn.Render(s) }}
	}
	return styled{"", func(s string) string { return s }}
}

// statusText is how the run stands: never by colour alone.
func (m *Model) statusText() styled {
	dim := func(s string) string { return m.theme.Dim.Render(s) }
	accent := func(s string) string { return m.theme.Accent.Render(s) }
	r := m.conv.Current()
	if m.running() {
		text := m.theme.Symbols.Running + " " + m.activity()
		if r != nil {
			text += " " + elapsed(m.now.Sub(r.Started))
		}
		return styled{text, accent}
	}
	if m.panel != nil {
		n := len(m.panel.asked)
		text := fmt.Sprintf("%s %d question%s: tab", m.theme.Symbols.Pause, n, plural(n))
		return styled{text, accent}
	}
	if r == nil {
		return styled{"ready", dim}
	}
	text := string(r.Status)
	if r.Status == store.Cancelled && r.CancelledBy == "you" {
		text = "stopped by you"
	}
	text += " " + elapsed(r.Ended.Sub(r.Started))
	switch r.Status {
	case store.Finished:
		return styled{m.theme.Symbols.OK + " " + text, func(s string) string { return m.theme.OK.Render(s) }}
	case store.Errored, store.FailedRun, store.Incomplete:
		return styled{m.theme.Symbols.Bad + " " + text, func(s string) string { return m.theme.Bad.Render(s) }}
	default:
		return styled{text, dim}
	}
}

// activity says what a running run does: a step, waiting, streaming.
func (m *Model) activity() string {
	if steps := m.conv.Steps(); len(steps) > 0 {
		name := cell.Line(steps[len(steps)-1].Name)
		return cell.Truncate(name, 20, m.method, "…")
	}
	if m.response == nil {
		return "waiting"
	}
	if m.stopping {
		return "stopping"
	}
	return "streaming"
}

// elapsed is a duration as people read it.
func elapsed(d time.Duration) string {
	switch {
	case d < 0:
		return "0 s"
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d:%02d min", int(d.Minutes()), int(d.Seconds())%60)
	default:
		return fmt.Sprintf("%d:%02d h", int(d.Hours()), int(d.Minutes())%60)
	}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func short(id string) string {
	if r := []rune(id); len(r) > 8 {
		return string(r[:8])
	}
	return id
}

// footerLine has a line for the person, or the keys that matter, and what is
// below the window.
func (m *Model) footerLine(w int) string {
	right := m.footerRight()
	rightW := cell.Width(right, m.method)
	room := w - rightW - 3
	if room < 12 {
		room, right = w-2, ""
	}
	var left string
	switch {
	case m.message == "" && m.focus == focusQuestion && m.panel != nil && m.panel.editing():
		left = m.theme.Dim.Render(cell.Pad(cell.Truncate("enter answer  ctrl+j newline  ctrl+g editor  esc back", room, m.method, "…"), room, m.method))
	case m.message != "":
		left = m.theme.Warn.Render(cell.Truncate(cell.Canonical(m.message, m.method), room, m.method, "…"))
		left += pad(room - cell.Width(cell.Truncate(cell.Canonical(m.message, m.method), room, m.method, "…"), m.method))
	default:
		left = m.hints(room)
	}
	return " " + left + " " + m.theme.Dim.Render(right)
}

func pad(n int) string { return strings.Repeat(" ", max(n, 0)) }

// hints are the footer's keys, as many as have room.
func (m *Model) hints(room int) string {
	var out strings.Builder
	used := 0
	for _, s := range m.scopes() {
		for i := range m.actions {
			a := &m.actions[i]
			if a.scope != s || !a.hint || len(a.keys) == 0 || a.disabled(m) != "" {
				continue
			}
			text := a.keys[0] + " " + a.title
			if used+len(text)+2 > room {
				continue
			}
			used += len(text) + 2
			out.WriteString(m.theme.Accent.Render(a.keys[0]) + " " + m.theme.Dim.Render(a.title) + "  ")
		}
	}
	return out.String() + pad(room-used)
}

func (m *Model) footerRight() string {
	var parts []string
	if q := m.o.Turn.Queued(); len(q) > 0 {
		parts = append(parts, fmt.Sprintf("%d queued", len(q)))
	}
	if n := m.transcript.NewBelow(); n > 0 {
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
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%.1fk", float64(n)/1000)
}
