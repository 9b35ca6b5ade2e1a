package store

import (
	"bytes"
	"strings"

	"agtui/stream/agui"
)

// String returns the text as UTF-8: half a surrogate pair that is left over
// becomes U+FFFD.
func (t Text) String() string {
	if !hasHalf(t.Bytes) {
		return string(t.Bytes)
	}
	var s strings.Builder
	rest := t.Bytes
	for {
		i := halfAt(rest)
		if i < 0 {
			s.Write(rest)
			return s.String()
		}
		s.Write(rest[:i])
		s.WriteRune('\uFFFD')
		rest = rest[min(i+3, len(rest)):]
	}
}

func hasHalf(text []byte) bool { return halfAt(text) >= 0 }

// halfAt returns the place of the first half surrogate pair, or -1.
func halfAt(text []byte) int {
	from := 0
	for {
		i := bytes.IndexByte(text[from:], 0xED)
		if i < 0 {
			return -1
		}
		i += from
		if i+1 < len(text) && text[i+1] >= 0xA0 {
			return i
		}
		from = i + 1
	}
}

// setText replaces the text and reports whether that changed anything. Readers
// may still hold the old bytes, so they are left alone.
func (c *Conversation) setText(b *Block, s string) bool {
	t := &b.Text
	old := t.Bytes
	if string(old) == s {
		return false
	}
	if len(s) > len(old) && s[:len(old)] == string(old) {
		t.Bytes = append(t.Bytes, s[len(old):]...)
		return true
	}
	c.replaceText(b, s)
	return true
}

// openText begins or continues a text or reasoning message.
func (c *Conversation) openText(kind Kind, ev *agui.Event, p place) *Block {
	id := ev.MessageID.Value
	b := c.find(kind, id)
	if b == nil {
		p.owner = c.ownerOf(id, p.owner)
		b = c.newText(kind, id, p)
		b.Role = c.roleOf(kind, ev)
		b.Name = ev.Name.Value
		b.veil()
	} else if kind == Reasoning {
		c.useSpan(p, id)
	}
	c.reopen(b, p)
	c.fetchMetadata(b, ev, p)
	return b
}

func (c *Conversation) roleOf(kind Kind, ev *agui.Event) string {
	if kind == Reasoning {
		return agui.RoleReasoning
	}
	return ev.Role.Or(agui.RoleAssistant)
}

// newText opens the block of a message. The first reasoning message of a span
// takes over the block that shows the span.
func (c *Conversation) newText(kind Kind, id string, p place) *Block {
	if kind == Reasoning {
		if s := c.spanFor(p, id); s != nil && !s.used {
			s.used = true
			s.block.Key, s.block.span = id, false
			c.index[blockKey{id, Reasoning, 0}] = s.block
			c.touch(s.block, p.frame)
			return s.block
		}
	}
	return c.addIndexed(kind, id, p)
}

// growText appends to a message; one that nobody opened is opened by it.
func (c *Conversation) growText(kind Kind, ev *agui.Event, p place) {
	b := c.find(kind, ev.MessageID.Value)
	if b == nil {
		b = c.openText(kind, ev, p)
	}
	if len(ev.Metadata) > 0 {
		b.stale = true
	}
	if ev.Delta.Value == "" {
		c.grow(b, "", p.at)
		return
	}
	if b.Content != nil {
		b.Content = nil
		c.setText(b, "")
	}
	c.grow(b, ev.Delta.Value, p.at)
	b.veil()
	c.reopen(b, p)
	c.touch(b, p.frame)
}

// endText ends a message.
func (c *Conversation) endText(kind Kind, ev *agui.Event, p place) {
	b := c.find(kind, ev.MessageID.Value)
	if b == nil {
		return
	}
	if b.Phase == Live {
		c.settle(b, Done, p)
	}
	b.trim()
	c.fetchMetadata(b, ev, p)
}

// trim gives back what the text has room for when it ended: most do not grow any
// more. One that is opened again keeps its room.
func (b *Block) trim() {
	if t := b.Text.Bytes; !b.trimmed && cap(t)-len(t) > len(t)/8 {
		b.Text.Bytes = append(make([]byte, 0, len(t)), t...)
	}
	b.trimmed = true
}

// fetchMetadata takes over the metadata of a message or call that an event
// changed. Deltas only mark it, since it costs as much as all of it.
func (c *Conversation) fetchMetadata(b *Block, ev *agui.Event, p place) {
	if len(ev.Metadata) > 0 || b.stale {
		c.syncMetadata(b, p)
	}
}

func (c *Conversation) syncMetadata(b *Block, p place) {
	b.stale = false
	metadata := c.reducer.Metadata
	if b.Kind == ToolCall {
		metadata = c.reducer.CallMetadata
	}
	if raw := metadata(b.Key); !bytes.Equal(b.Metadata, raw) {
		b.Metadata = raw
		c.touch(b, p.frame)
	}
}

// encrypt notes the size of an encrypted value.
func (c *Conversation) encrypt(ev *agui.Event, p place) {
	e := ev.Encrypted
	if e == nil {
		return
	}
	b := c.find(ToolCall, e.EntityID)
	if e.Subtype != "tool-call" {
		b = c.messageBlock(e.EntityID)
	}
	if b == nil {
		c.noteUnused(ev, "there is nothing with this id")
		return
	}
	b.EncryptedSize = len(e.Value)
	b.veil()
	c.touch(b, p.frame)
}

// messageBlock returns the block that shows what belongs to a message: its
// reasoning, its text, a span that is named like it, or a call in it.
func (c *Conversation) messageBlock(id string) *Block {
	for _, kind := range []Kind{Reasoning, Message} {
		if b := c.find(kind, id); b != nil {
			return b
		}
	}
	if b := c.index[blockKey{id, Reasoning, spanN}]; b != nil {
		return b
	}
	if call, ok := c.reducer.FirstCall(id); ok {
		return c.find(ToolCall, call)
	}
	return nil
}
