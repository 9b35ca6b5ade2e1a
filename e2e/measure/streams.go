package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/sse"
)

// A streamCase is a body that is made for a size.
type streamCase struct {
	name   string
	n      int
	events func(n int) int
	body   func(n int) []byte
}

func cases() []streamCase {
	plus := func(k int) func(int) int { return func(n int) int { return n + k } }
	return []streamCase{
		{"TEXT_MESSAGE_CONTENT of 120 bytes", 10_000, plus(4), text},
		{"TEXT_MESSAGE_CONTENT of 120 bytes", 100_000, plus(4), text},
		{"TOOL_CALL_ARGS of 120 bytes", 10_000, plus(4), args},
		{"TOOL_CALL_ARGS of 120 bytes", 100_000, plus(4), args},
		{"STATE_DELTA, depth 4, state of 100 items", 10_000, plus(3), func(n int) []byte { return deltas(n, 100) }},
		{"STATE_DELTA, depth 4, state of 10,000 items", 10_000, plus(3), func(n int) []byte { return deltas(n, 10_000) }},
		{"messages of 12 events", 1_000, func(n int) int { return 12*n + 2 }, messages},
		{"messages of 12 events", 10_000, func(n int) int { return 12*n + 2 }, messages},
	}
}

type body struct{ bytes.Buffer }

func (b *body) event(format string, a ...any) {
	b.WriteString("data: ")
	fmt.Fprintf(b, format, a...)
	b.WriteString("\n\n")
}

func (b *body) start() { b.event(`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`) }
func (b *body) end()   { b.event(`{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`) }

// piece is a delta that makes its event about 120 bytes long.
func piece(n, used int) string {
	s := fmt.Sprintf("w%d ", n)
	return s + strings.Repeat("x", max(120-used-len(s), 1))
}

func text(n int) []byte {
	var b body
	b.start()
	b.event(`{"type":"TEXT_MESSAGE_START","messageId":"message-1","role":"assistant"}`)
	for i := range n {
		b.event(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"message-1","delta":"%s"}`, piece(i, 69))
	}
	b.event(`{"type":"TEXT_MESSAGE_END","messageId":"message-1"}`)
	b.end()
	return b.Bytes()
}

func args(n int) []byte {
	var b body
	b.start()
	b.event(`{"type":"TOOL_CALL_START","toolCallId":"call-1","toolCallName":"write"}`)
	for i := range n {
		b.event(`{"type":"TOOL_CALL_ARGS","toolCallId":"call-1","delta":"\"%s\","}`, piece(i, 66))
	}
	b.event(`{"type":"TOOL_CALL_END","toolCallId":"call-1"}`)
	b.end()
	return b.Bytes()
}

func deltas(n, items int) []byte {
	var b body
	b.start()
	var state strings.Builder
	for i := range items {
		if i > 0 {
			state.WriteByte(',')
		}
		fmt.Fprintf(&state, `{"name":"item %d","at":{"deep":{"n":%d}}}`, i, i)
	}
	b.event(`{"type":"STATE_SNAPSHOT","snapshot":{"items":[%s]}}`, state.String())
	for i := range n {
		b.event(`{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/items/%d/at/deep/n","value":%d}]}`, i%items, i)
	}
	b.end()
	return b.Bytes()
}

func messages(n int) []byte {
	var b body
	b.start()
	for i := range n {
		b.event(`{"type":"TEXT_MESSAGE_START","messageId":"m%d","role":"assistant"}`, i)
		for j := range 10 {
			b.event(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m%d","delta":"%s"}`, i, piece(j, 69))
		}
		b.event(`{"type":"TEXT_MESSAGE_END","messageId":"m%d"}`, i)
	}
	b.end()
	return b.Bytes()
}

// reduce runs a body through reader, pipeline and store, as a live run does but
// for the socket and the recording.
func reduce(data []byte, want int) (time.Duration, error) {
	runtime.GC()
	before, start := spent(), time.Now()
	r := sse.NewReader(bytes.NewReader(data), sse.Options{Now: func() time.Time { return start }})
	p := stream.NewPipeline(stream.PipelineOptions{})
	c := store.New(nil, nil)
	var items []stream.Item
	events := 0
	for {
		f, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, fmt.Errorf("reading: %w", err)
		}
		items = p.Feed(&f, items[:0])
		for i := range items {
			if items[i].Event != nil {
				c.Apply(items[i].Event, start)
				events++
			}
		}
	}
	took := spent() - before
	if events != want || len(c.Findings()) > 0 {
		return 0, fmt.Errorf("%d events and %d findings, want %d and none", events, len(c.Findings()), want)
	}
	return took, nil
}
