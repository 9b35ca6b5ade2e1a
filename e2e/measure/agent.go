package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"agtui/stream/agui"
)

// An agent answers each request with the next answer.
type agent struct {
	url     string
	http    *http.Server
	answers chan func(context.Context, *answer)
}

// An answer writes events; write errors show in the context.
type answer struct {
	w     http.ResponseWriter
	flush func()
	buf   bytes.Buffer
	run   int
	sent  int // events
}

func newAgent() (*agent, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // loopback only, for the time of some figures
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	a := &agent{url: "http://" + l.Addr().String(), answers: make(chan func(context.Context, *answer), 8)}
	var mu sync.Mutex
	run := 0
	a.http = &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// What is not read would reset the connection at its end.
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		rc := http.NewResponseController(w)
		mu.Lock()
		run++
		out := &answer{w: w, run: run, flush: func() { _ = rc.Flush() }}
		mu.Unlock()
		out.event(`{"type":"RUN_STARTED","threadId":"t","runId":"r%d"}`, out.run)
		out.send()
		select {
		case f := <-a.answers:
			f(r.Context(), out)
		case <-r.Context().Done():
		}
		out.event(`{"type":"RUN_FINISHED","threadId":"t","runId":"r%d"}`, out.run)
		out.send()
	})}
	go func() { _ = a.http.Serve(l) }()
	return a, nil
}

func (a *answer) event(format string, args ...any) {
	a.buf.WriteString("data: ")
	fmt.Fprintf(&a.buf, format, args...)
	a.buf.WriteString("\n\n")
	a.sent++
}

func (a *answer) send() {
	if a.buf.Len() > 0 {
		_, _ = a.w.Write(a.buf.Bytes()) // the client may be gone
		a.buf.Reset()
		a.flush()
	}
}

// open, delta and close are a message of this run.
func (a *answer) open(id int) {
	a.event(`{"type":"TEXT_MESSAGE_START","messageId":"m%d-%d","role":"assistant"}`, a.run, id)
}

func (a *answer) delta(id int, text string) {
	a.event(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m%d-%d","delta":%s}`, a.run, id, agui.AppendString(nil, text))
}

func (a *answer) close(id int) {
	a.event(`{"type":"TEXT_MESSAGE_END","messageId":"m%d-%d"}`, a.run, id)
}

// history sends whole messages until they have so many lines.
func (a *answer) history(ctx context.Context, lines int) {
	text := prose(4000)
	each := strings.Count(text, "\n")
	for i := 0; i*each < lines && ctx.Err() == nil; i++ {
		a.open(i)
		a.delta(i, text)
		a.close(i)
		a.send()
	}
}

// stream sends a message of some bytes in deltas of a size, so many a second
// (0: as fast as they are taken), and calls at before each.
func (a *answer) stream(ctx context.Context, bytes, size, rate int, at func(sent int)) {
	text := prose(bytes)
	a.open(0)
	began := time.Now()
	for i := 0; i*size < len(text) && ctx.Err() == nil; i++ {
		if at != nil {
			at(i * size)
		}
		if rate > 0 {
			due := began.Add(time.Duration(float64(i) / float64(rate) * float64(time.Second)))
			if wait := time.Until(due); wait > time.Millisecond {
				a.send()
				time.Sleep(wait)
			}
		}
		a.delta(0, text[i*size:min(i*size+size, len(text))])
		if a.buf.Len() > 32<<10 {
			a.send()
		}
	}
	a.close(0)
	a.send()
}

// prose is Markdown such as a model writes, n bytes of it, in ASCII.
func prose(n int) string {
	var b strings.Builder
	for i := 1; b.Len() < n; i++ {
		fmt.Fprintf(&b, "## Section %d\n\n", i)
		fmt.Fprintf(&b, "The **%d-th** answer says what was asked, with `code`, *stress* and a [link](https://example.com/%d); ", i, i)
		b.WriteString("it goes on for a while, as answers do, and wraps at the end of the line more than once before it ends.\n\n")
		fmt.Fprintf(&b, "- first of %d\n- second, which is longer than the first and has **bold** words\n  - nested\n- third\n\n", i)
		fmt.Fprintf(&b, "```go\nfunc f%d(x int) int {\n\tif x > %d {\n\t\treturn x * 2 // twice\n\t}\n\treturn x\n}\n```\n\n", i, i)
		if i%4 == 0 {
			fmt.Fprintf(&b, "| name | count |\n|---|---:|\n| oats | %d |\n| rye | %d |\n\n", i, 2*i)
		}
	}
	return b.String()[:n]
}
