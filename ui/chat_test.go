package ui_test

import (
	"errors"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"agtui/ui"
)

func TestChat_ShowsTheFirstStart(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) {
		o.Examples = []string{"tell me a story"}
		o.Recording = "/tmp/x/0001.jsonl"
	})
	d.see("test agent", "Try one of these", "tell me a story", "ctrl+p", "/tmp/x/0001.jsonl", "--no-record",
		"Type a message", "ready")
	if got := d.m.View().WindowTitle; got != "agtui test agent (ready)" {
		t.Errorf("title %q", got)
	}
}

func TestChat_ShowsAnAnswer(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(says("m1", "hello there")))
	d.say("hi").idle()
	d.see("hi", "hello there", "finished", "Type a message")
	in := d.src.sent(t)
	if n := len(in.Messages); n != 1 || in.Messages[0].Content.Text != "hi" {
		t.Errorf("sent %d messages: %+v", n, in.Messages)
	}
}

func TestChat_SaysHowTheRunStands(t *testing.T) {
	t.Parallel()
	step := `{"type":"STEP_STARTED","stepName":"thinking hard"}`
	d := drive(t, append([]string{"hold", started(), step, "hold"}, finished()))
	d.say("hi")
	d.until("waiting").see("ctrl+c stop", "enter queue")
	d.src.gate <- struct{}{}
	d.until("thinking hard").see("streaming")
	if got := d.m.View().WindowTitle; got != "agtui test agent (running)" {
		t.Errorf("title %q", got)
	}
	d.pass(3 * time.Second).see("streaming 3.0 s").hidden("silent")
	d.pass(4 * time.Second).see("silent for 7.0 s")
	d.src.gate <- struct{}{}
	d.idle().see("finished 7.0 s", "ctrl+c quit").hidden("streaming")
	if d.line(0) == "" || strings.Contains(d.line(0), "thinking hard") {
		t.Errorf("the header still names the step: %q", d.line(0))
	}
}

func TestChat_QueuesWhatIsSentWhileARunGoesOn(t *testing.T) {
	t.Parallel()
	d := drive(t, append([]string{started(), "hold"}, says("m1", "one")...), answer(says("m2", "two")))
	d.say("first").until("streaming")
	d.say("second").see("it waits until the run ends", "1 queued")
	d.src.gate <- struct{}{}
	d.idle().see("one", "second", "two").hidden("queued")
}

func TestChat_TakesBackWhatWaits(t *testing.T) {
	t.Parallel()
	d := drive(t, []string{started(), "hold", finished()})
	d.say("first").until("streaming").say("second").typed("/takeback").keys("enter").hidden("1 queued")
	if got := ui.Draft(d.m); got != "second" {
		t.Errorf("draft %q", got)
	}
	d.src.gate <- struct{}{}
	d.idle()
	if n := d.src.count(); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestChat_StopsAndThenQuits(t *testing.T) {
	t.Parallel()
	d := drive(t, []string{started(), "hold", finished()})
	d.say("hi").until("streaming").typed("a draft").keys("esc").see("streaming")
	d.keys("ctrl+c").see("stopping").idle().see("stopped by you", "cancelled by you", "a draft").hidden("run stopped")
	d.keys("ctrl+c").see("draft cleared", "ctrl+c again quits")
	if d.quit || ui.Draft(d.m) != "" {
		t.Fatalf("quit %v, draft %q", d.quit, ui.Draft(d.m))
	}
	d.keys("up")
	if got := ui.Draft(d.m); got != "a draft" {
		t.Errorf("up brings back %q", got)
	}
	d.keys("ctrl+c").pass(3 * time.Second).keys("ctrl+c")
	if d.quit {
		t.Error("a second ctrl+c after 3 s quits")
	}
	d.keys("ctrl+c").idle()
	if !d.quit {
		t.Error("two ctrl+c in a row do not quit")
	}
}

func TestChat_GivesOneTimeForARun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		took time.Duration
		want string
	}{
		{340 * time.Millisecond, "0.3 s"},
		{1960 * time.Millisecond, "2.0 s"},
		{9970 * time.Millisecond, "10 s"},
		{12970 * time.Millisecond, "12 s"},
	} {
		d := drive(t, []string{started(), "hold", finished()})
		d.say("hi").until("streaming").pass(c.took)
		d.src.gate <- struct{}{}
		d.idle().see("finished "+c.want, "finished · "+c.want)
	}
}

func TestChat_QuitsOnlyWhenNothingComesBetween(t *testing.T) {
	t.Parallel()
	d := drive(t)
	d.keys("ctrl+c").see("ctrl+c again quits").typed("x").hidden("again quits").keys("ctrl+c")
	if d.quit {
		t.Fatal("what was typed after the first ctrl+c is lost by the second")
	}
	d.see("draft cleared, up brings it back; ctrl+c again quits")
	d.send(tea.PasteMsg{Content: "pasted"})
	d.keys("ctrl+c")
	if d.quit {
		t.Fatal("what was pasted after the first ctrl+c is lost by the second")
	}
	d.pass(2 * time.Second).see("draft cleared, up brings it back").hidden("again quits")
}

func TestChat_QuitsAfterTheEndOfTheRunWasRecorded(t *testing.T) {
	t.Parallel()
	d := drive(t, []string{started(), "hold", finished()})
	d.say("hi").until("streaming").typed("/quit").keys("enter")
	if d.quit {
		t.Error("it quits at once, before the connection's end")
	}
	d.idle()
	if !d.quit {
		t.Error("it does not quit")
	}
}

func TestChat_KeepsTheScreenWhenTheSourcePanics(t *testing.T) {
	t.Parallel()
	d := drive(t, []string{started(), "panic"})
	d.say("hi").idle().see("failed")
	d.size(200, 24).see("the source fell over")
}

func TestChat_SaysWhyARequestFailedAndSendsItAgain(t *testing.T) {
	t.Parallel()
	d := drive(t, []string{"refuse"}, answer(says("m1", "now it works")))
	d.say("hi").idle().see("nobody listens", "failed")
	d.keys("shift+tab", "shift+tab").at("composer")
	d.keys("tab").at("conversation").keys("R").idle().see("now it works")
	if n := d.src.count(); n != 2 {
		t.Errorf("%d requests", n)
	}
}

func TestChat_WaitsForTheEndOfTheBodyBeforeTheNextRequest(t *testing.T) {
	t.Parallel()
	d := drive(t, append(answer(says("m1", "one")), "hold", `{"type":"CUSTOM","name":"late","value":1}`),
		answer(says("m2", "two")))
	d.say("first").until("finished")
	d.say("second").idle().see("one", "two")
	if n := d.src.count(); n != 2 {
		t.Errorf("%d requests", n)
	}
}

func TestChat_RestsWhenNothingMoves(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(says("m1", "one")))
	d.say("hi").idle().pass(time.Minute)
	if n := len(d.timers); n > 0 {
		t.Errorf("%d timers with nothing to wait for", n)
	}
}

func TestChat_DrawsNothingAnewForWhatChangesNothing(t *testing.T) {
	t.Parallel()
	d := drive(t)
	before := d.m.View().Content
	for _, msg := range []tea.Msg{tea.MouseMotionMsg{X: 3, Y: 3}, tea.FocusMsg{}, struct{}{}} {
		if _, cmd := d.m.Update(msg); cmd != nil {
			t.Errorf("%T starts a command", msg)
		}
	}
	if after := d.m.View().Content; after != before {
		t.Error("the screen is another one")
	}
}

func TestChat_SendsThePromptOfTheOptions(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) { o.Prompt = "begin" }, answer(says("m1", "begun")))
	d.idle().see("begin", "begun")
}

func TestChat_RemembersPromptsOffTheLoop(t *testing.T) {
	t.Parallel()
	var kept []string
	d := driveWith(t, func(o *ui.Options) {
		o.Remember = func(s string) error {
			kept = append(kept, s)
			return errors.New("the disk is full")
		}
	}, answer(says("m1", "one")))
	d.say("hi").idle().see("the prompt history could not be kept: the disk is full")
	if len(kept) != 1 || kept[0] != "hi" {
		t.Errorf("kept %q", kept)
	}
}

func TestChat_FollowsTheBackgroundOfTheTerminal(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) { o.Look = "auto" })
	dark := d.m.View().Content
	d.send(tea.BackgroundColorMsg{Color: color.White})
	if light := d.m.View().Content; light == dark {
		t.Error("on a white background nothing changes")
	}
	d.send(tea.BackgroundColorMsg{Color: color.Black})
	if again := d.m.View().Content; again != dark {
		t.Error("back on a black background it is not what it was")
	}
}

func TestChat_TellsTheTerminalAboutClustersAgainAfterASuspension(t *testing.T) {
	t.Parallel()
	d := drive(t)
	d.send(tea.ResumeMsg{})
	d.idle()
	if len(d.raw) > 0 {
		t.Errorf("mode 2027 is set on a terminal that does not know it: %q", d.raw)
	}
	d.send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeSet})
	d.send(tea.ResumeMsg{})
	d.idle()
	if got := strings.ToLower(strings.Join(d.other, " ")); !slices.Contains(d.raw, ansi.SetModeUnicodeCore) || !strings.Contains(got, "clear") {
		t.Errorf("after a suspension only %q and %s", d.raw, got)
	}
}
