package transcript

import (
	"strconv"
	"strings"
	"time"

	"agtui/store"
	"agtui/store/doc"
	"agtui/stream/agui"
	"agtui/theme"
)

// activity draws an activity: a plan as a checklist, a search as a list, any
// other as its type and a small tree.
func (d *drawing) activity() {
	b := d.block
	raw := opaque(b.Body())
	v, err := doc.Parse(raw)
	if err != nil {
		v = nil
	}
	kind := strings.ToUpper(b.Name)
	var body []line
	note := ""
	switch {
	case v == nil:
		body = d.closed(d.words(string(raw), d.activityLines(), indented, d.th.Dim))
	case kind == "PLAN" && d.plan(v, &body, &note), kind == "SEARCH" && d.search(v, &body, &note):
	default:
		body = d.tree(nil, v, raw, indented, d.activityLines())
	}
	sym := span{d.th.Dim, d.sym().Open}
	if d.level == LevelLine {
		sym.text = d.sym().Closed
	}
	if b.Phase == store.Live && d.runs() {
		sym = span{d.th.Accent, d.sym().Running}
	}
	text := []span{{d.th.Strong, d.clean(strings.ToLower(b.Name))}}
	if kind != "PLAN" && kind != "SEARCH" {
		text[0].text = d.clean(b.Name)
	}
	if note != "" {
		text = append(text, span{d.th.Dim, "  " + d.clean(note)})
	}
	ln, _ := d.headLine(sym, text)
	d.addHead(ln)
	d.cost += time.Duration(len(raw)) * costOfValue
	if d.level == LevelLine {
		return
	}
	d.addBody(body...)
	if d.level == LevelFull && note != "" {
		d.addFoot(d.tree(nil, v, raw, indented, mostLines)...)
	}
	d.details()
}

func (d *drawing) activityLines() int {
	if d.level == LevelFull {
		return mostLines
	}
	return previewLines
}

func opaque(c *agui.Content) []byte {
	switch {
	case c == nil:
		return []byte("null")
	case c.Kind == agui.ContentOpaque:
		return c.Opaque
	default:
		return agui.AppendString(nil, c.Text)
	}
}

// plan draws the steps of a plan, of a long one those from the last that is
// done. False: there are none to be found.
func (d *drawing) plan(v *doc.Value, body *[]line, note *string) bool {
	steps := list(v, "steps", "items", "plan", "tasks", "todos")
	if steps == nil {
		return false
	}
	done, open := 0, steps.Len()-1
	for i := range steps.Len() {
		switch sym, _ := d.stepLook(steps.At(i)); sym.text {
		case d.sym().OK:
			done++
		case d.sym().Running, d.sym().Todo:
			open = min(open, i)
		}
	}
	*body = d.steps(steps, open-1)
	*note = strconv.Itoa(done) + " of " + strconv.Itoa(steps.Len())
	if t := label(v, "title", "name", "goal"); v.Kind() == doc.Object && t != "" && !strings.HasPrefix(t, "{") {
		*note += "  " + t
	}
	return true
}

// steps draws steps from one on, as far as there is room; all of them where
// they have room.
func (d *drawing) steps(steps *doc.Value, from int) []line {
	most := d.reasonLines()
	from = max(min(from, steps.Len()-most), 0)
	var out []line
	if d.level == LevelFull {
		from = 0
	}
	if from > 0 {
		what := d.sym().More + " " + plural(from, "step before", "steps before")
		in := d.indent(indented, d.w)
		out = shift(out, []line{d.say(d.th.Dim, what, d.w-in)}, in)
	}
	most += len(out)
	i := from
	for ; i < steps.Len() && len(out) < most; i++ {
		s := steps.At(i)
		sym, st := d.stepLook(s)
		text := label(s, "text", "title", "description", "name", "step", "content", "label", "task")
		out = d.listItem(out, sym, st, text, most-len(out))
	}
	if n := steps.Len() - i; n > 0 {
		out = append(out, d.more(plural(n, "more step", "more steps"), indented, d.w))
	}
	return out
}

// stepLook is the symbol of a step and the style of its text.
func (d *drawing) stepLook(s *doc.Value) (span, theme.Style) {
	state := ""
	if s.Kind() == doc.Object {
		state = strings.ToLower(label(s, "status", "state"))
		if v := first(s, "done", "completed", "checked"); v != nil && v.Kind() == doc.True {
			state = "done"
		}
	}
	switch strings.NewReplacer("-", "", "_", "", " ", "").Replace(state) {
	case "done", "completed", "complete", "finished", "success", "succeeded", "true":
		return span{d.th.OK, d.sym().OK}, d.th.Dim
	case "running", "inprogress", "active", "executing", "started", "current", "working":
		return span{d.th.Accent, d.sym().Running}, d.th.Text
	case "failed", "error", "errored":
		return span{d.th.Bad, d.sym().Bad}, d.th.Text
	case "skipped", "cancelled", "canceled":
		return span{d.th.Dim, d.sym().Dot}, d.th.Dim
	default:
		return span{d.th.Dim, d.sym().Todo}, d.th.Text
	}
}

// search draws what a search looks for and found. False: it is no search.
func (d *drawing) search(v *doc.Value, body *[]line, note *string) bool {
	if v.Kind() != doc.Object {
		return false
	}
	query := label(v, "query", "q", "search", "term")
	if q := first(v, "queries"); q != nil && query == "" {
		query = joined(q)
	}
	hits := list(v, "results", "hits", "items", "sources", "documents")
	if query == "" && hits == nil {
		return false
	}
	*note = query
	if hits == nil {
		return true
	}
	*note = strings.TrimSpace(query + "  " + plural(hits.Len(), "result", "results"))
	most := d.activityLines()
	for i := range min(hits.Len(), most) {
		h := hits.At(i)
		title := label(h, "title", "name", "text", "snippet", "id")
		where := ""
		if h.Kind() == doc.Object {
			where = label(h, "url", "uri", "link", "source")
		}
		if title == "" || title == where {
			title, where = where, ""
		}
		if where != "" {
			where = "  " + where
		}
		*body = d.hit(*body, title, where)
	}
	if n := hits.Len() - most; n > 0 {
		*body = append(*body, d.more(plural(n, "more result", "more results"), indented, d.w))
	}
	return true
}

// hit draws a symbol and a text on one line; where it was found goes on there
// as far as there is room.
func (d *drawing) hit(out []line, text, where string) []line {
	in := d.indent(indented, d.w)
	r := row{pen: d.pen, room: d.w - in}
	r.put(d.th.Dim, d.sym().Bullet)
	r.put(theme.Style{}, " ")
	r.put(d.th.Text, d.clean(text))
	r.put(d.th.Dim, d.clean(where))
	return shift(out, []line{r.line()}, in)
}

// listItem draws a symbol and a text that wraps behind it, in about so many
// lines at most.
func (d *drawing) listItem(out []line, sym span, st theme.Style, text string, most int) []line {
	in := d.indent(indented, d.w)
	if d.w-in-2 < 8 {
		ln, _ := d.head(sym, []span{{st, d.clean(text)}}, d.w)
		return append(out, ln)
	}
	lines, rest := d.words(text, most, in+2, st)
	if len(lines) == 0 {
		lines = []line{{}}
	}
	pad := strings.Repeat(" ", in)
	ln := &lines[0]
	ln.Text = pad + sym.style.Render(sym.text) + " " + strings.TrimPrefix(ln.Text, pad+"  ")
	ln.Width = max(ln.Width, in+2)
	return append(out, d.closed(lines, rest)...)
}

// list is v itself or its first member of these names, if it is an array.
func list(v *doc.Value, names ...string) *doc.Value {
	if v.Kind() == doc.Array {
		return v
	}
	for _, n := range names {
		if m := first(v, n); m != nil && m.Kind() == doc.Array {
			return m
		}
	}
	return nil
}

// first is the first member of these names.
func first(v *doc.Value, names ...string) *doc.Value {
	if v.Kind() != doc.Object {
		return nil
	}
	for _, n := range names {
		if m := v.Get(n); m != nil {
			return m
		}
	}
	return nil
}

// label is the text of a string, of the first member of these names, or the
// value as JSON.
func label(v *doc.Value, names ...string) string {
	if v.Kind() == doc.Object {
		m := first(v, names...)
		if m == nil {
			if names[0] == "text" {
				return tight(v.Append(nil), 512)
			}
			return ""
		}
		v = m
	}
	if v.Kind() == doc.String || v.Kind() == doc.Number {
		return v.Text()
	}
	return tight(v.Append(nil), 512)
}

func joined(v *doc.Value) string {
	if v.Kind() != doc.Array {
		return label(v, "")
	}
	var words []string
	for i := range min(v.Len(), 8) {
		words = append(words, label(v.At(i), "text"))
	}
	return strings.Join(words, ", ")
}
