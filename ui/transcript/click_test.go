package transcript_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agtui/ui/cell"
)

// unmarked is a window without the cursor.
func unmarked(lines []string) string { return strings.ReplaceAll(text(lines), "▌", " ") }

func TestList_AClickMovesNothing(t *testing.T) {
	for name, scroll := range map[string]int{"a tall answer is read": -15, "the view follows": 0} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(40, 10, cell.WcWidth)
			d.answer(prose(0, 30))
			d.answer("last")
			d.view()
			d.list.ScrollBy(scroll)
			before, follows := unmarked(d.view()), d.list.Following()
			d.list.SelectAt(2)
			if after := d.view(); unmarked(after) != before || d.list.Following() != follows {
				t.Errorf("it was\n%s\nand is\n%s\nfollowing: %v", before, unmarked(after), d.list.Following())
			}
			if b := d.list.Selected(); b == nil || b.ID != 0 {
				t.Errorf("selected is %v", b)
			}
		})
	}
}

func TestFragments_AClickMovesNothing(t *testing.T) {
	c, _, f := newCuttings(30, 6, cell.WcWidth)
	for i := range 12 {
		c.piece(i, strings.Repeat("word ", 7))
	}
	before := unmarked(f.View())
	f.SelectAt(0)
	if after := f.View(); unmarked(after) != before || !f.Following() {
		t.Errorf("it was\n%s\nand is\n%s\nfollowing: %v", before, text(after), f.Following())
	}
	if _, ok := f.Selected(); !ok {
		t.Error("nothing is selected")
	}
}

func TestList_WhatIsOpenedAfterAClickStaysInView(t *testing.T) {
	d := newDriver(60, 20, cell.WcWidth)
	for i := range 4 {
		d.call(fmt.Sprintf("call%d", i), `{"a":1}`, strings.Repeat("row\n", 30))
	}
	v := d.view()
	row := slices.IndexFunc(v, func(s string) bool { return strings.Contains(s, "call2") })
	d.list.SelectAt(row)
	d.list.FoldToggle()
	if got := d.view(); !strings.Contains(got[row], "call2") || d.list.Following() {
		t.Errorf("opened, following %v:\n%s", d.list.Following(), text(got))
	}
}
