package transcript

import (
	"time"

	"agtui/store"
	"agtui/stream/agui"
)

// JSON is a block in the protocol's own form, as far as there is one: the call
// as it stands in a message, the interrupt, the run with its outcome.
func JSON(b *store.Block) []byte {
	switch b.Kind {
	case store.ToolCall:
		return callJSON(b)
	case store.Question:
		if b.Interrupt != nil {
			return agui.AppendInterrupt(nil, b.Interrupt)
		}
	case store.Notice:
		return member(nil, "type", b.Event.String(), "name", b.Name).with("value", b.Value).end()
	case store.RunEnd:
		if b.RunInfo != nil {
			return runJSON(b.RunInfo)
		}
	default:
	}
	return member(nil, "id", b.Key, "name", b.Name, "text", b.Text.String(), "error", b.Error).with("value", b.Value).end()
}

// runJSON is what is known about a run.
func runJSON(r *store.Run) []byte {
	at := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.Format(time.RFC3339Nano)
	}
	o := member(nil, "threadId", r.ThreadID, "runId", r.RunID, "parentRunId", r.ParentRunID.Or(""), "status", string(r.Status),
		"cancelledBy", r.CancelledBy, "error", r.Error, "code", r.ErrorCode, "started", at(r.Started), "ended", at(r.Ended))
	if r.Outcome != nil {
		o = o.with("outcome", agui.AppendOutcome(nil, r.Outcome))
	}
	o = o.with("result", r.Result)
	o = o.with("usage", array(r.Usage, agui.AppendUsage))
	o = o.with("pendingToolCallIds", array(r.Pending, func(dst []byte, id *string) []byte { return agui.AppendString(dst, *id) }))
	return o.end()
}

// array is a list as JSON, nothing for an empty one.
func array[E any](list []E, add func(dst []byte, e *E) []byte) []byte {
	var out []byte
	for i := range list {
		sep := byte(',')
		if i == 0 {
			sep = '['
		}
		out = add(append(out, sep), &list[i])
	}
	if len(out) == 0 {
		return nil
	}
	return append(out, ']')
}

// PieceJSON is a piece in the protocol's own form: the event that brings it.
func PieceJSON(d *store.Delta) []byte {
	event, id := agui.TextMessageContent, "messageId"
	switch d.Block.Kind {
	case store.Reasoning:
		event = agui.ReasoningMessageContent
	case store.ToolCall:
		event, id = agui.ToolCallArgs, "toolCallId"
	default:
	}
	o := member(nil, "type", event.String(), id, d.Block.Key)
	o = o.with("delta", agui.AppendString(nil, store.Text{Bytes: d.Text}.String()))
	return member(o, "subagentRunId", d.Block.Owner.Or("")).end()
}

func callJSON(b *store.Block) []byte {
	f := member(nil, "name", b.Name, "arguments", b.Text.String()).end()
	o := member(nil, "id", b.Key, "type", "function").with("function", f)
	if b.Result != nil {
		o = o.with("result", agui.AppendContent(nil, b.Result))
	}
	return member(o, "error", b.ResultFrom().Error).end()
}

// members is a JSON object that is being written.
type members []byte

// member adds names with texts in turn; empty texts are left out.
func member(o members, pairs ...string) members {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			o = o.with(pairs[i], agui.AppendString(nil, pairs[i+1]))
		}
	}
	return o
}

func (o members) with(name string, value []byte) members {
	if len(value) == 0 {
		return o
	}
	sep := byte(',')
	if len(o) == 0 {
		sep = '{'
	}
	o = agui.AppendString(append(o, sep), name)
	return append(append(o, ':'), value...)
}

func (o members) end() []byte {
	if len(o) == 0 {
		return []byte("{}")
	}
	return append(o, '}')
}
