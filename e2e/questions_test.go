//go:build !windows

package e2e_test

import (
	"strings"
	"testing"
	"time"

	"agtui/e2e/term"
	"agtui/stream/agui"
	"agtui/stream/demo"
)

var classic = term.Options{Width: 100, Height: 34}

// asked opens the program on the demo agent, plays a scenario that asks, and
// goes to the question.
func asked(t *testing.T, scenario string) (*spy, *term.Terminal) {
	t.Helper()
	s := paced(t, 0)
	tm := ask(t, classic, s.URL, scenario)
	s.next(t)
	tm.Type(term.Tab)
	tm.See("enter choose")
	return s, tm
}

// mark moves the mark to an answer.
func mark(tm *term.Terminal, choice string) {
	for range 6 {
		if strings.Contains(tm.Screen(), "› "+choice) {
			return
		}
		before := marked(tm.Screen())
		tm.Type(term.Right)
		tm.Until("the mark to move", func(s string) bool { // no mark is half a frame
			now := marked(s)
			return now != "" && now != before
		})
	}
	tm.See("› " + choice)
}

// marked is the line with the marked answer.
func marked(screen string) string {
	for line := range strings.SplitSeq(screen, "\n") {
		if strings.HasPrefix(line, "▌  ") && strings.Contains(line, "› ") {
			return line
		}
	}
	return ""
}

// calm is how long a question must stand before enter answers it.
const calm = 500 * time.Millisecond

// choose takes the marked answer of a question that has stood for a while.
func choose(tm *term.Terminal) {
	tm.Quiet(calm)
	tm.Type(term.Enter)
}

// only is the resume of a request that must have exactly n entries, and no new
// message of the person.
func only(t *testing.T, in agui.RunAgentInput, n int) []agui.ResumeEntry {
	t.Helper()
	if len(in.Resume) != n {
		t.Fatalf("the request resumes with %d answers, want %d: %s", len(in.Resume), n, agui.AppendInput(nil, &in))
	}
	return in.Resume
}

func TestQuestion_Approved(t *testing.T) {
	t.Parallel()
	s, tm := asked(t, "demo approve")
	tm.See("Delete two items for good?", "delete_files", "tracks/2019.gpx")
	choose(tm)
	tm.See("That freed 1.8 GB", `"deleted": true`)
	tm.Gone("1 question")
	in := s.next(t)
	e := only(t, in, 1)[0]
	if e.Status != agui.StatusResolved || string(e.Payload) != `{"approved":true}` {
		t.Errorf("the answer is %s %s", e.Status, e.Payload)
	}
	s.none(t)
	tm.Type("and a draft")
	tm.See("› and a draft")
}

func TestQuestion_ApprovedWithEdits(t *testing.T) {
	t.Parallel()
	s, tm := asked(t, "demo approve")
	mark(tm, "Edit arguments")
	choose(tm)
	tm.See("All arguments of the call, as JSON", `"photos/blurry"`)
	tm.Type(term.Right + `"keep": 12345678901234567890,`)
	tm.See(`{"keep"`)
	choose(tm)
	tm.See("with your arguments", "keep", "12345678901234567890")
	e := only(t, s.next(t), 1)[0]
	if got := string(e.Payload); !strings.Contains(got, `"approved":true`) || !strings.Contains(got, `"editedArgs"`) ||
		!strings.Contains(got, `12345678901234567890`) || !strings.Contains(got, `photos/blurry`) {
		t.Errorf("the payload is %s", got)
	}
	s.none(t)
}

func TestQuestion_DeniedWithAReason(t *testing.T) {
	t.Parallel()
	s, tm := asked(t, "demo approve")
	mark(tm, "Deny")
	choose(tm)
	tm.See("Deny. Why?")
	tm.Type("far too risky")
	tm.See("far too risky")
	choose(tm)
	tm.See("the user said no: far too risky", "nothing was deleted")
	e := only(t, s.next(t), 1)[0]
	if got := string(e.Payload); !strings.Contains(got, `"approved":false`) || !strings.Contains(got, `"far too risky"`) {
		t.Errorf("the payload is %s", got)
	}
}

func TestQuestion_CancelAsksOnceMore(t *testing.T) {
	t.Parallel()
	s, tm := asked(t, "demo approve")
	mark(tm, "Cancel")
	choose(tm)
	tm.See("Really cancel?")
	tm.Type(term.Left)
	tm.Gone("Really cancel?")
	mark(tm, "Cancel")
	choose(tm)
	tm.See("Really cancel?")
	s.none(t)
	choose(tm)
	tm.See("You cancelled the question")
	e := only(t, s.next(t), 1)[0]
	if e.Status != agui.StatusCancelled || e.Payload != nil {
		t.Errorf("the answer is %s %s", e.Status, e.Payload)
	}
}

func TestQuestion_SingleLettersChooseNothing(t *testing.T) {
	t.Parallel()
	s, tm := asked(t, "demo approve")
	tm.Type("ayncdYN")
	tm.Quiet(quiet)
	tm.See("› Approve", "Deny")
	s.none(t)
}

func TestQuestion_FormIsCheckedAgainstItsSchema(t *testing.T) {
	t.Parallel()
	s, tm := asked(t, "demo form")
	tm.See("› Answer")
	choose(tm)
	tm.See("Your answer, as JSON", `"beds"`)
	replace(tm, `{"name": "Kim", "beds": 99, "day": "2026-07-04", "contact": {"email": "k@example.com"}}`)
	choose(tm)
	tm.See("beds", "12")
	problem := func(screen string) bool {
		return strings.Contains(screen, "maximum") || strings.Contains(screen, "at most")
	}
	tm.Until("why it does not fit", problem)
	s.none(t)
	replace(tm, `{"name": `)
	choose(tm)
	tm.Until("why it is not JSON", func(s string) bool { return strings.Contains(s, "JSON") && !problem(s) })
	s.none(t)
	replace(tm, `{"name": "Kim", "beds": 2, "day": "2026-07-04", "contact": {"email": "k@example.com"}}`)
	choose(tm)
	tm.See("Booked", "See you on the ridge!")
	e := only(t, s.next(t), 1)[0]
	if got := string(e.Payload); !strings.Contains(got, `"beds": 2`) && !strings.Contains(got, `"beds":2`) {
		t.Errorf("the payload is %s", got)
	}
	s.none(t)
}

// replace empties the open editor and types text.
func replace(tm *term.Terminal, text string) {
	tm.Type("\x1b<" + strings.Repeat("\x0b", 120)) // to the beginning, then kill to the ends of lines
	tm.Until("an empty editor", func(s string) bool { return !strings.Contains(s, `"contact"`) && !strings.Contains(s, `{"name"`) })
	tm.Paste(text)
	tm.See(text[:8])
	tm.Quiet(quiet)
}

func TestQuestion_ThreeAreAnsweredInOneResume(t *testing.T) {
	t.Parallel()
	s, tm := asked(t, "demo questions")
	tm.See("1 of 3", "rent_gear")
	choose(tm)
	tm.See("2 of 3", "ferry")
	mark(tm, "Deny")
	choose(tm)
	tm.See("Deny. Why?")
	tm.Type("seasick")
	choose(tm)
	tm.See("3 of 3", "dinner")
	s.none(t)
	choose(tm)
	tm.See("Your answer, as JSON")
	replace(tm, `{"dish": "stew"}`)
	choose(tm)
	tm.See("Send 3 answers")
	s.none(t)
	choose(tm)
	tm.See("Three answers in one go", "gear: the gear is yours", "ferry: we walk", "dinner: stew")
	got := map[string]string{}
	for _, e := range only(t, s.next(t), 3) {
		got[e.InterruptID] = e.Status + " " + string(e.Payload)
	}
	if len(got) != 3 {
		t.Errorf("the answers are %v", got)
	}
	s.none(t)
}

func TestQuestion_AnEnterForTheOneBeforeAnswersNothing(t *testing.T) {
	t.Parallel()
	s, tm := asked(t, "demo questions")
	tm.See("1 of 3", "rent_gear")
	tm.Quiet(calm)
	tm.Type(strings.Repeat(term.Enter, 5))
	tm.See("2 of 3", "ferry")
	tm.Quiet(calm)
	tm.See("2 of 3", "ferry", "› Approve")
	s.none(t)
}

func TestQuestion_StartOverForgetsTheAnswers(t *testing.T) {
	t.Parallel()
	s, tm := asked(t, "demo questions")
	for i := range 3 {
		mark(tm, "Cancel")
		choose(tm)
		tm.See("Really cancel?")
		choose(tm)
		tm.Until("the next question", func(s string) bool {
			return strings.Contains(s, []string{"2 of 3", "3 of 3", "Send 3 answers"}[i])
		})
	}
	mark(tm, "Start over")
	choose(tm)
	tm.See("1 of 3", "Approve this call?")
	s.none(t)
}

func TestQuestion_ExpiredCanOnlyBeCancelled(t *testing.T) {
	t.Parallel()
	// The question lives for 60 seconds by the agent's clock; that one is late.
	s := watched(t, demo.Handler(demo.Options{Now: func() time.Time { return time.Now().Add(-57 * time.Second) }}))
	tm := ask(t, classic, s.URL, "demo expiring")
	s.next(t)
	tm.See("left", "Approve")
	tm.See("expired")
	tm.Type(term.Tab)
	tm.See("› Cancel")
	if strings.Contains(marked(tm.Screen()), "Approve") {
		t.Errorf("an expired question can still be approved:\n%s", tm.Screen())
	}
	s.none(t)
	choose(tm)
	tm.See("Really cancel?")
	choose(tm)
	tm.See("We walk around")
	if e := only(t, s.next(t), 1)[0]; e.Status != agui.StatusCancelled {
		t.Errorf("the answer is %s", e.Status)
	}
}

func TestQuestion_NeverTakesTheFocusFromADraft(t *testing.T) {
	t.Parallel()
	s := tapped(t)
	tm := open(t, classic, s.URL)
	tm.See("Type a message")
	said(tm, "go on")
	s.next(t)
	s.say(runStarted)
	tm.Type("half a sen")
	tm.See("› half a sen")
	s.say(`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"confirmation","message":"Shall I?"}]}}`)
	tm.See("Shall I?", "1 question")
	tm.Type("tence")
	tm.See("› half a sentence")
	tm.Type(term.Enter)
	tm.Quiet(quiet)
	tm.See("half a sentence", "Shall I?")
	if n := len(s.requests); n != 0 {
		t.Errorf("the draft was sent although a question is open")
	}
	close(s.frames)
}

func TestQuestion_OfAnUnknownKindTakesAnyText(t *testing.T) {
	t.Parallel()
	s, tm := asked(t, "demo vendor")
	choose(tm)
	tm.See("Your answer:")
	tm.Type("the left one" + term.Enter)
	tm.See("You say “the left one”")
	if e := only(t, s.next(t), 1)[0]; string(e.Payload) != `"the left one"` {
		t.Errorf("the payload is %s", e.Payload)
	}
}
