//go:build !windows

package term

import (
	"fmt"
	"html"
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
)

// The measures of a picture, in SVG units, and its colours where a cell has
// none of its own.
const (
	cellW, cellH = 9, 20
	fontSize     = 15
	margin       = 16
	paper, ink   = "#16181d", "#d8dbe2"
)

// SVG is a picture of the screen as it is.
func (t *Terminal) SVG() string {
	t.cells.Lock()
	defer t.cells.Unlock()
	w, h := t.vt.Width(), t.vt.Height()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="%d">`+"\n",
		w*cellW+2*margin, h*cellH+2*margin, fontSize)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", paper)
	for y := range h {
		t.row(&b, y, w)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// row draws the runs of cells of one style.
func (t *Terminal) row(b *strings.Builder, y, w int) {
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
		drawRun(b, from, y, x-from, text.String(), style)
	}
}

func drawRun(b *strings.Builder, x, y, cells int, text string, s uv.Style) {
	fore, back := hex(s.Fg, ink), hex(s.Bg, "")
	if s.Attrs&uv.AttrReverse != 0 {
		fore, back = hex(s.Bg, paper), hex(s.Fg, ink)
	}
	left, top := margin+x*cellW, margin+y*cellH
	if back != "" {
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", left, top, cells*cellW, cellH, back)
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	attrs := ""
	if s.Attrs&uv.AttrBold != 0 {
		attrs += ` font-weight="bold"`
	}
	if s.Attrs&uv.AttrItalic != 0 {
		attrs += ` font-style="italic"`
	}
	if s.Attrs&uv.AttrFaint != 0 {
		attrs += ` opacity="0.7"`
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" textLength="%d" lengthAdjust="spacingAndGlyphs" xml:space="preserve" fill="%s"%s>%s</text>`+"\n",
		left, top+fontSize, cells*cellW, fore, attrs, html.EscapeString(text))
}

func hex(c color.Color, without string) string {
	if c == nil {
		return without
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
