package agui_test

import (
	"errors"
	"strings"
	"testing"

	"agtui/stream/agui"
)

func TestOutgoing_SendsWhatAnAgentMayHave(t *testing.T) {
	rows := []struct{ name, in, want string }{
		{"activities stay", `[{"id":"a","role":"activity","activityType":"PLAN","content":{}}]`, `[]`},
		{"unknown roles stay", `[{"id":"a","role":"oracle","content":"x"}]`, `[]`},
		{
			"encrypted values, owners and metadata go back as they came",
			`[{"id":"r","role":"reasoning","content":"x","encryptedValue":"e\ud800","encryptedValueType":"k","subagentRunId":"s","metadata":{"b":1.0, "a":null}}]`,
			`[{"id":"r","role":"reasoning","content":"x","encryptedValue":"e\ud800","encryptedValueType":"k","subagentRunId":"s","metadata":{"b":1.0, "a":null}}]`,
		},
		{
			"unknown members are left out at any depth",
			`[{"id":"a","role":"assistant","x":1,"toolCalls":[{"id":"c","type":"function","y":2,"function":{"name":"f","arguments":"{}","z":3}}]}]`,
			`[{"id":"a","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}]`,
		},
		{"a null is absent", `[{"id":"u","role":"user","content":"x","subagentRunId":null}]`, `[{"id":"u","role":"user","content":"x"}]`},
		{
			"a binary part is upgraded, an unknown one left out",
			`[{"id":"u","role":"user","content":[{"type":"binary","mimeType":"image/png","data":"A"},{"type":"hologram"},{"type":"image","source":{"type":"tape"}},{"type":"image","source":{"type":"url","value":"v","q":1},"metadata":null}]}]`,
			`[{"id":"u","role":"user","content":[{"type":"image","source":{"type":"data","value":"A","mimeType":"image/png"}},{"type":"image","source":{"type":"url","value":"v"}}]}]`,
		},
		{"a tool's error goes back", `[{"id":"t","role":"tool","toolCallId":"c","content":"x","error":"e"}]`, `[{"id":"t","role":"tool","content":"x","toolCallId":"c","error":"e"}]`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			in, err := agui.DecodeMessages([]byte(row.in))
			if err != nil {
				t.Fatal(err)
			}
			before := appendMessages(in)
			if got := appendMessages(agui.Outgoing(in)); got != row.want {
				t.Errorf("sends %s\n want %s", got, row.want)
			}
			if appendMessages(in) != before {
				t.Error("the messages given were changed")
			}
		})
	}
}

func appendMessages(messages []agui.Message) string {
	parts := make([]string, 0, len(messages))
	for i := range messages {
		parts = append(parts, string(agui.AppendMessage(nil, &messages[i])))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func TestAppendInput_AlwaysHasTheFiveMembers(t *testing.T) {
	want := `{"threadId":"t","runId":"r","state":{},"messages":[],"tools":[],"context":[],"forwardedProps":{}}`
	in := agui.RunAgentInput{ThreadID: "t", RunID: "r"}
	if got := string(agui.AppendInput(nil, &in)); got != want {
		t.Errorf("got %s", got)
	}
	in.ForwardedProps, in.State = agui.Raw("null"), agui.Raw("null")
	in.Resume = []agui.ResumeEntry{{InterruptID: "i", Status: agui.StatusResolved, Payload: agui.Raw("true")}}
	want = `{"threadId":"t","runId":"r","state":null,"messages":[],"tools":[],"context":[],"forwardedProps":{},"resume":[{"interruptId":"i","status":"resolved","payload":true}]}`
	if got := string(agui.AppendInput(nil, &in)); got != want {
		t.Errorf("got %s", got)
	}
}

func TestDecodeInput_SaysWhatIsWrong(t *testing.T) {
	rows := []struct{ name, in, want string }{
		{"text", `hello`, "not JSON"},
		{"an array", `[]`, "type"},
		{"a user without content", `{"threadId":"t","runId":"r","messages":[{"id":"u","role":"user"}]}`, "messages[0].content is missing"},
		{"a message without a role", `{"threadId":"t","runId":"r","messages":[{"id":"u"}]}`, "messages[0]"},
		{"a context value that is no text", `{"threadId":"t","runId":"r","messages":[],"context":[{"description":"d","value":1}]}`, "context[0].value must be a string, but is 1"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := agui.DecodeInput([]byte(row.in))
			if !errors.Is(err, agui.ErrMalformed) || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got %v, want %s", err, row.want)
			}
		})
	}
}

func TestDecodeInterrupt_KeepsTheSchemaAsItIs(t *testing.T) {
	const in = `{"id":"i","reason":"x","responseSchema":{"b":1e2, "a":[ ]},"later":null}`
	got, err := agui.DecodeInterrupt([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if out := string(agui.AppendInterrupt(nil, &got)); out != in {
		t.Errorf("became %s", out)
	}
}
