package demo

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"
)

func testScenes() []scene {
	return []scene{
		illegalScene(),
		httpScene(),
		{
			Scenario: Scenario{
				Name: "flood", Title: "as many events as you like: `demo flood COUNT RATE BYTES`", Prompt: "demo flood 10000 2000",
				Shows: "COUNT pieces of text at RATE per second (0: as fast as it goes), each of BYTES bytes: for measurements. " +
					"With a last word `steady` they are events of all kinds, and what is held stays the same.",
			},
			serve: flood,
		},
	}
}

const maxFlood = 50_000_000

// flood streams many events without keeping them. Its rate is not scaled by
// the pace: a measurement says what it wants.
func flood(ctx context.Context, c *call, on *stage, args []string) {
	count := number(args, 0, 10_000, maxFlood)
	rate := number(args, 1, 0, maxFlood)
	size := number(args, 2, 6, 1<<20)
	opening := raw(started, `{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant"}`)
	round := raw(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":"` + floodText(size) + `"}`)
	closing := raw(`{"type":"TEXT_MESSAGE_END","messageId":"§text"}`)
	if slices.Contains(args, "steady") {
		opening, round, closing = raw(started), c.steady(size), nil
		count = (count + len(round) - 1) / len(round) * len(round) // whole rounds
	}
	frames := c.frames(round)
	p := on.stream()
	p.buf = append(p.buf, bytes.Join(c.frames(opening), nil)...)
	began := time.Now()
	for i := range count {
		if rate > 0 {
			due := began.Add(time.Duration(float64(i) / float64(rate) * float64(time.Second)))
			if wait := time.Until(due); wait > time.Millisecond && (!p.send() || !sleep(ctx, wait)) {
				return
			}
		}
		p.buf = append(p.buf, frames[i%len(frames)]...)
		if len(p.buf) >= 4*flushAt && (!p.send() || ctx.Err() != nil) {
			return
		}
	}
	p.play(ctx, c, join(closing, raw(fmt.Sprintf(
		`{"type":"RUN_FINISHED","threadId":"¶thread","runId":"¶run","result":{"events":%d}}`, count))))
}

// frames are the events of a script as they go over the wire.
func (c *call) frames(s script) [][]byte {
	names := c.placeholders(nil)
	out := make([][]byte, 0, len(s))
	for i := range s {
		out = append(out, []byte("data: "+names.Replace(s[i].data)+"\n\n"))
	}
	return out
}

// floodText is words of size bytes with now and then a line's end, as JSON.
func floodText(size int) string {
	const words = "water runs down hill and over stones "
	b := make([]byte, 0, size)
	for len(b) < size {
		b = append(b, words[len(b)%len(words)])
	}
	return string(b)
}

// number reads an argument, or takes def; it is at most most.
func number(args []string, i, def, most int) int {
	if i >= len(args) {
		return def
	}
	n, err := strconv.Atoi(args[i])
	if err != nil || n < 0 {
		return def
	}
	return min(n, most)
}
