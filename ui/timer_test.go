package ui_test

import (
	"testing"
	"time"

	"agtui/ui"
)

func TestTimer_WakesTheLoopOnlyForWhatIsOnTheScreen(t *testing.T) {
	t.Parallel()
	const expires = `"expiresAt":"2026-05-06T13:00:00Z",`
	running := append([]string{started()}, calls("c1", "slow", `{"a":1}`)[:2]...)
	asking := answer(calls("c1", "slow", `{}`), asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1",`+expires+approval)))
	for _, row := range []struct {
		name   string
		events []string
		cover  []string
		most   int // ticks in 5 s
	}{
		{"help lies over a running call", append(running, "hold"), []string{"f1"}, 20},
		{"the palette lies over a running call", append(running, "hold"), []string{"ctrl+p"}, 20},
		{"the state lies over a running call", append(running, "hold"), []string{"f2"}, 20},
		{"a viewer lies over a running call", append(running, "hold"), []string{"tab", "up", "w"}, 20},
		{"the text alone lies over a running call", append(running, "hold"), []string{"tab", "W"}, 20},
		{"help lies over a question", asking, []string{"f1"}, 20},
		{"the state lies over a question", asking, []string{"f2"}, 20},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, row.events)
			d.say("hi").until("slow").pass(12 * time.Second)
			before := d.screen()
			if d.keys(row.cover...); d.screen() == before {
				t.Fatalf("nothing lies over the conversation:\n%s", before)
			}
			if n := d.fired(5 * time.Second); n > row.most {
				t.Errorf("%d ticks in 5 s, want at most %d", n, row.most)
			}
			d.src.gate <- struct{}{}
			d.idle().keys("ctrl+c")
		})
	}
}

func TestTimer_RestsWhenARunHasEndedBehindACover(t *testing.T) {
	t.Parallel()
	d := drive(t, append(append([]string{started()}, calls("c1", "slow", `{"a":1}`)[:2]...), "hold", finished()))
	d.say("hi").until("slow").pass(12 * time.Second).keys("f2")
	d.src.gate <- struct{}{}
	d.idle().pass(10 * time.Second)
	if n := d.fired(time.Minute); n > 0 {
		t.Errorf("%d ticks in a minute in which nothing moves", n)
	}
}

func TestTimer_WaitsForATerminalThatTakesNothing(t *testing.T) {
	t.Parallel()
	d := drive(t, append(append([]string{started()}, calls("c1", "slow", `{"a":1}`)[:2]...), "hold", finished()))
	stalled := false
	ui.Stall(d.m, func() bool { return stalled })
	d.say("hi").until("slow").pass(12 * time.Second)
	stalled = true
	if n := d.fired(5 * time.Second); n > 60 {
		t.Errorf("%d ticks in 5 s for frames that nobody takes", n)
	}
	stalled = false
	d.src.gate <- struct{}{}
	d.idle()
}
