package store

import (
	"bytes"
	"reflect"

	"agtui/stream/agui"
)

// openCall begins or continues a tool call.
func (c *Conversation) openCall(ev *agui.Event, p place) {
	id := ev.ToolCallID.Value
	c.now.begin(id)
	b := c.find(ToolCall, id)
	if b == nil {
		p.owner = c.callOwner(ev, p)
		b = c.addIndexed(ToolCall, id, p)
		b.Name = ev.Name.Value
		c.claimOrphan(b, p)
	} else {
		if b.Phase != Live && len(b.Text.Bytes) > 0 && b.Name != "" { // else it is only named
			c.note(agui.NewFinding(agui.RuleReplayedCall, ev.At(),
				"TOOL_CALL_START for call %s, which ended before: arguments that follow are added to the old ones", id))
		}
		if ev.Name.Value != "" && ev.Name.Value != b.Name {
			b.Name = ev.Name.Value
			c.touch(b, p.frame)
		}
		c.reopen(b, p)
	}
	c.fetchMetadata(b, ev, p)
}

// callOwner returns the owner of a new call: that of its message, where it has
// one.
func (c *Conversation) callOwner(ev *agui.Event, p place) agui.Opt[string] {
	if ev.ParentID.Value == "" {
		return c.ownerOf(ev.ToolCallID.Value, p.owner)
	}
	return c.ownerOf(ev.ParentID.Value, p.owner)
}

func (c *Conversation) growCall(ev *agui.Event, p place) {
	b := c.find(ToolCall, ev.ToolCallID.Value)
	if b == nil {
		return
	}
	if len(ev.Metadata) > 0 {
		b.stale = true
	}
	c.grow(b, ev.Delta.Value, p.at)
	if ev.Delta.Value == "" {
		return
	}
	c.reopen(b, p)
	c.touch(b, p.frame)
}

func (c *Conversation) endCall(ev *agui.Event, p place) {
	b := c.find(ToolCall, ev.ToolCallID.Value)
	if b == nil {
		return
	}
	if b.Phase == Live {
		c.settle(b, b.outcome(), p)
	}
	b.trim()
	c.fetchMetadata(b, ev, p)
}

// outcome is the phase of a call whose arguments are complete.
func (b *Block) outcome() Phase {
	switch {
	case b.Result == nil:
		return Waiting
	case b.failed:
		return Failed
	default:
		return Done
	}
}

// attach shows a tool message: at its call; in a block of its own where the
// call is unknown or has another result already.
func (c *Conversation) attach(m *agui.Message, p place) {
	call := m.ToolCallID.Value
	key := resultKey{m.ID, call}
	b := c.results[key]
	if b == nil || b.gone || b.Kind == ToolCall && b.ResultFrom().ID != m.ID {
		b = c.cardFor(m, p)
	}
	c.results[key] = b
	if b.Kind != ToolCall {
		c.setOwnResult(b, m, p)
		return
	}
	if b.ResultFrom().ID == m.ID || b.Result == nil {
		c.setResult(b, m, p)
	}
}

// cardFor returns the block for a result that is shown nowhere yet.
func (c *Conversation) cardFor(m *agui.Message, p place) *Block {
	call := m.ToolCallID.Value
	b := c.find(ToolCall, call)
	if b != nil && (b.Result == nil || sameResult(b, m)) {
		return b
	}
	p.owner = m.Owner
	own := c.add(Message, m.ID, p)
	own.Role, own.ParentCall = agui.RoleTool, call
	if b != nil {
		own.Name = b.Name
	} else {
		c.orphans[call] = own
	}
	return own
}

func sameResult(b *Block, m *agui.Message) bool {
	return b.ResultFrom().Error == m.Error.Value && reflect.DeepEqual(b.Result, m.Content)
}

func (c *Conversation) setOwnResult(b *Block, m *agui.Message, p place) {
	changed := c.setContent(b, m.Content)
	if b.Error != m.Error.Value || !bytes.Equal(b.Metadata, m.Metadata) || b.Owner != m.Owner {
		b.Error, b.Metadata = m.Error.Value, m.Metadata
		c.own(b, m.Owner)
		changed = true
	}
	phase := Done
	if m.Error.Set {
		phase = Failed
	}
	c.settle(b, phase, p)
	if changed {
		c.touch(b, p.frame)
	}
}

func (c *Conversation) setResult(b *Block, m *agui.Message, p place) {
	content := m.Content
	if content == nil {
		content = agui.Text("")
	}
	from := b.ResultFrom()
	if from.ID == m.ID && sameResult(b, m) && from.Owner == m.Owner && bytes.Equal(from.Metadata, m.Metadata) {
		return
	}
	at := from.At
	if b.Result == nil {
		at = p.at
	}
	b.Result = content
	b.ResultInfo = &ResultInfo{At: at, ID: m.ID, Owner: m.Owner, Error: m.Error.Value, Metadata: m.Metadata}
	b.failed = m.Error.Set
	if m.Owner.Set {
		c.agent(m.Owner.Value, p.at)
	}
	if b.Phase != Live {
		c.enterPhase(b, b.outcome())
	}
	c.touch(b, p.frame)
}

// dropResult takes a result away that a snapshot no longer has.
func (c *Conversation) dropResult(b *Block, p place) {
	b.Result, b.ResultInfo, b.failed = nil, nil, false
	if b.Phase != Live {
		c.enterPhase(b, Waiting)
	}
	c.touch(b, p.frame)
}

// claimOrphan moves a result that came before its call to the call.
func (c *Conversation) claimOrphan(b *Block, p place) {
	own := c.orphans[b.Key]
	if own == nil || own.gone {
		return
	}
	delete(c.orphans, b.Key)
	content := own.Content
	if content == nil {
		content = agui.Text(string(own.Text.Bytes))
	}
	b.Result = content
	b.ResultInfo = &ResultInfo{At: own.Opened, ID: own.Key, Owner: own.Owner, Error: own.Error, Metadata: own.Metadata}
	b.failed = own.Phase == Failed
	c.results[resultKey{own.Key, b.Key}] = b
	own.Hidden, own.gone = true, true
	c.touch(own, p.frame)
}

// setContent puts the content of a message into the block and reports whether
// that changed anything.
func (c *Conversation) setContent(b *Block, content *agui.Content) bool {
	if content == nil || content.Kind == agui.ContentText {
		text := ""
		if content != nil {
			text = content.Text
		}
		had := b.Content != nil
		b.Content = nil
		return c.setText(b, text) || had
	}
	if len(b.Text.Bytes) == 0 && reflect.DeepEqual(b.Content, content) {
		return false
	}
	c.setText(b, "")
	b.Content = content
	return true
}
