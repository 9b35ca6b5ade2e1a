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
		first = append(first, c.FirstDelta(b))
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
	if b := c.Blocks()[len(c.Blocks())-1]; b.Text.String() != "one two" || c.Deltas() != 0 || c.FirstDelta(b) != -1 {
		t.Errorf("the text is %q of %d pieces", b.Text.String(), c.Deltas())
	}
}

func TestDelta_KeepsTheLastOnes(t *testing.T) {
	t.Parallel()
	halves := []string{"a", "\xed\xa0\xbd", "\xed\xb8\x80", "", "한국", "some more words", "\n"}
	rapid.Check(t, func(t *rapid.T) {
		const pages = 2
		bytes := rapid.SampledFrom([]int{0, 1000, 100_000, 1 << 30}).Draw(t, "bytes")
		c := started("m1", "m2", "m3")
		c.BoundDeltas(pages, bytes)
		at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		type sent struct {
			id, text string
			at       time.Time
		}
		var want []sent
		ids := []string{"m1", "m2", "m3"}
		texts := map[string]string{}
		for range rapid.IntRange(1, 12).Draw(t, "bursts") {
			if rapid.IntRange(0, 3).Draw(t, "what") == 0 {
				id := rapid.SampledFrom(ids).Draw(t, "id")
				texts[id] = rapid.SampledFrom([]string{"", "other", strings.ToValidUTF8(texts[id], "?") + "more"}).Draw(t, "snapshot")
				var all []agui.Message
				for _, id := range ids {
					all = append(all, agui.Message{ID: id, Role: agui.RoleAssistant, Content: agui.Text(texts[id])})
				}
				c.Apply(&agui.Event{Type: agui.MessagesSnapshot, Messages: all}, at)
			}
			many := rapid.SampledFrom([]int{1, 10, 1000, store.PageOfDeltas}).Draw(t, "many")
			delta := rapid.SampledFrom(halves).Draw(t, "delta")
			first := rapid.IntRange(0, 2).Draw(t, "first")
			for i := range rapid.IntRange(1, many).Draw(t, "n") {
				at = at.Add(time.Duration(i%1000-10) * time.Second)
				id := ids[(first+i*i)%len(ids)]
				c.Apply(textEvent(id, delta), at)
				texts[id] = string(agui.AppendText([]byte(texts[id]), delta))
				want = append(want, sent{id, delta, at})
			}
			gone := c.DeltasGone()
			if c.Deltas() != len(want) || gone > len(want) || len(want)-gone > pages*store.PageOfDeltas {
				t.Fatalf("%d deltas, %d gone, want %d", c.Deltas(), gone, len(want))
			}
			if bytes == 1<<30 && gone != max(0, (len(want)-1)/store.PageOfDeltas+1-pages)*store.PageOfDeltas {
				t.Fatalf("%d of %d are gone: not the oldest page alone", gone, len(want))
			}
			counted, held := c.PastTexts()
			if held != counted || held > bytes {
				t.Fatalf("%d bytes of replaced texts are held, counted %d, at most %d", held, counted, bytes)
			}
			if p, times := c.DeltaPages(); p > pages || times > pages*store.PageOfDeltas {
				t.Fatalf("%d pages, %d bases of times", p, times)
			}
			for _, b := range c.Blocks() {
				first := slices.IndexFunc(want[gone:], func(s sent) bool { return s.id == b.Key })
				if first >= 0 {
					first += gone
				}
				if got := c.FirstDelta(b); got != first {
					t.Fatalf("the first delta of %s is %d, want %d", b.Key, got, first)
				}
			}
			for i := gone; i < len(want); i += 1 + (len(want)-gone)/100 {
				d, w := c.Delta(i), want[i]
				if d.Block.Key != w.id || string(d.Text) != w.text || !d.At.Equal(w.at) {
					t.Fatalf("delta %d is %q of %s at %v, want %q of %s at %v", i, d.Text, d.Block.Key, d.At, w.text, w.id, w.at)
				}
			}
		}
	})
}

func TestDelta_MemoryStaysFlat(t *testing.T) {
	c := started("m")
	ev := textEvent("m", "")
	send := func(n int) uint64 {
		for i := range n {
			c.Apply(ev, time.Time{}.Add(time.Duration(i)*time.Microsecond))
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := send(store.MostDeltas)
	after := send(2*store.MostDeltas + 1)
	if after > before+1<<20 {
		t.Errorf("%d bytes are held after three times as many deltas as are kept, %d after as many", after, before)
	}
	if gone, want := c.DeltasGone(), 2*store.MostDeltas+store.PageOfDeltas; gone != want {
		t.Errorf("%d are gone, want %d", gone, want)
	}
}
