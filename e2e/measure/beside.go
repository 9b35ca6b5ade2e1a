package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"charm.land/bubbles/v2/viewport"
	"charm.land/glamour/v2"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// beside puts the transcript beside what a program would have without it:
// glamour over the whole message for each delta, and bubbles' viewport over
// the whole transcript for each frame.
func beside(w io.Writer, runs int) error {
	const size = 50_000
	least := func(take func() (time.Duration, error)) (time.Duration, error) {
		return best(runs, take, cmp.Compare[time.Duration])
	}
	ours, err := least(func() (time.Duration, error) { return streamed(size) })
	if err != nil {
		return err
	}
	whole, err := least(func() (time.Duration, error) { return rendered(size) })
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "\n| Processor time | agtui | without it | ratio |\n|---|---:|---:|---:|")
	fmt.Fprintf(w, "| 50 KB in deltas of 3 bytes, a frame for each: glamour over the whole message (of 34 samples) | %s | %s | %.0f |\n",
		short(ours), short(whole), whole.Seconds()/ours.Seconds())
	for _, lines := range []int{10_000, 100_000} {
		ours, err := least(func() (time.Duration, error) { return framed(lines) })
		if err != nil {
			return err
		}
		all, err := least(func() (time.Duration, error) { return viewed(lines), nil })
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| a delta and its frame below %d lines: bubbles' viewport over all lines | %s | %s | %.0f |\n",
			lines, ours.Round(time.Microsecond), all.Round(time.Microsecond), all.Seconds()/ours.Seconds())
	}
	return nil
}

// A reader is a conversation with its transcript, fed with events.
type reader struct {
	pipeline *stream.Pipeline
	conv     *store.Conversation
	list     *transcript.List
	n        int
	now      time.Time
}

func newReader() *reader {
	r := &reader{
		pipeline: stream.NewPipeline(stream.PipelineOptions{}), conv: store.New(nil, nil), now: time.Now(),
		list: transcript.New(transcript.Options{Width: columns, Height: rows, Method: cell.Grapheme, Theme: theme.Dark()}),
	}
	r.feed(`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`)
	return r
}

func (r *reader) feed(events ...string) {
	for _, e := range events {
		r.n++
		f := &frame.Frame{N: r.n, At: r.now, Raw: []byte(e), Data: []byte(e)}
		for _, it := range r.pipeline.Feed(f, nil) {
			if it.Event != nil {
				r.list.Sync(r.conv, r.conv.Apply(it.Event, r.now))
			}
		}
	}
}

func (r *reader) view() {
	r.now = r.now.Add(time.Millisecond)
	_ = r.list.View(r.now)
}

func opened(id string) string {
	return fmt.Sprintf(`{"type":"TEXT_MESSAGE_START","messageId":%q,"role":"assistant"}`, id)
}

func said(id, text string) string {
	return fmt.Sprintf(`{"type":"TEXT_MESSAGE_CONTENT","messageId":%q,"delta":%s}`, id, agui.AppendString(nil, text))
}

// streamed is our time for an answer of some bytes, a frame for each delta.
func streamed(size int) (time.Duration, error) {
	text := prose(size)
	r := newReader()
	r.feed(opened("m"))
	before := spent()
	for i := 0; i < len(text); i += 3 {
		r.feed(said("m", text[i:min(i+3, len(text))]))
		r.view()
	}
	took := spent() - before
	if len(r.conv.Findings()) > 0 {
		return 0, fmt.Errorf("the stream: %s", r.conv.Findings()[0].Message) //nolint:err113 // a fault of this program
	}
	return took, nil
}

// rendered is glamour's time for the same, from samples.
func rendered(size int) (time.Duration, error) {
	const samples = 34
	text := prose(size)
	t, err := glamour.NewTermRenderer(glamour.WithStandardStyle("dark"), glamour.WithWordWrap(columns))
	if err != nil {
		return 0, fmt.Errorf("glamour: %w", err)
	}
	before := spent()
	for i := range samples {
		if _, err := t.Render(text[:(2*i+1)*size/(2*samples)]); err != nil {
			return 0, fmt.Errorf("glamour: %w", err)
		}
	}
	return (spent() - before) * time.Duration(size/3/samples), nil
}

const frames = 300

// framed is our time for a delta and its frame below so many lines.
func framed(lines int) (time.Duration, error) {
	r := newReader()
	text := prose(4000)
	for i := 0; i*strings.Count(text, "\n") < lines; i++ {
		id := fmt.Sprintf("h%d", i)
		r.feed(opened(id), said(id, text), fmt.Sprintf(`{"type":"TEXT_MESSAGE_END","messageId":%q}`, id))
	}
	r.feed(opened("m"))
	r.view()
	before := spent()
	for range frames {
		r.feed(said("m", "word "))
		r.view()
	}
	return (spent() - before) / frames, nil
}

// viewed is the viewport's time for a line more and its frame.
func viewed(lines int) time.Duration {
	all := make([]string, 0, lines+frames)
	for i := range lines {
		all = append(all, fmt.Sprintf("\x1b[38;5;252mline %d of the transcript, about as long as the lines of prose are\x1b[m", i))
	}
	v := viewport.New(viewport.WithWidth(columns), viewport.WithHeight(rows))
	before := spent()
	const some = frames / 10
	for i := range some {
		all = append(all, fmt.Sprintf("word %d", i))
		v.SetContent(strings.Join(all, "\n"))
		v.GotoBottom()
		_ = v.View()
	}
	return (spent() - before) / some
}
