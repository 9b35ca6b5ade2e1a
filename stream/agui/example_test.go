package agui_test

import (
	"fmt"

	"agtui/stream/agui"
)

func Example() {
	frames := []string{
		`{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Seoul \ud83d","mood":"calm"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"\ude0a"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":5}`,
	}
	d := agui.NewDecoder()
	var text []byte
	for i, data := range frames {
		var ev agui.Event
		findings, ok := d.Decode([]byte(data), i+1, &ev)
		for _, f := range findings {
			fmt.Printf("frame %d: %s %s: %s\n", f.Frame, f.Severity, f.Rule, f.Message)
		}
		if ok && ev.Type == agui.TextMessageContent {
			text = agui.AppendText(text, ev.Delta.Value)
		}
	}
	fmt.Println(string(text))
	// Output:
	// frame 2: warning unknown-field: TEXT_MESSAGE_CONTENT m1: mood is not a field of the protocol, dropped
	// frame 4: error bad-field: TEXT_MESSAGE_CONTENT m1: delta must be a string, but is 5
	// Seoul 😊
}
