package store_test

import (
	"fmt"
	"runtime"
	"testing"

	"agtui/store"
	"agtui/stream/agui"
)

// TestConversation_CostOfADeltaIsTheDelta measures memory, which unlike time
// is the same on every machine: copying a message on every delta would take
// thousands of times as much.
func TestConversation_CostOfADeltaIsTheDelta(t *testing.T) {
	const deltas, size = 20_000, 10
	var before, after runtime.MemStats
	c := store.New(nil, nil)
	feed(c, runStart("r"), with(`{"a":1}`, textStart("m")))
	ev := with(`{"b":1}`, textMore("m", "0123456789"))
	runtime.ReadMemStats(&before)
	for range deltas {
		c.Apply(&ev, epoch)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > deltas*size*150 {
		t.Errorf("%d deltas of %d bytes took %d bytes", deltas, size, got)
	}
}

func feed(c *store.Conversation, events ...agui.Event) {
	for i := range events {
		c.Apply(&events[i], epoch)
	}
}

// BenchmarkDeltas is the cost of one delta of a message that becomes long.
func BenchmarkDeltas(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			ev := textMore("m", "twenty bytes of text")
			for range b.N {
				c := store.New(nil, nil)
				feed(c, runStart("r"), textStart("m"))
				for range n {
					c.Apply(&ev, epoch)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/delta")
		})
	}
}

// BenchmarkMessages is the cost of one message of a transcript that becomes
// long: a start, two deltas and an end.
func BenchmarkMessages(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			events := make([]agui.Event, 0, 4*n)
			for i := range n {
				id := fmt.Sprint("m", i)
				events = append(events, textStart(id), textMore(id, "Hello, "), textMore(id, "world."), textEnd(id))
			}
			for range b.N {
				c := store.New(nil, nil)
				feed(c, runStart("r"))
				feed(c, events...)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/message")
		})
	}
}
