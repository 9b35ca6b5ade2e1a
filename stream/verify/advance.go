package verify

import "agtui/stream/agui"

// Advance notes that ev happened.
func (v *Verifier) Advance(ev *agui.Event) {
	switch ev.Type {
	case agui.Meta, agui.UnknownType:
		return
	case agui.RunStarted:
		v.start(ev)
		return
	case agui.RunFinished:
		v.phase, v.reopened = Finished, false
		return
	case agui.RunError:
		v.phase, v.reopened = Errored, false
		return
	default:
		v.reopened = v.phase == Finished || v.phase == Errored
	}
	v.advance(ev)
}

// start notes the start of a run.
func (v *Verifier) start(ev *agui.Event) {
	if v.phase == Finished || v.phase == Errored {
		v.reset()
	}
	v.phase, v.reopened = Running, false
	v.provisional = Provisional(ev)
	run := runOf(ev)
	if !v.provisional {
		v.run, v.thread = agui.Some(run.RunID), agui.Some(run.ThreadID)
	}
	if run.Input != nil {
		v.seed(run.Input.Messages, false)
	}
}

// reset forgets what belongs to the run before.
func (v *Verifier) reset() {
	for i := range v.open {
		v.open[i].clear()
	}
	for i := range v.owners {
		clear(v.owners[i])
	}
	v.steps.clear()
	clear(v.closed)
	v.run = agui.Opt[string]{}
}

// advance notes an event inside a run.
func (v *Verifier) advance(ev *agui.Event) {
	switch ev.Type {
	case agui.TextMessageStart, agui.ReasoningStart, agui.ReasoningMessageStart:
		t := targetOf(ev)
		v.open[t.kind].add(t.id)
		v.own(t.entity, t.id, ev.Owner)
	case agui.ToolCallStart:
		v.open[ToolCall].add(ev.ToolCallID.Value)
		owner := ev.Owner
		if !owner.Set && ev.ParentID.Set {
			owner, _ = v.owners[MessageEntity].of(ev.ParentID.Value)
		}
		v.own(ToolCallEntity, ev.ToolCallID.Value, owner)
	case agui.TextMessageEnd, agui.ToolCallEnd, agui.ReasoningEnd, agui.ReasoningMessageEnd:
		t := targetOf(ev)
		v.open[t.kind].remove(t.id)
	case agui.StepStarted:
		v.steps.add(Step{ev.Owner, ev.Name.Value})
	case agui.StepFinished:
		v.steps.remove(Step{ev.Owner, ev.Name.Value})
	case agui.SubagentStarted:
		v.open[Subagent].add(subagentOf(ev).ID)
	case agui.SubagentFinished, agui.SubagentError:
		id := subagentOf(ev).ID
		v.open[Subagent].remove(id)
		v.closed[id] = struct{}{}
	case agui.MessagesSnapshot:
		v.seed(ev.Messages, true)
	case agui.ToolCallResult:
		v.owners[MessageEntity].set(ev.MessageID.Value, ev.Owner)
	case agui.ActivitySnapshot:
		if _, known := v.owners[ActivityEntity][ev.MessageID.Value]; !known || ev.Replace.Or(true) {
			v.owners[ActivityEntity].set(ev.MessageID.Value, ev.Owner)
		}
	default:
	}
}

// own records an owner unless there is one.
func (v *Verifier) own(e Entity, id string, owner Owner) {
	if _, known := v.owners[e][id]; !known {
		v.owners[e].set(id, owner)
	}
}

// seed takes owners from messages. A snapshot's word outweighs what was known,
// that of a run's input does not.
func (v *Verifier) seed(messages []agui.Message, authoritative bool) {
	set := v.own
	if authoritative {
		set = func(e Entity, id string, owner Owner) { v.owners[e].set(id, owner) }
	}
	for i := range messages {
		m := &messages[i]
		switch m.Role {
		case agui.RoleReasoning:
			set(ReasoningEntity, m.ID, m.Owner)
		case agui.RoleActivity:
			set(ActivityEntity, m.ID, m.Owner)
		default:
			set(MessageEntity, m.ID, m.Owner)
		}
		for j := range m.ToolCalls {
			set(ToolCallEntity, m.ToolCalls[j].ID, m.Owner)
		}
	}
}
