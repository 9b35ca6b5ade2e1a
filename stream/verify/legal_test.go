package verify_test

import (
	"testing"

	"pgregory.net/rapid"

	"agtui/stream/agui"
	"agtui/stream/chunk"
	"agtui/stream/internal/streamgen"
	"agtui/stream/verify"
)

// expand takes the chunks out of a stream.
func expand(t interface{ Fatalf(string, ...any) }, events []agui.Event) []agui.Event {
	x := chunk.New(false)
	var out []agui.Event
	var faults []agui.Finding
	for i := range events {
		if out, faults = x.Expand(&events[i], out); faults != nil {
			t.Fatalf("event %d: %v", i, faults)
		}
	}
	return out
}

func TestVerifier_FindsNothingInLegalStreams(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := verify.New()
		for i, ev := range expand(t, streamgen.Legal().Draw(t, "stream")) {
			if faults := v.Check(&ev); faults != nil {
				t.Fatalf("event %d %s: %v", i, ev.Type, faults)
			}
			v.Advance(&ev)
		}
	})
}
