package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/ui/cell"
	"agtui/ui/edit"
)

// recall searches the prompts of before, the newest first. The draft stays
// until one is taken, and goes to the history then.
type recall struct {
	listing
	prompts []earlier
}

// earlier is a prompt.
type earlier struct {
	form  edit.Form
	line  string // its beginning on one line
	lower string // what is searched
}

// The parts of a prompt that are looked at.
const (
	mostLine   = 2 << 10
	mostSearch = 64 << 10
)

func newHistory(prompts []edit.Form) *recall {
	r := &recall{}
	seen := map[string]bool{}
	for _, f := range slices.Backward(prompts) {
		text := f.Text()
		if seen[text] {
			continue
		}
		seen[text] = true
		lower := strings.ToLower(text[:min(len(text), mostSearch)])
		r.prompts = append(r.prompts, earlier{f, cell.Line(f.Label(mostLine)), lower})
	}
	r.narrow()
	return r
}

// narrow keeps the prompts that have every word.
func (r *recall) narrow() {
	words := r.words()
	r.cursor = 0
	r.fill(len(r.prompts), func(i int) bool { return all(r.prompts[i].lower, words) })
}

func (r *recall) scroll(_ *Model, by int) { r.move(by) }

func (r *recall) paste(text string) {
	r.query.paste(text)
	r.narrow()
}

func (r *recall) key(m *Model, k tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	switch {
	case r.moved(name, m.overlayRows()-2):
	case name == "ctrl+s":
		r.move(-1)
	case name == "ctrl+r":
		r.move(1)
	case name == "enter":
		return r.take(m)
	case r.query.key(k, name):
		r.narrow()
	}
	return nil, false
}

// take puts the prompt into the composer; the draft that was there is one step
// up.
func (r *recall) take(m *Model) (tea.Cmd, bool) {
	if len(r.shown) == 0 {
		return nil, false
	}
	m.composer.putAside()
	m.composer.area.SetForm(r.prompts[r.shown[r.cursor]].form)
	m.setFocus(focusComposer)
	return nil, true
}

func (r *recall) at(m *Model) (x, y int) {
	_, x = r.head(m, recallTitle, m.width)
	return x, 0
}

const recallTitle = "Earlier prompts"

func (r *recall) lines(m *Model, w, h int) []string {
	th := m.theme
	head, _ := r.head(m, recallTitle, w)
	out := []string{head}
	if len(r.shown) == 0 {
		return append(out, "   "+th.Dim.Render("nothing matches; backspace widens the search, esc keeps the draft"))
	}
	words := r.words()
	room := max(w-4, 1)
	first := max(0, r.cursor-max(h-2, 1)+1)
	for i := first; i < len(r.shown) && len(out) < h; i++ {
		mark, style := "   ", th.Text
		if i == r.cursor {
			mark, style = " "+th.Accent.Render(th.Symbols.Prompt)+" ", th.Selection
		}
		line := cell.Canonical(r.prompts[r.shown[i]].line, m.method)
		line = cell.Truncate(around(line, words, room, m.method), room, m.method, "…")
		out = append(out, mark+marked(line, words, style, th))
	}
	return out
}
