package verify

import (
	"slices"

	"agtui/stream/agui"
)

// opened is a set that remembers the order in which its members came.
type opened[K comparable] struct {
	at   map[K]uint64
	next uint64
}

func (o *opened[K]) len() int { return len(o.at) }

func (o *opened[K]) has(k K) bool {
	_, ok := o.at[k]
	return ok
}

func (o *opened[K]) add(k K) {
	if o.has(k) {
		return
	}
	if o.at == nil {
		o.at = make(map[K]uint64)
	}
	o.next++
	o.at[k] = o.next
}

func (o *opened[K]) remove(k K) { delete(o.at, k) }

func (o *opened[K]) clear() { clear(o.at) }

// list returns the members, the oldest first.
func (o *opened[K]) list() []K {
	keys := make([]K, 0, len(o.at))
	for k := range o.at {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b K) int {
		if o.at[a] < o.at[b] {
			return -1
		}
		return 1
	})
	return keys
}

// owners are the owners of one kind of entity by id, nil for the parent agent:
// nearly all are its, and there is one for each message and call of a run.
type owners map[string]*string

func (o owners) of(id string) (Owner, bool) {
	owner, known := o[id]
	if owner == nil {
		return Owner{}, known
	}
	return agui.Some(*owner), true
}

func (o owners) set(id string, owner Owner) {
	if !owner.Set {
		o[id] = nil
		return
	}
	name := owner.Value
	o[id] = &name
}

// runOf is what a run event carries; never nil.
func runOf(ev *agui.Event) *agui.Run {
	if ev.Run == nil {
		return &agui.Run{}
	}
	return ev.Run
}

// subagentOf is what a subagent event carries; never nil.
func subagentOf(ev *agui.Event) *agui.Subagent {
	if ev.Subagent == nil {
		return &agui.Subagent{}
	}
	return ev.Subagent
}

// Provisional tells whether ev is a run start that the client made up.
func Provisional(ev *agui.Event) bool {
	return ev.Type == agui.RunStarted && ev.Frame == 0 && runOf(ev).RunID == "" && runOf(ev).ThreadID == ""
}

// Phase returns where the response stands.
func (v *Verifier) Phase() Phase { return v.phase }

// Reopened tells whether events came after the end of the last run.
func (v *Verifier) Reopened() bool { return v.reopened }

// RunID returns the id of the current or last run; it is not set if the run
// was never named.
func (v *Verifier) RunID() agui.Opt[string] { return v.run }

// IsOpen tells whether that id is open in that kind.
func (v *Verifier) IsOpen(k Kind, id string) bool { return v.open[k].has(id) }

// Open returns what is open of that kind, the oldest first.
func (v *Verifier) Open(k Kind) []string { return v.open[k].list() }

// Owner returns the recorded owner of that id; false if there is none.
func (v *Verifier) Owner(e Entity, id string) (Owner, bool) {
	return v.owners[e].of(id)
}

// Steps returns the open steps, the oldest first.
func (v *Verifier) Steps() []Step { return v.steps.list() }

// StepOpen tells whether that step is open.
func (v *Verifier) StepOpen(s Step) bool { return v.steps.has(s) }

// StepNamed returns the oldest open step of that name, whoever its owner is.
func (v *Verifier) StepNamed(name string) (Step, bool) { return v.steps.oldest(name) }

// SubagentKnown tells whether that subagent started in this run.
func (v *Verifier) SubagentKnown(id string) bool {
	_, ended := v.closed[id]
	return ended || v.open[Subagent].has(id)
}
