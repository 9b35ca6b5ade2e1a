package ui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"agtui/ui/cell"
)

// promptWidth is what stands before the text of a text area.
const promptWidth = 3

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

// fit makes lines exactly h rows.
func fit(lines []string, h int) []string {
	if len(lines) > h {
		return lines[:max(h, 0)]
	}
	for len(lines) < h {
		lines = append(lines, "")
	}
	return lines
}

func pad(n int) string { return strings.Repeat(" ", max(n, 0)) }

// plural is the s of n things.
func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
