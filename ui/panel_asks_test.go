package ui_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"agtui/theme"
	"agtui/ui"
)

func TestQuestion_CostsAKeyNoMoreForHugeArguments(t *testing.T) {
	args := `{"files": [` + strings.Repeat(`"a/file/with/a/name", `, 100_000) + `""]}`
	about := `"reason":"tool_call","toolCallId":"c1","message":` + quoted(strings.Repeat("Really? ", 100_000)) + `,`
	d := drive(t, answer(calls("c1", "delete", args), asks(interrupt("i", about+approval))))
	d.say("go").asked().keys("tab").see("Approve this call?", "│ Really?", `│ delete {"files":["a/file/with/a/name"`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const keys = 20
	for range keys {
		d.keys("down")
	}
	runtime.ReadMemStats(&after)
	if used := (after.TotalAlloc - before.TotalAlloc) / keys; used > 500_000 {
		t.Errorf("a key allocates %d bytes for a call of %d", used, len(args))
	}
}

func TestQuestion_IsLaidOutAnewForAnotherLook(t *testing.T) {
	t.Parallel()
	about := `"reason":"tool_call","toolCallId":"c1","message":"Shall I do this, which takes a while?",` + approval
	fresh := func(w, h int) *driver {
		d := driveWith(t, func(o *ui.Options) { o.Look = "dark" }, answer(calls("c1", "delete", `{ "path": "/home/of/somebody" }`), asks(interrupt("i", about))))
		return d.size(w, h).say("go").asked().keys("tab")
	}
	d := fresh(80, 24)
	for _, size := range [][2]int{{30, 24}, {80, 9}, {80, 24}, {30, 12}, {40, 24}} {
		d.size(size[0], size[1]).pass(10 * time.Second)
		want := fresh(size[0], size[1]).pass(10 * time.Second)
		if d.m.View().Content != want.m.View().Content {
			t.Errorf("after a change to %v the screen is\n%s\nand from the start\n%s", size, d.screen(), want.screen())
		}
	}
	dark := d.size(80, 24).m.View().Content
	d.keys("esc").say("/theme light").hidden("/theme").pass(10 * time.Second).keys("tab")
	if light := d.m.View().Content; light == dark || strings.Contains(light, theme.Dark().Dim.Render(`delete {"path":"/home/of/somebody"}`)) {
		t.Errorf("the call keeps the colours of the theme before:\n%q", light)
	}
	d.see(`delete {"path":"/home/of/somebody"}`)
}
