package reference_test

import (
	"encoding/json"
	"slices"
	"testing"
)

// shrink takes away from a stream that differs what it differs without.
func (r *reference) shrink(t *testing.T, s *script) *script {
	t.Helper()
	for size := s.events(); ; {
		smaller := r.firstWrong(t, candidates(s, max(size, 1)))
		switch {
		case smaller != nil:
			s = smaller
		case size <= 1:
			return s
		default:
			size /= 2
		}
	}
}

// firstWrong returns the first stream that still differs, or nil.
func (r *reference) firstWrong(t *testing.T, list []*script) *script {
	t.Helper()
	var wrong *script
	r.ask(t, list, func(i int, want []answer) {
		if wrong != nil {
			return
		}
		if how, _ := differs(t, list[i], want); how != "" {
			wrong = list[i]
		}
	})
	return wrong
}

// candidates are the streams with one part missing: runs of size frames, whole
// exchanges, what the client held at first; and, last, single members.
func candidates(s *script, size int) (out []*script) {
	try := func(change func(c *script)) {
		c := s.clone()
		change(c)
		out = append(out, c)
	}
	for i := range s.Exchanges {
		if len(s.Exchanges) > 1 {
			try(func(c *script) { c.Exchanges = slices.Delete(c.Exchanges, i, i+1) })
		}
		if s.Exchanges[i].Say != nil {
			try(func(c *script) { c.Exchanges[i].Say = nil })
		}
		frames := s.Exchanges[i].Frames
		for at := 0; at < len(frames); at += size {
			try(func(c *script) {
				c.Exchanges[i].Frames = slices.Delete(c.Exchanges[i].Frames, at, min(at+size, len(frames)))
			})
		}
	}
	for i := range s.Messages {
		try(func(c *script) { c.Messages = slices.Delete(c.Messages, i, i+1) })
	}
	if string(s.State) != "{}" {
		try(func(c *script) { c.State = json.RawMessage("{}") })
	}
	if size == 1 {
		out = append(out, thinner(s)...)
	}
	return out
}

// thinner are the streams with one member of one frame missing.
func thinner(s *script) (out []*script) {
	for i := range s.Exchanges {
		for j, data := range s.Exchanges[i].Frames {
			var ev map[string]json.RawMessage
			if json.Unmarshal([]byte(data), &ev) != nil {
				continue
			}
			for k := range ev {
				o := object{}
				for name, raw := range ev {
					if name != k {
						o[name] = text(raw)
					}
				}
				c := s.clone()
				c.Exchanges[i].Frames[j] = string(appendValue(nil, o))
				out = append(out, c)
			}
		}
	}
	return out
}
