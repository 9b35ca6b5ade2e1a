package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"agtui/ui/cli"
)

// golden compares with testdata/NAME, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		write(t, path, got)
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s (%v) differs, with -update it is written anew:\n%s", path, err, got)
	}
}

// steady takes out what differs from run to run.
func steady(s string) string {
	s = regexp.MustCompile(`127\.0\.0\.1:\d+`).ReplaceAllString(s, "HOST")
	s = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z`).ReplaceAllString(s, "TIME")
	return regexp.MustCompile(`"timestamp": ?\d+`).ReplaceAllString(s, `"timestamp": 0`)
}

// play is a scenario of the demo agent with ids that stay the same.
func play(t *testing.T, w world, prompt string, args ...string) result {
	t.Helper()
	input := file(t, "in.json", fmt.Sprintf(`{"threadId":"t1","runId":"r1","messages":[{"id":"u1","role":"user","content":%q}]}`, prompt))
	return w.call(t, append([]string{"run", agent(t), "--input", input}, args...)...)
}

func TestReport_OfTheDemosScenarios(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]int{
		"demo nothing": cli.ExitFinished, "demo state": cli.ExitFinished, "demo parallel": cli.ExitFinished,
		"demo tool": cli.ExitFinished, "demo approve": cli.ExitInterrupted, "demo questions": cli.ExitInterrupted,
		"demo error": cli.ExitErrored, "demo cut": cli.ExitFailed, "demo short": cli.ExitIncomplete,
		"demo cancelled": cli.ExitCancelled, "demo subagents": cli.ExitInterrupted,
		"demo illegal not-open": cli.ExitFinished, "demo http 401": cli.ExitDenied,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := "reports/" + strings.ReplaceAll(name, " ", "-")
			got := play(t, world{}, name, "--format", "json")
			if got.code != code {
				t.Errorf("code %d, want %d", got.code, code)
			}
			var pretty bytes.Buffer
			if err := json.Indent(&pretty, []byte(got.out), "", "  "); err != nil {
				t.Fatal(err, got.out)
			}
			golden(t, file+".json", steady(pretty.String()+got.err))
			text := play(t, world{}, name)
			if text.code != code {
				t.Errorf("as text the code is %d", text.code)
			}
			golden(t, file+".txt", steady("-- stdout --\n"+text.out+"-- stderr --\n"+text.err))
		})
	}
}

func TestReport_AsLinesOfJSON(t *testing.T) {
	t.Parallel()
	got := play(t, world{}, "demo state", "--format", "ndjson")
	golden(t, "reports/demo-state.ndjson", steady(got.out))
	lines := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
	kinds := map[string]int{}
	for i, l := range lines {
		var one map[string]any
		if err := json.Unmarshal([]byte(l), &one); err != nil {
			t.Fatal(err)
		}
		for k := range one {
			kinds[k]++
			if (k == "report") != (i == len(lines)-1) {
				t.Errorf("line %d is the report", i+1)
			}
		}
	}
	report := play(t, world{}, "demo state", "--format", "json").report(t)
	if n := len(report["events"].([]any)); n != kinds["event"] {
		t.Errorf("%d lines of events, %d in the report", kinds["event"], n)
	}
	// What the reducer found is there as well as what the pipeline found.
	if n := len(report["findings"].([]any)); n == 0 || n != kinds["finding"] {
		t.Errorf("%d lines of findings, %d in the report", kinds["finding"], n)
	}
}

func TestReport_EveryKeyIsThere(t *testing.T) {
	t.Parallel()
	keys := []string{
		"status", "threadId", "runId", "messages", "state", "interrupts", "outcome", "result", "pendingToolCallIds",
		"usage", "error", "events", "findings", "requests", "runs", "cancelledBy",
	}
	for name, body := range map[string]string{"a whole run": hello(), "an error": sse(errored), "nothing usable": "data: 1\n\n"} {
		report := world{}.call(t, "reduce", file(t, "x.sse", body), "--format", "json").report(t)
		for _, k := range keys {
			if _, ok := report[k]; !ok {
				t.Errorf("%s: no %s", name, k)
			}
		}
		if report["requests"] != 0.0 {
			t.Errorf("%s: %v requests", name, report["requests"])
		}
	}
}

func TestReport_SeveralRunsInOneStream(t *testing.T) {
	t.Parallel()
	body := sse(started, opened, said, errored) +
		strings.NewReplacer("r1", "r2", "m1", "m2").Replace(hello())
	got := world{}.call(t, "reduce", file(t, "x.sse", body), "--format", "json")
	report := got.report(t)
	runs, _ := report["runs"].([]any)
	if got.code != 0 || report["status"] != "finished" || report["runId"] != "r2" || len(runs) != 2 {
		t.Errorf("code %d, %v, %v, %d runs", got.code, report["status"], report["runId"], len(runs))
	}
	if e, _ := report["error"].(map[string]any); e["message"] != "flour ran out" || e["code"] != "FLOUR" {
		t.Errorf("error %v", report["error"])
	}
	text := world{}.call(t, "reduce", file(t, "x.sse", body))
	if text.out != strings.Repeat("\nHello.\n", 2)[1:] || text.err != "run r1 errored: flour ran out\n" {
		t.Errorf("stdout %q, stderr %q", text.out, text.err)
	}
}

func TestReduce_HoldsWhatTheClientHeldBefore(t *testing.T) {
	t.Parallel()
	input := file(t, "in.json", `{"messages":[{"id":"m0","role":"user","content":"Hi"}],"state":{"n":1}}`)
	body := file(t, "x.sse", sse(started, `{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/n","value":2}]}`, opened, said, closed, finished))
	report := world{}.call(t, "reduce", body, "--input", input, "--format", "json").report(t)
	if n := len(report["messages"].([]any)); n != 2 || fmt.Sprint(report["state"]) != "map[n:2]" {
		t.Errorf("%d messages, state %v", n, report["state"])
	}
	fromStdin := world{stdin: strings.NewReader(`{"state":{"n":5}}`)}.call(t, "reduce", body, "--input", "-", "--format", "json").report(t)
	if fmt.Sprint(fromStdin["state"]) != "map[n:2]" {
		t.Errorf("state %v", fromStdin["state"])
	}
}

func TestReduce_TakesEveryKindOfFile(t *testing.T) {
	t.Parallel()
	events := []string{started, opened, said, closed, finished}
	for name, body := range map[string]string{
		"an SSE body": hello(), "an array": "[" + strings.Join(events, ",") + "]", "lines": strings.Join(events, "\n"),
	} {
		got := world{stdin: strings.NewReader(body)}.call(t, "reduce", "-")
		if got.code != 0 || got.out != "Hello.\n" || got.err != "" {
			t.Errorf("%s: %d, %q, %q", name, got.code, got.out, got.err)
		}
	}
}

// recording is what a run kept.
func recording(t *testing.T, w world) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(w.home, "agtui", "threads", "*", "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("recordings: %v, %v", files, err)
	}
	return files[0]
}

func TestReduce_ReplayingARecordingIsLikeTheRun(t *testing.T) {
	t.Parallel()
	for _, prompt := range []string{"demo tour", "demo state", "demo approve", "demo cut", "demo short", "demo error", "demo emoji", "demo illegal not-open", "demo http 401"} {
		t.Run(prompt, func(t *testing.T) {
			t.Parallel()
			w := world{home: t.TempDir()}
			live := play(t, w, prompt, "--format", "json")
			again := world{}.call(t, "reduce", recording(t, w), "--format", "json")
			if live.out != again.out || live.code != again.code || live.err != again.err {
				t.Errorf("live %d %s %s\nagain %d %s %s", live.code, live.out, live.err, again.code, again.out, again.err)
			}
		})
	}
}

func TestReduce_ARecordingOfSeveralExchanges(t *testing.T) {
	t.Parallel()
	one, two := world{home: t.TempDir()}, world{home: t.TempDir()}
	play(t, one, "demo http 401")
	play(t, two, "demo nothing")
	first, second := contents(t, filepath.Dir(recording(t, one))), contents(t, filepath.Dir(recording(t, two)))
	_, second, _ = strings.Cut(second, "\n") // without its header
	for name, row := range map[string]struct {
		text       string
		code       int
		check      int
		status     string
		err, codes []string
	}{
		"the last one ends well": {first + second, 0, cli.ExitDenied, "finished", nil, nil},
		"the last one fails":     {contents(t, filepath.Dir(recording(t, two))) + after(first), cli.ExitDenied, cli.ExitDenied, "failed", []string{"401"}, nil},
	} {
		path := file(t, "x.jsonl", row.text)
		got := world{}.call(t, "reduce", path, "--format", "json")
		report := got.report(t)
		if got.code != row.code || report["status"] != row.status || report["requests"] != 2.0 || report["error"] == nil {
			t.Errorf("%s: code %d, %v, %v requests, error %v", name, got.code, report["status"], report["requests"], report["error"])
		}
		if check := (world{}).call(t, "check", path); check.code != row.check {
			t.Errorf("%s: check gives %d: %s", name, check.code, check.err)
		}
	}
}

// after is a text without its first line.
func after(text string) string {
	_, rest, _ := strings.Cut(text, "\n")
	return rest
}

func TestReduce_ADamagedRecording(t *testing.T) {
	t.Parallel()
	w := world{home: t.TempDir()}
	play(t, w, "demo nothing")
	text := contents(t, filepath.Dir(recording(t, w)))
	lines := strings.SplitAfter(text, "\n")
	for line := range 2 {
		spoilt := append([]string(nil), lines...)
		spoilt[line*3] = "{torn\n"
		path := file(t, "x.jsonl", strings.Join(spoilt, ""))
		want := fmt.Sprintf("%s:%d: the line is not JSON", path, line*3+1)
		report := world{}.call(t, "reduce", path, "--format", "json").report(t)
		if s := fmt.Sprint(report["findings"]); !strings.Contains(s, want) || !strings.Contains(s, "damaged-recording") {
			t.Errorf("line %d: findings %s", line*3+1, s)
		}
		got := world{}.call(t, "reduce", path)
		if strings.Count(got.err, want) != 1 {
			t.Errorf("line %d: stderr %q", line*3+1, got.err)
		}
	}
}

func TestReduce_TextIsSafeAndWhole(t *testing.T) {
	t.Parallel()
	got := play(t, world{}, "demo hostile")
	for _, r := range got.out + got.err {
		if r < ' ' && r != '\n' || r >= 0x7F && r < 0xA0 || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
			t.Fatalf("%U is in the output", r)
		}
	}
	if long := play(t, world{}, "demo long"); len(long.out) < 40_000 {
		t.Errorf("the long answer has %d bytes", len(long.out))
	}
}

func TestReduce_AnErrorObjectFailsTheRun(t *testing.T) {
	t.Parallel()
	for name, last := range map[string]string{
		"an error object":         `{"error":"model overloaded"}`,
		"a malformed end":         `{"type":"RUN_FINISHED","threadId":7,"result":"model overloaded"}`,
		"an error without a text": `{"type":"RUN_ERROR","message":7,"code":"model overloaded"}`,
	} {
		path := file(t, "x.sse", sse(started, opened, said, last, closed, finished))
		got := world{}.call(t, "reduce", path, "--format", "json")
		if report := got.report(t); report["status"] != "failed" || got.code != cli.ExitFailed || report["error"] == nil {
			t.Errorf("%s: %v with exit code %d: %v", name, report["status"], got.code, report["error"])
		}
		if got := (world{}).call(t, "reduce", path); got.code != cli.ExitFailed || got.out != "Hello.\n" || !strings.Contains(got.err, "the run failed: ") {
			t.Errorf("%s: %d %q %q", name, got.code, got.out, got.err)
		}
	}
}

func TestRecord_IsKeptOrNot(t *testing.T) {
	t.Parallel()
	url, _ := answering(t, streaming(hello()))
	dir := filepath.Join(t.TempDir(), "elsewhere")
	if got := (world{}).call(t, "run", url, "hi", "--data-dir", dir); got.code != 0 || !strings.Contains(contents(t, dir), `"type":"end"`) {
		t.Errorf("nothing is in --data-dir: %s", got.err)
	}
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	w := world{home: t.TempDir()}
	if got := w.call(t, "run", url, "hi", "--no-record"); got.code != 0 || contents(t, w.home) != "" {
		t.Errorf("something is kept: %s", contents(t, w.home))
	}
}

func TestDemo_Serves(t *testing.T) {
	t.Parallel()
	told := make(chan string, 1)
	w := world{home: t.TempDir(), stdin: strings.NewReader("")}
	read, errs := io.Pipe()
	go func() {
		b := make([]byte, 200)
		n, _ := read.Read(b)
		told <- string(b[:n])
		_, _ = io.Copy(io.Discard, read)
	}()
	ctx, cancel := cancellable(t)
	done := make(chan int)
	go func() {
		done <- cli.Run(ctx, w.environment([]string{"demo", "--listen", "127.0.0.1:0"}, io.Discard, errs), "1")
	}()
	url := regexp.MustCompile(`http://\S+`).FindString(strings.TrimSuffix(<-told, ";"))
	url = strings.TrimSuffix(url, ";")
	if got := (world{}).call(t, "run", url, "demo nothing"); got.code != 0 {
		t.Errorf("%s: %s", url, got.err)
	}
	cancel()
	if code := <-done; code != 0 {
		t.Errorf("code %d", code)
	}
}
