package reducer_test

import (
	"strconv"
	"testing"

	"agtui/store/reducer"
	"agtui/stream/agui"
)

// One operation is 100,000 deltas of one message.
func BenchmarkApply_OneLongMessage(b *testing.B) {
	id := agui.Some("m")
	content := agui.Event{Type: agui.TextMessageContent, MessageID: id, Delta: agui.Some("delta ")}
	b.ReportAllocs()
	for b.Loop() {
		r := reducer.New(nil, nil)
		r.Apply(&agui.Event{Type: agui.TextMessageStart, MessageID: id})
		for range 100_000 {
			r.Apply(&content)
		}
		if m, _ := r.Message("m"); len(m.Content.Text) != 600_000 {
			b.Fatal(len(m.Content.Text))
		}
	}
}

// One operation is a thread of that many messages of 12 events each; the time
// for an event must not depend on the number.
func BenchmarkApply_ManyMessages(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := reducer.New(nil, nil)
				for i := range n {
					conversation(r, "id"+strconv.Itoa(i))
				}
				if r.Len() != 3*n/2 {
					b.Fatal(r.Len())
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n*12), "ns/event")
		})
	}
}

// conversation is 12 events: a text or a tool call with its result.
func conversation(r *reducer.Reducer, id string) {
	ev := agui.Event{MessageID: agui.Some(id), ToolCallID: agui.Some(id), Name: agui.Some("f"), Delta: agui.Some("some text")}
	apply := func(kind agui.EventType) {
		ev.Type = kind
		r.Apply(&ev)
	}
	if r.Len()%3 == 0 {
		apply(agui.TextMessageStart)
		for range 10 {
			apply(agui.TextMessageContent)
		}
		apply(agui.TextMessageEnd)
		return
	}
	apply(agui.ToolCallStart)
	for range 9 {
		apply(agui.ToolCallArgs)
	}
	apply(agui.ToolCallEnd)
	ev.MessageID, ev.Content = agui.Some(id+"r"), agui.Text("ok")
	apply(agui.ToolCallResult)
}
