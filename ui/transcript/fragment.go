package transcript

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"agtui/store"
	"agtui/theme"
	"agtui/ui/cell"
)

// The columns of a piece, and the width from which all stand on one line. On a
// narrower list the text is below.
const (
	besideFrom  = 60
	gapColumn   = 8
	ownerColumn = 10
	tagColumn   = 20
	leastText   = 20
	// mostFragment is how much of a piece's text is shown.
	mostFragment = 2048
)

// height is how many lines a piece takes.
func (f *Fragments) height(i int) int {
	piece := f.chosen.d.Delta(i)
	w, _ := f.textRoom()
	return f.above(i) + len(f.cutText(f.visible(&piece, nil), w))
}

// above is how many lines of a piece are before its text.
func (f *Fragments) above(i int) int {
	n := 0
	if f.list.width < besideFrom {
		n++
	}
	if f.afterGone(i) {
		n++
	}
	return n
}

// afterGone tells whether a piece is the first one, and others came before that
// are not kept.
func (f *Fragments) afterGone(i int) bool { return f.chosen.from > 0 && i == f.chosen.first() }

// goneLine says that there were pieces before the first one.
func (f *Fragments) goneLine() string {
	r := row{pen: &f.list.pen, room: f.list.width}
	if r.room >= minMarked {
		r.put(f.list.pen.th.Dim, " ")
	}
	r.put(f.list.pen.th.Warn, "earlier pieces are no longer kept: "+strconv.Itoa(f.chosen.from))
	return r.line().Text
}

// textRoom is how wide text is, and where it begins.
func (f *Fragments) textRoom() (w, from int) {
	l := f.list
	switch {
	case l.width < minMarked:
		return max(l.width, 1), 0
	case l.width < besideFrom:
		return l.width - 3, 3
	}
	from = 1 + gapColumn + 1 + 2 + ownerColumn + 1 + tagColumn + 1
	if spare := l.width - from - leastText; spare < 0 {
		from += spare
	}
	return l.width - from, from
}

// lay draws a piece.
func (f *Fragments) lay(i int) []string {
	l := f.list
	piece := f.chosen.d.Delta(i)
	w, from := f.textRoom()
	when := piece.At.Format("15:04:05")
	if before := f.chosen.before(i); before >= 0 {
		when = gap(f.chosen.d.Delta(before).At, piece.At)
	}
	mark := " "
	if i == f.cursor {
		mark = l.pen.th.Accent.Render(l.pen.th.Symbols.Cursor)
	}
	if l.width < minMarked {
		mark = ""
	}
	v := f.visible(&piece, f.marksOf(i))
	spans := f.cutText(v, w)
	out := make([]string, 0, len(spans)+2)
	if f.afterGone(i) {
		out = append(out, f.goneLine())
	}
	head := f.label(&piece, when, from)
	if l.width < besideFrom {
		out = append(out, mark+head)
		for _, s := range spans {
			out = append(out, strings.Repeat(" ", from)+f.render(v, s, w))
		}
		return out
	}
	for k, s := range spans {
		if k > 0 {
			head, mark = strings.Repeat(" ", from-1), " "
		}
		out = append(out, mark+head+f.render(v, s, w))
	}
	return out
}

// label is what stands before the text of a piece.
func (f *Fragments) label(piece *store.Delta, when string, from int) string {
	l := f.list
	p, dim := &l.pen, l.pen.th.Dim
	bar, who, st := " ", "", dim
	if o := piece.Block.Owner; o.Set {
		who, st = l.owner(o.Value)
		bars := l.bars(o.Value)
		bar = bars[len(bars)-1].Style.Render(bars[len(bars)-1].Bar)
	}
	if st == (theme.Style{}) {
		st = dim
	}
	if l.width < besideFrom {
		r := row{pen: p, room: max(l.width-1, 0)}
		r.put(dim, when+" ")
		if who != "" && l.width >= minBarred && r.used < r.room {
			r.b.WriteString(bar)
			r.used++
			r.put(st, " "+p.clean(who))
			r.put(dim, " ")
		}
		r.put(dim, p.tag(piece.Block, r.room-r.used))
		return r.line().Text
	}
	narrow := max(1+gapColumn+1+2+ownerColumn+1+tagColumn+1-from, 0)
	field := func(style theme.Style, text string, w int) string {
		text = p.cut(text, w)
		return style.Render(text) + strings.Repeat(" ", w-p.width(text)+1)
	}
	when = p.cut(when, gapColumn)
	tagged := tagColumn - (narrow - narrow/3)
	return strings.Repeat(" ", gapColumn-p.width(when)) + dim.Render(when) + " " + bar + " " +
		field(st, p.clean(who), ownerColumn-narrow/3) + field(dim, p.tag(piece.Block, tagged), tagged)
}

// tag is what a piece is a part of: kind, name, short id. A long name gives way
// to the id.
func (p *pen) tag(b *store.Block, w int) string {
	const idRunes = 8
	id := p.clean(b.Key)
	if r := []rune(id); len(r) > idRunes { // ids differ at their ends
		id = p.th.Symbols.More + string(r[len(r)-idRunes+1:])
	}
	kind, name := "text", ""
	switch b.Kind {
	case store.Reasoning:
		kind = "thought"
	case store.ToolCall:
		kind, name = "args", p.clean(b.Name)
	default:
	}
	room := w - len(kind) - p.width(id) - 2
	if name != "" && room > 1 {
		kind += " " + p.cut(name, room)
	}
	return kind + " " + id
}

// shown is the text of a piece made visible: what is text and what stands for
// something else, in turn.
type shown struct {
	text    string
	escapes []cell.Span // byte offsets of what stands for something else
	marks   []tint      // what a search found in it
}

// visible makes the text of a piece visible: control characters become their
// pictures, what else cannot be seen its number; blanks at the ends are shown.
func (f *Fragments) visible(piece *store.Delta, marks []tint) shown {
	t, rest := piece.Text, 0
	if len(t) > mostFragment {
		n := mostFragment
		for n > mostFragment-utf8.UTFMax && !utf8.RuneStart(t[n]) {
			n--
		}
		t, rest = t[:n], len(t)-n
	}
	text := string(t)
	v := visibility{pen: &f.list.pen, text: text}
	v.body = len(text) - len(strings.TrimLeft(text, " "))
	v.tail = max(len(strings.TrimRight(text, " ")), v.body)
	var drawn []tint
	for _, m := range marks {
		m.extent = clustered(text, m.extent)
		if m.from = v.to(m.from); m.from < v.to(m.to) {
			m.to = v.out.Len()
			drawn = append(drawn, m)
		}
	}
	v.to(len(text))
	switch {
	case rest > 0:
		v.escape(" " + f.list.pen.th.Symbols.More + " " + size(rest) + " more")
	case len(t) == 0:
		v.escape("(empty)")
	}
	return shown{v.out.String(), v.escapes, drawn}
}

// visibility collects what is shown.
type visibility struct {
	pen        *pen
	text       string
	body, tail int // there are only blanks before and behind
	at         int // what comes before it was taken
	out        strings.Builder
	escapes    []cell.Span
	plain      []byte // text that was not handed on yet
}

// to takes the text up to an offset, and returns where that is in what is shown.
func (v *visibility) to(end int) int {
	end = min(end, len(v.text))
	if n := min(end, v.body) - v.at; n > 0 {
		v.blanks(n)
		v.at += n
	}
	for v.at < min(end, v.tail) {
		v.at += v.next(v.text[v.at:v.tail])
	}
	v.flush()
	if n := end - max(v.at, v.tail); n > 0 {
		v.blanks(n)
		v.at += n
	}
	return v.out.Len()
}

// next takes a character of the text and returns its length.
func (v *visibility) next(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && n <= 1:
		if len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 {
			v.number(rune(s[0]&0x0f)<<12 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f))
			return 3
		}
		v.escape("<" + inHex(rune(s[0]), 2) + ">")
		return 1
	case r < ' ':
		v.escape(string('\u2400' + r))
	case r == 0x7f:
		v.escape("\u2421")
	case r == ' ':
		v.plain = append(v.plain, ' ')
	case joins(r) && (len(v.plain) == 0 || len(s) == n), !joins(r) && !unicode.IsPrint(r):
		v.number(r)
	default:
		v.plain = append(v.plain, s[:n]...)
	}
	return n
}

// joins reports what is a part of the character before it, or joins two.
func joins(r rune) bool { return unicode.Is(unicode.M, r) || r == '\u200d' || r == '\u200c' }

func (v *visibility) number(r rune) { v.escape("<U+" + inHex(r, 4) + ">") }

// inHex writes a number with at least so many digits.
func inHex(r rune, digits int) string {
	s := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return strings.Repeat("0", max(digits-len(s), 0)) + s
}

func (v *visibility) blanks(n int) {
	if n > 0 {
		v.escape(strings.Repeat(v.pen.th.Symbols.Dot, n))
	}
}

func (v *visibility) escape(s string) {
	v.flush()
	from := v.out.Len()
	v.out.WriteString(s)
	v.escapes = append(v.escapes, cell.Span{Start: from, End: v.out.Len()})
}

func (v *visibility) flush() {
	v.out.WriteString(v.pen.clean(string(v.plain)))
	v.plain = v.plain[:0]
}

// cutText cuts text into lines.
func (f *Fragments) cutText(v shown, w int) []cell.Span {
	return cell.AppendCut(nil, v.text, w, f.list.pen.method)
}

// render draws a line of the text, with what stands for something else dim, and
// what a search found marked.
func (f *Fragments) render(v shown, s cell.Span, w int) string {
	if s.Width > w {
		return strings.Repeat("?", w)
	}
	th := f.list.pen.th
	var b strings.Builder
	at := s.Start
	for _, e := range v.escapes {
		from, to := max(e.Start, at), min(e.End, s.End)
		if from >= to {
			continue
		}
		b.WriteString(th.Text.Render(v.text[at:from]))
		b.WriteString(th.Warn.Render(v.text[from:to]))
		at = to
	}
	if at < s.End {
		b.WriteString(th.Text.Render(v.text[at:s.End]))
	}
	var marks []tint
	for _, m := range v.marks {
		if m.from, m.to = max(m.from, s.Start)-s.Start, min(m.to, s.End)-s.Start; m.from < m.to {
			marks = append(marks, m)
		}
	}
	if len(marks) == 0 {
		return b.String()
	}
	return paintMarks(b.String(), marks)
}
