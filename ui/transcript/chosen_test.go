package transcript_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// family is cuttings with two helpers, one below the other.
func family(w, h int) (*cuttings, *transcript.List, *transcript.Fragments) {
	c, l, f := newCuttings(w, h, cell.WcWidth)
	c.agent("b", "digger", "a")
	c.add(store.Block{Kind: store.SubagentHead, Key: "b", Name: "digger", Owner: owned("a"), Parent: owned("a")})
	c.answer("three").Owner = owned("b")
	l.Sync(c, c.taken())
	return c, l, f
}

// say adds a piece of one of the blocks that text comes in.
func (c *cuttings) say(n int, text string) {
	c.piece([]int{0, 1, 2, 3, 5}[n%5]+len(c.blocks)*(n/5), text)
}

// hide is one switch that the user uses.
func hide(l *transcript.List, n int) {
	switch n % 7 {
	case 0:
		l.ShowKind(store.ToolCall, n/7%2 == 0)
	case 1:
		l.ShowKind(store.Reasoning, n/7%2 == 0)
	case 2:
		l.ShowKind(store.Message, n/7%3 > 0)
	case 3, 4:
		l.Select(n / 7 % 6)
		if n%7 == 3 {
			l.OnlyOwner()
		} else {
			l.HideOwner()
		}
	default:
		l.AllOwners()
	}
}

func TestFragments_AreThoseOfWhatTheListShows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c, l, f := family(rapid.SampledFrom([]int{30, 80}).Draw(t, "width"), 6)
		add := func() {
			for range rapid.IntRange(0, 12).Draw(t, "pieces") {
				n := rapid.IntRange(0, 40).Draw(t, "block")
				c.say(n, fmt.Sprintf("piece %d", len(c.pieces)))
			}
		}
		add()
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			hide(l, rapid.IntRange(0, 400).Draw(t, "switch"))
			touchFragments(f, rapid.IntRange(0, 400).Draw(t, "touch"))
			if rapid.Bool().Draw(t, "look") {
				f.View()
			}
			add()
			c.gone = min(c.gone+rapid.IntRange(0, 3).Draw(t, "gone"), len(c.pieces))
		}
		var only []store.Delta
		for _, p := range c.pieces[c.gone:] {
			if slices.Contains(l.Visible(), p.Block.ID) {
				only = append(only, p)
			}
		}
		shown, all := f.Count()
		if shown != len(only) || all != len(c.pieces)-c.gone {
			t.Fatalf("%d of %d, want %d of %d", shown, all, len(only), len(c.pieces)-c.gone)
		}
		l.SetSize(80, 400)
		f.Bottom()
		lines := strings.Split(strings.TrimSpace(unstyled(strings.Join(f.View(), "\n"))), "\n")
		if c.gone > 0 && strings.Contains(lines[0], "no longer kept") {
			lines = lines[1:]
		}
		for i, p := range only {
			if !strings.HasSuffix(strings.TrimRight(lines[i], " "), " "+string(p.Text)) {
				t.Fatalf("line %d is %q, want %q", i, lines[i], p.Text)
			}
		}
		if len(only) != len(lines) && strings.Join(lines, "") != "" {
			t.Fatalf("%d lines for %d pieces", len(lines), len(only))
		}
	})
}

func TestFragments_StayWhereTheyAreReadWhenSomeAreHidden(t *testing.T) {
	t.Parallel()
	c, l, f := family(80, 5)
	for i := range 300 {
		c.say(i, fmt.Sprintf("piece %d", i))
	}
	f.View()
	f.Select(150)
	f.View()
	l.ShowKind(store.Reasoning, false)
	v := text(f.View())
	if d, ok := f.Selected(); !ok || string(d.Text) != "piece 150" && string(d.Text) != "piece 151" || !strings.Contains(v, string(d.Text)) {
		t.Errorf("selected %q in\n%s", d.Text, v)
	}
	l.ShowKind(store.Message, false)
	l.ShowKind(store.ToolCall, false)
	if v := text(f.View()); strings.TrimSpace(v) != "" {
		t.Errorf("everything is hidden:\n%s", v)
	}
	f.CursorUp()
	f.CursorDown()
	f.PageUp()
	f.Top()
	if _, ok := f.Selected(); ok {
		t.Error("something hidden is selected")
	}
	l.ShowKind(store.Message, true)
	if v := text(f.View()); !strings.Contains(v, "piece 15") {
		t.Errorf("shown again elsewhere:\n%s", v)
	}
}

func TestFragments_OfWhatASnapshotTookAwayAreThere(t *testing.T) {
	t.Parallel()
	c, l, f := family(80, 5)
	c.say(0, "it came")
	c.blocks[0].Hidden = true
	c.touch(c.blocks[0])
	l.Sync(c, c.taken())
	if v := text(f.View()); !strings.Contains(v, "it came") {
		t.Errorf("it is not there:\n%s", v)
	}
}

func TestFragments_CostAWindowWhileSomeAreHidden(t *testing.T) {
	t.Parallel()
	reads := func(n int) int {
		c, l, f := family(80, 40)
		for i := range n {
			c.say(i, "word ")
		}
		l.ShowKind(store.ToolCall, false)
		f.View()
		c.reads = 0
		for range 20 {
			f.PageUp()
			f.View()
		}
		f.Top()
		f.Select(n / 10 * 5)
		f.View()
		return c.reads
	}
	if few, many := reads(2000), reads(200_000); many > few+100 {
		t.Errorf("%d pieces are read of 200,000, %d of 2,000", many, few)
	}
}
