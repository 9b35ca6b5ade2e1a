package plain_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/plain"
)

func TestReport_KeepsNumbersAndHalvesAsTheyWere(t *testing.T) {
	t.Parallel()
	v := newView(nil).feed(begin, `{"type":"STATE_SNAPSHOT","snapshot":{"z":1.10,"a":12345678901234567890,"h":"\ud83d","t":"<&>"}}`,
		start("a"), say("a", `\ud83d`), end("a"), finish).close()
	b, err := plain.BuildReport(v.conv, plain.Extra{}).JSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"state":{"z":1.10,"a":12345678901234567890,"h":"\ud83d","t":"<&>"}`, `"content":"\ud83d"`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("no %s in %s", want, b)
		}
	}
	if bytes.Count(b, []byte("\n")) != 1 || b[len(b)-1] != '\n' || !json.Valid(b) {
		t.Errorf("it is not one line of JSON: %q", b)
	}
}

func TestReport_OfARefusedRequest(t *testing.T) {
	t.Parallel()
	r := plain.BuildReport(store.New(nil, nil), plain.Extra{Status: store.Refused, Error: "open questions"})
	b, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"status":"refused"`, `"requests":0`, `"error":{"message":"open questions","code":null}`, `"runs":[]`, `"threadId":null`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("no %s in %s", want, b)
		}
	}
	if string(r.CancelledBy) != "null" {
		t.Errorf("by %s", r.CancelledBy)
	}
}

func TestReport_SaysWhoCancelled(t *testing.T) {
	t.Parallel()
	v := newView(nil).feed(begin, `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"cancelled"}}`).close()
	if r := plain.BuildReport(v.conv, plain.Extra{}); string(r.CancelledBy) != `"agent"` || r.Status != store.Cancelled {
		t.Errorf("%s by %s", r.Status, r.CancelledBy)
	}
}

func TestLines_KeepTheFirstError(t *testing.T) {
	t.Parallel()
	l := plain.NewLines(&refusing{})
	if err := l.Event(&agui.Event{Type: agui.RunError}); !errors.Is(err, errFull) {
		t.Errorf("%v", err)
	}
	if err := l.Finding(agui.Finding{}); !errors.Is(err, errFull) {
		t.Errorf("%v", err)
	}
}

func TestFindingLine(t *testing.T) {
	t.Parallel()
	f := agui.NewFinding(agui.RuleNotOpen, 7, "a\x1b\nb")
	for file, want := range map[string]string{
		"":      "error not-open: a␛␊b (frame 7)",
		"x.sse": "x.sse:7: error not-open: a␛␊b",
	} {
		if got := plain.FindingLine(file, &f); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
