package verify_test

import (
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"agtui/stream/agui"
	"agtui/stream/verify"
)

// TestVerifier_NamesTheOldestOpenStep compares with a list that is walked.
func TestVerifier_NamesTheOldestOpenStep(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := verify.New()
		var open []verify.Step
		for range rapid.IntRange(1, 200).Draw(t, "events") {
			s := verify.Step{Name: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name")}
			if n := rapid.IntRange(0, 5).Draw(t, "owner"); n > 0 {
				s.Owner = agui.Some(strconv.Itoa(n))
			}
			ev := agui.Event{Type: agui.StepStarted, Owner: s.Owner, Name: agui.Some(s.Name)}
			at := -1
			for i := range open {
				if open[i] == s {
					at = i
				}
			}
			switch {
			case rapid.Bool().Draw(t, "ends"):
				ev.Type = agui.StepFinished
				if at >= 0 {
					open = append(open[:at:at], open[at+1:]...)
				}
			case at < 0:
				open = append(open, s)
			}
			v.Advance(&ev)
			for _, name := range []string{"a", "b"} {
				var want verify.Step
				known := false
				for i := range open {
					if !known && open[i].Name == name {
						want, known = open[i], true
					}
				}
				if got, ok := v.StepNamed(name); got != want || ok != known {
					t.Fatalf("of the open steps %v the oldest %q is %v, %v", open, name, got, ok)
				}
			}
		}
	})
}

// TestVerifier_AStepOfAnotherOwnerCostsTheSameAmongMany: one attempt that is
// fine is enough, for the machine may be busy.
func TestVerifier_AStepOfAnotherOwnerCostsTheSameAmongMany(t *testing.T) {
	const few, many, slack, attempts = 100, 10_000, 10, 20
	each := func(open int) time.Duration {
		const ends = 2000
		v := verify.New()
		for i := range open {
			v.Advance(&agui.Event{Type: agui.StepStarted, Name: agui.Some("s" + strconv.Itoa(i))})
		}
		ev := agui.Event{Type: agui.StepFinished, Owner: agui.Some("a"), Name: agui.Some("s7")}
		start := time.Now()
		for range ends {
			v.Check(&ev)
		}
		return time.Since(start) / ends
	}
	var among100, among10000 time.Duration
	for range attempts {
		among100, among10000 = each(few), each(many)
		if among10000 <= slack*among100 {
			return
		}
	}
	t.Errorf("%s among %d open steps, %s among %d", among100, few, among10000, many)
}
