package ui_test

import (
	"strings"
	"testing"
)

func TestState_EnterShowsALongTextOnItsOwn(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 300) + "and the end"
	d := drive(t, answer(snapshot(`{"text":"`+long+`","list":[1,{"deep":true}]}`)))
	d.say("hi").idle().keys("f2").at("side").hidden("and the end").keys("enter").see("value, ", "/text").keys("G").see(" the end\n").keys("y").idle()
	if len(d.clip) != 1 || d.clip[0] != long {
		t.Errorf("copied %q", d.clip)
	}
	d.keys("esc").at("side").keys("j", "enter").hidden("{1}").keys("enter").see("{1}")
	d.keys("w").see("value, ", "/list", `"deep": true`).keys("esc").keys("space").hidden("{1}")
}

func TestState_ViewNeedsAValue(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(says("m1", "one")))
	d.keys("f2").see("no state").keys("enter", "w").see("there is no value")
}

func TestState_ThePathShowsItsEnd(t *testing.T) {
	t.Parallel()
	json := `"leaf"`
	for range 30 {
		json = `{"a level 한국어":` + json + `}`
	}
	d := drive(t, answer(snapshot(json)))
	d.say("hi").idle().size(60, 20).keys("f2", "E", "G").see("…", "/a level 한국어/a level 한국어\n")
	for _, w := range []int{200, 120, 40, 20, 5, 1} {
		d.size(w, 20)
		sane(t, d.m.View(), w, 20, false)
	}
}

func TestState_ASearchGoesOnAfterAValueWasViewed(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(snapshot(hut)))
	d.say("hi").idle().keys("f2").at("side").keys("/").typed("gas").keys("enter").see("1 of 2", "/hut/stove/fuel")
	d.keys("w").see("value, ", "Gas").keys("n").see("nothing is looked for").keys("esc").at("side").keys("n").see("2 of 2", "/notes/0")
}
