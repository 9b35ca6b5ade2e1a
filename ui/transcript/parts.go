package transcript

import (
	"agtui/store"
	"agtui/stream/agui"
)

// Part is one of the texts that a block is made of, as it was received.
type Part struct {
	Name string // arguments, result, …
	Text []byte
	JSON bool // it is JSON, or becomes it
}

// Parts returns the texts of a block, the one that a person most likely wants
// to read first. The bytes are the block's own and must not be changed.
func Parts(b *store.Block) []Part {
	if b == nil {
		return nil
	}
	var out []Part
	add := func(name string, text []byte) {
		if len(text) > 0 {
			out = append(out, Part{Name: name, Text: text})
		}
	}
	switch b.Kind {
	case store.ToolCall:
		if b.Result != nil {
			add("result", []byte(contentSource(b.Result)))
		}
		add("error", []byte(b.ResultFrom().Error))
		if add("arguments", b.Text.Bytes); len(b.Text.Bytes) > 0 {
			out[len(out)-1].JSON = true
		}
		add("metadata", b.Metadata)
		add("metadata of the result", b.ResultFrom().Metadata)
		return out
	case store.RunEnd:
		if r := b.RunInfo; r != nil {
			add("error", []byte(withCode(r.Error, r.ErrorCode)))
			add("result", r.Result)
			add("run", runJSON(r))
		}
	case store.Question:
		if b.Interrupt != nil {
			add("question", agui.AppendInterrupt(nil, b.Interrupt))
		}
		if b.Answer != nil {
			add("answer", b.Answer.Payload)
		}
	case store.Activity:
		add("content", opaque(b.Body()))
	case store.SubagentHead:
		add("error", []byte(withCode(b.Error, b.ErrorCode)))
		add("result", b.Value)
	case store.Notice:
		add("error", []byte(withCode(b.Error, b.ErrorCode)))
		add("value", b.Value)
	case store.Message, store.Reasoning, store.Step:
		add("text", b.Text.Bytes)
		if b.Content != nil {
			add("content", []byte(contentSource(b.Content)))
		}
		add("error", []byte(b.Error))
	}
	add("metadata", b.Metadata)
	return out
}
