package transcript

import (
	"time"

	"agtui/store"
	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// holdTime is how long the end of a stream is held back without a delta.
const holdTime = 150 * time.Millisecond

// stream brings a text that grows onto the screen, each byte once: through the
// printer (arguments), the gate against split clusters, and into the layout.
type stream struct {
	generation int
	used       int
	gate       cell.Gate
	heldAt     time.Time
	ended      bool
	printer    *printer
	reshaped   bool // width, method or look changed since it was laid out
	// One of the two is set once something was laid out.
	md   *markdown.Doc
	flow *flow
}

// restyle forgets everything.
func (s *stream) restyle() { *s = stream{} }

// reshape forgets what depends on width, method or look: lines, and where they
// are kept apart from it not what the source means.
func (s *stream) reshape() {
	if s.md == nil {
		s.restyle()
	}
	s.reshaped = s.md != nil
}

// stream brings the block's text up to date and returns its lines. Fresh makes
// the layout when there is none yet.
func (d *drawing) stream(fresh func(*stream)) []line {
	d.feed(fresh)
	return d.item.text.lines()
}

// addText is stream for a body of any length: a Doc is not laid out, its lines
// are asked for when they are on the screen.
func (d *drawing) addText(fresh func(*stream)) {
	d.feed(fresh)
	if s := &d.item.text; s.md != nil {
		d.laid().doc = s.md
		d.later(s.md.Due())
		return
	}
	d.addBody(d.item.text.lines()...)
}

func (d *drawing) feed(fresh func(*stream)) {
	it, t := d.item, &d.block.Text
	live := d.block.Phase == store.Live
	if it.text.stale(t, live) {
		it.text.restyle()
	}
	if it.text.reshaped {
		it.text.adopt(fresh)
	}
	if it.text.empty() {
		fresh(&it.text)
		it.text.generation = t.Generation
	}
	d.later(it.text.feed(t, live, it.flush, d.now))
}

// adopt takes over the shape that a fresh layout would have.
func (s *stream) adopt(fresh func(*stream)) {
	var other stream
	if fresh(&other); other.md == nil || other.printer != nil {
		s.restyle()
		return
	}
	s.md.Configure(other.md.Options())
	s.reshaped = false
}

func (s *stream) empty() bool { return s.md == nil && s.flow == nil }

// feed takes in what came since the last time. It returns when the gate is to
// be opened, zero for never.
func (s *stream) feed(t *store.Text, live, flush bool, now time.Time) time.Time {
	if s.md != nil {
		s.md.SetNow(now)
	}
	end := len(t.Bytes)
	if live {
		end -= half(t.Bytes)
	}
	if end > s.used {
		chunk := t.Bytes[s.used:end]
		s.used = end
		if s.printer != nil {
			chunk = s.printer.append(nil, chunk)
		}
		s.put(s.gate.Push(chunk))
		s.heldAt = now
	}
	if !live && !s.ended {
		s.ended = true
		if s.printer != nil {
			s.put(s.gate.Push(s.printer.finish(nil)))
		}
	}
	if !live {
		defer s.finish()
	}
	if s.gate.Held() == 0 {
		return time.Time{}
	}
	if !live || flush || now.Sub(s.heldAt) >= holdTime {
		s.put(s.gate.Release())
		return time.Time{}
	}
	return s.heldAt.Add(holdTime)
}

// stale tells whether the text is not the one that was laid out.
func (s *stream) stale(t *store.Text, live bool) bool {
	return s.generation != t.Generation || s.used > len(t.Bytes) || (s.ended && live)
}

func (s *stream) put(b []byte) {
	switch {
	case len(b) == 0:
	case s.md != nil:
		s.md.Append(b)
	case s.flow != nil:
		s.flow.append(b)
	}
}

// finish says that no more comes: nothing waits for its time.
func (s *stream) finish() {
	if s.md != nil {
		s.md.Finish()
	}
}

func (s *stream) lines() []line {
	switch {
	case s.md != nil:
		return s.md.Lines()
	case s.flow != nil:
		return s.flow.lines()
	default:
		return nil
	}
}

// half is the length of half a surrogate pair at the end, whose bytes the
// other half will replace.
func half(b []byte) int {
	n := len(b)
	if n >= 3 && b[n-3] == 0xed && b[n-2] >= 0xa0 && b[n-2] <= 0xaf {
		return 3
	}
	return 0
}

// The part of a block that a Doc draws: it is laid out where it is looked at.

func (d *laid) docTop() int { return len(d.head) + len(d.body) }

func (d *laid) docRows() int {
	if d.doc == nil {
		return 0
	}
	return d.doc.Height()
}

// reach makes n lines from a line on exact, and the height with them.
func (d *laid) reach(line, n int) {
	if d.doc == nil {
		return
	}
	from := line - d.docTop()
	d.doc.Reach(max(from, 0), n+min(from, 0))
}

// settle makes n lines above a line exact and returns where the line is then.
func (d *laid) settle(line, n int) int {
	top := d.docTop()
	if d.doc == nil || line <= top {
		return line
	}
	rows := d.docRows()
	below := max(line-top-rows, 0)
	return top + d.doc.Settle(line-top-below, n-below) + below
}

// fromEnd is the height of a block of which the last n lines are exact.
func (l *List) fromEnd(id, n int) int {
	d := l.layout(id)
	return d.settle(d.height(), n)
}

// anchor is a place in a block that survives a change of its shape.
type anchor struct {
	line, height int
	doc          markdown.Mark
	inDoc        bool
	words        worded
	inBody       bool
}

func (d *laid) anchor(line int) anchor {
	m := anchor{line: line, height: d.height()}
	if at := line - d.docTop(); at >= 0 && at < d.docRows() {
		m.inDoc, m.doc = true, d.doc.Mark(at)
	}
	if at := line - len(d.head); at >= 0 && at < len(d.body) {
		m.inBody, m.words = true, wordedAt(d.body, at)
	}
	return m
}

func (d *laid) find(m anchor, w int) int {
	switch {
	case m.inDoc && d.doc != nil:
		return d.docTop() + d.doc.Find(m.doc)
	case m.inBody && len(d.body) > 0:
		return len(d.head) + m.words.in(d.body, w)
	case m.height > 0:
		return m.line * d.height() / m.height
	default:
		return m.line
	}
}
