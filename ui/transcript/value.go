package transcript

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"agtui/store/doc"
	"agtui/stream/agui"
	"agtui/theme"
)

// branch draws a JSON value as a small tree: a member per line, its value
// beside it where that fits and below it where it does not.
type branch struct {
	*drawing
	out    []line
	most   int
	indent int
	after  int // members of the root that nothing was drawn of
}

// tree appends a value as at most so many lines and, where there is more, one
// that says how much there is.
func (d *drawing) tree(out []line, v *doc.Value, raw []byte, indent, most int) []line {
	t := branch{drawing: d, most: most + 1, indent: d.indent(indent, d.w)}
	if v.Kind() == doc.Object || v.Kind() == doc.Array {
		t.members(v, 0)
	} else {
		t.member("", v, 0)
	}
	if len(t.out) > most+1 {
		what := "more, " + size(len(raw)) + " in all"
		if t.after > 0 {
			what = plural(t.after, "more item", "more items") + ", " + size(len(raw)) + " in all"
		}
		t.out = append(t.out[:most:most], d.more(what, indent, d.w))
	}
	return append(out, t.out...)
}

func (t *branch) full() bool { return len(t.out) > t.most }

func (t *branch) members(v *doc.Value, depth int) {
	for i := 0; i < v.Len() && !t.full(); i++ {
		name := strconv.Itoa(i)
		if v.Kind() == doc.Object {
			name = t.clean(v.Key(i))
			if name == "" {
				name = `""`
			}
		}
		before := len(t.out)
		t.member(name, v.At(i), depth)
		if depth == 0 && t.after == 0 && len(t.out) > t.most-1 {
			t.after = v.Len() - i
			if before < t.most-1 {
				t.after-- // some of it is there
			}
		}
	}
}

func (t *branch) member(name string, v *doc.Value, depth int) {
	in := t.indent + indented*min(depth, max((t.w-t.indent)/8, 0))
	r := row{pen: t.pen, room: t.w - in}
	if name != "" {
		r.put(t.th.Key, name)
		r.put(theme.Style{}, "  ")
	}
	room := r.room - r.used
	if v.Kind() == doc.String {
		if what, ok := payload(v.Text()); ok {
			r.put(t.th.Dim, t.clean(what))
			t.out = shift(t.out, []line{r.line()}, in)
			return
		}
	}
	if text, ok := inline(nil, v, 4*room); ok {
		if s := t.clean(string(text)); t.width(s) <= room {
			st := t.valueStyle(s)
			if v.Len() > 0 {
				st = t.th.Text
			}
			r.put(st, s)
			t.out = shift(t.out, []line{r.line()}, in)
			return
		}
	}
	switch v.Kind() {
	case doc.Object:
		r.put(t.th.Dim, "{"+strconv.Itoa(v.Len())+"}")
	case doc.Array:
		r.put(t.th.Dim, plural(v.Len(), "item", "items"))
	case doc.Null, doc.False, doc.True, doc.Number, doc.String:
	}
	t.out = shift(t.out, []line{r.line()}, in)
	if v.Kind() == doc.Object || v.Kind() == doc.Array {
		t.members(v, depth+1)
		return
	}
	for part := range strings.SplitSeq(v.Text(), "\n") {
		if t.full() {
			return
		}
		t.out = t.fold(t.out, t.th.String, prefix(part, (t.most+1)*t.w*4), in+indented, t.w)
	}
}

// prefix is the start of s, at most n bytes, cut between characters.
func prefix(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// inline appends a value on one line; false when that takes more than so many
// bytes.
func inline(dst []byte, v *doc.Value, budget int) ([]byte, bool) {
	ok := true
	switch v.Kind() {
	case doc.Object, doc.Array:
		object := v.Kind() == doc.Object
		dst = append(dst, "[{"[bit(object)])
		for i := 0; i < v.Len() && ok; i++ {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			if object {
				dst = append(agui.AppendString(dst, prefix(v.Key(i), budget+4)), ": "...)
			}
			dst, ok = inline(dst, v.At(i), budget)
		}
		dst = append(dst, "]}"[bit(object)])
	case doc.String:
		dst = agui.AppendString(dst, prefix(v.Text(), budget+4))
	case doc.Null, doc.False, doc.True, doc.Number:
		dst = v.Append(dst)
	}
	return dst, ok && len(dst) <= budget
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
