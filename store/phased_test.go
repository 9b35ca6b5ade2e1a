package store_test

import (
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/stream/agui"
)

func TestConversation_TracksWhatIsOpenNow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := store.New(nil, nil)
		c.Apply(&agui.Event{Type: agui.RunStarted, Run: &agui.Run{ThreadID: "t", RunID: "r"}}, time.Time{})
		ids := rapid.IntRange(1, 300).Draw(t, "ids")
		most := 0
		for i := range rapid.IntRange(1, 3000).Draw(t, "events") {
			id := agui.Some(strconv.Itoa(i * i % ids))
			c.Apply(&agui.Event{Type: agui.TextMessageStart, MessageID: id}, time.Time{})
			c.Apply(&agui.Event{Type: agui.ToolCallStart, ToolCallID: id, Name: agui.Some("f")}, time.Time{})
			c.Apply(&agui.Event{Type: agui.ToolCallArgs, ToolCallID: id, Delta: agui.Some("x")}, time.Time{})
			if i%ids%2 == 0 { // the others stay open
				c.Apply(&agui.Event{Type: agui.TextMessageEnd, MessageID: id}, time.Time{})
			}
			c.Apply(&agui.Event{Type: agui.ToolCallEnd, ToolCallID: id}, time.Time{})
			open, live, await, waiting := c.Tracked()
			most = max(most, live+1, waiting+1)
			if open > 2*most+64 || await > 2*most+64 {
				t.Fatalf("%d are tracked as open, %d as waiting; %d and %d are, at most %d were", open, await, live, waiting, most)
			}
		}
		c.Apply(&agui.Event{Type: agui.RunError, Run: &agui.Run{Message: "over"}}, time.Time{})
		for _, b := range c.Blocks() {
			if b.Phase == store.Live || b.Phase == store.Waiting {
				t.Fatalf("%s is left in phase %d", b.Key, b.Phase)
			}
		}
	})
}

func TestConversation_TracksAReopenedMessageOnce(t *testing.T) {
	t.Parallel()
	c := started("m")
	for range 10_000 {
		c.Apply(&agui.Event{Type: agui.TextMessageEnd, MessageID: agui.Some("m")}, time.Time{})
		c.Apply(&agui.Event{Type: agui.TextMessageStart, MessageID: agui.Some("m")}, time.Time{})
	}
	if open, _, _, _ := c.Tracked(); open != 1 {
		t.Errorf("%d blocks are tracked for one message", open)
	}
}
