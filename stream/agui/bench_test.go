package agui_test

import (
	"encoding/json"
	"testing"

	"agtui/stream/agui"
)

const plainDelta = `{"type":"TEXT_MESSAGE_CONTENT","messageId":"msg_0123456789abcdef","delta":"the quick brown fox jumps over the lazy"}`

const escapedDelta = `{"type":"TEXT_MESSAGE_CONTENT","messageId":"msg_0123456789abcdef","delta":"a \"quoted\" line\nand \ud83d\ude00 한국어"}`

func benchmarkDecode(b *testing.B, text string) {
	b.Helper()
	data := []byte(text)
	d := agui.NewDecoder()
	var ev agui.Event
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if findings, ok := d.Decode(data, 1, &ev); !ok || len(findings) > 0 {
			b.Fatal(findings)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

func BenchmarkDecoder_Content(b *testing.B) { benchmarkDecode(b, plainDelta) }

func BenchmarkDecoder_EscapedContent(b *testing.B) { benchmarkDecode(b, escapedDelta) }

func BenchmarkDecoder_Snapshot(b *testing.B) {
	benchmarkDecode(b, `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u1","role":"user","content":[{"type":"text","text":"hello"},`+
		`{"type":"image","source":{"type":"url","value":"https://a.example/x.png","mimeType":"image/png"}}]},`+
		`{"id":"a1","role":"assistant","content":"hi","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},`+
		`{"id":"t1","role":"tool","toolCallId":"c1","content":"done"}]}`)
}

// BenchmarkEncodingJSON is the yardstick: the standard library on a struct of
// just the three fields.
func BenchmarkEncodingJSON_Content(b *testing.B) {
	data := []byte(plainDelta)
	var ev struct {
		Type      string `json:"type"`
		MessageID string `json:"messageId"`
		Delta     string `json:"delta"`
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := json.Unmarshal(data, &ev); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
