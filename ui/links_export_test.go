package ui

import "agtui/ui/cell"

// Hyperlinks tells whether a setting means links in an environment.
func Hyperlinks(l Links, env []string) bool { return l.in(env) == LinksOn }

// Clipped is a line with our own styles and links cut to w cells, as rows of
// the screen are.
func Clipped(line string, w int, m cell.Method) string {
	var r ruler
	r.next(m)
	return r.clip(line, w)
}
