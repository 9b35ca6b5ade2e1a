package reducer

import "agtui/stream/agui"

// textStart opens a message of text or reasoning. One that exists is
// continued: role, name and content stay.
func (r *Reducer) textStart(ev *agui.Event, role string) {
	n := r.list.byID[ev.MessageID.Value]
	if n == nil {
		m := &agui.Message{ID: ev.MessageID.Value, Role: role, Content: r.empty, Owner: ev.Owner}
		if ev.Type == agui.TextMessageStart {
			m.Name = ev.Name
		}
		n = r.list.push(newMessage(m))
		n.msg.meta.merge(ev.Metadata)
		return
	}
	if r.clashes(ev, n) {
		return
	}
	if (n.msg.role == agui.RoleReasoning) != (role == agui.RoleReasoning) {
		r.warn(agui.RuleSharedID, "%v: message %q is %s message; both share one text",
			ev.Type, ev.MessageID.Value, article(n.msg.role))
	}
	n.msg.meta.merge(ev.Metadata)
}

func (r *Reducer) textContent(ev *agui.Event) {
	if n := r.textTarget(ev); n != nil {
		n.msg.addText(ev.Delta.Value)
		n.msg.meta.merge(ev.Metadata)
	}
}

func (r *Reducer) textEnd(ev *agui.Event) {
	if n := r.textTarget(ev); n != nil {
		n.msg.meta.merge(ev.Metadata)
		n.msg.end()
	}
}

// textTarget finds the message that the event continues.
func (r *Reducer) textTarget(ev *agui.Event) *node {
	n := r.list.byID[ev.MessageID.Value]
	if n == nil {
		r.warn(agui.RuleDroppedDelta, "%v: there is no message %q; dropped", ev.Type, ev.MessageID.Value)
		return nil
	}
	if r.clashes(ev, n) {
		return nil
	}
	return n
}

// clashes reports whether the message is an activity, which no text may touch.
func (r *Reducer) clashes(ev *agui.Event, n *node) bool {
	if n.msg.role != agui.RoleActivity {
		return false
	}
	r.warn(agui.RuleSnapshotTypeClash, "%v: message %q is an activity; ignored", ev.Type, ev.MessageID.Value)
	return true
}

// encryptedValue stores an opaque value, to be sent back as it is.
func (r *Reducer) encryptedValue(ev *agui.Event) {
	e := ev.Encrypted
	if e == nil {
		return
	}
	if e.Subtype == "tool-call" {
		at, ok := r.list.calls[e.EntityID]
		if !ok {
			r.warn(agui.RuleDroppedDelta, "%v: there is no tool call %q (yet); dropped", ev.Type, e.EntityID)
			return
		}
		at.call.encrypt(e)
		return
	}
	n := r.list.byID[e.EntityID]
	switch {
	case n == nil:
		r.warn(agui.RuleDroppedDelta, "%v: there is no message %q (yet); dropped", ev.Type, e.EntityID)
	case n.msg.role == agui.RoleActivity:
		r.warn(agui.RuleSnapshotTypeClash, "%v: message %q is an activity; ignored", ev.Type, e.EntityID)
	default:
		r := n.msg.more()
		r.encryptedValue, r.encryptedType = agui.Some(e.Value), e.Type
	}
}
