package edit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"agtui/ui/cell"
)

// Area is a text with a cursor. The zero Area is not ready: use New.
type Area struct {
	segs   []seg
	length int // bytes in segs
	row    int // the segment of the cursor
	col    int // its byte offset there; never the end of a soft one
	goal   int // the column that moving up and down aims at, -1 for none
	killed piece
	past   past

	width  int
	method cell.Method
	laid   int // counts the changes of width and method
	top    pos // the first row that Rows returns: a segment and one of its rows
}

// New returns an empty area of some width.
func New() *Area {
	return &Area{segs: make([]seg, 1), width: 80, goal: -1, laid: 1}
}

// Text returns the whole text.
func (a *Area) Text() string { return a.Form().Text() }

// Form returns the text with its chips.
func (a *Area) Form() Form {
	last := len(a.segs) - 1
	return Form{a.between(pos{}, pos{last, len(a.segs[last].text)})}
}

// Within returns the text when it has at most n bytes and no chip.
func (a *Area) Within(n int) (string, bool) {
	if a.length+len(a.segs)-1 > n {
		return "", false
	}
	p := a.Form().p
	return p.text, len(p.chips) == 0
}

// Empty tells whether there is no text.
func (a *Area) Empty() bool { return a.length == 0 && len(a.segs) == 1 }

// Reset replaces the text, goes to its end and forgets all edits.
func (a *Area) Reset(text string) {
	a.Set(text)
	a.past = past{}
}

// Set replaces the text by another one, without chips, and goes to its end.
func (a *Area) Set(text string) { a.put(piece{text: normal(text)}) }

// SetForm replaces the text by one with chips, and goes to its end.
func (a *Area) SetForm(f Form) { a.put(f.p) }

// Refill replaces the text by an edited one: the chips whose texts it still
// has stay chips.
func (a *Area) Refill(text string) {
	f := a.Form()
	if f.Text() != text {
		a.put(kept(text, f.p.chips))
	}
}

func (a *Area) put(p piece) {
	last := len(a.segs) - 1
	a.splice(pos{}, pos{last, len(a.segs[last].text)}, p, whole)
	a.End()
}

// Insert puts text at the cursor and goes behind it.
func (a *Area) Insert(text string) { a.insert(piece{text: normal(text)}, alone) }

// Type is Insert for a key: the keys of a word are undone together.
func (a *Area) Type(text string) {
	text = normal(text)
	if r, _ := utf8.DecodeRuneInString(text); !blank(r) && a.col > 0 {
		if before, _ := utf8.DecodeLastRuneInString(a.text()[:a.col]); blank(before) {
			a.past.seal()
		}
	}
	a.insert(piece{text: text}, typed)
}

// Paste is Insert for a paste: a large one becomes a chip.
func (a *Area) Paste(text string) { a.insert(pasted(text), alone) }

func (a *Area) insert(p piece, k kind) {
	at := pos{a.row, a.col}
	a.splice(at, at, p, k)
}

// Open puts the text of a chip in its place: of the one at the cursor, else of
// the nearest one before it, else of the next. False means there is none.
func (a *Area) Open() bool {
	at, ok := a.chipAt()
	if !ok {
		return false
	}
	s := &a.segs[at.row]
	c := s.slice(at.col, at.col+1).chips[0]
	a.splice(at, pos{at.row, at.col + 1}, piece{text: c.text}, alone)
	return true
}

// Chip tells whether there is a chip.
func (a *Area) Chip() bool {
	_, ok := a.chipAt()
	return ok
}

// chipAt is the place of the chip that Open opens.
func (a *Area) chipAt() (pos, bool) {
	text := a.text()
	if a.col < len(text) && text[a.col] == chipByte {
		return pos{a.row, a.col}, true
	}
	if i := strings.LastIndexByte(text[:a.col], chipByte); i >= 0 {
		return pos{a.row, i}, true
	}
	for row := a.row - 1; row >= 0; row-- {
		if len(a.segs[row].chips) > 0 {
			return pos{row, strings.LastIndexByte(a.segs[row].text, chipByte)}, true
		}
	}
	for row := a.row; row < len(a.segs); row++ {
		if len(a.segs[row].chips) > 0 {
			return pos{row, strings.IndexByte(a.segs[row].text, chipByte)}, true
		}
	}
	return pos{}, false
}

// splice replaces the text between two places and goes behind the new one.
// Short stretches of a long line are joined with their neighbours.
func (a *Area) splice(from, to pos, p piece, k kind) {
	i, j := from.row, to.row
	head := a.segs[i].slice(0, from.col)
	tail := a.segs[j].slice(to.col, len(a.segs[j].text))
	n := len(head.text) + len(p.text) + len(tail.text)
	for i > 0 && a.segs[i-1].soft && n+len(a.segs[i-1].text) <= cutSeg {
		i--
		n += len(a.segs[i].text)
		head = joined(a.segs[i].piece, head)
	}
	for a.segs[j].soft && n+len(a.segs[j+1].text) <= cutSeg {
		j++
		n += len(a.segs[j].text)
		tail = joined(tail, a.segs[j].piece)
	}
	fresh := segments(joined(head, p, tail), a.segs[j].soft)
	s := step{at: i, old: bare(a.segs[i : j+1]), fresh: fresh, before: pos{a.row, a.col}, kind: k}
	a.replace(i, j+1, fresh)
	a.to(a.after(i, len(head.text)+len(p.text)))
	s.after = pos{a.row, a.col}
	a.past.note(s)
}

// bare are segments without their layout, to keep.
func bare(segs []seg) []seg {
	out := make([]seg, len(segs))
	for i := range segs {
		out[i] = seg{piece: segs[i].piece, soft: segs[i].soft}
	}
	return out
}

// replace puts segments in the place of those from i to before j.
func (a *Area) replace(i, j int, fresh []seg) {
	for k := i; k < j; k++ {
		a.length -= len(a.segs[k].text)
	}
	for k := range fresh {
		a.length += len(fresh[k].text)
	}
	a.segs = slices.Replace(a.segs, i, j, fresh...)
}

// after is the place n bytes behind the start of segment i; the end of a line
// counts for one.
func (a *Area) after(i, n int) pos {
	for n > len(a.segs[i].text) {
		n -= len(a.segs[i].text)
		if !a.segs[i].soft {
			n--
		}
		i++
	}
	return pos{i, n}
}

// to puts the cursor somewhere, but not into a cluster that an edit has made.
func (a *Area) to(p pos) {
	a.goal = -1
	a.row, a.col = p.row, p.col
	text := a.text()
	if a.col > 0 && a.col < len(text) {
		at := a.near()
		for at < a.col {
			at += first(text[at:])
		}
		a.col = at
	}
	a.forward()
}

// forward goes from the end of a stretch to the start of the next one: it is
// the same place.
func (a *Area) forward() {
	if a.segs[a.row].soft && a.col == len(a.text()) {
		a.row, a.col = a.row+1, 0
	}
}

// near is a place at or before the cursor that is between clusters: what
// stands behind an ASCII character with another one before it.
func (a *Area) near() int {
	text := a.text()
	for at := a.col; at > 1; at-- {
		if text[at-1] < utf8.RuneSelf && text[at-2] < utf8.RuneSelf {
			return at - 1
		}
	}
	return 0
}

func (a *Area) text() string { return a.segs[a.row].text }

// before is where the cluster before the cursor starts.
func (a *Area) before() int {
	text := a.text()
	at := a.near()
	for {
		n := first(text[at:])
		if at+n >= a.col {
			return at
		}
		at += n
	}
}

// between is the text between two places.
func (a *Area) between(from, to pos) piece {
	if from.row == to.row {
		return a.segs[from.row].slice(from.col, to.col)
	}
	parts := make([]piece, 0, 2*(to.row-from.row)+1)
	for row := from.row; row <= to.row; row++ {
		s := &a.segs[row]
		switch row {
		case from.row:
			parts = append(parts, s.slice(from.col, len(s.text)))
		case to.row:
			parts = append(parts, s.slice(0, to.col))
		default:
			parts = append(parts, s.piece)
		}
		if row < to.row && !s.soft {
			parts = append(parts, piece{text: "\n"})
		}
	}
	return joined(parts...)
}

func blank(r rune) bool { return unicode.IsSpace(r) }

// Ends tells whether the cursor is at the end of the text.
func (a *Area) Ends() bool { return a.row == len(a.segs)-1 && a.col == len(a.text()) }
