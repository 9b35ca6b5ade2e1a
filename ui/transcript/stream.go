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
	// One of the two is set once something was laid out.
	md   *markdown.Doc
	flow *flow
}

// restyle forgets what depends on width, method or look.
func (s *stream) restyle() { *s = stream{} }

func (s *stream) empty() bool { return s.md == nil && s.flow == nil }

// feed takes in what came since the last time. It returns when the gate is to
// be opened, zero for never.
func (s *stream) feed(t *store.Text, live, flush bool, now time.Time) time.Time {
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
