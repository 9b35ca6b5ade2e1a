package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
)

// styled is a text and how it is drawn.
type styled struct {
	plain string
	style theme.Style
}

// narrow is below which width the header begins with how the run stands.
const narrow = 60

// headerLine names the endpoint and says how the run stands. On a narrow
// screen that comes first, and what has no room is left out.
func (m *Model) headerLine(w int) string {
	parts, firm := m.standing()
	name := m.o.Name
	if w < narrow {
		return m.joined(append(parts, styled{name, m.theme.Dim}), w-1)
	}
	switch {
	case strings.Contains(m.o.URL, name): // a name made of the address says nothing more
		name = m.o.URL
	case m.o.URL != "":
		name += "  " + m.o.URL
	}
	used := 1
	for _, p := range parts {
		used += cell.Width(p.plain, m.method) + 2
	}
	for len(parts) > 1 && (used > w*2/3 && len(parts) > firm || used > w-leastName) { // what is last matters least
		used -= cell.Width(parts[len(parts)-1].plain, m.method) + 2
		parts = parts[:len(parts)-1]
	}
	room := max(w-used-1, 1)
	if r := m.conv.Current(); r != nil && r.ThreadID != "" {
		more := "   thread " + short(r.ThreadID) + fmt.Sprintf("  run %d", len(m.conv.Runs()))
		if cell.Width(cell.Line(name+more), m.method) <= room {
			name += more
		}
	}
	name = cell.Canonical(cell.Line(name), m.method)
	left := cell.Pad(cell.Truncate(name, room, m.method, "…"), room, m.method)
	var out strings.Builder
	out.WriteString(" " + m.theme.Dim.Render(left))
	for _, p := range slices.Backward(parts) {
		out.WriteString("  " + p.style.Render(p.plain))
	}
	return out.String()
}

// leastName is what the name of the agent gets.
const leastName = 12

// joined puts parts side by side as far as there is room.
func (m *Model) joined(parts []styled, w int) string {
	var b strings.Builder
	for _, p := range parts {
		if w < 2 {
			break
		}
		text := cell.Truncate(cell.Canonical(cell.Line(p.plain), m.method), w, m.method, "…")
		gap := "  "
		if b.Len() == 0 {
			gap = " "
		}
		b.WriteString(gap + p.style.Render(text))
		w -= cell.Width(text, m.method) + 2
	}
	return b.String()
}

// standing is how things stand, the most important first: the run, what was
// found, how it is shown, the step. Never by colour alone. The first ones count
// more than the agent's address.
func (m *Model) standing() (parts []styled, firm int) {
	parts = []styled{m.status()}
	errs, warns := m.conv.FindingCount(agui.Error), m.conv.FindingCount(agui.Warning)
	sym := m.theme.Symbols.Warn
	switch {
	case errs > 0:
		parts = append(parts, styled{fmt.Sprintf("%s %d", sym, errs+warns), m.theme.Bad})
	case warns > 0:
		parts = append(parts, styled{fmt.Sprintf("%s %d", sym, warns), m.theme.Warn})
	}
	parts = append(parts, m.arranged()...)
	firm = len(parts)
	if steps := m.conv.Steps(); len(steps) > 0 && m.running() {
		name := cell.Truncate(cell.Canonical(cell.Line(steps[len(steps)-1].Name), m.method), 24, m.method, "…")
		parts = append(parts, styled{m.theme.Symbols.Step + " " + name, m.theme.Dim})
	}
	return parts, firm
}

// status is how the run stands.
func (m *Model) status() styled {
	th, r := m.theme, m.conv.Current()
	switch {
	case m.running():
		text := th.Symbols.Running + " " + m.activity()
		if r != nil {
			text += " " + elapsed(m.now.Sub(r.Started))
		}
		if silent := m.now.Sub(m.heard); silent >= silentFrom && m.response != nil && !m.stopping {
			text += ", silent for " + elapsed(silent)
		}
		return styled{text, th.Accent}
	case m.panel != nil:
		n := len(m.panel.asked)
		return styled{fmt.Sprintf("%s %d question%s", th.Symbols.Pause, n, plural(n)), th.Accent}
	case r == nil:
		return styled{"ready", th.Dim}
	}
	text := string(r.Status)
	if r.Status == store.Cancelled && r.CancelledBy == "you" {
		text = "stopped by you"
	}
	text += " " + took(r.Ended.Sub(r.Started))
	switch r.Status {
	case store.Finished:
		return styled{th.Symbols.OK + " " + text, th.OK}
	case store.Errored, store.FailedRun, store.Incomplete:
		return styled{th.Symbols.Bad + " " + text, th.Bad}
	default:
		return styled{text, th.Dim}
	}
}

// silentFrom is when the header begins to say that nothing comes.
const silentFrom = 5 * time.Second

// activity says what a running run does.
func (m *Model) activity() string {
	switch {
	case m.stopping:
		return "stopping"
	case m.response == nil:
		return "waiting"
	default:
		return "streaming"
	}
}

// shownTenths is how long a running time is shown with tenths of seconds.
const shownTenths = 10 * time.Second

// elapsed is a duration as people read it.
func elapsed(d time.Duration) string {
	switch {
	case d < 0:
		return "0 s"
	case d < shownTenths:
		return fmt.Sprintf("%.1f s", d.Truncate(100*time.Millisecond).Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d:%02d min", int(d.Minutes()), int(d.Seconds())%60)
	default:
		return fmt.Sprintf("%d:%02d h", int(d.Hours()), int(d.Minutes())%60)
	}
}

// took is how long a run took, rounded as the rule that closes it is. A time
// that is running never shows what has not passed yet.
func took(d time.Duration) string {
	if d < shownTenths {
		d = d.Round(100 * time.Millisecond)
	}
	return elapsed(d)
}

func short(id string) string {
	if r := []rune(id); len(r) > 8 {
		return string(r[:8])
	}
	return id
}
