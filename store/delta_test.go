package store_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/stream/agui"
)

func textEvent(id, delta string) *agui.Event {
	return &agui.Event{Type: agui.TextMessageContent, MessageID: agui.Some(id), Delta: agui.Some(delta)}
}

// started is a conversation with messages that are open.
func started(ids ...string) *store.Conversation {
	c := store.New(nil, nil)
	for _, id := range ids {
		c.Apply(&agui.Event{Type: agui.TextMessageStart, MessageID: agui.Some(id)}, time.Time{})
	}
	return c
}

func TestDelta_IsThePieceAsItCame(t *testing.T) {
	halves := []string{"a", "\xed\xa0\xbd", "\xed\xb8\x80", "\xed\xb8\x80\xed\xa0\xbd", "", "한국", "👩🏽", "\n"}
	rapid.Check(t, func(t *rapid.T) {
		c := started("m1", "m2")
		at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		type sent struct {
			id, text string
			at       time.Time
		}
		var want []sent
		texts := map[string]string{}
		for range rapid.IntRange(1, 40).Draw(t, "events") {
			id := rapid.SampledFrom([]string{"m1", "m2"}).Draw(t, "id")
			at = at.Add(time.Duration(rapid.Int64Range(-2_000_000, 1e10).Draw(t, "µs")) * time.Microsecond)
			if rapid.IntRange(0, 9).Draw(t, "what") == 0 { // a snapshot replaces the text, or goes on with it
				texts[id] = rapid.SampledFrom([]string{"other", "한", strings.ToValidUTF8(texts[id], "?") + "more"}).Draw(t, "snapshot")
				var all []agui.Message
				for _, id := range []string{"m1", "m2"} {
					all = append(all, agui.Message{ID: id, Role: agui.RoleAssistant, Content: agui.Text(texts[id])})
				}
				c.Apply(&agui.Event{Type: agui.MessagesSnapshot, Messages: all}, at)
				continue
			}
			delta := rapid.SampledFrom(halves).Draw(t, "delta")
			c.Apply(textEvent(id, delta), at)
			texts[id] = string(agui.AppendText([]byte(texts[id]), delta))
			want = append(want, sent{id, delta, at})
		}
		if c.Deltas() != len(want) {
			t.Fatalf("%d deltas, want %d", c.Deltas(), len(want))
		}
		for i, w := range want {
			d := c.Delta(i)
			if d.Block.Key != w.id || string(d.Text) != w.text || !d.At.Equal(w.at) {
				t.Fatalf("delta %d is %q of %s at %v, want %q of %s at %v", i, d.Text, d.Block.Key, d.At, w.text, w.id, w.at)
			}
		}
	})
}

func TestDelta_KnowsTheFirstOfABlock(t *testing.T) {
	c := started("u", "a", "b")
	for _, id := range []string{"a", "b", "a"} {
		c.Apply(textEvent(id, "x"), time.Time{})
	}
	var first []int
	for _, b := range c.Blocks() {
		first = append(first, b.FirstDelta())
	}
	if !slices.Equal(first, []int{-1, 0, 1}) {
		t.Errorf("the first ones are %v", first)
	}
}

func TestDelta_CostsSixteenBytes(t *testing.T) {
	const many = 1 << 17
	c := started("m")
	ev := textEvent("m", "")
	var before, after runtime.MemStats
	c.Apply(ev, time.Time{})
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range many {
		c.Apply(ev, time.Time{}.Add(time.Duration(i)*time.Microsecond))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if each := float64(after.HeapAlloc-before.HeapAlloc) / many; each > 17 {
		t.Errorf("%.1f bytes for a delta", each)
	}
	if c.Deltas() != many+1 {
		t.Errorf("%d deltas", c.Deltas())
	}
}

func TestForgetDeltas_KeepsTheTextAlone(t *testing.T) {
	t.Parallel()
	c := store.New(nil, nil)
	c.ForgetDeltas()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, ev := range []*agui.Event{
		{Type: agui.TextMessageStart, MessageID: agui.Some("m")},
		{Type: agui.TextMessageContent, MessageID: agui.Some("m"), Delta: agui.Some("one ")},
		{Type: agui.TextMessageContent, MessageID: agui.Some("m"), Delta: agui.Some("two")},
	} {
		c.Apply(ev, at)
	}
	if b := c.Blocks()[len(c.Blocks())-1]; b.Text.String() != "one two" || c.Deltas() != 0 || b.FirstDelta() != -1 {
		t.Errorf("the text is %q of %d pieces", b.Text.String(), c.Deltas())
	}
}
