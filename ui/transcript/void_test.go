package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// void tells that a window ends in blank rows although there is text above it.
func (d *driver) void() (string, bool) {
	lines := d.view()
	blank := len(lines) > 0 && strings.TrimSpace(unstyled(lines[len(lines)-1])) == ""
	id, line, _ := d.list.TopLine()
	if !blank || id < 0 || id == d.list.Visible()[0] && line <= 0 {
		return "", false
	}
	if last := d.list.Rows(); last[len(last)-1] >= 0 { // a block's own blank line
		return "", false
	}
	return text(lines), true
}

// reading is a driver with so many answers, and calls after them, that is read
// a page above the end.
func reading(answers, calls int) *driver {
	d := newDriver(40, 10, cell.WcWidth)
	for i := range answers {
		d.answer(fmt.Sprintf("answer %d\n\nmore\n\nand more\n\nand more", i))
	}
	for i := range calls {
		d.call(fmt.Sprintf("call%d", i), `{"a":1}`, "r")
	}
	d.view()
	d.list.PageUp()
	d.view()
	return d
}

func TestList_LeavesNoVoidBelowWhatIsRead(t *testing.T) {
	for name, row := range map[string]struct {
		answers, calls int
		change         func(*driver)
		want           string
	}{
		"the kind that is read is hidden": {30, 40, func(d *driver) { d.list.ShowKind(store.ToolCall, false) }, "answer 29"},
		"all blocks of a kind are folded": {20, 0, func(d *driver) {
			d.list.FoldAll(store.Message)
			d.list.FoldAll(store.Message)
		}, "answer 19"},
		"a snapshot takes away what is read":   {30, 0, func(d *driver) { d.gone(d.blocks[5:]...) }, "answer 4"},
		"a snapshot leaves less than a window": {30, 0, func(d *driver) { d.gone(d.blocks[1:]...) }, "answer 0"},
	} {
		t.Run(name, func(t *testing.T) {
			d := reading(row.answers, row.calls)
			if d.list.Following() {
				t.Fatal("it is not read")
			}
			row.change(d)
			if s, ok := d.void(); ok {
				t.Errorf("the window ends in blank rows:\n%s", s)
			}
			if s := text(d.view()); !strings.Contains(s, row.want) {
				t.Errorf("it lacks %q:\n%s", row.want, s)
			}
		})
	}
}

// gone hides blocks, as a snapshot without them does.
func (d *driver) gone(blocks ...*store.Block) {
	for _, b := range blocks {
		b.Hidden = true
		d.touch(b)
	}
}

func TestView_LeavesNoVoidAfterASwitch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := newDriver(rapid.IntRange(10, 60).Draw(t, "width"), rapid.IntRange(1, 12).Draw(t, "height"), cell.WcWidth)
		for range rapid.IntRange(0, 25).Draw(t, "blocks") {
			b := d.open(rapid.IntRange(0, 300).Draw(t, "kind"), "name")
			d.write(b, strings.Repeat("words and more\n", rapid.IntRange(0, 9).Draw(t, "lines")))
			if rapid.Bool().Draw(t, "ends") {
				d.end(b, store.Done)
			}
		}
		d.view()
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			k := store.Kind(rapid.IntRange(0, 8).Draw(t, "of"))
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				d.list.FoldAll(k)
			case 1:
				d.list.ShowKind(k, rapid.Bool().Draw(t, "shown"))
			case 2:
				if n := len(d.blocks); n > 0 {
					i := rapid.IntRange(0, n-1).Draw(t, "from")
					d.gone(d.blocks[i : i+rapid.IntRange(0, n-i).Draw(t, "n")]...)
				}
			case 3:
				d.touchOwners(rapid.IntRange(0, 400).Draw(t, "owners"))
			case 4:
				d.list.SetOrder(transcript.Order(rapid.IntRange(0, 1).Draw(t, "order")))
			default:
				d.list.ScrollBy(rapid.IntRange(-40, 10).Draw(t, "by"))
			}
			if s, ok := d.void(); ok {
				t.Fatalf("the window ends in blank rows:\n%s", s)
			}
		}
	})
}
