package ui_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// haystack is a run with so many answers, every third of which has a needle.
func haystack(n int) []string {
	var parts []any
	for i := range n {
		text := fmt.Sprintf("answer %d", i)
		if i%3 == 0 {
			text += " has a **Needle** in it"
		}
		parts = append(parts, says(fmt.Sprintf("m%d", i), text))
	}
	return answer(parts...)
}

func TestSearch_GoesThroughTheHits(t *testing.T) {
	t.Parallel()
	d := drive(t, haystack(30))
	d.say("hi").idle().keys("tab", "g", "/").see("text, or /expression/", "enter done")
	d.typed("needle").see("/needle  1 of 10", "answer 0 has").keys("down").see("2 of 10", "answer 3 has").keys("up").see("1 of 10")
	d.keys("enter").see("1 of 10", "n next").keys("n", "n").see("3 of 10", "answer 6 has")
	d.keys("N", "N", "N").see("10 of 10, from the end again", "answer 27 has").keys("n").see("1 of 10, from the top again")
	d.keys("esc").at("conversation").hidden("of 10").see("answer 0 has").keys("n").see("nothing is looked for")
	d.keys("esc").at("composer")
}

func TestSearch_TypesTextOrAnExpression(t *testing.T) {
	t.Parallel()
	d := drive(t, haystack(9))
	d.say("hi").idle().keys("tab", "/").typed("ans.er 3").see("nothing found").keys("ctrl+r").see("/ans.er 3/", "1 of 1")
	d.keys("ctrl+r").see("nothing found").keys("esc", "/").typed("/a(/").see("missing closing )").keys("backspace", "backspace").hidden("missing")
	d.keys("ctrl+u").typed("needle").see("2 of 3").keys("ctrl+u").typed("NEEDLE").see("nothing found").keys("ctrl+u").typed("Needle").see("2 of 3")
	d.send(tea.PasteMsg{Content: "\nx\x1b[31m"})
	d.see("nothing found").keys("enter", "n").see("nothing found").keys("/", "enter").hidden("nothing found").at("conversation")
}

func TestSearch_CountsWhatStreamsIn(t *testing.T) {
	t.Parallel()
	run := append([]string{started()}, says("m0", "a needle")...)
	run = append(append(run, "hold"), says("m1", "a needle and a needle")...)
	d := drive(t, append(run, finished()))
	d.say("hi").until("needle").keys("tab", "g", "/").typed("needle").keys("enter").see("1 of 1")
	d.src.gate <- struct{}{}
	d.idle().see("1 of 3").keys("n").see("2 of 3")
}

func TestSearch_LooksThroughALongHistoryInPieces(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(says("m0", strings.Repeat("a line of words\n", 40_000)), says("m1", "the needle")))
	d.say("hi").idle().keys("tab", "g", "/").typed("needle").see("1 of 1", "the needle")
	d.keys("ctrl+u").typed("words").see("of 40000")
}

func TestSearch_InTheComposerASlashIsACommand(t *testing.T) {
	t.Parallel()
	d := drive(t, haystack(3))
	d.say("hi").idle().typed("/").at("composer").keys("backspace").say("/search").at("conversation").typed("needle").see("1 of 1")
	d.keys("tab").at("composer").typed("a draft").see("a draft").keys("tab").see("1 of 1")
}

func TestRaw_ShowsTheTextAlone(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(snapshot(`{"a":1}`), says("m1", strings.Repeat("word ", 60)+"\n\n```sh\necho\n```\n")))
	d.say("hi").idle().size(120, 20).see("State f2").keys("shift+tab", "shift+tab", "W").hidden("State f2", "│")
	v := d.m.View()
	if v.MouseMode != tea.MouseModeNone || strings.Contains(v.Content, "\x1b") {
		t.Errorf("mouse %v, %q", v.MouseMode, v.Content)
	}
	for line := range strings.SplitSeq(v.Content, "\n") {
		if strings.HasSuffix(line, " ") {
			t.Errorf("blanks at the end of %q", line)
		}
	}
	d.see("word", "esc goes back").keys("k", "j", "g", "G", "pgup", "pgdown").size(40, 12).see("esc goes back")
	sane(t, d.m.View(), 40, 12, false)
	d.size(120, 20).keys("esc").see("State f2")
	if d.m.View().MouseMode != tea.MouseModeCellMotion {
		t.Error("the mouse is not ours again")
	}
}
