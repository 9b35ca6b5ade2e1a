package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/remote"
)

// compare serves the same bodies over loopback HTTP to the reference client
// and to ours, whole: request, reading, verification and reduction.
func compare(w io.Writer) error {
	fmt.Fprintln(w, "\n| Over loopback HTTP | events | ours, events/s | @ag-ui/client 1.0.0, events/s | ratio |")
	fmt.Fprintln(w, "|---|---:|---:|---:|---:|")
	for _, c := range []streamCase{
		{"TEXT_MESSAGE_CONTENT of 120 bytes", 3_000, nil, text},
		{"TEXT_MESSAGE_CONTENT of 120 bytes", 10_000, nil, text},
		{"TOOL_CALL_ARGS of 120 bytes", 10_000, nil, args},
	} {
		url, stop, err := serve(c.body(c.n))
		if err != nil {
			return err
		}
		ours, err := live(url)
		if err != nil {
			stop()
			return err
		}
		theirs, err := referenceClient(url)
		stop()
		if err != nil {
			return err
		}
		rate := func(d time.Duration) float64 { return float64(c.n) / d.Seconds() }
		fmt.Fprintf(w, "| %s | %d | %.0f | %.0f | %.0f |\n", c.name, c.n, rate(ours), rate(theirs),
			theirs.Seconds()/ours.Seconds())
	}
	return nil
}

func serve(data []byte) (url string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // loopback only, for the time of one figure
	if err != nil {
		return "", nil, fmt.Errorf("listening: %w", err)
	}
	s := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write(data) // the client may have enough
	})}
	go func() { _ = s.Serve(l) }()
	return "http://" + l.Addr().String(), func() { _ = s.Close() }, nil
}

// live takes one run as the headless commands do.
func live(url string) (time.Duration, error) {
	ep, err := remote.New(remote.Options{URL: url})
	if err != nil {
		return 0, fmt.Errorf("the endpoint: %w", err)
	}
	runtime.GC()
	start := time.Now()
	in := &agui.RunAgentInput{ThreadID: "t", RunID: "r"}
	c := store.New(nil, nil)
	c.Begin(in, start)
	run := stream.Start(context.Background(), ep, in, stream.Options{})
	for {
		b, more := run.Next(context.Background())
		for i := range b.Items {
			if ev := b.Items[i].Event; ev != nil {
				c.Apply(ev, start)
			}
		}
		if b.End != nil && b.End.Err != nil {
			return 0, fmt.Errorf("the run: %w", b.End.Err)
		}
		if !more || b.End != nil {
			return time.Since(start), nil
		}
	}
}

// referenceScript runs the reference client once and prints milliseconds.
const referenceScript = `
import { HttpAgent } from '@ag-ui/client';
const agent = new HttpAgent({ url: process.argv[1], threadId: 't' });
const start = performance.now();
await agent.runAgent({ runId: 'r' });
console.log(JSON.stringify({ ms: performance.now() - start, messages: agent.messages.length }));
`

func referenceClient(url string) (time.Duration, error) {
	cmd := exec.CommandContext(context.Background(), "node", "--input-type=module", "-e", referenceScript, url) //nolint:gosec // a script of our own
	cmd.Dir = "e2e"
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("the reference client (npm ci in e2e?): %w", err)
	}
	var got struct {
		MS float64 `json:"ms"`
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &got); err != nil {
		return 0, fmt.Errorf("the reference client's answer: %w", err)
	}
	return time.Duration(got.MS * float64(time.Millisecond)), nil
}
