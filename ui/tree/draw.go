package tree

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"agtui/store/doc"
	"agtui/theme"
	"agtui/ui/cell"
)

// nameColumn is how wide short names are drawn, so that values stand below
// each other.
const nameColumn = 10

// View draws the window: exactly height lines of at most width cells.
func (t *Tree) View(now time.Time) []string {
	t.drop(now)
	out := make([]string, 0, t.height)
	for row := t.top; len(out) < t.height; row++ {
		out = append(out, t.row(row, now))
	}
	return out
}

func (t *Tree) row(row int, now time.Time) string {
	if row >= t.Rows() {
		return ""
	}
	r := pencil{tree: t, room: t.width, here: row == t.cursor}
	n, i := t.find(row)
	if n == nil {
		r.put(theme.Style{}, " ")
		t.value(&r, t.root.value)
		return r.done()
	}
	t.mark(&r, row, now)
	depth := 0
	for p := n.parent; p != nil; p = p.parent {
		depth++
	}
	r.put(theme.Style{}, strings.Repeat("  ", min(depth, max(t.width/5-2, 0))))
	v := n.value.At(i)
	fold := "  "
	if v.Len() > 0 {
		fold = t.th.Symbols.Closed + " "
		if n.child(i) != nil {
			fold = t.th.Symbols.Open + " "
		}
	}
	r.put(t.th.Dim, fold)
	t.name(&r, n.value, i)
	t.value(&r, v)
	return r.done()
}

// mark draws whether the row, or something folded in it, changed.
func (t *Tree) mark(r *pencil, row int, now time.Time) {
	if len(t.marks) > 0 {
		p := pointer(t.steps(row))
		n, i := t.find(row)
		folded := n.child(i) == nil
		for _, m := range slices.Backward(t.marks) {
			inside := folded && strings.HasPrefix(m.pointer, p+"/")
			if m.pointer != p && !inside {
				continue
			}
			st := t.th.Fading
			if now.Sub(m.at) < markStrong {
				st = t.th.Changed
			}
			r.put(st, t.th.Symbols.Changed)
			return
		}
	}
	r.put(theme.Style{}, " ")
}

// name draws the name of a member, or the index of an element.
func (t *Tree) name(r *pencil, parent *doc.Value, i int) {
	if parent.Kind() == doc.Array {
		r.put(t.th.Dim, strconv.Itoa(i))
		r.put(theme.Style{}, "  ")
		return
	}
	key := prefix(parent.Key(i), 4*t.width)
	if s := strings.TrimSpace(key); s != key || s == "" {
		key = quoted(key)
	}
	key = t.clean(key)
	if most := max((r.room-r.used)*2/3, 1); cell.Width(key, t.method) > most {
		key = cell.Truncate(key, most, t.method, t.th.Symbols.More) // the value is seen too
	}
	r.found(t.th.Key, key)
	gap := 2
	if t.width >= 32 {
		gap = max(nameColumn-cell.Width(key, t.method), gap)
	}
	r.put(theme.Style{}, strings.Repeat(" ", gap))
}

// value draws a scalar, or how much there is in a container.
func (t *Tree) value(r *pencil, v *doc.Value) {
	switch v.Kind() {
	case doc.Object:
		if v.Len() == 0 {
			r.put(t.th.Dim, "{}")
			return
		}
		r.put(t.th.Dim, "{"+strconv.Itoa(v.Len())+"}")
	case doc.Array:
		switch v.Len() {
		case 0:
			r.put(t.th.Dim, "[]")
		case 1:
			r.put(t.th.Dim, "1 item")
		default:
			r.put(t.th.Dim, strconv.Itoa(v.Len())+" items")
		}
	case doc.String:
		text, cut := v.Text(), false
		if r.here {
			text, cut = t.glimpse(text, r.room-r.used)
		}
		if cut {
			r.put(t.th.Dim, t.th.Symbols.More)
		}
		r.found(t.th.String, t.clean(quoted(prefix(text, 4*t.width))))
	case doc.Number:
		r.found(t.th.Number, t.clean(prefix(v.Text(), 4*t.width)))
	case doc.True, doc.False, doc.Null:
		r.found(t.th.Word, shown(v))
	}
}

func (t *Tree) clean(s string) string { return cell.Canonical(cell.Line(s), t.method) }

// prefix is the start of s, at most about n bytes, cut between characters.
func prefix(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// pencil lays pieces side by side until the room is used up.
type pencil struct {
	tree *Tree
	b    strings.Builder
	room int
	used int
	here bool // the cursor is on the row
	full bool
}

// put appends text in a style, and cuts it where the row is full. Text is
// clean.
func (r *pencil) put(st theme.Style, s string) {
	r.b.WriteString(st.Render(r.fitted(s)))
}

// found is put for what a search looks at.
func (r *pencil) found(st theme.Style, s string) {
	q := r.tree.search.query
	if q == nil {
		r.put(st, s)
		return
	}
	mark := r.tree.th.Match
	if r.here {
		mark = r.tree.th.Found
	}
	r.b.WriteString(q.Paint(r.fitted(s), st, mark))
}

// fitted is what of a text still has room.
func (r *pencil) fitted(s string) string {
	if r.full || s == "" {
		return ""
	}
	m := r.tree.method
	w := cell.Width(s, m)
	if w > r.room-r.used {
		r.full = true
		if r.room <= r.used {
			return ""
		}
		s = cell.Truncate(s, r.room-r.used, m, r.tree.th.Symbols.More)
		w = cell.Width(s, m)
	}
	r.used += w
	return s
}

// done returns the line; the selected one is marked over the whole width.
func (r *pencil) done() string {
	if !r.here {
		return r.b.String()
	}
	return r.tree.th.Cursor.Apply(r.b.String() + strings.Repeat(" ", max(r.room-r.used, 0)))
}
