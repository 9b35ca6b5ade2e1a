package agui_test

import (
	"strconv"
	"testing"

	"agtui/stream/agui"
)

// decodeAll decodes a stream with ids that count up.
func decodeAll(t *testing.T, frames ...string) (events []agui.Event, findings []agui.Finding) {
	t.Helper()
	d := agui.NewDecoder()
	n := 0
	d.NewID = func() string { n++; return "id" + strconv.Itoa(n) }
	for i, data := range frames {
		var ev agui.Event
		found, ok := d.Decode([]byte(data), i+1, &ev)
		findings = append(findings, found...)
		if !ok {
			t.Fatalf("%s is of no use: %v", data, found)
		}
		events = append(events, ev)
	}
	return events, findings
}

func TestDecoder_ReadsThinkingAsReasoning(t *testing.T) {
	events, findings := decodeAll(t,
		`{"type":"THINKING_START","title":"Plan","messageId":5}`,
		`{"type":"THINKING_TEXT_MESSAGE_START","role":"assistant"}`,
		`{"type":"THINKING_TEXT_MESSAGE_CONTENT","delta":"hm"}`,
		`{"type":"THINKING_TEXT_MESSAGE_END"}`,
		`{"type":"THINKING_END","rawEvent":null}`,
		`{"type":"THINKING_TEXT_MESSAGE_CONTENT","delta":"late"}`,
		`{"type":"THINKING_TEXT_MESSAGE_CONTENT","delta":"r"}`,
	)
	want := []string{
		`{"type":"REASONING_START","messageId":"id1"}`,
		`{"type":"REASONING_MESSAGE_START","messageId":"id2","role":"reasoning"}`,
		`{"type":"REASONING_MESSAGE_CONTENT","messageId":"id2","delta":"hm"}`,
		`{"type":"REASONING_MESSAGE_END","messageId":"id2"}`,
		`{"type":"REASONING_END","messageId":"id1"}`,
		`{"type":"REASONING_MESSAGE_CONTENT","messageId":"id3","delta":"late"}`,
		`{"type":"REASONING_MESSAGE_CONTENT","messageId":"id3","delta":"r"}`,
	}
	for i, ev := range events {
		if got := string(agui.AppendEvent(nil, &ev)); got != want[i] {
			t.Errorf("frame %d became %s, want %s", i+1, got, want[i])
		}
	}
	if events[0].Title.Value != "Plan" {
		t.Error("the title is lost")
	}
	legacy, nulls := 0, 0
	for _, f := range findings {
		switch f.Rule {
		case agui.RuleLegacyEvent:
			legacy++
		case agui.RuleDeprecatedNull:
			nulls++
		default:
			t.Errorf("unexpected: %s", f.Message)
		}
	}
	if legacy != len(want) || nulls != 1 {
		t.Errorf("%d conversions and %d nulls reported", legacy, nulls)
	}
}

func TestDecoder_MintsTheSameIDsOnEveryReplay(t *testing.T) {
	mint := func(scope string) string {
		d := agui.NewDecoder()
		d.Scope = scope
		var ev agui.Event
		d.Decode([]byte(`{"type":"RUN_STARTED","threadId":"t","runId":"r7"}`), 1, &ev)
		d.Decode([]byte(`{"type":"THINKING_START"}`), 2, &ev)
		first := ev.MessageID.Value
		d.Decode([]byte(`{"type":"THINKING_TEXT_MESSAGE_START"}`), 3, &ev)
		if ev.MessageID.Value == first {
			t.Error("span and message share an id")
		}
		return first
	}
	for _, scope := range []string{"", "q1"} {
		live, replayed := mint(scope), mint(scope)
		if live != replayed {
			t.Errorf("a replay mints %s, the live run minted %s", replayed, live)
		}
	}
	if mint("q1") == mint("q2") || mint("") == mint("q1") {
		t.Error("two responses share ids")
	}
}

func TestDecoder_UpgradesBinaryParts(t *testing.T) {
	runDecode(t, []decodeRow{
		{
			"bytes become a data source", `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"binary","id":"x","mimeType":"image/png","data":"AA","filename":"a.png","more":1}]}`,
			"legacy-binary",
			[]string{"content[0]"},
			`{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"image","source":{"type":"data","value":"AA","mimeType":"image/png"},"metadata":{"filename":"a.png"}}]}`,
		},
		{
			"an address becomes a url source", `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"binary","mimeType":"application/pdf","data":"","url":"https://a.example"}]}`,
			"legacy-binary", nil, `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"document","source":{"type":"url","value":"https://a.example","mimeType":"application/pdf"}}]}`,
		},
		{
			"an id alone cannot be upgraded", `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"text","text":"a"},{"type":"binary","mimeType":"audio/x","id":"f1"}]}]}`,
			"unknown-union-member",
			[]string{"messages[0].content[1]", "binary"},
			`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"text","text":"a"}]}]}`,
		},
		{
			"a name that is no string is taken over", `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"binary","mimeType":"audio/wav","data":"AA==","filename":{"type":"new"}},{"type":"binary","mimeType":"audio/wav","data":"B","filename":0}]}]}`,
			"legacy-binary, legacy-binary", nil,
			`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"audio","source":{"type":"data","value":"AA==","mimeType":"audio/wav"},"metadata":{"filename":{"type":"new"}}},{"type":"audio","source":{"type":"data","value":"B","mimeType":"audio/wav"}}]}]}`,
		},
		{
			"a name that is a number beside the new form",
			`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"binary","mimeType":"video/x","data":"A","filename":5},{"type":"video","source":{"type":"data","value":"A","mimeType":"video/x"},"metadata":{"filename":5}}]}]}`,
			"legacy-binary", nil, `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"video","source":{"type":"data","value":"A","mimeType":"video/x"},"metadata":{"filename":5}}]}]}`,
		},
		{
			"the old form beside the new one is left out", `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"binary","mimeType":"video/x","data":"A","filename":"f"},{"type":"video","source":{"type":"data","value":"A","mimeType":"video/x"},"metadata":{"filename":"f"}}]}]}`,
			"legacy-binary", nil, `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"video","source":{"type":"data","value":"A","mimeType":"video/x"},"metadata":{"filename":"f"}}]}]}`,
		},
	})
}

func TestDecoder_LegacyTranslatesEventsFromElsewhere(t *testing.T) {
	ev, err := agui.DecodeEvent([]byte(`{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","messages":[{"id":"u","role":"user","content":[{"type":"binary","mimeType":"image/png","url":"u"}]}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	d := agui.NewDecoder()
	if found := d.Legacy(&ev); len(found) != 1 || found[0].Rule != agui.RuleLegacyBinary {
		t.Errorf("found %v", found)
	}
	if got := ev.Run.Input.Messages[0].Content.Parts[0].Type; got != agui.PartImage {
		t.Errorf("the part is %s", got)
	}
	if found := d.Legacy(&ev); len(found) != 0 {
		t.Errorf("translating again finds %v", found)
	}
}
