package store_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"agtui/store"
	"agtui/stream/agui"
)

// TestConversation_CostOfADeltaIsTheDelta measures memory, which unlike time
// is the same on every machine: copying a message on every delta would take
// thousands of times as much.
func TestConversation_CostOfADeltaIsTheDelta(t *testing.T) {
	const deltas, size = 20_000, 10
	var before, after runtime.MemStats
	c := store.New(nil, nil)
	feed(c, runStart("r"), with(`{"a":1}`, textStart("m")))
	ev := with(`{"b":1}`, textMore("m", "0123456789"))
	runtime.ReadMemStats(&before)
	for range deltas {
		c.Apply(&ev, epoch)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > deltas*size*150 {
		t.Errorf("%d deltas of %d bytes took %d bytes", deltas, size, got)
	}
}

// TestConversation_CostOfOpeningAgainIsTheDelta: a message or call that ends and
// is opened again, as for chunks that take turns with other events, costs the
// same however long it is, also where metadata comes along.
func TestConversation_CostOfOpeningAgainIsTheDelta(t *testing.T) {
	const times = 2000
	piece := strings.Repeat("x", 100)
	for _, tc := range []struct {
		name   string
		events []agui.Event
	}{
		{"a message", []agui.Event{with(`{"a":1}`, textStart("m")), with(`{"b":1}`, textMore("m", piece)), textEnd("m")}},
		{"a call in a message with an encrypted value", []agui.Event{callStart("c", "f"), callMore("c", piece), encrypted("message", "c", "x"), callEnd("c")}},
		{"a call", []agui.Event{with(`{"a":1}`, callStart("c", "f")), with(`{"b":1}`, callMore("c", piece)), callEnd("c")}},
	} {
		var before, after runtime.MemStats
		c := store.New(nil, nil)
		feed(c, runStart("r"))
		runtime.ReadMemStats(&before)
		for range times {
			feed(c, tc.events...)
		}
		runtime.ReadMemStats(&after)
		if got := (after.TotalAlloc - before.TotalAlloc) / times; got > 100*uint64(len(piece)) {
			t.Errorf("%s took %d bytes each time", tc.name, got)
		}
	}
}

// TestConversation_HoldsEachMessageOnce bounds what a conversation holds for a
// message, in bytes besides twice its text: the block has it, and the message
// that goes back to the agent.
func TestConversation_HoldsEachMessageOnce(t *testing.T) {
	const messages = 2000
	piece := strings.Repeat("x", 50)
	for _, tc := range []struct {
		name       string
		size, most int
		events     func(id string) []agui.Event
	}{
		{"a short message", 50, 1180, func(id string) []agui.Event {
			return []agui.Event{textStart(id), textMore(id, piece), textEnd(id)}
		}},
		{"a long message", 5000, 4000, func(id string) []agui.Event {
			events := []agui.Event{textStart(id)}
			for range 100 {
				events = append(events, textMore(id, piece))
			}
			return append(events, textEnd(id))
		}},
		{"a call", 50, 2350, func(id string) []agui.Event {
			return []agui.Event{callStart(id, "f"), callMore(id, piece), callEnd(id), result(id+"r", id, "ok")}
		}},
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		c := store.New(nil, nil)
		feed(c, runStart("r"))
		for i := range messages {
			feed(c, tc.events(fmt.Sprintf("message-%d", i))...)
		}
		_ = c.Messages() // as a request does
		runtime.GC()
		runtime.ReadMemStats(&after)
		held := int(after.HeapAlloc-before.HeapAlloc)/messages - 2*tc.size
		t.Logf("%s: %d bytes", tc.name, held)
		if held > tc.most {
			t.Errorf("%s holds %d bytes besides its text, want at most %d", tc.name, held, tc.most)
		}
		runtime.KeepAlive(c)
	}
}

// plan is an activity of so many steps.
func plan(steps int) agui.Event {
	var b strings.Builder
	b.WriteString(`{"steps":[`)
	for i := range steps {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"text":"step %d of the plan","status":"open"}`, i)
	}
	b.WriteString(`]}`)
	return agui.Event{Type: agui.ActivitySnapshot, MessageID: agui.Some("a"), ActivityType: "PLAN", Value: agui.Raw(b.String())}
}

// planned are a conversation with a plan, and a delta of one of its steps.
func planned(steps int) (*store.Conversation, *agui.Event) {
	c := store.New(nil, nil)
	feed(c, runStart("r"), plan(steps))
	return c, &agui.Event{Type: agui.ActivityDelta, MessageID: agui.Some("a"), ActivityType: "PLAN", Patch: []agui.Operation{
		{Op: agui.OpReplace, Path: fmt.Sprintf("/steps/%d/status", steps/2), Value: agui.Raw(`"done"`)},
	}}
}

// TestConversation_CostOfAnActivityDeltaIsTheDelta: the same memory for a delta
// of a plan, however long it is, and for a snapshot that must not replace it.
func TestConversation_CostOfAnActivityDeltaIsTheDelta(t *testing.T) {
	const deltas = 2000
	kept := agui.Event{
		Type: agui.ActivitySnapshot, MessageID: agui.Some("a"), ActivityType: "PLAN", Value: agui.Raw(`{}`), Replace: agui.Some(false),
	}
	each := func(steps int) uint64 {
		c, ev := planned(steps)
		c.Apply(ev, epoch) // makes the content one that can be patched
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range deltas {
			c.Apply(ev, epoch)
			c.Apply(&kept, epoch)
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / deltas
	}
	if few, many := each(10), each(10_000); many > few+few/4+64 {
		t.Errorf("%d bytes for a delta of 10,000 steps, %d of 10", many, few)
	}
}

func TestConversation_AnActivityIsWhatItsDeltasMadeIt(t *testing.T) {
	t.Parallel()
	c, ev := planned(3)
	b := c.Blocks()[len(c.Blocks())-1]
	at := func() string { return string(b.Body().Opaque) }
	if !strings.Contains(at(), `"step 1 of the plan","status":"open"`) {
		t.Fatalf("it begins as %s", at())
	}
	before := b.Version
	c.Apply(ev, epoch)
	if b.Version == before || !strings.Contains(at(), `"step 1 of the plan","status":"done"`) {
		t.Errorf("after a delta it is %s", at())
	}
	ev.Patch[0].Value = agui.Raw(`"failed"`)
	c.Apply(ev, epoch)
	again := plan(1)
	if ch := c.Apply(&again, epoch); len(ch.Blocks) != 1 || at() != string(again.Value) {
		t.Errorf("after a snapshot it is %s", at())
	}
	c.Apply(&agui.Event{Type: agui.ActivityDelta, MessageID: agui.Some("a"), ActivityType: "PLAN", Patch: []agui.Operation{
		{Op: agui.OpReplace, Path: "/none", Value: agui.Raw("1")},
	}}, epoch)
	if before = b.Version; at() != string(again.Value) {
		t.Errorf("after a delta that does not apply it is %s", at())
	}
	c.Apply(&agui.Event{Type: agui.ActivityDelta, MessageID: agui.Some("a"), ActivityType: "PLAN", Patch: []agui.Operation{
		{Op: agui.OpTest, Path: "/steps/0/status", Value: agui.Raw(`"open"`)},
	}}, epoch)
	if b.Version != before {
		t.Error("a test changed the block")
	}
	late := *ev
	late.Patch = []agui.Operation{{Op: agui.OpRemove, Path: "/steps"}}
	c.Apply(&late, epoch)
	c.Apply(&agui.Event{Type: agui.MessagesSnapshot}, epoch) // keeps activities
	if at() != `{}` {
		t.Errorf("at the end it is %s", at())
	}
}

// BenchmarkActivityDelta is the cost of one delta of a plan, by its length.
func BenchmarkActivityDelta(b *testing.B) {
	for _, steps := range []int{10, 1_000, 10_000} {
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			c, ev := planned(steps)
			c.Apply(ev, epoch)
			b.ReportAllocs()
			for b.Loop() {
				c.Apply(ev, epoch)
			}
		})
	}
}

func feed(c *store.Conversation, events ...agui.Event) {
	for i := range events {
		c.Apply(&events[i], epoch)
	}
}

// BenchmarkDeltas is the cost of one delta of a message that becomes long.
func BenchmarkDeltas(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			ev := textMore("m", "twenty bytes of text")
			for range b.N {
				c := store.New(nil, nil)
				feed(c, runStart("r"), textStart("m"))
				for range n {
					c.Apply(&ev, epoch)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/delta")
		})
	}
}

// BenchmarkMessages is the cost of one message of a transcript that becomes
// long: a start, two deltas and an end.
func BenchmarkMessages(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			events := make([]agui.Event, 0, 4*n)
			for i := range n {
				id := fmt.Sprint("m", i)
				events = append(events, textStart(id), textMore(id, "Hello, "), textMore(id, "world."), textEnd(id))
			}
			for range b.N {
				c := store.New(nil, nil)
				feed(c, runStart("r"))
				feed(c, events...)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/message")
		})
	}
}
