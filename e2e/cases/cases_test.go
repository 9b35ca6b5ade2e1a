package cases_test

import (
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agtui/ui/plain"
)

func TestCases_StrictModeDoesAsExpected(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, dir, way string, s *spec, e *expectation) {
		t.Helper()
		check(t, dir, way, s, e, true)
	})
}

func TestCases_LenientModeDoesTheSameWhereTheReferenceDoesNotFail(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, dir, way string, s *spec, e *expectation) {
		t.Helper()
		if fails(s, e) {
			t.Skip("lenient mode goes on: see the next test")
		}
		check(t, dir, way, s, e, false)
	})
}

func each(t *testing.T, do func(t *testing.T, dir, way string, s *spec, e *expectation)) {
	t.Helper()
	dirs, err := filepath.Glob("testdata/*/case.json")
	if err != nil || len(dirs) < 34 {
		t.Fatalf("there are only %d cases: %v", len(dirs), err)
	}
	for _, file := range dirs {
		dir := filepath.Dir(file)
		s, e := read(t, dir)
		for _, way := range ways(s) {
			t.Run(filepath.Base(dir)+"/"+way, func(t *testing.T) {
				t.Parallel()
				do(t, dir, way, s, e)
			})
		}
	}
}

// check plays a case and compares after each run.
func check(t *testing.T, dir, way string, s *spec, e *expectation, strict bool) {
	t.Helper()
	c := newClient(t, s, strict)
	for i := range s.Runs {
		r := &s.Runs[i]
		srv := serve(t, r, r.body(t, dir), way)
		report := c.take(r, srv)
		compare(t, r.RunID, report, &e.Runs[i], s.Runs[i].Generate != nil)
		var sent []byte
		if len(srv.requests) > 0 {
			sent = <-srv.requests
		}
		checkRequest(t, r.RunID, sent, &e.Runs[i])
		if r.HoldOpenMs > 0 {
			<-srv.left // or the test never ends
		}
	}
	checkDiagnostics(t, c.told, e.Diagnostics)
}

func compare(t *testing.T, at string, got *plain.Report, want *expectedRun, generated bool) {
	t.Helper()
	var have struct {
		Messages, State, Interrupts, Result, PendingToolCallIDs, Error, Events any
		Outcome                                                                *struct{ Type string }
	}
	line, err := got.JSON()
	if err != nil {
		t.Fatal(err)
	}
	decode(t, line, &have)
	if string(got.Status) != want.Status {
		t.Errorf("%s: the status is %s, want %s", at, got.Status, want.Status)
	}
	if got.Requests != want.Requests {
		t.Errorf("%s: %d requests, want %d", at, got.Requests, want.Requests)
	}
	same(t, at+" messages", have.Messages, want.Messages)
	same(t, at+" interrupts", have.Interrupts, want.PendingInterrupts)
	if want.StateText != "" {
		var state any
		decode(t, []byte(want.StateText), &state)
		same(t, at+" state text", have.State, state)
	} else {
		same(t, at+" state", have.State, want.State)
	}
	if want.ExpandedEvents != nil && !generated {
		same(t, at+" events", orEmpty(have.Events), want.ExpandedEvents)
	}
	if want.Result != nil {
		same(t, at+" result", have.Result, want.Result)
	}
	if want.PendingToolCallIDs != nil {
		same(t, at+" pending calls", have.PendingToolCallIDs, want.PendingToolCallIDs)
	}
	outcome := "success"
	if have.Outcome != nil {
		outcome = have.Outcome.Type
	}
	if want.Outcome != "" && outcome != want.Outcome {
		t.Errorf("%s: the outcome is %s, want %s", at, outcome, want.Outcome)
	}
	if want.ServerError != nil && want.Status == "errored" {
		compareError(t, at, have.Error, want.ServerError)
	}
}

func compareError(t *testing.T, at string, got, want any) {
	t.Helper()
	g, _ := got.(map[string]any)
	w, _ := want.(map[string]any)
	for _, k := range []string{"message", "code"} {
		same(t, at+" error "+k, g[k], w[k])
	}
}

func checkRequest(t *testing.T, at string, sent []byte, want *expectedRun) {
	t.Helper()
	if want.Request == nil {
		return
	}
	if sent == nil {
		t.Errorf("%s: nothing was sent", at)
		return
	}
	var got struct{ State, Messages, Resume any }
	decode(t, sent, &got)
	same(t, at+" sent state", got.State, want.Request.State)
	same(t, at+" sent messages", got.Messages, want.Request.Messages)
	same(t, at+" sent answers", got.Resume, want.Request.Resume)
}

// checkDiagnostics: the user is told what the case asks for, and of no error
// beyond that.
func checkDiagnostics(t *testing.T, told map[string][]string, want []diagnostic) {
	t.Helper()
	level := map[string]string{"notice": "info"}
	for _, d := range want {
		found := false
		name := d.Level
		if l, ok := level[name]; ok {
			name = l
		}
		for _, text := range told[name] {
			found = found || mentions(text, d.Mentions)
		}
		if !found {
			t.Errorf("no %s mentions %q: %q", d.Level, d.Mentions, told)
		}
	}
	for _, text := range told["error"] {
		if strings.ContainsAny(text, "\n\r") || strings.Contains(text, "<html") || strings.Contains(text, "<style") {
			t.Errorf("an error is not one line of words: %q", text)
		}
		asked := false
		for _, d := range want {
			asked = asked || d.Level == "error" && mentions(text, d.Mentions)
		}
		if !asked {
			t.Errorf("an error that is none: %s", text)
		}
	}
}

func mentions(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(w)) {
			return false
		}
	}
	return true
}

func orEmpty(v any) any {
	if v == nil {
		return []any{}
	}
	return v
}

// decode reads JSON and keeps numbers as their text.
func decode(t *testing.T, data []byte, into any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		t.Fatalf("reading %.200q: %v", data, err)
	}
}

// same compares decoded JSON; numbers are decimals.
func same(t *testing.T, name string, got, want any) {
	t.Helper()
	if !equal(got, want) {
		t.Errorf("%s are\n  %s, want\n  %s", name, written(got), written(want))
	}
}

func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		n, ok := b.(json.Number)
		x, okX := new(big.Rat).SetString(a.String())
		y, okY := new(big.Rat).SetString(n.String())
		return ok && okX && okY && x.Cmp(y) == 0
	case []any:
		list, ok := b.([]any)
		if !ok || len(a) != len(list) {
			return false
		}
		for i := range a {
			if !equal(a[i], list[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		m, ok := b.(map[string]any)
		if !ok || len(a) != len(m) {
			return false
		}
		for k := range a {
			if v, ok := m[k]; !ok || !equal(a[k], v) {
				return false
			}
		}
		return true
	default:
		return a == b
	}
}

func written(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// TestCases_AreServedAsTheyAre: a body that a checkout changed is another case.
func TestCases_AreServedAsTheyAre(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/54-cr-and-split-crlf/input.sse")
	if err != nil || !strings.Contains(string(data), "\r") {
		t.Errorf("the carriage returns are gone: %v", err)
	}
}
