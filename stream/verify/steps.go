package verify

import "slices"

// openSteps are the open steps, also by their names.
type openSteps struct {
	opened[Step]
	named map[string]*sameName
}

// sameName are the steps of one name, the oldest first. Some are over.
type sameName struct {
	steps []stepAt
	live  int
}

// stepAt is a step and when it was opened: one that was opened again is another.
type stepAt struct {
	Step
	at uint64
}

func (o *openSteps) add(s Step) {
	if o.has(s) {
		return
	}
	o.opened.add(s)
	if o.named == nil {
		o.named = map[string]*sameName{}
	}
	same := o.named[s.Name]
	if same == nil {
		same = &sameName{}
		o.named[s.Name] = same
	}
	same.steps = append(same.steps, stepAt{s, o.at[s]})
	same.live++
}

func (o *openSteps) remove(s Step) {
	if !o.has(s) {
		return
	}
	o.opened.remove(s)
	same := o.named[s.Name]
	if same.live--; same.live == 0 {
		delete(o.named, s.Name)
		return
	}
	over := func(s stepAt) bool { return o.at[s.Step] != s.at }
	for over(same.steps[0]) {
		same.steps = same.steps[1:]
	}
	if len(same.steps) > 2*same.live {
		same.steps = slices.DeleteFunc(same.steps, over)
	}
}

func (o *openSteps) clear() {
	o.opened.clear()
	clear(o.named)
}

// oldest returns the open step of that name that was opened first.
func (o *openSteps) oldest(name string) (Step, bool) {
	same := o.named[name]
	if same == nil {
		return Step{}, false
	}
	return same.steps[0].Step, true
}
