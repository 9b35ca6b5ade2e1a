package plain_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/ui/plain"
)

// view is a conversation with what was printed of it.
type view struct {
	conv          *store.Conversation
	text          *plain.Text
	pipeline      *stream.Pipeline
	answer, notes bytes.Buffer
	frames        int
}

func newView(skip func(*agui.Finding) bool, history ...agui.Message) *view {
	v := &view{conv: store.New(history, nil), pipeline: stream.NewPipeline(stream.PipelineOptions{})}
	v.text = plain.NewText(v.conv, &v.answer, &v.notes, skip)
	return v
}

// feed takes in frames and prints them one by one.
func (v *view) feed(texts ...string) *view {
	for _, text := range texts {
		v.frames++
		v.take(v.pipeline.Feed(&frame.Frame{N: v.frames, Data: []byte(text)}, nil))
	}
	return v
}

func (v *view) take(items []stream.Item) {
	for i := range items {
		switch it := &items[i]; {
		case it.Event != nil:
			_ = v.text.Show(v.conv.Apply(it.Event, time.Time{}))
		case it.Finding != nil:
			_ = v.text.Show(v.conv.Note(*it.Finding))
		}
	}
}

// close ends the body.
func (v *view) close() *view {
	v.take(v.pipeline.Close(stream.EndOfBody, nil))
	_ = v.text.Show(v.conv.End(store.Ending{}, time.Time{}))
	_ = v.text.Close()
	return v
}

const (
	begin  = `{"type":"RUN_STARTED","threadId":"t","runId":"r"}`
	finish = `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`
)

// The events of a message.
func start(id string) string { return `{"type":"TEXT_MESSAGE_START","messageId":"` + id + `"}` }
func end(id string) string   { return `{"type":"TEXT_MESSAGE_END","messageId":"` + id + `"}` }
func say(id, delta string) string {
	return fmt.Sprintf(`{"type":"TEXT_MESSAGE_CONTENT","messageId":%q,"delta":"%s"}`, id, delta)
}

func TestText_PrintsAnswersInTheOrderInWhichTheyOpened(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		frames        []string
		answer, notes string
	}{
		"one message": {[]string{begin, start("a"), say("a", "One."), end("a"), finish}, "One.\n", ""},
		"two messages have a line between": {
			[]string{begin, start("a"), say("a", "One."), end("a"), start("b"), say("b", "Two.\\n"), end("b"), finish}, "One.\n\nTwo.\n", "",
		},
		"interleaved ones come one after the other": {
			[]string{begin, start("a"), start("b"), say("b", "Two"), say("a", "One"), say("b", "!"), end("b"), say("a", "!"), end("a"), finish}, "One!\n\nTwo!\n", "",
		},
		"one that was cut off ends its line": {[]string{begin, start("a"), say("a", "On")}, "On\n", "warning truncated: the stream ended early: the run has no terminal event; the run counts as incomplete\n"},
		"an empty one is nothing":            {[]string{begin, start("a"), end("a"), start("b"), say("b", "Two"), end("b"), finish}, "Two\n", ""},
		"what a subagent says is a note": {
			[]string{
				begin, `{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"scout"}`,
				`{"type":"TEXT_MESSAGE_START","messageId":"x","subagentRunId":"s"}`, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"x","delta":"Psst\n!","subagentRunId":"s"}`,
				`{"type":"TEXT_MESSAGE_END","messageId":"x","subagentRunId":"s"}`, `{"type":"SUBAGENT_FINISHED","subagentRunId":"s"}`, finish,
			}, "", "[scout] subagent scout started\n[scout] Psst !\n[scout] subagent scout finished\n",
		},
		"a call and its result are notes": {
			[]string{
				begin, `{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f"}`, `{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{\"a\":"}`,
				`{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"1}"}`, `{"type":"TOOL_CALL_END","toolCallId":"c"}`, `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":"ok"}`, finish,
			}, "", "tool f {\"a\":1}\ntool f result: ok\n",
		},
		"a call that is left to the client": {
			[]string{begin, `{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f"}`, `{"type":"TOOL_CALL_END","toolCallId":"c"}`, finish},
			"",
			"tool f\ntool f waits for a result from you: call c\n",
		},
		"a question tells until when": {
			[]string{begin, `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"approval","message":"Now?","expiresAt":"2030-01-01T00:00:00Z"}]}}`},
			"",
			"question i (approval, until 2030-01-01T00:00:00Z): Now?\n",
		},
		"a snapshot that continues a text goes on": {
			[]string{begin, start("a"), say("a", "One"), `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"assistant","content":"One two"}]}`, end("a"), finish}, "One two\n", "",
		},
		"a snapshot that replaces a text is printed whole": {
			[]string{begin, start("a"), say("a", "One"), `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"assistant","content":"Another"}]}`, end("a"), finish}, "One\n\nAnother\n", "",
		},
		"an answer that only a snapshot has": {
			[]string{begin, `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"assistant","content":"Whole."}]}`, finish}, "Whole.\n", "",
		},
		"a message that a snapshot opens is printed as it grows": {
			[]string{begin, `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"assistant","content":""}]}`, start("a"), say("a", "One."), end("a"), finish}, "One.\n", "",
		},
		"a message that is begun again goes on": {
			[]string{begin, start("a"), say("a", "One."), end("a"), start("a"), say("a", "Two."), end("a"), finish}, "One.\nTwo.\n", "",
		},
		"control characters are shown": {[]string{begin, start("a"), say("a", `x\u001b[31m\u0007\r\ny\tz\u202e`), end("a"), finish}, "x␛[31m␇\ny    z\n", ""},
		"findings are notes, but not those for the curious": {
			[]string{begin, `{"type":"WHAT"}`, "[DONE]", finish}, "", "warning unknown-event: the protocol does not know the event type \"WHAT\", dropped (frame 2)\n",
		},
		"runs that others come after tell their end": {
			[]string{begin, `{"type":"RUN_ERROR","message":"no flour"}`, begin, finish}, "", "run r errored: no flour\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newView(nil).feed(row.frames...).close()
			if v.answer.String() != row.answer || v.notes.String() != row.notes {
				t.Errorf("answer %q, want %q\nnotes %q, want %q", v.answer.String(), row.answer, v.notes.String(), row.notes)
			}
		})
	}
}

func TestText_HistoryAndWhatWeSendAreNotPrinted(t *testing.T) {
	t.Parallel()
	old := agui.Message{ID: "old", Role: agui.RoleAssistant, Content: agui.Text("Old.")}
	v := newView(nil, old)
	v.text.Own(v.conv.Begin(&agui.RunAgentInput{ThreadID: "t", RunID: "r", Messages: []agui.Message{
		old, {ID: "older", Role: agui.RoleAssistant, Content: agui.Text("Older.")},
	}}, time.Time{}))
	v.feed(begin, start("a"), say("a", "New."), end("a"), finish).close()
	if v.answer.String() != "New.\n" || v.notes.Len() > 0 {
		t.Errorf("%q, %q", v.answer.String(), v.notes.String())
	}
}

func TestText_SkipsWhatTheCallerTells(t *testing.T) {
	t.Parallel()
	v := newView(func(f *agui.Finding) bool { return f.Rule == agui.RuleTruncated }).feed(begin, `{"type":"WHAT"}`).close()
	if n := strings.Count(v.notes.String(), "\n"); n != 1 {
		t.Errorf("%q", v.notes.String())
	}
}

func TestText_StreamsWhatIsSettled(t *testing.T) {
	t.Parallel()
	v := newView(nil).feed(begin, start("a"))
	for _, step := range []struct{ delta, shown string }{
		{"Hi ", "Hi "},
		{`\ud83d`, "Hi "},       // half a surrogate pair
		{`\udc69`, "Hi "},       // a woman, who may be joined to more
		{`\u200d`, "Hi "},       // she is
		{`\ud83d\udcbb`, "Hi "}, // to a laptop
		{"!", "Hi 👩‍💻!"},
		{`e`, "Hi 👩‍💻!e"},
		{`\u0301.`, "Hi 👩‍💻!e\u0301."}, // the accent sits on the letter before
		{`\r`, "Hi 👩‍💻!e\u0301."},
		{`\nx`, "Hi 👩‍💻!e\u0301.\nx"},
	} {
		v.feed(say("a", step.delta))
		if err := v.text.Flush(); err != nil || v.answer.String() != step.shown {
			t.Errorf("after %q: %q, want %q", step.delta, v.answer.String(), step.shown)
		}
	}
}

// refusing is a writer that fails from the nth write on.
type refusing struct{ n int }

var errFull = errors.New("no space left")

func (w *refusing) Write(b []byte) (int, error) {
	if w.n--; w.n < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestText_KeepsTheFirstErrorOfItsWriter(t *testing.T) {
	t.Parallel()
	v := newView(nil)
	v.text = plain.NewText(v.conv, &refusing{n: 1}, io.Discard, nil)
	v.feed(begin, start("a"), say("a", "one"))
	if err := v.text.Flush(); err != nil {
		t.Fatal(err)
	}
	v.feed(say("a", "two"))
	for range 2 {
		if err := v.text.Flush(); !errors.Is(err, errFull) {
			t.Errorf("%v", err)
		}
	}
	if err := v.text.Close(); !errors.Is(err, errFull) {
		t.Errorf("%v", err)
	}
}

// A long message costs as much per delta as a short one.
func TestText_HoldsLittleBack(t *testing.T) {
	t.Parallel()
	v := newView(nil).feed(begin, start("a"))
	long := strings.Repeat("a line of text. ", 4000)
	v.feed(say("a", long))
	if got := v.answer.Len(); got < len(long)-64<<10 || got == 0 {
		t.Errorf("%d of %d bytes are out without a flush", got, len(long))
	}
}

func FuzzPlainText(f *testing.F) {
	f.Add("hello", "wörld", uint8(3))
	f.Add("\x1b[2J", "\r\n\t\u202e\u0301", uint8(1))
	f.Add("👩‍👩‍👧‍👦🇪🇸", "e\u0301\u200d", uint8(2))
	f.Add("\u1100\u1161\u11a8", "\xed\xa0\xbd\xed\xb8\x80", uint8(1))
	f.Fuzz(func(t *testing.T, a, b string, step uint8) {
		cut := func(step int) *view {
			v := newView(nil)
			for i, text := range []string{a, b} {
				id := fmt.Sprint(i)
				v.apply(agui.Event{Type: agui.TextMessageStart, MessageID: agui.Some(id)})
				for len(text) > 0 {
					n := min(step, len(text))
					v.apply(agui.Event{Type: agui.TextMessageContent, MessageID: agui.Some(id), Delta: agui.Some(text[:n])})
					text = text[n:]
				}
				v.apply(agui.Event{Type: agui.ToolCallStart, ToolCallID: agui.Some("c" + id), Name: agui.Some(a)})
				v.apply(agui.Event{Type: agui.ToolCallArgs, ToolCallID: agui.Some("c" + id), Delta: agui.Some(b)})
				v.apply(agui.Event{Type: agui.ToolCallEnd, ToolCallID: agui.Some("c" + id)})
			}
			return v.close()
		}
		v := cut(max(int(step), 1))
		for _, out := range []string{v.answer.String(), v.notes.String()} {
			if !utf8.ValidString(out) {
				t.Errorf("not UTF-8: %q", out)
			}
			for _, r := range out {
				if r != '\n' && (r < ' ' || r >= 0x7F && r < 0xA0) {
					t.Errorf("%U in %q", r, out)
				}
			}
		}
		if whole := cut(1 << 20); utf8.ValidString(a+b) && whole.answer.String() != v.answer.String() {
			t.Errorf("cut %q, whole %q", v.answer.String(), whole.answer.String())
		}
	})
}

// apply takes in one event as it is.
func (v *view) apply(ev agui.Event) {
	_ = v.text.Show(v.conv.Apply(&ev, time.Time{}))
}
