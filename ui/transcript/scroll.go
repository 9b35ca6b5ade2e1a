package transcript

import (
	"slices"
	"strings"
	"time"
)

// spot returns where the place is now: a position in vis and a line of that
// block. Blocks may have left the list, shrunk, or lost their lead since.
func (l *List) spot() (p, line int) {
	p, found := l.position(l.at.block)
	if p == len(l.vis) {
		if p == 0 {
			return 0, 0
		}
		p--
		return p, max(l.layout(l.vis[p]).height()-1, 0)
	}
	if !found {
		return p, -l.leadOf(p).lines()
	}
	h := l.layout(l.vis[p]).height()
	return p, max(min(l.at.line, h-1), -l.leadOf(p).lines())
}

// endSpot returns the place from which the rest fills the window, and whether
// there is more than a window.
func (l *List) endSpot() (place, bool) {
	need := l.height
	for p, id := range slices.Backward(l.vis) {
		lead := l.leadOf(p).lines()
		h := lead + l.fromEnd(id, need)
		if h >= need {
			return place{id, h - need - lead}, h > need || p > 0
		}
		need -= h
	}
	return l.topPlace(), false
}

func (l *List) topPlace() place {
	if len(l.vis) == 0 {
		return place{}
	}
	return place{l.vis[0], -l.leadOf(0).lines()}
}

// View draws the window: exactly height lines of at most width cells. It
// changes nothing but what the list keeps for drawing.
func (l *List) View(now time.Time) []string {
	l.now, l.next = now, time.Time{}
	out := make([]string, 0, l.height)
	oldFirst, oldLast := l.first, l.last
	if l.follow {
		l.at, _ = l.endSpot()
	}
	if l.fence.block != l.cursor {
		l.fence.block = -1
	}
	l.rows = l.rows[:0]
	l.first, l.last = -1, -1
	if len(l.vis) > 0 && l.height > 0 {
		p, line := l.spot()
		l.at = place{l.vis[p], line}
		l.first = l.vis[p]
		for ; p < len(l.vis) && len(out) < l.height; p++ {
			out = l.drawBlock(out, p, line)
			l.last = l.vis[p]
			line = -l.leadOf(min(p+1, len(l.vis)-1)).lines()
		}
		l.passed(oldFirst, oldLast)
	}
	for len(out) < l.height {
		out = append(out, "")
		l.rows = append(l.rows, -1)
	}
	l.frame++
	l.evict()
	return out
}

// still tells whether a block must keep its shape: the view does not follow,
// and the block is on screen.
func (l *List) still(id int) bool {
	return !l.follow && l.items[id].frame >= l.frame && l.frame > 0
}

// drawBlock appends the lines of the block at position p from line on, as far
// as there is room.
func (l *List) drawBlock(out []string, p, line int) []string {
	id := l.vis[p]
	it := l.items[id]
	laid := l.layout(id)
	it.frame = l.frame + 1
	g := l.gutter(it.block)
	mark := " "
	if id == l.cursor {
		mark = l.pen.th.Accent.Render(l.pen.th.Symbols.Cursor)
	}
	if g.mark == 0 {
		mark = ""
	}
	laid.reach(line, l.height-len(out))
	lit := l.marked(id, laid, line, line+l.height-len(out))
	from, to, fenced := l.fenced(id, laid)
	for h := laid.height(); line < h && len(out) < l.height; line++ {
		var text string
		switch {
		case line >= 0:
			ln := lit.light(laid.at(line), line)
			if fenced {
				text = l.besideCode(mark, g, ln, line >= from && line < to)
			} else {
				text = mark + g.text + l.fit(ln, g.inner)
			}
		case l.leadOf(p) == leadName:
			text = strings.Repeat(" ", g.mark) + g.text + l.ownerName(it.block, g.inner)
		case l.leadOf(p) == leadBars:
			text = strings.Repeat(" ", g.mark) + g.text
		default:
			if bars := l.through(p); bars != "" {
				text = strings.Repeat(" ", g.mark) + bars
			}
		}
		out = append(out, text)
		l.rows = append(l.rows, id)
	}
	if line >= laid.height() {
		l.sawItem(it)
	}
	l.wake(laid.next)
	return out
}

// fit is the last guard: no line is wider than its room.
func (l *List) fit(ln line, room int) string {
	if ln.Width <= room {
		return ln.Text
	}
	return l.pen.cut(plain(ln.Text), room)
}

func (l *List) wake(at time.Time) {
	if !at.IsZero() && (l.next.IsZero() || at.Before(l.next)) {
		l.next = at
	}
}

// Wake returns how long from now the view changes without any event (a running
// time, held-back text), 0 for never. It speaks of what the last View drew.
func (l *List) Wake(now time.Time) time.Duration {
	if l.next.IsZero() {
		return 0
	}
	return max(l.next.Sub(now), time.Millisecond)
}

// ScrollBy moves the window by n lines, up when negative. Moving down to the
// end follows again.
func (l *List) ScrollBy(n int) {
	end, more := l.endSpot()
	if !more || len(l.vis) == 0 {
		return
	}
	l.moved()
	if l.follow {
		l.at = end
	}
	p, line := l.spot()
	if n < 0 {
		l.follow = false
		l.at = l.walkUp(p, line, -n)
		return
	}
	l.at = l.walkDown(p, line, n)
	l.settle(end)
}

// settle follows again when the place is at or behind the one that fills the
// window to the end.
func (l *List) settle(end place) {
	l.follow = !l.before(l.at, end)
}

func (l *List) walkUp(p, line, n int) place {
	line = l.layout(l.vis[p]).settle(line, n)
	for {
		lead := l.leadOf(p).lines()
		if line+lead >= n {
			return place{l.vis[p], line - n}
		}
		if p == 0 {
			return l.topPlace()
		}
		n -= line + lead
		p--
		line = l.fromEnd(l.vis[p], n)
	}
}

func (l *List) walkDown(p, line, n int) place {
	for {
		h := l.layout(l.vis[p]).height()
		if line+n < h {
			return place{l.vis[p], line + n}
		}
		if p == len(l.vis)-1 {
			return place{l.vis[p], max(h-1, 0)}
		}
		n -= h - line
		p++
		line = -l.leadOf(p).lines()
	}
}

// PageUp moves the window up by a page, less one line.
func (l *List) PageUp() { l.ScrollBy(-max(l.height-1, 1)) }

// PageDown moves the window down by a page, less one line.
func (l *List) PageDown() { l.ScrollBy(max(l.height-1, 1)) }

// Top goes to the first line.
func (l *List) Top() {
	if _, more := l.endSpot(); more {
		l.moved()
		l.follow = false
		l.at = l.topPlace()
	}
}

// Bottom goes to the end and follows.
func (l *List) Bottom() {
	l.moved()
	l.follow = true
	l.sawAll(below)
}
