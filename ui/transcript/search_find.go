package transcript

import (
	"bytes"
	"slices"
	"sort"
	"strings"
)

// The lines of a block as they are drawn are one text to a search: without
// styles and outer blanks, a joint between each two. A line that was full goes
// on in the next one, perhaps in the middle of a word.
const (
	lineEnd  = '\n'
	lineFull = 0
)

// drawnText is a block, or some of its lines, as such a text.
type drawnText struct {
	first int // the line of the block that comes first
	text  []byte
	lines []drawnLine
}

type drawnLine struct {
	from int // in the text
	cut  int // blanks that were taken away before it
	size int
}

// textOf are the lines from..to-1 of a block.
func textOf(d *laid, from, to, room int) *drawnText {
	t := &drawnText{first: from}
	for i := from; i < to; i++ {
		ln := d.at(i)
		t.add(plain(ln.Text), ln.Width >= room-1)
	}
	return t
}

// add appends a line without styles; a full one goes on in the next.
func (t *drawnText) add(s string, full bool) {
	body := strings.TrimLeft(s, " ")
	cut := len(s) - len(body)
	body = strings.TrimRight(body, " ")
	t.lines = append(t.lines, drawnLine{len(t.text), cut, len(body)})
	t.text = append(t.text, body...)
	joint := byte(lineEnd)
	if full {
		joint = lineFull
	}
	t.text = append(t.text, joint)
}

// marks are what a query finds in the text.
func (t *drawnText) marks(q *Query) []extent {
	var out []extent
	if q.re != nil {
		for _, ln := range t.lines {
			out = q.inLine(out, t.text[ln.from:ln.from+ln.size], ln.from)
		}
		return out
	}
	drawn := *q
	drawn.joints = true
	f := finder{q: &drawn, s: t.text}
	for from := 0; ; {
		start, end := f.next(from)
		if start < 0 {
			return out
		}
		out = append(out, extent{start, end})
		from = end
	}
}

// lineOf is the line that has an offset of the text.
func (t *drawnText) lineOf(at int) int {
	i := sort.Search(len(t.lines), func(i int) bool { return t.lines[i].from > at })
	return max(i-1, 0)
}

// lineSpan is a piece of a drawn line: bytes of it without its styles.
type lineSpan struct{ line, from, to int }

// spans is a piece of the text as pieces of lines.
func (t *drawnText) spans(e extent) []lineSpan {
	var out []lineSpan
	for i := t.lineOf(e.from); i < len(t.lines); i++ {
		ln := t.lines[i]
		if ln.from >= e.to {
			break
		}
		from, to := max(e.from-ln.from, 0), min(e.to-ln.from, ln.size)
		if from < to {
			out = append(out, lineSpan{i, ln.cut + from, ln.cut + to})
		}
	}
	return out
}

// whole appends a line as one piece.
func (t *drawnText) whole(out []lineSpan, i int) []lineSpan {
	if ln := t.lines[i]; ln.size > 0 {
		out = append(out, lineSpan{i, ln.cut, ln.cut + ln.size})
	}
	return out
}

// A hit in a source and a match in what was drawn of it belong together when
// what stands around them is the same, marks, blanks and line ends aside.
// around is how much of that counts, surely how much of it is enough.
const (
	around = 24
	surely = 6
	window = 8 * around
)

// squeezed appends what is left of a text without its marks and blanks, and
// where in the text each byte stood.
func squeezed(text []byte) (out []byte, at []int) {
	out, at = make([]byte, 0, len(text)), make([]int, 0, len(text))
	for i := 0; i < len(text); i++ {
		if c := letter(text[i]); c != 0 {
			out, at = append(out, c), append(at, i)
		} else if text[i] == '\\' {
			i++ // the letter of an escape too
		}
	}
	return out, at
}

// neighbours is what stands before and behind a place, squeezed.
type neighbours struct {
	room          [2 * around]byte
	before, after int // bytes that are used, before the middle and from it on
}

func (n *neighbours) head() []byte { return n.room[around-n.before : around] }
func (n *neighbours) tail() []byte { return n.room[around : around+n.after] }

// in tells whether all of it also stands around another place.
func (n *neighbours) in(m *neighbours) bool {
	return bytes.HasSuffix(m.head(), n.head()) && bytes.HasPrefix(m.tail(), n.tail())
}

func neighboursOf(src []byte, from, to int) neighbours {
	var n neighbours
	for i := from - 1; i >= max(from-window, 0) && n.before < around; i-- {
		if c := letter(src[i]); c != 0 && !escaped(src[:i]) {
			n.before++
			n.room[around-n.before] = c
		}
	}
	for i := to; i < min(to+window, len(src)) && n.after < around; i++ {
		switch c := letter(src[i]); {
		case src[i] == '\\':
			i++
		case c != 0:
			n.room[around+n.after] = c
			n.after++
		}
	}
	return n
}

// escaped tells whether what follows belongs to a backslash.
func escaped(before []byte) bool {
	odd := false
	for i := len(before) - 1; i >= 0 && before[i] == '\\'; i-- {
		odd = !odd
	}
	return odd
}

// letter is a byte that counts, in lower case, 0 for one that does not.
func letter(c byte) byte {
	switch {
	case c >= 'A' && c <= 'Z':
		return c + 'a' - 'A'
	case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c >= 0x80:
		return c
	}
	return 0
}

// drawnIndex is the drawn text of one block, ready to find hits in.
type drawnIndex struct {
	id, drawing int
	whole       bool
	expected    int // the line of the text where the hit should be
	text        *drawnText
	marks       []extent
	inner       []extent // the marks in the squeezed text
	squeezed    []byte
	at          []int
}

// index returns the index of a block, or of what is drawn around the place of a
// hit in it where the block is long.
func (l *List) index(id int, h hit, grows bool) *drawnIndex {
	d := l.layout(id)
	it := l.items[id]
	x := &l.search.drawn
	if x.text != nil && x.whole && x.id == id && x.drawing == it.drawing {
		return x
	}
	from, to := 0, d.height()
	expected := 0
	if to > wholeMost {
		if d.doc != nil && grows {
			expected = d.docTop() + d.doc.LineOf(int(h.from))
			from, to = max(expected-wholeMost/4, 0), expected+wholeMost/4
		}
		to = min(to, from+mostLines+wholeMost)
	}
	if d.reach(from, to-from); from == 0 && to <= wholeMost {
		d.reach(0, all)
		to = d.height()
	}
	if d.doc != nil && from > 0 { // what lies above may have got another height
		now := d.docTop() + d.doc.LineOf(int(h.from))
		from, to, expected = from+now-expected, to+now-expected, now
	}
	from, to = max(from, 0), min(to, d.height())
	*x = drawnIndex{id: id, drawing: it.drawing, whole: from == 0 && to == d.height(), expected: expected - from}
	x.text = textOf(d, from, to, it.key.inner)
	x.marks = x.text.marks(l.search.query)
	x.squeezed, x.at = squeezed(x.text.text)
	x.inner = make([]extent, len(x.marks))
	for i, m := range x.marks {
		x.inner[i] = extent{sort.SearchInts(x.at, m.from), sort.SearchInts(x.at, m.to)}
	}
	return x
}

// likeness is how much of what stands around a hit also stands around a piece
// of the squeezed text.
func (x *drawnIndex) likeness(n *neighbours, from, to int) int {
	score := 0
	head, tail := n.head(), n.tail()
	for i := range head {
		if from-1-i < 0 || x.squeezed[from-1-i] != head[len(head)-1-i] {
			break
		}
		score++
	}
	for i := range tail {
		if to+i >= len(x.squeezed) || x.squeezed[to+i] != tail[i] {
			break
		}
		score++
	}
	return score
}

// best returns which of the pieces are most like a hit, if they are like enough.
func (x *drawnIndex) best(n *neighbours, all []extent) []int {
	enough := min(n.before+n.after, surely)
	var out []int
	for i, e := range all {
		switch like := x.likeness(n, e.from, e.to); {
		case like < enough:
		case like > enough:
			enough = like
			out = append(out[:0], i)
		default:
			out = append(out, i)
		}
	}
	return out
}

// wholeMost is the longest block whose lines are all looked at for a hit.
const wholeMost = 600

// here is where the current hit is drawn.
type here struct {
	line  int // its first line
	spans []lineSpan
	texts []string // of the lines of the spans
	exact bool     // the spans are the hit, not the lines that it is in
}

// locate finds a hit of a block in what is drawn of it. It is not found where
// only other occurrences are drawn.
func (l *List) locate(id, nth int) (here, bool) {
	h, src, n := l.around(id, nth)
	if src == nil {
		return here{}, false
	}
	x := l.index(id, h, src.grows)
	like := x.best(&n, x.inner)
	switch {
	case len(like) == 0:
		return x.lines(h, src.text, &n)
	case !x.whole:
		m := slices.MinFunc(like, func(a, b int) int { return x.off(a) - x.off(b) })
		return x.here(x.text.spans(x.marks[m]), true), true
	}
	if k := l.sameBefore(id, nth, src.text, &n); k < len(like) {
		return x.here(x.text.spans(x.marks[like[k]]), true), true
	}
	return here{}, false
}

// off is how far a mark is from where the hit should be.
func (x *drawnIndex) off(mark int) int {
	by := x.text.lineOf(x.marks[mark].from) - x.expected
	return max(by, -by)
}

// around is a hit, its source and what stands around it there.
func (l *List) around(id, nth int) (hit, *source, neighbours) {
	h := l.search.found[id].hits[nth]
	all := sources(l.items[id].block)
	if int(h.source) >= len(all) || int(h.to) > len(all[h.source].text) {
		return h, nil, neighbours{}
	}
	src := &all[h.source]
	return h, src, neighboursOf(src.text, int(h.from), int(h.to))
}

// sameBefore is how many hits of the same source before it have the same
// around them.
func (l *List) sameBefore(id, nth int, src []byte, n *neighbours) int {
	hits := l.search.found[id].hits
	same := 0
	for k := nth - 1; k >= 0 && k >= nth-sameMost && hits[k].source == hits[nth].source; k-- {
		if m := neighboursOf(src, int(hits[k].from), int(hits[k].to)); n.in(&m) {
			same++
		}
	}
	return same
}

// sameMost bounds the work of sameBefore.
const sameMost = 4096

// lines finds the lines of a hit that is not drawn as it was received.
func (x *drawnIndex) lines(h hit, src []byte, n *neighbours) (here, bool) {
	match, _ := squeezed(src[h.from:h.to])
	var all []extent
	for from := 0; len(match) > 0; {
		i := bytes.Index(x.squeezed[from:], match)
		if i < 0 {
			break
		}
		all = append(all, extent{from + i, from + i + len(match)})
		from += i + 1
	}
	if like := x.best(n, all); len(like) > 0 {
		e := all[like[0]]
		first, last := x.text.lineOf(x.at[e.from]), x.text.lineOf(x.at[e.to-1])
		var spans []lineSpan
		for i := first; i <= last; i++ {
			spans = x.text.whole(spans, i)
		}
		return x.here(spans, false), true
	}
	return here{}, false
}

// near is the line where a hit would be that is not drawn at all.
func (x *drawnIndex) near(n *neighbours) here {
	line := 0
	if n.before >= surely {
		if i := bytes.Index(x.squeezed, n.head()); i >= 0 {
			line = x.text.lineOf(x.at[i+n.before-1])
		}
	} else if n.after >= surely {
		if i := bytes.Index(x.squeezed, n.tail()); i >= 0 {
			line = x.text.lineOf(x.at[i])
		}
	}
	if len(x.text.lines) == 0 {
		return here{}
	}
	return x.here(x.text.whole(nil, line), false)
}

func (x *drawnIndex) here(spans []lineSpan, exact bool) here {
	h := here{spans: spans, exact: exact}
	if len(spans) > 0 {
		h.line = x.text.first + spans[0].line
	}
	for i, s := range spans {
		h.texts = append(h.texts, x.text.line(s.line))
		spans[i].line += x.text.first
	}
	return h
}

// line is a line of the text with the blanks before it.
func (t *drawnText) line(i int) string {
	ln := t.lines[i]
	return strings.Repeat(" ", ln.cut) + string(t.text[ln.from:ln.from+ln.size])
}

// manyHits in one block are not looked for one by one.
const manyHits = 10_000

// hitFrom is the number of the first hit of a block that is drawn at or below
// a line.
func (l *List) hitFrom(id, line int) int {
	hits := l.search.found[id].hits
	if len(hits) > manyHits {
		return len(hits) * line / max(l.layout(id).height(), 1)
	}
	return sort.Search(len(hits), func(i int) bool {
		h, ok := l.locate(id, i)
		return ok && h.line >= line
	})
}
