package cli_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"agtui/ui/cli"
)

func TestRun_ExitCodeAndReportTellHowItEnded(t *testing.T) {
	t.Parallel()
	refused := func(code int) http.HandlerFunc {
		return refusing(code, "application/json", `{"error":{"message":"no way"}}`)
	}
	for name, row := range map[string]struct {
		answer http.HandlerFunc
		args   []string
		code   int
		status string
		line   []string // on stderr; none: nothing
	}{
		"a finished run":                      {streaming(hello()), nil, cli.ExitFinished, "finished", nil},
		"an error of the agent":               {streaming(sse(started, opened, said, errored)), nil, cli.ExitErrored, "errored", []string{"flour ran out"}},
		"an error, then more, strictly":       {streaming(sse(started, errored, finished)), []string{"--strict"}, cli.ExitErrored, "errored", []string{"flour ran out"}},
		"a question":                          {streaming(sse(started, asked)), nil, cli.ExitInterrupted, "interrupted", []string{"waits for an answer"}},
		"the agent gave up":                   {streaming(sse(started, gaveUp)), nil, cli.ExitCancelled, "cancelled", []string{"the agent cancelled"}},
		"no terminal event":                   {streaming(sse(started, opened, said)), nil, cli.ExitIncomplete, "incomplete", []string{"ended early"}},
		"no answer in time":                   {silent, []string{"--timeout", "50ms"}, cli.ExitIncomplete, "incomplete", []string{"50ms"}},
		"a fault, leniently":                  {streaming(sse(started, said, finished)), nil, cli.ExitFinished, "finished", nil},
		"a fault, strictly":                   {streaming(sse(started, said, finished)), []string{"--strict"}, cli.ExitIllegal, "failed", []string{"frame 2", "not-open", "--strict"}},
		"an event after the end, strictly":    {streaming(sse(started, finished, said)), []string{"--strict"}, cli.ExitIllegal, "failed", []string{"frame 3", "run-ended"}},
		"401":                                 {refused(401), nil, cli.ExitDenied, "failed", []string{"401", "no way", "Authorization"}},
		"403":                                 {refused(403), nil, cli.ExitDenied, "failed", []string{"403"}},
		"404":                                 {refused(404), nil, cli.ExitFailed, "failed", []string{"404", "path"}},
		"429":                                 {refused(429), nil, cli.ExitFailed, "failed", []string{"429"}},
		"500":                                 {refused(500), nil, cli.ExitFailed, "failed", []string{"500"}},
		"HTML in place of a stream":           {refusing(200, "text/html", "<html><title>Login</title></html>"), nil, cli.ExitFailed, "failed", []string{"HTML", "Login"}},
		"an empty body":                       {refusing(200, "text/event-stream", ""), nil, cli.ExitFailed, "failed", []string{"without a body"}},
		"a redirect that loses the POST":      {redirect, nil, cli.ExitFailed, "failed", []string{"302"}},
		"a connection that breaks":            {breaking, nil, cli.ExitFailed, "failed", []string{"cut the answer short", "after frame 2"}},
		"a frame over the limit":              {streaming(sse(started, `{"type":"RAW","event":"`+strings.Repeat("x", 3000)+`"}`)), []string{"--frame-limit", "2KiB"}, cli.ExitFailed, "failed", []string{"2 kB", "--frame-limit"}},
		"a frame over the limit, strictly":    {streaming(sse(started, `{"type":"RAW","event":"`+strings.Repeat("x", 3000)+`"}`)), []string{"--frame-limit", "2KiB", "--strict"}, cli.ExitFailed, "failed", []string{"frame-too-long"}},
		"bytes that are no UTF-8":             {streaming("data: \xFF\n\n" + hello()), nil, cli.ExitFinished, "finished", nil},
		"JSON that is no object":              {streaming("data: 5\n\n" + hello()), nil, cli.ExitFinished, "finished", nil},
		"a JSON array as the answer":          {refusing(200, "application/json", "["+started+","+finished+"]"), nil, cli.ExitFinished, "finished", nil},
		"an error object as the answer":       {refusing(200, "application/json", `{"error":{"message":"the quota is used up"}}`), nil, cli.ExitFailed, "failed", []string{"the quota is used up"}},
		"one printed for reading":             {refusing(200, "application/json", "{\n  \"error\": {\n    \"message\": \"the quota is used up\"\n  }\n}\n"), nil, cli.ExitFailed, "failed", []string{"the quota is used up"}},
		"an event printed for reading":        {refusing(200, "application/json", "{\n  \"type\": \"RUN_ERROR\",\n  \"message\": \"no flour\"\n}\n"), nil, cli.ExitErrored, "errored", []string{"no flour"}},
		"two runs, the first of which failed": {streaming(sse(started, errored) + hello()), nil, cli.ExitFinished, "finished", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, _ := answering(t, row.answer)
			args := append([]string{"run", url, "hi", "--format", "json"}, row.args...)
			got := world{}.call(t, args...)
			report := got.report(t)
			if got.code != row.code || report["status"] != row.status || report["requests"] != 1.0 {
				t.Errorf("code %d, status %v, %v requests; want %d, %s: %s", got.code, report["status"], report["requests"], row.code, row.status, got.err)
			}
			if row.line == nil {
				if got.err != "" {
					t.Errorf("stderr: %q", got.err)
				}
				return
			}
			got.oneLine(t, row.line...)
			if text := (world{}).call(t, append([]string{"run", url, "hi"}, row.args...)...); text.code != row.code {
				t.Errorf("as text the code is %d", text.code)
			}
		})
	}
}

// silent sends nothing until the client goes.
func silent(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
}

func redirect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/elsewhere", http.StatusFound)
}

// breaking promises more than it sends.
func breaking(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Content-Length", "100000")
	_, _ = io.WriteString(w, sse(started, opened))
}

func TestRun_FailuresKeepWhatCame(t *testing.T) {
	t.Parallel()
	url, _ := answering(t, streaming(sse(started, opened, said)))
	got := world{}.call(t, "run", url, "hi", "--format", "json")
	messages, _ := got.report(t)["messages"].([]any)
	if len(messages) != 2 {
		t.Errorf("messages: %v", messages)
	}
	if text := (world{}).call(t, "run", url, "hi"); text.out != "Hello.\n" {
		t.Errorf("stdout %q", text.out)
	}
}

func TestRun_SaysWhyAnEndpointCannotBeReached(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	for _, format := range []string{"text", "json", "ndjson"} {
		got := world{}.call(t, "run", addr, "hi", "--format", format)
		if got.code != cli.ExitFailed {
			t.Errorf("%s: code %d", format, got.code)
		}
		got.oneLine(t, addr, "refused")
		if want := `"status":"failed"`; (format == "text") == strings.Contains(got.out, want) {
			t.Errorf("%s: stdout %q", format, got.out)
		}
	}
	url, _ := answering(t, streaming(hello()))
	got := world{}.call(t, "run", strings.Replace(url, "http://", "https://", 1), "hi")
	if got.code != cli.ExitFailed {
		t.Errorf("TLS: code %d", got.code)
	}
	got.oneLine(t, "http://")
}

func TestRun_BuildsTheRequest(t *testing.T) {
	t.Parallel()
	input := `{"threadId":"T","messages":[{"id":"u1","role":"user","content":"one"},{"role":"assistant","id":"a1","content":"two <&> \ud83d"},{"role":"user","content":"no id"}],
	  "state":{"n":1},"tools":[{"name":"f","description":"d"}],"context":[{"description":"a","value":"1"}],"forwardedProps":{"k":1},
	  "resume":[{"interruptId":"i1","status":"resolved","payload":true}]}`
	path := file(t, "in.json", input)
	open := `{"messages":[{"id":"a1","role":"assistant","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":""}},{"id":"c2","type":"function","function":{"name":"agents","arguments":""}}]}],"tools":[{"name":"f","description":"d"}]`
	pending := file(t, "pending.json", open+"}")
	asked := file(t, "asked.json", open+`,"resume":[{"interruptId":"i1","status":"resolved"}]}`)
	calls := "map[id:a1 role:assistant toolCalls:[map[function:map[arguments: name:f] id:c1 type:function] map[function:map[arguments: name:agents] id:c2 type:function]]]"
	state := file(t, "state.json", "\uFEFF{\"from\":\"file\"}\n")
	for name, row := range map[string]struct {
		args  []string
		stdin string
		want  map[string]string // member of the body → what it is
	}{
		"a prompt": {[]string{"what", "now?"}, "", map[string]string{
			"messages": "[map[content:what now? role:user]]", "state": "map[]", "tools": "[]", "context": "[]", "forwardedProps": "map[]", "protocolVersion": "1.1",
		}},
		"a prompt from stdin":             {nil, "from a pipe\r\n", map[string]string{"messages": "[map[content:from a pipe role:user]]"}},
		"a dash is stdin":                 {[]string{"-"}, "a\nb\n", map[string]string{"messages": "[map[content:a\nb role:user]]"}},
		"an input file alone":             {[]string{"--input", path}, "not read", map[string]string{"threadId": "T", "messages": "[map[content:one id:u1 role:user] map[content:two <&> \uFFFD id:a1 role:assistant] map[content:no id role:user]]", "state": "map[n:1]", "tools": "[map[description:d name:f]]", "resume": "[map[interruptId:i1 payload:true status:resolved]]"}},
		"an input file and a prompt":      {[]string{"three", "--input", path}, "", map[string]string{"threadId": "T", "messages": "[map[content:one id:u1 role:user] map[content:two <&> \uFFFD id:a1 role:assistant] map[content:no id role:user] map[content:three role:user]]", "tools": "[map[description:d name:f]]", "resume": "[map[interruptId:i1 payload:true status:resolved]]"}},
		"open calls of our own tools":     {[]string{"go on", "--input", pending}, "", map[string]string{"messages": "[" + calls + " map[content:This tool was not run. error:not run role:tool toolCallId:c1] map[content:go on role:user]]"}},
		"calls that may be answered":      {[]string{"go on", "--input", asked}, "", map[string]string{"messages": "[" + calls + " map[content:go on role:user]]"}},
		"no prompt adds nothing":          {[]string{"--input", pending}, "", map[string]string{"messages": "[" + calls + "]"}},
		"an input from stdin":             {[]string{"four", "--input", "-"}, `{"messages":[]}`, map[string]string{"messages": "[map[content:four role:user]]"}},
		"flags go over the input file":    {[]string{"--input", path, "--state", "[2]", "--forward", `{"z":0}`, "--context", "b=2=3"}, "", map[string]string{"state": "[2]", "forwardedProps": "map[z:0]", "context": "[map[description:a value:1] map[description:b value:2=3]]"}},
		"JSON from a file":                {[]string{"x", "--state", "@" + state}, "", map[string]string{"state": "map[from:file]"}},
		"a state that is no object":       {[]string{"x", "--state", "false"}, "", map[string]string{"state": "false"}},
		"a prompt that looks like a flag": {[]string{"--", "--strict"}, "", map[string]string{"messages": "[map[content:--strict role:user]]"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, seen := answering(t, streaming(hello()))
			got := world{stdin: strings.NewReader(row.stdin)}.call(t, append([]string{"run", url}, row.args...)...)
			if got.code != 0 {
				t.Fatalf("code %d: %s", got.code, got.err)
			}
			body, _ := seen.last(t)
			for key, want := range row.want {
				if text := fmt.Sprint(forget(body[key])); text != want {
					t.Errorf("%s is %s, want %s", key, text, want)
				}
			}
			if body["threadId"] == "" || body["runId"] == "" || body["threadId"] == nil || body["runId"] == nil {
				t.Errorf("ids: %v, %v", body["threadId"], body["runId"])
			}
		})
	}
}

// forget drops ids that were minted.
func forget(v any) any {
	list, _ := v.([]any)
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			if id, ok := m["id"].(string); ok && len(id) == 36 {
				delete(m, "id")
			}
		}
	}
	return v
}

func TestRun_WhatIsSentIsNotPrinted(t *testing.T) {
	t.Parallel()
	url, _ := answering(t, streaming(hello()))
	input := file(t, "in.json", `{"messages":[{"id":"a0","role":"assistant","content":"Old.","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}]}`)
	got := world{}.call(t, "run", url, "hi", "--input", input)
	if got.out != "Hello.\n" || got.err != "" {
		t.Errorf("stdout %q, stderr %q", got.out, got.err)
	}
}

func TestRun_MasksHeadersFromElsewhere(t *testing.T) {
	t.Parallel()
	const secret = "s3cr3t-value"
	path := file(t, "token", secret+"\n")
	url, seen := answering(t, func(w http.ResponseWriter, r *http.Request) {
		// A careless server says it again.
		refusing(401, "text/plain", "bad token "+r.Header.Get("X-Thing"))(w, r)
	})
	w := world{home: t.TempDir(), env: []string{"THING=" + secret}}
	for _, value := range []string{"Bearer ${env:THING}", "Bearer ${file:" + path + "}"} {
		for _, format := range []string{"text", "json"} {
			got := w.call(t, "run", url, "hi", "-H", "X-Thing: "+value, "--format", format)
			_, h := seen.last(t)
			if h.Get("X-Thing") != "Bearer "+secret {
				t.Errorf("sent %q", h.Get("X-Thing"))
			}
			if got.code != cli.ExitDenied || strings.Contains(got.out+got.err, secret) || !strings.Contains(got.err, "***") {
				t.Errorf("%d, %q, %q", got.code, got.out, got.err)
			}
		}
	}
	if kept := contents(t, w.home); !strings.Contains(kept, "X-Thing") || strings.Contains(strings.ReplaceAll(kept, "bad token Bearer "+secret, ""), secret) {
		t.Errorf("the recording has the secret: %s", kept)
	}
}

func TestRun_StopsAtOnce(t *testing.T) {
	t.Parallel()
	begun := make(chan struct{})
	url, _ := answering(t, func(w http.ResponseWriter, r *http.Request) {
		streaming(sse(started, opened, said))(w, r)
		_ = http.NewResponseController(w).Flush()
		close(begun)
		<-r.Context().Done()
	})
	var out strings.Builder
	code, errs := world{}.stopped(t, begun, &out, "run", url, "hi", "--format", "json")
	if code != cli.ExitStopped || !strings.Contains(out.String(), `"cancelledBy":"you"`) || !strings.Contains(errs, "stopped") {
		t.Errorf("code %d, %q, %q", code, out.String(), errs)
	}
}

// watched is a stdout that tells when something is there.
type watched struct {
	want string
	mu   sync.Mutex
	got  strings.Builder
	seen chan struct{}
}

func (w *watched) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := strings.Contains(w.got.String(), w.want)
	w.got.Write(b)
	if !before && strings.Contains(w.got.String(), w.want) {
		close(w.seen)
	}
	return len(b), nil
}

func TestRun_PrintsTheAnswerAsItStreams(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "ndjson"} {
		url, _ := answering(t, func(w http.ResponseWriter, r *http.Request) {
			streaming(sse(started, opened, said))(w, r)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		})
		out := &watched{want: "Hello.", seen: make(chan struct{})}
		// It is stopped once the answer is there, and the run has no end before.
		if code, _ := (world{}).stopped(t, out.seen, out, "run", url, "hi", "--format", format); code != cli.ExitStopped {
			t.Errorf("%s: code %d", format, code)
		}
	}
}

// once is a pipe whose reader goes after the first write.
type once struct{ n int }

func (o *once) Write(b []byte) (int, error) {
	if o.n++; o.n > 1 {
		return 0, io.ErrClosedPipe
	}
	return len(b), nil
}

func TestRun_StopsWhenThePipeCloses(t *testing.T) {
	t.Parallel()
	gone := make(chan struct{})
	url, _ := answering(t, func(w http.ResponseWriter, r *http.Request) {
		defer close(gone)
		streaming(sse(started, opened))(w, r)
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, sse(said))
			_ = http.NewResponseController(w).Flush()
		}
	})
	w := world{home: t.TempDir(), stdin: strings.NewReader("")}
	var errs strings.Builder
	code := cli.Run(t.Context(), w.environment([]string{"run", url, "hi"}, &once{}, &errs), "1")
	if code != 0 || errs.String() != "" {
		t.Errorf("code %d, %q", code, errs.String())
	}
	<-gone
}

// waiting is a reader that nothing comes from.
type waiting struct{ begun chan struct{} }

func (w waiting) Read([]byte) (int, error) {
	close(w.begun)
	select {}
}

func TestRun_StopsWhileItReadsStdin(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"run", "localhost:1"}, {"reduce", "-"}, {"check", "-"}} {
		in := waiting{make(chan struct{})}
		code, errs := world{stdin: in}.stopped(t, in.begun, io.Discard, args...)
		if code != cli.ExitStopped || !strings.Contains(errs, "stopped") {
			t.Errorf("%v: code %d, %q", args, code, errs)
		}
	}
}

// full is a pipe that nobody reads.
type full struct{ begun chan struct{} }

func (f full) Write([]byte) (int, error) {
	close(f.begun)
	select {}
}

func TestRun_NobodyWhoDoesNotReadHoldsItUp(t *testing.T) {
	t.Parallel()
	url := agent(t)
	out := full{make(chan struct{})}
	if code, _ := (world{}).stopped(t, out.begun, out, "run", url, "demo long"); code != cli.ExitStopped {
		t.Errorf("code %d", code)
	}
}

func TestRun_NorDoesWhoDoesNotReadStderr(t *testing.T) {
	t.Parallel()
	url, _ := answering(t, func(w http.ResponseWriter, r *http.Request) {
		streaming(sse(started, `{"type":"NO_SUCH"}`))(w, r)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	errs := full{make(chan struct{})}
	w := world{home: t.TempDir(), stdin: strings.NewReader("")}
	code := make(chan int, 1)
	go func() { code <- cli.Run(ctx, w.environment([]string{"run", url, "hi"}, io.Discard, errs), "1") }()
	<-errs.begun
	cancel()
	select {
	case got := <-code:
		if got != cli.ExitStopped {
			t.Errorf("code %d", got)
		}
	case <-time.After(patience):
		t.Error("it waits for a reader of stderr")
	}
}

// gone is a pipe whose reader has enough.
type gone struct{ err error }

func (g gone) Write([]byte) (int, error) { return 0, g.err }

func TestRun_AClosedPipeIsNoError(t *testing.T) {
	t.Parallel()
	url := agent(t)
	body := file(t, "run.sse", sse(started, said, finished))
	for _, format := range []string{"text", "json", "ndjson"} {
		for _, args := range [][]string{{"run", url, "demo long"}, {"reduce", body}, {"check", body}, {"version"}} {
			if args[0] != "version" {
				args = append(args, "--format", format)
			}
			var errs strings.Builder
			w := world{home: t.TempDir(), stdin: strings.NewReader("")}
			code := cli.Run(t.Context(), w.environment(args, gone{io.ErrClosedPipe}, &errs), "1")
			// What check found is told by its code, whoever reads.
			if want := map[bool]int{true: cli.ExitIllegal}[args[0] == "check"]; code != want || strings.Contains(errs.String(), "agtui:") {
				t.Errorf("%v: code %d, %q", args, code, errs.String())
			}
			errs.Reset()
			code = cli.Run(t.Context(), w.environment(args, gone{io.ErrShortWrite}, &errs), "1")
			if code != cli.ExitUsage || !strings.Contains(errs.String(), "agtui: writing to stdout") {
				t.Errorf("%v, a full disk: code %d, %q", args, code, errs.String())
			}
		}
	}
}

func TestRun_OrdersAnswerAndNotes(t *testing.T) {
	t.Parallel()
	url := agent(t)
	var both strings.Builder
	w := world{home: t.TempDir(), stdin: strings.NewReader("")}
	if code := cli.Run(t.Context(), w.environment([]string{"run", url, "demo parallel"}, &both, &both), "1"); code != 0 {
		t.Errorf("code %d", code)
	}
	lines := strings.Split(both.String(), "\n")
	tool := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "tool ") })
	if tool < 0 || strings.TrimSpace(lines[len(lines)-2]) == "" {
		t.Errorf("%q", both.String())
	}
}
