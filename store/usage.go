package store

import (
	"maps"
	"slices"

	"agtui/stream/agui"
)

// usage is what the runs reported. A run that another one followed reports no
// more, so only the last one has to be looked at again.
type usage struct {
	past  usageSum // of all runs but the last
	all   []agui.TokenUsage
	known bool // all is the sum
}

// usageSum is a sum, one entry for a provider and model.
type usageSum struct {
	list  []agui.TokenUsage
	place map[usageKey]int
}

type usageKey struct{ provider, name agui.Opt[string] }

// Usage returns what all runs together reported, one entry for a provider and
// model. A count that no run reported stays absent. The list is the
// conversation's, and good until the next event.
func (c *Conversation) Usage() []agui.TokenUsage {
	if u := &c.used; !u.known {
		u.known, u.all = true, u.past.list
		if r := c.Current(); r != nil && len(r.Usage) > 0 {
			sum := usageSum{slices.Clone(u.past.list), maps.Clone(u.past.place)}
			sum.add(r.Usage)
			u.all = sum.list
		}
	}
	return c.used.all
}

// report notes what a run used.
func (c *Conversation) report(r *Run, used []agui.TokenUsage) {
	r.Usage = used
	c.used.known = false
}

// settle counts the run before a new one to those that report no more.
func (u *usage) settle(last *Run) {
	if last != nil {
		u.past.add(last.Usage)
		u.known = false
	}
}

func (s *usageSum) add(used []agui.TokenUsage) {
	for i := range used {
		u := &used[i]
		key := usageKey{u.Provider, u.Model}
		at, ok := s.place[key]
		if !ok {
			if s.place == nil {
				s.place = map[usageKey]int{}
			}
			at = len(s.list)
			s.place[key] = at
			s.list = append(s.list, agui.TokenUsage{Provider: u.Provider, Model: u.Model})
		}
		addUsage(&s.list[at], u)
	}
}

func addUsage(to, from *agui.TokenUsage) {
	addCount(&to.InputTokens, from.InputTokens)
	addCount(&to.OutputTokens, from.OutputTokens)
	addCount(&to.TotalTokens, from.TotalTokens)
	addCount(&to.ReasoningTokens, from.ReasoningTokens)
	addCount(&to.CachedInputTokens, from.CachedInputTokens)
	addCount(&to.CacheWriteInputTokens, from.CacheWriteInputTokens)
}

func addCount(to *agui.Opt[int64], from agui.Opt[int64]) {
	if from.Set {
		*to = agui.Some(to.Value + from.Value)
	}
}
