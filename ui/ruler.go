package ui

import "agtui/ui/cell"

// ruler measures styled lines. Most lines of a frame were in the one before,
// and measuring costs more than drawing, so it remembers both.
type ruler struct {
	method      cell.Method
	now, before map[string]int
}

// next begins a frame.
func (r *ruler) next(m cell.Method) {
	if r.now == nil || m != r.method {
		r.method, r.now, r.before = m, map[string]int{}, map[string]int{}
		return
	}
	r.now, r.before = r.before, r.now
	clear(r.now)
}

// width is the width of a line with our own styles in it.
func (r *ruler) width(line string) int {
	w, ok := r.now[line]
	if ok {
		return w
	}
	if w, ok = r.before[line]; !ok {
		w = styledWidth(line, r.method)
	}
	r.now[line] = w
	return w
}

// clip cuts a line with our own styles to w cells; the styles end with it.
func (r *ruler) clip(line string, w int) string {
	if r.width(line) <= w {
		return line
	}
	return clip(line, w, r.method)
}
