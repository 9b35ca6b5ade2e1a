package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/remote"
)

// compare serves the same bodies over loopback HTTP to the reference client
// and to ours, whole: request, reading, verification and reduction. Processor
// time counts (ours has the serving in it), so that a busy machine does not. The
// community's Go SDK only reads and decodes. Bodies of more than most events
// are spared the reference, whose cost grows with the square.
func compare(w io.Writer, most int) error {
	sdk, clean, err := buildSDK()
	if err != nil {
		return err
	}
	defer clean()
	fmt.Fprintln(w, "\n| Over loopback HTTP | events | agtui, events/s | community Go SDK | @ag-ui/client 1.0.0 | times the reference |")
	fmt.Fprintln(w, "|---|---:|---:|---:|---:|---:|")
	for _, c := range []streamCase{
		{"TEXT_MESSAGE_CONTENT of 120 bytes", 3_000, nil, text},
		{"TEXT_MESSAGE_CONTENT of 120 bytes", 10_000, nil, text},
		{"TEXT_MESSAGE_CONTENT of 120 bytes", 100_000, nil, text},
		{"TOOL_CALL_ARGS of 120 bytes", 3_000, nil, args},
		{"TOOL_CALL_ARGS of 120 bytes", 10_000, nil, args},
		{"TOOL_CALL_ARGS of 120 bytes", 100_000, nil, args},
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
		decoded, err := milliseconds(exec.CommandContext(context.Background(), sdk, url)) //nolint:gosec // a program of our own
		if err != nil {
			stop()
			return fmt.Errorf("the Go SDK: %w", err)
		}
		rate := func(d time.Duration) float64 { return float64(c.n) / d.Seconds() }
		reference, ratio := "-", "-"
		if c.n <= most {
			theirs, err := referenceClient(url)
			if err != nil {
				stop()
				return err
			}
			reference, ratio = fmt.Sprintf("%.0f", rate(theirs)), fmt.Sprintf("%.0f", theirs.Seconds()/ours.Seconds())
		}
		stop()
		fmt.Fprintf(w, "| %s | %d | %.0f | %.0f | %s | %s |\n", c.name, c.n, rate(ours), rate(decoded), reference, ratio)
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
	start, before := time.Now(), spent()
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
			return spent() - before, nil
		}
	}
}

// referenceScript runs the reference client once and prints milliseconds of
// processor time.
const referenceScript = `
import { HttpAgent } from '@ag-ui/client';
const agent = new HttpAgent({ url: process.argv[1], threadId: 't' });
const start = process.cpuUsage();
await agent.runAgent({ runId: 'r' });
const took = process.cpuUsage(start);
console.log(JSON.stringify({ ms: (took.user + took.system) / 1000, messages: agent.messages.length }));
`

func referenceClient(url string) (time.Duration, error) {
	cmd := exec.CommandContext(context.Background(), "node", "--input-type=module", "-e", referenceScript, url) //nolint:gosec // a script of our own
	cmd.Dir = "e2e"
	d, err := milliseconds(cmd)
	if err != nil {
		return 0, fmt.Errorf("the reference client (npm ci in e2e?): %w", err)
	}
	return d, nil
}

// buildSDK builds the program that takes a run with the community's Go SDK. It
// is a module of its own.
func buildSDK() (bin string, clean func(), err error) {
	dir, err := os.MkdirTemp("", "agtui-sdk-*")
	if err != nil {
		return "", nil, fmt.Errorf("a temporary directory: %w", err)
	}
	clean = func() { _ = os.RemoveAll(dir) }
	bin = filepath.Join(dir, "sdk")
	build := exec.CommandContext(context.Background(), "go", "build", "-o", bin, ".") //nolint:gosec // a program of our own
	build.Dir = "e2e/measure/sdk"
	if out, err := build.CombinedOutput(); err != nil {
		clean()
		return "", nil, fmt.Errorf("building with the Go SDK: %w\n%s", err, out)
	}
	return bin, clean, nil
}

// milliseconds runs a program that prints how long it took.
func milliseconds(cmd *exec.Cmd) (time.Duration, error) {
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("running it: %w", err)
	}
	var got struct {
		MS float64 `json:"ms"`
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &got); err != nil {
		return 0, fmt.Errorf("its answer: %w", err)
	}
	return time.Duration(got.MS * float64(time.Millisecond)), nil
}
