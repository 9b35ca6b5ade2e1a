package store_test

import (
	"slices"
	"strings"
	"testing"

	"agtui/store"
	"agtui/stream/agui"
)

// TestConversation_RunsEnd plays a run and then the end of its body.
func TestConversation_RunsEnd(t *testing.T) {
	t.Parallel()
	hello := []agui.Event{runStart("r1"), textStart("m"), textMore("m", "x"), textEnd("m")}
	finished := append(slices.Clone(hello), runEnd("r1"))
	for _, tc := range []struct {
		name   string
		events []agui.Event
		end    store.Ending
		status store.Status
		by     string
		reason string
	}{
		{"a run that finished", finished, store.Ending{}, store.Finished, "", ""},
		{"no terminal event is incomplete", hello, store.Ending{}, store.Incomplete, "", ""},
		{"no event at all is incomplete", nil, store.Ending{}, store.Incomplete, "", ""},
		{"a stopped run is cancelled by you", hello, store.Ending{Stopped: true}, store.Cancelled, "you", ""},
		{"a broken connection failed", hello, store.Ending{Broken: true, Err: "reset"}, store.FailedRun, "", "reset"},
		{"a run that took too long is incomplete", hello, store.Ending{TimedOut: true, Err: "60 s"}, store.Incomplete, "", "60 s"},
		{"a terminal event hides a broken connection", finished, store.Ending{Broken: true, Err: "reset"}, store.Finished, "", ""},
		{"a terminal event hides a stop", finished, store.Ending{Stopped: true}, store.Finished, "", ""},
		{"a fatal finding fails a finished run", finished, store.Ending{Fatal: true, Err: "bad"}, store.FailedRun, "", "bad"},
		{
			"the agent's own error stays the headline", append(slices.Clone(hello), runError("no"), runError("later")),
			store.Ending{Fatal: true, Err: "bad"},
			store.Errored, "", "no",
		},
		{
			"RUN_FINISHED does not undo an error", append(slices.Clone(hello), runError("no"), runEnd("r1")),
			store.Ending{},
			store.Errored, "", "no",
		},
		{
			"a late error turns the run", append(slices.Clone(finished), runError("late")),
			store.Ending{},
			store.Errored, "", "late",
		},
		{
			"what comes late leaves the outcome", append(slices.Clone(finished), custom("c", "1")),
			store.Ending{},
			store.Finished, "", "",
		},
		{
			"a run that goes on after its end and breaks has failed", append(slices.Clone(finished), textStart("m")),
			store.Ending{Broken: true, Err: "reset"},
			store.FailedRun, "", "reset",
		},
		{
			"one that goes on after its end and is stopped is cancelled", append(slices.Clone(finished), textStart("m")),
			store.Ending{Stopped: true},
			store.Cancelled, "you", "",
		},
		{
			"the agent can cancel", append(slices.Clone(hello), runEndWith("r1", agui.Outcome{Type: agui.OutcomeCancelled})),
			store.Ending{},
			store.Cancelled, "agent", "",
		},
		{
			"an unknown outcome counts as finished", append(slices.Clone(hello), runEndWith("r1", agui.Outcome{Type: "odd"})),
			store.Ending{},
			store.Finished, "", "",
		},
		{
			"the last run of a stream counts", append(slices.Clone(finished), runStart("r2"), runError("no")),
			store.Ending{},
			store.Errored, "", "no",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newPlayer(t).apply(tc.events...).end(tc.end)
			r := p.c.Current()
			if r.Status != tc.status || r.CancelledBy != tc.by || r.Error != tc.reason {
				t.Errorf("ended %s by %q with %q, want %s by %q with %q",
					r.Status, r.CancelledBy, r.Error, tc.status, tc.by, tc.reason)
			}
			for _, b := range p.c.Blocks() {
				if b.Phase == store.Live || b.Closed.IsZero() && b.Phase != store.Waiting {
					t.Errorf("still open: %s", sentence(b))
				}
			}
		})
	}
}

func TestConversation_RuleIsBelowAllOfItsRun(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(
		runStart("r1"), callStart("c", "f"), callEnd("c"), runEnd("r1"),
		result("x", "c", "ok"),
	)
	if got := p.c.Current().Status; got != store.Running {
		t.Errorf("after a late result the run is %s, want running", got)
	}
	p.apply(runEnd("r1"))
	wantLines(t, p.c, `call c done f -> "ok"`, `rule r1 done finished`)
	p.apply(textStart("m"), textMore("m", "more"), textEnd("m"), runEnd("r1")).end(store.Ending{})
	wantLines(t, p.c, `call c done f -> "ok"`, `assistant m done "more"`, `rule r1 done finished`)
}

func TestConversation_WhatARunLeavesOpenIsCut(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(
		runStart("r1"), step(agui.StepStarted, "plan"), textStart("m"), textMore("m", "x"), callStart("c", "f"),
		callStart("d", "g"), callEnd("d"), sub(agui.SubagentStarted, "s"), spanStart("sp"), runError("no"),
	)
	wantLines(t, p.c,
		`step plan cut`, `assistant m cut "x"`, `call c cut f`, `call d cut g`,
		`subagent of s, s cut name-s`, `reasoning sp cut`, `rule r1 done errored`)
	if len(p.c.Steps()) > 0 || p.c.Agent("s").Phase != store.Cut {
		t.Errorf("steps %v, subagent %v", p.c.Steps(), p.c.Agent("s").Phase)
	}
	p.apply(textMore("m", "y")).end(store.Ending{})
	if got := sentence(p.c.Blocks()[1]); got != `assistant m cut "xy"` {
		t.Errorf("text after the error: %s", got)
	}
}

// TestConversation_NamesTheRun tells which run an event belongs to.
func TestConversation_NamesTheRun(t *testing.T) {
	t.Parallel()
	sent := agui.RunAgentInput{ThreadID: "t", RunID: "mine"}
	for _, tc := range []struct {
		name   string
		sent   bool
		events []agui.Event
		want   []string
	}{
		{"the server may name the run otherwise", true, []agui.Event{runStart("theirs")}, []string{"theirs running"}},
		{"an event before any run begins one", false, []agui.Event{custom("c", "1")}, []string{" running"}},
		{"a draft event outside of runs begins none", false, []agui.Event{{Type: agui.Meta, Name: agui.Some("note")}}, nil},
		{
			"results may come before the start of a resumed run", true,
			[]agui.Event{result("x", "c", "ok"), runStart("theirs"), runEnd("theirs")},
			[]string{"theirs finished"},
		},
		{"a start that was made up does not name it", true, []agui.Event{madeUp(runStart(""))}, []string{"mine running"}},
		{
			"the real start names a run whose start was made up", false,
			[]agui.Event{madeUp(runStart("")), result("x", "c", "ok"), runStart("theirs")},
			[]string{"theirs running"},
		},
		{"the same run started twice is one", true, []agui.Event{runStart("a"), runStart("a")}, []string{"a running"}},
		{
			"another start closes the run", true,
			[]agui.Event{runStart("a"), runStart("b")},
			[]string{"a incomplete", "b running"},
		},
		{
			"a run that another one cut off is incomplete", true,
			[]agui.Event{runStart("a"), madeUp(cutOff()), runStart("b")},
			[]string{"a incomplete", "b running"},
		},
		{
			"several runs in one stream", true,
			[]agui.Event{runStart("a"), runEnd("a"), runStart("a"), runError("no")},
			[]string{"a finished", "a errored"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newPlayer(t)
			if tc.sent {
				p.begin(sent)
			}
			p.apply(tc.events...)
			var got []string
			for _, r := range p.c.Runs() {
				got = append(got, r.RunID+" "+string(r.Status))
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("runs %q, want %q", got, tc.want)
			}
		})
	}
}

// snapshotOf is a snapshot with the calls c and d, and a result for one.
func snapshotOf(id, call, text string) agui.Event {
	calls := []agui.ToolCall{{ID: "c", Name: "f"}, {ID: "d", Name: "g"}}
	return agui.Event{Type: agui.MessagesSnapshot, Messages: []agui.Message{
		{ID: "a", Role: agui.RoleAssistant, ToolCalls: calls},
		{ID: id, Role: agui.RoleTool, ToolCallID: agui.Some(call), Content: agui.Text(text)},
	}}
}

// TestConversation_PendingCalls tells which calls a run leaves to the client.
func TestConversation_PendingCalls(t *testing.T) {
	t.Parallel()
	two := []agui.Event{
		runStart("r1"), callStart("c", "f"), callEnd("c"), callStart("d", "g"), callEnd("d"),
	}
	play := func(more ...agui.Event) []agui.Event { return append(slices.Clone(two), more...) }
	named := runEndWith("r1", agui.Outcome{Type: agui.OutcomeSuccess, PendingToolCallIDs: []string{"d"}})
	for _, tc := range []struct {
		name    string
		offered []string
		events  []agui.Event
		want    []string
		phases  string
	}{
		{"what began and has no result", nil, play(result("x", "c", "ok"), runEnd("r1")), []string{"d"}, "done, waiting"},
		{"only tools that were offered", []string{"f"}, play(runEnd("r1")), []string{"c"}, "waiting, done"},
		{"what the outcome names", []string{"f"}, play(named), []string{"d"}, "done, waiting"},
		{"a result under another id in a snapshot", nil, play(result("x", "c", "ok"), snapshotOf("y", "c", "ok"), runEnd("r1")), []string{"d"}, "done, waiting"},
		{"a result that only a snapshot has", nil, play(snapshotOf("y", "c", "ok"), runEnd("r1")), []string{"c", "d"}, "done, waiting"},
		{"none after an interrupt", nil, play(asks("r1", agui.Interrupt{ID: "i"})), nil, "waiting, waiting"},
		{"none after an error", nil, play(runError("no")), nil, "cut, cut"},
		{"none without a terminal event", nil, play(), nil, "cut, cut"},
		{"a late result counts", nil, play(runEnd("r1"), result("x", "c", "ok")), []string{"d"}, "done, waiting"},
		{"a late result of a named call counts", nil, play(named, result("x", "d", "ok")), nil, "done, done"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			in := agui.RunAgentInput{ThreadID: "t", RunID: "r1"}
			for _, name := range tc.offered {
				in.Tools = append(in.Tools, agui.Tool{Name: name})
			}
			p := newPlayer(t).begin(in).apply(tc.events...).end(store.Ending{})
			run := p.c.Current()
			if !slices.Equal(run.Pending, tc.want) {
				t.Errorf("pending %q, want %q", run.Pending, tc.want)
			}
			if waits := strings.Count(tc.phases, "waiting"); run.Status == store.Finished && run.Unanswered != waits {
				t.Errorf("%d calls are unanswered, want %d", run.Unanswered, waits)
			}
			names := []string{"live", "done", "waiting", "failed", "cut"}
			phases := names[p.c.Blocks()[0].Phase] + ", " + names[p.c.Blocks()[1].Phase]
			if phases != tc.phases {
				t.Errorf("the calls are %s, want %s", phases, tc.phases)
			}
		})
	}
}

func TestConversation_SumsUsageByModel(t *testing.T) {
	t.Parallel()
	used := func(id string, u ...agui.TokenUsage) agui.Event {
		ev := runEnd(id)
		ev.Run.Usage = u
		return ev
	}
	in := func(model string, n int64) agui.TokenUsage {
		return agui.TokenUsage{Model: agui.Some(model), InputTokens: agui.Some(n)}
	}
	p := newPlayer(t).apply(
		runStart("1"), used("1", in("a", 1), in("b", 5)),
		runStart("2"), used("2", in("a", 7)), used("2", in("a", 2)),
		runStart("3"), agui.Event{Type: agui.RunError, Run: &agui.Run{Message: "no", Usage: []agui.TokenUsage{{Model: agui.Some("a"), OutputTokens: agui.Some[int64](9)}}}},
	)
	got := p.c.Usage()
	want := []agui.TokenUsage{
		{Model: agui.Some("a"), InputTokens: agui.Some[int64](3), OutputTokens: agui.Some[int64](9)},
		in("b", 5),
	}
	if len(got) != 2 || got[0].InputTokens != want[0].InputTokens || got[0].OutputTokens != want[0].OutputTokens ||
		got[0].TotalTokens.Set || got[1].InputTokens != want[1].InputTokens {
		t.Errorf("usage %+v, want %+v", got, want)
	}
}
