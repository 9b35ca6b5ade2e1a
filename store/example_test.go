package store_test

import (
	"fmt"
	"time"

	"agtui/store"
	"agtui/stream/agui"
)

// A view draws the blocks, and after each call those that the Change names.
func Example() {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	c := store.New(nil, nil)
	c.Begin(&agui.RunAgentInput{
		ThreadID: "t", RunID: "r",
		Messages: []agui.Message{{ID: "u", Role: agui.RoleUser, Content: agui.Text("Hi")}},
	}, now)
	for i, ev := range []agui.Event{
		{Type: agui.RunStarted, Run: &agui.Run{ThreadID: "t", RunID: "r"}},
		{Type: agui.TextMessageStart, MessageID: agui.Some("m")},
		{Type: agui.TextMessageContent, MessageID: agui.Some("m"), Delta: agui.Some("Hel")},
		{Type: agui.TextMessageContent, MessageID: agui.Some("m"), Delta: agui.Some("lo")},
		{Type: agui.TextMessageEnd, MessageID: agui.Some("m")},
		{Type: agui.RunFinished, Run: &agui.Run{ThreadID: "t", RunID: "r"}},
	} {
		ev.Frame = i + 1
		change := c.Apply(&ev, now.Add(time.Duration(i)*time.Second))
		fmt.Println(ev.Type, change.Blocks)
	}
	c.End(store.Ending{}, now.Add(time.Minute))
	for _, b := range c.Blocks() {
		if b.Kind == store.Message {
			fmt.Printf("%s: %s\n", b.Role, b.Text)
		}
	}
	fmt.Println(c.Current().Status)
	// Output:
	// RUN_STARTED []
	// TEXT_MESSAGE_START [1]
	// TEXT_MESSAGE_CONTENT [1]
	// TEXT_MESSAGE_CONTENT [1]
	// TEXT_MESSAGE_END [1]
	// RUN_FINISHED [2]
	// user: Hi
	// assistant: Hello
	// finished
}
