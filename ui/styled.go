package ui

import (
	"github.com/charmbracelet/x/ansi"

	"agtui/ui/cell"
)

// styledWidth is the width of a line with our own styles in it.
func styledWidth(line string, m cell.Method) int {
	if m == cell.Grapheme {
		return ansi.StringWidth(line)
	}
	return ansi.StringWidthWc(line)
}

// clip cuts a line with our own styles to w cells; the styles end with it.
func clip(line string, w int, m cell.Method) string {
	if styledWidth(line, m) <= w {
		return line
	}
	if m == cell.Grapheme {
		return ansi.Truncate(line, w, "")
	}
	return ansi.TruncateWc(line, w, "")
}
