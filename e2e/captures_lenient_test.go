//go:build !windows

package e2e_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestCaptures_SayWhatTheReferenceRejects: a stream of a real server that the
// reference client rejects is whole in lenient mode, its questions too, and
// what is said about it is what a backend developer reads: one golden file
// each.
func TestCaptures_SayWhatTheReferenceRejects(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(captures, "*", "*.expect.json"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range files {
		var want expected
		decode(t, read(t, f), &want)
		if want.Rejected == nil {
			continue
		}
		n++
		base := strings.TrimSuffix(f, ".expect.json")
		name := strings.ReplaceAll(strings.TrimPrefix(filepath.ToSlash(base), captures+"/"), "/", "-")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lenient, _ := reduced(t, base)
			nothingLost(t, base, lenient)
			out, stderr, _ := inProcess(t, nil, "check", base+".sse", "--input", base+".request.json")
			got := strings.ReplaceAll(out, filepath.ToSlash(base)+".sse:", filepath.Base(base)+".sse:") + stderr
			asKept(t, filepath.Join("testdata", "captures", name+".txt"), got)
		})
	}
	if n < 15 {
		t.Errorf("only %d captures are rejected", n)
	}
}

// nothingLost: every interrupt of the last RUN_FINISHED of a stream is open, and
// every call that has a result shows it.
func nothingLost(t *testing.T, base string, lenient map[string]any) {
	t.Helper()
	var last []any
	results := map[string]bool{}
	for line := range strings.Lines(string(read(t, base+".sse"))) {
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var e struct {
			Type, ToolCallID string
			Outcome          struct{ Interrupts []any }
		}
		if json.Unmarshal([]byte(data), &e) != nil {
			continue
		}
		switch e.Type {
		case "RUN_FINISHED":
			last = e.Outcome.Interrupts
		case "TOOL_CALL_RESULT":
			results[e.ToolCallID] = true
		}
	}
	if open, _ := lenient["interrupts"].([]any); len(open) != len(last) {
		t.Errorf("%d questions are open, want %d", len(open), len(last))
	}
	messages, _ := lenient["messages"].([]any)
	for _, m := range messages {
		if m, ok := m.(map[string]any); ok {
			id, _ := m["toolCallId"].(string)
			delete(results, id)
		}
	}
	if len(results) > 0 {
		t.Errorf("no results for the calls %v", results)
	}
}
