package repair_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/store/reducer"
	"agtui/stream/agui"
	"agtui/stream/chunk"
	"agtui/stream/internal/streamgen"
	"agtui/stream/repair"
	"agtui/stream/verify"
)

// stages are expansion, verification and repair.
type stages struct {
	x                  *chunk.Expander
	v                  *verify.Verifier
	r                  *repair.Repairer
	expanded, repaired []agui.Event
}

func newStages() *stages {
	x, v := chunk.New(true), verify.New()
	return &stages{x: x, v: v, r: repair.New(v, x.Calls())}
}

// take takes one event through them.
func (s *stages) take(ev *agui.Event, out []agui.Event) ([]agui.Event, []agui.Finding) {
	var found, faults []agui.Finding
	s.expanded, found = s.x.Expand(ev, s.expanded[:0])
	for j := range s.expanded {
		s.repaired, faults = s.r.Repair(&s.expanded[j], s.v.Check(&s.expanded[j]), s.repaired[:0])
		found = append(found, faults...)
		for k := range s.repaired {
			s.v.Advance(&s.repaired[k])
		}
		out = append(out, s.repaired...)
	}
	return out, found
}

// repairAll takes a stream through the stages.
func repairAll(events []agui.Event) ([]agui.Event, []agui.Finding) {
	s := newStages()
	var out []agui.Event
	var found, faults []agui.Finding
	for i := range events {
		out, faults = s.take(&events[i], out)
		found = append(found, faults...)
	}
	return out, found
}

type failer interface{ Fatalf(string, ...any) }

// mustBeLegal verifies a repaired stream again.
func mustBeLegal(t failer, events []agui.Event) {
	strict, lenient := verify.New(), verify.NewRepaired()
	for i := range events {
		for _, f := range strict.Check(&events[i]) {
			if f.Fatal && f.Rule != agui.RuleRunEnded {
				t.Fatalf("event %d: %s %s", i, f.Rule, f.Message)
			}
		}
		for _, f := range lenient.Check(&events[i]) {
			if f.Fatal {
				t.Fatalf("event %d, after repair: %s %s", i, f.Rule, f.Message)
			}
		}
		strict.Advance(&events[i])
		lenient.Advance(&events[i])
	}
}

// contents collects what must never get lost: deltas and results. Ids that the
// client made up for chunks without one count as none.
func contents(events []agui.Event) map[string]string {
	all := map[string]string{}
	for i := range events {
		ev := &events[i]
		switch ev.Type {
		case agui.TextMessageContent, agui.TextMessageChunk:
			all["text"] += ev.Delta.Value
		case agui.ReasoningMessageContent, agui.ReasoningMessageChunk:
			all["reasoning"] += ev.Delta.Value
		case agui.ToolCallArgs, agui.ToolCallChunk:
			all["arguments"] += ev.Delta.Value
		case agui.ToolCallResult:
			all["result"] += ev.ToolCallID.Value + ev.MessageID.Value + ev.Content.Text
		case agui.StateSnapshot, agui.Custom, agui.RawEvent, agui.ActivitySnapshot, agui.ActivityDelta,
			agui.MessagesSnapshot, agui.ReasoningEncryptedValue:
			all["other"] += ev.Type.String() + " "
		default:
		}
	}
	for k, v := range all {
		if v == "" {
			delete(all, k)
		}
	}
	return all
}

// perID collects the text of each message and call that is named.
func perID(events []agui.Event) map[string]string {
	all := map[string]string{}
	for i := range events {
		ev := &events[i]
		switch id := ev.MessageID.Value + ev.ToolCallID.Value; ev.Type {
		case agui.TextMessageContent, agui.ReasoningMessageContent, agui.ToolCallArgs:
			all[ev.Type.String()+" "+id] += ev.Delta.Value
		default:
		}
	}
	return all
}

// usable leaves out the events that repair ignored because their id is that of
// an activity. It must be: the reducer could not use them.
func usable(t failer, events []agui.Event) []agui.Event {
	stages, r := newStages(), reducer.New(nil, nil)
	var kept, out []agui.Event
	for i := range events {
		var found []agui.Finding
		out, found = stages.take(&events[i], out[:0])
		ignored := slices.ContainsFunc(found, func(f agui.Finding) bool {
			return strings.Contains(f.Message, "the id is that of an activity")
		})
		for j := range out {
			r.Apply(&out[j])
		}
		if !ignored {
			kept = append(kept, events[i])
			continue
		}
		id := events[i].MessageID.Value
		if role, _ := r.Role(id); role != agui.RoleActivity {
			t.Fatalf("%q is taken for an activity, but is %q", id, role)
		}
	}
	return kept
}

func checkRepair(t failer, events []agui.Event) {
	out, _ := repairAll(events)
	mustBeLegal(t, out)
	if got, want := contents(out), contents(usable(t, events)); !reflect.DeepEqual(got, want) {
		t.Fatalf("contents changed: %v, want %v", got, want)
	}
	again, _ := repairAll(out)
	if len(again) != len(out) || len(out) > 0 && !reflect.DeepEqual(again, out) {
		t.Fatalf("repairing twice changed something:\n%v\n%v", brief(again), brief(out))
	}
}

// brief lists the types of a stream.
func brief(events []agui.Event) string {
	names := make([]string, len(events))
	for i := range events {
		names[i] = events[i].Type.String()
	}
	return strings.Join(names, " ")
}

func TestRepair_LeavesLegalStreamsAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := streamgen.Legal().Draw(t, "stream")
		out, found := repairAll(events)
		for _, f := range found {
			if f.Severity == agui.Error {
				t.Fatalf("%s: %s", f.Rule, f.Message)
			}
		}
		x := chunk.New(false)
		var want []agui.Event
		for i := range events {
			want, _ = x.Expand(&events[i], want)
		}
		if !reflect.DeepEqual(out, want) {
			t.Fatalf("a legal stream changed:\n%s\n%s", brief(out), brief(want))
		}
	})
}

func TestRepair_MakesStreamsWithFaultsLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkRepair(t, streamgen.Mutated().Draw(t, "stream")) })
}

func TestRepair_MakesAnyStreamLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkRepair(t, streamgen.Any().Draw(t, "stream")) })
}

func TestRepair_KeepsNamedContentWithItsId(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var events []agui.Event
		for _, ev := range streamgen.Any().Draw(t, "stream") {
			switch ev.Type {
			case agui.TextMessageChunk, agui.ReasoningMessageChunk, agui.ToolCallChunk:
			default:
				events = append(events, ev)
			}
		}
		out, _ := repairAll(events)
		got, want := perID(out), perID(usable(t, events))
		for id, text := range want {
			if got[id] != text {
				t.Fatalf("%s: %q, want %q", id, got[id], text)
			}
		}
	})
}

func FuzzRepair(f *testing.F) {
	f.Add([]byte{0, 0, 0, 5, 0, 0, 6, 4, 0, 1, 0, 0})
	f.Add([]byte{6, 0, 0, 1, 0, 0, 13, 0, 0, 8, 4, 4, 1, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		var events []agui.Event
		data = data[:min(len(data), 3000)]
		for i := 0; i+2 < len(data); i += 3 {
			ev := streamgen.FromBytes(int(data[i]), int(data[i+1]), int(data[i+2]))
			ev.Frame = i/3 + 1
			events = append(events, ev)
		}
		checkRepair(t, events)
	})
}
