package transcript

import (
	"strconv"

	"agtui/store"
	"agtui/store/doc"
	"agtui/stream/agui"
)

// spent are tokens. The protocol counts them for a run; what a subagent used
// stands, if anywhere, in the metadata of its messages, under the producer's
// own keys.
type spent struct{ in, out int64 }

// noted is what a block's metadata speaks of, and which metadata that was.
type noted struct {
	metadata agui.Raw
	spent
}

// spend adds up the tokens that a block's metadata speaks of.
func (n *lane) spend(b *store.Block) {
	m := b.Metadata
	if len(m) == 0 {
		return
	}
	old, known := n.used[b.ID]
	if known && len(old.metadata) == len(m) && &old.metadata[0] == &m[0] {
		return
	}
	if n.used == nil {
		n.used = map[int]noted{}
	}
	now := usageIn(m)
	n.used[b.ID] = noted{m, now}
	n.sum.in += now.in - old.in
	n.sum.out += now.out - old.out
}

// usageIn reads the tokens that metadata speaks of: its member usage, or
// usage_metadata, there or one level below.
func usageIn(metadata agui.Raw) spent {
	v, err := doc.Parse(metadata)
	if err != nil || v.Kind() != doc.Object {
		return spent{}
	}
	if s, ok := usageOf(v); ok {
		return s
	}
	for i := range min(v.Len(), 16) {
		if s, ok := usageOf(v.At(i)); ok {
			return s
		}
	}
	return spent{}
}

func usageOf(v *doc.Value) (spent, bool) {
	u := first(v, "usage", "usage_metadata", "tokenUsage")
	if u == nil || u.Kind() != doc.Object {
		return spent{}, false
	}
	in := tokenCount(first(u, "inputTokens", "input_tokens", "promptTokens", "prompt_tokens"))
	out := tokenCount(first(u, "outputTokens", "output_tokens", "completionTokens", "completion_tokens"))
	return spent{in, out}, in+out > 0
}

// mostTokens keeps sums from overflowing.
const mostTokens = 1 << 40

func tokenCount(v *doc.Value) int64 {
	if v == nil || v.Kind() != doc.Number {
		return 0
	}
	n, err := strconv.ParseInt(v.Text(), 10, 64)
	if err != nil {
		return 0
	}
	return min(max(n, 0), mostTokens)
}
