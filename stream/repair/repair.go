package repair

import (
	"slices"

	"agtui/stream/agui"
	"agtui/stream/chunk"
	"agtui/stream/verify"
)

// Repairer repairs the events of one response.
type Repairer struct {
	v     *verify.Verifier
	extra map[verify.Step]int // starts of a step that is open already
	calls *chunk.Calls
	acts  map[string]bool // the ids that are surely of activities
	// nameless are the calls whose last start had no name.
	nameless map[string]bool

	// The event at hand.
	out  []agui.Event
	done string // what was done, for the findings
}

// New returns a repairer that decides by the state of v, and by what the
// expander before it knows of tool calls.
func New(v *verify.Verifier, calls *chunk.Calls) *Repairer {
	return &Repairer{
		v: v, extra: make(map[verify.Step]int), calls: calls,
		acts: make(map[string]bool), nameless: make(map[string]bool),
	}
}

// Repair appends to out what ev becomes, given what the verifier found about
// it: every event must be passed, those without faults too. ev is not changed.
// The findings are the faults, with what was done about them.
func (r *Repairer) Repair(ev *agui.Event, faults []agui.Finding, out []agui.Event) ([]agui.Event, []agui.Finding) {
	r.watch(ev)
	if ev.Type == agui.ToolCallStart && !ev.Name.Set {
		named := *ev
		named.Name = agui.Some(r.calls.Of(ev.ToolCallID.Value).Name)
		ev = &named
	}
	if !fatal(faults) {
		if ev.Type == agui.StepFinished && r.countDown(verify.Step{Owner: ev.Owner, Name: ev.Name.Value}) {
			return out, faults
		}
		r.out = out
		r.emit(ev)
		out, r.out = r.out, nil
		return out, faults
	}
	r.out, r.done = out, ""
	r.repair(ev)
	out = r.out
	r.out = nil
	if r.done != "" {
		for i := range faults {
			if faults[i].Fatal {
				faults[i].Message += "; " + r.done
			}
		}
	}
	return out, faults
}

// fatal tells whether one of the findings is.
func fatal(faults []agui.Finding) bool {
	for i := range faults {
		if faults[i].Fatal {
			return true
		}
	}
	return false
}

// repair emits what an illegal event becomes.
func (r *Repairer) repair(ev *agui.Event) {
	if r.v.Phase() == verify.Idle {
		r.emit(&agui.Event{Type: agui.RunStarted, Run: &agui.Run{}})
		r.did("started a run")
	}
	if ev.Type.Terminal() && r.v.Phase() == verify.Errored {
		r.did("ignored")
		return
	}
	switch ev.Type {
	case agui.RunStarted:
		r.runStarted(ev)
	case agui.RunFinished:
		r.runFinished(ev)
	case agui.TextMessageStart, agui.ReasoningStart, agui.ReasoningMessageStart, agui.ToolCallStart:
		r.start(ev)
	case agui.TextMessageContent, agui.ReasoningMessageContent, agui.ToolCallArgs:
		r.content(ev)
	case agui.TextMessageEnd, agui.ReasoningMessageEnd, agui.ReasoningEnd, agui.ToolCallEnd:
		r.end(ev)
	case agui.StepStarted:
		r.stepStarted(ev)
	case agui.StepFinished:
		r.stepFinished(ev)
	case agui.SubagentStarted:
		r.subagentStarted(ev)
	case agui.SubagentFinished, agui.SubagentError:
		r.subagentEnded(ev)
	case agui.ReasoningEncryptedValue, agui.ActivityDelta:
		r.untag(ev)
	default:
		r.emit(ev)
		r.continued()
	}
}

func (r *Repairer) emit(ev *agui.Event) {
	if ev.Type == agui.ToolCallStart {
		if ev.Name.Value == "" {
			r.nameless[ev.ToolCallID.Value] = true
		} else {
			delete(r.nameless, ev.ToolCallID.Value)
		}
	}
	r.out = append(r.out, *ev)
}

// did notes what was done, for the findings.
func (r *Repairer) did(what string) {
	if r.done != "" {
		r.done += ", "
	}
	r.done += what
}

// continued notes that the event goes on with a run that had ended.
func (r *Repairer) continued() {
	if p := r.v.Phase(); (p == verify.Finished || p == verify.Errored) && !r.v.Reopened() {
		r.did("taken as a continuation of the run")
	}
}

// watch follows when runs start and what is an activity.
func (r *Repairer) watch(ev *agui.Event) {
	switch ev.Type {
	case agui.RunStarted:
		if r.v.Phase() != verify.Running {
			clear(r.extra)
		}
	case agui.MessagesSnapshot:
		r.activities(ev.Messages)
	case agui.ActivitySnapshot:
		// One that replaces nothing may have been ignored.
		if ev.Replace.Or(true) {
			r.acts[ev.MessageID.Value] = true
		}
	case agui.ToolCallResult:
		delete(r.acts, ev.MessageID.Value) // it may stand before the activity
	default:
	}
}

// runStarted ends the active run as cut off, unless it is the same one.
func (r *Repairer) runStarted(ev *agui.Event) {
	var id string
	if ev.Run != nil {
		id = ev.Run.RunID
	}
	if active := r.v.RunID(); active.Set && active.Value == id {
		r.did("ignored, the run is the same")
		return
	}
	r.emit(&agui.Event{Type: agui.RunError, Run: &agui.Run{
		Message: "the run was cut off: another one started before it had ended",
		Code:    agui.Some(agui.CodeTruncated),
	}})
	r.did("the earlier run counts as truncated")
	clear(r.extra)
	r.emit(ev)
}

// runFinished closes what is open, innermost first.
func (r *Repairer) runFinished(ev *agui.Event) {
	before := len(r.out)
	r.closeAll(verify.Text, agui.TextMessageEnd, verify.MessageEntity)
	r.closeAll(verify.Reasoning, agui.ReasoningMessageEnd, verify.ReasoningEntity)
	r.closeAll(verify.Span, agui.ReasoningEnd, verify.ReasoningEntity)
	r.closeAll(verify.ToolCall, agui.ToolCallEnd, verify.ToolCallEntity)
	for _, s := range r.v.Steps() {
		r.emit(&agui.Event{Type: agui.StepFinished, Owner: s.Owner, Name: agui.Some(s.Name)})
	}
	for _, id := range slices.Backward(r.v.Open(verify.Subagent)) {
		r.emit(&agui.Event{Type: agui.SubagentFinished, Subagent: ended(id, ev)})
	}
	if len(r.out) > before {
		r.did("closed")
	}
	if r.v.Phase() == verify.Finished && !r.v.Reopened() {
		r.did("its outcome replaces the earlier one")
	}
	clear(r.extra)
	r.emit(ev)
}

// closeAll emits the ends of what is open of one kind.
func (r *Repairer) closeAll(k verify.Kind, end agui.EventType, e verify.Entity) {
	for _, id := range r.v.Open(k) {
		owner, _ := r.v.Owner(e, id)
		ev := agui.Event{Type: end, Owner: owner}
		if k == verify.ToolCall {
			ev.ToolCallID = agui.Some(id)
		} else {
			ev.MessageID = agui.Some(id)
		}
		r.emit(&ev)
	}
}

// ended is the end of a subagent that none reported: suspended if the run ends
// with its question.
func ended(id string, ev *agui.Event) *agui.Subagent {
	sub := &agui.Subagent{ID: id}
	if ev.Run == nil || ev.Run.Outcome == nil {
		return sub
	}
	var asks []string
	for i := range ev.Run.Outcome.Interrupts {
		if q := &ev.Run.Outcome.Interrupts[i]; q.Owner.Set && q.Owner.Value == id {
			asks = append(asks, q.ID)
		}
	}
	if asks != nil {
		sub.Outcome = &agui.Outcome{Type: agui.OutcomeSuspended, InterruptIDs: asks}
	}
	return sub
}
