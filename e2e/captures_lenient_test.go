//go:build !windows

package e2e_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestCaptures_SayWhatTheReferenceRejects: what is said about a stream of a real
// server that the reference client rejects is what a backend developer reads:
// one golden file each.
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
			out, stderr, _ := inProcess(t, nil, "check", base+".sse", "--input", base+".request.json")
			got := strings.ReplaceAll(out, filepath.ToSlash(base)+".sse:", filepath.Base(base)+".sse:") + stderr
			asKept(t, filepath.Join("testdata", "captures", name+".txt"), got)
		})
	}
	if n < 15 {
		t.Errorf("only %d captures are rejected", n)
	}
}

// sent is what a captured stream has for people and for the next request, read
// from its bytes without any of the client.
type sent struct {
	texts     map[string]string // message → its deltas, text and reasoning
	names     map[string]string // call → its name
	arguments map[string]string // call → its deltas
	results   map[string][]any  // call → contents
	values    map[string]string // message or call → its encrypted value
	questions []any             // of the last RUN_FINISHED
}

func nothingSent() *sent {
	return &sent{texts: map[string]string{}, names: map[string]string{}, arguments: map[string]string{}, results: map[string][]any{}, values: map[string]string{}}
}

// sentIn collects what a stream has. Chunks, snapshots and tool calls in them
// are not understood: the streams that are rejected have none.
func sentIn(t *testing.T, base string) *sent {
	t.Helper()
	s := nothingSent()
	for line := range bytes.Lines(read(t, base+".sse")) {
		data, ok := bytes.CutPrefix(line, []byte("data: "))
		if !ok {
			continue
		}
		var e struct {
			Type, MessageID, ToolCallID, ToolCallName, Delta, EntityID, EncryptedValue string
			Content                                                                    any
			Outcome                                                                    struct{ Interrupts []any }
		}
		decode(t, data, &e)
		switch e.Type {
		case "TEXT_MESSAGE_CONTENT", "REASONING_MESSAGE_CONTENT":
			s.texts[e.MessageID] += e.Delta
		case "TOOL_CALL_START":
			s.names[e.ToolCallID] = e.ToolCallName
		case "TOOL_CALL_ARGS":
			s.arguments[e.ToolCallID] += e.Delta
		case "TOOL_CALL_RESULT":
			s.results[e.ToolCallID] = append(s.results[e.ToolCallID], e.Content)
		case "REASONING_ENCRYPTED_VALUE":
			s.values[e.EntityID] = e.EncryptedValue
		case "RUN_FINISHED":
			s.questions = e.Outcome.Interrupts
		case "TEXT_MESSAGE_CHUNK", "TOOL_CALL_CHUNK", "REASONING_MESSAGE_CHUNK", "MESSAGES_SNAPSHOT":
			t.Errorf("the test does not know what a %s brings", e.Type)
		}
	}
	return s
}

// held is what a report has of the same, all messages of a call and of an id
// together.
func held(t *testing.T, report map[string]any) *sent {
	t.Helper()
	s := nothingSent()
	s.questions, _ = report["interrupts"].([]any)
	again, err := json.Marshal(report["messages"])
	if err != nil {
		t.Fatal(err)
	}
	var messages []struct {
		ID, ToolCallID, EncryptedValue string
		Content                        any
		ToolCalls                      []struct {
			ID, EncryptedValue string
			Function           struct{ Name, Arguments string }
		}
	}
	decode(t, again, &messages)
	for _, m := range messages {
		s.values[m.ID] = m.EncryptedValue
		if m.ToolCallID != "" {
			s.results[m.ToolCallID] = append(s.results[m.ToolCallID], m.Content)
			continue
		}
		text, _ := m.Content.(string)
		s.texts[m.ID] += text
		for _, c := range m.ToolCalls {
			s.values[c.ID] = c.EncryptedValue
			s.names[c.ID] = c.Function.Name
			s.arguments[c.ID] += c.Function.Arguments
		}
	}
	return s
}

// nothingLost: every text, call, result and encrypted value of a stream is in
// the messages, each with its id, and the questions of its end are open as they
// were asked. An encrypted value of nothing that exists is said to be dropped.
func nothingLost(t *testing.T, base string, lenient map[string]any) {
	t.Helper()
	want, got := sentIn(t, base), held(t, lenient)
	for what, maps := range map[string][2]map[string]string{
		"text of message": {want.texts, got.texts}, "name of call": {want.names, got.names}, "arguments of call": {want.arguments, got.arguments},
	} {
		for id, text := range maps[0] {
			// What the client held before comes first.
			if there, ok := maps[1][id]; !ok || !strings.HasSuffix(there, text) {
				t.Errorf("the %s %s is %q, want %q", what, id, there, text)
			}
		}
	}
	for id, contents := range want.results {
		if there := got.results[id]; len(there) < len(contents) || difference("", there[len(there)-len(contents):], contents) != "" {
			t.Errorf("the results of call %s are %s, want %s", id, short(there), short(contents))
		}
	}
	for id, value := range want.values {
		there, known := got.values[id]
		if known && there != value || !known && !saidOf(lenient, "dropped-delta", id) {
			t.Errorf("the encrypted value of %s is %q, want %q", id, there, value)
		}
	}
	same(t, "questions", got.questions, append([]any{}, want.questions...))
}

// saidOf tells whether a report has a finding of a rule that quotes an id.
func saidOf(report map[string]any, rule, id string) bool {
	list, _ := report["findings"].([]any)
	return slices.ContainsFunc(list, func(v any) bool {
		f, _ := v.(map[string]any)
		message, _ := f["message"].(string)
		return f["rule"] == rule && strings.Contains(message, strconv.Quote(id))
	})
}
