package stream_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/stream/internal/streamgen"
)

func ExamplePipeline() {
	p := stream.NewPipeline(stream.PipelineOptions{})
	var items []stream.Item
	for i, data := range []string{
		`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"hello"}`,
	} {
		items = p.Feed(&frame.Frame{N: i + 1, Data: []byte(data)}, items)
	}
	items = p.Close(stream.EndOfBody, items)
	for _, it := range items {
		switch {
		case it.Event != nil:
			fmt.Println(it.Event.Frame, it.Event.Type)
		case it.Finding != nil:
			fmt.Println(it.Finding.Frame, it.Finding.Severity, it.Finding.Rule)
		}
	}
	// Output:
	// 1 RUN_STARTED
	// 2 error not-open
	// 0 TEXT_MESSAGE_START
	// 2 TEXT_MESSAGE_CONTENT
	// 0 warning truncated
}

func TestPipeline_TellsWhyAnEventWasMadeUp(t *testing.T) {
	r := run(false, data(
		begin, `{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"x"}`, note,
		`{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"x"}`, finish,
	))
	var got []string
	for i := range r.events {
		ev := &r.events[i]
		got = append(got, fmt.Sprintf("%d %d %v", ev.Frame, ev.Cause, ev.Type))
	}
	want := "1 0 RUN_STARTED, 2 0 TEXT_MESSAGE_START, 2 0 TEXT_MESSAGE_CONTENT, 0 3 TEXT_MESSAGE_END, 3 0 CUSTOM, " +
		"0 4 TOOL_CALL_START, 4 0 TOOL_CALL_ARGS, 0 5 TOOL_CALL_END, 5 0 RUN_FINISHED"
	if got := strings.Join(got, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A call that goes on has the name that the request, the answer so far or a
// snapshot gave it, and the finding says so.
func TestPipeline_SaysWhichNameACallHas(t *testing.T) {
	const (
		goesOn   = `; it goes on with call "f"`
		chunked  = `{"type":"TOOL_CALL_CHUNK","toolCallId":"c","delta":"x"}`
		started  = `{"type":"TOOL_CALL_START","toolCallId":"c"}`
		ended    = `{"type":"TOOL_CALL_END","toolCallId":"c"}`
		messages = `[{"id":"m","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""}}]}]`
	)
	earlier := []agui.Message{{ID: "m", Role: agui.RoleAssistant, ToolCalls: []agui.ToolCall{{ID: "c", Name: "f"}}}}
	for name, r := range map[string]struct {
		history []agui.Message
		before  []string // events
		last    string
		call    string
		says    string
	}{
		"a chunk, named by the request": {earlier, nil, chunked, "f", goesOn},
		"a chunk, named by a snapshot":  {nil, []string{`{"type":"MESSAGES_SNAPSHOT","messages":` + messages + `}`}, chunked, "f", goesOn},
		"a chunk, named by an earlier chunk": {
			nil, []string{`{"type":"TOOL_CALL_CHUNK","toolCallId":"c","toolCallName":"f"}`, note}, chunked, "f", goesOn,
		},
		"a chunk, never named":          {nil, nil, chunked, "", "; the call stays without a name"},
		"a start, named by the request": {earlier, nil, started, "f", goesOn},
		"a start, named by an earlier one": {
			nil, []string{`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f"}`, ended}, started, "f", goesOn,
		},
		"a start, never named": {nil, nil, started, "", "; read without it"},
	} {
		t.Run(name, func(t *testing.T) {
			p := stream.NewPipeline(stream.PipelineOptions{})
			p.Begin(&agui.RunAgentInput{ThreadID: "t", RunID: "r", Messages: r.history})
			var items []stream.Item
			for i, data := range append(append([]string{begin}, r.before...), r.last) {
				items = p.Feed(&frame.Frame{N: i + 1, Data: []byte(data)}, items)
			}
			call, said := "?", ""
			for _, it := range items {
				switch {
				case it.Event != nil && it.Event.Type == agui.ToolCallStart:
					call = it.Event.Name.Value
				case it.Finding != nil && it.Finding.Fatal:
					said = it.Finding.Message
				}
			}
			if call != r.call || !strings.HasSuffix(said, r.says) {
				t.Errorf("the call is %q, want %q; the finding says %q", call, r.call, said)
			}
		})
	}
}

// frames puts events on the wire.
func frames(events []agui.Event) []*frame.Frame {
	out := make([]*frame.Frame, len(events))
	for i := range events {
		data := agui.AppendEvent(nil, &events[i])
		out[i] = &frame.Frame{N: i + 1, Data: data, Raw: data}
	}
	return out
}

// result is what came out of a pipeline.
type result struct {
	items    []stream.Item
	events   []agui.Event
	findings []agui.Finding
	before   int // events before the first fatal finding
	fatal    bool
	stopped  bool
}

func run(strict bool, fs []*frame.Frame) result {
	p := stream.NewPipeline(stream.PipelineOptions{Strict: strict})
	var r result
	for _, f := range fs {
		r.items = p.Feed(f, r.items)
	}
	r.items = p.Close(stream.EndOfBody, r.items)
	r.stopped = p.Stopped()
	for _, it := range r.items {
		switch {
		case it.Event != nil:
			r.events = append(r.events, *it.Event)
		case it.Finding != nil:
			r.findings = append(r.findings, *it.Finding)
			r.fatal = r.fatal || it.Finding.Fatal
		}
		if !r.fatal {
			r.before = len(r.events)
		}
	}
	return r
}

type failer interface{ Fatalf(string, ...any) }

// checkModes checks what holds between strict and lenient on every stream.
func checkModes(t failer, fs []*frame.Frame) {
	strict, lenient := run(true, fs), run(false, fs)
	if strict.fatal != lenient.fatal || strict.fatal != strict.stopped || lenient.stopped {
		t.Fatalf("fatal: strict %v, lenient %v; stopped: %v, %v", strict.fatal, lenient.fatal, strict.stopped, lenient.stopped)
	}
	if len(strict.events) != strict.before {
		t.Fatalf("strict delivered %d events after the fatal finding", len(strict.events)-strict.before)
	}
	if n := lenient.before; n != len(strict.events) || n > 0 && !reflect.DeepEqual(strict.events, lenient.events[:n]) {
		t.Fatalf("strict\n%slenient, before the fault\n%s", streamgen.Format(strict.events), streamgen.Format(lenient.events[:n]))
	}
}

func TestPipeline_StrictEqualsLenientOnLegalStreams(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fs := frames(streamgen.Legal().Draw(t, "stream"))
		strict, lenient := run(true, fs), run(false, fs)
		for _, f := range lenient.findings {
			if f.Severity == agui.Error {
				t.Fatalf("%s: %s", f.Rule, f.Message)
			}
		}
		if !reflect.DeepEqual(strict.items, lenient.items) {
			t.Fatalf("strict\n%slenient\n%s", streamgen.Format(strict.events), streamgen.Format(lenient.events))
		}
	})
}

func TestPipeline_StrictEqualsLenientUpToTheFault(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkModes(t, frames(streamgen.Mutated().Draw(t, "stream"))) })
	rapid.Check(t, func(t *rapid.T) { checkModes(t, frames(streamgen.Any().Draw(t, "stream"))) })
}

func TestPipeline_DeliversWhatPrecedesTheFaultInItsFrame(t *testing.T) {
	fs := frames(streamgen.Parse(`
		RUN_STARTED r1
		TEXT_MESSAGE_START m2
		TEXT_MESSAGE_CHUNK m1 @a
		TEXT_MESSAGE_CHUNK m2 @a`))
	r := run(true, fs)
	start := agui.TextMessageStart.String()
	want := strings.Join([]string{"RUN_STARTED", start, start, "TEXT_MESSAGE_END"}, " ")
	if got := types(r.events); got != want || !r.stopped {
		t.Errorf("got %s, stopped %v; want %s", got, r.stopped, want)
	}
	if last := r.findings[len(r.findings)-1]; last.Rule != agui.RuleDuplicateStart || last.Frame != 4 {
		t.Errorf("stopped at %+v", last)
	}
}

func types(events []agui.Event) string {
	names := make([]string, len(events))
	for i := range events {
		names[i] = events[i].Type.String()
	}
	return strings.Join(names, " ")
}

func FuzzPipeline(f *testing.F) {
	f.Add("{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n{\"type\":\"TEXT_MESSAGE_CHUNK\",\"messageId\":\"m\",\"delta\":\"x\"}\n{\"type\":\"RUN_FINISHED\"}")
	f.Add("[DONE]\n\n{\"error\":\"no\"}\n{\"type\":\"TOOL_CALL_CHUNK\",\"delta\":\"x\"}\n{\"type\":\"RUN_ERROR\",\"message\":\"m\"}\n1")
	f.Fuzz(func(t *testing.T, body string) {
		var fs []*frame.Frame
		for i, line := range strings.Split(body, "\n") {
			fs = append(fs, &frame.Frame{N: i + 1, Data: []byte(line), Raw: []byte(line)})
		}
		checkModes(t, fs)
		a, b := run(false, fs), run(false, fs)
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("two runs differ")
		}
		for _, f := range a.findings {
			if f.Frame > len(fs) || f.Message == "" {
				t.Fatalf("finding %+v", f)
			}
		}
	})
}
