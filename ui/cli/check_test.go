package cli_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agtui/stream"
	"agtui/stream/frame"
	"agtui/stream/record"
	"agtui/ui/cli"
)

func TestCheck_PrintsFindingsAndTellsByItsCode(t *testing.T) {
	t.Parallel()
	fine := file(t, "fine.sse", hello())
	wrong := file(t, "wrong.sse", sse(started, closed, finished))
	warned := file(t, "warned.sse", sse(started, `{"type":"NEW_THING"}`, finished))
	mild := file(t, "mild.sse", sse(started, errored, finished))
	missing := filepath.Join(t.TempDir(), "none")
	for name, row := range map[string]struct {
		args []string
		code int
		out  []string // lines begin like this
	}{
		"nothing wrong":                       {[]string{fine}, 0, nil},
		"an error":                            {[]string{wrong}, cli.ExitIllegal, []string{wrong + ":2: error not-open: "}},
		"an error, strictly":                  {[]string{wrong, "--strict"}, cli.ExitIllegal, []string{wrong + ":2: error not-open: "}},
		"a warning":                           {[]string{warned}, 0, []string{warned + ":2: warning unknown-event: "}},
		"after the agent's error all is mild": {[]string{mild, "--strict"}, 0, []string{mild + ":3: warning run-ended: "}},
		"several files":                       {[]string{fine, wrong, warned}, cli.ExitIllegal, []string{wrong + ":2: ", warned + ":2: "}},
		"what cannot be read is worst":        {[]string{wrong, missing, warned}, cli.ExitUsage, []string{wrong + ":2: ", warned + ":2: "}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := world{}.call(t, append([]string{"check"}, row.args...)...)
			if got.code != row.code {
				t.Errorf("code %d, want %d: %s", got.code, row.code, got.err)
			}
			lines := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
			if got.out == "" {
				lines = nil
			}
			if len(lines) != len(row.out) {
				t.Fatalf("stdout %q", got.out)
			}
			for i, want := range row.out {
				if !strings.HasPrefix(lines[i], want) {
					t.Errorf("line %d is %q, want %q…", i+1, lines[i], want)
				}
			}
			if row.code == cli.ExitUsage {
				got.oneLine(t, missing)
			} else if got.err != "" {
				t.Errorf("stderr %q", got.err)
			}
		})
	}
}

func TestCheck_AsJSON(t *testing.T) {
	t.Parallel()
	path := file(t, "x.sse", sse(started, closed, finished))
	got := world{}.call(t, "check", path, path, "--format", "json")
	dec := json.NewDecoder(strings.NewReader(got.out))
	n := 0
	for ; dec.More(); n++ {
		var report map[string]any
		if err := dec.Decode(&report); err != nil {
			t.Fatal(err)
		}
		if report["file"] != path || len(report["findings"].([]any)) != 1 {
			t.Errorf("%v, %v", report["file"], report["findings"])
		}
	}
	if n != 2 || got.code != cli.ExitIllegal {
		t.Errorf("%d reports, code %d", n, got.code)
	}
	lines := strings.Split(world{}.call(t, "check", path, "--format", "ndjson").out, "\n")
	for i, want := range []string{`{"event":{"type":"RUN_STARTED"`, `{"finding":{"severity":"error","rule":"not-open"`, `{"event":{"type":"RUN_FINISHED"`, `{"report":{"file":`} {
		if len(lines) != 5 || !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d of %q is not %s", i+1, lines, want)
		}
	}
}

func TestCheck_AnEndpoint(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		prompt string
		code   int
	}{
		"a good one":         {"demo tour", 0},
		"an illegal one":     {"demo illegal not-open", cli.ExitIllegal},
		"one that cuts":      {"demo cut", cli.ExitIllegal},
		"one that stops":     {"demo short", 0},
		"one that asks":      {"demo approve", 0},
		"one that refuses":   {"demo http 401", cli.ExitDenied},
		"one that is broken": {"demo http 500", cli.ExitFailed},
		"one of HTML":        {"demo http html", cli.ExitFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := world{}.call(t, "check", agent(t), "--prompt", row.prompt)
			if got.code != row.code {
				t.Errorf("code %d, want %d: %s%s", got.code, row.code, got.out, got.err)
			}
			if row.code == cli.ExitDenied || row.code == cli.ExitFailed {
				got.oneLine(t, "POST http://")
			}
		})
	}
	url, _ := answering(t, silent)
	got := world{}.call(t, "check", url, "--prompt", "x", "--timeout", "50ms")
	if got.code != cli.ExitFailed {
		t.Errorf("in time: code %d", got.code)
	}
}

func TestCheck_NamesAnEndpointWithoutItsSecrets(t *testing.T) {
	t.Parallel()
	url, _ := answering(t, streaming(sse(started, said)))
	w := world{home: t.TempDir()}
	given := strings.Replace(url, "http://", "http://me:s3cret@", 1) + "/?token=s3cret"
	for _, format := range []string{"text", "json", "ndjson"} {
		got := w.call(t, "check", given, "--prompt", "hi", "--format", format)
		if got.code != cli.ExitIllegal || got.out == "" || strings.Contains(got.out+got.err, "s3cret") {
			t.Errorf("%s: code %d, %q, %q", format, got.code, got.out, got.err)
		}
	}
	if got := w.call(t, "check", url, "--prompt", "hi"); !strings.HasPrefix(got.out, url+":") {
		t.Errorf("an address without secrets is not shown as it was given: %q", got.out)
	}
	if kept := contents(t, w.home); !strings.Contains(kept, "token=***") || strings.Contains(kept, "s3cret") {
		t.Errorf("the recording has the secret: %s", kept)
	}
}

// cutAtLimit is a recording that ended at its size limit after some events.
func cutAtLimit(t *testing.T, events ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "0001.jsonl")
	w, err := record.Create(path, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := w.Request(now, stream.Request{Method: "POST", URL: "http://x", Body: []byte(`{"threadId":"t1","runId":"r1"}`)}); err != nil {
		t.Fatal(err)
	}
	for i, event := range append(events, finished) {
		over := i == len(events)
		if over {
			w.Limit(1)
		}
		f := frame.Frame{N: i + 1, Kind: frame.Event, At: now, Raw: []byte(sse(event))}
		if err := w.Frame(&f); (err != nil) != over {
			t.Fatalf("frame %d: %v", f.N, err)
		}
	}
	if err := w.End(now, stream.EndOfBody, nil); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCheck_ARecordingThatEndedAtItsLimitIsNoFault(t *testing.T) {
	t.Parallel()
	const limit = ":0: warning record-limit: the recording ended at its size limit, after "
	path := cutAtLimit(t, started, opened, said)
	got := world{}.call(t, "check", path)
	if got.code != 0 || strings.Count(got.out, "\n") != 1 || !strings.HasPrefix(got.out, path+limit+"3 frames of this exchange") ||
		!strings.Contains(got.out, "begins a new recording each time it starts") {
		t.Errorf("code %d: %q %q", got.code, got.out, got.err)
	}
	if got := (world{}).call(t, "check", cutAtLimit(t)); got.code != 0 || !strings.Contains(got.out, limit+"0 frames") {
		t.Errorf("without a frame: code %d: %q %q", got.code, got.out, got.err)
	}
	path = cutAtLimit(t, started, closed)
	got = world{}.call(t, "check", path)
	if got.code != cli.ExitIllegal || strings.Count(got.out, "\n") != 2 || !strings.Contains(got.out, path+":2: error not-open") {
		t.Errorf("with another finding: code %d: %q", got.code, got.out)
	}
	if got := (world{}).call(t, "check", cutAtLimit(t, started, finished)); got.code != 0 || !strings.Contains(got.out, limit+"2 frames") {
		t.Errorf("after the end of the run: code %d: %q", got.code, got.out)
	}
	path = cutAtLimit(t, started, opened, said)
	got = world{}.call(t, "reduce", path)
	if got.code != cli.ExitIncomplete || !strings.Contains(got.out, "Hello.") || !strings.Contains(got.err, "ends at its size limit") {
		t.Errorf("reduce: code %d: %q, %q", got.code, got.out, got.err)
	}
}
