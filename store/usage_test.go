package store_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"agtui/stream/agui"
)

// usedBy is the sum of what the runs have, taken the simple way.
func usedBy(p *player) []agui.TokenUsage {
	var sum []agui.TokenUsage
	count := func(to *agui.Opt[int64], n agui.Opt[int64]) {
		if n.Set {
			*to = agui.Some(to.Value + n.Value)
		}
	}
	for _, r := range p.c.Runs() {
	next:
		for _, u := range r.Usage {
			for i := range sum {
				if s := &sum[i]; s.Model == u.Model && s.Provider == u.Provider {
					count(&s.InputTokens, u.InputTokens)
					count(&s.OutputTokens, u.OutputTokens)
					continue next
				}
			}
			sum = append(sum, u)
		}
	}
	return sum
}

func TestConversation_UsageIsTheSumOfAllRunsAtAnyTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlayer(t)
		opt := func(name string) (n agui.Opt[int64]) {
			if rapid.Bool().Draw(rt, name) {
				n = agui.Some(rapid.Int64Range(0, 99).Draw(rt, "tokens"))
			}
			return n
		}
		for i := range rapid.IntRange(1, 30).Draw(rt, "events") {
			ev := runStart(fmt.Sprint(i))
			if rapid.IntRange(0, 2).Draw(rt, "what") > 0 {
				ev = runEnd("x")
				if rapid.Bool().Draw(rt, "fails") {
					ev = agui.Event{Type: agui.RunError, Run: &agui.Run{Message: "no"}}
				}
				for range rapid.IntRange(0, 3).Draw(rt, "models") {
					ev.Run.Usage = append(ev.Run.Usage, agui.TokenUsage{
						Model:       agui.Some(rapid.SampledFrom([]string{"a", "b", "c"}).Draw(rt, "model")),
						InputTokens: opt("in"), OutputTokens: opt("out"),
					})
				}
			}
			p.apply(ev)
			if rapid.Bool().Draw(rt, "looks") {
				if got, want := p.c.Usage(), usedBy(p); len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
					rt.Fatalf("usage %+v, want %+v", got, want)
				}
			}
		}
	})
}

// Not parallel: it measures.
func TestConversation_UsageCostsTheSameAfterManyRuns(t *testing.T) {
	after := func(runs int) time.Duration {
		p := newPlayer(t)
		used := []agui.TokenUsage{{Model: agui.Some("a"), InputTokens: agui.Some[int64](1)}}
		end := runEnd("x")
		end.Run.Usage = used
		for i := range runs {
			start := runStart(fmt.Sprint(i))
			p.c.Apply(&start, p.at)
			p.c.Apply(&end, p.at)
		}
		best := time.Duration(math.MaxInt64)
		for range 20 {
			began := time.Now()
			for range 50 {
				p.c.Usage()
			}
			best = min(best, time.Since(began))
		}
		if got := p.c.Usage(); len(got) != 1 || got[0].InputTokens.Value != int64(runs) {
			t.Fatalf("usage %+v of %d runs", got, runs)
		}
		return best
	}
	few, many := after(10), after(5000)
	if many > 50*few+time.Millisecond/10 {
		t.Errorf("after 5,000 runs it takes %s, after 10 %s", many, few)
	}
}
