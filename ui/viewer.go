package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// viewer shows one text of a block on its own, whatever its length: a result,
// arguments, metadata. Only what is in the window is laid out.
type viewer struct {
	block *store.Block
	seen  uint64 // the version of the block that is shown
	parts []transcript.Part
	part  int
	pager *transcript.Pager
	outer searching // the search of what lies below
}

// openViewer shows the marked block on its own.
func (m *Model) openViewer() tea.Cmd {
	b := m.marked()
	parts := transcript.Parts(b)
	if len(parts) == 0 {
		m.say(noText(b))
		return nil
	}
	m.show(&viewer{block: b, seen: b.Version, parts: parts})
	return nil
}

// show puts a viewer over the screen; the search of what lies below waits.
func (m *Model) show(v *viewer) {
	v.outer = m.search
	v.open(m)
	m.overlay = v
	m.search = searching{in: inViewer}
}

// noText says why there is nothing to show of a block.
func noText(b *store.Block) string {
	switch b.Kind {
	case store.Step:
		return "a step has no text of its own"
	case store.SubagentHead:
		return "no error or result of the subagent came: its blocks have what it said"
	default:
		return "no text of it came yet"
	}
}

func (v *viewer) open(m *Model) {
	v.pager = transcript.NewPager(v.parts[v.part].Text, transcript.Options{
		Width: max(m.width-2, 1), Height: v.rows(m), Method: m.method, Theme: m.theme,
	})
	v.form()
}

// form says what the text is, and whether it has ended.
func (v *viewer) form() {
	if v.parts[v.part].JSON {
		v.pager.ReadAsJSON()
	}
	if v.block.Phase != store.Live {
		v.pager.Finish()
	}
}

// leave gives what lies below its search again.
func (v *viewer) leave(m *Model) { m.search = v.outer }

// rows are those of the text: the first of the overlay says what it is.
func (v *viewer) rows(m *Model) int { return max(m.overlayRows()-1, 1) }

// refresh takes in that the block changed while it is shown.
func (v *viewer) refresh() {
	if v.block.Version == v.seen {
		return
	}
	v.seen = v.block.Version
	parts := transcript.Parts(v.block)
	name := v.parts[v.part].Name
	for i := range parts {
		if parts[i].Name != name {
			continue
		}
		v.parts, v.part = parts, i
		v.pager.SetText(parts[i].Text)
		v.form()
		return
	}
}

func (v *viewer) key(m *Model, k tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	if m.search.typing {
		return m.searchKey(k, name), false
	}
	p := v.pager
	page := max(v.rows(m)-1, 1)
	switch name {
	case "down", "j", "enter":
		p.Scroll(1)
	case "up", "k":
		p.Scroll(-1)
	case "pgdown", "space", "f":
		p.Scroll(page)
	case "pgup", "b":
		p.Scroll(-page)
	case "home", "g":
		p.Top()
	case "end", "G":
		p.Bottom()
	case "left", "h":
		p.Shift(-8)
	case "right", "l":
		p.Shift(8)
	case "w":
		p.ToggleWrap()
	case "r":
		p.ToggleRaw()
	case "tab":
		v.turn(m, 1)
	case "shift+tab":
		v.turn(m, -1)
	case "/":
		return m.openSearch(), false
	case "n":
		return m.do(m.bySlash("searchnext")), false
	case "N":
		return m.do(m.bySlash("searchprevious")), false
	case "y":
		return m.clip(string(p.Source()), "the "+v.parts[v.part].Name), false
	case "q":
		v.leave(m)
		return nil, true
	}
	return nil, false
}

// turn shows the next text of the block.
func (v *viewer) turn(m *Model, by int) {
	v.part = (v.part + by + len(v.parts)) % len(v.parts)
	v.open(m)
	if m.search.on && !m.search.query.Empty() {
		v.pager.Search(m.search.query)
	}
}

func (v *viewer) scroll(_ *Model, by int) { v.pager.Scroll(by) }

func (v *viewer) lines(m *Model, w, h int) []string {
	v.refresh()
	v.pager.SetTheme(m.theme)
	v.pager.SetMethod(m.method)
	v.pager.SetSize(max(w-2, 1), max(h-1, 1))
	body := v.pager.View()
	out := make([]string, 0, h)
	if h > 1 {
		out = append(out, " "+m.theme.Accent.Render(v.fitted(m, v.title(), w)))
	}
	for _, l := range body {
		out = append(out, " "+l)
	}
	return out
}

// title says where the window is, and whose text it shows: that is not ours
// and comes last.
func (v *viewer) title() string {
	t := v.parts[v.part].Name + ", " + v.pager.Where()
	if v.pager.Raw() {
		t += ", as received"
	}
	if n := v.block.Name; n != "" {
		t += "  " + n
	}
	return t
}

// hints are the keys that matter here.
func (v *viewer) hints() string {
	hints := []string{"esc closes", "/ finds"}
	if len(v.parts) > 1 {
		hints = append(hints, "tab "+v.parts[(v.part+1)%len(v.parts)].Name)
	}
	wrap, raw := "w cuts lines", "r as received"
	if !v.pager.Wrapped() {
		wrap = "w wraps  left, right move"
	}
	if v.pager.Raw() {
		raw = "r for reading"
	}
	return strings.Join(append(hints, "y copies", wrap, raw), "  ")
}

func (v *viewer) fitted(m *Model, s string, w int) string {
	return cell.Truncate(cell.Canonical(cell.Line(s), m.method), max(w-2, 1), m.method, m.theme.Symbols.More)
}
