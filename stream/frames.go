package stream

import (
	"bytes"
	"fmt"

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
			"the frame has %s, more than the limit; it was skipped", size(f.Size))})
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

// size is a number of bytes in words.
func size(n int64) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d bytes (%d MB)", n, n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
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
	faults, ok := p.decoder.Decode(f.Data, f.N, &p.event)
	if p.report(faults) && ok {
		p.process(&p.event)
	}
}
