package edit

import (
	"strings"
	"unicode/utf8"
)

// Left and Right move by a cluster, over the ends of lines.
func (a *Area) Left() {
	a.goal = -1
	switch {
	case a.col > 0:
		a.col = a.before()
	case a.row > 0:
		a.row--
		a.col = len(a.text())
		if a.segs[a.row].soft {
			a.col = a.before()
		}
	}
}

// Right moves behind the next cluster.
func (a *Area) Right() {
	a.goal = -1
	switch {
	case a.col < len(a.text()):
		a.col += first(a.text()[a.col:])
		a.forward()
	case a.row < len(a.segs)-1:
		a.row++
		a.col = 0
	}
}

// WordLeft goes to the start of the word before the cursor. A chip is a word.
func (a *Area) WordLeft() {
	if a.col == 0 {
		a.Left()
		return
	}
	head := strings.TrimRightFunc(a.text()[:a.col], blank)
	if strings.HasSuffix(head, chipMark) {
		a.to(pos{a.row, len(head) - 1})
		return
	}
	at := strings.LastIndexFunc(head, blank)
	if at >= 0 {
		_, n := utf8.DecodeRuneInString(head[at:])
		at += n
	}
	a.to(pos{a.row, max(at, strings.LastIndexByte(head, chipByte)+1, 0)})
}

// WordRight goes to the end of the word after the cursor.
func (a *Area) WordRight() {
	text := a.text()
	if a.col == len(text) {
		a.Right()
		return
	}
	rest := text[a.col:]
	skip := len(rest) - len(strings.TrimLeftFunc(rest, blank))
	word := rest[skip:]
	n := len(word)
	if i := strings.IndexFunc(word, blank); i >= 0 {
		n = i
	}
	switch i := strings.IndexByte(word[:n], chipByte); {
	case i == 0:
		n = 1
	case i > 0:
		n = i
	}
	a.to(pos{a.row, a.col + skip + n})
}

// LineStart and LineEnd go to the ends of the line.
func (a *Area) LineStart() {
	for a.row > 0 && a.segs[a.row-1].soft {
		a.row--
	}
	a.goal, a.col = -1, 0
}

// LineEnd goes to the end of the line.
func (a *Area) LineEnd() {
	for a.segs[a.row].soft {
		a.row++
	}
	a.goal, a.col = -1, len(a.text())
}

// Start and End go to the ends of the text.
func (a *Area) Start() { a.goal, a.row, a.col = -1, 0, 0 }

// End goes to the end of the text.
func (a *Area) End() {
	a.row = len(a.segs) - 1
	a.LineEnd()
}

// Backspace deletes the cluster or chip before the cursor, or joins two lines.
func (a *Area) Backspace() { a.cut(a.Left, deleted) }

// Delete deletes the cluster or chip after the cursor, or joins two lines.
func (a *Area) Delete() { a.cut(a.Right, deleted) }

// KillWordLeft and the others delete what Yank brings back.
func (a *Area) KillWordLeft() { a.kill(a.WordLeft) }

// KillWordRight deletes to the end of the word.
func (a *Area) KillWordRight() { a.kill(a.WordRight) }

// KillToStart deletes to the start of the line.
func (a *Area) KillToStart() {
	if a.col == 0 && (a.row == 0 || !a.segs[a.row-1].soft) {
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
func (a *Area) Yank() {
	if a.killed.text != "" {
		a.insert(a.killed, alone)
	}
}

func (a *Area) kill(move func()) {
	if gone := a.cut(move, alone); gone.text != "" {
		a.killed = gone
	}
}

// cut deletes what a move passes over, and returns it.
func (a *Area) cut(move func(), k kind) piece {
	start := pos{a.row, a.col}
	move()
	from, to := start, pos{a.row, a.col}
	if to.row < from.row || to.row == from.row && to.col < from.col {
		from, to = to, from
	}
	if from == to {
		return piece{}
	}
	gone := a.between(from, to)
	a.row, a.col = start.row, start.col
	a.splice(from, to, piece{}, k)
	return gone
}
