package streamgen

import (
	"maps"
	"slices"
	"strconv"

	"pgregory.net/rapid"

	"agtui/stream/agui"
)

// other adds an event that opens and closes nothing.
func (m *model) other() {
	tag := m.tag()
	switch rapid.IntRange(0, 7).Draw(m.t, "other") {
	case 0:
		m.add(agui.Event{Type: agui.StateSnapshot, Owner: tag, Value: agui.Raw(`{"n":1}`)})
	case 1:
		m.add(agui.Event{Type: agui.Custom, Owner: tag, Name: agui.Some("note"), Value: agui.Raw("null")})
	case 2:
		m.add(agui.Event{Type: agui.RawEvent, Owner: tag, Value: agui.Raw(`"raw"`)})
	case 3:
		m.add(agui.Event{
			Type: agui.ToolCallResult, Owner: tag, Content: agui.Text(delta(m.t)),
			MessageID:  agui.Some("res" + strconv.Itoa(len(m.events))),
			ToolCallID: agui.Some("c" + strconv.Itoa(rapid.IntRange(1, 4).Draw(m.t, "call"))),
		})
	case 4:
		m.add(agui.Event{
			Type: agui.ActivitySnapshot, Owner: tag, MessageID: agui.Some("act"),
			ActivityType: "PLAN", Value: agui.Raw(`{"steps":[]}`),
		})
	case 5:
		m.add(agui.Event{
			Type: agui.ActivityDelta, MessageID: agui.Some("act"), ActivityType: "PLAN",
			Patch: []agui.Operation{{Op: "add", Path: "/x", Value: agui.Raw("1")}},
		})
	case 6:
		id := "m" + strconv.Itoa(rapid.IntRange(1, 3).Draw(m.t, "entity"))
		own := m.owners[id]
		m.add(agui.Event{
			Type: agui.ReasoningEncryptedValue, Owner: own,
			Encrypted: &agui.Encrypted{Subtype: "message", EntityID: id, Value: "opaque"},
		})
	default:
		m.add(agui.Event{
			Type:     agui.MessagesSnapshot,
			Messages: []agui.Message{{ID: "h1", Role: agui.RoleAssistant, Content: agui.Text("hello"), Owner: tag}},
		})
	}
}

// closeAll ends all that is open.
func (m *model) closeAll() {
	for _, id := range slices.Sorted(maps.Keys(m.open)) {
		th := m.open[id]
		ev := agui.Event{Type: th.end, MessageID: agui.Some(id)}
		if th.prefix == "c" {
			ev.MessageID, ev.ToolCallID = agui.Opt[string]{}, agui.Some(id)
		}
		m.add(ev)
	}
	for _, own := range []owner{{}, agui.Some("a1"), agui.Some("a2"), agui.Some("a3")} {
		for _, name := range slices.Sorted(maps.Keys(m.steps[own])) {
			m.add(agui.Event{Type: agui.StepFinished, Owner: own, Name: agui.Some(name)})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(m.agents)) {
		if m.agents[id] {
			m.add(agui.Event{Type: agui.SubagentFinished, Subagent: &agui.Subagent{ID: id}})
		}
	}
}

func metadata(t *rapid.T) agui.Raw {
	if rapid.IntRange(0, 4).Draw(t, "metadata") > 0 {
		return nil
	}
	return agui.Raw(`{"k":` + strconv.Itoa(rapid.IntRange(0, 9).Draw(t, "value")) + `}`)
}

func delta(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "a", "bc ", "한글", "{\"x\":"}).Draw(t, "delta")
}

// Mutated generates legal streams with up to four faults: an event dropped,
// doubled, moved, given another tag or another id, or a strange one put in.
// Some of them are still legal.
func Mutated() *rapid.Generator[[]agui.Event] {
	return rapid.Custom(func(t *rapid.T) []agui.Event {
		events := Legal().Draw(t, "legal")
		for range rapid.IntRange(1, 4).Draw(t, "faults") {
			events = mutate(t, events)
		}
		return number(events)
	})
}

func mutate(t *rapid.T, events []agui.Event) []agui.Event {
	if len(events) == 0 {
		return []agui.Event{anyEvent(t)}
	}
	at := rapid.IntRange(0, len(events)-1).Draw(t, "at")
	to := rapid.IntRange(0, len(events)-1).Draw(t, "to")
	switch rapid.IntRange(0, 5).Draw(t, "fault") {
	case 0:
		return slices.Delete(events, at, at+1)
	case 1:
		return slices.Insert(events, to, events[at])
	case 2:
		events[at], events[to] = events[to], events[at]
	case 3:
		switch events[at].Type {
		case agui.RunStarted, agui.RunFinished, agui.RunError, agui.MessagesSnapshot,
			agui.SubagentStarted, agui.SubagentFinished, agui.SubagentError:
		default:
			events[at].Owner = rapid.SampledFrom([]owner{{}, agui.Some("a1"), agui.Some("a2")}).Draw(t, "tag")
		}
	case 4:
		return slices.Insert(events, at, anyEvent(t))
	default:
		for _, id := range []*agui.Opt[string]{&events[at].MessageID, &events[at].ToolCallID} {
			if id.Set {
				id.Value = rapid.SampledFrom([]string{"m1", "c1", "r1", "km1", "", "x"}).Draw(t, "id")
			}
		}
	}
	return events
}

// Any generates arbitrary sequences of well-formed events over few ids.
func Any() *rapid.Generator[[]agui.Event] {
	return rapid.Custom(func(t *rapid.T) []agui.Event {
		events := make([]agui.Event, rapid.IntRange(0, 40).Draw(t, "length"))
		for i := range events {
			events[i] = anyEvent(t)
		}
		return number(events)
	})
}

// anyEvent draws one well-formed event.
func anyEvent(t *rapid.T) agui.Event {
	draw := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
	return FromBytes(draw(256), draw(256), draw(256))
}

// FromBytes makes a well-formed event of three small numbers, for fuzzing.
func FromBytes(kind, id, tag int) agui.Event {
	ids := []string{"m1", "m2", "c1", "km1"}
	types := []agui.EventType{
		agui.RunStarted, agui.RunFinished, agui.RunError, agui.StepStarted, agui.StepFinished,
		agui.TextMessageStart, agui.TextMessageContent, agui.TextMessageEnd, agui.TextMessageChunk,
		agui.ToolCallStart, agui.ToolCallArgs, agui.ToolCallEnd, agui.ToolCallChunk, agui.ToolCallResult,
		agui.StateSnapshot, agui.MessagesSnapshot, agui.ActivitySnapshot, agui.ActivityDelta,
		agui.RawEvent, agui.Custom, agui.ReasoningStart, agui.ReasoningEnd, agui.ReasoningMessageStart,
		agui.ReasoningMessageContent, agui.ReasoningMessageEnd, agui.ReasoningMessageChunk,
		agui.ReasoningEncryptedValue, agui.SubagentStarted, agui.SubagentFinished, agui.SubagentError,
	}
	ev := agui.Event{Type: types[kind%len(types)]}
	if n := tag % 4; n > 0 {
		ev.Owner = agui.Some("a" + strconv.Itoa(n))
	}
	fill(&ev, agui.Some(ids[id%len(ids)]), id/len(ids), tag/4)
	return ev
}

// fill gives ev the fields that its type must have.
func fill(ev *agui.Event, id agui.Opt[string], a, b int) {
	switch ev.Type {
	case agui.RunStarted, agui.RunFinished, agui.RunError:
		ev.Owner = owner{}
		ev.Run = &agui.Run{ThreadID: "t", RunID: "run" + strconv.Itoa(a%2), Message: "failed"}
		if ev.Type == agui.RunError {
			ev.Run.ThreadID, ev.Run.RunID = "", ""
		}
	case agui.SubagentStarted, agui.SubagentFinished, agui.SubagentError:
		ev.Owner = owner{}
		ev.Subagent = &agui.Subagent{ID: "a" + strconv.Itoa(a%3+1), Name: "scout", Message: "lost"}
		if ev.Type == agui.SubagentStarted && b%2 == 1 {
			ev.Subagent.ParentID = agui.Some("a" + strconv.Itoa(b/2%3+1))
		}
		if ev.Type != agui.SubagentStarted {
			ev.Subagent.Name = ""
		}
		if ev.Type != agui.SubagentError {
			ev.Subagent.Message = ""
		}
	case agui.StepStarted, agui.StepFinished:
		ev.Name = agui.Some("s" + strconv.Itoa(a%2))
	case agui.Custom:
		ev.Name, ev.Value = agui.Some("note"), agui.Raw("null")
	case agui.RawEvent, agui.StateSnapshot:
		ev.Value = agui.Raw("1")
	case agui.MessagesSnapshot:
		ev.Messages = []agui.Message{{ID: id.Value, Role: agui.RoleAssistant, Owner: ev.Owner}}
		ev.Owner = owner{}
	case agui.ReasoningEncryptedValue:
		ev.Encrypted = &agui.Encrypted{
			Subtype: []string{"message", "tool-call"}[a%2], EntityID: id.Value, Value: "opaque",
		}
	default:
		fillMessage(ev, id, a, b)
	}
}

// fillMessage is fill for what belongs to messages, calls and activities.
func fillMessage(ev *agui.Event, id agui.Opt[string], a, b int) {
	ev.MessageID = id
	switch ev.Type {
	case agui.ToolCallStart, agui.ToolCallArgs, agui.ToolCallEnd, agui.ToolCallChunk:
		ev.MessageID, ev.ToolCallID = owner{}, id
	case agui.ToolCallResult:
		ev.ToolCallID, ev.Content = id, agui.Text("done "+strconv.Itoa(a))
	case agui.ActivitySnapshot:
		ev.ActivityType, ev.Value = "PLAN", agui.Raw("{}")
	case agui.ActivityDelta:
		ev.ActivityType, ev.Patch = "PLAN", []agui.Operation{{Op: "remove", Path: "/x"}}
	default:
	}
	switch ev.Type {
	case agui.ToolCallStart:
		ev.Name = agui.Some("tool")
		if b%3 == 1 {
			ev.ParentID = agui.Some([]string{"m1", "m2"}[a%2])
		}
	case agui.ReasoningMessageStart:
		ev.Role = agui.Some(agui.RoleReasoning)
	case agui.TextMessageContent, agui.ToolCallArgs, agui.ReasoningMessageContent:
		ev.Delta = agui.Some("d" + strconv.Itoa(a) + ";")
	case agui.TextMessageChunk, agui.ToolCallChunk, agui.ReasoningMessageChunk:
		if a%3 > 0 {
			ev.Delta = agui.Some("d" + strconv.Itoa(a) + ";")
		}
		if b%3 == 1 {
			ev.MessageID, ev.ToolCallID = owner{}, owner{}
		}
		if ev.Type == agui.ToolCallChunk && b%2 == 0 {
			ev.Name = agui.Some("tool")
		}
	default:
	}
}
