package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/clipperhouse/uax29/v2/graphemes"

	"agtui/ui/cell"
)

// overlay lies over the body and sees keys first. esc closes it.
type overlay interface {
	// key handles a key; done closes the overlay.
	key(m *Model, k tea.KeyPressMsg, name string) (cmd tea.Cmd, done bool)
	// scroll moves it by lines.
	scroll(m *Model, by int)
	// lines draws it for a size.
	lines(m *Model, w, h int) []string
}

func (m *Model) overlayKey(k tea.KeyPressMsg, name string) tea.Cmd {
	if name == "esc" {
		m.overlay = nil
		return nil
	}
	o := m.overlay
	cmd, done := o.key(m, k, name)
	if done && m.overlay == o {
		m.overlay = nil
	}
	return cmd
}

// overlayRows is how many rows an overlay has.
func (m *Model) overlayRows() int { return max(m.l.body.h, m.l.side.h) }

func (m *Model) overlayPaste(p tea.PasteMsg) {
	if l, ok := m.overlay.(*picker); ok {
		l.filter += cell.Line(strings.TrimSpace(p.Content))
		l.narrow()
	}
}

// option is one row of a picker.
type option struct {
	title, note, help string
	run               func(*Model) tea.Cmd
	off               string // why it can't be chosen
}

// picker is a list with a search: palette, prompt history.
type picker struct {
	title  string
	all    []option
	filter string
	shown  []int
	cursor int
}

func newPicker(title string, all []option) *picker {
	p := &picker{title: title, all: all}
	p.narrow()
	return p
}

// narrow keeps the rows that have every word of the filter, in any order.
func (p *picker) narrow() {
	words := strings.Fields(strings.ToLower(p.filter))
	p.shown = p.shown[:0]
	for i, r := range p.all {
		text := strings.ToLower(r.title + " " + r.note + " " + r.help)
		hit := true
		for _, w := range words {
			hit = hit && strings.Contains(text, w)
		}
		if hit {
			p.shown = append(p.shown, i)
		}
	}
	p.move(0)
}

func (p *picker) move(by int) {
	p.cursor = max(min(p.cursor+by, len(p.shown)-1), 0)
}

func (p *picker) scroll(_ *Model, by int) { p.move(by) }

func (p *picker) key(m *Model, k tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	switch name {
	case "up", "ctrl+k":
		p.move(-1)
	case "down", "ctrl+n", "ctrl+j", "tab":
		p.move(1)
	case "pgup":
		p.move(-max(m.overlayRows()-3, 1))
	case "pgdown":
		p.move(max(m.overlayRows()-3, 1))
	case "home":
		p.move(-len(p.all))
	case "end":
		p.move(len(p.all))
	case "enter":
		return p.choose(m)
	case "ctrl+p", "ctrl+r":
		return nil, true // the key that opened it
	case "ctrl+u":
		p.filter = ""
		p.narrow()
	case "backspace", "ctrl+h":
		p.filter = p.filter[:lastCluster(p.filter)]
		p.narrow()
	default:
		if k.Text != "" {
			p.filter += cell.Line(k.Text)
			p.narrow()
		}
	}
	return nil, false
}

// lastCluster is where the last cluster of s starts.
func lastCluster(s string) int {
	at := 0
	for at < len(s) {
		n := len(graphemes.FromString(s[at:]).First())
		if at+n >= len(s) {
			return at
		}
		at += n
	}
	return at
}

func (p *picker) choose(m *Model) (tea.Cmd, bool) {
	if len(p.shown) == 0 {
		return nil, false
	}
	r := p.all[p.shown[p.cursor]]
	if r.off != "" {
		m.say(r.title + ": " + r.off)
		return nil, false
	}
	m.overlay = nil
	return r.run(m), true
}

func (p *picker) lines(m *Model, w, h int) []string {
	th := m.theme
	filter := cell.Canonical(p.filter, m.method)
	out := []string{" " + th.Accent.Render(p.title) + "  " + th.Text.Render(filter) + th.Dim.Render("_")}
	if len(p.shown) == 0 {
		return append(out, "   "+th.Dim.Render("nothing matches; backspace widens the search, esc closes"))
	}
	col := 0
	for _, i := range p.shown {
		col = max(col, cell.Width(cell.Canonical(p.all[i].title, m.method), m.method))
	}
	col = min(col, max(w/2-3, 8))
	first := max(0, p.cursor-max(h-1, 1)+1)
	for i := first; i < len(p.shown) && len(out) < h; i++ {
		out = append(out, p.line(m, p.shown[i], i == p.cursor, col, w))
	}
	return out
}

func (p *picker) line(m *Model, i int, marked bool, col, w int) string {
	th, r := m.theme, p.all[i]
	mark, style := "   ", th.Text
	if r.off != "" {
		style = th.Dim
	}
	if marked {
		mark, style = " "+th.Symbols.Prompt+" ", th.Accent
	}
	title := cell.Canonical(r.title, m.method)
	if r.note == "" && r.help == "" {
		return mark + style.Render(cell.Truncate(title, max(w-4, 1), m.method, "…"))
	}
	help := r.help
	if r.off != "" {
		help = "not now: " + r.off
	}
	title = cell.Pad(cell.Truncate(title, col, m.method, "…"), col, m.method)
	rest := cell.Pad(r.note, 22, m.method) + "  " + help
	if w < 70 {
		rest = r.note
		if r.off != "" {
			rest = help
		}
	}
	room := max(w-col-6, 1)
	return mark + style.Render(title) + "  " + th.Dim.Render(cell.Truncate(rest, room, m.method, "…"))
}
