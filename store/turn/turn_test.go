package turn_test

import (
	"regexp"
	"slices"
	"testing"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream/agui"
)

func TestSay_SendsTheWholeThread(t *testing.T) {
	c := &thread{state: `{"n":1.50}`, messages: []agui.Message{
		text("u", agui.RoleUser, "hi"),
		{ID: "p", Role: agui.RoleActivity, ActivityType: agui.Some("PLAN"), Content: &agui.Content{Kind: agui.ContentOpaque, Opaque: agui.Raw("{}")}},
		text("r", agui.RoleReasoning, "hm"),
	}}
	d := newTurn().Say(c, noon, "more")
	if got := outline(t, d); got != "user=hi | reasoning=hm | user=more" {
		t.Errorf("messages: %s", got)
	}
	in := d.Input
	last := in.Messages[len(in.Messages)-1]
	if in.ThreadID != "thread" || in.RunID == "" || in.RunID == last.ID || in.ProtocolVersion != agui.Some("1.1") {
		t.Errorf("ids or version: %+v", in)
	}
	if string(in.State) != `{"n":1.50}` || string(in.ForwardedProps) != `{"k":1}` || len(in.Tools) != 1 || len(in.Context) != 1 || in.Resume != nil {
		t.Errorf("the rest: %+v", in)
	}
	if c.messages[1].Role != agui.RoleActivity || len(c.messages) != 3 {
		t.Error("the conversation was changed")
	}
}

func TestSay_QueuesWhileARunIsActive(t *testing.T) {
	tr, c := newTurn(), &thread{}
	first := tr.Say(c, noon, "one")
	c.begin(first)
	for _, s := range []string{"two", "three"} {
		if d := tr.Say(c, noon, s); !d.Queued || d.Input != nil || d.Refused != "" {
			t.Fatalf("%s: %+v", s, d)
		}
	}
	if d := tr.Finished(c, noon); !d.Queued || d.Input != nil {
		t.Errorf("sent while the run is active: %+v", d)
	}
	if got := tr.Queued(); !slices.Equal(got, []string{"two", "three"}) {
		t.Errorf("queue: %v", got)
	}
	c.ends(store.Finished)
	second := tr.Finished(c, noon)
	if got := outline(t, second); got != "user=one | user=two | user=three" {
		t.Errorf("messages: %s", got)
	}
	if first.Input.RunID == second.Input.RunID || len(tr.Queued()) != 0 {
		t.Error("the run id is the same, or the queue is not empty")
	}
	if d := tr.Finished(c, noon); d != (turn.Decision{}) {
		t.Errorf("sent twice: %+v", d)
	}
}

func TestFinished_TheQueueWaitsOn(t *testing.T) {
	for name, stand := range map[string]func(c *thread){
		"while questions are open":           func(c *thread) { c.asks(question("i")) },
		"when the request failed":            func(c *thread) { c.ends(store.FailedRun) },
		"when the user stopped the run":      func(c *thread) { c.ends(store.Cancelled); c.run.CancelledBy = "you" },
		"while a call of our own tool waits": func(c *thread) { c.messages = []agui.Message{calls("a", "c:pick")}; c.leaves() },
	} {
		t.Run(name, func(t *testing.T) {
			tr, c := newTurn(), &thread{}
			c.begin(tr.Say(c, noon, "one"))
			tr.Say(c, noon, "two")
			stand(c)
			if d := tr.Finished(c, noon); !d.Queued || d.Input != nil {
				t.Fatalf("got %+v", d)
			}
			c.questions, c.messages = nil, nil
			c.ends(store.Finished)
			if got := outline(t, tr.Finished(c, noon)); got != "user=two" {
				t.Errorf("messages: %s", got)
			}
		})
	}
}

func TestFinished_SendsAfterAnErrorOrTheAgentsCancellation(t *testing.T) {
	for _, status := range []store.Status{store.Errored, store.Cancelled, store.Incomplete} {
		tr, c := newTurn(), &thread{}
		c.begin(tr.Say(c, noon, "one"))
		tr.Say(c, noon, "two")
		c.ends(status)
		if d := tr.Finished(c, noon); d.Input == nil {
			t.Errorf("%s: %+v", status, d)
		}
	}
}

func TestSay_AfterAFailureTakesTheQueueAlong(t *testing.T) {
	tr, c := newTurn(), &thread{}
	c.begin(tr.Say(c, noon, "one"))
	tr.Say(c, noon, "two")
	c.ends(store.FailedRun)
	if got := outline(t, tr.Say(c, noon, "three")); got != "user=one | user=two | user=three" {
		t.Errorf("messages: %s", got)
	}
}

func TestTakeBack_EmptiesTheQueue(t *testing.T) {
	tr, c := newTurn(), &thread{run: &store.Run{Status: store.Running}}
	tr.Say(c, noon, "one")
	if got := tr.TakeBack(); !slices.Equal(got, []string{"one"}) || len(tr.Queued()) != 0 {
		t.Errorf("took back %v, left %v", got, tr.Queued())
	}
}

func TestSay_Refuses(t *testing.T) {
	c := &thread{}
	wantRefused(t, newTurn().Say(c, noon, ""), "nothing to send")
	asked := question("i7")
	asked.Interrupt.Message = agui.Some("Delete a.txt?")
	c.asks(asked)
	tr := newTurn()
	wantRefused(t, tr.Say(c, noon, "hello"), "First answer or cancel", `"i7"`, "Delete a.txt?")
	if len(tr.Queued()) != 0 {
		t.Error("what was refused is in the queue")
	}
}

func TestRetry_RepeatsTheLastRequest(t *testing.T) {
	tr, c := newTurn(), &thread{state: `{"n":1}`}
	wantRefused(t, tr.Retry(c, noon), "Nothing has been sent")
	first := tr.Say(c, noon, "one")
	c.begin(first)
	wantRefused(t, tr.Retry(c, noon), "still going on")
	c.ends(store.Incomplete)
	c.messages = append(c.messages, text("half", agui.RoleAssistant, "half an ans"))
	c.state = `{"n":2}`
	again := tr.Retry(c, noon)
	if got := outline(t, again); got != "user=one" {
		t.Errorf("messages: %s", got)
	}
	if again.Input.RunID == first.Input.RunID || string(again.Input.State) != `{"n":2}` || string(first.Input.State) != `{"n":1}` {
		t.Errorf("first %+v, again %+v", first.Input, again.Input)
	}
	if third := tr.Retry(c, noon); third.Input.RunID == again.Input.RunID {
		t.Error("two requests share a run id")
	}
}

func TestRetry_RepeatsAnAnswer(t *testing.T) {
	tr, c := newTurn(), &thread{}
	asked := question("i")
	asked.Expires = noon.Add(1)
	c.asks(asked)
	if d := tr.Answer(c, noon, []agui.ResumeEntry{resolved("i", `{"ok":true}`)}); d.Input == nil {
		t.Fatalf("%+v", d)
	}
	c.ends(store.FailedRun)
	again := tr.Retry(c, noon)
	if again.Input == nil || len(again.Input.Resume) != 1 || string(again.Input.Resume[0].Payload) != `{"ok":true}` {
		t.Fatalf("%+v", again)
	}
	wantRefused(t, tr.Retry(c, noon.Add(1)), "Too late", `"i"`, "expired at 20")
	c.asks(question("new"))
	wantRefused(t, tr.Retry(c, noon), "missing", `"new"`)
}

func TestRetry_OfOrdinaryInputIsRefusedWhileQuestionsAreOpen(t *testing.T) {
	tr, c := newTurn(), &thread{}
	tr.Say(c, noon, "one")
	c.asks(question("i"))
	wantRefused(t, tr.Retry(c, noon), "First answer or cancel", `"i"`)
}

func TestRetry_RepeatsWhatWasSentElsewhere(t *testing.T) {
	tr := newTurn()
	tr.Sent(&agui.RunAgentInput{ThreadID: "x", RunID: "r", Messages: []agui.Message{text("u", agui.RoleUser, "hi")}})
	d := tr.Retry(&thread{}, noon)
	if outline(t, d) != "user=hi" || d.Input.ThreadID != "x" || d.Input.RunID == "r" {
		t.Errorf("%+v", d.Input)
	}
}

func TestNew_MintsIDs(t *testing.T) {
	tr := turn.New(turn.Config{})
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	d := tr.Say(&thread{}, noon, "hi")
	for _, id := range []string{tr.ThreadID(), d.Input.RunID, d.Input.Messages[0].ID} {
		if !uuid.MatchString(id) {
			t.Errorf("%q is not a random UUID", id)
		}
	}
	if d.Input.ThreadID != tr.ThreadID() || d.Input.RunID == tr.ThreadID() {
		t.Errorf("%+v", d.Input)
	}
}
