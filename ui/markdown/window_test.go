package markdown_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"agtui/ui/markdown"
)

// readDown reads all lines one by one.
func readDown(d *markdown.Doc) []markdown.Line {
	var out []markdown.Line
	for i := 0; i < d.Height(); i++ { //nolint:intrange // reading changes the height
		out = append(out, d.Line(i))
	}
	return out
}

// readUp reads all lines from the end, n at a time.
func readUp(d *markdown.Doc, n int) []markdown.Line {
	var out []markdown.Line
	at := d.Height()
	for at > 0 {
		at = d.Settle(at, n)
		for i := at - 1; i >= max(at-n, 0); i-- {
			out = append(out, d.Line(i))
		}
		at = max(at-n, 0)
	}
	slices.Reverse(out)
	return out
}

func TestDoc_WindowsShowTheLinesOfTheWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := markdown.Options{Width: rapid.IntRange(1, 60).Draw(t, "width")}
		src := documents(40).Draw(t, "src")
		want := markdown.Render([]byte(src), o)
		for _, other := range []int{0, 7} {
			fresh := func() *markdown.Doc {
				d := markdown.New(o)
				d.SetWidth(o.Width + other)
				d.Append([]byte(src))
				if other > 0 {
					d.Lines()
				}
				d.SetWidth(o.Width)
				return d
			}
			if err := same(readDown(fresh()), want); err != nil {
				t.Fatalf("down: %q: %v", src, err)
			}
			if err := same(readUp(fresh(), rapid.IntRange(1, 9).Draw(t, "n")), want); err != nil {
				t.Fatalf("up: %q: %v", src, err)
			}
		}
	})
}

func TestDoc_PlacesSurviveAChangeOfWidth(t *testing.T) {
	t.Parallel()
	src := answer(20_000)
	d := markdown.New(markdown.Options{Width: 80})
	d.Append([]byte(src))
	n := len(d.Lines())
	for at := range n {
		if d.Find(d.Mark(at)) != at {
			t.Fatalf("line %d is found at %d", at, d.Find(d.Mark(at)))
		}
	}
	for at := 0; at < n; at += 150 {
		d.SetWidth(80)
		d.Lines()
		text := d.Line(at).Text
		m := d.Mark(at)
		d.SetWidth(31)
		found := d.Find(m)
		if text == "" {
			continue
		}
		word := strings.Fields(text)[0]
		var near strings.Builder
		for i := max(found-4, 0); i < found+5; i++ {
			near.WriteString(d.Line(i).Text + "\n")
		}
		if !strings.Contains(near.String(), word[:min(len(word), 8)]) {
			t.Fatalf("line %d, %q, is not near line %d: %q", at, text, found, near.String())
		}
	}
}

func TestDoc_AByteIsDrawnWhereItIsLookedFor(t *testing.T) {
	t.Parallel()
	d := markdown.New(markdown.Options{Width: 80})
	d.Append([]byte(answer(9_000) + "\n\nthe needle\n\n" + answer(9_000)))
	at := d.LineOf(strings.Index(answer(9_000)+"\n\nthe needle", "the needle"))
	if got := d.Line(at).Text; got != "the needle" && d.Line(at+1).Text != "the needle" {
		t.Errorf("line %d is %q", at, got)
	}
}

func TestDoc_AChangeOfWidthCostsWhatIsLookedAt(t *testing.T) {
	t.Parallel()
	var laid [2]int64
	for i, size := range []int{100_000, 1_000_000} {
		d := markdown.New(markdown.Options{Width: 80})
		d.Append([]byte(answer(size)))
		d.Reach(d.Settle(d.Height()/2, 40), 40)
		before := d.Stats()
		d.SetWidth(60)
		d.Reach(d.Settle(d.Height()/2, 40), 40)
		laid[i] = d.Stats().Laid - before.Laid + d.Stats().Parsed - before.Parsed
	}
	if laid[0] == 0 || laid[1] > 4*laid[0] || laid[0] > 40_000 {
		t.Errorf("a change of width worked on %d bytes of 100 kB and on %d of 1 MB", laid[0], laid[1])
	}
}

func TestDoc_FewLinesAreKeptOfALongDocument(t *testing.T) {
	t.Parallel()
	d := markdown.New(markdown.Options{Width: 80})
	d.Append([]byte(answer(1_200_000)))
	want := markdown.Render([]byte(answer(1_200_000)), markdown.Options{Width: 80})
	if err := same(readDown(d), want); err != nil {
		t.Fatal(err)
	}
	if kept := d.Kept(); kept > 21_000 || kept > len(want)*2/3 {
		t.Errorf("%d lines are kept of %d", kept, len(want))
	}
	if s := d.Stats(); s.Changed != 0 {
		t.Errorf("%d blocks are said to have changed", s.Changed)
	}
	if err := same(readUp(d, 40), want); err != nil {
		t.Fatalf("once more, upwards: %v", err)
	}
}

// ticking is a clock on which every look takes a time.
type ticking struct {
	now  time.Time
	step time.Duration
}

func (c *ticking) time() time.Time {
	c.now = c.now.Add(c.step)
	return c.now
}

func TestDoc_TailWaitsFourTimesItsCost(t *testing.T) {
	t.Parallel()
	clock := &ticking{now: time.Unix(0, 0), step: 10 * time.Millisecond}
	start := time.Unix(100, 0)
	d := markdown.New(markdown.Options{Width: 80, Clock: clock.time})
	d.SetNow(start)
	d.Append([]byte("- one\n"))
	last := func() string { return d.Line(d.Height() - 1).Text }
	if got := last(); got != "• one" {
		t.Fatalf("the first layout waits: %q", got)
	}
	d.Append([]byte("- two\n"))
	for ms, want := range map[int]string{1: "• one", 39: "• one"} {
		d.SetNow(start.Add(time.Duration(ms) * time.Millisecond))
		if got := last(); got != want {
			t.Errorf("after %d ms the end is %q, want %q", ms, got, want)
		}
		if due := d.Due(); !due.Equal(start.Add(40 * time.Millisecond)) {
			t.Errorf("after %d ms it is due at %v", ms, due)
		}
	}
	d.SetNow(d.Due())
	if got := last(); got != "• two" || !d.Due().IsZero() {
		t.Errorf("when it is due the end is %q, and %v", got, d.Due())
	}
	d.Append([]byte("- three\n"))
	if got := last(); got != "• two" {
		t.Errorf("right after it the end is %q", got)
	}
	d.Finish()
	if got := last(); got != "• three" || !d.Due().IsZero() {
		t.Errorf("once finished the end is %q, and %v", got, d.Due())
	}
	d.Append([]byte("- four\n"))
	d.SetWidth(3)
	if err := same(d.Lines(), markdown.Render([]byte("- one\n- two\n- three\n- four\n"), markdown.Options{Width: 3})); err != nil {
		t.Errorf("another width does not wait: %v", err)
	}
}

func TestDoc_WithABudgetTheEndIsTheWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		clock := &ticking{now: time.Unix(0, 0), step: time.Millisecond}
		o := markdown.Options{Width: 40}
		timed := o
		timed.Clock = clock.time
		d := markdown.New(timed)
		src, now := "", time.Unix(100, 0)
		for _, p := range pieces(t, documents(30).Draw(t, "src")) {
			src += p
			now = now.Add(time.Duration(rapid.IntRange(0, 3).Draw(t, "ms")) * time.Millisecond)
			d.SetNow(now)
			d.Append([]byte(p))
			lines := slices.Clone(d.Lines())
			if d.Due().IsZero() {
				if err := same(lines, markdown.Unfrozen([]byte(src), o)); err != nil {
					t.Fatalf("%q: %v", src, err)
				}
			}
		}
		d.Finish()
		if err := same(d.Lines(), markdown.Unfrozen([]byte(src), o)); err != nil {
			t.Fatalf("%q at its end: %v", src, err)
		}
	})
}

// worked is what deltas cost at the end of a document, in bytes parsed and
// laid out.
func worked(start, delta string, n int) int64 {
	d := markdown.New(markdown.Options{Width: 80})
	d.Append([]byte(start))
	look(d)
	before := d.Stats()
	for range n {
		d.Append([]byte(delta))
		look(d)
	}
	after := d.Stats()
	return after.Parsed - before.Parsed + after.Display - before.Display + after.Laid - before.Laid
}

func TestDoc_DeltaCostsTheSameInALongDocument(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ start, delta string }{
		"prose after a mixed text": {answer(2_000), "abc"},
		"code in an open fence":    {"```go\n" + repeat("x := 1 + 2\n", 2_000), "y :"},
		"items of an open list":    {repeat("- item with some text\n", 2_000), "abc"},
		"numbers of an open list":  {repeat("1. item with some text\n   and more\n", 2_000), "abc"},
		"rows of an open table":    {repeat("| one | two |\n|---|---|\n", 2_000), "| a"},
		"words of a paragraph":     {repeat("words of a paragraph, with *some* marks, ", 2_000), "abc"},
		"lines of a paragraph":     {repeat("words of a paragraph, with *some* marks,\n", 2_000), "abc"},
		"words without blanks":     {repeat("漢字の文章が続く", 2_000), "漢"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			short := worked(repeat(c.start, 50_000)+"\n", c.delta, 300)
			long := worked(repeat(c.start, 500_000)+"\n", c.delta, 300)
			// Where in a part the text ends is chance.
			if slack := int64(300 * 10_000); long > short+short/10+slack || short == 0 {
				t.Errorf("300 deltas cost %d bytes of work at 50 kB and %d at 500 kB", short, long)
			}
		})
	}
}

func TestDoc_OpenFenceIsNotLaidOutAgain(t *testing.T) {
	t.Parallel()
	line := "x := 1 + 2 // a line of code\n"
	d := markdown.New(markdown.Options{Width: 80})
	d.Append([]byte("text\n\n```go\n"))
	d.Lines()
	total := 0
	for range 2_000 {
		d.Append([]byte(line))
		d.Height()
		total += len(line)
	}
	if s := d.Stats(); s.Display+s.Parsed > 2*int64(total) {
		t.Errorf("%d bytes of code cost %d bytes of work", total, s.Display+s.Parsed)
	}
	before := d.Stats()
	d.Append([]byte("```\n\nmore"))
	d.Lines()
	if s := d.Stats(); s.Parsed+s.Laid-before.Parsed-before.Laid > 1000 {
		t.Errorf("closing the fence parsed and laid out %d bytes", s.Parsed+s.Laid-before.Parsed-before.Laid)
	}
	jobs := d.Jobs()
	if len(jobs) != 1 || jobs[0].Lang != "go" || jobs[0].Code != strings.Repeat(line, 2_000) {
		t.Fatalf("the closed fence wants no colours: %d", len(jobs))
	}
	if !d.Highlighted(jobs[0].ID, markdown.Highlight("go", jobs[0].Code)) || len(d.Lines()) != 2_000+4 {
		t.Errorf("highlighted it has %d lines", len(d.Lines()))
	}
}
