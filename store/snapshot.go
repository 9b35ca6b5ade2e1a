package store

import (
	"bytes"

	"agtui/stream/agui"
)

// showSnapshot brings the blocks in line with a MESSAGES_SNAPSHOT, after the
// reducer merged it. What the reducer made of it counts: of several messages
// with one id it may have kept one.
func (c *Conversation) showSnapshot(ev *agui.Event, p place) {
	named := make(map[string]bool, len(ev.Messages))
	for i := range ev.Messages {
		named[ev.Messages[i].ID] = true
	}
	merged := c.reducer.Messages()
	n := takeCensus(merged)
	messages := make([]agui.Message, 0, len(ev.Messages))
	for i := range merged {
		if named[merged[i].ID] {
			messages = append(messages, merged[i])
		}
	}
	c.rename(messages, &n, p)
	c.placeMessages(messages, p)
	c.dropAbsent(&n, p)
}

// nameKey is what messages, and calls, of one id share.
type nameKey struct {
	kind Kind
	id   string
}

// placeMessages shows the messages: at their blocks where they have one, else
// at the end of the transcript.
func (c *Conversation) placeMessages(messages []agui.Message, p place) {
	seen := make(map[nameKey]int, len(messages))
	for i := range messages {
		m := &messages[i]
		c.openers[m.ID] = openerOf(m.Owner)
		p.owner = m.Owner
		key := nameKey{kindOf(m), m.ID}
		nth := seen[key]
		seen[key]++
		switch m.Role {
		case agui.RoleTool:
			c.attach(m, p)
		case agui.RoleActivity:
			c.placeActivity(m, nth, p)
		default:
			c.placeText(m, nth, p)
			c.placeCalls(m, seen, p)
		}
	}
}

func kindOf(m *agui.Message) Kind {
	switch m.Role {
	case agui.RoleReasoning:
		return Reasoning
	case agui.RoleActivity:
		return Activity
	default:
		return Message
	}
}

// placed returns the block of a message that is complete, and opens it if need
// be.
func (c *Conversation) placed(kind Kind, id string, nth int, p place) *Block {
	key := keyOf(kind, id, nth)
	b := c.index[key]
	if b == nil {
		b = c.add(kind, id, p)
		b.nth, b.Phase, b.Closed = key.n, Done, p.at
		c.index[key] = b
		return b
	}
	if b.gone {
		b.gone, b.Hidden = false, false
		c.touch(b, p.frame)
	}
	return b
}

func (c *Conversation) placeText(m *agui.Message, nth int, p place) {
	kind := kindOf(m)
	bare := m.Role == agui.RoleAssistant && m.Content == nil && !m.EncryptedValue.Set
	if bare && c.index[keyOf(kind, m.ID, nth)] == nil {
		return
	}
	b := c.placed(kind, m.ID, nth, p)
	changed := c.setContent(b, m.Content)
	if b.Role != m.Role || b.Name != m.Name.Value {
		b.Role, b.Name = m.Role, m.Name.Value
		changed = true
	}
	hidden := b.Hidden
	c.setCommon(b, m, p)
	if changed || b.Hidden != hidden {
		c.touch(b, p.frame)
	}
}

// setCommon takes over what messages of all roles have.
func (c *Conversation) setCommon(b *Block, m *agui.Message, p place) {
	size := len(m.EncryptedValue.Value)
	if b.Owner != m.Owner || b.EncryptedSize != size || !bytes.Equal(b.Metadata, m.Metadata) {
		c.own(b, m.Owner)
		b.EncryptedSize, b.Metadata = size, m.Metadata
		c.touch(b, p.frame)
	}
	if m.Owner.Set {
		c.agent(m.Owner.Value, p.at)
	}
	b.veil()
}

// placeCalls shows the calls of a message. Several calls of one id are one,
// unless they differ.
func (c *Conversation) placeCalls(m *agui.Message, seen map[nameKey]int, p place) {
	for i := range m.ToolCalls {
		call := &m.ToolCalls[i]
		nth := seen[nameKey{ToolCall, call.ID}]
		if nth > 0 {
			first := c.index[blockKey{call.ID, ToolCall, 0}]
			if first.Name == call.Name && string(first.Text.Bytes) == call.Arguments {
				continue
			}
		}
		seen[nameKey{ToolCall, call.ID}]++
		c.placeCall(m, call, nth, p)
	}
}

func (c *Conversation) placeCall(m *agui.Message, call *agui.ToolCall, nth int, p place) {
	isNew := c.index[keyOf(ToolCall, call.ID, nth)] == nil
	b := c.placed(ToolCall, call.ID, nth, p)
	if isNew {
		c.claimOrphan(b, p)
		c.enterPhase(b, b.outcome())
	}
	changed := c.setText(b, call.Arguments)
	size := len(call.EncryptedValue.Value)
	if b.Name != call.Name || b.Owner != m.Owner || b.EncryptedSize != size || !bytes.Equal(b.Metadata, call.Metadata) {
		c.own(b, m.Owner)
		b.Name, b.EncryptedSize, b.Metadata = call.Name, size, call.Metadata
		changed = true
	}
	if m.Owner.Set {
		c.agent(m.Owner.Value, p.at)
	}
	if changed {
		c.touch(b, p.frame)
	}
}

// census counts what the reducer holds.
type census struct {
	messages map[string]int
	activity map[string]int
	calls    map[string]int
	results  map[resultKey]bool
	answers  map[string][]string // the ids of the results of a call
}

func takeCensus(messages []agui.Message) census {
	n := census{
		messages: make(map[string]int, len(messages)),
		activity: map[string]int{},
		calls:    map[string]int{},
		results:  map[resultKey]bool{},
		answers:  map[string][]string{},
	}
	for i := range messages {
		m := &messages[i]
		if m.Role == agui.RoleActivity {
			n.activity[m.ID]++
			continue
		}
		n.messages[m.ID]++
		if m.Role == agui.RoleTool {
			n.answer(resultKey{m.ID, m.ToolCallID.Value})
		}
		for j := range m.ToolCalls {
			n.calls[m.ToolCalls[j].ID]++
		}
	}
	return n
}

func (n *census) answer(key resultKey) {
	if !n.results[key] {
		n.results[key] = true
		n.answers[key.call] = append(n.answers[key.call], key.message)
	}
}

// has reports whether the message or call that the block shows is still there.
func (n *census) has(b *Block) bool {
	switch b.Kind {
	case ToolCall:
		return int(b.nth) < n.calls[b.Key]
	case Activity:
		return int(b.nth) < n.activity[b.Key]
	case Message:
		if b.Role == agui.RoleTool && b.ParentCall != "" {
			return n.results[resultKey{b.Key, b.ParentCall}]
		}
		return int(b.nth) < n.messages[b.Key]
	case Reasoning:
		return b.span || int(b.nth) < n.messages[b.Key]
	default:
		return true
	}
}

// dropAbsent hides the blocks whose message is gone.
func (c *Conversation) dropAbsent(n *census, p place) {
	for _, b := range c.blocks {
		if b.gone {
			continue
		}
		if n.has(b) {
			if b.Kind == ToolCall && b.Result != nil && !n.results[resultKey{b.ResultFrom().ID, b.Key}] {
				c.renewResult(b, n, p)
			}
			continue
		}
		c.take(b, n, p)
	}
	for key := range c.results {
		if !n.results[key] {
			delete(c.results, key)
		}
	}
}

// renewResult follows a result that a snapshot has under another id, or takes
// it away.
func (c *Conversation) renewResult(b *Block, n *census, p place) {
	id, found := "", false
	for _, message := range n.answers[b.Key] {
		if c.results[resultKey{message, b.Key}] == b && (!found || message < id) {
			id, found = message, true
		}
	}
	if !found {
		c.dropResult(b, p)
		return
	}
	from := b.ResultFrom()
	from.ID = id
	b.ResultInfo = &from
	c.touch(b, p.frame)
}

// take hides a block whose message or call is gone. A result outlives its call
// and gets a block of its own then.
func (c *Conversation) take(b *Block, n *census, p place) {
	b.gone, b.Hidden = true, true
	if b.Phase == Live {
		c.settle(b, Cut, p)
	}
	c.touch(b, p.frame)
	from := b.ResultFrom()
	if b.Kind != ToolCall || b.Result == nil || !n.results[resultKey{from.ID, b.Key}] {
		return
	}
	m := agui.Message{
		ID: from.ID, Role: agui.RoleTool, Content: b.Result, ToolCallID: agui.Some(b.Key),
		Owner: from.Owner, Metadata: from.Metadata,
	}
	if b.failed {
		m.Error = agui.Some(from.Error)
	}
	c.attach(&m, p)
}

// rename finds the messages that a snapshot has under new ids: a block whose
// message is gone and a new message with the same role and text are one. The
// block keeps its place then.
func (c *Conversation) rename(messages []agui.Message, n *census, p place) {
	var fresh []*agui.Message
	for i := range messages {
		m := &messages[i]
		kind := kindOf(m)
		if kind == Activity || m.Role == agui.RoleTool || m.Content == nil || m.Content.Kind != agui.ContentText || m.Content.Text == "" {
			continue
		}
		if c.index[blockKey{m.ID, kind, 0}] == nil {
			fresh = append(fresh, m)
		}
	}
	if len(fresh) == 0 {
		return
	}
	lost := c.lostTexts(n)
	for _, m := range fresh {
		key := textKey{m.Role, m.Content.Text}
		blocks := lost[key]
		if len(blocks) == 0 || c.index[blockKey{m.ID, kindOf(m), 0}] != nil {
			continue
		}
		b := blocks[0]
		lost[key] = blocks[1:]
		delete(c.index, blockKey{b.Key, b.Kind, 0})
		b.Key = m.ID
		c.index[blockKey{b.Key, b.Kind, 0}] = b
		c.touch(b, p.frame)
	}
}

// textKey is what a message that got another id is known by.
type textKey struct{ role, text string }

// lostTexts returns the blocks whose message is gone, by what they say.
func (c *Conversation) lostTexts(n *census) map[textKey][]*Block {
	lost := map[textKey][]*Block{}
	for _, b := range c.blocks {
		isText := b.Kind == Reasoning && !b.span || b.Kind == Message && b.Role != agui.RoleTool
		if !isText || b.gone || b.nth > 0 || b.Phase == Live || n.has(b) {
			continue
		}
		key := textKey{b.Role, string(b.Text.Bytes)}
		lost[key] = append(lost[key], b)
	}
	return lost
}
