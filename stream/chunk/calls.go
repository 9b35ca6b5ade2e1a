package chunk

import "agtui/stream/agui"

// Call is how a tool call was started last.
type Call struct {
	Name   string // "" while it is not known
	Parent agui.Opt[string]
}

// Calls knows the tool calls of a thread, so that they can go on under their
// names: by messages that precede the response or come in it, and by events. An
// expander that is lenient keeps it up to date; it is the one place where names
// of calls are remembered.
type Calls struct{ by map[string]Call }

// NewCalls returns a Calls that knows none.
func NewCalls() *Calls { return &Calls{by: map[string]Call{}} }

// Of returns how a call was started, the zero value for one that is not known.
func (c *Calls) Of(id string) Call { return c.by[id] }

// Learn takes the calls of messages.
func (c *Calls) Learn(messages []agui.Message) {
	for i := range messages {
		m := &messages[i]
		for j := range m.ToolCalls {
			c.start(m.ToolCalls[j].ID, m.ToolCalls[j].Name, agui.Some(m.ID))
		}
	}
}

// start notes how a call is started. An empty name is none: the one that is
// known stays.
func (c *Calls) start(id, name string, parent agui.Opt[string]) {
	if name == "" {
		name = c.by[id].Name
	}
	c.by[id] = Call{name, parent}
}

// name notes the name of a call that has none yet: that of another one stays.
func (c *Calls) name(id string, name agui.Opt[string]) {
	if name.Value != "" && c.by[id].Name == "" {
		c.by[id] = Call{name.Value, c.by[id].Parent}
	}
}

// watch follows what the messages of events tell about calls.
func (c *Calls) watch(ev *agui.Event) {
	switch ev.Type {
	case agui.RunStarted:
		if ev.Run != nil && ev.Run.Input != nil {
			c.Learn(ev.Run.Input.Messages)
		}
	case agui.MessagesSnapshot:
		c.Learn(ev.Messages)
	default:
	}
}
