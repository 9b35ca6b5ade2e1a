package stream_test

import (
	"strings"
	"testing"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
)

const (
	begin  = `{"type":"RUN_STARTED","threadId":"t","runId":"r"}`
	finish = `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`
	fail   = `{"type":"RUN_ERROR","message":"no"}`
	note   = `{"type":"CUSTOM","name":"n","value":1}`
	bad    = `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":1}`
)

func data(texts ...string) []*frame.Frame {
	out := make([]*frame.Frame, len(texts))
	for i, s := range texts {
		out[i] = &frame.Frame{N: i + 1, Data: []byte(s)}
	}
	return out
}

func TestPipeline_ReportsWhatIsWrongWithFrames(t *testing.T) {
	with := func(f frame.Frame) []*frame.Frame {
		f.N = 2
		return []*frame.Frame{{N: 1, Data: []byte(begin)}, &f, {N: 3, Data: []byte(finish)}}
	}
	run2 := "RUN_STARTED RUN_FINISHED"
	rows := map[string]struct {
		frames   []*frame.Frame
		events   string
		findings string
		strict   bool // strict goes on
	}{
		"a keep-alive is no finding":            {with(frame.Frame{Kind: frame.Comment}), run2, "", true},
		"a frame without data is none either":   {with(frame.Frame{}), run2, "", true},
		"empty data is dropped":                 {with(frame.Frame{Data: []byte{}}), run2, "info empty-data", true},
		"blank data is dropped":                 {with(frame.Frame{Data: []byte(" \n")}), run2, "info empty-data", true},
		"the end marker is dropped":             {with(frame.Frame{Data: []byte("[DONE]")}), run2, "info done-marker", true},
		"a stray line is shown":                 {with(frame.Frame{Raw: []byte("{\"error\":\"x\"}\n\n"), Fault: frame.Stray}), run2, "error stray-line", true},
		"bad bytes are noted, the event used":   {with(frame.Frame{Data: []byte(note), Fault: frame.BadUTF8}), "RUN_STARTED CUSTOM RUN_FINISHED", "warning bad-utf8", true},
		"a frame over the limit is skipped":     {with(frame.Frame{Fault: frame.TooLong, Size: 1 << 30}), run2, "error frame-too-long", false},
		"a last frame that is whole is used":    {with(frame.Frame{Data: []byte(note), Fault: frame.Unterminated}), "RUN_STARTED CUSTOM RUN_FINISHED", "warning unterminated-frame", true},
		"a last frame that is cut is dropped":   {with(frame.Frame{Data: []byte(note[:9]), Fault: frame.Unterminated}), run2, "warning unterminated-frame", true},
		"what is no JSON is dropped":            {data(begin, "x", finish), run2, "error bad-json", false},
		"what is no object is dropped":          {data(begin, "1", finish), run2, "error not-an-object", false},
		"an object without a type is dropped":   {data(begin, "{}", finish), run2, "error missing-type", false},
		"an object with an error fails the run": {data(begin, `{"error":"overloaded"}`), "RUN_STARTED RUN_ERROR", "error error-object", false},
		"a malformed event is dropped":          {data(begin, bad, finish), run2, "error bad-field", false},
		"a malformed end fails the run":         {data(begin, `{"type":"RUN_FINISHED","threadId":1}`), "RUN_STARTED RUN_ERROR", "error bad-field, error missing-field", false},
		"a malformed end that asks is used":     {data(begin, `{"type":"RUN_FINISHED","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"confirmation"}]}}`), run2, "error missing-field, error missing-field", false},
		"after an error all is mild":            {data(begin, fail, bad, note, finish), "RUN_STARTED RUN_ERROR CUSTOM", "warning bad-field, warning run-ended, warning run-ended", false},
		"an unknown event is dropped":           {data(begin, `{"type":"NOVELTY"}`, finish), run2, "warning unknown-event", true},
	}
	for name, r := range rows {
		t.Run(name, func(t *testing.T) {
			lenient := run(false, r.frames)
			if got := types(lenient.events); got != r.events {
				t.Errorf("events %s, want %s", got, r.events)
			}
			var found []string
			for _, f := range lenient.findings {
				found = append(found, f.Severity.String()+" "+string(f.Rule))
				if f.Frame == 0 {
					t.Errorf("%+v has no frame", f)
				}
			}
			if got := strings.Join(found, ", "); got != r.findings {
				t.Errorf("findings %s, want %s", got, r.findings)
			}
			if got := !run(true, r.frames).stopped; got != r.strict {
				t.Errorf("strict goes on: %v, want %v", got, r.strict)
			}
		})
	}
}

func TestPipeline_CountsStrayLines(t *testing.T) {
	for _, tc := range []struct {
		lines, findings int
		last            string
	}{
		{8, 8, "is left out: line"},
		{9, 9, "1 more line of the frame is no field"},
		{100_000, 9, "99992 more lines of the frame are no fields"},
	} {
		f := &frame.Frame{N: 2, Raw: []byte(strings.Repeat("line\n", tc.lines) + "\n"), Fault: frame.Stray}
		r := run(false, []*frame.Frame{data(begin)[0], f, data(finish)[0]})
		if n := len(r.findings); n != tc.findings || !strings.Contains(r.findings[n-1].Message, tc.last) {
			t.Errorf("%d lines: %d findings, the last is %+v", tc.lines, n, r.findings[n-1])
		}
	}
}

func TestPipeline_SaysHowLongAFrameIs(t *testing.T) {
	for size, want := range map[int64]string{10<<20 + 1: "10485761 bytes (10 MB)", 1000: "1000 bytes,"} {
		r := run(true, []*frame.Frame{{N: 1, Fault: frame.TooLong, Size: size}})
		if len(r.findings) != 1 || !strings.Contains(r.findings[0].Message, want) {
			t.Errorf("%d: %+v", size, r.findings)
		}
	}
}

func TestPipeline_SaysWhenARunHasNoEnd(t *testing.T) {
	rows := map[string]struct {
		frames []*frame.Frame
		end    stream.Ending
		want   string
	}{
		"a finished run":                   {data(begin, finish), stream.EndOfBody, ""},
		"a failed run":                     {data(fail), stream.EndOfBody, ""},
		"a run that goes on after its end": {data(begin, finish, note), stream.EndOfBody, ""},
		"a run without an end":             {data(begin, note), stream.EndOfBody, "warning truncated"},
		"a second run without an end":      {data(begin, finish, begin), stream.EndOfBody, "warning truncated"},
		"an answer without events":         {nil, stream.EndOfBody, "warning truncated"},
		"a run that took too long":         {data(begin), stream.TimedOut, "warning truncated"},
		"a broken connection":              {data(begin), stream.Broken, "error broken-body"},
		"one that broke after the end":     {data(begin, finish), stream.Broken, ""},
		"a run that the user stopped":      {data(begin), stream.Stopped, ""},
	}
	for name, r := range rows {
		t.Run(name, func(t *testing.T) {
			p := stream.NewPipeline(stream.PipelineOptions{})
			for _, f := range r.frames {
				p.Feed(f, nil)
			}
			var got string
			for _, it := range p.Close(r.end, nil) {
				got += it.Finding.Severity.String() + " " + string(it.Finding.Rule)
			}
			if got != r.want {
				t.Errorf("found %q, want %q", got, r.want)
			}
		})
	}
}

func TestPipeline_NotesAnAnswerUnderOtherIds(t *testing.T) {
	rows := map[string]struct {
		run  string
		want int
	}{
		"the request's ids": {"r", 0},
		"another run":       {"mine", 1},
	}
	for name, r := range rows {
		t.Run(name, func(t *testing.T) {
			p := stream.NewPipeline(stream.PipelineOptions{Strict: true})
			p.Begin(&agui.RunAgentInput{ThreadID: "t", RunID: r.run})
			found := 0
			for _, f := range data(begin, finish, begin, finish) {
				for _, it := range p.Feed(f, nil) {
					if it.Finding == nil {
						continue
					}
					if it.Finding.Rule != agui.RuleRequestIDMismatch || it.Finding.Severity != agui.Info {
						t.Errorf("found %+v", it.Finding)
					}
					found++
				}
			}
			if found != r.want {
				t.Errorf("found %d, want %d", found, r.want)
			}
		})
	}
}

func TestPipeline_ContinuesKnownCallsUnderTheirNames(t *testing.T) {
	p := stream.NewPipeline(stream.PipelineOptions{})
	p.Begin(&agui.RunAgentInput{ThreadID: "t", RunID: "r", Messages: []agui.Message{
		{ID: "m", Role: agui.RoleAssistant, ToolCalls: []agui.ToolCall{{ID: "c", Name: "weather"}}},
	}})
	p.Feed(data(begin)[0], nil)
	items := p.Feed(&frame.Frame{N: 2, Data: []byte(`{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"x"}`)}, nil)
	if len(items) != 4 || items[2].Event == nil || items[2].Event.Name.Value != "weather" {
		t.Errorf("items: %+v", items)
	}
}

func TestPipeline_ForgetsAtReset(t *testing.T) {
	p := stream.NewPipeline(stream.PipelineOptions{Strict: true})
	p.Feed(data("x")[0], nil)
	if !p.Stopped() || len(p.Feed(data(begin)[0], nil)) != 0 {
		t.Error("a stopped pipeline goes on")
	}
	p.Reset()
	if got := len(p.Feed(data(begin)[0], nil)); p.Stopped() || got != 2 {
		t.Errorf("after Reset: stopped %v, %d items", p.Stopped(), got)
	}
}
