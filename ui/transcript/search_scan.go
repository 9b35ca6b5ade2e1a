package transcript

import (
	"hash/maphash"

	"agtui/store"
	"agtui/stream/agui"
)

// source is one text that a block was made of.
type source struct {
	text []byte
	name bool // it stands in the block's head
	// A text that grows, and its generation: while that stays, so does what
	// came before.
	grows      bool
	generation int
}

// sources are the texts of a block as received, in the order in which they are
// drawn.
func sources(b *store.Block) []source {
	var out []source
	add := func(text []byte) {
		if len(text) > 0 {
			out = append(out, source{text: text})
		}
	}
	name := func(text string) {
		if text != "" {
			out = append(out, source{text: []byte(text), name: true})
		}
	}
	if b.Kind == store.Notice && b.Event != agui.UnknownType {
		name(b.Event.String())
	}
	name(b.Name)
	name(b.Title)
	if q := b.Interrupt; q != nil {
		add([]byte(q.Message.Or("")))
		add([]byte(q.Reason))
	}
	add(contentText(b.Body()))
	if len(b.Text.Bytes) > 0 {
		out = append(out, source{text: b.Text.Bytes, grows: true, generation: b.Text.Generation})
	}
	if r := b.RunInfo; r != nil {
		name(string(r.Status))
		add([]byte(r.Error))
		add(r.Result)
	}
	add(contentText(b.Result))
	add([]byte(b.ResultFrom().Error))
	add([]byte(b.Error))
	add(b.Value)
	if b.Answer != nil {
		add(b.Answer.Payload)
	}
	return out
}

func contentText(c *agui.Content) []byte {
	switch {
	case c == nil:
		return nil
	case c.Kind == agui.ContentOpaque:
		return c.Opaque
	}
	return []byte(contentSource(c))
}

// hit is one occurrence: in which source of its block, and where there.
type hit struct {
	source   int32
	from, to int32
}

// found is what a search has found in one block.
type found struct {
	hits    []hit
	sources []seen // what was looked through; the last one perhaps in part
	more    bool   // in part
	done    bool
	queued  bool
}

// seen is a source that was looked through.
type seen struct {
	grows            bool
	generation, size int
	sum              uint64
	scan             scan
}

func newSeen(seed maphash.Seed, s *source) seen {
	n := seen{grows: s.grows, generation: s.generation, size: len(s.text)}
	if !s.grows {
		n.sum = maphash.Bytes(seed, s.text)
	}
	return n
}

// same tells whether the source is the one that was seen, or at least begins
// with it.
func (n *seen) same(now *seen) (same, begins bool) {
	if n.grows != now.grows || n.generation != now.generation || n.sum != now.sum {
		return false, false
	}
	return n.size == now.size, n.grows && n.size <= now.size
}

// restart takes in that the block changed: it goes back to the first source
// that is another one than before. A text that grew goes on where it was.
func (f *found) restart(seed maphash.Seed, now []source) {
	f.done = false
	for i := range f.sources {
		same, begins := false, false
		if i < len(now) {
			n := newSeen(seed, &now[i])
			same, begins = f.sources[i].same(&n)
		}
		switch {
		case same:
			continue
		case begins:
			f.sources = f.sources[:i+1]
			f.more = true
		default:
			f.sources = f.sources[:i]
			f.more = false
		}
		f.drop()
		return
	}
}

// drop takes out the hits of what is to be looked through again.
func (f *found) drop() {
	last := len(f.sources) - 1
	for n := len(f.hits); n > 0; n-- {
		h := f.hits[n-1]
		if int(h.source) < last || int(h.source) == last && (!f.more || int(h.from) < f.sources[last].scan.open) {
			break
		}
		f.hits = f.hits[:n-1]
	}
}

// step looks through the next piece of a block and returns the bytes read.
func (f *found) step(seed maphash.Seed, q *Query, now []source) int {
	if !f.more {
		if len(f.sources) == len(now) {
			f.done = true
			return 0
		}
		f.sources = append(f.sources, newSeen(seed, &now[len(f.sources)]))
	}
	i := len(f.sources) - 1
	f.sources[i].size = len(now[i].text)
	var out []extent
	var read int
	out, read, f.more = f.sources[i].scan.step(q, now[i].text, out)
	for _, e := range out {
		f.hits = append(f.hits, hit{int32(i), int32(e.from), int32(e.to)})
	}
	f.done = !f.more && len(f.sources) == len(now)
	return read
}
