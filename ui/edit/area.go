package edit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"agtui/ui/cell"
)

// Area is a text with a cursor. The zero Area is not ready: use New.
type Area struct {
	lines  []line
	row    int // the line of the cursor
	col    int // its byte offset in the line
	width  int
	method cell.Method
	top    int // the first row that Rows returns
	goal   int // the column that moving up and down aims at, -1 for none
	killed string
}

// line is a line of the text with its rows, nil while they are stale.
type line struct {
	text string
	rows []row
}

// New returns an empty area of some width.
func New() *Area {
	return &Area{lines: make([]line, 1), width: 80, goal: -1}
}

// Text returns the text.
func (a *Area) Text() string {
	if len(a.lines) == 1 {
		return a.lines[0].text
	}
	var b strings.Builder
	for i := range a.lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(a.lines[i].text)
	}
	return b.String()
}

// Empty tells whether there is no text.
func (a *Area) Empty() bool { return len(a.lines) == 1 && a.lines[0].text == "" }

// Set replaces the text and goes to its end.
func (a *Area) Set(text string) {
	a.lines = []line{{}}
	a.row, a.col, a.top = 0, 0, 0
	a.Insert(text)
}

// Insert puts text at the cursor and goes behind it.
func (a *Area) Insert(text string) {
	a.goal = -1
	parts := strings.Split(normal(text), "\n")
	cur := a.lines[a.row].text
	before, after := cur[:a.col], cur[a.col:]
	last := len(parts) - 1
	a.col = len(parts[last])
	if last == 0 {
		a.col += len(before)
	}
	parts[0] = before + parts[0]
	parts[last] += after
	if last == 0 {
		a.lines[a.row] = line{text: parts[0]}
	} else {
		fresh := make([]line, 0, len(a.lines)+last)
		fresh = append(fresh, a.lines[:a.row]...)
		for _, p := range parts {
			fresh = append(fresh, line{text: p})
		}
		a.lines = append(fresh, a.lines[a.row+1:]...)
		a.row += last
	}
	a.settle()
}

// normal is text with LF at its line ends, in UTF-8.
func normal(text string) string {
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// settle moves the cursor out of a cluster that an edit has made.
func (a *Area) settle() {
	text := a.lines[a.row].text
	if a.col == 0 || a.col >= len(text) {
		a.col = min(a.col, len(text))
		return
	}
	for at := 0; at < len(text); {
		n := len(graphemes.FromString(text[at:]).First())
		if at+n >= a.col {
			a.col = at + n
			return
		}
		at += n
	}
}

// Left and Right move by a cluster, over the ends of lines.
func (a *Area) Left() {
	a.goal = -1
	switch {
	case a.col > 0:
		a.col = a.before()
	case a.row > 0:
		a.row--
		a.col = len(a.text())
	}
}

// Right moves behind the next cluster.
func (a *Area) Right() {
	a.goal = -1
	switch {
	case a.col < len(a.text()):
		a.col += len(graphemes.FromString(a.text()[a.col:]).First())
	case a.row < len(a.lines)-1:
		a.row++
		a.col = 0
	}
}

func (a *Area) text() string { return a.lines[a.row].text }

// before is where the cluster before the cursor starts.
func (a *Area) before() int {
	text := a.text()
	if a.col > 0 && text[a.col-1] < utf8.RuneSelf && (a.col < 2 || text[a.col-2] < utf8.RuneSelf) {
		return a.col - 1
	}
	at := 0
	for {
		n := len(graphemes.FromString(text[at:]).First())
		if at+n >= a.col {
			return at
		}
		at += n
	}
}

// WordLeft goes to the start of the word before the cursor.
func (a *Area) WordLeft() {
	if a.col == 0 {
		a.Left()
		return
	}
	a.goal = -1
	head := strings.TrimRightFunc(a.text()[:a.col], blank)
	a.col = strings.LastIndexFunc(head, blank)
	if a.col >= 0 {
		_, n := utf8.DecodeRuneInString(head[a.col:])
		a.col += n
	} else {
		a.col = 0
	}
	a.settle()
}

// WordRight goes to the end of the word after the cursor.
func (a *Area) WordRight() {
	text := a.text()
	if a.col == len(text) {
		a.Right()
		return
	}
	a.goal = -1
	rest := text[a.col:]
	skip := len(rest) - len(strings.TrimLeftFunc(rest, blank))
	n := strings.IndexFunc(rest[skip:], blank)
	if n < 0 {
		n = len(rest) - skip
	}
	a.col += skip + n
	a.settle()
}

func blank(r rune) bool { return unicode.IsSpace(r) }

// LineStart and LineEnd go to the ends of the line.
func (a *Area) LineStart() { a.goal, a.col = -1, 0 }

// LineEnd goes to the end of the line.
func (a *Area) LineEnd() { a.goal, a.col = -1, len(a.text()) }

// Start and End go to the ends of the text.
func (a *Area) Start() { a.goal, a.row, a.col = -1, 0, 0 }

// End goes to the end of the text.
func (a *Area) End() {
	a.row = len(a.lines) - 1
	a.LineEnd()
}

// Backspace deletes the cluster before the cursor, or joins two lines.
func (a *Area) Backspace() { a.cut(a.Left) }

// Delete deletes the cluster after the cursor, or joins two lines.
func (a *Area) Delete() { a.cut(a.Right) }

// KillWordLeft and the others delete what Yank brings back.
func (a *Area) KillWordLeft() { a.kill(a.WordLeft) }

// KillWordRight deletes to the end of the word.
func (a *Area) KillWordRight() { a.kill(a.WordRight) }

// KillToStart deletes to the start of the line.
func (a *Area) KillToStart() {
	if a.col == 0 {
		a.kill(a.Left)
		return
	}
	a.kill(a.LineStart)
}

// KillToEnd deletes to the end of the line, or its end.
func (a *Area) KillToEnd() {
	if a.col == len(a.text()) {
		a.kill(a.Right)
		return
	}
	a.kill(a.LineEnd)
}

// Yank puts back what was killed last.
func (a *Area) Yank() { a.Insert(a.killed) }

func (a *Area) kill(move func()) {
	if cut := a.cut(move); cut != "" {
		a.killed = cut
	}
}

// cut deletes what a move passes over, and returns it.
func (a *Area) cut(move func()) string {
	row, col := a.row, a.col
	move()
	if row > a.row || row == a.row && col > a.col {
		a.row, row = row, a.row
		a.col, col = col, a.col
	}
	// From row, col to the cursor.
	first, last := a.lines[row].text, a.lines[a.row].text
	var gone string
	if row == a.row {
		gone = first[col:a.col]
	} else {
		gone = first[col:] + "\n" + last[:a.col]
	}
	a.lines[row] = line{text: first[:col] + last[a.col:]}
	a.lines = append(a.lines[:row+1], a.lines[a.row+1:]...)
	a.row, a.col = row, col
	a.settle()
	return gone
}
