package transcript

import (
	"agtui/theme"
	"agtui/ui/cell"
)

// Paint draws a text that has been through the gate, and marks what the query
// finds in it. No cluster is split.
func (q *Query) Paint(text string, st, found theme.Style) string {
	if q.Empty() {
		return st.Render(text)
	}
	t := &drawnText{}
	t.add(text, false)
	return paintMarks(st.Render(text), t.tints(q, found)[0])
}

// PaintRows marks what the query finds in drawn rows that follow on each
// other, and tells whether there is anything. A row that has almost as many
// cells as there is room is taken to go on in the next one, perhaps in the
// middle of a word.
func (q *Query) PaintRows(rows []string, room int, m cell.Method, found theme.Style) ([]string, bool) {
	if q.Empty() {
		return rows, false
	}
	t := &drawnText{}
	for _, r := range rows {
		s := plain(r)
		t.add(s, cell.Width(s, m) >= room-1)
	}
	out, hit := make([]string, len(rows)), false
	for i, marks := range t.tints(q, found) {
		hit = hit || len(marks) > 0
		out[i] = paintMarks(rows[i], marks)
	}
	return out, hit
}

// tints are what the query finds, by line.
func (t *drawnText) tints(q *Query, st theme.Style) [][]tint {
	out := make([][]tint, len(t.lines))
	for _, m := range t.marks(q) {
		for _, sp := range t.spans(m) {
			out[sp.line] = append(out[sp.line], tint{extent{sp.from, sp.to}, st})
		}
	}
	return out
}
