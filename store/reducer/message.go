package reducer

import (
	"slices"

	"agtui/store/doc"
	"agtui/stream/agui"
)

// message is a message that can grow. A thread has many, and most have little:
// what few messages have stands apart.
type message struct {
	id, role string
	content  *agui.Content // nil where the key is absent
	owner    agui.Opt[string]
	rare     *rare // nil where there is nothing of it
	text     growing
	calls    []*call
	patched  *doc.Doc // an activity's content, once a patch came
	meta     metadata
	called   bool // the key toolCalls is there
	stale    bool // content is older than text or patched
	ended    bool // an end of it came
	// shared: a snapshot put this message in more than one place.
	shared bool
}

// rare is what few messages have.
type rare struct {
	name, toolCallID, err, activityType, encryptedValue, encryptedType agui.Opt[string]
	extra                                                              []agui.Field
}

// rareOf returns what a message has of what few have, nil for nothing.
func rareOf(m *agui.Message) *rare {
	if !m.Name.Set && !m.ToolCallID.Set && !m.Error.Set && !m.ActivityType.Set &&
		!m.EncryptedValue.Set && !m.EncryptedType.Set && m.Extra == nil {
		return nil
	}
	return &rare{m.Name, m.ToolCallID, m.Error, m.ActivityType, m.EncryptedValue, m.EncryptedType, m.Extra}
}

// more returns what few messages have, to change it.
func (m *message) more() *rare {
	if m.rare == nil {
		m.rare = &rare{}
	}
	return m.rare
}

// activityType is the type of an activity.
func (m *message) activityType() agui.Opt[string] {
	if m.rare == nil {
		return agui.Opt[string]{}
	}
	return m.rare.activityType
}

// call is a tool call that can grow.
type call struct {
	id, name string
	args     growing
	meta     metadata
	rare     *rareCall // nil where there is nothing of it
	ended    bool      // an end of it came
}

// rareCall is what few calls have.
type rareCall struct {
	encryptedValue, encryptedType agui.Opt[string]
	extra                         []agui.Field
}

// encrypt keeps an encrypted value.
func (c *call) encrypt(e *agui.Encrypted) {
	if c.rare == nil {
		c.rare = &rareCall{}
	}
	c.rare.encryptedValue, c.rare.encryptedType = agui.Some(e.Value), e.Type
}

// growing is a string that is appended to: bytes while it grows, a string when
// it is asked for. It is held once.
type growing struct {
	whole string
	bytes []byte // in place of whole where it is not nil
}

func (g *growing) add(s string) {
	if g.bytes == nil {
		g.bytes = append(make([]byte, 0, len(g.whole)+len(s)), g.whole...)
		g.whole = ""
	}
	g.bytes = agui.AppendText(g.bytes, s)
}

func (g *growing) String() string {
	if g.bytes != nil {
		g.whole, g.bytes = string(g.bytes), nil
	}
	return g.whole
}

func newMessage(m *agui.Message) *message {
	out := &message{id: m.ID, role: m.Role, content: m.Content, owner: m.Owner, rare: rareOf(m), meta: metadataOf(m.Metadata)}
	if m.Content != nil && m.Content.Kind == agui.ContentText {
		out.text.whole = m.Content.Text
	}
	if m.Role != agui.RoleAssistant {
		return out
	}
	out.called = m.ToolCalls != nil
	for i := range m.ToolCalls {
		out.calls = append(out.calls, newCall(&m.ToolCalls[i]))
	}
	return out
}

func newCall(c *agui.ToolCall) *call {
	out := &call{id: c.ID, name: c.Name, args: growing{whole: c.Arguments}, meta: metadataOf(c.Metadata)}
	if c.EncryptedValue.Set || c.EncryptedType.Set || c.Extra != nil {
		out.rare = &rareCall{c.EncryptedValue, c.EncryptedType, c.Extra}
	}
	return out
}

// addText appends to the content; one that is absent or not a string counts as
// empty.
func (m *message) addText(delta string) {
	m.text.add(delta)
	m.stale = true
}

// end notes an end. Most texts do not grow after the first one: what they had
// room for is given back. One that is opened again keeps its room.
func (m *message) end() {
	if !m.ended {
		m.ended = true
		_ = m.text.String()
	}
}

func (c *call) end() {
	if !c.ended {
		c.ended = true
		_ = c.args.String()
	}
}

// addCall appends a call.
func (m *message) addCall(c *call) {
	m.calls = append(m.calls, c)
	m.called = true
}

// written returns the content as it is now.
func (m *message) written() *agui.Content {
	if m.stale {
		if m.patched != nil {
			m.content = &agui.Content{Kind: agui.ContentOpaque, Opaque: m.patched.Append(nil)}
		} else {
			m.content = agui.Text(m.text.String())
		}
		m.stale = false
	}
	return m.content
}

// freeze returns the message as it is now.
func (m *message) freeze() agui.Message {
	out := agui.Message{ID: m.id, Role: m.role, Content: m.written(), Owner: m.owner, Metadata: m.meta.freeze()}
	if r := m.rare; r != nil {
		out.Name, out.ToolCallID, out.Error, out.ActivityType = r.name, r.toolCallID, r.err, r.activityType
		out.EncryptedValue, out.EncryptedType, out.Extra = r.encryptedValue, r.encryptedType, r.extra
	}
	if !m.called {
		return out
	}
	out.ToolCalls = make([]agui.ToolCall, len(m.calls))
	for i, c := range m.calls {
		out.ToolCalls[i] = c.freeze()
	}
	return out
}

// fork returns a copy that can change without changing m, for an activity.
func (m *message) fork() *message {
	out := *m
	out.shared = false
	out.meta = m.meta.clone()
	if m.rare != nil {
		r := *m.rare
		out.rare = &r
	}
	out.text.bytes = slices.Clone(m.text.bytes)
	return &out
}

func (c *call) freeze() agui.ToolCall {
	out := agui.ToolCall{ID: c.id, Name: c.name, Arguments: c.args.String(), Metadata: c.meta.freeze()}
	if r := c.rare; r != nil {
		out.EncryptedValue, out.EncryptedType, out.Extra = r.encryptedValue, r.encryptedType, r.extra
	}
	return out
}
