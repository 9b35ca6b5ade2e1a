package transcript_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// BenchmarkFrame is one delta and one frame at the end of a long history.
func BenchmarkFrame(b *testing.B) {
	for _, lines := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("history=%d", lines), func(b *testing.B) {
			d := newDriver(120, 45, cell.Grapheme)
			for range lines / 5 {
				d.answer("one\n\ntwo\n\nthree")
			}
			live := d.add(store.Block{Kind: store.Message, Role: agui.RoleAssistant})
			d.view()
			b.ReportAllocs()
			for b.Loop() {
				d.write(live, "word ")
				if len(live.Text.Bytes) > 4000 {
					live.Text.Bytes, live.Text.Generation = live.Text.Bytes[:0], live.Text.Generation+1
				}
				d.now = d.now.Add(time.Millisecond)
				d.view()
			}
		})
	}
}

// BenchmarkScroll is one page of scrolling through a long history.
func BenchmarkScroll(b *testing.B) {
	for _, lines := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("history=%d", lines), func(b *testing.B) {
			d := numbered(lines/2, 120, 45)
			up := true
			for b.Loop() {
				if up {
					d.list.PageUp()
				} else {
					d.list.PageDown()
				}
				up = !up
				d.view()
			}
		})
	}
}

// BenchmarkArguments is one delta of arguments that stream, by what came
// before.
func BenchmarkArguments(b *testing.B) {
	for _, kb := range []int{50, 500} {
		b.Run(fmt.Sprintf("before=%dkB", kb), func(b *testing.B) {
			d := newDriver(120, 45, cell.Grapheme)
			call := d.add(store.Block{Kind: store.ToolCall, Name: "write"})
			d.write(call, `{"lines":[`+strings.Repeat(`"some line of text",`, kb*50))
			d.view()
			for b.Loop() {
				d.write(call, `"x",`)
				d.view()
			}
		})
	}
}

// BenchmarkGroupedFrame is the same, grouped, with subagents that take turns:
// the delta is of the last block of a lane in the middle of the window.
func BenchmarkGroupedFrame(b *testing.B) {
	for _, blocks := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("blocks=%d", blocks), func(b *testing.B) {
			d := newDriver(120, 45, cell.Grapheme)
			d.list.SetOrder(transcript.ByOwner)
			names := make([]string, 20)
			for i := range names {
				names[i] = fmt.Sprint("helper ", i)
				d.agent(names[i], names[i], "")
				d.add(store.Block{Kind: store.SubagentHead, Key: names[i], Owner: owned(names[i])})
			}
			for i := range blocks {
				d.answer("one\n\ntwo").Owner = owned(names[i%len(names)])
			}
			live := d.add(store.Block{Kind: store.Message, Role: agui.RoleAssistant, Owner: owned(names[10])})
			d.view()
			d.list.Select(live.ID)
			b.ReportAllocs()
			for b.Loop() {
				d.write(live, "word ")
				if len(live.Text.Bytes) > 1000 {
					live.Text.Bytes, live.Text.Generation = live.Text.Bytes[:0], live.Text.Generation+1
				}
				d.now = d.now.Add(time.Millisecond)
				d.view()
			}
		})
	}
}
