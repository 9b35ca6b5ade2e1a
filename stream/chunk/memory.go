package chunk

import (
	"strconv"

	"agtui/stream/agui"
)

// watch follows what the agent opens and closes by itself, so that a lenient
// expander can tell what a chunk belongs to.
func (x *Expander) watch(ev *agui.Event) {
	x.calls.watch(ev)
	switch ev.Type {
	case agui.RunStarted:
		x.forget()
		if ev.Run != nil {
			x.runID = ev.Run.RunID
		}
	case agui.RunFinished, agui.RunError:
		clear(x.explicit)
	case agui.TextMessageStart:
		x.begin(pending{key: key{text, ev.MessageID.Value}, role: ev.Role, name: ev.Name}, ev)
	case agui.ReasoningMessageStart:
		x.begin(pending{key: key{reasoning, ev.MessageID.Value}, role: ev.Role}, ev)
	case agui.ToolCallStart:
		x.begin(pending{key: key{tool, ev.ToolCallID.Value}, name: ev.Name, parent: ev.ParentID}, ev)
	case agui.TextMessageEnd:
		delete(x.explicit, key{text, ev.MessageID.Value})
	case agui.ReasoningMessageEnd:
		delete(x.explicit, key{reasoning, ev.MessageID.Value})
	case agui.ToolCallEnd:
		delete(x.explicit, key{tool, ev.ToolCallID.Value})
	default:
	}
}

// begin notes an explicit start. One of what is open changes nothing, but for
// the name of a call that has none.
func (x *Expander) begin(p pending, ev *agui.Event) {
	x.seq++
	p.owner, p.lane, p.explicit, p.seq = ev.Owner, ev.Owner, true, x.seq
	if p.kind == text && !p.role.Set {
		p.role = agui.Some(agui.RoleAssistant)
	}
	before, open := x.explicit[p.key]
	switch {
	case p.kind == tool && before.name.Value != "":
		p.name, p.parent = before.name, before.parent
	case p.kind == tool:
		x.calls.start(p.id, p.name.Value, p.parent)
		if known := x.calls.Of(p.id).Name; !p.name.Set && known != "" {
			p.name = agui.Some(known)
		}
		before.name = p.name
	}
	if !open {
		before = p
	}
	x.explicit[p.key] = before
	x.last[slot{p.lane, p.kind}] = p
}

// forget drops what belongs to the run before.
func (x *Expander) forget() {
	clear(x.last)
	clear(x.explicit)
	x.minted = 0
}

// lastLane is the lane that used this kind last: the parent's if it ever did.
func (x *Expander) lastLane(k kind) agui.Opt[string] {
	if _, ok := x.last[slot{kind: k}]; ok {
		return agui.Opt[string]{}
	}
	var newest pending
	for s, p := range x.last {
		if s.kind == k && p.seq > newest.seq {
			newest = p
		}
	}
	return newest.lane
}

// remembered is the stream that a chunk without id continues: the last one of
// its lane and kind, or a new one, that is not known, under an id of our own.
func (x *Expander) remembered(k kind, ev *agui.Event, lane agui.Opt[string]) (p pending, known bool) {
	if p, ok := x.last[slot{lane, k}]; ok {
		_, p.explicit = x.explicit[p.key]
		return p, true
	}
	x.minted++
	p = pending{
		key:   key{k, "chunk:" + x.runID + ":" + strconv.Itoa(x.minted)},
		owner: lane, lane: lane, name: ev.Name,
	}
	switch k {
	case text:
		p.role = agui.Some(ev.Role.Or(agui.RoleAssistant))
	case tool:
		p.parent = ev.ParentID
		p.name = agui.Some(ev.Name.Value)
	case reasoning:
		p.role = agui.Some(agui.RoleReasoning)
	}
	return p, false
}
