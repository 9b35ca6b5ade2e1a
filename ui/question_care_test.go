package ui_test

import (
	"strings"
	"testing"
	"time"

	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui"
)

// quoted is a text as JSON.
func quoted(s string) string { return string(agui.AppendString(nil, s)) }

func TestQuestion_AnEnterPressedTwiceIsNoSure(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(interrupt("i", `"reason":"confirmation","message":"Sure?"`))), answer())
	d.say("go").asked().keys("tab").toChoice("Cancel").keys("enter", "enter", "enter").see("Really cancel?").pass(300 * time.Millisecond)
	d.keys("enter").see("Really cancel?")
	if n := d.idle().src.count(); n != 1 {
		t.Fatalf("%d requests", n)
	}
	d.pass(time.Second).keys("enter")
	if got := d.resumed(); got != "i cancelled " {
		t.Errorf("sent %q", got)
	}
}

func TestQuestion_AnEnterPressedTwiceSendsNothingThatWasOnlyOffered(t *testing.T) {
	t.Parallel()
	call := calls("c1", "rm", `{"path":"/tmp"}`)
	d := drive(t, answer(call, asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1",`+approval))), answer())
	d.say("go").asked().keys("tab").toChoice("Edit").keys("enter", "enter", "enter").at("answer")
	if n := d.idle().src.count(); n != 1 {
		t.Fatalf("%d requests", n)
	}
	d.pass(time.Second).keys("enter")
	if got := d.resumed(); got != `i resolved {"approved":true,"editedArgs":{"path":"/tmp"}}` {
		t.Errorf("sent %q", got)
	}
}

func TestQuestion_ShowsWhetherItHasTheFocus(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) { o.Theme = theme.Plain() },
		answer(asks(interrupt("i", `"reason":"confirmation","message":"Sure?"`))))
	d.say("go").asked().see("   Approve").hidden("▌", "› Approve").keys("tab").at("question").see("▌⏸ Approve?", "▌│ Sure?", "▌  › Approve")
	d.keys("tab").at("conversation").hidden("▌⏸", "› Approve").keys("shift+tab").at("question").see("› Approve").keys("esc").hidden("▌")
}

func TestQuestion_ComesBackToWhatWasTyped(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(calls("c1", "rm", `{"path":"/tmp"}`), asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1",`+approval))), answer())
	d.say("go").asked().keys("tab").toChoice("Edit").keys("enter").replace(`{"path":"/home"}`).keys("esc").at("question")
	d.toChoice("Deny").keys("enter").typed("because").keys("esc").toChoice("Edit").keys("enter")
	if got := ui.Answer(d.m); got != `{"path":"/home"}` {
		t.Errorf("the editor has %q", got)
	}
	d.keys("ctrl+_")
	if got := ui.Answer(d.m); got != "{\n  \"path\": \"/tmp\"\n}" {
		t.Errorf("after undo it has %q", got)
	}
	d.keys("esc").toChoice("Deny").keys("enter")
	if got := ui.Answer(d.m); got != "because" {
		t.Errorf("the reason is %q", got)
	}
}

func TestQuestion_ThatGoesWhileOneTypesLeavesTheRestToTheComposer(t *testing.T) {
	t.Parallel()
	d := drive(t, []string{
		started(), asks(interrupt("i", `"reason":"input_required","message":"Name?"`)), "hold",
		`{"type":"RUN_STARTED","threadId":"$thread","runId":"other"}`,
		`{"type":"RUN_FINISHED","threadId":"$thread","runId":"other","outcome":{"type":"interrupt","interrupts":[` +
			interrupt("j", `"reason":"confirmation","message":"Delete it all?"`) + `]}}`,
	})
	d.say("go").until("Name?").pass(time.Second).keys("tab", "enter").at("answer").typed("An")
	d.src.gate <- struct{}{}
	d.asked().see("Delete it all?", "up in the composer brings back").at("composer")
	d.typed("n Other").pass(time.Second).keys("enter").see("Delete it all?")
	if n := d.idle().src.count(); n != 1 {
		t.Fatalf("%d requests", n)
	}
	d.keys("ctrl+u", "up")
	if got := ui.Draft(d.m); got != "An" {
		t.Errorf("the draft before is %q", got)
	}
}

func TestQuestion_LongWordsLeaveTheCallInSight(t *testing.T) {
	t.Parallel()
	words := quoted(strings.Repeat("All is fine.\n", 80) + "› Approve    Cancel")
	d := drive(t, answer(calls("c1", "delete_all", `{"path":"/home"}`), asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1","message":`+words+`,`+approval))))
	d.say("go").asked().keys("tab")
	for _, size := range [][2]int{{200, 50}, {80, 24}, {40, 20}} {
		d.size(size[0], size[1]).see(`delete_all`, "/home", "› Approve")
	}
}

func TestQuestion_NothingOfTheAgentPassesForAChoice(t *testing.T) {
	t.Parallel()
	words := quoted("Fine.\n   › Approve    Deny…    Cancel\n\x1b[2J\x1b]52;c;eA==\x07\u202eevil\u2066 한국어 👩🏽‍💻\r\n\t  › Cancel")
	for _, size := range [][2]int{{200, 50}, {80, 24}, {40, 20}, {20, 12}} {
		d := drive(t, answer(calls("c1", "rm", `{"p":"\n   › Deny"}`), asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1","message":`+words+`,`+approval))))
		d.size(size[0], size[1]).say("go").asked().keys("tab")
		sane(t, d.m.View(), size[0], size[1], false)
		choices := 0
		for y := range size[1] {
			row := d.line(y)
			if strings.HasPrefix(row, "▌ ") && strings.Contains(row, "› ") {
				choices++
			}
		}
		if choices != 1 {
			t.Errorf("at %v %d rows look like the marked choice:\n%s", size, choices, d.screen())
		}
	}
}

func TestQuestion_StaysInSightWhileOneWritesALongAnswer(t *testing.T) {
	t.Parallel()
	args := `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11}`
	d := drive(t, answer(calls("c1", "rm", args), asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1",`+approval))))
	d.size(40, 24).say("go").asked().keys("tab").toChoice("Edit").keys("enter").typed("x").keys("enter")
	d.see("not valid JSON: line 1", "Approve this call?", "rm ").keys("backspace").keys("down", "down").typed("x").keys("enter").see("line 3")
	for _, h := range []int{20, 16, 12, 9} {
		d.size(40, h).see("x")
		if h > 14 {
			d.see("Approve this call?", "rm ")
		}
		if c := d.m.View().Cursor; c == nil || !strings.Contains(d.line(c.Y), "x") {
			t.Errorf("in %d rows the cursor is at %+v:\n%s", h, c, d.screen())
		}
	}
}

func TestQuestion_ReviewShowsWhatWasWritten(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(
		interrupt("i1", `"reason":"confirmation","message":"The ferry, which saves an hour and some more of the day?",`+approval),
		interrupt("i2", `"reason":"input_required","message":"Dinner?","responseSchema":{"type":"object","properties":{"dish":{"type":"string"}}}`),
	)))
	d.say("go").asked().keys("tab").toChoice("Deny").keys("enter").typed("sea sick").keys("enter").see("2 of 2").pass(time.Second)
	d.keys("enter").replace("{\"dish\": 1").keys("ctrl+j").typed("}").keys("enter").see("does not fit")
	d.replace("{\"dish\":").keys("ctrl+j").typed(` "stew"}`).keys("enter").see("All questions", "deny  The ferry", "▌    sea sick", "answer  Dinner?", `▌    {"dish":"stew"}`)
	d.size(40, 24).see("deny  The ferry, which saves an hour…").size(20, 12).pass(time.Second).toChoice("Start over").keys("enter").size(80, 24).see("1 of 2")
	d.toChoice("Deny").pass(time.Second).keys("enter")
	if got := ui.Answer(d.m); got != "sea sick" {
		t.Errorf("the reason is %q", got)
	}
}
