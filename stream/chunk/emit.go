package chunk

import (
	"strconv"

	"agtui/stream/agui"
)

// start is the START event of a stream that ev opens.
func start(p *pending, ev *agui.Event) agui.Event {
	e := agui.Event{Frame: ev.Frame, Owner: p.owner, Metadata: ev.Metadata}
	identify(&e, p)
	switch p.kind {
	case text:
		e.Type, e.Role, e.Name = agui.TextMessageStart, p.role, p.name
	case tool:
		e.Type, e.Name, e.ParentID = agui.ToolCallStart, p.name, p.parent
	case reasoning:
		e.Type, e.Role = agui.ReasoningMessageStart, p.role
	}
	return e
}

// content is the content event of a chunk.
func (x *Expander) content(p *pending, ev *agui.Event) agui.Event {
	e := agui.Event{
		Frame: ev.Frame, Owner: ev.Owner, Metadata: ev.Metadata, RawEvent: ev.RawEvent,
		Delta: agui.Some(ev.Delta.Value),
	}
	// A tag that differs from the stream's was reported; the opener's stays.
	if !e.Owner.Set || e.Owner != p.lane || p.explicit {
		e.Owner = p.owner
	}
	identify(&e, p)
	switch p.kind {
	case text:
		e.Type = agui.TextMessageContent
	case tool:
		e.Type = agui.ToolCallArgs
	case reasoning:
		e.Type = agui.ReasoningMessageContent
	}
	return e
}

// end is the END event of a stream; the client makes it up.
func end(p *pending) agui.Event {
	e := agui.Event{Owner: p.owner}
	identify(&e, p)
	switch p.kind {
	case text:
		e.Type = agui.TextMessageEnd
	case tool:
		e.Type = agui.ToolCallEnd
	case reasoning:
		e.Type = agui.ReasoningMessageEnd
	}
	return e
}

// identify sets the id of the stream.
func identify(e *agui.Event, p *pending) {
	if p.kind == tool {
		e.ToolCallID = agui.Some(p.id)
		return
	}
	e.MessageID = agui.Some(p.id)
}

// idField is the name of the field that has a stream's id.
func idField(k kind) string {
	if k == tool {
		return "toolCallId"
	}
	return "messageId"
}

// owner names the owner of a lane for people.
func owner(lane agui.Opt[string]) string {
	if !lane.Set {
		return "the parent agent"
	}
	return "subagent " + quote(lane.Value)
}

func quote(s string) string { return strconv.Quote(s) }
