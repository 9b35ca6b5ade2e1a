package store_test

import (
	"slices"
	"strings"
	"testing"

	"agtui/store"
	"agtui/stream/agui"
)

func TestConversation_CountsFindingsThatAreAlike(t *testing.T) {
	t.Parallel()
	c := store.New(nil, nil)
	const n = 100_000
	for i := range n {
		if ch := c.Note(agui.NewFinding(agui.RuleNotOpen, i+1, "not open")); !ch.Findings {
			t.Fatal("a finding is no change")
		}
	}
	c.Note(agui.NewFinding(agui.RuleTruncated, 0, "truncated"))
	live, final, omitted := c.Findings(), c.FinalFindings(), c.Omitted()
	if len(live) > 3000 || len(final) != len(live) || len(omitted) != 1 {
		t.Fatalf("%d are kept, %d at the end, %d stand for others", len(live), len(final), len(omitted))
	}
	if last := live[len(live)-1]; last.Rule != agui.RuleTruncated {
		t.Errorf("the last one is %+v", last)
	}
	kept := len(live) - 2
	sum := live[kept]
	if sum.Rule != agui.RuleNotOpen || sum.Severity != agui.Error || !sum.Fatal || !strings.Contains(sum.Message, "counted, not listed") {
		t.Errorf("the one that stands for the others is %+v", sum)
	}
	if want := "98000 more findings"; !strings.HasPrefix(final[kept].Message, want) || omitted[0] != final[kept] || live[kept] != sum {
		t.Errorf("at the end it says %q", final[kept].Message)
	}
	if errs, warns := c.FindingCount(agui.Error), c.FindingCount(agui.Warning); errs != n || warns != 1 {
		t.Errorf("%d errors and %d warnings", errs, warns)
	}
}

// What the client made up stands for the frame that made it do so.
func TestConversation_FindingsNameTheCause(t *testing.T) {
	t.Parallel()
	c := store.New(nil, nil)
	end := textEnd("a")
	shared, again := textStart("t"), callStart("c", "f")
	end.Cause, shared.Cause, again.Cause = 7, 8, 9
	feed(c, runStart("r"), activity("a", "PLAN", `{}`), thinkStart("t"), callStart("c", "f"), callMore("c", "{}"), callEnd("c"), end, shared, again)
	var frames []int
	for _, f := range c.Findings() {
		frames = append(frames, f.Frame)
	}
	if !slices.Equal(frames, []int{7, 8, 9}) {
		t.Errorf("findings of frames %v: %+v", frames, c.Findings())
	}
}

// What the decoder made a RUN_ERROR of is a failed run; nothing that follows
// turns that.
func TestConversation_AFailedRunStaysFailed(t *testing.T) {
	t.Parallel()
	failed := runError("model overloaded")
	failed.Run.Failed = true
	p := newPlayer(t).apply(runStart("r"), textStart("m"), failed, textMore("m", "late"), runError("late"), runEnd("r")).end(store.Ending{})
	if r := p.c.Current(); r.Status != store.FailedRun || r.Error != "model overloaded" || len(p.c.Runs()) != 1 {
		t.Errorf("%+v of %d", r, len(p.c.Runs()))
	}
}
