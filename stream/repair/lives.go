package repair

import (
	"agtui/stream/agui"
	"agtui/stream/verify"
)

// stepStarted counts a second start of an open step, so that its first end
// does not end it.
func (r *Repairer) stepStarted(ev *agui.Event) {
	s := verify.Step{Owner: ev.Owner, Name: ev.Name.Value}
	if r.v.StepOpen(s) {
		r.extra[s]++
		r.did("one more end of it is expected")
		return
	}
	r.emit(ev)
	r.continued()
}

// countDown tells whether this end of a step answers a start that was counted.
func (r *Repairer) countDown(s verify.Step) bool {
	n := r.extra[s]
	if n == 0 {
		return false
	}
	if n == 1 {
		delete(r.extra, s)
	} else {
		r.extra[s] = n - 1
	}
	return true
}

// stepFinished matches by name where the owner is another.
func (r *Repairer) stepFinished(ev *agui.Event) {
	s := verify.Step{Owner: ev.Owner, Name: ev.Name.Value}
	if !r.v.StepOpen(s) {
		other, ok := r.v.StepNamed(s.Name)
		if !ok {
			r.did("ignored")
			return
		}
		s = other
		r.did("taken for that of " + name(s.Owner))
	}
	if r.countDown(s) {
		return
	}
	e := *ev
	e.Owner = s.Owner
	r.emit(&e)
	r.continued()
}

// subagentStarted ignores a second start and attaches orphans to the root.
func (r *Repairer) subagentStarted(ev *agui.Event) {
	sub := subagentOf(ev)
	if r.v.SubagentKnown(sub.ID) {
		r.did("ignored")
		return
	}
	e := *ev
	if sub.ParentID.Set && !r.v.SubagentKnown(sub.ParentID.Value) {
		sub.ParentID = agui.Opt[string]{}
		e.Subagent = &sub
		r.did("attached to the root")
	}
	r.emit(&e)
	r.continued()
}

// subagentEnded ignores the end of a subagent that is not active.
func (r *Repairer) subagentEnded(ev *agui.Event) {
	if !r.v.IsOpen(verify.Subagent, subagentOf(ev).ID) {
		r.did("ignored")
		return
	}
	r.emit(ev)
	r.continued()
}

// subagentOf copies what a subagent event carries.
func subagentOf(ev *agui.Event) agui.Subagent {
	if ev.Subagent == nil {
		return agui.Subagent{}
	}
	return *ev.Subagent
}

// untag drops the tag of an event whose target belongs to somebody else.
func (r *Repairer) untag(ev *agui.Event) {
	e := *ev
	if mismatched(r.v.Check(ev)) {
		e.Owner = agui.Opt[string]{}
		r.did("the tag is ignored")
	}
	r.emit(&e)
	r.continued()
}

// mismatched tells whether the owner is at fault.
func mismatched(faults []agui.Finding) bool {
	for i := range faults {
		if faults[i].Rule == agui.RuleOwnerMismatch {
			return true
		}
	}
	return false
}
