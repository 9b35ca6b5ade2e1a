package reducer_test

import (
	"testing"

	"agtui/stream/agui"
)

const (
	callStart  = `{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f"}`
	callArgs   = `{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{\"a\":"}`
	callEnd    = `{"type":"TOOL_CALL_END","toolCallId":"c"}`
	callResult = `{"type":"TOOL_CALL_RESULT","messageId":"r","toolCallId":"c","content":"ok"}`
)

// assistant is an assistant message with one call named c.
func assistant(id, arguments string) string {
	return `{"id":"` + id + `","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"` + arguments + `"}}]}`
}

func parent(id string) string {
	return `{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f","parentMessageId":"` + id + `","subagentRunId":"s"}`
}

func TestApply_ToolCalls(t *testing.T) {
	check(t, []row{
		{
			name: "without a parent a message is made that is named as the call", events: []string{callStart},
			messages: "[" + assistant("c", "") + "]",
		},
		{
			name: "one message for each such call", events: []string{callStart, `{"type":"TOOL_CALL_START","toolCallId":"d","toolCallName":"g"}`},
			messages: "[" + assistant("c", "") + `,{"id":"d","role":"assistant","toolCalls":[{"id":"d","type":"function","function":{"name":"g","arguments":""}}]}]`,
		},
		{
			name: "an empty parent is none", events: []string{`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f","parentMessageId":""}`},
			messages: "[" + assistant("c", "") + "]",
		},
		{
			name: "a parent that is an assistant gets the call, not the tag", held: `[{"id":"p","role":"assistant","content":"t"}]`, events: []string{parent("p")},
			messages: `[{"id":"p","role":"assistant","content":"t","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""}}]}]`,
		},
		{
			name: "a parent that does not exist is made, with the tag", events: []string{parent("p"), `{"type":"TEXT_MESSAGE_CONTENT","messageId":"p","delta":"t"}`},
			messages: `[{"id":"p","role":"assistant","content":"t","subagentRunId":"s","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""}}]}]`,
		},
		{
			name: "a parent of another role gets no call", held: `[{"id":"p","role":"user","content":"u"}]`, events: []string{parent("p")},
			messages: `[{"id":"p","role":"user","content":"u"},{"id":"c","role":"assistant","subagentRunId":"s","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""}}]}]`,
			rules:    []agui.RuleID{agui.RuleParentClash},
		},
		{
			name: "without a parent the id may be a duplicate, and then gets no tag", held: `[{"id":"c","role":"user","content":"u"}]`,
			events:   []string{`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f","subagentRunId":"s"}`},
			messages: `[{"id":"c","role":"user","content":"u"},` + assistant("c", "") + "]",
		},
		{
			name: "a call that exists keeps its arguments", events: []string{callStart, callArgs, callEnd, callStart, callArgs},
			messages: "[" + assistant("c", `{\"a\":{\"a\":`) + "]",
		},
		{
			name: "a call that exists takes a new name", events: []string{callStart, `{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"g","parentMessageId":"x"}`},
			messages: `[{"id":"c","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"g","arguments":""}}]}]`,
			rules:    []agui.RuleID{agui.RuleNameChanged},
		},
		{
			name: "arguments and end of nothing are dropped", events: []string{callArgs, callEnd},
			rules: []agui.RuleID{agui.RuleDroppedDelta, agui.RuleDroppedDelta},
		},
		{name: "arguments cut inside an escape", events: []string{
			callStart, `{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"\"\\u00"}`,
			`{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"e9\""}`,
		}, messages: "[" + assistant("c", `\"\\u00e9\"`) + "]"},
	})
}

func TestApply_ToolResults(t *testing.T) {
	const result = `{"id":"r","role":"tool","toolCallId":"c","content":"ok"}`
	const user = `{"id":"u","role":"user","content":"u"}`
	check(t, []row{
		{
			name: "go behind their call", held: "[" + assistant("p", "") + "," + user + "]", events: []string{callResult},
			messages: "[" + assistant("p", "") + "," + result + "," + user + "]",
		},
		{
			name: "go behind the results that are there", held: "[" + assistant("p", "") + `,{"id":"o","role":"tool","toolCallId":"x","content":"o"},` + user + "]",
			events:   []string{callResult},
			messages: "[" + assistant("p", "") + `,{"id":"o","role":"tool","toolCallId":"x","content":"o"},` + result + "," + user + "]",
		},
		{name: "of unknown calls go to the end", held: "[" + user + "]", events: []string{callResult}, messages: "[" + user + "," + result + "]"},
		{name: "repeat as they come", events: []string{callStart, callResult, callResult}, messages: "[" + assistant("c", "") + "," + result + "," + result + "]"},
		{
			name: "may come before the end of the call", events: []string{callStart, callResult, callArgs, callEnd},
			messages: "[" + assistant("c", `{\"a\":`) + "," + result + "]",
		},
		{
			name: "take parts, tag and metadata", events: []string{`{"type":"TOOL_CALL_RESULT","messageId":"r","toolCallId":"c","content":[{"type":"text","text":"p"}],"role":"tool","subagentRunId":"s","metadata":{"a":1}}`},
			messages: `[{"id":"r","role":"tool","toolCallId":"c","content":[{"type":"text","text":"p"}],"subagentRunId":"s","metadata":{"a":1}}]`,
		},
		{
			name: "that land before a message of their id are its first", held: "[" + assistant("p", "") + `,{"id":"r","role":"user","content":"u"}]`,
			events:   []string{callResult, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"r","delta":"!"}`},
			messages: "[" + assistant("p", "") + `,{"id":"r","role":"tool","toolCallId":"c","content":"ok!"},{"id":"r","role":"user","content":"u"}]`,
		},
	})
}

func TestAdd_PutsToolMessagesBehindTheirCall(t *testing.T) {
	r := newEmpty(t)
	feed(t, r, callStart, textStart)
	r.Add(agui.Message{ID: "u", Role: agui.RoleUser, Content: agui.Text("x")})
	r.Add(agui.Message{ID: "r", Role: agui.RoleTool, ToolCallID: agui.Some("c"), Content: agui.Text("ok")})
	same(t, "messages", written(r.Messages()), "["+assistant("c", "")+
		`,{"id":"r","role":"tool","toolCallId":"c","content":"ok"},{"id":"m","role":"assistant","content":""},{"id":"u","role":"user","content":"x"}]`)
}
