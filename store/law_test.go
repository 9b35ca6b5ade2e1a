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
	// then is what the client does after them, if anything.
	then func(n int, c *store.Conversation)
}

func (l *law) play(events []agui.Event, n int) {
	c := store.New(nil, nil)
	feed(c, events...)
	if l.then != nil {
		l.then(n, c)
	}
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
		{name: "deltas of one message", events: func(n int) []agui.Event {
			return append([]agui.Event{runStart("r"), textStart("m")}, each(n, func(int, string) []agui.Event {
				return []agui.Event{textMore("m", "some words of text ")}
			})[1:]...)
		}},
		{name: "deltas of one call", events: func(n int) []agui.Event {
			return append([]agui.Event{runStart("r"), callStart("c", "f")}, each(n, func(int, string) []agui.Event {
				return []agui.Event{callMore("c", `"some arguments",`)}
			})[1:]...)
		}},
		{name: "pieces of one message that ends after each", events: func(n int) []agui.Event {
			return each(n, func(int, string) []agui.Event {
				return []agui.Event{textStart("m"), textMore("m", "some words of text "), textEnd("m")}
			})
		}},
		{name: "pieces of one call that ends after each", events: func(n int) []agui.Event {
			return each(n, func(int, string) []agui.Event {
				return []agui.Event{callStart("c", "f"), callMore("c", `"some arguments",`), callEnd("c")}
			})
		}},
		{name: "messages", events: func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{textStart(id), textMore(id, "x"), textEnd(id)}
			})
		}},
		{name: "calls with results", events: func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{callStart(id, "f"), callEnd(id), result(id+"r", id, "ok")}
			})
		}},
		{name: "results of one call", events: func(n int) []agui.Event {
			return append([]agui.Event{runStart("r"), callStart("c", "f"), callEnd("c"), textStart("last")},
				each(n, func(_ int, id string) []agui.Event { return []agui.Event{result(id, "c", "ok")} })[1:]...)
		}},
		{name: "results with one id before many messages", events: func(n int) []agui.Event {
			many := each(n, func(_ int, id string) []agui.Event { return []agui.Event{textStart(id)} })
			for range n {
				many = append(many, result("same", "c", "ok"))
			}
			return append([]agui.Event{runStart("r"), callStart("c", "f"), callEnd("c")}, many[1:]...)
		}},
		{name: "steps in steps", events: func(n int) []agui.Event {
			return nested(n, func(id string) agui.Event { return step(agui.StepStarted, id) },
				func(id string) agui.Event { return step(agui.StepFinished, id) })
		}},
		{name: "steps of one name", events: func(n int) []agui.Event {
			return nested(n, func(string) agui.Event { return step(agui.StepStarted, "s") },
				func(string) agui.Event { return by("a", step(agui.StepFinished, "s")) })
		}},
		{name: "spans in spans", events: func(n int) []agui.Event { return nested(n, spanStart, spanEnd) }},
		{name: "thoughts of many owners", events: func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{by(id, spanStart(id)), by(id, thinkStart(id+"t")), by(id, thinkEnd(id+"t"))}
			})
		}},
		{name: "runs", events: func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{textStart(id), callStart(id+"c", "f"), callEnd(id + "c"), runEnd("r"), runStart(id)}
			})
		}},
		{name: "subagents that speak before they are announced", events: func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{by(id, textStart(id)), sub(agui.SubagentStarted, id), sub(agui.SubagentFinished, id)}
			})
		}},
		{name: "runs with a subagent each", events: func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event {
				return []agui.Event{sub(agui.SubagentStarted, id), runEnd("r"), runStart(id)}
			})
		}},
		{name: "findings", events: func(n int) []agui.Event {
			return each(n, func(_ int, id string) []agui.Event { return []agui.Event{textMore(id, "lost")} })
		}},
		{name: "results that a snapshot has under other ids", events: renamed},
		{name: "questions that are asked again", events: func(n int) []agui.Event {
			return []agui.Event{runStart("r"), asks("r", interrupts("i", n)...), asks("r", interrupts("i", n)...)}
		}},
		{name: "questions that others take the place of", events: func(n int) []agui.Event {
			return []agui.Event{runStart("r"), asks("r", interrupts("i", n)...), asks("r", interrupts("j", n)...)}
		}},
		{name: "questions that are answered", events: func(n int) []agui.Event {
			return []agui.Event{runStart("r"), asks("r", interrupts("i", n)...)}
		}, then: func(n int, c *store.Conversation) {
			c.End(store.Ending{}, epoch)
			in := agui.RunAgentInput{ThreadID: "t", RunID: "r2"}
			for _, i := range interrupts("i", n) {
				in.Resume = append(in.Resume, agui.ResumeEntry{InterruptID: i.ID, Status: agui.StatusCancelled})
			}
			c.Begin(&in, epoch)
		}},
	}
}

// renamed are n calls with a result each, which a snapshot has under other ids.
func renamed(n int) []agui.Event {
	events := []agui.Event{runStart("r")}
	var after []agui.Message
	for i := range n {
		id := fmt.Sprint("c", i)
		events = append(events, callStart(id, "f"), callEnd(id), result(id+"r", id, "ok"))
		after = append(after, calls(id, agui.ToolCall{ID: id, Name: "f"}), answers(id+"s", id, "ok"))
	}
	return append(events, snapshot(after...))
}

func interrupts(prefix string, n int) []agui.Interrupt {
	list := make([]agui.Interrupt, n)
	for i := range list {
		list[i] = agui.Interrupt{ID: fmt.Sprint(prefix, i), Reason: "confirmation"}
	}
	return list
}

// perThing is the processor time that one of the n things takes.
func (l *law) perThing(events []agui.Event, n, rounds int) time.Duration {
	runtime.GC()
	start := spent()
	for range rounds {
		l.play(events, n)
	}
	return (spent() - start) / time.Duration(rounds*n)
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
			inSmall, inLarge = l.perThing(small, few, many/few), l.perThing(large, many, 1)
			if fine = inLarge <= slack*inSmall; fine {
				break
			}
		}
		t.Logf("%s: %s each where there are %d, %s where there are %d", l.name, inSmall, few, inLarge, many)
		if !fine {
			t.Errorf("%s: each costs more where there are more", l.name)
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
					l.play(events, n)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(events)), "ns/event")
			})
		}
	}
}
