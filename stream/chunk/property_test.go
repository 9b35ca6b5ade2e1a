package chunk_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"agtui/stream/agui"
	"agtui/stream/chunk"
	"agtui/stream/internal/streamgen"
)

type failer interface{ Fatalf(string, ...any) }

func isChunk(t agui.EventType) bool {
	return t == agui.TextMessageChunk || t == agui.ToolCallChunk || t == agui.ReasoningMessageChunk
}

// deltas joins all text of a stream, by kind.
func deltas(events []agui.Event) map[string]string {
	all := map[string]string{}
	for i := range events {
		switch events[i].Type {
		case agui.TextMessageChunk, agui.TextMessageContent:
			all["text"] += events[i].Delta.Value
		case agui.ToolCallChunk, agui.ToolCallArgs:
			all["arguments"] += events[i].Delta.Value
		case agui.ReasoningMessageChunk, agui.ReasoningMessageContent:
			all["reasoning"] += events[i].Delta.Value
		default:
		}
	}
	return all
}

// checkExpansion checks what holds for every stream.
func checkExpansion(t failer, events []agui.Event) {
	out, _ := expand(true, events)
	var plain, kept []agui.Event
	for i := range events {
		if !isChunk(events[i].Type) {
			plain = append(plain, events[i])
		}
	}
	for i, next := 0, 0; i < len(out); i++ {
		if isChunk(out[i].Type) {
			t.Fatalf("event %d is a chunk still", i)
		}
		if next < len(plain) && out[i].Frame == plain[next].Frame {
			kept = append(kept, out[i])
			next++
		}
	}
	if len(plain) > 0 && !reflect.DeepEqual(kept, plain) {
		t.Fatalf("events that are no chunks changed")
	}
	if got, want := deltas(out), deltas(events); !sameText(got, want) {
		t.Fatalf("text changed: %v, want %v", got, want)
	}
}

func sameText(a, b map[string]string) bool {
	for _, k := range []string{"text", "arguments", "reasoning"} {
		if a[k] != b[k] {
			return false
		}
	}
	return true
}

func TestExpand_IsTheSameWhenLenientOnLegalStreams(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := streamgen.Legal().Draw(t, "stream")
		strict, faults := expand(false, events)
		lenient, found := expand(true, events)
		if len(faults)+len(found) > 0 {
			t.Fatalf("faults: %v %v", faults, found)
		}
		if !reflect.DeepEqual(strict, lenient) {
			t.Fatalf("strict\n%slenient\n%s", streamgen.Format(strict), streamgen.Format(lenient))
		}
	})
}

func TestExpand_LosesNoText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkExpansion(t, streamgen.Any().Draw(t, "stream")) })
}

func TestExpand_LosesNoTextOfStreamsWithFaults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkExpansion(t, streamgen.Mutated().Draw(t, "stream")) })
}

func FuzzChunk(f *testing.F) {
	f.Add([]byte{8, 4, 0, 8, 4, 4, 14, 0, 0, 8, 4, 4})
	f.Add([]byte{12, 4, 0, 12, 4, 5, 25, 0, 1, 8, 8, 2})
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), 3000)]
		var events []agui.Event
		for i := 0; i+2 < len(data); i += 3 {
			ev := streamgen.FromBytes(int(data[i]), int(data[i+1]), int(data[i+2]))
			ev.Frame = i/3 + 1
			events = append(events, ev)
		}
		checkExpansion(t, events)
	})
}

func BenchmarkExpand_Chunks(b *testing.B) {
	x := chunk.New(true)
	first := agui.Event{Type: agui.TextMessageChunk, MessageID: agui.Some("m"), Delta: agui.Some("a")}
	next := agui.Event{Type: agui.TextMessageChunk, Delta: agui.Some("b")}
	out, _ := x.Expand(&first, nil)
	b.ReportAllocs()
	for b.Loop() {
		out, _ = x.Expand(&next, out[:0])
	}
}
