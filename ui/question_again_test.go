package ui_test

import (
	"strings"
	"testing"
	"time"

	"agtui/ui"
)

// asksAgain is the end of another run in the same body.
func asksAgain(interrupts ...string) []string {
	return []string{
		`{"type":"RUN_STARTED","threadId":"$thread","runId":"again"}`,
		strings.ReplaceAll(asks(interrupts...), "$run", "again"),
	}
}

func TestQuestion_AnEnterForTheReviewAnswersNoQuestionThatCameMeanwhile(t *testing.T) {
	t.Parallel()
	first, second := interrupt("i", `"reason":"a","message":"First?",`+approval), interrupt("j", `"reason":"b","message":"Second?",`+approval)
	third := interrupt("k", `"reason":"c","message":"Third?",`+approval)
	other := interrupt("j", `"reason":"b","message":"Something else?",`+approval)
	for _, row := range []struct {
		name  string
		again []string
		see   []string
	}{
		{"one more is asked", []string{first, second, third}, []string{"3 of 3", "Third?"}},
		{"one is asked that is new under an old name", []string{first, other}, []string{"2 of 2", "Something else?"}},
		{"only one is asked", []string{first}, []string{"Approve?", "First?"}},
		{"the same are asked", []string{first, second}, []string{"All questions", "deny  First?", "deny  Second?", "› Start over"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			events := append([]string{started(), asks(first, second), "hold"}, asksAgain(row.again...)...)
			d := drive(t, append(events, "hold"))
			d.say("hi").until("First?").pass(time.Second).keys("tab")
			for range 2 {
				d.toChoice("Deny…").keys("enter").pass(time.Second).keys("enter").pass(time.Second)
			}
			d.see("All questions", "deny  First?", "deny  Second?").toChoice("Start over")
			if !strings.HasPrefix(row.see[0], "All") {
				d.toChoice("Send 2")
			}
			d.src.gate <- struct{}{}
			d.step()
			for _, text := range row.see {
				d.until(text)
			}
			if !strings.HasPrefix(row.see[0], "All") {
				d.keys("enter").see(row.see...)
			}
			if n := d.src.count(); n != 1 {
				t.Errorf("%d requests", n)
			}
			d.src.gate <- struct{}{}
			d.idle()
		})
	}
}

func TestQuestion_ThatAsksSomethingElseUnderItsNameIsNew(t *testing.T) {
	t.Parallel()
	const about = `"reason":"tool_call","toolCallId":"c1","message":`
	for _, row := range []struct {
		name  string
		do    func(*driver)
		focus string
	}{
		{"while one chooses", func(*driver) {}, "question"},
		{"while one edits", func(d *driver) { d.toChoice("Edit").keys("enter").replace(`{"n":2}`) }, "composer"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			events := append(answer(calls("c1", "rm", `{"n":1}`), asks(interrupt("i", about+`"One?",`+approval))), "hold")
			events = append(events, asksAgain(interrupt("i", about+`"All?",`+approval))...)
			d := drive(t, append(events, "hold"))
			d.say("hi").until("One?").pass(time.Second).keys("tab")
			row.do(d)
			d.src.gate <- struct{}{}
			d.until("All?").keys("enter").see("All?", "Approve").at(row.focus)
			if n := d.src.count(); n != 1 {
				t.Errorf("%d requests", n)
			}
			if row.focus == "composer" {
				if d.keys("up"); ui.Draft(d.m) != `{"n":2}` {
					t.Errorf("what was typed is lost, the composer has %q", ui.Draft(d.m))
				}
			}
			d.src.gate <- struct{}{}
			d.idle()
		})
	}
}

func TestQuestion_OneMoreTakesNoEnterAtOnce(t *testing.T) {
	t.Parallel()
	first := interrupt("i", `"reason":"a","message":"First?",`+approval)
	events := append([]string{started(), asks(first), "hold"}, asksAgain(first, interrupt("j", `"reason":"b","message":"Second?",`+approval))...)
	d := drive(t, append(events, "hold"))
	d.say("hi").until("First?").pass(time.Second).keys("tab")
	d.src.gate <- struct{}{}
	d.until("1 of 2").keys("enter").see("1 of 2").pass(time.Second).keys("enter").see("2 of 2")
	d.src.gate <- struct{}{}
	d.idle()
}

func TestQuestion_KeepsAnswersOfAResumeThatFailed(t *testing.T) {
	t.Parallel()
	about := interrupt("i", `"reason":"tool_call","message":"Send it?","toolCallId":"c1",`+approval)
	d := drive(t, answer(calls("c1", "send_mail", `{"to":"a@b"}`), asks(about)), []string{"refuse"}, []string{"refuse"}, answer(asks(about)))
	d.say("hi").asked().keys("tab").toChoice("Edit").keys("enter").replace(`{"to":"my long edit"}`).pass(time.Second).keys("enter").idle()
	d.see("Send it?").pass(time.Second).keys("tab").toChoice("Edit").keys("enter")
	if got := ui.Answer(d.m); got != `{"to":"my long edit"}` {
		t.Fatalf("the editor has %q", got)
	}
	d.pass(time.Second).keys("enter").idle().pass(time.Second).keys("tab").toChoice("Edit").keys("enter").pass(time.Second)
	if got, want := d.keys("enter").resumed(), `i resolved {"approved":true,"editedArgs":{"to":"my long edit"}}`; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
	d.asked().keys("tab").toChoice("Edit").keys("enter") // asked anew
	if got := ui.Answer(d.m); strings.Contains(got, "long") {
		t.Errorf("the editor has %q", got)
	}
}

func TestQuestion_KeepsAllAnswersOfAResumeThatFailed(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(
		interrupt("i", `"reason":"a","message":"First?",`+approval), interrupt("j", `"reason":"input_required","message":"Second?"`),
	)), []string{"refuse"}, answer())
	d.say("hi").asked().keys("tab").toChoice("Deny").keys("enter").typed("no").keys("enter").pass(time.Second)
	d.keys("enter").typed("blue").keys("enter").pass(time.Second).toChoice("Send 2").keys("enter").idle()
	d.see("All questions", "deny  First?", "no", "answer  Second?", "blue").keys("tab", "enter").pass(time.Second).keys("enter")
	if got, want := d.resumed(), `i resolved {"approved":false,"reason":"no"}; j resolved "blue"`; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}

func TestQuestion_ThatAsksSomethingElseDoesNotOfferTheOldEdit(t *testing.T) {
	t.Parallel()
	const about = `"reason":"tool_call","toolCallId":"c1","message":`
	events := append(answer(calls("c1", "rm", `{"n":1}`), asks(interrupt("i", about+`"One?",`+approval))), "hold")
	events = append(events, asksAgain(interrupt("i", about+`"All?",`+approval))...)
	d := drive(t, append(events, "hold"))
	d.say("hi").until("One?").pass(time.Second).keys("tab")
	d.toChoice("Edit").keys("enter").replace(`{"mine":2}`).keys("esc")
	d.src.gate <- struct{}{}
	d.until("All?").pass(time.Second).at("question").toChoice("Edit").keys("enter").see(`"n"`).hidden("mine")
	d.keys("esc", "esc").at("composer").keys("up")
	if got := ui.Draft(d.m); got != `{"mine":2}` {
		t.Errorf("what was typed is lost, the composer has %q", got)
	}
	d.src.gate <- struct{}{}
	d.idle()
}

func TestQuestion_ThatComesIntoSightTakesNoEnterAtOnce(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(calls("c1", "rm", `{"n":1}`), asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1","message":"One?",`+approval))))
	d.say("hi").until("One?").pass(time.Second).keys("tab").at("question")
	d.size(40, 5).pass(time.Second)
	d.size(80, 24).keys("enter").see("One?", "Approve")
	if n := d.src.count(); n != 1 {
		t.Fatalf("%d requests", n)
	}
	d.pass(time.Second).keys("enter").asked()
	if n := d.src.count(); n != 2 {
		t.Errorf("%d requests", n)
	}
}
