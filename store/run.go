package store

import (
	"slices"
	"time"

	"agtui/stream/agui"
)

// current is what only the run at hand needs.
type current struct {
	confirmed bool // the server announced the run
	terminal  bool // a terminal event came
	over      bool // the body of the response ended
	end       int  // its RunEnd block, -1 for none
	requested bool // Begin made it
	// offered are the tools of the request; nil where none were offered.
	offered map[string]bool
	// started are the calls of the run, named those that its outcome names.
	started []string
	isOurs  map[string]bool
	named   []string
	// answered are the calls whose TOOL_CALL_RESULT came.
	answered map[string]bool
}

// begin notes a call of the run.
func (r *current) begin(call string) {
	if r.isOurs == nil {
		r.isOurs = map[string]bool{}
	}
	if !r.isOurs[call] {
		r.isOurs[call] = true
		r.started = append(r.started, call)
	}
}

// answer notes a result for a call.
func (r *current) answer(call string) {
	if r.answered == nil {
		r.answered = map[string]bool{}
	}
	r.answered[call] = true
}

// newRun begins a run.
func (c *Conversation) newRun(r *Run, at time.Time) {
	r.Status, r.Started = Running, at
	c.used.settle(c.Current())
	c.runs = append(c.runs, r)
	next := current{end: -1}
	if c.now.requested && !c.now.over {
		next.requested, next.offered = true, c.now.offered
	}
	c.now = next
	c.change.Run = true
}

// offer notes which tools of ours the agent may call.
func (r *current) offer(tools []agui.Tool) {
	if len(tools) == 0 {
		return
	}
	r.offered = make(map[string]bool, len(tools))
	for i := range tools {
		r.offered[tools[i].Name] = true
	}
}

// enter finds the run that an event belongs to: the one at hand. An event
// after a run's end continues it, one without any run begins one.
func (c *Conversation) enter(ev *agui.Event, at time.Time) {
	if ev.Type == agui.Meta {
		return
	}
	r := c.Current()
	if ev.Type != agui.RunStarted && (r == nil || c.now.over) {
		r = &Run{}
		c.newRun(r, at)
	}
	if r == nil || c.now.over {
		return
	}
	switch ev.Type {
	case agui.RunStarted, agui.RunFinished, agui.RunError:
		return
	default:
	}
	if c.now.terminal && !r.failed() && r.Status != Running {
		r.Status, r.Ended = Running, time.Time{}
		c.change.Run = true
		if c.now.end >= 0 {
			b := c.blocks[c.now.end]
			b.Hidden = true
			c.touch(b, ev.Frame)
		}
	}
}

// mark notes that the run at hand reaches to the frame.
func (c *Conversation) mark(frame int) {
	r := c.Current()
	if r == nil || c.now.over || frame == 0 {
		return
	}
	if r.FirstFrame == 0 {
		r.FirstFrame = frame
	}
	r.LastFrame = frame
}

// startRun takes in RUN_STARTED: it names the run that the request began, or
// begins another one in the same stream.
func (c *Conversation) startRun(ev *agui.Event, at time.Time) {
	r := c.Current()
	running := r != nil && !c.now.over && r.Status == Running && !c.now.terminal
	switch {
	case running && !c.now.confirmed:
	case running && r.RunID == ev.Run.RunID:
		return
	default:
		if running {
			r.Status = Incomplete
			c.closeRun(c.here(ev.Frame, at))
			c.reopenQuestions(c.here(ev.Frame, at))
		}
		r = &Run{}
		c.newRun(r, at)
	}
	if ev.Frame > 0 || r.RunID == "" {
		r.ThreadID, r.RunID = ev.Run.ThreadID, ev.Run.RunID
	}
	if ev.Run.ParentRunID.Set {
		r.ParentRunID = ev.Run.ParentRunID
	}
	if !c.now.requested && ev.Run.Input != nil {
		c.now.offer(ev.Run.Input.Tools)
	}
	// A start that was made up is replaced by the real one.
	c.now.confirmed = ev.Frame > 0
	c.change.Run = true
}

// here is the place of something that happens in the run at hand.
func (c *Conversation) here(frame int, at time.Time) place {
	return place{run: len(c.runs) - 1, frame: frame, at: at}
}

// finishRun takes in RUN_FINISHED.
func (c *Conversation) finishRun(ev *agui.Event, p place) {
	r := c.Current()
	c.change.Run = true
	if r.failed() {
		if ev.Run.Result != nil {
			r.Result = ev.Run.Result
		}
		if r.Usage == nil {
			c.report(r, ev.Run.Usage)
		}
		c.closeRun(p)
		c.askAll(p)
		return
	}
	if r.RunID == "" {
		r.RunID, r.ThreadID = ev.Run.RunID, ev.Run.ThreadID
	}
	r.Outcome, r.Result = ev.Run.Outcome, ev.Run.Result
	if ev.Run.Usage != nil || !c.now.terminal {
		c.report(r, ev.Run.Usage)
	}
	r.Status, r.CancelledBy = statusOf(r.Outcome)
	c.now.named = nil
	if r.Outcome != nil {
		c.now.named = r.Outcome.PendingToolCallIDs
	}
	c.now.terminal = true
	c.closeRun(p)
	c.askAll(p)
}

// statusOf reads an outcome; one of a kind that the protocol lacks counts as
// success, and the decoder reported it.
func statusOf(o *agui.Outcome) (status Status, by string) {
	if o == nil {
		return Finished, ""
	}
	switch o.Type {
	case agui.OutcomeInterrupt:
		return Interrupted, ""
	case agui.OutcomeCancelled:
		return Cancelled, "agent"
	default:
		return Finished, ""
	}
}

// failed reports that the run ended in an error; nothing makes that a success.
func (r *Run) failed() bool { return r.Status == Errored || r.Status == FailedRun }

// failRun takes in RUN_ERROR, or what the decoder made one of. The first error
// of a run stays its headline.
func (c *Conversation) failRun(ev *agui.Event, p place) {
	r := c.Current()
	c.change.Run = true
	if r.Usage == nil {
		c.report(r, ev.Run.Usage)
	}
	if r.failed() {
		b := c.add(Notice, ev.Type.String(), p)
		b.Event, b.Name, b.Error, b.ErrorCode = ev.Type, ev.Type.String(), ev.Run.Message, ev.Run.Code.Value
		b.Phase, b.Closed = Done, p.at
		return
	}
	r.Status, r.CancelledBy = Errored, ""
	r.Error, r.ErrorCode = ev.Run.Message, ev.Run.Code.Value
	if ev.Frame == 0 && r.ErrorCode == agui.CodeTruncated {
		r.Status = Incomplete
	}
	if ev.Run.Failed {
		r.Status = FailedRun
	}
	c.now.terminal = true
	c.closeRun(p)
	c.reopenQuestions(p)
}

// closeRun ends what the run left open and puts the rule below it.
func (c *Conversation) closeRun(p place) {
	r := c.Current()
	r.Ended = p.at
	c.cutLive(p)
	c.refreshPending()
	c.settleCalls(p)
	b := c.endBlock(p)
	b.Key, b.RunInfo, b.Hidden = r.RunID, r, false
	b.Phase, b.Closed = Done, p.at
	c.touch(b, p.frame)
	c.change.Run = true
}

// cutLive ends what is still open.
func (c *Conversation) cutLive(p place) {
	for _, b := range c.open.take() {
		if b.Phase == Live && b.Kind != RunEnd { // settling one may settle others
			c.settle(b, Cut, p)
		}
	}
	c.cutAgents(p)
	c.steps, c.spans = steps{}, spans{}
}

// inOrder sorts blocks as they stand in the transcript.
func inOrder(blocks []*Block) {
	slices.SortFunc(blocks, func(a, b *Block) int { return a.ID - b.ID })
}

// endBlock returns the block that closes the run. One that other blocks came
// after is replaced: the rule is below all of its run.
func (c *Conversation) endBlock(p place) *Block {
	if c.now.end >= 0 {
		old := c.blocks[c.now.end]
		if !c.continuedAfter(old) {
			return old
		}
		old.Hidden = true
		c.touch(old, p.frame)
	}
	b := c.add(RunEnd, "", p)
	c.now.end = b.ID
	return b
}

func (c *Conversation) continuedAfter(end *Block) bool {
	for _, b := range c.blocks[end.ID+1:] {
		if b.Kind != Question && b.Kind != RunEnd && !b.Hidden {
			return true
		}
	}
	return false
}

// settleCalls decides about the calls that still wait for a result.
func (c *Conversation) settleCalls(p place) {
	r := c.Current()
	if r.Status == Interrupted || r.Status == Finished && !c.now.over {
		return
	}
	pending := map[string]bool{}
	for _, id := range r.Pending {
		pending[id] = true
	}
	for _, b := range c.await.take() {
		switch {
		case pending[b.Key]:
			c.await.add(b)
		case r.Status == Finished:
			b.Phase = Done
			c.touch(b, p.frame)
		case b.Run == p.run:
			b.Phase = Cut
			c.touch(b, p.frame)
		default:
			c.await.add(b)
		}
	}
}

// refreshPending works out which calls the run leaves to us: those that its
// outcome names, else those that began in it and got no TOOL_CALL_RESULT. As
// for the reference client, a result that only a snapshot has does not count;
// Unanswered leaves it out.
func (c *Conversation) refreshPending() {
	r := c.Current()
	r.Pending, r.Unanswered = nil, 0
	if r.Status != Finished {
		return
	}
	calls := c.now.named
	if len(calls) == 0 {
		calls = c.now.started
	}
	for _, id := range calls {
		if c.now.answered[id] {
			continue
		}
		if len(c.now.named) == 0 && c.now.offered != nil {
			if b := c.find(ToolCall, id); b == nil || !c.now.offered[b.Name] {
				continue
			}
		}
		r.Pending = append(r.Pending, id)
		if b := c.find(ToolCall, id); b == nil || b.Result == nil {
			r.Unanswered++
		}
	}
}
