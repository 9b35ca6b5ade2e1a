package store_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"agtui/store"
	"agtui/stream/agui"
)

// law is a stream that can be made for any number of events.
type law struct {
	name   string
	events func(n int) []agui.Event
}

// each makes n events or groups of them.
func each(n int, group func(i int, id string) []agui.Event) []agui.Event {
	events := []agui.Event{runStart("r")}
	for i := range n {
		events = append(events, group(i, fmt.Sprint("m", i))...)
	}
	return events
}

// nested starts n things and ends them in the opposite order.
func nested(n int, start, end func(id string) agui.Event) []agui.Event {
	events := []agui.Event{runStart("r")}
	for i := range n {
		events = append(events, start(fmt.Sprint("m", i)))
	}
	for i := range n {
		events = append(events, end(fmt.Sprint("m", n-1-i)))
	}
	return events
}

// laws are the ways in which streams grow.
func laws() []law {
	return []law{
		{"deltas of one message", func(n int) []agui.Event {
			return append([]agui.Event{runStart("r"), textStart("m")}, each(n, func(int, string) []agui.Event {
				return []agui.Event{textMore("m", "some words of text ")}
			})[1:]...)
		}},
		{"deltas of one call", func(n int) []agui.Event {
			return append([]agui.Event{runStart("r"), callStart("c", "f")}, each(n, func(int, string) []agui.Event {
				return []agui.Event{callMore("c", `"some arguments",`)}
			})[1:]...)
		}},
		{"messages", func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{textStart(id), textMore(id, "x"), textEnd(id)}
			})
		}},
		{"calls with results", func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{callStart(id, "f"), callEnd(id), result(id+"r", id, "ok")}
			})
		}},
		{"results of one call", func(n int) []agui.Event {
			return append([]agui.Event{runStart("r"), callStart("c", "f"), callEnd("c"), textStart("last")},
				each(n, func(_ int, id string) []agui.Event { return []agui.Event{result(id, "c", "ok")} })[1:]...)
		}},
		{"results with one id before many messages", func(n int) []agui.Event {
			many := each(n, func(_ int, id string) []agui.Event { return []agui.Event{textStart(id)} })
			for range n {
				many = append(many, result("same", "c", "ok"))
			}
			return append([]agui.Event{runStart("r"), callStart("c", "f"), callEnd("c")}, many[1:]...)
		}},
		{"steps in steps", func(n int) []agui.Event {
			return nested(n, func(id string) agui.Event { return step(agui.StepStarted, id) },
				func(id string) agui.Event { return step(agui.StepFinished, id) })
		}},
		{"steps of one name", func(n int) []agui.Event {
			return nested(n, func(string) agui.Event { return step(agui.StepStarted, "s") },
				func(string) agui.Event { return by("a", step(agui.StepFinished, "s")) })
		}},
		{"spans in spans", func(n int) []agui.Event { return nested(n, spanStart, spanEnd) }},
		{"thoughts of many owners", func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{by(id, spanStart(id)), by(id, thinkStart(id+"t")), by(id, thinkEnd(id+"t"))}
			})
		}},
		{"runs", func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{textStart(id), callStart(id+"c", "f"), callEnd(id + "c"), runEnd("r"), runStart(id)}
			})
		}},
		{"subagents that speak before they are announced", func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{by(id, textStart(id)), sub(agui.SubagentStarted, id), sub(agui.SubagentFinished, id)}
			})
		}},
		{"runs with a subagent each", func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{sub(agui.SubagentStarted, id), runEnd("r"), runStart(id)}
			})
		}},
		{"findings", func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event { return []agui.Event{textMore(id, "lost")} })
		}},
	}
}

// perEvent is the processor time that an event takes.
func perEvent(events []agui.Event, rounds int) time.Duration {
	runtime.GC()
	start := spent()
	for range rounds {
		feed(store.New(nil, nil), events...)
	}
	return (spent() - start) / time.Duration(rounds*len(events))
}

// TestConversation_CostOfAnEventDoesNotGrow: ten times as many events cost ten
// times as much. A walk over all there is for each of them would make one event
// ten times dearer. Only figures of one attempt are compared, taken one after
// the other on a machine that was as busy, and it is enough that one of several
// attempts is fine.
func TestConversation_CostOfAnEventDoesNotGrow(t *testing.T) {
	const few, many, slack, attempts = 2_000, 20_000, 5, 12
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it would count only where there are many
	for _, l := range laws() {
		small, large := l.events(few), l.events(many)
		fine := false
		var inSmall, inLarge time.Duration
		for range attempts {
			inSmall, inLarge = perEvent(small, many/few), perEvent(large, 1)
			if fine = inLarge <= slack*inSmall; fine {
				break
			}
		}
		t.Logf("%s: %s an event where there are %d, %s where there are %d", l.name, inSmall, few, inLarge, many)
		if !fine {
			t.Errorf("%s: an event costs more where there are more", l.name)
		}
	}
}

// BenchmarkLaws is the cost of an event in streams of several lengths.
func BenchmarkLaws(b *testing.B) {
	for _, l := range laws() {
		for _, n := range []int{1_000, 10_000, 100_000} {
			events := l.events(n)
			b.Run(fmt.Sprintf("%s/%d", l.name, n), func(b *testing.B) {
				for b.Loop() {
					feed(store.New(nil, nil), events...)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(events)), "ns/event")
			})
		}
	}
}
