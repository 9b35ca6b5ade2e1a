package turn_test

import (
	"testing"
	"time"

	"agtui/store"
	"agtui/stream/agui"
)

func TestAnswer_CoversAllQuestionsInTheirOrder(t *testing.T) {
	tr, c := newTurn(), &thread{messages: []agui.Message{text("u", agui.RoleUser, "go"), calls("a", "c:delete")}}
	c.asks(question("i"), question("j"), question("k"))
	d := tr.Answer(c, noon, []agui.ResumeEntry{
		resolved("k", `null`), resolved("i", `{"approved":false}`),
		{InterruptID: "j", Status: agui.StatusCancelled, Payload: agui.Raw(`{"x":1}`), Metadata: agui.Raw(`{"m":1}`)},
	})
	if got := outline(t, d); got != "user=go | assistant" {
		t.Errorf("messages: %s", got)
	}
	r := d.Input.Resume
	if len(r) != 3 || r[0].InterruptID != "i" || r[1].InterruptID != "j" || r[2].InterruptID != "k" {
		t.Fatalf("resume: %+v", r)
	}
	if string(r[0].Payload) != `{"approved":false}` || r[0].Status != agui.StatusResolved {
		t.Errorf("a denial: %+v", r[0])
	}
	if r[1].Payload != nil || r[1].Status != agui.StatusCancelled || string(r[1].Metadata) != `{"m":1}` {
		t.Errorf("a cancellation: %+v", r[1])
	}
	if r[2].Payload != nil {
		t.Errorf("a null payload: %s", r[2].Payload)
	}
}

func TestAnswer_Refuses(t *testing.T) {
	late := question("late")
	late.Expires = noon
	soon := question("soon")
	soon.Expires = noon.Add(time.Nanosecond)
	for _, tt := range []struct {
		name    string
		open    []store.Asked
		answers []agui.ResumeEntry
		words   []string // none: it is sent
	}{
		{"part of the questions", []store.Asked{question("i"), question("j")}, []agui.ResumeEntry{resolved("i", "1")}, []string{"at once", `missing: "j"`}},
		{"no answers", []store.Asked{question("i")}, nil, []string{`missing: "i"`}},
		{"unknown questions", []store.Asked{question("i")}, []agui.ResumeEntry{resolved("i", "1"), resolved("x", "1")}, []string{`no open question "x"`, `open: "i"`}},
		{"two answers to one", []store.Asked{question("i")}, []agui.ResumeEntry{resolved("i", "1"), cancelled("i")}, []string{`"i" is answered twice`}},
		{"other statuses", []store.Asked{question("i")}, []agui.ResumeEntry{{InterruptID: "i", Status: "maybe"}}, []string{"neither resolved nor cancelled"}},
		{"no questions", nil, []agui.ResumeEntry{resolved("i", "1")}, []string{"asks nothing"}},
		{"what came too late", []store.Asked{late, question("i")}, []agui.ResumeEntry{resolved("late", "1"), resolved("i", "1")}, []string{"Too late", "only be cancelled", `"late"`}},
		{"not a cancellation that came late", []store.Asked{late}, []agui.ResumeEntry{cancelled("late")}, nil},
		{"not the last moment", []store.Asked{soon}, []agui.ResumeEntry{resolved("soon", "1")}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := &thread{}
			c.asks(tt.open...)
			d := newTurn().Answer(c, noon, tt.answers)
			if tt.words == nil {
				if d.Input == nil {
					t.Errorf("refused: %s", d.Refused)
				}
				return
			}
			wantRefused(t, d, tt.words...)
		})
	}
}

func TestAnswer_WaitsForTheRun(t *testing.T) {
	c := &thread{questions: []store.Asked{question("i")}, run: &store.Run{Status: store.Running}}
	wantRefused(t, newTurn().Answer(c, noon, []agui.ResumeEntry{resolved("i", "1")}), "still going on")
}

func TestAnswer_KeepsTheQueueForAfterwards(t *testing.T) {
	tr, c := newTurn(), &thread{run: &store.Run{Status: store.Running}}
	tr.Say(c, noon, "later")
	c.asks(question("i"))
	c.begin(tr.Answer(c, noon, []agui.ResumeEntry{cancelled("i")}))
	c.questions = nil
	c.ends(store.Finished)
	if got := outline(t, tr.Finished(c, noon)); got != "user=later" {
		t.Errorf("messages: %s", got)
	}
}

func TestAnswer_NamesTheRunThatWaits(t *testing.T) {
	c := &thread{}
	asked := question("i1")
	asked.RunID = "server-run"
	c.asks(asked)
	tn := newTurn()
	d := tn.Answer(c, noon, []agui.ResumeEntry{{InterruptID: "i1", Status: agui.StatusCancelled}})
	if d.Input == nil || d.Input.ParentRunID != agui.Some("server-run") {
		t.Fatalf("the resume is %+v, want parentRunId server-run", d)
	}
	c.ends(store.Finished)
	c.questions = nil
	if d := tn.Say(c, noon, "hello"); d.Input == nil || d.Input.ParentRunID.Set {
		t.Errorf("an ordinary turn is %+v, want no parentRunId", d)
	}
}
