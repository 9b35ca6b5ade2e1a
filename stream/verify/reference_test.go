package verify_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"agtui/stream/agui"
	"agtui/stream/chunk"
	"agtui/stream/verify"
)

// TestVerifier_AgreesWithTheReference compares with what the chunk and verify
// stages of @ag-ui/client 1.0.0 made of generated streams: the index of the
// event it fails at, -1 for none, and the types of what it delivered.
func TestVerifier_AgreesWithTheReference(t *testing.T) {
	body, err := os.ReadFile("testdata/reference.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range bytes.Split(bytes.TrimSpace(body), []byte("\n")) {
		var c struct {
			Events    []json.RawMessage `json:"events"`
			Fails     int               `json:"fails"`
			Delivered []string          `json:"delivered"`
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		fails, delivered := judge(t, c.Events)
		if got, want := strings.Join(delivered, " "), strings.Join(c.Delivered, " "); got != want || fails != c.Fails {
			t.Errorf("line %d: fails at %d after %s, want %d after %s", i+1, fails, got, c.Fails, want)
		}
	}
}

// judge tells where a stream fails and what is delivered until then.
func judge(t *testing.T, raws []json.RawMessage) (int, []string) {
	t.Helper()
	x, v := chunk.New(false), verify.New()
	var delivered []string
	for i, raw := range raws {
		ev, err := agui.DecodeEvent(raw)
		if err != nil {
			t.Fatal(err)
		}
		expanded, faults := x.Expand(&ev, nil)
		if len(faults) > 0 {
			return i, delivered
		}
		for j := range expanded {
			for _, f := range v.Check(&expanded[j]) {
				if f.Fatal {
					return i, delivered
				}
			}
			v.Advance(&expanded[j])
			delivered = append(delivered, expanded[j].Type.String())
		}
	}
	return -1, delivered
}
