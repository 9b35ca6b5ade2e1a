package reducer_test

import (
	"testing"

	"agtui/stream/agui"
)

func snapshot(declared, list string) string {
	meta := ""
	if declared != "" {
		meta = `,"metadata":{"other":1,"@ag-ui/client":` + declared + `}`
	}
	return `{"type":"MESSAGES_SNAPSHOT","messages":[` + list + `]` + meta + `}`
}

func TestApply_MessagesSnapshot(t *testing.T) {
	const (
		a     = `{"id":"a","role":"user","content":"a"}`
		b     = `{"id":"b","role":"user","content":"b"}`
		newA  = `{"id":"a","role":"assistant","content":"A"}`
		newC  = `{"id":"c","role":"user","content":"c"}`
		think = `{"id":"t","role":"reasoning","content":"t"}`
		plan  = `{"id":"p","role":"activity","activityType":"PLAN","content":{}}`
		seek  = `{"id":"s","role":"activity","activityType":"SEARCH","content":{}}`
		other = `{"id":"o","role":"activity","activityType":"PLAN","content":{"o":1}}`
	)
	check(t, []row{
		{name: "what it has keeps its local place", held: "[" + a + "," + b + "]", events: []string{snapshot("", b+","+newA)}, messages: "[" + newA + "," + b + "]"},
		{name: "what it lacks goes", held: "[" + a + "," + b + "]", events: []string{snapshot("", b)}, messages: "[" + b + "]"},
		{name: "what is new comes last, in its order", held: "[" + b + "]", events: []string{snapshot("", newC+","+b+","+a)}, messages: "[" + b + "," + newC + "," + a + "]"},
		{
			name: "an empty one clears all but reasoning and activities", held: "[" + a + "," + think + "," + plan + "]", events: []string{snapshot("", "")},
			messages: "[" + think + "," + plan + "]",
		},
		{
			name: "one with reasoning speaks for all reasoning", held: "[" + think + "]", events: []string{snapshot("", `{"id":"u","role":"reasoning","content":"u"}`)},
			messages: `[{"id":"u","role":"reasoning","content":"u"}]`,
		},
		{name: "one with an activity speaks for all activities", held: "[" + plan + "," + seek + "]", events: []string{snapshot("", other)}, messages: "[" + other + "]"},
		{name: "one that lists types speaks for those", held: "[" + plan + "," + seek + "]", events: []string{snapshot(`{"authoritativeActivityTypes":["PLAN"]}`, "")}, messages: "[" + seek + "]"},
		{name: "one that lists none keeps all", held: "[" + plan + "," + seek + "]", events: []string{snapshot(`{"authoritativeActivityTypes":[]}`, other)}, messages: "[" + plan + "," + seek + "," + other + "]"},
		{name: "null speaks for all, even when empty", held: "[" + plan + "," + seek + "]", events: []string{snapshot(`{"authoritativeActivityTypes": null}`, "")}, messages: "[]"},
		{name: "a list of anything else keeps all", held: "[" + plan + "]", events: []string{snapshot(`{"authoritativeActivityTypes":["PLAN",1]}`, other)}, messages: "[" + plan + "," + other + "]"},
		{name: "a declaration that is no list keeps all", held: "[" + plan + "]", events: []string{snapshot(`{"authoritativeActivityTypes":7}`, other)}, messages: "[" + plan + "," + other + "]"},
		{name: "a declaration that is no object keeps all", held: "[" + plan + "]", events: []string{snapshot(`null`, other)}, messages: "[" + plan + "," + other + "]"},
		{name: "an object without the list declares nothing", held: "[" + plan + "]", events: []string{snapshot(`{}`, other)}, messages: "[" + other + "]"},
		{name: "equal new ids are both kept", events: []string{snapshot("", a+","+newA)}, messages: "[" + a + "," + newA + "]"},
		{name: "of equal ids the last replaces what is local", held: "[" + a + "]", events: []string{snapshot("", a+","+newA)}, messages: "[" + newA + "]"},
		{
			name: "a message that is still streaming goes on", events: []string{textStart, textHi, snapshot("", `{"id":"m","role":"assistant","content":"SNAP"}`), textHi, textEnd},
			messages: `[{"id":"m","role":"assistant","content":"SNAPhi"}]`,
		},
		{
			name: "deltas of a message that it omits are dropped", events: []string{textStart, textHi, snapshot("", ""), textHi},
			messages: `[]`, rules: []agui.RuleID{agui.RuleDroppedDelta},
		},
		{
			name: "calls go on, and those that it omits are dropped", events: []string{callStart, callArgs, snapshot("", assistant("c", "S")), callArgs, snapshot("", ""), callArgs},
			messages: `[]`, rules: []agui.RuleID{agui.RuleDroppedDelta},
		},
		{
			name: "local duplicates become one message in two places", held: "[" + a + "," + b + "," + a + "]",
			events:   []string{snapshot("", newA), `{"type":"TEXT_MESSAGE_CONTENT","messageId":"a","delta":"!"}`},
			messages: `[{"id":"a","role":"assistant","content":"A!"},{"id":"a","role":"assistant","content":"A!"}]`,
		},
		{
			name: "an activity in two places parts when it is patched", held: "[" + plan + "," + plan + "]",
			events:   []string{snapshot("", plan), `{"type":"ACTIVITY_DELTA","messageId":"p","activityType":"PLAN","patch":[{"op":"add","path":"/x","value":1}]}`},
			messages: `[{"id":"p","role":"activity","activityType":"PLAN","content":{"x":1}},` + plan + "]",
		},
	})
}

func TestMessage_FindsTheFirst(t *testing.T) {
	r := newEmpty(t)
	feed(t, r, callStart, callArgs, callResult, snapshot("", `{"id":"a","role":"user","content":"1"},{"id":"a","role":"user","content":"2"},`+assistant("c", "x")))
	if m, ok := r.Message("a"); !ok || m.Content.Text != "1" {
		t.Errorf("message a: %+v, %v", m, ok)
	}
	if role, ok := r.Role("c"); !ok || role != agui.RoleAssistant {
		t.Errorf("role of c: %q, %v", role, ok)
	}
	if call, id, ok := r.ToolCall("c"); !ok || id != "c" || call.Arguments != "x" {
		t.Errorf("call c: %+v of %q, %v", call, id, ok)
	}
	if id, ok := r.CallMessage("c"); !ok || id != "c" {
		t.Errorf("call c is of %q, %v", id, ok)
	}
	_, ok1 := r.Message("x")
	_, ok2 := r.Role("x")
	_, _, ok3 := r.ToolCall("x")
	_, ok4 := r.CallMessage("x")
	if ok1 || ok2 || ok3 || ok4 || r.Len() != 3 {
		t.Errorf("something was found that is not there, or %d messages", r.Len())
	}
}
