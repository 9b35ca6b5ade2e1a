package store_test

import (
	"fmt"
	"slices"
	"testing"

	"agtui/store"
	"agtui/stream/agui"
)

// TestConversation_Snapshots plays a run whose snapshot differs from what was
// streamed.
func TestConversation_Snapshots(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		events []agui.Event
		want   []string
	}{
		{
			"a message that the snapshot lacks is hidden, a new one comes last",
			[]agui.Event{snapshot(says("assistant", "n", "new"), says("user", "u", "me"))},
			[]string{`assistant n done "new"`, `user u done "me"`},
		},
		{
			"a message that the snapshot has is replaced where it stands",
			[]agui.Event{textStart("n"), textMore("n", "x"), snapshot(says("assistant", "n", "y"), says("assistant", "m", "other"))},
			[]string{`assistant m done "other"`, `assistant n live "y"`},
		},
		{
			"a message that streams on continues the snapshot",
			[]agui.Event{textStart("n"), textMore("n", "x"), snapshot(says("assistant", "n", "xy")), textMore("n", "z")},
			[]string{`assistant n live "xyz"`},
		},
		{
			"a message that got another id keeps its place",
			[]agui.Event{textStart("n"), textMore("n", "x"), textEnd("n"), snapshot(says("assistant", "n2", "x"), says("assistant", "m2", "hello"))},
			[]string{`assistant m2 done "hello"`, `assistant n2 done "x"`},
		},
		{
			"reasoning stays when the snapshot has none",
			[]agui.Event{thinkStart("t"), thinkMore("t", "hm"), thinkEnd("t"), snapshot()},
			[]string{`reasoning t done "hm"`},
		},
		{
			"calls and results come and go with their messages",
			[]agui.Event{
				callStart("c", "f"), callEnd("c"), result("x", "c", "ok"),
				snapshot(calls("a", agui.ToolCall{ID: "d", Name: "g", Arguments: "{}"}), answers("y", "d", "yes"), answers("z", "d", "no")),
			},
			[]string{`call d done g "{}" -> "yes"`, `tool z done g "no"`},
		},
		{
			"a result that the snapshot lacks is taken back",
			[]agui.Event{
				callStart("c", "f"), callEnd("c"), result("x", "c", "ok"),
				snapshot(calls("c", agui.ToolCall{ID: "c", Name: "f"})),
			},
			[]string{`call c waiting f`},
		},
		{
			"messages with one id are all there",
			[]agui.Event{snapshot(says("user", "u", "one"), says("user", "u", "two"))},
			[]string{`user u done "one"`, `user u done "two"`},
		},
		{
			"a message that comes back is shown again",
			[]agui.Event{snapshot(), snapshot(says("assistant", "m", "hello"))},
			[]string{`assistant m done "hello"`},
		},
		{
			"a message that starts again after it was taken away opens anew",
			[]agui.Event{custom("c", "1"), snapshot(), textStart("m"), textMore("m", "x")},
			[]string{`notice CUSTOM done c 1`, `assistant m live "x"`},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newPlayer(t).apply(runStart("r1"), textStart("m"), textMore("m", "hello"), textEnd("m"))
			p.apply(tc.events...)
			wantLines(t, p.c, tc.want...)
		})
	}
}

func TestConversation_CountsTheGenerationsOfAText(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(runStart("r1"), textStart("m"), textMore("m", "ab"))
	b := p.c.Blocks()[0]
	p.apply(snapshot(says("assistant", "m", "abc")))
	if b.Text.Generation != 0 {
		t.Errorf("a longer text is another generation")
	}
	held := b.Text.Bytes
	p.apply(snapshot(says("assistant", "m", "xyz")))
	if b.Text.Generation != 1 || string(held) != "abc" {
		t.Errorf("generation %d, and the old bytes are now %q", b.Text.Generation, held)
	}
}

func TestConversation_ChangesNothingWhenASnapshotRepeats(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, says("user", "u", "hi"), calls("a", agui.ToolCall{ID: "c", Name: "f"}), answers("x", "c", "ok"))
	p.apply(runStart("r1"))
	ev := snapshot(p.c.Messages()...)
	if change := p.check(func() store.Change { return p.c.Apply(&ev, p.at) }); len(change.Blocks) > 0 {
		t.Errorf("changed %v, want nothing", change.Blocks)
	}
}

func TestConversation_StartsWithAHistory(t *testing.T) {
	t.Parallel()
	failed := answers("y", "d", "broke")
	failed.Error = agui.Some("timeout")
	p := newPlayer(t, says("user", "u", "hi"), says("assistant", "e", ""),
		calls("a", agui.ToolCall{ID: "c", Name: "f"}, agui.ToolCall{ID: "d", Name: "g"}),
		answers("x", "c", "ok"), failed, says("reasoning", "t", "hm"))
	wantLines(t, p.c, `user u done "hi"`, `call c done f -> "ok"`, `call d failed g -> "broke" error timeout`, `reasoning t done "hm"`)
	for _, b := range p.c.Blocks() {
		if b.Run != -1 || !b.Opened.IsZero() {
			t.Errorf("%s belongs to run %d", sentence(b), b.Run)
		}
	}
}

func TestConversation_BeginShowsWhatIsNew(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, says("user", "u", "hi"), calls("a", agui.ToolCall{ID: "c", Name: "f"}))
	messages := append(p.c.Messages(), answers("x", "c", "ok"), says("user", "v", "go on"))
	p.begin(agui.RunAgentInput{ThreadID: "t", RunID: "r1", Messages: messages})
	wantLines(t, p.c, `user u done "hi"`, `call c done f -> "ok"`, `user v done "go on"`)
	if got := p.c.Blocks()[2].Run; got != 0 {
		t.Errorf("the new message belongs to run %d", got)
	}
	started := runStart("r1")
	started.Run.Input = &agui.RunAgentInput{Messages: append(messages, says("system", "s", "be kind"))}
	p.apply(started)
	if got := transcript(p.c)[3:]; !slices.Equal(got, []string{`system s done "be kind"`}) {
		t.Errorf("the messages that the server adds: %q", got)
	}
	var ids []string
	for _, m := range p.c.Messages() {
		ids = append(ids, m.ID)
	}
	if !slices.Equal(ids, []string{"u", "a", "x", "v", "s"}) {
		t.Errorf("the messages are %q", ids)
	}
}

func TestConversation_ForgetsTheIDsOfResultsThatASnapshotLacks(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(runStart("r"), callStart("c", "f"), callEnd("c"), result("x", "c", "ok"))
	for i := range 100 {
		p.apply(snapshot(calls("c", agui.ToolCall{ID: "c", Name: "f"}), answers(fmt.Sprint("y", i), "c", "ok")))
	}
	if n := p.c.ResultKeys(); n != 1 {
		t.Errorf("the conversation knows %d ids of one result", n)
	}
	wantLines(t, p.c, `call c done f -> "ok"`)
}
