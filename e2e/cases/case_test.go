package cases_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// A spec is what case.json says: what the client holds at first, and what its
// requests are answered with.
type spec struct {
	Initial struct {
		Messages []json.RawMessage
		State    json.RawMessage
	}
	Runs []run
}

// A run is one request and its answer.
type run struct {
	RunID   string
	Body    string // a file
	Text    string `json:"bodyText"`
	Status  int
	Headers map[string]string
	Resume  []resume
	Refused bool // nothing may be sent
	// Writes says how the body is written: "byte", or the lengths of the first
	// writes. Without it the case is served in three ways.
	Writes     json.RawMessage
	Gzip       bool `json:"gzipFlushPerFrame"`
	HoldOpenMs int
	Generate   *generate
}

type resume struct {
	InterruptID, Status string
	Payload             json.RawMessage
}

// generate is a body too long for a file.
type generate struct {
	Prefix, Repeat string
	Bytes, Chunk   int
}

// An expectation is what expect.json says.
type expectation struct {
	Runs        []expectedRun
	Diagnostics []diagnostic
	Deviation   string
}

type expectedRun struct {
	Status             string
	Messages           any
	State              any
	StateText          string
	PendingInterrupts  any
	Outcome            string
	Result             any
	PendingToolCallIDs any
	ServerError        any
	Requests           int
	Request            *struct{ State, Messages, Resume any }
	ExpandedEvents     any
	Reference          struct{ Rejected any }
}

// A diagnostic is something that the user must be told.
type diagnostic struct {
	Level    string
	Mentions []string
}

// read reads a case.
func read(t *testing.T, dir string) (*spec, *expectation) {
	t.Helper()
	var s spec
	var e expectation
	for name, into := range map[string]any{"case.json": &s, "expect.json": &e} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		decode(t, data, into)
	}
	if len(s.Runs) == 0 || len(s.Runs) != len(e.Runs) {
		t.Fatalf("%d runs, but %d are expected", len(s.Runs), len(e.Runs))
	}
	return &s, &e
}

// body is what a run is answered with.
func (r *run) body(t *testing.T, dir string) []byte {
	t.Helper()
	if r.Body == "" {
		return []byte(r.Text)
	}
	data, err := os.ReadFile(filepath.Join(dir, r.Body))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
