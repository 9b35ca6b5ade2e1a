package transcript_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

func TestList_TheCursorLeavesABlockThatIsGone(t *testing.T) {
	for name, row := range map[string]struct {
		cursor, from, to int
		want             int
	}{
		"the next block takes its place":  {5, 5, 6, 6},
		"the next one that is left":       {5, 3, 8, 8},
		"the last one where none is next": {7, 5, 10, 4},
		"nothing is left":                 {7, 0, 10, -1},
		"another block is gone":           {7, 2, 5, 7},
	} {
		t.Run(name, func(t *testing.T) {
			d := numbered(10, 40, 12)
			d.list.Select(row.cursor)
			d.gone(d.blocks[row.from:row.to]...)
			d.view()
			got := -1
			if b := d.list.Selected(); b != nil {
				got = b.ID
			}
			if got != row.want {
				t.Errorf("the cursor is on %d, want %d", got, row.want)
			}
		})
	}
}

func TestList_TheCursorStaysOnABlockThatGetsAnotherOwner(t *testing.T) {
	d := numbered(6, 40, 12)
	d.list.Select(2)
	d.blocks[2].Owner = agui.Some("a")
	d.touch(d.blocks[2])
	d.view()
	if b := d.list.Selected(); b == nil || b.ID != 2 {
		t.Errorf("the cursor is on %v", b)
	}
}

// TestList_TheCursorIsOnAVisibleBlock: whatever happens, no key acts on what
// is not in the list.
func TestList_TheCursorIsOnAVisibleBlock(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := newDriver(40, 12, cell.WcWidth)
		for range 12 {
			d.open(rapid.IntRange(0, 300).Draw(t, "kind"), "name")
		}
		d.view()
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			switch n := rapid.IntRange(0, 4000).Draw(t, "n"); rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				b := d.blocks[n%len(d.blocks)]
				b.Hidden = !b.Hidden
				d.touch(b)
			case 1:
				d.stream(n, "text")
			case 2:
				b := d.blocks[n%len(d.blocks)]
				if b.Kind != store.SubagentHead {
					b.Owner = d.owner(n / 16)
				}
				d.touch(b)
			default:
				d.touchList(n)
			}
			d.view()
			if b := d.list.Selected(); b != nil && !slices.Contains(d.list.Visible(), b.ID) {
				t.Fatalf("the cursor is on block %d of %v", b.ID, d.list.Visible())
			}
			d.list.SetOrder(transcript.Order(rapid.IntRange(0, 1).Draw(t, "order")))
		}
	})
}
