//go:build !windows

package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"agtui/ui/cli"
)

// captures is where the streams of real servers are.
const captures = "../testdata/captures"

// expected is what the reference client holds after a stream.
type expected struct {
	Rejected          *struct{ Message string } `json:"rejected"`
	RunError          map[string]any            `json:"runError"`
	RunFinished       map[string]any            `json:"runFinished"`
	PendingInterrupts any                       `json:"pendingInterrupts"`
	Messages          any                       `json:"messages"`
	State             any                       `json:"state"`
	EventTypes        any                       `json:"eventTypes"`
}

func TestCaptures_GiveWhatTheReferenceHolds(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(captures, "*", "*.expect.json"))
	if err != nil || len(files) < 180 {
		t.Fatalf("there are only %d expectations in %s: %v", len(files), captures, err)
	}
	for _, f := range files {
		base := strings.TrimSuffix(f, ".expect.json")
		name := strings.TrimPrefix(filepath.ToSlash(base), captures+"/")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want expected
			decode(t, read(t, f), &want)
			strict, code := reduced(t, base, "--strict")
			same(t, "events", strict["events"], want.EventTypes)
			same(t, "messages", strict["messages"], want.Messages)
			same(t, "state", strict["state"], want.State)
			if want.Rejected != nil {
				rejected(t, base, strict, code)
				return
			}
			same(t, "interrupts", strict["interrupts"], want.PendingInterrupts)
			outcome(t, &want, strict, code)
			legal(t, base, strict)
		})
	}
}

// rejected: strict mode fails where the reference does, lenient mode goes on
// and loses nothing.
func rejected(t *testing.T, base string, strict map[string]any, code int) {
	t.Helper()
	if strict["status"] != "failed" || code != cli.ExitIllegal {
		t.Errorf("strict mode ended as %v with exit code %d; the reference rejects the stream", strict["status"], code)
	}
	lenient, _ := reduced(t, base)
	nothingLost(t, base, lenient)
	if faults(lenient) == 0 {
		t.Error("lenient mode does not say that anything was wrong")
	}
}

// outcome: the run ended as the reference says.
func outcome(t *testing.T, want *expected, got map[string]any, code int) {
	t.Helper()
	status, exit := "incomplete", cli.ExitIncomplete
	pending := any([]any{})
	switch {
	case want.RunError != nil:
		status, exit = "errored", cli.ExitErrored
		reported, _ := got["error"].(map[string]any)
		for _, key := range []string{"message", "code"} {
			same(t, "error."+key, reported[key], want.RunError[key])
		}
	case want.RunFinished["outcome"] == "interrupt":
		status, exit = "interrupted", cli.ExitInterrupted
	case want.RunFinished["outcome"] == "success":
		status, exit = "finished", cli.ExitFinished
	case want.RunFinished != nil:
		t.Fatalf("the test does not know the outcome %v", want.RunFinished["outcome"])
	}
	if ids, ok := want.RunFinished["pendingToolCallIds"]; ok {
		pending = ids
	}
	if got["status"] != status || code != exit {
		t.Errorf("the run is %v with exit code %d, want %s with %d", got["status"], code, status, exit)
	}
	same(t, "pendingToolCallIds", got["pendingToolCallIds"], pending)
}

// legal: lenient mode gives the same, and finds no error, where strict does not.
func legal(t *testing.T, base string, strict map[string]any) {
	t.Helper()
	lenient, _ := reduced(t, base)
	for _, key := range slices.Sorted(maps.Keys(strict)) {
		same(t, "lenient "+key, lenient[key], strict[key])
	}
	if n := faults(strict); n > 0 {
		t.Errorf("%d findings of severity error in a stream that the reference accepts: %v", n, strict["findings"])
	}
}

func faults(report map[string]any) (n int) {
	list, _ := report["findings"].([]any)
	for _, f := range list {
		if f, ok := f.(map[string]any); ok && f["severity"] == "error" {
			n++
		}
	}
	return n
}

// reduced is the report of reduce on a captured stream, in this process.
func reduced(t *testing.T, base string, flags ...string) (map[string]any, int) {
	t.Helper()
	args := append([]string{"reduce", base + ".sse", "--input", base + ".request.json", "--format", "json"}, flags...)
	out, stderr, code := inProcess(t, nil, args...)
	var report map[string]any
	if code == cli.ExitUsage {
		t.Fatalf("agtui %v: %s", args, stderr)
	}
	decode(t, []byte(out), &report)
	return report, code
}

// inProcess runs the command line in this process: hundreds of runs need no
// hundreds of processes.
func inProcess(t *testing.T, stdin io.Reader, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	got := inHome(t.TempDir(), stdin, args...)
	return got.stdout, got.stderr, got.code
}

// called is what a call of the program left.
type called struct {
	stdout, stderr string
	code           int
}

// inHome runs the command line in this process, with its files in a directory.
func inHome(home string, stdin io.Reader, args ...string) called {
	if stdin == nil {
		stdin = strings.NewReader("")
	}
	var out, errs bytes.Buffer
	code := cli.Main(cli.Env{
		Args: args, Environ: []string{"XDG_DATA_HOME=" + home, "XDG_CONFIG_HOME=" + home, "HOME=" + home},
		Stdin: stdin, Stdout: &out, Stderr: &errs, Now: time.Now,
	}, "test")
	return called{out.String(), errs.String(), code}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// decode reads JSON and keeps numbers as their text.
func decode(t *testing.T, data []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		t.Fatalf("reading %.200q as JSON: %v", data, err)
	}
}

// same compares decoded JSON; it names the first place that differs.
func same(t *testing.T, name string, got, want any) {
	t.Helper()
	if where := difference(name, got, want); where != "" {
		t.Error(where)
	}
}

// difference is where and how two JSON values differ, "" where they do not.
// Numbers are decimals: 1.0 is 1, and a long one is not rounded.
func difference(at string, got, want any) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			break
		}
		keys := maps.Clone(w)
		maps.Copy(keys, g)
		for _, k := range slices.Sorted(maps.Keys(keys)) {
			gv, inGot := g[k]
			wv, inWant := w[k]
			switch {
			case !inGot:
				return fmt.Sprintf("%s.%s is missing, want %s", at, k, short(wv))
			case !inWant:
				return fmt.Sprintf("%s.%s is %s, want it absent", at, k, short(gv))
			}
			if d := difference(at+"."+k, gv, wv); d != "" {
				return d
			}
		}
		return ""
	case []any:
		g, ok := got.([]any)
		if !ok {
			break
		}
		for i := range min(len(g), len(w)) {
			if d := difference(fmt.Sprintf("%s[%d]", at, i), g[i], w[i]); d != "" {
				return d
			}
		}
		if len(g) != len(w) {
			return fmt.Sprintf("%s has %d elements, want %d", at, len(g), len(w))
		}
		return ""
	case json.Number:
		if g, ok := got.(json.Number); ok && decimal(g).Cmp(decimal(w)) == 0 {
			return ""
		}
	default:
		if got == want {
			return ""
		}
	}
	return fmt.Sprintf("%s is %s, want %s", at, short(got), short(want))
}

func decimal(n json.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return new(big.Rat)
	}
	return r
}

func short(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	if len(b) > 200 {
		return string(b[:200]) + "…"
	}
	return string(b)
}
