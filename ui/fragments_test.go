package ui_test

import (
	"strings"
	"testing"
)

func TestFragments_ShowsEachPieceAndGoesToItsBlock(t *testing.T) {
	d := reading(t).keys("f")
	inOrder(t, d.screen(), "fragments", "one of a", "helper #2", "one of b", "two of a")
	d.keys("up")
	if !strings.Contains(d.screen(), "▌") {
		t.Fatalf("no piece is marked:\n%s", d.screen())
	}
	d.keys("y").idle()
	if len(d.clip) == 0 || !strings.Contains(d.clip[0], "two of a") {
		t.Errorf("copied %q", d.clip)
	}
	d.keys("enter")
	if s := d.screen(); strings.Contains(d.line(0), "fragments") || !strings.Contains(s, "▌│ two of a") {
		t.Errorf("not at its block:\n%s", s)
	}
	d.keys("[", "f")
	if s := d.screen(); !strings.Contains(s, "▌") || !strings.Contains(s[strings.Index(s, "▌"):strings.Index(s, "one of b")], "one of a") {
		t.Errorf("not at the first piece of the block:\n%s", s)
	}
	d.keys("f")
	if s := d.screen(); !strings.Contains(s, "▌│ one of a") {
		t.Errorf("not back:\n%s", s)
	}
}

func TestFragments_ComeInTheirOrder(t *testing.T) {
	d := reading(t).keys("f", "v")
	if s := d.line(-1); !strings.Contains(s, "order of arrival") {
		t.Errorf("the footer says %q", s)
	}
	d = drive(t).keys("tab", "f")
	if s := d.line(-1); !strings.Contains(s, "no text came in pieces") {
		t.Errorf("the footer says %q", s)
	}
}
