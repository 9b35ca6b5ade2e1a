package agui_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"agtui/stream/agui"
)

// The generators make JSON text, so that what is tested starts from the wire.

func genText() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{`""`, `"a"`, `"m1"`, `"한국어"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\udE00x"`, `"a\"\\\n\u0000\/"`, `"<&>\u2028"`})
}

func genOpaque() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{`1`, `1.0`, `-0`, `616581622363398142`, `1e-7`, `"\u0041"`, `true`, `[ ]`, `[1 , {"b":1,"a":null}]`, `{"z":1,"a":{"z":[]}, "a":2}`})
}

func genObject() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{`{}`, `{"b":1.50,"a":null}`, `{ "x" : "\u00e9" }`})
}

// fields draws an object of the members given as name, generator pairs; those
// whose name ends in ? may be missing.
func fields(t *rapid.T, head string, pairs ...any) string {
	var b strings.Builder
	b.WriteString("{" + head)
	for i := 0; i < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		gen, _ := pairs[i+1].(*rapid.Generator[string])
		name, optional := strings.CutSuffix(name, "?")
		if optional && rapid.Bool().Draw(t, "without "+name) {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + name + `":` + gen.Draw(t, name))
	}
	return b.String() + "}"
}

func listOf(gen *rapid.Generator[string]) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return "[" + strings.Join(rapid.SliceOfN(gen, 0, 3).Draw(t, "list"), ",") + "]"
	})
}

func genPart() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		source := rapid.SampledFrom([]string{
			`{"type":"data","value":"A","mimeType":"a/b"}`, `{"type":"url","value":"u"}`,
			`{"type":"file","value":"h","mimeType":"a/b","provider":"p"}`, `{"type":"tape","reel":[1]}`, `{"type":"url","value":"u","q":1.0}`,
		})
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			return fields(t, `"type":"text"`, "text", genText(), "id?", genText(), "metadata?", genOpaque(), "q?", genOpaque())
		case 1:
			return fields(t, `"type":"binary"`, "mimeType?", genText(), "data?", genText(), "url?", genText(), "filename?", genText(), "id?", genText())
		case 2:
			return fields(t, `"type":"hologram"`, "source?", genOpaque(), "x?", genOpaque())
		default:
			return fields(t, `"type":"image"`, "source", source, "id?", genText(), "metadata?", genOpaque())
		}
	})
}

func genCall() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		inner := rapid.Custom(func(t *rapid.T) string {
			return fields(t, "", "name", genText(), "arguments", genText(), "strict?", genOpaque())
		})
		return fields(t, "", "id", genText(), "type", rapid.Just(`"function"`), "function", inner,
			"encryptedValue?", genText(), "encryptedValueType?", genText(), "metadata?", genObject(), "x?", genOpaque())
	})
}

func genMessage() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		content := rapid.OneOf(genText(), listOf(genPart()))
		role := rapid.SampledFrom([]string{"user", "assistant", "tool", "activity", "reasoning", "system", "oracle"}).Draw(t, "role")
		head := `"id":"m","role":"` + role + `"`
		tail := []any{"encryptedValue?", genText(), "subagentRunId?", genText(), "metadata?", genObject(), "later?", genOpaque()}
		switch role {
		case "assistant":
			return fields(t, head, append([]any{"content?", genText(), "name?", genText(), "toolCalls?", listOf(genCall())}, tail...)...)
		case "tool":
			return fields(t, head, append([]any{"content", content, "toolCallId", genText(), "error?", genText()}, tail...)...)
		case "activity":
			return fields(t, head, append([]any{"content", genObject(), "activityType", genText()}, tail[2:]...)...)
		case "user":
			return fields(t, head, append([]any{"content", content, "name?", genText()}, tail...)...)
		case "oracle":
			return fields(t, head, append([]any{"content?", genText()}, tail...)...)
		default:
			return fields(t, head, append([]any{"content", genText(), "name?", rapid.Just("null")}, tail...)...)
		}
	})
}

func genEvent() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		tail := []any{"subagentRunId?", genText(), "timestamp?", rapid.SampledFrom([]string{"0", "-5", "1767225600000"}), "metadata?", genObject(), "rawEvent?", genOpaque(), "zz?", genOpaque(), "q?", rapid.Just("null")}
		base := tail[2:]
		ops := listOf(rapid.SampledFrom([]string{
			`{"op":"add","path":"/a~0","value":null}`, `{"op":"remove","path":"","x":[1.0]}`, `{"op":"move","path":"/b","from":"/a"}`,
			`{"op":"test","path":"/a","value":1.0,"from2":3}`, `{"op":"increment","path":"/q"}`,
		}))
		asked := rapid.SampledFrom([]string{
			`{"type":"success","pendingToolCallIds":[]}`, `{"type":"paused","x":1.0}`, `{"type":"cancelled"}`,
			`{"type":"interrupt","interrupts":[{"id":"i","reason":"r","message":"\ud800","responseSchema":{"b":1, "a":2}}]}`,
		})
		input := rapid.Custom(func(t *rapid.T) string {
			return fields(t, "", "threadId", genText(), "runId", genText(), "state?", genOpaque(), "messages", listOf(genMessage()), "tools?", rapid.Just(`[{"name":"n","description":"d","x":1}]`), "forwardedProps?", genOpaque(), "resume?", rapid.Just("[]"))
		})
		switch rapid.IntRange(0, 9).Draw(t, "event") {
		case 0:
			return fields(t, `"type":"TEXT_MESSAGE_CONTENT"`, append([]any{"messageId", genText(), "delta", genText()}, tail...)...)
		case 1:
			return fields(t, `"type":"RUN_STARTED"`, append([]any{"threadId", genText(), "runId", genText(), "input?", input}, base...)...)
		case 2:
			return fields(t, `"type":"RUN_FINISHED"`, append([]any{"threadId", genText(), "runId", genText(), "result?", genOpaque(), "outcome?", asked, "usage?", rapid.Just(`[{"model":"m","inputTokens":5,"x":1.0}]`)}, base...)...)
		case 3:
			return fields(t, `"type":"MESSAGES_SNAPSHOT"`, append([]any{"messages", listOf(genMessage())}, base...)...)
		case 4:
			return fields(t, `"type":"STATE_DELTA"`, append([]any{"delta", ops}, tail...)...)
		case 5:
			return fields(t, `"type":"ACTIVITY_SNAPSHOT"`, append([]any{"messageId", genText(), "activityType", genText(), "content", genObject(), "replace?", rapid.SampledFrom([]string{"true", "false"})}, tail...)...)
		case 6:
			return fields(t, `"type":"CUSTOM"`, append([]any{"name", genText(), "value", genOpaque()}, tail...)...)
		case 7:
			return fields(t, `"type":"FUTURE"`, append([]any{"a?", genOpaque(), "b?", genObject()}, tail...)...)
		case 8:
			return fields(t, `"type":"TOOL_CALL_RESULT"`, append([]any{"messageId", genText(), "toolCallId", genText(), "content", listOf(genPart())}, tail...)...)
		default:
			return fields(t, `"type":"SUBAGENT_STARTED","subagentRunId":"s"`, append([]any{"name", genText(), "description?", genText()}, base...)...)
		}
	})
}

func TestDecodeEvent_LosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := genEvent().Draw(t, "event")
		ev, err := agui.DecodeEvent([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		out := string(agui.AppendEvent(nil, &ev))
		if a, b := normal(t, in), normal(t, out); a != b {
			t.Fatalf("%s\nbecame %s\n%s\n%s", in, out, a, b)
		}
		again, err := agui.DecodeEvent([]byte(out))
		if err != nil || !cmp.Equal(ev, again) {
			t.Fatalf("read again: %v\n%s", err, cmp.Diff(ev, again))
		}
	})
}

func TestDecodeInput_LosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := `{"threadId":"t","runId":"r","state":` + genOpaque().Draw(t, "state") + `,"messages":` + listOf(genMessage()).Draw(t, "messages") +
			`,"tools":[],"context":[{"description":"d","value":"v","w":1.0}],"forwardedProps":` + genObject().Draw(t, "props") + `,"later":1.0}`
		input, err := agui.DecodeInput([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		if out := string(agui.AppendInput(nil, &input)); normal(t, in) != normal(t, out) {
			t.Fatalf("%s\nbecame %s", in, out)
		}
	})
}

// TestDecoder_ItsEventsAreLegal: an event that came out of enforcement is
// written as one that enforcement has nothing to say about.
func TestDecoder_ItsEventsAreLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := genEvent().Draw(t, "event")
		var ev, again agui.Event
		if _, ok := agui.NewDecoder().Decode([]byte(in), 1, &ev); !ok {
			return
		}
		out := agui.AppendEvent(nil, &ev)
		findings, ok := agui.NewDecoder().Decode(out, 1, &again)
		if !ok || len(findings) > 0 || !cmp.Equal(ev, again) {
			t.Fatalf("%s\nread again: usable %t, %v\n%s", out, ok, findings, cmp.Diff(ev, again))
		}
	})
}
