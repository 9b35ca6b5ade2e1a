package store_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/stream/agui"
)

// token is text that occurs nowhere else.
type token struct{ n int }

func (k *token) next() string {
	k.n++
	return fmt.Sprintf("<%d>", k.n)
}

// drawEvent draws an event that may be legal or not, and the text in it that
// must be visible after it.
func drawEvent(t *rapid.T, k *token) (ev agui.Event, material []string) {
	id := rapid.SampledFrom([]string{"a", "b", "c", ""}).Draw(t, "id")
	word := k.next()
	value := `{"v":"` + word + `"}`
	draw := rapid.SampledFrom(drawers()).Draw(t, "event")
	ev = draw(id, word, value)
	if tag := rapid.SampledFrom([]string{"", "", "s1", "s2"}).Draw(t, "owner"); tag != "" && taggable(ev.Type) {
		ev.Owner = agui.Some(tag)
	}
	t.Logf("%v %s%s %s by %s", ev.Type, ev.MessageID.Value, ev.ToolCallID.Value, textOf(&ev), ev.Owner.Value)
	switch ev.Type {
	case agui.MessagesSnapshot:
		ev.Messages, material = drawMessages(t, k)
	case agui.StateSnapshot, agui.StateDelta, agui.ActivityDelta, agui.ReasoningEncryptedValue:
	default:
		if strings.Contains(textOf(&ev), word) {
			material = []string{word}
		}
	}
	return ev, material
}

func taggable(t agui.EventType) bool {
	return t != agui.RunStarted && t != agui.RunFinished && t != agui.RunError && t != agui.MessagesSnapshot
}

func textOf(ev *agui.Event) string {
	s := ev.Delta.Value + string(ev.Value) + ev.ActivityType + content(ev.Content)
	if ev.Run != nil {
		s += ev.Run.Message + string(ev.Run.Result)
	}
	if ev.Subagent != nil {
		s += ev.Subagent.Message + string(ev.Subagent.Result)
	}
	return s
}

func drawers() []func(id, word, value string) agui.Event {
	more := func(t agui.EventType) func(id, word, value string) agui.Event {
		return func(id, word, _ string) agui.Event { return delta(t, id, word) }
	}
	bare := func(newEvent func(string) agui.Event) func(id, word, value string) agui.Event {
		return func(id, _, _ string) agui.Event { return newEvent(id) }
	}
	return []func(id, word, value string) agui.Event{
		bare(textStart), more(agui.TextMessageContent), more(agui.TextMessageContent), bare(textEnd),
		bare(thinkStart), more(agui.ReasoningMessageContent), bare(thinkEnd), bare(spanStart), bare(spanEnd),
		func(id, _, _ string) agui.Event { return callStart(id, "tool") },
		func(id, word, _ string) agui.Event { return callMore(id, word) },
		bare(callEnd),
		func(id, word, _ string) agui.Event { return result("r"+id, id, word) },
		func(id, word, _ string) agui.Event { return result("r", id, word) },
		func(id, _, value string) agui.Event { return activity("act"+id, "PLAN", value) },
		func(id, _, value string) agui.Event { return activity(id, "PLAN", value) },
		func(id, _, value string) agui.Event {
			ev := activity("act"+id, "PLAN", value)
			ev.Replace = agui.Some(false)
			return ev
		},
		func(id, _, value string) agui.Event { return activityPatch("act"+id, "PLAN", set("/v", value)) },
		func(id, _, value string) agui.Event { return custom("name", value) },
		bare(func(id string) agui.Event { return step(agui.StepStarted, id) }),
		bare(func(id string) agui.Event { return step(agui.StepFinished, id) }),
		bare(func(id string) agui.Event { return sub(agui.SubagentStarted, "s"+id) }),
		bare(func(id string) agui.Event { return subBelow("s"+id, "sa") }),
		bare(suspended),
		func(id, word, value string) agui.Event {
			ev := sub(agui.SubagentError, "s"+id)
			ev.Subagent.Message, ev.Subagent.Result = word, agui.Raw(value)
			return ev
		},
		bare(func(id string) agui.Event { return encrypted("message", id, "secret") }),
		bare(func(id string) agui.Event { return encrypted("tool-call", id, "secret") }),
		func(_, _, _ string) agui.Event { return snapshot() },
		bare(runStart), bare(runEnd),
		func(id, _, value string) agui.Event {
			ev := runEnd(id)
			ev.Run.Result = agui.Raw(value)
			return ev
		},
		bare(func(id string) agui.Event { return asks(id, agui.Interrupt{ID: "i" + id}, agui.Interrupt{ID: "j"}) }),
		func(_, word, _ string) agui.Event { return runError(word) },
		func(_, _, value string) agui.Event {
			return agui.Event{Type: agui.StateSnapshot, Value: agui.Raw(value)}
		},
		func(_, _, value string) agui.Event {
			return agui.Event{Type: agui.StateDelta, Patch: []agui.Operation{set("/v", value), set("/no", value)}}
		},
	}
}

// drawMessages draws the messages of a snapshot.
func drawMessages(t *rapid.T, k *token) (messages []agui.Message, material []string) {
	for range rapid.IntRange(0, 4).Draw(t, "messages") {
		id := rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "message id")
		word := k.next()
		switch rapid.IntRange(0, 4).Draw(t, "role") {
		case 0:
			messages = append(messages, calls(id, agui.ToolCall{ID: id, Name: "tool", Arguments: word}))
			continue
		case 1:
			messages = append(messages, answers("r"+id, id, word))
		case 2:
			messages = append(messages, says(agui.RoleReasoning, id, word))
		default:
			messages = append(messages, says(agui.RoleAssistant, id, word))
		}
	}
	for _, m := range messages {
		t.Logf("  %s %s %s", m.Role, m.ID, content(m.Content))
	}
	return messages, nil
}

// visible is all that the transcript shows.
func visible(c *store.Conversation) string {
	var s strings.Builder
	for _, b := range c.Blocks() {
		if b.Hidden {
			continue
		}
		s.WriteString(sentence(b))
		if b.RunInfo != nil {
			s.WriteString(b.RunInfo.Error + string(b.RunInfo.Result))
		}
	}
	return s.String()
}

func TestConversation_ShowsAllMaterial(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var k token
		p := newPlayer(t)
		for range rapid.IntRange(1, 40).Draw(t, "events") {
			ev, material := drawEvent(t, &k)
			findings := len(p.c.Findings())
			p.apply(ev)
			if len(p.c.Findings()) > findings {
				continue
			}
			shown := visible(p.c)
			for _, word := range material {
				if !strings.Contains(shown, word) {
					t.Fatalf("%v: %s is neither visible nor a finding:\n%s", ev.Type, word, strings.Join(transcript(p.c), "\n"))
				}
			}
		}
		p.end(store.Ending{})
		for _, b := range p.c.Blocks() {
			if b.Phase == store.Live {
				t.Fatalf("still live after the end: %s", sentence(b))
			}
		}
	})
}

func TestConversation_ReplayEqualsLive(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var k token
		var events []agui.Event
		for range rapid.IntRange(1, 40).Draw(t, "events") {
			ev, _ := drawEvent(t, &k)
			events = append(events, ev)
		}
		live := newPlayer(t).begin(agui.RunAgentInput{RunID: "x"}).apply(events...).end(store.Ending{})
		replay := newPlayer(t).begin(agui.RunAgentInput{RunID: "x"}).apply(events...).end(store.Ending{})
		for i, b := range live.c.Blocks() {
			other := replay.c.Blocks()[i]
			if sentence(b) != sentence(other) || b.Hidden != other.Hidden || b.Version != other.Version {
				t.Fatalf("live:   %s\nreplay: %s", sentence(b), sentence(other))
			}
		}
		if a, b := fmt.Sprint(rules(live.c)), fmt.Sprint(rules(replay.c)); a != b {
			t.Fatalf("findings %s, on replay %s", a, b)
		}
	})
}

// TestConversation_BlocksEqualMessages compares what is shown with what the
// reducer holds, as long as text and reasoning do not share an id.
func TestConversation_BlocksEqualMessages(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var k token
		p := newPlayer(t)
		for range rapid.IntRange(1, 40).Draw(t, "events") {
			ev, _ := drawEvent(t, &k)
			p.apply(ev)
		}
		shown := visible(p.c)
		thoughts := map[string]bool{}
		for _, b := range p.c.Blocks() {
			thoughts[b.Key] = thoughts[b.Key] || b.Kind == store.Reasoning
		}
		cards := map[string]int{}
		for _, m := range p.c.Messages() {
			cards[m.ID+" "+m.ToolCallID.Value]++
		}
		for _, m := range p.c.Messages() {
			if m.Role == agui.RoleTool && cards[m.ID+" "+m.ToolCallID.Value] > 1 {
				continue // one card for one id: the last
			}
			if thoughts[m.ID] && m.Role != agui.RoleTool {
				continue // the reducer joins text and reasoning of one id
			}
			if m.Content != nil && m.Content.Kind == agui.ContentText && !strings.Contains(shown, m.Content.Text) {
				t.Fatalf("the text of %s %s is %q:\n%s", m.Role, m.ID, m.Content.Text, strings.Join(transcript(p.c), "\n"))
			}
			for _, call := range m.ToolCalls {
				if !strings.Contains(shown, call.Arguments) {
					t.Fatalf("the arguments of call %s are %q:\n%s", call.ID, call.Arguments, strings.Join(transcript(p.c), "\n"))
				}
			}
		}
	})
}

func TestConversation_AnyCutGivesTheSameText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.SampledFrom([]rune("aé한😀👩‍🔧\n\x1b"))).Draw(t, "text")
		var units []string
		for _, r := range text {
			units = append(units, halves(r)...)
		}
		p := newPlayer(t).apply(runStart("r"), textStart("m"), callStart("c", "f"))
		for len(units) > 0 {
			n := rapid.IntRange(0, len(units)).Draw(t, "cut")
			piece := strings.Join(joined(units[:n]), "")
			p.apply(textMore("m", piece), callMore("c", piece))
			units = units[n:]
		}
		for _, b := range p.c.Blocks() {
			if b.Text.String() != string(text) || b.Text.Generation != 0 {
				t.Fatalf("%s: %q, want %q", b.Key, b.Text.String(), string(text))
			}
		}
	})
}

// halves returns the rune as the UTF-16 units that JSON escapes can be cut at.
func halves(r rune) []string {
	if r < 0x10000 {
		return []string{string(r)}
	}
	hi, lo := utf16.EncodeRune(r)
	return []string{half(hi), half(lo)}
}

func half(r rune) string {
	return string([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
}

// joined puts pairs of halves together, as a decoder does inside one delta.
func joined(units []string) []string {
	var text []byte
	for _, u := range units {
		text = agui.AppendText(text, u)
	}
	return []string{string(text)}
}
