package ui_test

import (
	"testing"
	"time"

	"agtui/ui"
)

func TestQuestion_TheEnterThatLeadsToItPressedTwiceAnswersNothing(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name string
		lead func(*driver)
	}{
		{"of the command", func(d *driver) { d.typed("/answer").keys("enter", "enter", "enter") }},
		{"of the palette", func(d *driver) { d.keys("ctrl+p").typed("answer the q").keys("enter", "enter", "enter") }},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, answer(asks(interrupt("i", `"reason":"a","message":"First?",`+approval))), answer())
			d.say("go").asked().pass(time.Second)
			row.lead(d)
			d.idle().at("question").see("First?", "› Approve")
			if n := d.src.count(); n != 1 {
				t.Fatalf("%d requests", n)
			}
			d.toChoice("Deny").pass(time.Second).keys("enter").typed("not yet").keys("esc", "esc").pass(time.Second)
			d.keys("tab", "enter").at("answer").keys("tab", "tab").at("composer")
			row.lead(d)
			d.idle().at("answer").see("not yet")
			if n := d.src.count(); n != 1 {
				t.Fatalf("%d requests", n)
			}
			d.pass(time.Second).keys("enter")
			if got, want := d.resumed(), `i resolved {"approved":false,"reason":"not yet"}`; got != want {
				t.Errorf("sent %s, want %s", got, want)
			}
		})
	}
}

func TestQuestion_WhoseTimeIsOverLeavesTheEditorOfAnotherAlone(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(
		interrupt("i", `"reason":"a","message":"First?","expiresAt":"2026-05-06T12:01:00Z"`), interrupt("j", `"reason":"b","message":"Second?"`),
	)), answer())
	d.say("go").asked().keys("tab", "enter").typed("one").keys("enter").see("2 of 2").pass(time.Second).keys("enter").typed("two")
	d.pass(70*time.Second).see("Second?", "2 of 2").at("answer")
	if got := ui.Answer(d.m); got != "two" {
		t.Errorf("the editor has %q", got)
	}
	d.keys("enter").see("Expired", "1 of 2").pass(time.Second).keys("enter").pass(time.Second).keys("enter").pass(time.Second).toChoice("Send 2").keys("enter")
	if got, want := d.resumed(), `i cancelled ; j resolved "two"`; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}

func TestQuestion_WhoseTimeEndsWhileOneTypesLeavesTheRestToTheComposer(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"On", ""} {
		d := drive(t, answer(asks(interrupt("i", `"reason":"a","message":"First?","expiresAt":"2026-05-06T12:01:00Z"`))))
		d.say("go").asked().keys("tab", "enter").typed(typed).pass(70 * time.Second).see("Expired").at("composer")
		if got := ui.Draft(d.typed("qvOW").m); got != "qvOW" {
			t.Errorf("the draft is %q", got)
		}
		if d.keys("ctrl+u", "up"); typed != "" && ui.Draft(d.m) != typed {
			t.Errorf("up brings %q", ui.Draft(d.m))
		}
	}
}

func TestQuestion_PutAsideKeepsNothingThatWasOnlyOffered(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{"": "go", `{"path":"/home"}`: `{"path":"/home"}`} {
		d := drive(t, answer(calls("c1", "rm", `{"path":"/tmp"}`), asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1",`+approval))))
		d.say("go").asked().keys("tab").toChoice("Edit").keys("enter")
		if typed != "" {
			d.replace(typed)
		}
		d.keys("ctrl+c").see("put aside").keys("esc").at("composer").keys("up")
		if got := ui.Draft(d.m); got != want {
			t.Errorf("up brings %q, want %q", got, want)
		}
	}
}
