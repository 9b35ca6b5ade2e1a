//go:build !windows

package term

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
)

// Styled is the screen with its looks: each run of cells that has one stands in
// ⟦look|text⟧, its look as words and colours.
func (t *Terminal) Styled() string {
	t.cells.Lock()
	defer t.cells.Unlock()
	lines := make([]string, t.vt.Height())
	for y := range lines {
		var b strings.Builder
		t.runs(y, func(_, _ int, text string, s uv.Style) {
			if look := words(s); look != "" {
				text = "⟦" + look + "|" + text + "⟧"
			}
			b.WriteString(text)
		})
		lines[y] = strings.TrimRight(b.String(), " ")
	}
	return strings.Join(lines, "\n")
}

// runs are the runs of cells of one style in a row. A blank of which nothing is
// seen belongs to the text before it or to none: which colour it has depends on
// what the program drew before.
func (t *Terminal) runs(y int, see func(x, cells int, text string, s uv.Style)) {
	from, end := 0, 0 // the open run, and where its last visible cell ends
	var style uv.Style
	var text, blanks strings.Builder
	flush := func(to int) {
		if text.Len() > 0 {
			see(from, end-from, text.String(), style)
		}
		if blanks.Len() > 0 {
			see(end, to-end, blanks.String(), uv.Style{})
		}
		text.Reset()
		blanks.Reset()
		from, end, style = to, to, uv.Style{}
	}
	for x := 0; x < t.vt.Width(); {
		c := t.vt.CellAt(x, y)
		if c == nil {
			x++
			continue
		}
		w := max(c.Width, 1)
		if unseen(c) {
			blanks.WriteByte(' ')
			x += w
			continue
		}
		if text.Len() == 0 || c.Style != style {
			flush(x)
			style = c.Style
		}
		text.WriteString(blanks.String() + c.Content)
		blanks.Reset()
		x += w
		end = x
	}
	flush(t.vt.Width())
}

// unseen tells whether a cell shows nothing, whatever its colour.
func unseen(c *uv.Cell) bool {
	s := c.Style
	return strings.TrimSpace(c.Content) == "" && s.Bg == nil && s.Underline == 0 &&
		s.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) == 0
}

// words are a look as words.
func words(s uv.Style) string {
	var out []string
	for _, a := range []struct {
		bit  uint8
		name string
	}{
		{uv.AttrBold, "bold"},
		{uv.AttrFaint, "faint"},
		{uv.AttrItalic, "italic"},
		{uv.AttrReverse, "reverse"},
		{uv.AttrStrikethrough, "strike"},
	} {
		if s.Attrs&a.bit != 0 {
			out = append(out, a.name)
		}
	}
	if s.Underline != 0 {
		out = append(out, "underline")
	}
	if c := hex(s.Fg, ""); c != "" {
		out = append(out, c)
	}
	if c := hex(s.Bg, ""); c != "" {
		out = append(out, "on "+c)
	}
	return strings.Join(out, " ")
}
