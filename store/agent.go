package store

import (
	"bytes"
	"time"

	"agtui/stream/agui"
)

// agent returns the subagent with the id; one that was never announced goes by
// its id and is a child of the parent agent.
func (c *Conversation) agent(id string, at time.Time) *Agent {
	if a := c.owners[id]; a != nil {
		return a
	}
	a := &Agent{ID: id, Name: id, Depth: 1, Index: len(c.agents), Started: at, Head: -1}
	c.owners[id] = a
	c.agents = append(c.agents, a)
	c.alive = append(c.alive, a)
	return a
}

// startAgent shows that a subagent started, perhaps again: a resumed run may
// start a suspended one under its old id.
func (c *Conversation) startAgent(ev *agui.Event, p place) {
	s := ev.Subagent
	p.owner = agui.Some(s.ID)
	a := c.agent(s.ID, p.at)
	if a.Head >= 0 && a.Phase == Live && c.blocks[a.Head].Run == p.run {
		return
	}
	if a.Head >= 0 && a.Phase == Waiting {
		c.settle(c.blocks[a.Head], Done, p)
	}
	tagged := len(c.tagged[s.ID]) > 0
	b := c.add(SubagentHead, s.ID, p)
	b.Name, b.Title, b.Metadata = s.Name, s.Description.Value, ev.Metadata
	b.ParentCall = s.ParentToolCall.Value
	depth := c.depthUnder(s)
	relabel := tagged && (a.Name != s.Name || a.Depth != depth)
	a.Name, a.Description, a.Depth = s.Name, s.Description.Value, depth
	a.Parent, a.ParentCall = s.ParentID, s.ParentToolCall
	if depth == 1 {
		a.Parent = agui.Opt[string]{}
	}
	b.Parent = a.Parent
	a.Phase, a.Started, a.Ended, a.Error, a.Head = Live, p.at, time.Time{}, "", b.ID
	c.alive = append(c.alive, a)
	if relabel {
		c.relabel(s.ID)
	}
}

// depthUnder returns how deep a subagent is; one whose parent is unknown, or
// is itself or below it, is a child of the parent agent.
func (c *Conversation) depthUnder(s *agui.Subagent) int {
	if !s.ParentID.Set {
		return 1
	}
	parent := c.owners[s.ParentID.Value]
	if parent == nil || parent.ID == s.ID {
		return 1
	}
	if a := c.owners[s.ID]; a == nil || !a.above { // nothing can be below it
		parent.above = true
		return parent.Depth + 1
	}
	for a := parent; a != nil; a = c.owners[a.Parent.Value] {
		if a.ID == s.ID {
			return 1
		}
		if !a.Parent.Set {
			break
		}
	}
	parent.above = true
	return parent.Depth + 1
}

// relabel marks the blocks of a subagent whose name or depth became known.
func (c *Conversation) relabel(id string) {
	for _, at := range c.tagged[id] {
		if b := c.blocks[at]; b.Owner.Set && b.Owner.Value == id {
			c.touch(b, 0)
		}
	}
}

// endAgent shows that a subagent finished, failed or waits.
func (c *Conversation) endAgent(ev *agui.Event, p place) {
	s := ev.Subagent
	p.owner = agui.Some(s.ID)
	a := c.agent(s.ID, p.at)
	if a.Head < 0 {
		b := c.add(SubagentHead, s.ID, p)
		b.Name = a.Name
		a.Head = b.ID
	}
	b := c.blocks[a.Head]
	phase := Done
	switch {
	case ev.Type == agui.SubagentError:
		phase = Failed
		a.Error = s.Message
		b.Error, b.ErrorCode = s.Message, s.Code.Value
	case s.Outcome != nil && s.Outcome.Type == agui.OutcomeSuspended:
		phase = Waiting
	}
	if len(s.Result) > 0 && !bytes.Equal(b.Value, s.Result) {
		b.Value = s.Result
	}
	a.Phase, a.Ended = phase, p.at
	b.Phase, b.Closed = phase, p.at
	c.touch(b, p.frame)
}

// cutAgents ends the subagents that the run left running.
func (c *Conversation) cutAgents(p place) {
	alive := c.alive
	c.alive = nil
	for _, a := range alive {
		if a.Phase != Live || !a.Ended.IsZero() {
			continue
		}
		a.Ended, a.Phase = p.at, Done
		if a.Head >= 0 {
			a.Phase = Cut
		}
	}
}
