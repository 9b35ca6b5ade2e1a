package transcript_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// spot is what the window begins with.
type spot struct {
	block, line int
	text        string
}

func (d *driver) spot() spot {
	s := spot{text: unmarked([]string{d.top()})}
	s.block, s.line = d.list.Rows()[0], -1
	if id, line, _ := d.list.TopLine(); id == s.block { // one that draws nothing may come before
		s.line = line
	}
	return s
}

// grow writes words that nothing else has to a block.
func (d *driver) grow(b *store.Block, n int, glue string) {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "b%dw%d%s", b.ID, len(b.Text.Bytes)+i, glue)
	}
	d.write(b, text.String())
}

// reader plays what changes a list that somebody reads.
type reader struct {
	*driver
	t *rapid.T
	// switched: something was hidden or shown. Until one goes somewhere else, the
	// next switch goes back to where one was then.
	switched bool
}

// change is one thing that happens beside the place that is read. Where the
// row itself may change, own, its block must still be in the window.
func (r *reader) change(at spot) (what string, own bool) {
	t, d := r.t, r.driver
	n := rapid.IntRange(0, 4000).Draw(t, "n")
	chosen := d.list.Selected() != nil // it stays in its row when others are hidden
	glue := rapid.SampledFrom([]string{" ", "\n", "\n\n", " 한국어 "}).Draw(t, "glue")
	switch what = rapid.SampledFrom([]string{
		"stream", "stream", "grow", "end", "snapshot", "back", "fold all", "hide", "fold", "click", "resize", "height", "event",
	}).Draw(t, "what"); what {
	case "stream":
		d.streamBeside(at.block, n, fmt.Sprintf("s%d%s", n, glue))
	case "grow", "end":
		live := slices.DeleteFunc(slices.Clone(d.live), func(b *store.Block) bool { return b.ID == at.block })
		if len(live) == 0 {
			break
		}
		if b := live[n%len(live)]; what == "grow" {
			d.grow(b, 1+n%30, glue)
		} else {
			d.finishBlock(b, n, fmt.Sprintf("result%d", n))
			d.live = slices.DeleteFunc(d.live, func(o *store.Block) bool { return o == b })
		}
	case "snapshot":
		for i, b := range d.blocks {
			if i != at.block && (i+n)%5 == 0 {
				d.gone(b)
			}
		}
		own = at.line < 0
	case "back":
		for _, b := range d.blocks {
			if b.Hidden {
				b.Hidden = false
				d.touch(b)
			}
		}
		own = at.line < 0
	case "fold all":
		if k := store.Kind(n % 9); k != d.blocks[at.block].Kind {
			d.list.FoldAll(k)
		}
	case "hide":
		if k := store.Kind(n % 9); k != d.blocks[at.block].Kind {
			d.list.ShowKind(k, n%2 == 0)
		}
		own, r.switched = at.line < 0 || chosen || r.switched, true
	case "fold":
		if b := d.list.Selected(); b != nil && b.ID != at.block {
			d.list.FoldToggle()
		}
	case "click":
		if rows := d.list.Rows(); len(rows) > 0 {
			d.list.SelectAt(n % len(rows))
		}
	case "resize":
		d.list.SetSize(10+n%70, r.height())
		own = true
	case "height":
		d.list.SetSize(r.width(), 1+n%12)
		d.list.FillUp()
	default:
		d.list.ShowEvent(agui.Meta, n%2 == 0)
		own, r.switched = at.line < 0 || chosen || r.switched, true
	}
	return what, own
}

func (r *reader) height() int { return len(r.list.Rows()) }

func (r *reader) width() int { return r.list.Width() }

// TestView_StaysWhereItIsRead: whatever comes, goes, folds or is hidden beside
// the block that the window begins with, it goes on to begin with that line,
// unless what is left ends sooner than the window.
func TestView_StaysWhereItIsRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(10, 60).Draw(t, "width"), rapid.IntRange(1, 12).Draw(t, "height")
		r := &reader{driver: newDriver(w, h, cell.WcWidth), t: t}
		for range 14 {
			b := r.open(rapid.IntRange(0, 300).Draw(t, "kind"), fmt.Sprintf("name%d", len(r.blocks)))
			r.grow(b, rapid.IntRange(1, 60).Draw(t, "words"), rapid.SampledFrom([]string{" ", "\n"}).Draw(t, "glue"))
		}
		r.view()
		r.list.SetOrder(transcript.Order(rapid.IntRange(0, 1).Draw(t, "order")))
		r.list.ScrollBy(-rapid.IntRange(1, 80).Draw(t, "up"))
		at := r.spot()
		for range rapid.IntRange(1, 20).Draw(t, "events") {
			if r.list.Following() || at.block < 0 {
				return
			}
			what, own := r.change(at)
			own = own || r.blocks[at.block].Kind == store.Question // it shows a call, which is another block
			now := r.spot()
			switch same := now.block == at.block && now.text == at.text; {
			case same, own && r.shows(at.block):
			case r.atEnd():
				return
			default:
				t.Fatalf("%s: the window began with line %d of block %d, %q, and begins with line %d of block %d, %q:\n%s",
					what, at.line, at.block, at.text, now.line, now.block, now.text, text(r.view()))
			}
			at = now
		}
	})
}

// shows tells that a block is in the window, or that what is there may be what
// was selected, or read before a switch.
func (r *reader) shows(id int) bool {
	b := r.list.Selected()
	return r.switched || slices.Contains(r.list.Rows(), id) || b != nil && slices.Contains(r.list.Rows(), b.ID)
}

// atEnd tells whether there is nothing below the window.
func (d *driver) atEnd() bool {
	id, line, _ := d.list.TopLine()
	d.list.ScrollBy(1)
	d.view()
	now, at, _ := d.list.TopLine()
	return d.list.Following() || now == id && at == line
}
