package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

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
		m.closeOverlay()
		return nil
	}
	o := m.overlay
	cmd, done := o.key(m, k, name)
	if done && m.overlay == o {
		m.overlay = nil
	}
	return cmd
}

// closeOverlay closes what lies over the body without a choice.
func (m *Model) closeOverlay() {
	switch o := m.overlay.(type) {
	case *picker:
		o.leave(m)
	case *rawView:
		o.leave(m)
	case *viewer:
		if m.search.on { // the search is closed first
			m.endSearch()
			return
		}
		o.leave(m)
	}
	m.overlay = nil
}

// overlayRows is how many rows an overlay has.
func (m *Model) overlayRows() int { return max(m.l.body.h, m.l.side.h) }

// searched is an overlay in which text is typed. The terminal's cursor stands
// there: input methods need it.
type searched interface {
	paste(text string)
	// at is where the cursor stands, from the overlay's corner.
	at(m *Model) (x, y int)
}

// overlayPaste gives a paste to what lies over the body; false where nothing is
// typed there.
func (m *Model) overlayPaste(p tea.PasteMsg) bool {
	if m.searchTyping() {
		m.search.area.Insert(p.Content)
		return true
	}
	s, ok := m.overlay.(searched)
	if ok {
		s.paste(p.Content)
	}
	return ok
}

func (m *Model) overlayCursor() *tea.Cursor {
	s, ok := m.overlay.(searched)
	if !ok {
		return nil
	}
	x, y := s.at(m)
	if y < 0 {
		return nil
	}
	return m.cursorAt(x, m.l.header.h+y)
}

// option is one row of a picker.
type option struct {
	title, note, help string
	run               func(*Model) tea.Cmd
	off               string // why it can't be chosen
}

// picker is a list with a search.
type picker struct {
	listing
	title string
	all   []option
	// seen is told of the row that is marked, when another one is; left when
	// the list is closed without a choice. Both may be nil.
	seen func(*Model, int)
	left func(*Model)
}

func newPicker(title string, all []option) *picker {
	p := &picker{title: title, all: all}
	p.narrow()
	return p
}

// narrow keeps the rows that have every word of the filter, in any order.
func (p *picker) narrow() {
	words := p.words()
	p.fill(len(p.all), func(i int) bool {
		r := &p.all[i]
		return all(strings.ToLower(r.title+" "+r.note+" "+r.help), words)
	})
}

func (p *picker) scroll(m *Model, by int) {
	p.move(by)
	p.preview(m)
}

func (p *picker) paste(text string) {
	p.query.paste(text)
	p.narrow()
}

func (p *picker) at(m *Model) (x, y int) {
	_, x = p.head(m, p.title, m.width)
	return x, 0
}

// preview shows what the marked row would do, where the list has that.
func (p *picker) preview(m *Model) {
	if p.seen != nil && len(p.shown) > 0 {
		p.seen(m, p.shown[p.cursor])
	}
}

func (p *picker) key(m *Model, k tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	cmd, done := p.pressed(m, k, name)
	if !done {
		p.preview(m)
	}
	return cmd, done
}

func (p *picker) pressed(m *Model, k tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	switch {
	case p.moved(name, m.overlayRows()-3):
	case name == "enter":
		return p.choose(m)
	case name == "ctrl+p":
		p.leave(m)
		return nil, true // the key that opened it
	case p.query.key(k, name):
		p.narrow()
	}
	return nil, false
}

// leave undoes what the preview did.
func (p *picker) leave(m *Model) {
	if p.left != nil {
		p.left(m)
	}
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
	head, _ := p.head(m, p.title, w)
	out := []string{head}
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
	help := r.help
	if r.off != "" {
		help = "not now: " + r.off
	}
	title = cell.Pad(cell.Truncate(title, col, m.method, "…"), col, m.method)
	rest := cell.Pad(r.note, 22, m.method) + "  " + help
	switch {
	case r.note == "":
		rest = help
	case w < 70:
		rest = r.note
		if r.off != "" {
			rest = help
		}
	}
	room := max(w-col-6, 1)
	return mark + style.Render(title) + "  " + th.Dim.Render(cell.Truncate(rest, room, m.method, "…"))
}
