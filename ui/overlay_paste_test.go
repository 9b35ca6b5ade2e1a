package ui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"agtui/ui"
)

func TestPaste_OverWhatLiesOverTheBodyIsNotLost(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name  string
		open  []string
		draft string
		says  string
	}{
		{"help", []string{"f1"}, "draft words\nand more", "stands in your message"},
		{"a viewer", []string{"tab", "up", "w"}, "draft words\nand more", "stands in your message"},
		{"the text alone", []string{"tab", "W"}, "draft words\nand more", "stands in your message"},
		{"the palette searches for it", []string{"ctrl+p"}, "draft ", ""},
		{"a search in a viewer takes it", []string{"tab", "up", "w", "/"}, "draft ", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, answer(says("m1", strings.Repeat("a text\n\n", 40))))
			d.say("hi").idle().typed("draft ").keys(row.open...).pass(10 * time.Second)
			covered := d.screen()
			d.send(tea.PasteMsg{Content: "words\nand more"})
			if got := ui.Draft(d.m); got != row.draft {
				t.Errorf("the draft is %q, want %q", got, row.draft)
			}
			if d.see(row.says); d.screen() == covered {
				t.Errorf("nothing says where the paste went:\n%s", covered)
			}
			if row.says != "" {
				d.keys("esc").at("composer").see("words", "and more")
			}
			if n := d.src.count(); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

func TestPaste_OverHelpGoesOnWithAnAnswer(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(interrupt("i", `"reason":"input_required","message":"Your name?"`))))
	d.say("hi").asked().keys("tab", "enter").typed("Ann ").keys("f1")
	d.send(tea.PasteMsg{Content: "Other"})
	if d.see("stands in your answer"); ui.Answer(d.m) != "Ann Other" {
		t.Errorf("the answer is %q", ui.Answer(d.m))
	}
	d.keys("esc").at("answer").see("Ann Other")
}
