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
)

// Ground is the paper of a picture, and the colour of what has none.
type Ground struct{ Paper, Ink string }

// Dark and Light are the grounds of pictures.
func Dark() Ground { return Ground{"#16181d", "#d8dbe2"} }

// Light is for the light theme.
func Light() Ground { return Ground{"#fbfbf8", "#1d2025"} }

// SVG is a picture of the screen as it is.
func (t *Terminal) SVG(g Ground) string {
	t.cells.Lock()
	defer t.cells.Unlock()
	w, h := t.vt.Width(), t.vt.Height()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="%d">`+"\n",
		w*cellW+2*margin, h*cellH+2*margin, fontSize)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", g.Paper)
	for y := range h {
		t.runs(y, func(x, cells int, text string, s uv.Style) { g.drawRun(&b, [2]int{x, y}, cells, text, s) })
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func (g Ground) drawRun(b *strings.Builder, at [2]int, cells int, text string, s uv.Style) {
	fore, back := hex(s.Fg, g.Ink), hex(s.Bg, "")
	if s.Attrs&uv.AttrReverse != 0 {
		fore, back = hex(s.Bg, g.Paper), hex(s.Fg, g.Ink)
	}
	left, top := margin+at[0]*cellW, margin+at[1]*cellH
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
