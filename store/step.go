package store

import (
	"slices"

	"agtui/stream/agui"
)

// openStep is a step that runs, and where it started.
type openStep struct {
	ActiveStep
	block *Block
	over  bool
}

// stepKey is what a step is found by: its name, and its owner unless any will
// do.
type stepKey struct {
	name  string
	owner agui.Opt[string]
	any   bool
}

// steps are the steps that run. Starting and ending one costs the same however
// many there are.
type steps struct {
	list []*openStep // in the order in which they started; some are over
	live int
	by   map[stepKey][]*openStep
}

func (s *steps) add(step *openStep) {
	if s.by == nil {
		s.by = map[stepKey][]*openStep{}
	}
	s.list = append(s.list, step)
	s.live++
	for _, key := range []stepKey{{step.Name, step.Owner, false}, {name: step.Name, any: true}} {
		s.by[key] = append(s.by[key], step)
	}
}

// end takes the last step with the owner and the name out, else the last one
// with the name; nil is for none.
func (s *steps) end(name string, owner agui.Opt[string]) *openStep {
	step := lastOf(s.by, stepKey{name, owner, false}, (*openStep).isOver)
	if step == nil {
		step = lastOf(s.by, stepKey{name: name, any: true}, (*openStep).isOver)
	}
	if step == nil {
		return nil
	}
	step.over = true
	s.live--
	if len(s.list) > 2*s.live {
		s.list = slices.DeleteFunc(s.list, (*openStep).isOver)
	}
	return step
}

// lastOf returns the last thing of a key that is not over, nil for none, and
// forgets those behind it that are.
func lastOf[K comparable, T any](by map[K][]*T, key K, over func(*T) bool) *T {
	list := by[key]
	for len(list) > 0 && over(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	if len(list) == 0 {
		delete(by, key)
		return nil
	}
	by[key] = list
	return list[len(list)-1]
}

func (o *openStep) isOver() bool { return o.over }

func (c *Conversation) startStep(ev *agui.Event, p place) {
	b := c.add(Step, ev.Name.Value, p)
	b.Name, b.Metadata = ev.Name.Value, ev.Metadata
	c.steps.add(&openStep{ActiveStep: ActiveStep{Name: b.Name, Owner: p.owner, Started: p.at}, block: b})
	c.change.Run = true
}

func (c *Conversation) endStep(ev *agui.Event, p place) {
	if step := c.steps.end(ev.Name.Value, p.owner); step != nil {
		c.settle(step.block, Done, p)
		c.change.Run = true
	}
}

// Steps returns the steps that run, in the order in which they started. One
// that was started twice is there twice.
func (c *Conversation) Steps() []ActiveStep {
	running := make([]ActiveStep, 0, c.steps.live)
	for _, s := range c.steps.list {
		if !s.over {
			running = append(running, s.ActiveStep)
		}
	}
	return running
}
