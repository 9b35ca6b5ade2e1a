package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"agtui/stream/demo"
	"agtui/ui/cli"
)

// world is what a call of the program sees.
type world struct {
	home  string // of configuration and data
	env   []string
	stdin io.Reader
	tty   bool // stdin is a terminal
}

// patience is how long something is waited for that comes at once on a machine
// that has nothing else to do.
const patience = 2 * time.Minute

// result is what a call of the program left.
type result struct {
	code     int
	out, err string
}

// call runs the program.
func (w world) call(t *testing.T, args ...string) result {
	t.Helper()
	if w.home == "" {
		w.home = t.TempDir()
	}
	if w.stdin == nil {
		w.stdin = strings.NewReader("")
	}
	var out, errs bytes.Buffer
	code := cli.Run(t.Context(), w.environment(args, &out, &errs), "1.2.3")
	return result{code, out.String(), errs.String()}
}

func (w world) environment(args []string, out, errs io.Writer) cli.Env {
	return cli.Env{
		Args:    args,
		Environ: append([]string{"XDG_CONFIG_HOME=" + w.home, "XDG_DATA_HOME=" + w.home, "TERM=xterm"}, w.env...),
		Stdin:   w.stdin, Stdout: out, Stderr: errs, StdinTTY: w.tty, Now: time.Now,
	}
}

// configure writes the configuration file.
func (w world) configure(t *testing.T, text string) {
	t.Helper()
	write(t, filepath.Join(w.home, "agtui", "config.toml"), text)
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// file is a new file with that text.
func file(t *testing.T, name, text string) string {
	t.Helper()
	return write(t, filepath.Join(t.TempDir(), name), text)
}

// sse is the body of an event stream.
func sse(events ...string) string {
	var b strings.Builder
	for _, e := range events {
		fmt.Fprintf(&b, "data: %s\n\n", e)
	}
	return b.String()
}

// The events of a small run.
const (
	started  = `{"type":"RUN_STARTED","threadId":"t1","runId":"r1"}`
	opened   = `{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}`
	said     = `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hello."}`
	closed   = `{"type":"TEXT_MESSAGE_END","messageId":"m1"}`
	finished = `{"type":"RUN_FINISHED","threadId":"t1","runId":"r1"}`
	errored  = `{"type":"RUN_ERROR","message":"flour ran out","code":"FLOUR"}`
	asked    = `{"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"interrupt","interrupts":[{"id":"i1","reason":"approval","message":"Really?","expiresAt":"2030-01-01T00:00:00Z"}]}}`
	gaveUp   = `{"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"cancelled"}}`
)

// hello is a stream that is as it should be.
func hello() string { return sse(started, opened, said, closed, finished) }

// seen are the requests that an agent got.
type seen struct {
	mu      sync.Mutex
	bodies  []map[string]any
	headers []http.Header
}

func (s *seen) last(t *testing.T) (map[string]any, http.Header) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.bodies) == 0 {
		t.Fatal("the agent got no request")
	}
	return s.bodies[len(s.bodies)-1], s.headers[len(s.headers)-1]
}

// answering is an agent that answers everything like this.
func answering(t *testing.T, answer http.HandlerFunc) (url string, got *seen) {
	t.Helper()
	got = &seen{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		_ = json.NewDecoder(r.Body).Decode(&body)
		got.mu.Lock()
		got.bodies, got.headers = append(got.bodies, body), append(got.headers, r.Header)
		got.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, got
}

// streaming answers with the body of an event stream.
func streaming(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, body)
	}
}

// refusing answers with a status and a body.
func refusing(code int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

// agent is the demo agent without its pauses.
func agent(t *testing.T) string {
	t.Helper()
	srv, err := demo.Listen("127.0.0.1:0", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = srv.Close() })
	return srv.URL()
}

// report is the JSON report on stdout.
func (r result) report(t *testing.T) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal([]byte(r.out), &out); err != nil {
		t.Fatalf("no report: %v: %q, %q", err, r.out, r.err)
	}
	return out
}

// oneLine checks that stderr has one line that has all these words.
func (r result) oneLine(t *testing.T, words ...string) {
	t.Helper()
	if strings.Count(r.err, "\n") != 1 || !strings.HasPrefix(r.err, "agtui: ") {
		t.Errorf("stderr is not one line: %q", r.err)
	}
	for _, w := range words {
		if !strings.Contains(r.err, w) {
			t.Errorf("stderr has no %q: %q", w, r.err)
		}
	}
	for _, prefix := range []string{"remote: ", "record: ", "stream: ", "agui: ", "cli: ", " toml: ", "strconv", "%!"} {
		if strings.Contains(r.err, prefix) {
			t.Errorf("stderr names a package: %q", r.err)
		}
	}
}

// stopped runs the program and ends it, once it was told to.
func (w world) stopped(t *testing.T, when <-chan struct{}, out io.Writer, args ...string) (code int, errs string) {
	t.Helper()
	if w.home == "" {
		w.home = t.TempDir()
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var text bytes.Buffer
	done := make(chan int)
	go func() { done <- cli.Run(ctx, w.environment(args, out, &text), "1.2.3") }()
	select {
	case <-when:
	case <-time.After(patience):
		t.Fatal("it did not come so far")
	}
	cancel()
	select {
	case code = <-done:
		return code, text.String()
	case <-time.After(patience):
		t.Fatal("it did not end")
		return 0, ""
	}
}

// cancellable is a context of the test that can end before it.
func cancellable(t *testing.T) (context.Context, context.CancelFunc) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return ctx, cancel
}
