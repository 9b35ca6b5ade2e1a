package store_test

import (
	"slices"
	"testing"
	"time"

	"agtui/store"
	"agtui/stream/agui"
)

func resume(ids ...string) agui.RunAgentInput {
	in := agui.RunAgentInput{ThreadID: "t", RunID: "r2"}
	for _, id := range ids {
		in.Resume = append(in.Resume, agui.ResumeEntry{InterruptID: id, Status: agui.StatusResolved, Payload: agui.Raw("true")})
	}
	return in
}

// asked is a conversation with two open questions.
func asked(t *testing.T) *player {
	t.Helper()
	return newPlayer(t).begin(agui.RunAgentInput{ThreadID: "t", RunID: "r1"}).apply(
		runStart("r1"), callStart("c", "pay"), callEnd("c"),
		asks("r1",
			agui.Interrupt{ID: "i", Reason: "tool_call", ToolCallID: agui.Some("c"), ExpiresAt: agui.Some("2026-01-02T03:04:05+01:00")},
			agui.Interrupt{ID: "j", Reason: "confirmation", Message: agui.Some("Sure?"), ExpiresAt: agui.Some("soon")}),
	).end(store.Ending{})
}

func TestConversation_AsksBelowTheRule(t *testing.T) {
	t.Parallel()
	p := asked(t)
	wantLines(t, p.c, `call c waiting pay`, `rule r1 done interrupted`,
		`question i waiting tool_call`, `question j waiting confirmation titled Sure?`)
	open := p.c.Questions()
	if len(open) != 2 {
		t.Fatalf("%d questions are open, want 2", len(open))
	}
	if open[0].Call != 0 || open[0].Block != 2 || !open[0].Expires.Equal(time.Date(2026, 1, 2, 2, 4, 5, 0, time.UTC)) {
		t.Errorf("the first question is %+v", open[0])
	}
	if open[1].Call != -1 || !open[1].Expires.IsZero() {
		t.Errorf("the second question is %+v", open[1])
	}
}

// TestConversation_Answers plays what can become of two answered questions.
func TestConversation_Answers(t *testing.T) {
	t.Parallel()
	again := agui.Interrupt{ID: "i", Reason: "again"}
	for _, tc := range []struct {
		name   string
		events []agui.Event
		end    store.Ending
		open   []string
		want   []string
	}{
		{
			"a run that finishes settles them",
			[]agui.Event{runStart("r2"), result("x", "c", "paid"), runEnd("r2")},
			store.Ending{},
			nil,
			[]string{`question i done tool_call`, `question j done confirmation titled Sure?`, `rule r2 done finished`},
		},
		{
			"an error opens them again",
			[]agui.Event{runStart("r2"), runError("no")},
			store.Ending{},
			[]string{"i", "j"},
			[]string{`question i waiting tool_call`, `question j waiting confirmation titled Sure?`, `rule r2 done errored`},
		},
		{
			"a stop opens them again",
			[]agui.Event{runStart("r2")},
			store.Ending{Stopped: true},
			[]string{"i", "j"},
			[]string{`question i waiting tool_call`, `question j waiting confirmation titled Sure?`, `rule r2 done cancelled`},
		},
		{
			"a truncated stream opens them again", nil,
			store.Ending{},
			[]string{"i", "j"},
			[]string{`question i waiting tool_call`, `question j waiting confirmation titled Sure?`, `rule r2 done incomplete`},
		},
		{
			"a question that is asked again is asked below",
			[]agui.Event{runStart("r2"), asks("r2", again)},
			store.Ending{},
			[]string{"i"},
			[]string{
				`question i done tool_call`, `question j done confirmation titled Sure?`, `rule r2 done interrupted`,
				`question i waiting again`,
			},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := asked(t).begin(resume("i", "j"))
			if len(p.c.Questions()) > 0 {
				t.Errorf("still open while the answers are under way: %v", questionIDs(p.c))
			}
			p.apply(tc.events...).end(tc.end)
			if got := questionIDs(p.c); !slices.Equal(got, tc.open) {
				t.Errorf("open: %q, want %q", got, tc.open)
			}
			if got := transcript(p.c)[2:]; !slices.Equal(got, tc.want) {
				t.Errorf("transcript %q, want %q", got, tc.want)
			}
			if got := rules(p.c); len(got) > 0 {
				t.Errorf("findings %q, want none", got)
			}
			if p.c.Blocks()[2].Answer == nil {
				t.Errorf("the answer is not kept")
			}
		})
	}
}

func TestConversation_NotesAQuestionThatNobodyAnswered(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(
		runStart("r1"), asks("r1", agui.Interrupt{ID: "i", Reason: "confirmation"}),
		runStart("r2"), runEnd("r2"),
	).end(store.Ending{})
	wantLines(t, p.c, `rule r1 done interrupted`, `question i cut confirmation`, `rule r2 done finished`)
	if got := rules(p.c); !slices.Equal(got, []string{"warning unanswered-interrupt"}) {
		t.Errorf("findings %q", got)
	}
}

func TestConversation_QuestionsWithOneIDAreAllThere(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(runStart("r1"), asks("r1", agui.Interrupt{ID: "i", Reason: "a"}, agui.Interrupt{ID: "i", Reason: "b"}))
	wantLines(t, p.c, `rule r1 done interrupted`, `question i waiting a`, `question i waiting b`)
	p.apply(asks("r1", agui.Interrupt{ID: "i", Reason: "c"}))
	wantLines(t, p.c, `rule r1 done interrupted`, `question i waiting c`, `question i cut b`)
}
