package reducer_test

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/store/reducer"
	"agtui/stream/agui"
)

// Any cutting of texts and arguments into deltas gives the same messages, even
// one inside a surrogate pair.
func TestApply_CuttingDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole, cut := reducer.New(nil, nil), reducer.New(nil, nil)
		for i := range rapid.IntRange(1, 4).Draw(t, "messages") {
			id := agui.Some("id" + strconv.Itoa(i))
			kind := rapid.SampledFrom([]agui.EventType{agui.TextMessageStart, agui.ReasoningMessageStart, agui.ToolCallStart}).Draw(t, "kind")
			text := rapid.StringMatching(`[a😀é"\\한]{0,12}`).Draw(t, "text")
			start := agui.Event{Type: kind, MessageID: id, ToolCallID: id, Name: agui.Some("f")}
			content := agui.Event{Type: kind + 1, MessageID: id, ToolCallID: id}
			for _, r := range []*reducer.Reducer{whole, cut} {
				first := start
				r.Apply(&first)
			}
			all := content
			all.Delta = agui.Some(text)
			whole.Apply(&all)
			for _, piece := range pieces(t, text) {
				part := content
				part.Delta = agui.Some(piece)
				if found := cut.Apply(&part); len(found) > 0 {
					t.Fatalf("%+v", found)
				}
			}
		}
		if got, want := written(cut.Messages()), written(whole.Messages()); got != want {
			t.Fatalf("cut  %s\nwhole %s", got, want)
		}
	})
}

// pieces cuts text anywhere between UTF-16 units.
func pieces(t *rapid.T, text string) []string {
	var out []string
	var b strings.Builder
	for _, r := range text {
		halves := []string{string(r)}
		if r > 0xFFFF && rapid.Bool().Draw(t, "split") {
			high, low := 0xD800+(r-0x10000)>>10, 0xDC00+(r-0x10000)&0x3FF
			halves = []string{half(high), half(low)}
		}
		for _, h := range halves {
			b.WriteString(h)
			if rapid.Bool().Draw(t, "cut") || len(halves) == 2 {
				out = append(out, b.String())
				b.Reset()
			}
		}
	}
	return append(out, b.String())
}

// half is half a surrogate pair in its three-byte form.
func half(r rune) string {
	return string([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
}

// Looking at the messages between events changes nothing.
func TestMessages_LookingChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		watched, blind := reducer.New(nil, nil), reducer.New(nil, nil)
		for range rapid.IntRange(0, 40).Draw(t, "events") {
			ev := drawEvent(t)
			a, b := ev, ev
			watched.Apply(&a)
			blind.Apply(&b)
			if rapid.Bool().Draw(t, "look") {
				watched.Messages()
			}
			checkIndex(t, watched)
		}
		if got, want := written(watched.Messages()), written(blind.Messages()); got != want {
			t.Fatalf("watched %s\nblind   %s", got, want)
		}
	})
}

// checkIndex compares the look-ups with a linear search.
func checkIndex(t *rapid.T, r *reducer.Reducer) {
	list := r.Messages()
	seen, calls := map[string]bool{}, map[string]bool{}
	for i := range list {
		if m, ok := r.Message(list[i].ID); !seen[list[i].ID] {
			seen[list[i].ID] = true
			if !ok || written([]agui.Message{m}) != written(list[i:i+1]) {
				t.Fatalf("message %q: %v %s", list[i].ID, ok, written(list))
			}
		}
		for _, c := range list[i].ToolCalls {
			got, id, ok := r.ToolCall(c.ID)
			if !calls[c.ID] && (!ok || id != list[i].ID || got.Arguments != c.Arguments) {
				t.Fatalf("call %q: %v, of %q, %s", c.ID, ok, id, written(list))
			}
			calls[c.ID] = true
		}
	}
	if len(list) != r.Len() {
		t.Fatalf("%d messages, Len %d", len(list), r.Len())
	}
}

func drawEvent(t *rapid.T) agui.Event {
	ids := rapid.SampledFrom([]string{"a", "b", "c", ""})
	types := rapid.SampledFrom([]agui.EventType{
		agui.TextMessageStart, agui.TextMessageContent, agui.ToolCallStart, agui.ToolCallArgs, agui.ToolCallResult,
		agui.MessagesSnapshot, agui.ActivitySnapshot, agui.ActivityDelta, agui.ReasoningMessageStart, agui.ReasoningEncryptedValue,
	})
	ev := agui.Event{
		Type:         types.Draw(t, "type"),
		MessageID:    agui.Some(ids.Draw(t, "message")),
		ToolCallID:   agui.Some(ids.Draw(t, "call")),
		Name:         agui.Some("f"),
		Delta:        agui.Some("x"),
		Content:      agui.Text("r"),
		ActivityType: "PLAN",
		Value:        agui.Raw(`{"n":[1]}`),
		Patch:        []agui.Operation{{Op: "add", Path: "/n/-", Value: agui.Raw("2")}},
		Metadata:     agui.Raw(rapid.SampledFrom([]string{`{}`, `{"a":1}`, `{"a":2,"b":{}}`}).Draw(t, "metadata")),
	}
	if rapid.Bool().Draw(t, "parent") {
		ev.ParentID = agui.Some(ids.Draw(t, "parent"))
	}
	ev.Encrypted = &agui.Encrypted{Subtype: "tool-call", EntityID: ev.ToolCallID.Value, Value: "E"}
	for range rapid.IntRange(0, 3).Draw(t, "snapshot") {
		m := agui.Message{ID: ids.Draw(t, "id"), Role: rapid.SampledFrom([]string{"assistant", "tool", "activity", "reasoning"}).Draw(t, "role")}
		switch m.Role {
		case "assistant":
			m.ToolCalls = []agui.ToolCall{{ID: ids.Draw(t, "tool call"), Name: "f", Arguments: "s"}}
		case "activity":
			m.ActivityType, m.Content = agui.Some("PLAN"), &agui.Content{Kind: agui.ContentOpaque, Opaque: agui.Raw(`{"n":[]}`)}
		default:
			m.Content = agui.Text("s")
		}
		ev.Messages = append(ev.Messages, m)
	}
	return ev
}

func FuzzReducer(f *testing.F) {
	for _, s := range []string{
		textStart + "\n" + textHi, callStart + "\n" + callArgs + "\n" + callResult, snapshot(`{}`, assistant("c", "")),
		`{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a","value":1}]}`, `{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"P","content":{}}`,
		`{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"m","encryptedValue":"E"}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		r := reducer.New(nil, nil)
		for line := range strings.SplitSeq(lines, "\n") {
			ev, err := agui.DecodeEvent([]byte(line))
			if err != nil {
				continue
			}
			before := string(r.State().Append(nil))
			found := r.Apply(&ev)
			if r.Failure() != nil && (len(found) == 0 || string(r.State().Append(nil)) != before) {
				t.Fatal("a failed patch changed the state, or was not reported")
			}
		}
		if text := written(r.Messages()); !agui.Valid([]byte(text)) {
			t.Fatalf("not JSON: %s", text)
		}
	})
}
