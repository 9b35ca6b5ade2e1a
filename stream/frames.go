package stream

import (
	"bytes"
	"encoding/json"

	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/stream/sse"
)

// frame reports what is wrong with the frame itself and tells whether there is
// something to decode.
func (p *Pipeline) frame(f *frame.Frame) bool {
	if f.Fault&frame.BadUTF8 != 0 {
		p.note(agui.NewFinding(agui.RuleBadUTF8, f.N, "bytes that are not UTF-8 were replaced"))
	}
	if f.Fault&frame.Stray != 0 {
		for _, line := range sse.Stray(f.Raw) {
			p.note(agui.NewFinding(agui.RuleStrayLine, f.N, "a line that is no field of an event stream: %s", cut(line)))
		}
	}
	if f.Fault&frame.TooLong != 0 {
		p.report([]agui.Finding{agui.NewFinding(agui.RuleFrameTooLong, f.N,
			"the frame has %d bytes, more than the limit; it was skipped", f.Size)})
		return false
	}
	if f.Kind != frame.Event || f.Data == nil {
		return false
	}
	data := bytes.TrimSpace(f.Data)
	switch {
	case len(data) == 0:
		p.note(agui.NewFinding(agui.RuleEmptyData, f.N, "the frame has no data"))
		return false
	case string(data) == "[DONE]":
		p.note(agui.NewFinding(agui.RuleDoneMarker, f.N, "the frame is [DONE], an end marker of another protocol"))
		return false
	case f.Fault&frame.Unterminated == 0:
		return true
	case agui.Valid(data):
		p.note(agui.NewFinding(agui.RuleUnterminatedFrame, f.N, "the last frame has no end, but it is whole"))
		return true
	default:
		p.note(agui.NewFinding(agui.RuleUnterminatedFrame, f.N, "the last frame is cut off; it was dropped"))
		return false
	}
}

// cut shortens text from the wire to what fits a line.
func cut(text []byte) string {
	const most = 200
	if len(text) <= most {
		return string(text)
	}
	return string(bytes.ToValidUTF8(text[:most], nil)) + "…"
}

// decode decodes the data of a frame and passes the event on.
func (p *Pipeline) decode(f *frame.Frame) {
	ev := &p.event
	faults, ok := p.decoder.Decode(f.Data, f.N, ev)
	if !ok {
		if text, is := errorObject(f.Data, faults); is {
			p.failRun(agui.CodeErrorObject, text, []agui.Finding{
				agui.NewFinding(agui.RuleErrorObject, f.N, "the server sent an error in place of an event: %s", text),
			})
			return
		}
	}
	if !ok && ev.Type.Terminal() {
		p.failRun(agui.CodeMalformed, ev.Type.String()+" came, but it cannot be used", faults)
		return
	}
	if p.report(faults) && ok {
		p.process(ev)
	}
}

// failRun ends the run in the agent's place.
func (p *Pipeline) failRun(code, text string, faults []agui.Finding) {
	if p.report(faults) {
		p.process(&agui.Event{
			Type: agui.RunError,
			Run:  &agui.Run{Message: text, Code: agui.Some(code)},
		})
	}
}

// errorObject tells whether a frame without an event type is an object with an
// error, and what its text is.
func errorObject(data []byte, faults []agui.Finding) (string, bool) {
	typeless := false
	for i := range faults {
		switch faults[i].Rule {
		case agui.RuleMissingType, agui.RuleErrorObject:
			typeless = true
		default:
		}
	}
	if !typeless {
		return "", false
	}
	var object struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(data, &object) != nil || len(object.Error) == 0 || string(object.Error) == "null" {
		return "", false
	}
	var text string
	if json.Unmarshal(object.Error, &text) == nil {
		return text, true
	}
	var nested struct {
		Message string `json:"message"`
	}
	switch {
	case json.Unmarshal(object.Error, &nested) == nil && nested.Message != "":
		return nested.Message, true
	case object.Message != "":
		return object.Message, true
	default:
		return string(agui.Compact(nil, agui.Raw(object.Error))), true
	}
}
