package transcript_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// numbered is a driver with so many finished answers of one line each.
func numbered(n, w, h int) *driver {
	d := newDriver(w, h, cell.WcWidth)
	for i := range n {
		d.answer(fmt.Sprintf("answer %d", i))
	}
	d.view()
	return d
}

func text(lines []string) string { return unstyled(strings.Join(lines, "\n")) }

func TestList_FollowsUntilSomebodyScrolls(t *testing.T) {
	d := numbered(50, 40, 10)
	if !d.list.Following() || !strings.Contains(text(d.view()), "answer 49") {
		t.Fatal("it does not start at the end")
	}
	d.list.ScrollBy(-3)
	before := text(d.view())
	d.answer("news")
	d.answer("more news")
	if text(d.view()) != before || d.list.Following() {
		t.Error("the view moved")
	}
	if n := d.list.NewBelow(); n != 2 {
		t.Errorf("%d new below, want 2", n)
	}
	d.list.PageDown()
	if d.view(); !d.list.Following() || d.list.NewBelow() != 0 {
		t.Error("scrolling to the end does not follow again")
	}
	if !strings.Contains(text(d.view()), "more news") {
		t.Error("the end is not shown")
	}
}

func TestList_ScrollsToBothEnds(t *testing.T) {
	d := numbered(200, 40, 10)
	d.list.Top()
	if s := text(d.view()); !strings.HasPrefix(s, " answer 0\n") || d.list.Following() {
		t.Errorf("the top is %q", s)
	}
	d.list.ScrollBy(1)
	d.list.ScrollBy(1)
	if s := text(d.view()); !strings.HasPrefix(s, " answer 1\n") {
		t.Errorf("two lines down is %q", s)
	}
	d.list.ScrollBy(-100)
	if s := text(d.view()); !strings.HasPrefix(s, " answer 0\n") {
		t.Errorf("far up is %q", s)
	}
	d.list.Bottom()
	if s := text(d.view()); !strings.HasSuffix(s, "answer 199") || !d.list.Following() {
		t.Errorf("the bottom is %q", s)
	}
}

func TestList_SelectsAndReveals(t *testing.T) {
	d := numbered(30, 40, 9)
	d.list.CursorUp()
	if b := d.list.Selected(); b == nil || b.ID != 29 {
		t.Fatalf("selected %v", b)
	}
	for range 12 {
		d.list.CursorUp()
	}
	s := text(d.view())
	if b := d.list.Selected(); b.ID != 17 || !strings.Contains(s, "▌answer 17") {
		t.Errorf("selected %d:\n%s", b.ID, s)
	}
	for range 20 {
		d.list.CursorDown()
	}
	if b := d.list.Selected(); b.ID != 29 || !d.list.Following() {
		t.Errorf("selected %d, following %v", b.ID, d.list.Following())
	}
	d.list.SelectAt(0)
	if b := d.list.Selected(); b.ID == 29 {
		t.Error("the first row is not selected")
	}
	d.list.Select(-1)
	if d.list.Selected() != nil {
		t.Error("still selected")
	}
}

func TestList_RemembersTheLevelOfATool(t *testing.T) {
	d := newDriver(60, 20, cell.WcWidth)
	a := d.call("read", `{"p":1}`, "r1\nr2")
	d.view()
	d.list.Select(a.ID)
	d.list.SetLevel(transcript.LevelLine)
	b, c := d.call("read", `{"p":2}`, "r3\nr4"), d.call("write", `{"p":3}`, "w1\nw2")
	s := text(d.view())
	if strings.Contains(s, "r3") || !strings.Contains(s, "w1") {
		t.Errorf("levels are not kept per tool:\n%s", s)
	}
	if d.list.LevelOf(b.ID) != transcript.LevelLine || d.list.LevelOf(c.ID) != transcript.LevelPreview {
		t.Error("LevelOf disagrees")
	}
	if v := d.list.FoldAll(store.ToolCall); v != transcript.LevelFull || d.list.LevelOf(a.ID) != v {
		t.Errorf("all of a kind: %d", v)
	}
}

func TestList_HidesKindsAndEvents(t *testing.T) {
	d := newDriver(60, 20, cell.WcWidth)
	d.answer("answer")
	d.add(store.Block{Kind: store.Reasoning, Phase: store.Done})
	d.add(store.Block{Kind: store.Notice, Phase: store.Done, Event: agui.Custom, Name: "mine"})
	d.add(store.Block{Kind: store.Notice, Phase: store.Done, Event: agui.Meta, Name: "meta"})
	if s := text(d.view()); strings.Contains(s, "mine") || !strings.Contains(s, "meta") || !strings.Contains(s, "thought") {
		t.Errorf("at first:\n%s", s)
	}
	d.list.ShowEvent(agui.Custom, true)
	d.list.ShowKind(store.Reasoning, false)
	if s := text(d.view()); !strings.Contains(s, "mine") || strings.Contains(s, "thought") {
		t.Errorf("after switching:\n%s", s)
	}
	if d.list.Shown(store.Reasoning) || !d.list.ShownEvent(agui.Custom) {
		t.Error("the switches disagree")
	}
}

func TestList_KeepsTheShapeOfWhatIsRead(t *testing.T) {
	d := newDriver(40, 6, cell.WcWidth)
	b := d.add(store.Block{Kind: store.Reasoning})
	for i := range 20 {
		d.write(b, fmt.Sprintf("thought %d\n", i))
	}
	d.answer("answer\n\nlast")
	d.view()
	d.list.ScrollBy(-2)
	before := d.view()
	d.end(b, store.Done)
	if after := d.view(); text(after) != text(before) {
		t.Errorf("it folded while it was read:\n%s\nwas\n%s", text(after), text(before))
	}
	d.list.Bottom()
	d.view()
	if s := text(d.view()); strings.Contains(s, "thought 19") {
		t.Errorf("it never folds:\n%s", s)
	}
}

func TestList_TicksOnlyWhileSomethingRuns(t *testing.T) {
	d := newDriver(60, 10, cell.WcWidth)
	b := d.open(2, "fetch")
	d.view()
	if w := d.list.Wake(d.now); w <= 0 || w > time.Second {
		t.Errorf("wakes after %v", w)
	}
	d.now = d.now.Add(2500 * time.Millisecond)
	if s := text(d.view()); !strings.Contains(s, "2 s") {
		t.Errorf("no running time:\n%s", s)
	}
	d.finishBlock(b, 0, "done")
	d.view()
	if w := d.list.Wake(d.now); w != 0 {
		t.Errorf("still wakes after %v", w)
	}
}

func TestList_SurvivesResizeWhereItIsRead(t *testing.T) {
	d := newDriver(80, 10, cell.WcWidth)
	for i := range 40 {
		d.answer(fmt.Sprintf("answer %d %s", i, strings.Repeat("word ", 40)))
	}
	d.view()
	d.list.Select(20)
	d.list.Select(-1)
	d.view()
	id, _, _ := d.list.TopLine()
	for _, w := range []int{40, 17, 120, 80} {
		d.list.SetSize(w, 10)
		d.view()
		if now, _, _ := d.list.TopLine(); now != id {
			t.Errorf("at %d columns block %d is first, want %d", w, now, id)
		}
	}
}

func TestList_ForgetsLinesFarAway(t *testing.T) {
	d := numbered(20_000, 40, 10)
	for range 4000 {
		d.list.PageUp()
		d.view()
	}
	if n := d.list.Laid(); n > 5000 {
		t.Errorf("%d blocks hold lines", n)
	}
}

func TestSource_IsWhatCame(t *testing.T) {
	s := newScene()
	for name, row := range map[string]struct {
		block *store.Block
		want  string
	}{
		"a message keeps its marks": {s.answer("**a**  \n\x1b[1mb"), "**a**  \n\x1b[1mb"},
		"a call and its result":     {s.call("f", `{"a":1}`, "out"), "{\"a\":1}\nout"},
		"an activity":               {s.add(store.Block{Kind: store.Activity, Content: &agui.Content{Kind: agui.ContentOpaque, Opaque: agui.Raw(`{"n":1.50}`)}}), `{"n":1.50}`},
		"nothing":                   {nil, ""},
	} {
		if got := transcript.Source(row.block); got != row.want {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
	}
}

func TestHead_PutsTheStateBeforeTextThatTerminalsCountApart(t *testing.T) {
	d := newDriver(60, 4, cell.Grapheme)
	d.list.SetTheme(theme.Plain(), nil)
	d.call("plain", `{"a":"한국"}`, "r")
	d.call("thai", `{"a":"คำ"}`, "r")
	lines := strings.Split(text(d.view()), "\n")
	if !strings.HasSuffix(lines[0], "✓ 1.2 s") || !strings.HasPrefix(lines[2], " ⚙ ✓ 1.2 s  thai") {
		t.Errorf("the states stand at %q", lines)
	}
}

func TestList_OpensATallBlockAtItsFirstLine(t *testing.T) {
	d := numbered(20, 40, 10)
	b := d.call("read", `{"p":1}`, strings.Repeat("a line of the result\n", 40))
	d.view()
	d.list.Select(b.ID)
	if !d.list.Following() {
		t.Fatal("it does not follow")
	}
	d.list.FoldToggle()
	if lines := d.view(); !strings.Contains(unstyled(lines[0]), "read") || d.list.Following() {
		t.Errorf("following %v, the top is %q", d.list.Following(), lines[0])
	}
	d.list.FoldToggle()
	if lines := d.view(); !strings.Contains(unstyled(lines[9]), "read") || !d.list.Following() {
		t.Errorf("folded, following %v:\n%s", d.list.Following(), text(lines))
	}
}

func TestList_FoldsOnlyToLevelsThatLookDifferent(t *testing.T) {
	d := newDriver(60, 20, cell.WcWidth)
	b := d.call("read", `{"p":1}`, "")
	d.view()
	d.list.Select(b.ID)
	for range 4 {
		before := text(d.view())
		d.list.FoldToggle()
		if after := text(d.view()); after == before {
			t.Errorf("nothing changes at level %d:\n%s", d.list.LevelOf(b.ID), after)
		}
	}
}
