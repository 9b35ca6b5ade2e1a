package cli_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestReduce_ARecordingIsWhatTheLiveRunWas takes a run in every way in which it
// can end, and then what was recorded of it.
func TestReduce_ARecordingIsWhatTheLiveRunWas(t *testing.T) {
	t.Parallel()
	half := []string{started, opened, said}
	patch := `{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/n","value":2}]}`
	for _, row := range []struct {
		name     string
		events   []string
		then     string // hang, cut, or nothing: the body ends
		stop     bool
		args     []string
		code     int
		contains string
		check    int
	}{
		{name: "finished", events: []string{started, opened, said, closed, finished}, contains: `"status":"finished"`},
		{name: "errored", events: append(half, errored), code: 1, contains: "flour ran out"},
		{name: "without a terminal event", events: half, code: 7, contains: `"rule":"truncated"`},
		{name: "stopped", events: half, then: "hang", stop: true, code: 130, contains: `"cancelledBy":"you"`},
		{name: "stopped before the first event", then: "hang", stop: true, code: 130, contains: `"cancelledBy":"you"`},
		{name: "timed out", events: half, then: "hang", args: []string{"--timeout", "400ms"}, code: 7, contains: `"status":"incomplete"`, check: 4},
		{name: "timed out before the first event", then: "hang", args: []string{"--timeout", "400ms"}, code: 7, contains: `"rule":"truncated"`, check: 4},
		{name: "stopped before the head", then: "think", stop: true, code: 130, contains: `"cancelledBy":"you"`},
		{name: "timed out before the head", then: "think", args: []string{"--timeout", "400ms"}, code: 7, contains: `"status":"incomplete"`, check: 4},
		{name: "dropped before the head", then: "drop", code: 4, contains: "without an answer", check: 4},
		{name: "refused", then: "refuse", code: 3, contains: "no such token", check: 3},
		{name: "a page", then: "page", code: 4, contains: "Welcome", check: 4},
		{name: "under another content type", events: []string{started, finished}, then: "text", contains: `"rule":"wrong-content-type"`},
		{name: "as JSON", then: "json", code: 1, contains: "read as JSON lines"},
		{name: "led elsewhere", events: []string{started, opened, said, closed, finished}, then: "redirect", contains: `"status":"finished"`},
		{name: "cut after the head", then: "cut", code: 4, contains: `"rule":"broken-body"`, check: 5},
		{name: "an empty body", code: 4, contains: "empty body", check: 4},
		{name: "cut in the middle", events: half, then: "cut", code: 4, contains: `"rule":"broken-body"`, check: 5},
		{name: "cut after the end", events: []string{started, finished}, then: "cut", contains: `"status":"finished"`},
		{name: "gone on after the end", events: []string{started, finished, opened}, contains: `"status":"finished"`, check: 5},
		{name: "gone on after the end and cut", events: []string{started, finished, opened}, then: "cut", code: 4, contains: `"rule":"broken-body"`, check: 5},
		{
			name: "gone on after the end and timed out", events: []string{started, finished, opened}, then: "hang",
			args: []string{"--timeout", "400ms"}, code: 7, contains: `"status":"incomplete"`, check: 4,
		},
		{name: "gone on after an error and cut", events: []string{started, errored, opened}, then: "cut", code: 1, contains: "flour ran out"},
		{name: "with a state that the client sent", events: []string{started, patch, finished}, args: []string{"--state", `{"n":1}`}, contains: `"state":{"n":2}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			begun := make(chan struct{})
			url, _ := answering(t, ending(sse(row.events...), row.then, begun))
			w := world{home: t.TempDir()}
			args := append([]string{"run", url, "hi", "--format", "json"}, row.args...)
			var live result
			if row.stop {
				var out strings.Builder
				live.code, live.err = w.stopped(t, begun, &out, args...)
				live.out = out.String()
			} else {
				live = w.call(t, args...)
			}
			if live.code != row.code || !strings.Contains(live.out, row.contains) {
				t.Errorf("live: code %d, want %d, and %s: %s %s", live.code, row.code, row.contains, live.out, live.err)
			}
			file := recording(t, w)
			kept := contents(t, w.home)
			headless := row.then == "think" || row.then == "drop"
			if strings.Count(kept, `"type":"request"`) != 1 || headless && strings.Contains(kept, `"type":"response"`) {
				t.Errorf("the recording is\n%s", kept)
			}
			again := world{}.call(t, "reduce", file, "--format", "json")
			if live != again {
				t.Errorf("live:  %d %s %s\nagain: %d %s %s", live.code, live.out, live.err, again.code, again.out, again.err)
			}
			if check := (world{}).call(t, "check", file); check.code != row.check {
				t.Errorf("check: %d, want %d: %s %s", check.code, row.check, check.out, check.err)
			}
		})
	}
}

// TestRun_IsRecordedBeforeTheAgentKnows: who kills the program while the agent
// thinks finds the prompt in the recording.
func TestRun_IsRecordedBeforeTheAgentKnows(t *testing.T) {
	t.Parallel()
	w := world{home: t.TempDir()}
	kept := ""
	url, _ := answering(t, func(out http.ResponseWriter, r *http.Request) {
		kept = contents(t, w.home)
		streaming(hello())(out, r)
	})
	if got := w.call(t, "run", url, "what is in stock?", "-H", "Authorization: pw-1"); got.code != 0 {
		t.Fatal(got)
	}
	if n := strings.Count(kept, "\n"); n != 2 || !strings.Contains(kept, "what is in stock?") || strings.Contains(kept, "pw-1") {
		t.Errorf("when the agent got the request the recording was:\n%s", kept)
	}
	if all := contents(t, w.home); !strings.HasPrefix(all, kept) || strings.Count(all, `"type":"request"`) != 1 {
		t.Errorf("then:\n%s", all)
	}
}

// TestReduce_ARecordingThatStopsIsNoFaultOfTheStream cuts a recording at every
// line and in every line, as a process does that is killed.
func TestReduce_ARecordingThatStopsIsNoFaultOfTheStream(t *testing.T) {
	t.Parallel()
	url, _ := answering(t, streaming(hello()))
	w := world{home: t.TempDir()}
	if got := w.call(t, "run", url, "hi"); got.code != 0 {
		t.Fatal(got)
	}
	whole, err := os.ReadFile(recording(t, w))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(string(whole), "\n"), "\n")
	if len(lines) != 3+5+1 {
		t.Fatalf("%d lines", len(lines))
	}
	const request, last = 2, 3 + 5 // lines with the request, and up to the terminal event
	before := ""
	for n, line := range lines {
		for _, torn := range []int{0, len(line) / 2, len(line) - 1} {
			name := fmt.Sprintf("%d lines and %d bytes", n, torn)
			path := file(t, "0001.jsonl", before+line[:torn])
			reduced := world{}.call(t, "reduce", path, "--format", "json")
			checked := world{}.call(t, "check", path)
			if n < request {
				if reduced.code != 2 || checked.code != 2 {
					t.Errorf("%s: nothing was sent, but reduce gives %d and check %d: %s", name, reduced.code, checked.code, reduced.err)
				}
				continue
			}
			code, status, stops := 7, "incomplete", 1
			if n >= last {
				code, status, stops = 0, "finished", 0
			}
			if reduced.code != code || reduced.report(t)["status"] != status || checked.code != 0 {
				t.Errorf("%s: reduce gives %d, check %d: %s", name, reduced.code, checked.code, reduced.out)
			}
			if code != 0 {
				reduced.oneLine(t, "0001.jsonl", "recording stops", "line 2")
			}
			if strings.Count(checked.out, "warning truncated: the recording of this answer has no end") != stops || strings.Contains(checked.out, "broken-body") ||
				strings.Count(checked.out, "damaged-recording") != min(torn, 1) {
				t.Errorf("%s: check says %s", name, checked.out)
			}
			if !strings.Contains(reduced.out, `"content":"hi"`) || strings.Contains(reduced.out, "Hello.") != (n > 5) {
				t.Errorf("%s: the messages are wrong: %s", name, reduced.out)
			}
		}
		before += line
	}
}

// ending answers with a body and then holds the connection, cuts it, or ends in
// order; or it gives no answer, another one, or that elsewhere.
func ending(body, then string, begun chan struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch then {
		case "think":
			close(begun)
			<-r.Context().Done()
			return
		case "drop":
			panic(http.ErrAbortHandler)
		case "refuse":
			refusing(401, "application/json", `{"error":"no such token"}`)(w, r)
			return
		case "page":
			refusing(200, "text/html", "<title>Welcome</title>")(w, r)
			return
		case "text":
			refusing(200, "text/plain", body)(w, r)
			return
		case "json":
			refusing(200, "application/json", errored)(w, r)
			return
		case "redirect":
			if r.URL.Path != "/there" {
				http.Redirect(w, r, "/there", http.StatusTemporaryRedirect)
				return
			}
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, body)
		_ = http.NewResponseController(w).Flush()
		close(begun)
		switch then {
		case "hang":
			<-r.Context().Done()
		case "cut":
			panic(http.ErrAbortHandler)
		}
	}
}
