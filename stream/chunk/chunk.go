package chunk

import (
	"cmp"
	"maps"
	"slices"

	"agtui/stream/agui"
)

// kind is what a chunk belongs to.
type kind uint8

const (
	text kind = iota
	tool
	reasoning
	kinds int = iota
)

// key names a stream: ids of different kinds do not meet.
type key struct {
	kind kind
	id   string
}

// pending is a stream of chunks, open or remembered.
type pending struct {
	key
	role, name, parent agui.Opt[string]
	owner              agui.Opt[string] // the opener's tag
	lane               agui.Opt[string]
	// explicit: the stream was opened by a START event of the agent; its end
	// is the agent's to send.
	explicit bool
	seq      uint64
}

// slot is where a lane remembers its last stream of one kind.
type slot struct {
	lane agui.Opt[string]
	kind kind
}

// Expander expands the chunks of one response.
type Expander struct {
	lenient bool
	seq     uint64
	lanes   map[agui.Opt[string]]*pending
	holders map[key]*pending

	// What only a lenient expander keeps.
	last     map[slot]pending
	explicit map[key]pending
	calls    *Calls
	runID    string
	minted   int

	faults []agui.Finding
}

// New returns an expander for one response. A lenient one goes on where the
// reference client fails.
func New(lenient bool) *Expander {
	return &Expander{
		lenient:  lenient,
		lanes:    make(map[agui.Opt[string]]*pending),
		holders:  make(map[key]*pending),
		last:     make(map[slot]pending),
		explicit: make(map[key]pending),
		calls:    NewCalls(),
	}
}

// Calls returns what a lenient expander knows of tool calls; it stays the same.
func (x *Expander) Calls() *Calls { return x.calls }

// Expand appends to out what ev becomes: ev itself, unless it is a chunk,
// after the ends of the streams that it closes. Ends carry frame 0; what is
// made of a chunk carries the chunk's frame. ev is not changed and not kept.
//
// A finding that is fatal means that the reference client fails here. It
// precedes the events; a strict expander then appends none.
func (x *Expander) Expand(ev *agui.Event, out []agui.Event) ([]agui.Event, []agui.Finding) {
	switch ev.Type {
	case agui.TextMessageChunk:
		return x.chunk(text, ev, ev.MessageID, out)
	case agui.ToolCallChunk:
		return x.chunk(tool, ev, ev.ToolCallID, out)
	case agui.ReasoningMessageChunk:
		return x.chunk(reasoning, ev, ev.MessageID, out)
	default:
	}
	if len(x.lanes) > 0 {
		out = x.interrupt(ev, out)
	}
	if x.lenient {
		x.watch(ev)
	}
	return append(out, *ev), nil
}

// interrupt closes the lanes that an event other than a chunk closes.
func (x *Expander) interrupt(ev *agui.Event, out []agui.Event) []agui.Event {
	switch ev.Type {
	case agui.RunStarted, agui.RunFinished, agui.RunError, agui.MessagesSnapshot:
		return x.closeAll(out)
	case agui.SubagentFinished, agui.SubagentError:
		if ev.Subagent == nil {
			return out
		}
		return x.close(agui.Some(ev.Subagent.ID), out)
	case agui.TextMessageStart, agui.TextMessageContent, agui.TextMessageEnd,
		agui.ToolCallStart, agui.ToolCallArgs, agui.ToolCallEnd, agui.ToolCallResult,
		agui.ReasoningStart, agui.ReasoningEnd, agui.ReasoningMessageStart,
		agui.ReasoningMessageContent, agui.ReasoningMessageEnd,
		agui.StateSnapshot, agui.StateDelta, agui.StepStarted, agui.StepFinished, agui.Custom:
		return x.close(ev.Owner, out)
	default:
		return out
	}
}

// chunk expands one chunk.
func (x *Expander) chunk(k kind, ev *agui.Event, id agui.Opt[string], out []agui.Event) ([]agui.Event, []agui.Finding) {
	x.faults = nil
	if x.lenient && k == tool && id.Set {
		x.calls.name(id.Value, ev.Name)
	}
	lane, ok := x.lane(k, ev, id)
	if !ok {
		return out, x.faults
	}
	emitted := len(out)
	p := x.lanes[lane]
	if p != nil && p.kind == k && (!id.Set || id.Value == p.id) {
		late := x.late(p, ev)
		if !x.agree(p, ev) {
			return out, x.faults
		}
		if late {
			p.name = ev.Name
			x.calls.name(p.id, ev.Name)
			x.last[slot{p.lane, p.kind}] = *p
			out = append(out, end(p), start(p, ev))
		}
	} else {
		opener, ok := x.opener(k, ev, id, lane)
		if !ok {
			return out, x.faults
		}
		out = x.close(lane, out)
		p = x.open(opener)
		// An explicit stream that the reference would fail on because of the
		// missing name is simply continued.
		if !opener.explicit || len(x.faults) == 0 {
			out = append(out, start(p, ev))
		}
	}
	bare := len(out) == emitted && ev.Metadata != nil
	if ev.Delta.Set || ev.RawEvent != nil || bare {
		out = append(out, x.content(p, ev))
	}
	return out, x.faults
}

// lane picks the lane of a chunk.
func (x *Expander) lane(k kind, ev *agui.Event, id agui.Opt[string]) (agui.Opt[string], bool) {
	if id.Set {
		holder := x.holders[key{k, id.Value}]
		if holder == nil {
			return ev.Owner, true
		}
		if ev.Owner.Set && ev.Owner != holder.lane {
			return holder.lane, x.fault(agui.NewFinding(agui.RuleChunkTag, ev.Frame,
				"%s %q: subagentRunId %q differs from the open stream's owner (%s)",
				ev.Type, id.Value, ev.Owner.Value, owner(holder.lane)), "the owner stays")
		}
		return holder.lane, true
	}
	if ev.Owner.Set {
		return ev.Owner, true
	}
	return x.onlyLane(k, ev)
}

// onlyLane picks the lane of a chunk that names neither id nor owner.
func (x *Expander) onlyLane(k kind, ev *agui.Event) (agui.Opt[string], bool) {
	if p := x.lanes[agui.Opt[string]{}]; p != nil && p.kind == k {
		return p.lane, true
	}
	var newest *pending
	found := 0
	for _, p := range x.lanes {
		if p.kind != k {
			continue
		}
		found++
		if newest == nil || p.seq > newest.seq {
			newest = p
		}
	}
	switch {
	case found == 1:
		return newest.lane, true
	case found > 1:
		return newest.lane, x.fault(agui.NewFinding(agui.RuleChunkAmbiguous, ev.Frame,
			"%s names neither an id nor a subagentRunId, and %d streams are open", ev.Type, found),
			"added to "+quote(newest.id)+", the newest")
	case x.lenient:
		return x.lastLane(k), true
	default:
		return agui.Opt[string]{}, true
	}
}

// late tells whether a continuation brings the name that its call still lacks.
func (x *Expander) late(p *pending, ev *agui.Event) bool {
	return x.lenient && p.kind == tool && p.name.Value == "" && ev.Name.Value != ""
}

// agree checks a continuation against its opener.
func (x *Expander) agree(p *pending, ev *agui.Event) bool {
	ok := true
	check := func(field string, got, want agui.Opt[string]) {
		if !ok || !got.Set || got == want {
			return
		}
		had, done := "none", "that stays"
		if want.Set {
			had = quote(want.Value)
		}
		if field == "toolCallName" && x.late(p, ev) {
			done = "the call takes it"
		}
		ok = x.fault(agui.NewFinding(agui.RuleChunkMismatch, ev.Frame,
			"%s %q: %s %q, but the stream was opened with %s", ev.Type, p.id, field, got.Value, had), done)
	}
	switch p.kind {
	case text:
		check("role", ev.Role, p.role)
		check("name", ev.Name, p.name)
	case tool:
		check("toolCallName", ev.Name, p.name)
		check("parentMessageId", ev.ParentID, p.parent)
	case reasoning:
	}
	return ok
}

// opener makes the stream that a chunk opens.
func (x *Expander) opener(k kind, ev *agui.Event, id, lane agui.Opt[string]) (pending, bool) {
	if !id.Set {
		f := agui.NewFinding(agui.RuleChunkNoID, ev.Frame, "%s has no %s and continues nothing", ev.Type, idField(k))
		if !x.lenient {
			return pending{}, x.fault(f, "")
		}
		p, known := x.remembered(k, ev, lane)
		done := "added to " + quote(p.id) + ", which came last"
		if !known {
			done = "it begins " + quote(p.id)
		}
		return p, x.fault(f, done)
	}
	p := pending{key: key{k, id.Value}, owner: ev.Owner, lane: lane}
	switch k {
	case text:
		p.role, p.name = agui.Some(ev.Role.Or(agui.RoleAssistant)), ev.Name
	case tool:
		p.name, p.parent = ev.Name, ev.ParentID
	case reasoning:
		p.role = agui.Some(agui.RoleReasoning)
	}
	if k == tool && !p.name.Set {
		done := "the call stays without a name"
		if name := x.calls.Of(p.id).Name; name != "" {
			p.name, done = agui.Some(name), "it goes on with call "+quote(name)
		}
		ok := x.fault(agui.NewFinding(agui.RuleChunkIncomplete, ev.Frame,
			"%s %q opens a tool call without toolCallName", ev.Type, p.id), done)
		if !ok {
			return pending{}, false
		}
	}
	if e, ok := x.explicit[p.key]; ok {
		p.explicit, p.owner = true, e.owner
	}
	return p, true
}

// open makes p the pending stream of its lane.
func (x *Expander) open(p pending) *pending {
	x.seq++
	p.seq = x.seq
	x.lanes[p.lane] = &p
	x.holders[p.key] = &p
	if x.lenient {
		x.last[slot{p.lane, p.kind}] = p
	}
	if x.lenient && p.kind == tool && !p.explicit {
		x.calls.start(p.id, p.name.Value, p.parent)
	}
	return &p
}

// close ends the pending stream of a lane.
func (x *Expander) close(lane agui.Opt[string], out []agui.Event) []agui.Event {
	p := x.lanes[lane]
	if p == nil {
		return out
	}
	delete(x.lanes, lane)
	delete(x.holders, p.key)
	if p.explicit {
		return out
	}
	return append(out, end(p))
}

// closeAll ends every pending stream, the oldest first.
func (x *Expander) closeAll(out []agui.Event) []agui.Event {
	open := slices.SortedFunc(maps.Values(x.lanes), func(a, b *pending) int { return cmp.Compare(a.seq, b.seq) })
	for _, p := range open {
		out = x.close(p.lane, out)
	}
	return out
}

// fault reports f, with what is done about it, and tells whether to go on.
func (x *Expander) fault(f agui.Finding, done string) bool {
	if x.lenient {
		f.Message += "; " + done
	}
	x.faults = append(x.faults, f)
	return x.lenient
}
