package ui

// rect is a part of the screen, in cells.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}

// layout is where the parts of the screen are. A part that has no room has
// height or width 0.
type layout struct {
	header, body, side, divider, question, composer, footer rect
	// border is the column between body and side, -1 without a side pane
	// beside the body.
	border int
}

// The sizes from which things are shown.
const (
	sideFrom    = 120 // the side pane opens by itself
	besideFrom  = 100 // it stands beside the conversation, not over it
	minSide     = 28  // and is at least that wide
	headerFrom  = 6   // rows: below that every row is needed
	footerFrom  = 3
	dividerFrom = 8
	minBody     = 3 // rows that the conversation keeps
)

// request is what the parts would like.
type request struct {
	width, height int
	side          bool // the side pane is open
	question      int  // rows of the question panel, 0 for none
	composer      int  // rows of the composer
	footer        int  // rows of the footer
}

// arrange is the one place that decides who gets which cells. It is pure: the
// same request gives the same layout.
func arrange(r request) layout {
	l := layout{border: -1}
	if r.width <= 0 || r.height <= 0 {
		return l
	}
	top, bottom := 0, r.height
	take := func(rows int) rect {
		rows = max(min(rows, bottom-top), 0)
		bottom -= rows
		return rect{0, bottom, r.width, rows}
	}
	if r.height >= headerFrom {
		l.header = rect{0, 0, r.width, 1}
		top = 1
	}
	if r.height >= footerFrom {
		l.footer = take(max(min(r.footer, r.height/6), 1))
	}
	l.composer = take(max(min(r.composer, (bottom-top)*2/5), 1))
	if r.height >= dividerFrom {
		l.divider = take(1)
	}
	if r.question > 0 {
		room := bottom - top
		l.question = take(min(r.question, max(room-minBody, room/2, min(room-1, seenFrom))))
	}
	l.body = rect{0, top, r.width, bottom - top}
	if r.side {
		l.splitSide()
	}
	return l
}

// splitSide puts the side pane beside the body, or over it where there is no
// room for both.
func (l *layout) splitSide() {
	b := l.body
	if b.w < besideFrom {
		l.side, l.body = b, rect{b.x, b.y, b.w, 0}
		return
	}
	w := max(minSide, b.w*2/5)
	l.border = b.w - w - 1
	l.side = rect{l.border + 1, b.y, w, b.h}
	l.body.w = l.border
}
