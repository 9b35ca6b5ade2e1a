package reducer

import (
	"errors"

	"agtui/store/doc"
	"agtui/stream/agui"
)

// stateSnapshot replaces the state outright, whatever it is.
func (r *Reducer) stateSnapshot(ev *agui.Event) {
	root, err := doc.Parse(ev.Value)
	if err != nil {
		r.warn(agui.RuleTooDeep, "%v: the snapshot cannot be used: %v", ev.Type, err)
		return
	}
	r.state.Replace(root)
}

// stateDelta applies a patch whole or not at all.
func (r *Reducer) stateDelta(ev *agui.Event) {
	if err := r.state.Apply(ev.Patch); err != nil {
		r.failed(ev, agui.Opt[string]{}, err)
	}
}

// failed reports a patch that did not apply.
func (r *Reducer) failed(ev *agui.Event, target agui.Opt[string], err error) {
	var patch *doc.PatchError
	if !errors.As(err, &patch) {
		return
	}
	r.failure = &Failure{Target: target, Err: patch}
	what := "the state"
	if target.Set {
		what = "activity " + target.Value
	}
	r.warn(agui.RulePatchFailed, "%v: %s stays as it was: %s %s: %s",
		ev.Type, what, patch.Op, patch.Path, patch.Reason)
}
