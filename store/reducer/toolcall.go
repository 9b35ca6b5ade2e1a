package reducer

import "agtui/stream/agui"

func (r *Reducer) callStart(ev *agui.Event) {
	id := ev.ToolCallID.Value
	if at, ok := r.list.calls[id]; ok {
		r.callAgain(ev, at.call)
		return
	}
	n := r.callHome(ev)
	c := &call{id: id, name: ev.Name.Value}
	c.meta.merge(ev.Metadata)
	n.msg.addCall(c)
	r.list.calls[id] = callAt{node: n, call: c}
}

// callAgain starts a call that exists: its arguments stay.
func (r *Reducer) callAgain(ev *agui.Event, c *call) {
	if name := ev.Name.Value; name != c.name {
		if c.name != "" {
			r.warn(agui.RuleNameChanged, "%v: tool call %q was %q and is now %q",
				ev.Type, c.id, c.name, name)
		}
		c.name = name
	}
	c.meta.merge(ev.Metadata)
}

// callHome finds or makes the assistant message that a new call belongs to.
func (r *Reducer) callHome(ev *agui.Event) *node {
	id := ev.ToolCallID.Value
	// The reference takes an empty parentMessageId for none.
	if parent := ev.ParentID.Value; parent != "" {
		n := r.list.byID[parent]
		switch {
		case n == nil:
			id = parent
		case n.msg.role == agui.RoleAssistant:
			return n
		default:
			r.warn(agui.RuleParentClash, "%v: the parent %q of tool call %q is %s message; the call gets one of its own",
				ev.Type, parent, id, article(n.msg.role))
		}
	}
	m := &agui.Message{ID: id, Role: agui.RoleAssistant}
	if r.list.byID[id] == nil {
		m.Owner = ev.Owner
	}
	return r.list.push(newMessage(m))
}

func (r *Reducer) callArgs(ev *agui.Event) {
	if c := r.callTarget(ev); c != nil {
		c.args.add(ev.Delta.Value)
		c.meta.merge(ev.Metadata)
	}
}

func (r *Reducer) callEnd(ev *agui.Event) {
	if c := r.callTarget(ev); c != nil {
		c.meta.merge(ev.Metadata)
		c.end()
	}
}

func (r *Reducer) callTarget(ev *agui.Event) *call {
	at, ok := r.list.calls[ev.ToolCallID.Value]
	if !ok {
		r.warn(agui.RuleDroppedDelta, "%v: there is no tool call %q; dropped", ev.Type, ev.ToolCallID.Value)
		return nil
	}
	return at.call
}

// callResult adds a tool message, also when its id or its call has one.
func (r *Reducer) callResult(ev *agui.Event) {
	m := newMessage(&agui.Message{
		ID:         ev.MessageID.Value,
		Role:       agui.RoleTool,
		Content:    ev.Content,
		ToolCallID: ev.ToolCallID,
		Owner:      ev.Owner,
		Metadata:   ev.Metadata,
	})
	r.list.answer(ev.ToolCallID.Value, m)
}
