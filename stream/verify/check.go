package verify

import (
	"strconv"
	"strings"

	"agtui/stream/agui"
)

// fault appends a finding about ev.
func fault(found []agui.Finding, id agui.RuleID, ev *agui.Event, format string, args ...any) []agui.Finding {
	f := agui.NewFinding(id, ev.Frame, format, args...)
	f.Message = ev.Type.String() + ": " + f.Message
	return append(found, f)
}

// misplaced is a finding about an event that may not come at all.
func misplaced(id agui.RuleID, ev *agui.Event, what string) []agui.Finding {
	return []agui.Finding{agui.NewFinding(id, ev.Frame, "%s: %s", agui.Subject(ev), what)}
}

// ownerName names an owner for people.
func ownerName(o Owner) string {
	if !o.Set {
		return "the parent agent"
	}
	return "subagent " + strconv.Quote(o.Value)
}

// checkPhase checks that an event may come at all (rules 1 to 4).
func (v *Verifier) checkPhase(ev *agui.Event) []agui.Finding {
	switch v.phase {
	case Idle:
		if ev.Type != agui.RunStarted && ev.Type != agui.RunError {
			return misplaced(agui.RuleFirstEvent, ev, "the first event must be RUN_STARTED or RUN_ERROR")
		}
	case Running:
		if ev.Type == agui.RunStarted && !v.provisional {
			return fault(nil, agui.RuleDuplicateRunStarted, ev,
				"run %q starts while run %q is active", runOf(ev).RunID, v.run.Value)
		}
	case Finished:
		if ev.Type != agui.RunStarted && ev.Type != agui.RunError && !v.continues() {
			return misplaced(agui.RuleRunEnded, ev, "the run has ended with RUN_FINISHED")
		}
	case Errored:
		if ev.Type != agui.RunStarted && (ev.Type.Terminal() || !v.continues()) {
			return misplaced(agui.RuleRunEnded, ev, "the run has ended with RUN_ERROR")
		}
	}
	return nil
}

// continues tells whether events after the end of the run need no report.
func (v *Verifier) continues() bool {
	return v.reopened || v.repaired
}

// checkThread foretells a rule of the draft: one body, one thread.
func (v *Verifier) checkThread(ev *agui.Event, found []agui.Finding) []agui.Finding {
	thread := runOf(ev).ThreadID
	if v.thread.Set && thread != v.thread.Value {
		return fault(found, agui.RuleThreadIDMismatch, ev,
			"threadId %q, but the run before was on thread %q; both are shown as one conversation", thread, v.thread.Value)
	}
	return found
}

// checkFinish checks that nothing is open (rule 13), and the draft's rules.
func (v *Verifier) checkFinish(ev *agui.Event, found []agui.Finding) []agui.Finding {
	if v.steps.len() > 0 {
		names := make([]string, 0, v.steps.len())
		for _, s := range v.steps.list() {
			name := strconv.Quote(s.Name)
			if s.Owner.Set {
				name += " of " + ownerName(s.Owner)
			}
			names = append(names, name)
		}
		found = fault(found, agui.RuleOpenAtFinish, ev, "steps are still open: %s", few(names))
	}
	for _, k := range []Kind{Text, Reasoning, Span, ToolCall, Subagent} {
		if v.open[k].len() == 0 {
			continue
		}
		names := v.open[k].list()
		for i := range names {
			names[i] = strconv.Quote(names[i])
		}
		found = fault(found, agui.RuleOpenAtFinish, ev, "%ss are still open: %s", k, few(names))
	}
	run := runOf(ev)
	// An id that is empty, or could not be read, names no other run.
	if v.run.Set && run.RunID != "" && run.RunID != v.run.Value {
		found = fault(found, agui.RuleRunIDMismatch, ev, "runId %q, but RUN_STARTED had %q; it ends that run", run.RunID, v.run.Value)
	}
	if v.thread.Set && run.ThreadID != "" && run.ThreadID != v.thread.Value {
		found = fault(found, agui.RuleThreadIDMismatch, ev,
			"threadId %q, but RUN_STARTED had %q; it ends that run", run.ThreadID, v.thread.Value)
	}
	return checkInterrupts(ev, run, found)
}

// checkInterrupts foretells that interrupt ids must differ.
func checkInterrupts(ev *agui.Event, run *agui.Run, found []agui.Finding) []agui.Finding {
	if run.Outcome == nil || len(run.Outcome.Interrupts) < 2 {
		return found
	}
	seen := make(map[string]int, len(run.Outcome.Interrupts))
	for i := range run.Outcome.Interrupts {
		id := run.Outcome.Interrupts[i].ID
		if seen[id]++; seen[id] == 2 {
			found = fault(found, agui.RuleDuplicateInterrupt, ev, "two interrupts have the id %q; both are asked", id)
		}
	}
	return found
}

// few joins names for people, not more than a line's worth.
func few(names []string) string {
	const most = 8
	if len(names) > most {
		more := len(names) - most
		return strings.Join(names[:most], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(names, ", ")
}

// checkStart checks an opening of a message or a span (rules 5 and 14).
func (v *Verifier) checkStart(ev *agui.Event, found []agui.Finding) []agui.Finding {
	t := targetOf(ev)
	if v.open[t.kind].has(t.id) {
		found = fault(found, agui.RuleDuplicateStart, ev, "%s %q is open already", t.kind, t.id)
	}
	return v.checkOwner(ev, t.entity, t.id, found)
}

// checkToolStart checks the opening of a tool call (rules 5, 14 and 16).
func (v *Verifier) checkToolStart(ev *agui.Event, found []agui.Finding) []agui.Finding {
	id := ev.ToolCallID.Value
	if v.open[ToolCall].has(id) {
		found = fault(found, agui.RuleDuplicateStart, ev, "tool call %q is open already", id)
	}
	var parent Owner
	known := false
	if ev.ParentID.Set {
		parent, known = v.owners[MessageEntity].of(ev.ParentID.Value)
	}
	if known && ev.Owner.Set && ev.Owner != parent {
		return fault(found, agui.RuleOwnerMismatch, ev,
			"tool call %q: subagentRunId %q, but its message %q belongs to %s",
			id, ev.Owner.Value, ev.ParentID.Value, ownerName(parent))
	}
	found = v.checkOwner(ev, ToolCallEntity, id, found)
	own, owned := v.owners[ToolCallEntity].of(id)
	if owned && known && !ev.Owner.Set && parent != own {
		found = fault(found, agui.RuleOwnerMismatch, ev,
			"tool call %q belongs to %s, but its message %q to %s",
			id, ownerName(own), ev.ParentID.Value, ownerName(parent))
	}
	return found
}

// checkContinuation checks content and ends (rules 8, 9 and 14).
func (v *Verifier) checkContinuation(ev *agui.Event, found []agui.Finding) []agui.Finding {
	t := targetOf(ev)
	if !v.open[t.kind].has(t.id) {
		found = fault(found, agui.RuleNotOpen, ev, "%s %q is not open", t.kind, t.id)
	}
	return v.checkOwner(ev, t.entity, t.id, found)
}

// checkOwner checks the tag of an event against the recorded owner: no tag is
// no claim.
func (v *Verifier) checkOwner(ev *agui.Event, e Entity, id string, found []agui.Finding) []agui.Finding {
	if !ev.Owner.Set {
		return found
	}
	if own, ok := v.owners[e].of(id); ok && own != ev.Owner {
		return fault(found, agui.RuleOwnerMismatch, ev,
			"%s %q: subagentRunId %q, but it belongs to %s", e, id, ev.Owner.Value, ownerName(own))
	}
	return found
}

// checkStep checks steps (rules 6, 10 and 15); here no tag means the parent.
func (v *Verifier) checkStep(ev *agui.Event, found []agui.Finding) []agui.Finding {
	step := Step{ev.Owner, ev.Name.Value}
	open := v.steps.has(step)
	if ev.Type == agui.StepStarted {
		if open {
			found = fault(found, agui.RuleDuplicateStart, ev,
				"step %q of %s is open already", step.Name, ownerName(step.Owner))
		}
		return found
	}
	if open {
		return found
	}
	if other, ok := v.StepNamed(step.Name); ok {
		return fault(found, agui.RuleOwnerMismatch, ev, "step %q is finished by %s, but it was started by %s",
			step.Name, ownerName(step.Owner), ownerName(other.Owner))
	}
	return fault(found, agui.RuleNotOpen, ev, "step %q of %s is not open", step.Name, ownerName(step.Owner))
}

// checkSubagent checks the lives of subagents (rules 7, 11 and 12).
func (v *Verifier) checkSubagent(ev *agui.Event, found []agui.Finding) []agui.Finding {
	sub := subagentOf(ev)
	active := v.open[Subagent].has(sub.ID)
	if ev.Type != agui.SubagentStarted {
		if !active {
			found = fault(found, agui.RuleNotOpen, ev, "subagent %q is not active", sub.ID)
		}
		return found
	}
	if active {
		found = fault(found, agui.RuleDuplicateStart, ev, "subagent %q is active already", sub.ID)
	} else if _, ended := v.closed[sub.ID]; ended {
		found = fault(found, agui.RuleDuplicateStart, ev, "subagent %q has already ended in this run", sub.ID)
	}
	if sub.ParentID.Set && !v.SubagentKnown(sub.ParentID.Value) {
		found = fault(found, agui.RuleUnknownID, ev,
			"subagent %q: parentSubagentRunId %q never started in this run", sub.ID, sub.ParentID.Value)
	}
	return found
}

// checkTarget checks the tag of an event that points at something (rule 17).
func (v *Verifier) checkTarget(ev *agui.Event, found []agui.Finding) []agui.Finding {
	if ev.Type == agui.ActivityDelta {
		return v.checkOwner(ev, ActivityEntity, ev.MessageID.Value, found)
	}
	if ev.Encrypted == nil {
		return found
	}
	id := ev.Encrypted.EntityID
	switch _, message := v.owners[MessageEntity][id]; {
	case ev.Encrypted.Subtype == "tool-call":
		return v.checkOwner(ev, ToolCallEntity, id, found)
	case message:
		return v.checkOwner(ev, MessageEntity, id, found)
	default:
		return v.checkOwner(ev, ReasoningEntity, id, found)
	}
}
