package ui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"agtui/ui"
)

// lines120 is a paste that becomes a chip.
var lines120 = strings.Repeat("a line of a long paste\n", 120)

func TestPaste_ALargeOneIsAChipThatIsSentWhole(t *testing.T) {
	t.Parallel()
	var kept []string
	d := driveWith(t, func(o *ui.Options) {
		o.Remember = func(s string) error { kept = append(kept, s); return nil }
	}, answer(says("m1", "one")), answer(says("m2", "two")))
	d.typed("look: ")
	d.send(tea.PasteMsg{Content: lines120})
	d.typed(" and ")
	d.send(tea.PasteMsg{Content: strings.Repeat("x", 3000)})
	d.see("look: [pasted 120 lines, 2.8 kB] and [pasted 3.0 kB]", "ctrl+o open the paste")
	want := "look: " + lines120 + " and " + strings.Repeat("x", 3000)
	if got := ui.Draft(d.m); got != want {
		t.Fatalf("the draft is %q", got)
	}
	sent := func() string {
		msgs := d.src.sent(t).Messages
		return msgs[len(msgs)-1].Content.Text
	}
	d.keys("enter").idle()
	if got := sent(); got != want {
		t.Errorf("%q was sent", got)
	}
	if len(kept) != 1 || kept[0] != want {
		t.Errorf("%q was kept", kept)
	}
	// The history has the chips; what is sent again is whole again.
	d.keys("up").see("look: [pasted 120 lines, 2.8 kB] and [pasted 3.0 kB]").keys("enter").idle()
	if got := sent(); got != want {
		t.Errorf("%q was sent", got)
	}
}

func TestPaste_OpensInPlace(t *testing.T) {
	t.Parallel()
	d := drive(t).typed("x ")
	d.keys("ctrl+o").see("open the paste: no large paste is in the draft")
	d.send(tea.PasteMsg{Content: lines120})
	d.typed(" y").keys("left", "left").see("[pasted 120 lines")
	d.keys("ctrl+o").hidden("[pasted").see("a line of a long paste")
	if got := ui.Draft(d.m); got != "x "+lines120+" y" {
		t.Errorf("the draft is %q", got)
	}
	d.keys("ctrl+_").see("x [pasted 120 lines, 2.8 kB] y")
	d.keys("alt+shift+z").hidden("[pasted").keys("alt+z").see("[pasted 120 lines")
	d.keys("backspace")
	if got := ui.Draft(d.m); got != "x  y" {
		t.Errorf("the draft is %q", got)
	}
}

func TestPaste_GoesThroughTheEditorWhole(t *testing.T) {
	t.Parallel()
	d := drive(t).typed("x ")
	d.send(tea.PasteMsg{Content: lines120})
	d.send(ui.Edited("changed "+lines120+" more", nil, false))
	d.see("changed [pasted 120 lines, 2.8 kB] more")
	if got := ui.Draft(d.m); got != "changed "+lines120+" more" {
		t.Errorf("the draft is %q", got)
	}
	d.keys("ctrl+_").see("x [pasted 120 lines, 2.8 kB]")
}

func TestPaste_IsNotLostWhenTheDraftIsPutAside(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) { o.History = []string{"older", lines120} })
	d.typed("see ")
	d.send(tea.PasteMsg{Content: lines120 + "2"})
	d.keys("up").see("› [pasted 120 lines, 2.8 kB]").keys("up").see("› older")
	d.keys("down", "down").see("see [pasted 121 lines, 2.8 kB]")
	d.keys("ctrl+c").see("draft cleared").keys("up").see("see [pasted 121 lines, 2.8 kB]")
	if got := ui.Draft(d.m); got != "see "+lines120+"2" {
		t.Errorf("the draft is %q", got)
	}
}

func TestPaste_IntoAnAnswerStaysOpen(t *testing.T) {
	t.Parallel()
	q := `{"id":"q1","reason":"tool_call","toolCallId":"c1",` + approval + `}`
	d := drive(t, answer(calls("c1", "book", `{"a":1}`), asks(q))).say("go").asked()
	d.keys("tab", "down", "enter").at("answer")
	before := ui.Answer(d.m)
	d.send(tea.PasteMsg{Content: lines120})
	if got := ui.Answer(d.m); got != lines120+before {
		t.Errorf("the answer is %q", got)
	}
	d.hidden("[pasted").keys("ctrl+_")
	if got := ui.Answer(d.m); got != before {
		t.Errorf("undone the answer is %q", got)
	}
	d.keys("ctrl+_").see("undo: nothing was edited")
}

func TestUndo_HasTheKeysThatTerminalsSend(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		undo, redo tea.KeyPressMsg
	}{
		{"the control character of ctrl+_ and ctrl+7, and escape Z", tea.KeyPressMsg{Code: '_', Mod: tea.ModCtrl}, tea.KeyPressMsg{Code: 'z', Mod: tea.ModAlt | tea.ModShift}},
		{"ctrl+_ as a key", tea.KeyPressMsg{Code: '-', ShiftedCode: '_', Mod: tea.ModCtrl | tea.ModShift}, tea.KeyPressMsg{Code: 'y', Mod: tea.ModAlt}},
		{"alt+z", tea.KeyPressMsg{Code: 'z', Mod: tea.ModAlt}, tea.KeyPressMsg{Code: 'z', Mod: tea.ModAlt | tea.ModShift}},
		{"ctrl+7 as a key", tea.KeyPressMsg{Code: '7', Mod: tea.ModCtrl}, tea.KeyPressMsg{Code: 'z', Mod: tea.ModSuper | tea.ModShift}},
		{"alt+z on a Korean layout", tea.KeyPressMsg{Code: 'ㅋ', Mod: tea.ModAlt}, tea.KeyPressMsg{Code: 'ㅛ', Mod: tea.ModAlt}},
	} {
		d := drive(t).typed("one two")
		d.send(tt.undo)
		if got := ui.Draft(d.m); got != "one " {
			t.Errorf("%s: undone it is %q", tt.name, got)
		}
		d.send(tt.redo)
		if got := ui.Draft(d.m); got != "one two" {
			t.Errorf("%s: redone it is %q", tt.name, got)
		}
	}
}

func TestHistory_IsSearchedAsOneTypes(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) {
		o.History = []string{"book a flight to Lisbon", "한글 요약", "weather", "book a hotel", "weather", strings.Repeat("long ", 40) + "needle"}
	})
	d.typed("my draft").keys("ctrl+r").see("Earlier prompts")
	if n := strings.Count(d.screen(), "weather"); n != 1 {
		t.Errorf("a prompt of before is listed %d times", n)
	}
	d.typed("book").see("book a hotel", "book a flight").hidden("weather")
	d.typed(" fl").see("book a flight").hidden("hotel").keys("ctrl+w").see("hotel")
	d.keys("esc")
	if got := ui.Draft(d.m); got != "my draft" {
		t.Errorf("esc leaves %q", got)
	}
	d.keys("ctrl+r").typed("need").see("…", "needle").keys("ctrl+u").typed("book").keys("ctrl+r", "enter")
	if got := ui.Draft(d.m); got != "book a flight to Lisbon" {
		t.Errorf("ctrl+r, ctrl+r takes %q", got)
	}
	d.keys("ctrl+_")
	if got := ui.Draft(d.m); got != "my draft" {
		t.Errorf("undone it is %q", got)
	}
	d.keys("ctrl+r").typed("한")
	if c := d.m.View().Cursor; c == nil || c.Y != 1 || c.X != len(" Earlier prompts  ")+2 {
		t.Errorf("an input method finds the cursor at %+v", c)
	}
	d.keys("ctrl+u").typed("zzz").see("nothing matches").keys("enter", "esc")
	if got := ui.Draft(d.m); got != "my draft" {
		t.Errorf("nothing taken leaves %q", got)
	}
}

func TestCursor_StandsBehindAChip(t *testing.T) {
	t.Parallel()
	d := drive(t).typed("한")
	d.send(tea.PasteMsg{Content: lines120})
	want := 3 + 2 + len("[pasted 120 lines, 2.8 kB]")
	if c := d.m.View().Cursor; c == nil || c.X != want {
		t.Errorf("the cursor is at %+v, want column %d", c, want)
	}
	d.keys("left")
	if c := d.m.View().Cursor; c == nil || c.X != 5 {
		t.Errorf("the cursor is at %+v, want column 5", c)
	}
	d.size(20, 24).see("[pasted 120 lin…")
}
