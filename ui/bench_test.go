package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/theme"
	"agtui/ui"
)

// wire makes the items of events as a run hands them over.
type wire struct {
	p *stream.Pipeline
	n int
}

func (w *wire) items(events ...string) (out []stream.Item) {
	for _, e := range events {
		w.n++
		f := &frame.Frame{N: w.n, At: noon, Raw: []byte(e), Data: []byte(e)}
		out = w.p.Feed(f, out)
	}
	return out
}

// answerText is Markdown such as models write, n bytes of it.
func answerText(n int) string {
	var b strings.Builder
	for i := 1; b.Len() < n; i++ {
		fmt.Fprintf(&b, "## Part %d\n\nSome **bold** prose with `code` that goes on for a while and wraps at the end of a line.\n\n", i)
		fmt.Fprintf(&b, "- one\n- two\n  - three\n\n```go\nfunc f%d() int {\n\treturn %d\n}\n```\n\n", i, i)
	}
	return b.String()[:n]
}

// BenchmarkFrame is what a frame costs at 20,000 events a second: 320 deltas
// of 6 bytes applied, and the screen drawn, below a history.
func BenchmarkFrame(b *testing.B) {
	for _, lines := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("%d lines", lines), func(b *testing.B) {
			m := ui.New(ui.Options{
				Name: "test agent", Conversation: store.New(nil, nil), Theme: theme.Dark(),
				Turn: turn.New(turn.Config{ThreadID: "t", NewID: func() string { return "id" }}),
				Now:  func() time.Time { return noon },
			})
			m.Update(tea.WindowSizeMsg{Width: 120, Height: 45})
			w := &wire{p: stream.NewPipeline(stream.PipelineOptions{})}
			w.p.Begin(&agui.RunAgentInput{ThreadID: "t", RunID: "r"})
			whole := answerText(4000)
			events := []string{`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`}
			for i := 0; i*strings.Count(whole, "\n") < lines; i++ {
				events = append(events, fmt.Sprintf(`{"type":"TEXT_MESSAGE_START","messageId":"h%d","role":"assistant"}`, i),
					fmt.Sprintf(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"h%d","delta":%s}`, i, agui.AppendString(nil, whole)),
					fmt.Sprintf(`{"type":"TEXT_MESSAGE_END","messageId":"h%d"}`, i))
			}
			events = append(events, `{"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}`)
			m.Update(ui.Batched(w.items(events...)))
			text := answerText(1 << 20)
			at := 0
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				var deltas []string
				for range 320 {
					deltas = append(deltas, fmt.Sprintf(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":%s}`, agui.AppendString(nil, text[at:at+6])))
					at = (at + 6) % (len(text) - 6)
				}
				msg := ui.Batched(w.items(deltas...))
				b.StartTimer()
				m.Update(msg)
				_ = m.View()
			}
		})
	}
}
