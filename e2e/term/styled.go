//go:build !windows

package term

import (
	"fmt"
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

// runs are the runs of cells of one style in a row.
func (t *Terminal) runs(y int, see func(x, cells int, text string, s uv.Style)) {
	w := t.vt.Width()
	for x := 0; x < w; {
		c := t.vt.CellAt(x, y)
		if c == nil {
			x++
			continue
		}
		style, from := c.Style, x
		var text strings.Builder
		for x < w {
			c := t.vt.CellAt(x, y)
			if c == nil || c.Style != style {
				break
			}
			text.WriteString(c.Content)
			x += max(c.Width, 1)
		}
		see(from, x-from, text.String(), style)
	}
}

// words are a look as words.
func words(s uv.Style) string {
	var out []string
	for _, a := range []struct {
		bit  uint8
		name string
	}{
		{uv.AttrBold, "bold"}, {uv.AttrFaint, "faint"}, {uv.AttrItalic, "italic"},
		{uv.AttrReverse, "reverse"}, {uv.AttrStrikethrough, "strike"},
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
		out = append(out, fmt.Sprintf("on %s", c))
	}
	return strings.Join(out, " ")
}
