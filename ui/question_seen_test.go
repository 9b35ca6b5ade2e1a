package ui_test

import (
	"strings"
	"testing"
	"time"

	"agtui/ui"
)

func TestQuestion_WithoutRoomTakesNoFocus(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(interrupt("i", `"reason":"a","message":"First?",`+approval))))
	d.say("hi").asked().size(80, 3).keys("tab", "tab", "tab")
	for range 4 {
		if ui.Where(d.m) == "question" {
			t.Fatalf("the focus is in a question that is not there:\n%s", d.screen())
		}
		d.keys("tab")
	}
	d.size(80, 24).keys("esc", "tab").at("question")
}

func TestQuestion_IsAnsweredOnlyWhereItIsSeen(t *testing.T) {
	t.Parallel()
	for h := 1; h <= 12; h++ {
		for _, w := range []int{20, 40, 80} {
			for _, edits := range []string{"", " ", "}"} {
				d := drive(t, answer(calls("c1", "send_mail", `{"to":"a@b"}`), asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1",`+approval))), answer())
				d.say("hi").asked()
				if edits != "" {
					d.keys("tab").toChoice("Edit").keys("enter").typed(edits).pass(time.Second)
				}
				if d.size(w, h); edits == "}" { // with a fault in several rows
					if d.keys("enter"); w > 20 && h >= 7 {
						d.see("not valid JSON")
					}
					d.keys("backspace")
				}
				if edits == "" {
					d.say("/answer").pass(time.Second)
				}
				seen := strings.Contains(d.screen(), "⏸ Approve this") && strings.Contains(d.screen(), "│ send_mail")
				shown := d.screen()
				if d.keys("enter").idle(); d.src.count() > 1 && !seen {
					t.Fatalf("at %dx%d an answer was sent to what is not seen:\n%s", w, h, shown)
				}
				if d.src.count() < 2 && h >= 7 {
					t.Errorf("at %dx%d no answer was taken:\n%s", w, h, d.screen())
				}
				if d.src.count() < 2 && h >= 4 && w == 80 {
					d.see("make the window larger")
				}
			}
		}
	}
}

func TestQuestion_NotDrawnYetTakesNoAnswer(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(interrupt("i", `"reason":"a","message":"First?",`+approval), interrupt("j", `"reason":"b","message":"Second?",`+approval))), answer())
	stalled := false
	ui.Stall(d.m, func() bool { return stalled })
	d.say("hi").asked().keys("tab").toChoice("Approve")
	stalled = true
	for range 4 { // the second question is not on the screen, nor is the review
		d.keys("enter").pass(time.Second)
	}
	stalled = false
	d.pass(100*time.Millisecond).keys("enter").see("2 of 2", "Second?")
	if n := d.idle().src.count(); n != 1 {
		t.Fatalf("%d requests", n)
	}
	d.pass(time.Second).keys("enter").see("All questions").pass(time.Second).keys("enter")
	if got, want := d.resumed(), `i resolved {"approved":true}; j resolved {"approved":true}`; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}

func TestQuestion_IsReadableInASmallWindow(t *testing.T) {
	t.Parallel()
	expires := `"expiresAt":"` + noon.Add(time.Minute).Format(time.RFC3339) + `",`
	about := `"reason":"tool_call","message":"Shall I?","toolCallId":"c1",` + expires + approval
	for _, size := range [][2]int{{40, 12}, {40, 9}, {40, 7}, {20, 12}, {20, 8}} {
		d := drive(t, answer(calls("c1", "send_mail", `{"to":"somebody@example.org","subject":"a long one"}`), asks(interrupt("i", about))))
		d.size(size[0], size[1]).say("hi").asked().keys("tab")
		for i, choice := range []string{"Approve", "Edit arguments", "Deny", "Cancel"} {
			d.see("⏸ Approve this", "│ send_mail", "› "+choice)
			if size[1] >= 12 {
				d.see("│ Shall I?")
			}
			if rows := strings.Count(d.screen(), "▌  "); rows < 4 && size[0] >= 40 {
				d.see([]string{"1/4", "2/4", "3/4", "4/4"}[i])
			}
			d.keys("down")
		}
		d.pass(2*time.Minute).see("⏸ Expired: it can", "│ send_mail", "› Cancel").hidden("› Approve")
		if size[0] >= 40 {
			d.see("Expired: it can only be cancelled")
		}
	}
}
