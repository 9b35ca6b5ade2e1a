package ui_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// faults is a run with so many findings, each about another message.
func faults(n int) []any {
	var bad []any
	for i := range n {
		bad = append(bad, fmt.Sprintf(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"nobody%d","delta":"x"}`, i))
	}
	return bad
}

const hut = `{"hut":{"beds":4,"stove":{"fuel":"Gas"}},"notes":["bring gas","no"]}`

func TestSearch_InTheStateOpensWhatHidesTheHit(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(snapshot(hut), says("m1", "gas in the talk")))
	d.say("hi").idle().size(140, 30).keys("tab", "tab").at("side").keys("h").hidden("beds")
	d.keys("/").see("text, or /expression/").typed("gas").see("1 of 2", "/hut/stove/fuel", `"Gas"`)
	d.keys("down").see("2 of 2", "/notes/0").hidden("beds").keys("enter", "n").see("1 of 2, from the top again", "beds")
	d.keys("N").see("2 of 2, from the end again").keys("k").see("2 found").keys("n").see("2 of 2")
	d.keys("esc").at("side").hidden("of 2").see("/notes/0").keys("esc").at("composer")
}

func TestSearch_OfTheStateTakesAnExpressionAndSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(snapshot(hut)))
	d.say("hi").idle().keys("f2").at("side").keys("/").typed("/^be/").see("1 of 1", "/hut/beds")
	d.keys("ctrl+u").typed("/a(/").see("missing closing )").keys("ctrl+u").typed("Bring").see("nothing found")
	d.send(tea.PasteMsg{Content: "\nx\x1b[31m"})
	d.see("nothing found").keys("enter", "/", "enter").hidden("nothing found").at("side")
}

func TestSearch_InTheFindingsGoesFromOneToTheNext(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(faults(40)...))
	d.say("hi").idle().size(120, 20).keys("f4").keys("shift+tab").at("side").keys("g", "/").typed("nobody3").see("1 of 12", "nobody3")
	d.keys("enter", "n").see("2 of 12", "nobody30").hidden("nobody39").keys("n", "n", "n", "n", "n", "n", "n", "n", "n").see("11 of 12", "nobody39")
	d.keys("n").see("12 of 12", "still open").keys("n").see("1 of 12, from the top again").keys("N").see("12 of 12, from the end again")
	d.keys("g", "n").see("1 of 12", "nobody3").keys("/").typed("frame 12").see("1 of 1", "frame 12").keys("esc").see("frame 12")
}

func TestSearch_MarksAFindingThatIsDrawnOtherwise(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(faults(3)...))
	d.say("hi").idle().keys("f4", "/").typed("/frame +3/").see("1 of 1")
	plain := d.m.View().Content
	d.keys("ctrl+u").typed("frame 3").see("1 of 1")
	if d.m.View().Content == plain {
		t.Error("the marks are the same")
	}
}

func TestSearch_CountsFindingsThatCome(t *testing.T) {
	t.Parallel()
	run := append([]string{started()}, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"nobody1","delta":"x"}`, "hold",
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"nobody2","delta":"x"}`, finished())
	d := drive(t, run)
	d.say("hi").until("streaming").keys("f4").until("Findings 1").keys("/").typed("nobody").keys("enter").see("1 of 1")
	d.src.gate <- struct{}{}
	d.idle().see("1 of 3").keys("n").see("2 of 3")
}

func TestSearch_CountsInAStateThatChanges(t *testing.T) {
	t.Parallel()
	run := append([]string{started()}, snapshot(hut), "hold",
		`{"type":"STATE_DELTA","delta":[{"op":"add","path":"/notes/-","value":"gas again"},{"op":"remove","path":"/hut"}]}`, finished())
	d := drive(t, run)
	d.say("hi").until("streaming").keys("f2").until("beds").keys("/").typed("gas").keys("enter").see("1 of 2")
	d.src.gate <- struct{}{}
	d.idle().see("2 found").keys("n").see("1 of 2", "/notes/0").keys("n").see("2 of 2", "/notes/2")
}

func TestSearch_OfALargeStateGoesInPieces(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&b, `{"n":%d},`, i)
	}
	d := drive(t, answer(snapshot(`{"list":[`+b.String()+`"needle"]}`)))
	d.say("hi").idle().keys("f2", "/").typed("needle").see("1 of 1", "/list/50000")
	d.keys("ctrl+u").typed("777").see("/list/777/n")
}

func TestSearch_LooksForTheSameInAnotherPane(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(append(faults(3), snapshot(`{"nobody":1,"x":"nobody1"}`), says("m1", "nobody is here"))...))
	d.say("hi").idle().size(140, 30).keys("tab").at("conversation").keys("/").typed("nobody").keys("enter").see("1 of 1")
	d.keys("tab").at("side").hidden("of 1").keys("n").see("1 of 2", "/nobody").keys("n").see("2 of 2", "/x")
	d.keys("f4").hidden("of 2").keys("n").see("1 of 4").keys("tab", "tab").at("conversation").keys("n").see("1 of 1")
	d.keys("i").say("/searchnext").at("conversation")
}

func TestSearch_EndsTypingWhereThePaneGoes(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(snapshot(hut), says("m1", "one")))
	d.say("hi").idle().size(140, 30).keys("tab", "tab", "/").typed("gas").see("1 of 2").keys("f4").hidden("of 2").at("side")
	d.typed("x").keys("f2").see("1 of 2", "/gas ").keys("f2").at("composer").say("/searchnext").at("side").see("2 of 2")
	d.size(80, 24).at("side").see("2 of 2").keys("/").typed("no").see("2 of 2", "notes").size(30, 8)
	sane(t, d.m.View(), 30, 8, false)
}
