package reducer

import (
	"agtui/store/doc"
	"agtui/stream/agui"
)

// message is a message that can grow. Its text, calls and metadata are kept
// apart from base, which holds the rest.
type message struct {
	base    agui.Message // without ToolCalls and Metadata
	text    growing
	calls   []*call
	called  bool     // the key toolCalls is there
	content *doc.Doc // an activity's content, once a patch came
	stale   bool     // base.Content is older than text or content
	meta    metadata
	// shared: a snapshot put this message in more than one place.
	shared bool
}

// call is a tool call that can grow.
type call struct {
	base agui.ToolCall // without Arguments and Metadata
	args growing
	meta metadata
}

// growing is a string that is appended to: bytes while it grows, a string when
// it is asked for.
type growing struct {
	whole string
	bytes []byte // longer than whole when grown
	grown bool
}

func (g *growing) add(s string) {
	if g.bytes == nil {
		g.bytes = append(make([]byte, 0, len(g.whole)+len(s)), g.whole...)
	}
	g.bytes = agui.AppendText(g.bytes, s)
	g.grown = true
}

func (g *growing) String() string {
	if g.grown {
		g.whole, g.grown = string(g.bytes), false
	}
	return g.whole
}

func newMessage(m *agui.Message) *message {
	out := &message{base: *m, meta: metadata{raw: m.Metadata}}
	out.base.ToolCalls, out.base.Metadata = nil, nil
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
	out := &call{base: *c, args: growing{whole: c.Arguments}, meta: metadata{raw: c.Metadata}}
	out.base.Arguments, out.base.Metadata = "", nil
	return out
}

// addText appends to the content; one that is absent or not a string counts as
// empty.
func (m *message) addText(delta string) {
	m.text.add(delta)
	m.stale = true
}

// addCall appends a call.
func (m *message) addCall(c *call) {
	m.calls = append(m.calls, c)
	m.called = true
}

// written returns the content as it is now.
func (m *message) written() *agui.Content {
	if m.stale {
		if m.content != nil {
			m.base.Content = &agui.Content{Kind: agui.ContentOpaque, Opaque: m.content.Append(nil)}
		} else {
			m.base.Content = agui.Text(m.text.String())
		}
		m.stale = false
	}
	return m.base.Content
}

// freeze returns the message as it is now.
func (m *message) freeze() agui.Message {
	m.written()
	out := m.base
	out.Metadata = m.meta.freeze()
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
	return &out
}

func (c *call) freeze() agui.ToolCall {
	out := c.base
	out.Arguments = c.args.String()
	out.Metadata = c.meta.freeze()
	return out
}
