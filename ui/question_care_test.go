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
