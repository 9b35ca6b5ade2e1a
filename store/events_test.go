package store_test

import "agtui/stream/agui"

// The events of the tests, in as few words as possible.

func runStart(id string) agui.Event {
	return agui.Event{Type: agui.RunStarted, Run: &agui.Run{ThreadID: "t", RunID: id}}
}

func runEnd(id string) agui.Event {
	return agui.Event{Type: agui.RunFinished, Run: &agui.Run{ThreadID: "t", RunID: id}}
}

func runEndWith(id string, o agui.Outcome) agui.Event {
	ev := runEnd(id)
	ev.Run.Outcome = &o
	return ev
}

func asks(id string, interrupts ...agui.Interrupt) agui.Event {
	return runEndWith(id, agui.Outcome{Type: agui.OutcomeInterrupt, Interrupts: interrupts})
}

func runError(message string) agui.Event {
	return agui.Event{Type: agui.RunError, Run: &agui.Run{Message: message, Code: agui.Some("E1")}}
}

func on(t agui.EventType, id string) agui.Event {
	return agui.Event{Type: t, MessageID: agui.Some(id)}
}

func delta(t agui.EventType, id, text string) agui.Event {
	ev := on(t, id)
	ev.Delta = agui.Some(text)
	return ev
}

func textStart(id string) agui.Event      { return on(agui.TextMessageStart, id) }
func textMore(id, text string) agui.Event { return delta(agui.TextMessageContent, id, text) }
func textEnd(id string) agui.Event        { return on(agui.TextMessageEnd, id) }

func thinkStart(id string) agui.Event {
	ev := on(agui.ReasoningMessageStart, id)
	ev.Role = agui.Some(agui.RoleReasoning)
	return ev
}

func thinkMore(id, text string) agui.Event { return delta(agui.ReasoningMessageContent, id, text) }
func thinkEnd(id string) agui.Event        { return on(agui.ReasoningMessageEnd, id) }
func spanStart(id string) agui.Event       { return on(agui.ReasoningStart, id) }
func spanEnd(id string) agui.Event         { return on(agui.ReasoningEnd, id) }

func callStart(id, name string) agui.Event {
	return agui.Event{Type: agui.ToolCallStart, ToolCallID: agui.Some(id), Name: agui.Some(name)}
}

func callMore(id, args string) agui.Event {
	return agui.Event{Type: agui.ToolCallArgs, ToolCallID: agui.Some(id), Delta: agui.Some(args)}
}

func callEnd(id string) agui.Event {
	return agui.Event{Type: agui.ToolCallEnd, ToolCallID: agui.Some(id)}
}

func result(id, call, text string) agui.Event {
	ev := on(agui.ToolCallResult, id)
	ev.ToolCallID, ev.Content = agui.Some(call), agui.Text(text)
	return ev
}

func snapshot(messages ...agui.Message) agui.Event {
	return agui.Event{Type: agui.MessagesSnapshot, Messages: messages}
}

func says(role, id, text string) agui.Message {
	return agui.Message{ID: id, Role: role, Content: agui.Text(text)}
}

func calls(id string, toolCalls ...agui.ToolCall) agui.Message {
	return agui.Message{ID: id, Role: agui.RoleAssistant, ToolCalls: toolCalls}
}

func answers(id, call, text string) agui.Message {
	return agui.Message{ID: id, Role: agui.RoleTool, ToolCallID: agui.Some(call), Content: agui.Text(text)}
}

func step(t agui.EventType, name string) agui.Event {
	return agui.Event{Type: t, Name: agui.Some(name)}
}

func sub(t agui.EventType, id string) agui.Event {
	return agui.Event{Type: t, Subagent: &agui.Subagent{ID: id, Name: "name-" + id}}
}

func subBelow(id, parent string) agui.Event {
	ev := sub(agui.SubagentStarted, id)
	ev.Subagent.ParentID = agui.Some(parent)
	return ev
}

func suspended(id string) agui.Event {
	ev := sub(agui.SubagentFinished, id)
	ev.Subagent.Outcome = &agui.Outcome{Type: agui.OutcomeSuspended}
	return ev
}

func by(owner string, ev agui.Event) agui.Event {
	ev.Owner = agui.Some(owner)
	return ev
}

func activity(id, kind, value string) agui.Event {
	ev := on(agui.ActivitySnapshot, id)
	ev.ActivityType, ev.Value = kind, agui.Raw(value)
	return ev
}

func activityPatch(id, kind string, ops ...agui.Operation) agui.Event {
	ev := on(agui.ActivityDelta, id)
	ev.ActivityType, ev.Patch = kind, ops
	return ev
}

func set(path, value string) agui.Operation {
	return agui.Operation{Op: "replace", Path: path, Value: agui.Raw(value)}
}

func encrypted(subtype, id, value string) agui.Event {
	return agui.Event{Type: agui.ReasoningEncryptedValue, Encrypted: &agui.Encrypted{Subtype: subtype, EntityID: id, Value: value}}
}

func custom(name, value string) agui.Event {
	return agui.Event{Type: agui.Custom, Name: agui.Some(name), Value: agui.Raw(value)}
}

func with(metadata string, ev agui.Event) agui.Event {
	ev.Metadata = agui.Raw(metadata)
	return ev
}

// madeUp is an event of frame 0.
func madeUp(ev agui.Event) agui.Event {
	ev.Frame = -1
	return ev
}

// cutOff is what repair makes of a run that another one cuts off.
func cutOff() agui.Event {
	ev := runError("cut off")
	ev.Run.Code = agui.Some(agui.CodeTruncated)
	return ev
}
