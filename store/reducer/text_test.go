package reducer_test

import (
	"testing"

	"agtui/stream/agui"
)

const (
	textStart   = `{"type":"TEXT_MESSAGE_START","messageId":"m"}`
	textHi      = `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"hi"}`
	textEnd     = `{"type":"TEXT_MESSAGE_END","messageId":"m"}`
	activityOne = `[{"id":"m","role":"activity","activityType":"PLAN","content":{"a":1}}]`
)

func TestApply_TextAndReasoning(t *testing.T) {
	check(t, []row{
		{
			name: "a start makes an assistant message", events: []string{textStart},
			messages: `[{"id":"m","role":"assistant","content":""}]`,
		},
		{
			name:     "a start takes role, name and tag",
			events:   []string{`{"type":"TEXT_MESSAGE_START","messageId":"m","role":"user","name":"n","subagentRunId":"s"}`},
			messages: `[{"id":"m","role":"user","content":"","name":"n","subagentRunId":"s"}]`,
		},
		{
			name: "an empty id is an id", events: []string{
				`{"type":"TEXT_MESSAGE_START","messageId":""}`,
				`{"type":"TEXT_MESSAGE_CONTENT","messageId":"","delta":"x"}`,
			},
			messages: `[{"id":"","role":"assistant","content":"x"}]`,
		},
		{
			name: "contents are joined", events: []string{textStart, textHi, textHi, textEnd},
			messages: `[{"id":"m","role":"assistant","content":"hihi"}]`,
		},
		{
			name: "an empty delta is no fault", events: []string{textStart, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":""}`},
			messages: `[{"id":"m","role":"assistant","content":""}]`,
		},
		{
			name: "half a surrogate pair waits for its other half", events: []string{
				textStart,
				`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"a\ud83d"}`, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"\ude00b"}`,
			},
			messages: `[{"id":"m","role":"assistant","content":"a😀b"}]`,
		},
		{
			name: "a start of what exists continues it and changes nothing", held: `[{"id":"m","role":"user","content":"u","name":"n"}]`,
			events:   []string{`{"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant","name":"x","subagentRunId":"s"}`, textHi},
			messages: `[{"id":"m","role":"user","content":"uhi","name":"n"}]`,
		},
		{
			name: "text joins a message that a tool call made", held: `[{"id":"m","role":"assistant","toolCalls":[]}]`,
			events: []string{textStart, textHi}, messages: `[{"id":"m","role":"assistant","content":"hi","toolCalls":[]}]`,
		},
		{
			name: "content that is parts counts as empty", held: `[{"id":"m","role":"user","content":[{"type":"text","text":"p"}]}]`,
			events: []string{textHi}, messages: `[{"id":"m","role":"user","content":"hi"}]`,
		},
		{
			name: "content and end of nothing are dropped", events: []string{textHi, textEnd},
			rules: []agui.RuleID{agui.RuleDroppedDelta, agui.RuleDroppedDelta},
		},
		{
			name: "text cannot touch an activity", held: activityOne, events: []string{
				`{"type":"TEXT_MESSAGE_START","messageId":"m","metadata":{"a":1}}`, textHi, textEnd,
			},
			rules: []agui.RuleID{agui.RuleSnapshotTypeClash, agui.RuleSnapshotTypeClash, agui.RuleSnapshotTypeClash},
		},
		{
			name: "of equal ids the first takes the text", held: `[{"id":"m","role":"user","content":"1"},{"id":"m","role":"user","content":"2"}]`,
			events: []string{textHi}, messages: `[{"id":"m","role":"user","content":"1hi"},{"id":"m","role":"user","content":"2"}]`,
		},
		{
			name: "reasoning is a message of its own", events: []string{
				`{"type":"REASONING_START","messageId":"r"}`,
				`{"type":"REASONING_MESSAGE_START","messageId":"r","role":"reasoning","subagentRunId":"s"}`,
				`{"type":"REASONING_MESSAGE_CONTENT","messageId":"r","delta":"hm"}`,
				`{"type":"REASONING_MESSAGE_END","messageId":"r"}`, `{"type":"REASONING_END","messageId":"r"}`,
			},
			messages: `[{"id":"r","role":"reasoning","content":"hm","subagentRunId":"s"}]`,
		},
		{
			name: "reasoning and text of one id share a message", events: []string{
				`{"type":"REASONING_MESSAGE_START","messageId":"m","role":"reasoning"}`,
				`{"type":"REASONING_MESSAGE_CONTENT","messageId":"m","delta":"R"}`, textStart, textHi,
			},
			messages: `[{"id":"m","role":"reasoning","content":"Rhi"}]`, rules: []agui.RuleID{agui.RuleSharedID},
		},
		{
			name: "reasoning of nothing is dropped", events: []string{`{"type":"REASONING_MESSAGE_CONTENT","messageId":"r","delta":"x"}`},
			rules: []agui.RuleID{agui.RuleDroppedDelta},
		},
	})
}

func TestApply_EncryptedValues(t *testing.T) {
	const value = `{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"m","encryptedValue":"E","metadata":{"a":1}}`
	const call = `{"type":"REASONING_ENCRYPTED_VALUE","subtype":"tool-call","entityId":"c","encryptedValue":"E"}`
	check(t, []row{
		{
			name: "on a message, without its metadata", held: `[{"id":"m","role":"reasoning","content":""}]`, events: []string{value},
			messages: `[{"id":"m","role":"reasoning","content":"","encryptedValue":"E"}]`,
		},
		{
			name: "on a tool call", held: `[{"id":"m","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""}}]}]`,
			events:   []string{call},
			messages: `[{"id":"m","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""},"encryptedValue":"E"}]}]`,
		},
		{name: "on an activity it is ignored", held: activityOne, events: []string{value}, rules: []agui.RuleID{agui.RuleSnapshotTypeClash}},
		{
			name: "on what is not there yet it is ignored", events: []string{value, call, textStart},
			messages: `[{"id":"m","role":"assistant","content":""}]`, rules: []agui.RuleID{agui.RuleDroppedDelta, agui.RuleDroppedDelta},
		},
	})
}

func TestApply_Metadata(t *testing.T) {
	check(t, []row{
		{
			name: "is merged key by key, the last wins, null is a value", events: []string{
				`{"type":"TEXT_MESSAGE_START","messageId":"m","metadata":{"a":{"x":1},"b":1}}`,
				`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"","metadata":{"a":{"y":2},"c":3}}`,
				`{"type":"TEXT_MESSAGE_END","messageId":"m","metadata":{"b":null}}`,
			},
			messages: `[{"id":"m","role":"assistant","content":"","metadata":{"a":{"y":2},"b":null,"c":3}}]`,
		},
		{
			name: "an empty object is something", events: []string{`{"type":"TEXT_MESSAGE_START","messageId":"m","metadata":{}}`},
			messages: `[{"id":"m","role":"assistant","content":"","metadata":{}}]`,
		},
		{
			name: "of tool call events goes to the call", events: []string{
				`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f","metadata":{"a":1}}`,
				`{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{}","metadata":{"b":2}}`,
				`{"type":"TOOL_CALL_END","toolCallId":"c","metadata":{"a":3}}`,
			},
			messages: `[{"id":"c","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"},"metadata":{"a":3,"b":2}}]}]`,
		},
		{name: "of lifecycle and state goes nowhere", held: `[{"id":"m","role":"user","content":"u"}]`, events: []string{
			`{"type":"RUN_STARTED","threadId":"t","runId":"r","metadata":{"a":1}}`, `{"type":"STATE_SNAPSHOT","snapshot":{},"metadata":{"a":1}}`,
			`{"type":"STEP_STARTED","stepName":"s","metadata":{"a":1}}`, `{"type":"CUSTOM","name":"n","value":1,"metadata":{"a":1}}`,
		}},
	})
}

func TestApply_MetadataKeepsNumbersAndOrder(t *testing.T) {
	r := newEmpty(t)
	feed(t, r, `{"type":"TEXT_MESSAGE_START","messageId":"m","metadata":{"z":1.0,"a":12345678901234567890,"s":"}\",{"}}`,
		`{"type":"TEXT_MESSAGE_END","messageId":"m","metadata":{ "n" : [1, 2.50] , "z":{"q":1e2}}}`)
	m, _ := r.Message("m")
	if want := `{"z":{"q":1e2},"a":12345678901234567890,"s":"}\",{","n":[1, 2.50]}`; string(m.Metadata) != want {
		t.Errorf("got  %s\nwant %s", m.Metadata, want)
	}
}
