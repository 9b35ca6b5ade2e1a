package agui_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"agtui/stream/agui"
)

// decodeRow is one event and what must become of it.
type decodeRow struct {
	name, in string
	// rules are those of the findings, in order; a fatal one ends in "!".
	rules string
	// words must all occur in the findings' messages.
	words []string
	// out is the event written again; empty for an event of no use.
	out string
}

func runDecode(t *testing.T, rows []decodeRow) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var ev agui.Event
			findings, ok := agui.NewDecoder().Decode([]byte(row.in), 3, &ev)
			var rules []string
			text := ""
			for _, f := range findings {
				rule := string(f.Rule)
				if f.Fatal {
					rule += "!"
				}
				rules = append(rules, rule)
				text += f.Message + "\n"
				if f.Frame != 3 {
					t.Errorf("a finding is about frame %d", f.Frame)
				}
			}
			if got := strings.Join(rules, ", "); got != row.rules {
				t.Errorf("rules %q, want %q: %s", got, row.rules, text)
			}
			for _, w := range row.words {
				if !strings.Contains(text, w) {
					t.Errorf("no %q in %s", w, text)
				}
			}
			if ok != (row.out != "") {
				t.Fatalf("usable is %t", ok)
			}
			if !ok {
				return
			}
			if ev.Frame != 3 {
				t.Errorf("the event is of frame %d", ev.Frame)
			}
			if got := string(agui.AppendEvent(nil, &ev)); got != row.out {
				t.Errorf("became %s\n  want %s", got, row.out)
			}
		})
	}
}

func TestDecoder_ReadsLeniently(t *testing.T) {
	runDecode(t, []decodeRow{
		{
			"a null in an optional field counts as absent", `{"type":"TEXT_MESSAGE_START","messageId":"m","name":null}`,
			"null-field!",
			[]string{"TEXT_MESSAGE_START m", "name is null"},
			`{"type":"TEXT_MESSAGE_START","messageId":"m"}`,
		},
		{
			"a null in a required field makes the event useless", `{"type":"TEXT_MESSAGE_CONTENT","messageId":null,"delta":"x"}`,
			"null-field!",
			[]string{"TEXT_MESSAGE_CONTENT", "messageId"},
			"",
		},
		{
			"a null that older servers send is absent", `{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"n","parentMessageId":null}`,
			"deprecated-null",
			[]string{"TOOL_CALL_START c", "parentMessageId"},
			`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"n"}`,
		},
		{
			"an unknown role of a text is no role", `{"type":"TEXT_MESSAGE_START","messageId":"m","role":"narrator"}`,
			"bad-field!",
			[]string{"role", "narrator"},
			`{"type":"TEXT_MESSAGE_START","messageId":"m"}`,
		},
		{
			"a bad optional field is dropped", `{"type":"TEXT_MESSAGE_END","messageId":"m","timestamp":"now"}`,
			"bad-field!",
			[]string{"timestamp", "whole number", `"now"`},
			`{"type":"TEXT_MESSAGE_END","messageId":"m"}`,
		},
		{
			"a whole number may be written as a fraction", `{"type":"TEXT_MESSAGE_END","messageId":"m","timestamp":1.5e1}`,
			"", nil, `{"type":"TEXT_MESSAGE_END","messageId":"m","timestamp":15}`,
		},
		{
			"a number beyond the safe range is no timestamp", `{"type":"TEXT_MESSAGE_END","messageId":"m","timestamp":9007199254740992}`,
			"bad-field!",
			[]string{"timestamp"},
			`{"type":"TEXT_MESSAGE_END","messageId":"m"}`,
		},
		{
			"a number of many digits does not wrap around", `{"type":"TEXT_MESSAGE_END","messageId":"m","timestamp":18446744073709551621}`,
			"bad-field!",
			[]string{"timestamp"},
			`{"type":"TEXT_MESSAGE_END","messageId":"m"}`,
		},
		{
			"an activity without content has an empty one", `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"activity","activityType":"PLAN"}]}`,
			"missing-field!",
			[]string{"messages[0].content"},
			`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"activity","content":{},"activityType":"PLAN"}]}`,
		},
		{
			"an unknown field is dropped wherever it is", `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"cancelled","why":1},"toString":2}`,
			"unknown-field, unknown-field",
			[]string{"outcome.why", "toString"},
			`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"cancelled"}}`,
		},
		{"snake case is unknown", `{"type":"TEXT_MESSAGE_END","message_id":"m"}`, "unknown-field, missing-field!", []string{"message_id", "messageId is missing"}, ""},
		{
			"an unknown part goes, its neighbours stay", `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"text","text":"a"},{"type":"hologram","x":null}]}`,
			"unknown-union-member",
			[]string{"content[1]", "hologram"},
			`{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"text","text":"a"}]}`,
		},
		{
			"a part with an unknown source goes whole", `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"image","id":5,"source":{"type":"tape"},"more":1}]}`,
			"unknown-union-member",
			[]string{"content[0]", "tape"},
			`{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[]}`,
		},
		{
			"an object as a tool's content is its text", `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":{"a": 1}}`,
			"bad-field!",
			[]string{"content"},
			`{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":"{\"a\":1}"}`,
		},
		{
			"an unknown operation goes, the rest of the patch stays", `{"type":"STATE_DELTA","delta":[{"op":"increment","path":"/a"},{"op":"remove","path":"/b","value":1}]}`,
			"unknown-union-member",
			[]string{"delta[0]", "increment"},
			`{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/b","value":1}]}`,
		},
		{
			"a patch with a bad operation is useless", `{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a"},{"op":"remove","path":"/b"}]}`,
			"missing-field!",
			[]string{"delta[0].value"},
			"",
		},
		{
			"a path that is no pointer is useless", `{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/a~2"}]}`,
			"bad-pointer!",
			[]string{"delta[0].path", "/a~2"},
			"",
		},
		{"a null state is a state", `{"type":"STATE_SNAPSHOT","snapshot":null}`, "", nil, `{"type":"STATE_SNAPSHOT","snapshot":null}`},
		{
			"parsed arguments are their text", `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":{"x": 1.0}}}]}]}`,
			"bad-field!",
			[]string{"messages[0].toolCalls[0].function.arguments"},
			`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"x\":1.0}"}}]}]}`,
		},
		{
			"a message of an unknown role goes", `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"oracle"}]}`,
			"unknown-union-member",
			[]string{"messages[0]", "oracle"},
			`{"type":"MESSAGES_SNAPSHOT","messages":[]}`,
		},
		{
			"a name in a reasoning message is unknown", `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"reasoning","content":"x","name":"n"}]}`,
			"unknown-field", nil, `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"reasoning","content":"x"}]}`,
		},
		{
			"the kind of an encrypted value is known", `{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"m","encryptedValue":"v","encryptedValueType":"sig"}`,
			"", nil, `{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"m","encryptedValue":"v","encryptedValueType":"sig"}`,
		},
		{
			"of two members of a name the last counts", `{"type":"TEXT_MESSAGE_END","type":"TEXT_MESSAGE_CONTENT","messageId":"a","delta":5,"messageId":"b","delta":"x"}`,
			"", nil, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"b","delta":"x"}`,
		},
		{"the type may come last and be escaped", `{ "messageId" : "m" , "typ\u0065" : "TEXT_MESSAGE\u005fEND" }`, "", nil, `{"type":"TEXT_MESSAGE_END","messageId":"m"}`},
		{"a draft is noted", `{"type":"META","metaType":"note","payload":{"a":1},"id":"x","ts":1}`, "draft-event", []string{"META"}, `{"type":"META","metaType":"note","payload":{"a":1}}`},
		{
			"a null of old servers is none in a result",
			`{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"image","source":{"type":"url","value":"u"},"metadata":null}]}`,
			"null-field!",
			[]string{"content[0].metadata"},
			`{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"image","source":{"type":"url","value":"u"}}]}`,
		},
		{"a malformed draft is noted", `{"type":"META","metaType":null}`, "null-field, draft-event", []string{"metaType"}, `{"type":"META"}`},
		{
			"a newer protocol is noted", `{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"1.2"}`,
			"newer-protocol",
			[]string{"1.2"},
			`{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"1.2"}`,
		},
		{"our own protocol is not", `{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"1.1"}`, "", nil, `{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"1.1"}`},
		{
			"what is no version is noted", `{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"draft"}`,
			"newer-protocol",
			[]string{"draft"},
			`{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"draft"}`,
		},
	})
}

func TestDecoder_EndsTheRunWhateverTheEndLooksLike(t *testing.T) {
	runDecode(t, []decodeRow{
		{
			"an end without ids is a failed one", `{"type":"RUN_FINISHED","timestamp":5}`, "missing-field!, missing-field!", nil,
			`{"type":"RUN_ERROR","message":"the end of the run is malformed: RUN_FINISHED: threadId is missing","timestamp":5}`,
		},
		{
			"an end without ids that says how it ended is used",
			`{"type":"RUN_FINISHED","runId":null,"outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"confirmation"}]}}`,
			"null-field!, missing-field!", nil,
			`{"type":"RUN_FINISHED","threadId":"","runId":"","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"confirmation"}]}}`,
		},
		{
			"an end without ids whose outcome cannot be read is a failed one", `{"type":"RUN_FINISHED","threadId":"t","outcome":{"type":"interrupt"}}`,
			"missing-field!, missing-field!", nil,
			`{"type":"RUN_ERROR","message":"the end of the run is malformed: RUN_FINISHED: outcome.interrupts is missing"}`,
		},
		{
			"an outcome that cannot be read is no success", `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":[]}`, "bad-field!", nil,
			`{"type":"RUN_ERROR","message":"the end of the run is malformed: RUN_FINISHED r: outcome must be an object, but is an array"}`,
		},
		{
			"an interrupt without a question is no interrupt", `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[]}}`, "bad-field!", nil,
			`{"type":"RUN_ERROR","message":"the end of the run is malformed: RUN_FINISHED r: outcome.interrupts must be an array of at least one interrupt, but is an array"}`,
		},
		{
			"an unknown outcome is reported and reads as success", `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"paused"}}`,
			"unknown-union-member",
			[]string{"outcome", "paused"},
			`{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`,
		},
		{
			"bad usage does not spoil the end", `{"type":"RUN_FINISHED","threadId":"t","runId":"r","usage":[{"inputTokens":-1,"outputTokens":2}]}`,
			"bad-field!",
			[]string{"usage[0].inputTokens"},
			`{"type":"RUN_FINISHED","threadId":"t","runId":"r","usage":[{"outputTokens":2}]}`,
		},
		{
			"an error without a message is an error", `{"type":"RUN_ERROR","code":"X"}`, "missing-field!", nil,
			`{"type":"RUN_ERROR","message":"the end of the run is malformed: RUN_ERROR: message is missing","code":"X"}`,
		},
		{
			"an end that is not JSON is a failed one", `{"type":"RUN_ERROR","message":"x",}`, "bad-json!",
			[]string{"RUN_ERROR", "byte 34"},
			`{"type":"RUN_ERROR","message":"the end of the run is malformed: the frame (RUN_ERROR) is not JSON: a member's name is missing at byte 34: \"{\\\"type\\\":\\\"RUN_ERROR\\\",\\\"message\\\":\\\"x\\\",}\""}`,
		},
		{"an error object is the end", `{"error":"worker 3 died"}`, "error-object!", []string{"worker 3 died"}, `{"type":"RUN_ERROR","message":"worker 3 died"}`},
		{"an error object may be nested", `{"error":{"message":"overloaded","code":529}}`, "error-object!", []string{"overloaded"}, `{"type":"RUN_ERROR","message":"overloaded","code":"529"}`},
		{"an error without a message is its JSON", `{"error":{"a": [1]}}`, "error-object!", nil, `{"type":"RUN_ERROR","message":"{\"a\":[1]}"}`},
	})
}

func TestDecoder_RefusesWhatIsNoEvent(t *testing.T) {
	runDecode(t, []decodeRow{
		{"an unknown type is dropped", `{"type":"WARMUP","percent":40}`, "unknown-event", []string{"WARMUP"}, ""},
		{"a type in lower case is unknown", `{"type":"run_finished","threadId":"t","runId":"r"}`, "unknown-event", nil, ""},
		{"an object without a type", `{"messageId":"m"}`, "missing-type!", []string{"type"}, ""},
		{"an empty type is none", `{"type":""}`, "missing-type!", nil, ""},
		{"a number as type is none", `{"type":5}`, "missing-type!", nil, ""},
		{"no error is no error", `{"error":null}`, "missing-type!", nil, ""},
		{"an array", `[1]`, "not-an-object!", []string{"object"}, ""},
		{"a null", ` null `, "not-an-object!", []string{"object"}, ""},
		{"nothing", ``, "bad-json!", nil, ""},
		{"text", `[DONE]`, "bad-json!", []string{"[DONE]"}, ""},
		{"two values", `{"type":"CUSTOM"} {}`, "bad-json!", nil, ""},
		{"a control character in a string", "{\"type\":\"CUSTOM\",\"name\":\"a\nb\"}", "bad-json!", nil, ""},
		{"nesting without end", `{"type":"CUSTOM","value":` + strings.Repeat("[", 2000), "too-deep!", nil, ""},
	})
}

func TestDecoder_BoundsTheFindingsOfOneEvent(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"type":"TEXT_MESSAGE_END"`)
	for i := range 1000 {
		b.WriteString(`,"x` + strings.Repeat("y", i) + `":1`)
	}
	b.WriteString("}")
	var ev agui.Event
	findings, ok := agui.NewDecoder().Decode([]byte(b.String()), 1, &ev)
	if ok || len(findings) > 40 {
		t.Errorf("usable is %t, %d findings", ok, len(findings))
	}
	if !count(findings).fatal {
		t.Error("the missing id is not among them")
	}
}

// TestDecoder_DropsFaultsWithWhatItDrops: the reference does not look into a
// part that it drops, however much else is wrong with the event.
func TestDecoder_DropsFaultsWithWhatItDrops(t *testing.T) {
	const dropped = `"content":[{"type":"image","id":5,"source":{"type":"new"}},{"type":"text","text":"x"}]`
	for n := range 70 {
		more := ""
		for i := range n {
			more += fmt.Sprintf(`"x%d":1,`, i)
		}
		in := `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c",` + more + dropped
		var ev agui.Event
		findings, ok := agui.NewDecoder().Decode([]byte(in+"}"), 1, &ev)
		if !ok || count(findings).fatal {
			t.Fatalf("%d unknown members: usable is %t, %v", n, ok, findings)
		}
		if told := counted(findings); told != n+1 {
			t.Fatalf("%d unknown members and one unknown part: %d findings", n, told)
		}
		findings, _ = agui.NewDecoder().Decode([]byte(in+`,"role":5}`), 1, &ev)
		if !count(findings).fatal {
			t.Fatalf("%d unknown members: nothing fatal in %v", n, findings)
		}
	}
}

// counted is how many deviations the findings tell of.
func counted(findings []agui.Finding) int {
	n := 0
	for _, f := range findings {
		if _, words, ok := strings.Cut(f.Message, ": "); ok && strings.HasSuffix(words, " more deviations like these") {
			more, _ := strconv.Atoi(strings.Fields(words)[0])
			n += more
			continue
		}
		n++
	}
	return n
}

func TestDecoder_TellsAnUnknownTypesName(t *testing.T) {
	ev := agui.Event{Delta: agui.Some("of the event before")}
	if _, ok := agui.NewDecoder().Decode([]byte(`{"type":"FUTURE"}`), 1, &ev); ok || ev.TypeName != "FUTURE" || ev.Delta.Set {
		t.Errorf("got %+v", ev)
	}
}
