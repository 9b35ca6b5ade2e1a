package ui_test

import (
	"testing"

	"agtui/ui"
)

func TestFindings_AreLaidOutWhenTheyAreLookedAt(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(faults(40)...), answer(faults(50)...))
	d.size(80, 24).say("hi").idle().keys("f2").see("State f2")
	if n := ui.DrawnFindings(d.m); n != 0 {
		t.Errorf("%d rows are laid out with the state shown", n)
	}
	d.keys("f4").see("still open")
	n := ui.DrawnFindings(d.m)
	if n < 80 || n > 400 {
		t.Errorf("40 findings take %d rows", n)
	}
	d.keys("esc").hidden("still open").say("more").idle()
	if now := ui.DrawnFindings(d.m); now != n {
		t.Errorf("%d rows are laid out behind the conversation, were %d", now, n)
	}
	d.keys("f4").see("nobody49")
}
