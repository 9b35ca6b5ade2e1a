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

// grouped is the naive model of the grouped order: each block's path, sorted.
func grouped(s *scene) []int {
	type run struct {
		owner string
		run   int
	}
	path := map[int][]int{}
	open := map[run]int{}                  // who opened the lane that goes on
	above := map[string]agui.Opt[string]{} // by owner
	under := func(o agui.Opt[string], r int) []int {
		if opener, ok := open[run{o.Value, r}]; o.Set && ok {
			return path[opener]
		}
		return nil
	}
	for _, b := range s.blocks {
		k := run{b.Owner.Value, b.Run}
		isHead := b.Kind == store.SubagentHead
		if isHead {
			k.owner = b.Key
		}
		opener, known := open[k]
		switch {
		case !isHead && !b.Owner.Set:
			path[b.ID] = []int{b.ID}
			continue
		case known && (!isHead || s.blocks[opener].Kind != store.SubagentHead):
			path[b.ID] = append(slices.Clone(path[opener]), b.ID)
			continue
		case isHead:
			above[k.owner] = agui.Opt[string]{}
			if under(b.Parent, b.Run) != nil {
				above[k.owner] = b.Parent
			}
			path[b.ID] = append(slices.Clone(under(b.Parent, b.Run)), b.ID)
		default:
			o := above[k.owner]
			if under(o, b.Run) == nil {
				above[k.owner] = agui.Opt[string]{}
			}
			path[b.ID] = append(slices.Clone(under(o, b.Run)), b.ID)
		}
		open[k] = b.ID
	}
	var ids []int
	for _, b := range s.blocks {
		ids = append(ids, b.ID)
	}
	slices.SortFunc(ids, func(a, b int) int { return slices.Compare(path[a], path[b]) })
	return ids
}

// family does something that subagents do: it starts one, or says something,
// perhaps in the next run.
func (d *driver) family(n int) {
	names := []string{"a", "b", "c", "d"}
	who := names[n%4]
	if d.agents[who] == nil {
		d.agent(who, who, "")
	}
	run := n / 100 % 3
	switch n / 4 % 4 {
	case 0:
		b := store.Block{Kind: store.SubagentHead, Key: who, Name: who, Owner: owned(who), Run: run}
		if p := names[n/16%4]; p != who {
			b.Parent = owned(p)
		}
		d.live = append(d.live, d.add(b))
	case 1:
		d.add(store.Block{Kind: store.ToolCall, Key: who, Name: "call", Run: run})
	default:
		b := d.answer("said " + who)
		b.Owner, b.Run = owned(who), run
	}
}

// touchOwners is one thing that the user does about owners, or a subagent.
func (d *driver) touchOwners(n int) {
	l := d.list
	switch n % 9 {
	case 0:
		l.SetOrder(transcript.Order(n / 9 % 2))
	case 1:
		l.Select(l.Parent())
	case 2:
		l.Select(l.FirstChild())
	case 3:
		l.Select(l.Sibling(1))
	case 4:
		l.Select(l.Sibling(-1))
	case 5:
		l.HideOwner()
	case 6:
		l.OnlyOwner()
	case 7:
		l.AllOwners()
	default:
		d.family(n / 9)
	}
}

func TestOwners_AnythingInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 90).Draw(t, "width"), rapid.IntRange(1, 20).Draw(t, "height")
		d := newDriver(w, h, cell.WcWidth)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			n := rapid.IntRange(0, 4000).Draw(t, "n")
			switch n % 4 {
			case 0:
				d.family(n / 4)
			case 1:
				d.touchOwners(n / 4)
			case 2:
				d.stream(n/4, "text")
			default:
				d.list.ScrollBy(n/4%30 - 15)
			}
			check(t, d.view(), w, h, cell.WcWidth)
		}
		d.list.AllOwners()
		if n := d.list.HiddenOwners(); n != 0 {
			t.Fatalf("%d owners are hidden after all were shown", n)
		}
	})
}

func TestSetOrder_GroupsLikeTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDriver(60, 12, cell.WcWidth)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			n := rapid.IntRange(0, 4000).Draw(t, "n")
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				d.list.SetOrder(transcript.Order(n % 2))
			case 1:
				d.list.ScrollBy(n%30 - 15)
				d.view()
			default:
				d.family(n)
			}
		}
		d.list.SetOrder(transcript.ByArrival)
		d.list.SetOrder(transcript.ByOwner)
		d.view()
		if got, want := d.list.Visible(), grouped(d.scene); !slices.Equal(got, want) {
			t.Fatalf("the order is %v, want %v", got, want)
		}
		fresh := transcript.New(transcript.Options{Width: 60, Height: 12, Method: cell.WcWidth})
		fresh.SetOrder(transcript.ByOwner)
		fresh.Sync(d.scene, store.Change{})
		d.list.Bottom()
		want := text(fresh.View(d.now))
		if got := text(d.view()); got != want {
			t.Fatalf("the view is\n%s\nwant\n%s", got, want)
		}
	})
}

func TestSetOrder_KeepsTheLineThatIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDriver(60, rapid.IntRange(1, 14).Draw(t, "height"), cell.WcWidth)
		d.list.SetOrder(transcript.Order(rapid.IntRange(0, 1).Draw(t, "order")))
		for range rapid.IntRange(10, 40).Draw(t, "blocks") {
			d.family(rapid.IntRange(0, 4000).Draw(t, "n"))
		}
		d.view()
		d.list.ScrollBy(-rapid.IntRange(1, 60).Draw(t, "up"))
		before := d.top()
		if d.list.Following() {
			return
		}
		for range rapid.IntRange(1, 20).Draw(t, "events") {
			d.family(rapid.IntRange(0, 4000).Draw(t, "event"))
			if after := d.top(); before != after {
				t.Fatalf("the first line was %q, is %q", before, after)
			}
		}
	})
}

// top is the first visible line. Of a subagent's head, which says how its lane
// stands, it is only whose it is.
func (d *driver) top() string {
	lines := d.view()
	block, line, _ := d.list.TopLine()
	if block >= 0 && line == 0 && d.blocks[block].Kind == store.SubagentHead {
		return fmt.Sprint("head ", block)
	}
	return lines[0]
}

func TestSetOrder_KeepsTheSelectedBlockInItsRow(t *testing.T) {
	d := newDriver(60, 10, cell.WcWidth)
	for i := range 40 {
		d.user("question")
		d.answer("said by a").Owner = owned("a")
		d.answer(strings.Repeat("x", i+1)).Owner = owned("b")
	}
	d.view()
	d.list.Select(61)
	d.list.CursorUp()
	d.list.CursorUp()
	row := func() int {
		return slices.IndexFunc(d.view(), func(s string) bool { return strings.HasPrefix(unstyled(s), "▌") })
	}
	before := row()
	for _, o := range []transcript.Order{transcript.ByOwner, transcript.ByArrival, transcript.ByOwner} {
		d.list.SetOrder(o)
		if after := row(); after != before || d.list.Selected().ID != 59 {
			t.Errorf("order %d: the block is in row %d, was in row %d:\n%s", o, after, before, text(d.view()))
		}
	}
}

func TestSetOrder_SaysWhatIsNewAbove(t *testing.T) {
	d := newDriver(60, 10, cell.WcWidth)
	d.add(store.Block{Kind: store.SubagentHead, Key: "a", Name: "a", Owner: owned("a")})
	for range 30 {
		d.answer("answer")
	}
	d.list.SetOrder(transcript.ByOwner)
	d.view()
	d.answer("by a").Owner = owned("a")
	d.view()
	if n := d.list.NewAbove(); n != 1 || !d.list.Following() {
		t.Errorf("%d new above, want 1; following %v", n, d.list.Following())
	}
	d.list.Top()
	d.view()
	if n := d.list.NewAbove(); n != 0 {
		t.Errorf("%d new above at the top", n)
	}
}

func TestOwners_ShownAgainStandWhereTheyStood(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := newDriver(60, 8, cell.WcWidth)
		for i := range rapid.IntRange(3, 40).Draw(t, "blocks") {
			b := d.answer(fmt.Sprintf("answer %d", i))
			b.Owner = d.owner(rapid.IntRange(0, 3).Draw(t, "owner"))
			if i%3 == 0 {
				d.call("tool", "{}", "result")
			}
		}
		d.view()
		if rapid.Bool().Draw(t, "grouped") {
			d.list.SetOrder(transcript.ByOwner)
			d.view()
		}
		d.list.ScrollBy(-rapid.IntRange(0, 60).Draw(t, "up"))
		d.view()
		for range rapid.IntRange(0, 6).Draw(t, "marks") {
			d.list.CursorUp()
			d.view()
		}
		before, following := text(d.view()), d.list.Following()
		for range rapid.IntRange(1, 6).Draw(t, "switches") {
			switch rapid.IntRange(0, 3).Draw(t, "switch") {
			case 0:
				d.list.ShowKind(store.ToolCall, false)
			case 1:
				d.list.ShowKind(store.Message, false)
			case 2:
				d.list.OnlyOwner()
			default:
				d.list.HideOwner()
			}
			v := d.view()
			if n := len(d.list.Visible()); n > 0 && strings.TrimSpace(v[0]) == "" && strings.TrimSpace(v[1]) == "" {
				t.Fatalf("a void at the top with %d blocks:\n%s", n, text(v))
			}
		}
		d.list.ShowKind(store.ToolCall, true)
		d.list.ShowKind(store.Message, true)
		d.list.AllOwners()
		if after := text(d.view()); after != before || d.list.Following() != following {
			t.Fatalf("following %v, was %v:\n%s\nwas\n%s", d.list.Following(), following, after, before)
		}
	})
}
