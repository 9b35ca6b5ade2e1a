package reducer_test

import (
	"testing"

	"agtui/stream/agui"
)

func TestApply_Activities(t *testing.T) {
	const (
		plan      = `{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"PLAN","content":{"b":2},"subagentRunId":"s","metadata":{"k":1}}`
		search    = `{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"SEARCH","content":{"c":3},"metadata":{"l":2}}`
		kept      = `{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"SEARCH","content":{"c":3},"replace":false,"metadata":{"l":2}}`
		delta     = `{"type":"ACTIVITY_DELTA","messageId":"m","activityType":"SEARCH","patch":[{"op":"add","path":"/d","value":4}],"metadata":{"l":2}}`
		badDelta  = `{"type":"ACTIVITY_DELTA","messageId":"m","activityType":"SEARCH","patch":[{"op":"add","path":"/d","value":4},{"op":"remove","path":"/x"}],"metadata":{"l":2}}`
		rootDelta = `{"type":"ACTIVITY_DELTA","messageId":"m","activityType":"PLAN","patch":[{"op":"replace","path":"","value":[1]}]}`
		text      = `[{"id":"m","role":"assistant","content":"t","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""}}]}]`
	)
	check(t, []row{
		{
			name: "a snapshot makes one", events: []string{plan},
			messages: `[{"id":"m","role":"activity","activityType":"PLAN","content":{"b":2},"subagentRunId":"s","metadata":{"k":1}}]`,
		},
		{
			name: "a snapshot replaces content, type and tag, and merges metadata", events: []string{plan, search},
			messages: `[{"id":"m","role":"activity","activityType":"SEARCH","content":{"c":3},"metadata":{"k":1,"l":2}}]`,
		},
		{
			name: "with replace false only metadata is merged", events: []string{plan, kept},
			messages: `[{"id":"m","role":"activity","activityType":"PLAN","content":{"b":2},"subagentRunId":"s","metadata":{"k":1,"l":2}}]`,
		},
		{
			name: "with replace false a new one is made", events: []string{kept},
			messages: `[{"id":"m","role":"activity","activityType":"SEARCH","content":{"c":3},"metadata":{"l":2}}]`,
		},
		{
			name: "a snapshot overwrites a message of another kind", held: text, events: []string{search},
			messages: `[{"id":"m","role":"activity","activityType":"SEARCH","content":{"c":3},"metadata":{"l":2}}]`,
			rules:    []agui.RuleID{agui.RuleSnapshotTypeClash},
		},
		{
			name: "the calls of an overwritten message are gone", held: text, events: []string{search, callArgs},
			messages: `[{"id":"m","role":"activity","activityType":"SEARCH","content":{"c":3},"metadata":{"l":2}}]`,
			rules:    []agui.RuleID{agui.RuleSnapshotTypeClash, agui.RuleDroppedDelta},
		},
		{
			name: "with replace false a message of another kind stays", held: text, events: []string{kept},
			rules: []agui.RuleID{agui.RuleSnapshotTypeClash},
		},
		{
			name: "a delta patches content and takes the type", held: activityOne, events: []string{delta, delta},
			messages: `[{"id":"m","role":"activity","activityType":"SEARCH","content":{"a":1,"d":4},"metadata":{"l":2}}]`,
		},
		{
			name: "a failed delta keeps content and type, not metadata", held: activityOne, events: []string{badDelta},
			messages: `[{"id":"m","role":"activity","activityType":"PLAN","content":{"a":1},"metadata":{"l":2}}]`,
			rules:    []agui.RuleID{agui.RulePatchFailed},
		},
		{
			name: "a delta can make content anything", held: activityOne, events: []string{rootDelta},
			messages: `[{"id":"m","role":"activity","activityType":"PLAN","content":[1]}]`,
		},
		{
			name: "a snapshot after deltas wins", held: activityOne, events: []string{delta, plan},
			messages: `[{"id":"m","role":"activity","activityType":"PLAN","content":{"b":2},"subagentRunId":"s","metadata":{"l":2,"k":1}}]`,
		},
		{name: "a delta of nothing is dropped", events: []string{delta}, rules: []agui.RuleID{agui.RuleDroppedDelta}},
		{name: "a delta of another kind is dropped", held: text, events: []string{delta}, rules: []agui.RuleID{agui.RuleSnapshotTypeClash}},
	})
}

func TestFailure_NamesTheActivity(t *testing.T) {
	r := newEmpty(t)
	feed(t, r, `{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"PLAN","content":{}}`,
		`{"type":"ACTIVITY_DELTA","messageId":"m","activityType":"PLAN","patch":[{"op":"remove","path":"/x"}]}`)
	if f := r.Failure(); f == nil || f.Target != agui.Some("m") || f.Err.Op != "remove" {
		t.Errorf("Failure is %+v", f)
	}
}
