package stream

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/stream/sse"
)

// frame reports what is wrong with the frame itself and tells whether there is
// something to decode.
func (p *Pipeline) frame(f *frame.Frame) bool {
	if f.Fault&frame.BadUTF8 != 0 {
		p.note(agui.NewFinding(agui.RuleBadUTF8, f.N, "%s", notUTF8(f.Raw)))
	}
	if f.Fault&frame.Stray != 0 {
		p.stray(f)
	}
	if f.Fault&frame.TooLong != 0 {
		p.tooLong = true
		p.report([]agui.Finding{agui.NewFinding(agui.RuleFrameTooLong, f.N,
			"the frame has %s, over the limit (--frame-limit raises it): it is not used", size(f.Size))})
		return false
	}
	if f.Kind != frame.Event || f.Data == nil {
		return false
	}
	data := bytes.TrimSpace(f.Data)
	switch {
	case len(data) == 0:
		p.note(agui.NewFinding(agui.RuleEmptyData, f.N, "the frame has an empty data field, dropped"))
		return false
	case string(data) == "[DONE]":
		p.note(agui.NewFinding(agui.RuleDoneMarker, f.N, "the frame is [DONE], an end marker of another protocol, dropped: RUN_FINISHED ends a run"))
		return false
	case f.Fault&frame.Unterminated == 0:
		return true
	case agui.Valid(data):
		p.note(agui.NewFinding(agui.RuleUnterminatedFrame, f.N, "the last frame has no end, but it is whole; it is used"))
		return true
	default:
		p.note(agui.NewFinding(agui.RuleUnterminatedFrame, f.N, "the last frame is cut off; it is dropped"))
		return false
	}
}

// maxStray bounds the findings about stray lines of one frame.
const maxStray = 8

// stray reports the lines that are no fields: the first few and how many more.
func (p *Pipeline) stray(f *frame.Frame) {
	lines, more := sse.Stray(f.Raw, maxStray)
	for _, line := range lines {
		p.note(agui.NewFinding(agui.RuleStrayLine, f.N, "a line that is no field of an event stream is left out: %s", cut(line)))
	}
	switch {
	case more == 1:
		p.note(agui.NewFinding(agui.RuleStrayLine, f.N, "1 more line of the frame is no field and is left out"))
	case more > 1:
		p.note(agui.NewFinding(agui.RuleStrayLine, f.N, "%d more lines of the frame are no fields and are left out", more))
	}
}

// notUTF8 says where the first byte is that is not UTF-8.
func notUTF8(raw []byte) string {
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && n == 1 {
			return fmt.Sprintf("bytes that are not UTF-8 were replaced by U+FFFD, the first is 0x%02X at byte %d of the frame", raw[i], i)
		}
		i += n
	}
	return "bytes that are not UTF-8 were replaced by U+FFFD" // behind what was kept of the frame
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
	if !p.strict {
		p.tellDone(faults, ok)
	}
	if p.report(faults) && ok {
		p.process(&p.event)
	}
}

// tellDone adds to what is wrong with the event at hand what lenient mode does
// about it.
func (p *Pipeline) tellDone(faults []agui.Finding, used bool) {
	for i := range faults {
		f := &faults[i]
		switch f.Rule {
		case agui.RuleBadJSON, agui.RuleTooDeep, agui.RuleNotAnObject, agui.RuleMissingType, agui.RuleErrorObject,
			agui.RuleBadField, agui.RuleMissingField, agui.RuleNullField, agui.RuleBadPointer:
			done := whatIsDone(f.Rule, used, &p.event)
			if name := p.nameless(f, used); name != "" {
				done = "it goes on with call " + strconv.Quote(name)
			}
			f.Message += "; " + done
		default: // their words say it
		}
	}
}

// nameless returns the name that the call of the event at hand is known by, if
// it lacks one and the finding says so.
func (p *Pipeline) nameless(f *agui.Finding, used bool) string {
	if !used || p.event.Type != agui.ToolCallStart || p.event.Name.Set || !strings.Contains(f.Message, ": toolCallName ") {
		return ""
	}
	return p.expander.Calls().Of(p.event.ToolCallID.Value).Name
}

func whatIsDone(rule agui.RuleID, used bool, ev *agui.Event) string {
	switch {
	case used && ev.Run != nil && ev.Run.Failed:
		return "the run counts as failed"
	case used:
		return "read without it"
	}
	switch rule {
	case agui.RuleBadJSON, agui.RuleTooDeep, agui.RuleNotAnObject, agui.RuleMissingType:
		return "the frame is dropped"
	default:
		return "the event is dropped"
	}
}
