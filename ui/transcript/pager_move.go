package transcript

import (
	"bytes"
	"fmt"
)

// fill lays out the window from its place on.
func (p *Pager) fill() {
	p.rows = p.rows[:0]
	if len(p.text) == 0 {
		return
	}
	piece, skip := p.at.piece, p.at.row
	for more := true; more && len(p.rows) < p.height; skip = 0 {
		end := p.pieceEnd(piece)
		for i, ln := range p.draw(piece, end) {
			if i >= skip && len(p.rows) < p.height {
				p.rows = append(p.rows, pagerRow{spotAt{piece, i}, end, ln})
			}
		}
		piece, more = p.after(end)
	}
}

// View draws the window: exactly height lines of at most width cells.
func (p *Pager) View() []string {
	p.clamp()
	p.fill()
	out := p.marked()
	for len(out) < p.height {
		out = append(out, "")
	}
	return out
}

// clamp keeps the place inside a text that may have become another.
func (p *Pager) clamp() {
	if p.at.piece >= len(p.text) {
		p.at, p.above = spotAt{}, 0
		return
	}
	rows := len(p.draw(p.at.piece, p.pieceEnd(p.at.piece)))
	p.at.row = max(min(p.at.row, rows-1), 0)
}

// Scroll moves the window by rows; the last row of the text stops it.
func (p *Pager) Scroll(by int) {
	p.clamp()
	if by < 0 {
		p.up(-by)
		return
	}
	p.down(by)
}

func (p *Pager) up(n int) {
	for n > 0 {
		if p.at.row >= n {
			p.at.row -= n
			return
		}
		n -= p.at.row + 1
		piece, ok := p.before(p.at.piece)
		if !ok {
			p.at = spotAt{}
			return
		}
		p.moveTo(piece)
		p.at.row = max(len(p.draw(piece, p.pieceEnd(piece)))-1, 0)
	}
}

func (p *Pager) down(n int) {
	end := p.lastWindow()
	for n > 0 && len(p.text) > 0 {
		stop := p.pieceEnd(p.at.piece)
		rows := len(p.draw(p.at.piece, stop)) - p.at.row
		if rows > n {
			p.at.row += n
			break
		}
		next, more := p.after(stop)
		if !more {
			p.at.row += rows - 1
			break
		}
		n -= rows
		p.moveTo(next)
		p.at.row = 0
	}
	if end.piece < p.at.piece || end.piece == p.at.piece && end.row < p.at.row {
		p.moveTo(end.piece)
		p.at.row = end.row
	}
}

// lastWindow is the place from which the rest of the text fills the window.
func (p *Pager) lastWindow() spotAt {
	k := lastKey{len(p.text), p.width, p.height, p.pen.method, p.raw, p.nowrap}
	if p.end.of != k {
		p.end = lastPlace{k, p.findLast()}
	}
	return p.end.at
}

func (p *Pager) findLast() spotAt {
	need := max(p.height, 1)
	at := len(p.text)
	for {
		piece, ok := p.before(at)
		if !ok {
			return spotAt{}
		}
		rows := len(p.draw(piece, p.pieceEnd(piece)))
		if rows >= need {
			return spotAt{piece, rows - need}
		}
		need -= rows
		at = piece
	}
}

// Top goes to the beginning.
func (p *Pager) Top() { p.at, p.above = spotAt{}, 0 }

// Bottom goes to the end.
func (p *Pager) Bottom() {
	end := p.lastWindow()
	p.moveTo(end.piece)
	p.at.row = end.row
}

// AtEnd tells whether the end of the text is in the window.
func (p *Pager) AtEnd() bool {
	p.clamp()
	end := p.lastWindow()
	return p.at.piece > end.piece || p.at.piece == end.piece && p.at.row >= end.row
}

// moveTo changes the piece, and counts the lines between.
func (p *Pager) moveTo(piece int) {
	if p.above < 0 {
		p.above = bytes.Count(p.text[:p.at.piece], []byte{'\n'})
	}
	if piece > p.at.piece {
		p.above += bytes.Count(p.text[p.at.piece:piece], []byte{'\n'})
	} else {
		p.above -= bytes.Count(p.text[piece:p.at.piece], []byte{'\n'})
	}
	p.at.piece = piece
}

// Goto puts the line that an offset is in at the top of the window, or as near
// as the end allows.
func (p *Pager) Goto(offset int) {
	offset = max(min(offset, len(p.text)-1), 0)
	piece := p.pieceOf(p.lineStart(offset), offset)
	p.moveTo(piece)
	p.at.row = 0
	if end := p.lastWindow(); end.piece < piece {
		p.moveTo(end.piece)
		p.at.row = end.row
	}
}

// Where says in words what is in the window.
func (p *Pager) Where() string {
	if len(p.text) == 0 {
		return "empty"
	}
	p.moveTo(min(p.at.piece, len(p.text)))
	if p.lines < 0 {
		p.lines = bytes.Count(bytes.TrimSuffix(p.text, []byte{'\n'}), []byte{'\n'}) + 1
	}
	seen := p.at.piece
	if n := len(p.rows); n > 0 {
		seen, _ = p.after(p.rows[n-1].end)
	}
	return fmt.Sprintf("line %d of %d, %d %%, %s", p.above+1, p.lines, seen*100/len(p.text), size(len(p.source)))
}
