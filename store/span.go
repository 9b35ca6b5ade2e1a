package store

import "agtui/stream/agui"

// span is a reasoning span that is open. Its block stands for it until the
// first reasoning message inside it takes the block over.
type span struct {
	id    string
	block *Block
	used  bool
	over  bool
}

// spans are the reasoning spans that are open, by id and by owner.
type spans struct {
	byID    map[string]*span
	byOwner map[agui.Opt[string]][]*span // some are over
}

func (c *Conversation) openSpan(ev *agui.Event, p place) {
	id := ev.MessageID.Value
	if c.spans.byID[id] != nil {
		return
	}
	b := c.add(Reasoning, id, p)
	b.Role, b.Title, b.Metadata, b.span = agui.RoleReasoning, ev.Title.Value, ev.Metadata, true
	c.index[blockKey{id, Reasoning, spanN}] = b
	if c.spans.byID == nil {
		c.spans = spans{map[string]*span{}, map[agui.Opt[string]][]*span{}}
	}
	s := &span{id: id, block: b}
	c.spans.byID[id] = s
	c.spans.byOwner[b.Owner] = append(c.spans.byOwner[b.Owner], s)
}

// spanFor returns the span that a reasoning message belongs to: the one with
// its id, else the last one of its owner.
func (c *Conversation) spanFor(p place, id string) *span {
	if s := c.spans.byID[id]; s != nil {
		return s
	}
	return lastOf(c.spans.byOwner, p.owner, func(s *span) bool { return s.over })
}

// useSpan hides the block of a span whose message has a block already.
func (c *Conversation) useSpan(p place, id string) {
	s := c.spanFor(p, id)
	if s == nil || s.used {
		return
	}
	s.used = true
	if s.block.Title == "" {
		s.block.Hidden = true
	}
	c.settle(s.block, Done, p)
}

func (c *Conversation) closeSpan(ev *agui.Event, p place) {
	s := c.spans.byID[ev.MessageID.Value]
	if s == nil {
		return
	}
	if !s.used {
		c.settle(s.block, Done, p)
	}
	s.over = true
	delete(c.spans.byID, s.id)
}
