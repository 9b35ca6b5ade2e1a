package store

import "agtui/stream/agui"

// Usage returns what all runs together reported, one entry for a provider and
// model. A count that no run reported stays absent.
func (c *Conversation) Usage() []agui.TokenUsage {
	type model struct{ provider, name agui.Opt[string] }
	var sum []agui.TokenUsage
	place := map[model]int{}
	for _, r := range c.runs {
		for i := range r.Usage {
			u := &r.Usage[i]
			key := model{u.Provider, u.Model}
			at, ok := place[key]
			if !ok {
				at = len(sum)
				place[key] = at
				sum = append(sum, agui.TokenUsage{Provider: u.Provider, Model: u.Model})
			}
			addUsage(&sum[at], u)
		}
	}
	return sum
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
