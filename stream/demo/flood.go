package demo

import (
	"context"
	"fmt"
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
				Shows: "COUNT pieces of text at RATE per second (0: as fast as it goes), each of BYTES bytes: for measurements.",
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
	p := on.stream()
	names := c.placeholders(nil)
	p.buf = append(p.buf, "data: "+names.Replace(started)+"\n\ndata: "+
		names.Replace(`{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant"}`)+"\n\n"...)
	piece := []byte("data: " + names.Replace(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":"`) + floodText(size) + "\"}\n\n")
	began := time.Now()
	for i := range count {
		if rate > 0 {
			due := began.Add(time.Duration(float64(i) / float64(rate) * float64(time.Second)))
			if wait := time.Until(due); wait > time.Millisecond && (!p.send() || !sleep(ctx, wait)) {
				return
			}
		}
		p.buf = append(p.buf, piece...)
		if len(p.buf) >= 4*flushAt && (!p.send() || ctx.Err() != nil) {
			return
		}
	}
	p.play(ctx, c, raw(`{"type":"TEXT_MESSAGE_END","messageId":"§text"}`, fmt.Sprintf(
		`{"type":"RUN_FINISHED","threadId":"¶thread","runId":"¶run","result":{"events":%d}}`, count)))
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
