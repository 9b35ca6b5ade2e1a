package repair

import (
	"agtui/stream/agui"
	"agtui/stream/verify"
)

// subject is what an event is about.
type subject struct {
	kind   verify.Kind
	entity verify.Entity
	id     string
	start  agui.EventType // what opens it
}

// subjectOf tells what a start, content or end is about.
func subjectOf(ev *agui.Event) subject {
	switch ev.Type {
	case agui.ToolCallStart, agui.ToolCallArgs, agui.ToolCallEnd:
		return subject{verify.ToolCall, verify.ToolCallEntity, ev.ToolCallID.Value, agui.ToolCallStart}
	case agui.ReasoningStart, agui.ReasoningEnd:
		return subject{verify.Span, verify.ReasoningEntity, ev.MessageID.Value, agui.ReasoningStart}
	case agui.ReasoningMessageStart, agui.ReasoningMessageContent, agui.ReasoningMessageEnd:
		return subject{verify.Reasoning, verify.ReasoningEntity, ev.MessageID.Value, agui.ReasoningMessageStart}
	default:
		return subject{verify.Text, verify.MessageEntity, ev.MessageID.Value, agui.TextMessageStart}
	}
}

// start ignores a start of what is open, but for its metadata and the name of a
// call that has none, and gives others the owner that is known.
func (r *Repairer) start(ev *agui.Event) {
	s := subjectOf(ev)
	belated := ev.Type == agui.ToolCallStart && r.nameless[s.id] && ev.Name.Value != ""
	if belated && r.v.IsOpen(s.kind, s.id) {
		r.emit(&agui.Event{Type: agui.ToolCallEnd, ToolCallID: ev.ToolCallID})
		r.did("the call had no name yet and takes this one")
	}
	if belated || !r.v.IsOpen(s.kind, s.id) {
		e := *ev
		r.disown(&e, s)
		r.emit(&e)
		r.continued()
		return
	}
	if ev.Metadata == nil || s.kind == verify.Span {
		r.did("ignored")
		return
	}
	r.did("only its metadata is used")
	e := agui.Event{
		Type: agui.TextMessageContent, Frame: ev.Frame, Timestamp: ev.Timestamp,
		MessageID: ev.MessageID, ToolCallID: ev.ToolCallID,
		Delta: agui.Some(""), Metadata: ev.Metadata, RawEvent: ev.RawEvent,
	}
	switch s.kind {
	case verify.ToolCall:
		e.Type = agui.ToolCallArgs
	case verify.Reasoning:
		e.Type = agui.ReasoningMessageContent
	default:
	}
	r.emit(&e)
}

// activities notes which ids of a snapshot are those of activities. An activity
// that it lacks may be gone.
func (r *Repairer) activities(messages []agui.Message) {
	clear(r.acts)
	for i := range messages {
		if m := &messages[i]; m.Role == agui.RoleActivity {
			r.acts[m.ID] = true
		}
	}
	for i := range messages {
		if m := &messages[i]; m.Role != agui.RoleActivity {
			delete(r.acts, m.ID)
		}
	}
}

// content opens what it belongs to, if need be. No text can be opened under the
// id of an activity.
func (r *Repairer) content(ev *agui.Event) {
	s := subjectOf(ev)
	open := r.v.IsOpen(s.kind, s.id)
	if !open && s.kind != verify.ToolCall && r.acts[s.id] {
		r.did("ignored, the id is that of an activity")
		return
	}
	e := *ev
	r.disown(&e, s)
	if !open {
		r.open(&e, s)
		r.did("opened")
	}
	r.emit(&e)
	r.continued()
}

// end is dropped where nothing is open.
func (r *Repairer) end(ev *agui.Event) {
	s := subjectOf(ev)
	if !r.v.IsOpen(s.kind, s.id) {
		r.did("ignored")
		return
	}
	e := *ev
	r.disown(&e, s)
	r.emit(&e)
	r.continued()
}

// open emits the start that the content ev lacks.
func (r *Repairer) open(ev *agui.Event, s subject) {
	owner, known := r.v.Owner(s.entity, s.id)
	if !known {
		owner = ev.Owner
	}
	e := agui.Event{Type: s.start, MessageID: ev.MessageID, ToolCallID: ev.ToolCallID, Owner: owner}
	switch s.kind {
	case verify.ToolCall:
		c := r.calls.Of(s.id)
		e.Name = agui.Some(c.Name)
		if r.fits(c.Parent, owner) {
			e.ParentID = c.Parent
		}
	case verify.Reasoning:
		e.Role = agui.Some(agui.RoleReasoning)
	default:
		e.Role = agui.Some(agui.RoleAssistant)
	}
	r.emit(&e)
}

// fits tells whether a call of that owner may hang under that message.
func (r *Repairer) fits(parent agui.Opt[string], owner verify.Owner) bool {
	if !parent.Set {
		return false
	}
	own, known := r.v.Owner(verify.MessageEntity, parent.Value)
	return !known || own == owner
}

// disown replaces a tag that contradicts the recorded owner.
func (r *Repairer) disown(ev *agui.Event, s subject) {
	before := *ev
	own, known := r.v.Owner(s.entity, s.id)
	if ev.Type == agui.ToolCallStart && ev.ParentID.Set {
		parent, parentKnown := r.v.Owner(verify.MessageEntity, ev.ParentID.Value)
		switch {
		case !parentKnown:
		case known && parent != own:
			// The call was there first, under another message.
			ev.ParentID = agui.Opt[string]{}
		case ev.Owner.Set:
			own, known = parent, true
		}
	}
	if known && ev.Owner.Set && ev.Owner != own {
		ev.Owner = own
	}
	if ev.Owner != before.Owner {
		r.did("the owner stays " + name(own))
	}
	if ev.ParentID != before.ParentID {
		r.did("the call stays where it is")
	}
}

// name names an owner for people.
func name(o verify.Owner) string {
	if !o.Set {
		return "the parent agent"
	}
	return "subagent " + o.Value
}
