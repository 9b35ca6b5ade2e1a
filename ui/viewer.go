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

	asking bool // a search is being typed
	query  query
	found  string // what is searched for
	note   string
}

// openViewer shows the marked block on its own.
func (m *Model) openViewer() tea.Cmd {
	b := m.marked()
	parts := transcript.Parts(b)
	if len(parts) == 0 {
		m.say("the block has no text of its own")
		return nil
	}
	v := &viewer{block: b, seen: b.Version, parts: parts}
	v.open(m)
	m.overlay = v
	return nil
}

func (v *viewer) open(m *Model) {
	v.note = ""
	v.pager = transcript.NewPager(v.parts[v.part].Text, transcript.Options{
		Width: max(m.width-2, 1), Height: v.rows(m), Method: m.method, Theme: m.theme,
	})
}

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
		return
	}
}

func (v *viewer) key(m *Model, k tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	if v.asking {
		v.ask(name, k)
		return nil, false
	}
	v.note = ""
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
		v.asking, v.query = true, query{}
	case "n", "N":
		v.find(name == "N")
	case "y":
		return m.clip(string(p.Source()), "the "+v.parts[v.part].Name), false
	case "q":
		return nil, true
	}
	return nil, false
}

// ask is a key while a search is typed.
func (v *viewer) ask(name string, k tea.KeyPressMsg) {
	if name != "enter" {
		v.query.key(k, name)
		return
	}
	v.asking, v.found = false, v.query.text
	v.find(false)
}

func (v *viewer) find(back bool) {
	switch {
	case v.found == "":
		v.note = "nothing is searched for: / begins a search"
	case !v.pager.Find(v.found, back):
		v.note = "not found: " + v.found
	}
}

// turn shows the next text of the block.
func (v *viewer) turn(m *Model, by int) {
	v.part = (v.part + by + len(v.parts)) % len(v.parts)
	v.open(m)
}

func (v *viewer) scroll(_ *Model, by int) { v.pager.Scroll(by) }

func (v *viewer) paste(text string) {
	if v.asking {
		v.query.paste(text)
	}
}

func (v *viewer) at(m *Model) (x, y int) {
	if !v.asking {
		return 0, -1
	}
	_, x = v.query.head(m, "Find", m.width)
	return x, max(m.overlayRows()-1, 0)
}

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
	if foot := v.foot(m, w); foot != "" && len(out) > 0 {
		out[len(out)-1] = foot
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

func (v *viewer) foot(m *Model, w int) string {
	if v.asking {
		line, _ := v.query.head(m, "Find", w)
		return line
	}
	if v.note == "" {
		return ""
	}
	return " " + m.theme.Warn.Render(v.fitted(m, v.note, w))
}

// hints are the keys that matter here.
func (v *viewer) hints() string {
	if v.asking {
		return "enter finds  esc closes the search"
	}
	hints := []string{"esc closes", "/ finds"}
	if v.found != "" {
		hints[1] = "n next  N previous hit"
	}
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
