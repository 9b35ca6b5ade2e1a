package store

import (
	"time"

	"agtui/stream/agui"
)

// Begin records that a request goes out: it begins a run, shows the messages
// that the conversation does not have yet, and marks the questions that it
// answers.
func (c *Conversation) Begin(in *agui.RunAgentInput, at time.Time) Change {
	c.start()
	if r := c.Current(); r != nil && !c.now.over {
		c.finishBody(Ending{}, at)
	}
	c.newRun(&Run{ThreadID: in.ThreadID, RunID: in.RunID, ParentRunID: in.ParentRunID}, at)
	c.now.requested = true
	c.now.offer(in.Tools)
	p := c.here(0, at)
	fresh := c.unknown(in.Messages)
	for i := range fresh {
		c.reducer.Add(fresh[i])
	}
	c.placeMessages(fresh, p)
	c.answer(in.Resume, p)
	return c.change
}

// unknown returns the messages whose id the reducer does not have.
func (c *Conversation) unknown(messages []agui.Message) []agui.Message {
	var fresh []agui.Message
	for i := range messages {
		if _, ok := c.reducer.Role(messages[i].ID); !ok {
			fresh = append(fresh, messages[i])
		}
	}
	return fresh
}

// Apply takes in one event, as it is after expansion and repair, that arrived
// at the given time.
func (c *Conversation) Apply(ev *agui.Event, at time.Time) Change {
	c.start()
	c.sent = ev.Timestamp
	c.enter(ev, at)
	var fresh []agui.Message
	if ev.Type == agui.RunStarted && ev.Run != nil && ev.Run.Input != nil {
		fresh = c.unknown(ev.Run.Input.Messages)
	}
	overwrites := c.overwrites(ev)
	dropped := c.reduce(ev)
	if ev.Type == agui.RunStarted && ev.Run != nil {
		c.startRun(ev, at)
		c.mark(ev.Frame)
		c.placeMessages(fresh, c.here(ev.Frame, at))
		return c.change
	}
	c.mark(ev.Frame)
	p := c.here(ev.Frame, at)
	p.owner = ev.Owner
	if ev.Owner.Set {
		c.agent(ev.Owner.Value, at)
	}
	if !dropped {
		c.show(ev, overwrites, p)
	}
	return c.change
}

// overwrites reports whether an activity takes the place of another message.
func (c *Conversation) overwrites(ev *agui.Event) bool {
	if ev.Type != agui.ActivitySnapshot || c.index[blockKey{ev.MessageID.Value, Activity, 0}] != nil {
		return false
	}
	role, ok := c.reducer.Role(ev.MessageID.Value)
	return ok && role != agui.RoleActivity
}

// reduce hands the event to the reducer and reports whether it was dropped.
func (c *Conversation) reduce(ev *agui.Event) (dropped bool) {
	for _, f := range c.reducer.Apply(ev) {
		c.note(f)
		switch f.Rule {
		case agui.RuleDroppedDelta, agui.RuleSnapshotTypeClash:
			dropped = ev.Type != agui.ActivitySnapshot && ev.Type != agui.ReasoningEncryptedValue
		case agui.RulePatchFailed:
			c.patchFailed(ev.At())
			dropped = ev.Type == agui.StateDelta
		case agui.RuleTooDeep:
			dropped = true
		default:
		}
	}
	return dropped
}

// show brings the blocks in line with an event that the reducer took in.
func (c *Conversation) show(ev *agui.Event, overwrites bool, p place) {
	switch ev.Type {
	case agui.TextMessageStart:
		c.openText(Message, ev, p)
	case agui.TextMessageContent:
		c.growText(Message, ev, p)
	case agui.TextMessageEnd:
		c.endText(Message, ev, p)
	case agui.ReasoningMessageStart:
		c.openText(Reasoning, ev, p)
	case agui.ReasoningMessageContent:
		c.growText(Reasoning, ev, p)
	case agui.ReasoningMessageEnd:
		c.endText(Reasoning, ev, p)
	case agui.ReasoningStart:
		c.openSpan(ev, p)
	case agui.ReasoningEnd:
		c.closeSpan(ev, p)
	case agui.ReasoningEncryptedValue:
		c.encrypt(ev, p)
	case agui.StateSnapshot, agui.StateDelta:
		c.showState(ev)
	case agui.MessagesSnapshot:
		c.showSnapshot(ev, p)
	case agui.ActivitySnapshot, agui.ActivityDelta:
		c.showActivity(ev, overwrites, p)
	default:
		c.showMore(ev, p)
	}
}

// showMore is the second half of show: calls, steps, subagents, the end of
// runs, and what is only shown.
func (c *Conversation) showMore(ev *agui.Event, p place) {
	switch {
	case ev.Type == agui.ToolCallStart:
		c.openCall(ev, p)
	case ev.Type == agui.ToolCallArgs:
		c.growCall(ev, p)
	case ev.Type == agui.ToolCallEnd:
		c.endCall(ev, p)
	case ev.Type == agui.ToolCallResult:
		c.now.answer(ev.ToolCallID.Value)
		c.attach(&agui.Message{
			ID: ev.MessageID.Value, Role: agui.RoleTool, Content: ev.Content,
			ToolCallID: ev.ToolCallID, Owner: ev.Owner, Metadata: ev.Metadata,
		}, p)
	case ev.Type == agui.StepStarted:
		c.startStep(ev, p)
	case ev.Type == agui.StepFinished:
		c.endStep(ev, p)
	case ev.Type == agui.SubagentStarted && ev.Subagent != nil:
		c.startAgent(ev, p)
	case (ev.Type == agui.SubagentFinished || ev.Type == agui.SubagentError) && ev.Subagent != nil:
		c.endAgent(ev, p)
	case ev.Type == agui.RunFinished && ev.Run != nil:
		c.finishRun(ev, p)
	case ev.Type == agui.RunError && ev.Run != nil:
		c.failRun(ev, p)
	default:
		c.notice(ev, p)
	}
}

// End records that the body of the response is over. It decides how a run
// ended whose terminal event did not come.
func (c *Conversation) End(e Ending, at time.Time) Change {
	c.start()
	if c.Current() == nil {
		c.newRun(&Run{}, at)
	}
	c.finishBody(e, at)
	return c.change
}

func (c *Conversation) finishBody(e Ending, at time.Time) {
	if c.now.over {
		return
	}
	r := c.Current()
	open := r.Status == Running
	c.now.over = true
	p := c.here(0, at)
	switch {
	case e.Fatal && !r.failed():
		r.Status, r.Error = FailedRun, e.Err
		open = true
	case open && c.now.terminal && e == (Ending{}):
		// It went on after its terminal event and then came to an end in order.
		r.Status, r.CancelledBy = statusOf(r.Outcome)
	case open:
		r.Status, r.Error = statusAt(e), e.Err
		if e.Stopped {
			r.CancelledBy = "you"
		}
		defer c.reopenQuestions(p)
	}
	if open {
		c.closeRun(p)
		return
	}
	c.cutLive(p)
	c.refreshPending()
	c.settleCalls(p)
	c.change.Run = true
}

// statusAt is the status of a run that ended without a terminal event.
func statusAt(e Ending) Status {
	switch {
	case e.Stopped:
		return Cancelled
	case e.TimedOut:
		return Incomplete
	case e.Broken:
		return FailedRun
	default:
		return Incomplete
	}
}
