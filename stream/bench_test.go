package stream_test

import (
	"testing"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/chunk"
	"agtui/stream/frame"
	"agtui/stream/repair"
	"agtui/stream/verify"
)

// longRun is a run of one message with n deltas.
func longRun(n int) []agui.Event {
	run := &agui.Run{ThreadID: "t", RunID: "r"}
	events := []agui.Event{
		{Type: agui.RunStarted, Run: run},
		{Type: agui.TextMessageStart, MessageID: agui.Some("m"), Role: agui.Some("assistant")},
	}
	for range n {
		events = append(events, agui.Event{Type: agui.TextMessageContent, MessageID: agui.Some("m"), Delta: agui.Some("some words ")})
	}
	events = append(events,
		agui.Event{Type: agui.TextMessageEnd, MessageID: agui.Some("m")},
		agui.Event{Type: agui.RunFinished, Run: run})
	for i := range events {
		events[i].Frame = i + 1
	}
	return events
}

func report(b *testing.B, perRound int) {
	b.Helper()
	b.ReportMetric(float64(b.N)*float64(perRound)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkPipeline measures frames to items, decoding included.
func BenchmarkPipeline(b *testing.B) {
	fs := frames(longRun(1000))
	for name, strict := range map[string]bool{"strict": true, "lenient": false} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			p := stream.NewPipeline(stream.PipelineOptions{Strict: strict})
			var items []stream.Item
			for b.Loop() {
				p.Reset()
				for _, f := range fs {
					items = p.Feed(f, items[:0])
				}
			}
			if len(items) != 2 {
				b.Fatalf("%d items", len(items))
			}
			report(b, len(fs))
		})
	}
}

// BenchmarkStages measures the stages behind the decoder.
func BenchmarkStages(b *testing.B) {
	events := longRun(1000)
	b.ReportAllocs()
	x, v := chunk.New(true), verify.New()
	r := repair.New(v, x.Calls())
	var expanded, repaired []agui.Event
	for b.Loop() {
		for i := range events {
			expanded, _ = x.Expand(&events[i], expanded[:0])
			for j := range expanded {
				repaired, _ = r.Repair(&expanded[j], v.Check(&expanded[j]), repaired[:0])
				for k := range repaired {
					v.Advance(&repaired[k])
				}
			}
		}
	}
	report(b, len(events))
}

// BenchmarkPipeline_KeepAlive measures frames without events.
func BenchmarkPipeline_KeepAlive(b *testing.B) {
	p := stream.NewPipeline(stream.PipelineOptions{})
	f := &frame.Frame{Kind: frame.Comment}
	var items []stream.Item
	b.ReportAllocs()
	for b.Loop() {
		items = p.Feed(f, items[:0])
	}
}
