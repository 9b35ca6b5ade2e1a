package reducer_test

import (
	"fmt"

	"agtui/store/reducer"
	"agtui/stream/agui"
)

func Example() {
	r := reducer.New(nil, nil)
	id := agui.Some("m1")
	for _, ev := range []agui.Event{
		{Type: agui.TextMessageStart, MessageID: id},
		{Type: agui.TextMessageContent, MessageID: id, Delta: agui.Some("Hello ")},
		{Type: agui.TextMessageContent, MessageID: id, Delta: agui.Some("there")},
		{Type: agui.TextMessageContent, MessageID: agui.Some("m2"), Delta: agui.Some("?")},
	} {
		for _, f := range r.Apply(&ev) {
			fmt.Println(f.Rule, f.Message)
		}
	}
	for _, m := range r.Messages() {
		fmt.Println(m.Role, m.Content.Text)
	}
	// Output:
	// dropped-delta TEXT_MESSAGE_CONTENT: there is no message "m2"; dropped
	// assistant Hello there
}
