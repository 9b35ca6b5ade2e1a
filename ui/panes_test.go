package ui_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"agtui/ui"
)

func snapshot(json string) string { return `{"type":"STATE_SNAPSHOT","snapshot":` + json + `}` }

func TestPanes_TabGoesRoundWhatIsOnTheScreen(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(snapshot(`{"a":1}`), says("m1", "one")))
	d.say("hi").idle()
	d.at("composer").keys("tab").at("conversation").keys("tab").at("composer")
	d.size(120, 30).see("State f2", "a").keys("shift+tab").at("side").keys("shift+tab").at("conversation")
	d.keys("esc").at("composer").keys("tab", "i").at("composer")
	d.keys("f2").hidden("State f2").keys("f4").see("nothing: the stream is as it should be")
	d.size(80, 24).see("Findings f4").hidden("one").keys("esc").see("one").at("composer")
	d.keys("f2").at("side").hidden("one").keys("f2").see("one").at("composer")
}

func TestPanes_AShortcutNeverTypesAndTypingNeverActs(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(says("m1", "one")))
	d.say("hi").idle().typed("gGjkRyYiv?q ")
	if got := ui.Draft(d.m); got != "gGjkRyYiv?q " {
		t.Errorf("draft %q", got)
	}
	d.keys("tab").at("conversation").typed("gGjkvzq")
	if got := ui.Draft(d.m); got != "gGjkRyYiv?q " {
		t.Errorf("draft %q", got)
	}
	if n := d.src.count(); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestPanes_CopiesTheSourceAndJSON(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(snapshot(`{"deep":{"list":[1,"x\ty"]}}`), says("m1", "a **bold**\ttext"), calls("c1", "fetch", `{"q": 1}`)))
	d.say("hi").idle().size(120, 30).keys("tab")
	want := func(key, text string) {
		t.Helper()
		d.clip = nil
		d.keys(key).idle()
		if len(d.clip) != 1 || d.clip[0] != text {
			t.Errorf("%s copied %q, want %q", key, d.clip, text)
		}
	}
	want("y", "a **bold**\ttext")
	d.see("copied the last answer, 15 B: to the terminal's clipboard (OSC 52)").hidden("careful")
	d.keys("g")
	for range 2 {
		d.keys("j")
	}
	want("y", "a **bold**\ttext")
	want("Y", `{"id":"m1","role":"assistant","content":"a **bold**\ttext"}`)
	d.keys("j")
	want("y", `{"q": 1}`)
	want("Y", `{"id":"c1","type":"function","function":{"name":"fetch","arguments":"{\"q\": 1}"}}`)
	d.keys("tab").at("side").keys("E", "G")
	want("y", "x\ty")
	want("Y", `"x\ty"`)
}

func TestPanes_FindingsFollowTheEndUntilSomebodyScrolls(t *testing.T) {
	t.Parallel()
	var bad []any
	for i := range 20 {
		bad = append(bad, fmt.Sprintf(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"nobody%d","delta":"x"}`, i), "hold")
	}
	d := drive(t, append(answer(bad...), "hold"))
	d.say("hi").until("streaming").keys("f4").at("side")
	for range 12 {
		d.src.gate <- struct{}{}
	}
	d.until("frame 24")
	d.keys("k", "k", "k", "k", "k", "k")
	first := strings.Split(d.screen(), "\n")[2]
	for range 9 {
		d.src.gate <- struct{}{}
	}
	d.until("finished").idle()
	if got := strings.Split(d.screen(), "\n")[2]; got != first {
		t.Errorf("the first line moved from %q to %q", first, got)
	}
	d.keys("G").see("frame 40").keys("g").see("nobody0")
}

func TestPanes_HidesKindsOfBlocks(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(calls("c1", "fetch_it", `{}`), `{"type":"CUSTOM","name":"odd_one","value":1}`, says("m1", "one")))
	d.say("hi").idle().see("fetch_it").hidden("odd_one")
	d.say("/tools").see("tools hidden", "one").hidden("fetch_it")
	d.say("/events").see("odd_one").say("/tools").see("fetch_it")
}

func TestPanes_TheMouseScrollsMarksAndCanBeLeftToTheTerminal(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(snapshot(`{"a":1,"b":2}`), says("m1", strings.Repeat("word\n\n", 40))))
	d.say("hi").idle().size(120, 24).hidden("hi")
	for range 40 {
		d.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp, X: 3, Y: 3})
	}
	d.see("hi")
	d.send(tea.MouseClickMsg{Button: tea.MouseLeft, X: 100, Y: 3})
	d.at("side").see("/b")
	d.send(tea.MouseClickMsg{Button: tea.MouseLeft, X: 3, Y: 2})
	d.at("conversation")
	d.send(tea.MouseClickMsg{Button: tea.MouseLeft, X: 3, Y: 22})
	d.at("composer").say("/mouse").see("it selects text")
	if d.m.View().MouseMode != tea.MouseModeNone {
		t.Error("the mouse is still ours")
	}
	d.say("/mouse")
	if d.m.View().MouseMode != tea.MouseModeCellMotion {
		t.Error("the mouse is not ours again")
	}
}

func TestPanes_SayThatThereIsNoState(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(says("m1", "one")))
	d.keys("f2").see("no state").keys("enter", "E", "j", "G", "y").see("there is no value")
}

func TestPanes_ListPatchesThatFailed(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(snapshot(`{"a":1}`), `{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/none/b","value":1}]}`))
	d.say("hi").idle().size(140, 30).see("1 patch not applied", "replace /none/b", "a")
}

func TestTable_HasOneActionPerKeyAndPlace(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	names := map[string]string{}
	for _, r := range ui.Table() {
		for _, k := range r.Keys {
			if other := seen[r.Scope+" "+k]; other != "" {
				t.Errorf("%s and %s are both on %s (%s)", other, r.ID, k, r.Scope)
			}
			seen[r.Scope+" "+k] = r.ID
		}
		if other := names["/"+r.Slash]; other != "" && r.Slash != "" {
			t.Errorf("%s and %s are both /%s", other, r.ID, r.Slash)
		}
		names["/"+r.Slash] = r.ID
	}
}

func TestBindings_ExplainEveryRow(t *testing.T) {
	t.Parallel()
	for _, b := range ui.Bindings() {
		if b.Title == "" || b.Where == "" || !strings.HasSuffix(b.Help, ".") || b.Keys == "" && b.Command == "" {
			t.Errorf("%+v", b)
		}
	}
}

func TestSize_LeavesNoVoidBelowTheEnd(t *testing.T) {
	d := drive(t, called(listing(3))).size(80, 24).say("go").idle().keys("tab", "up")
	before := d.screen()
	for _, s := range [][2]int{{80, 5}, {1, 1}, {30, 7}} {
		d.size(s[0], s[1]).size(80, 24)
		if got := d.screen(); got != before {
			t.Errorf("back from %d×%d:\n%s\nbefore:\n%s", s[0], s[1], got, before)
		}
	}
	d.size(80, 9).size(80, 24).see("file-0.txt", "finished")
}
