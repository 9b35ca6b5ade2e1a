package streamgen

import (
	"fmt"
	"strings"

	"agtui/stream/agui"
)

// Parse reads a stream in shorthand, for tables: one event per line, as its
// type, its id, and "@" and its owner; then fields as key=value. The id is
// what the type is about: a message, a call, a run, a step's name. A value
// must not contain blanks; "_" in a delta stands for one. The frame of an
// event is the number of its line. It panics at what it cannot read.
//
//	RUN_STARTED r1 thread=t
//	TEXT_MESSAGE_START m1 @a1 role=user
//	TEXT_MESSAGE_CONTENT m1 delta=hello_there
func Parse(script string) []agui.Event {
	var events []agui.Event
	for line := range strings.Lines(script) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		ev := parse(words)
		ev.Frame = len(events) + 1
		events = append(events, ev)
	}
	return events
}

func parse(words []string) agui.Event {
	kind, ok := agui.TypeOf(words[0])
	if !ok {
		panic("streamgen: no such event type: " + words[0])
	}
	ev := agui.Event{Type: kind}
	var id agui.Opt[string]
	for _, w := range words[1:] {
		key, value, field := strings.Cut(w, "=")
		switch {
		case strings.HasPrefix(w, "@"):
			ev.Owner = agui.Some(w[1:])
		case !field:
			id = agui.Some(w)
		}
		if field {
			ev.Metadata = pick(key == "meta", agui.Raw(value), ev.Metadata)
			ev.RawEvent = pick(key == "raw", agui.Raw(value), ev.RawEvent)
		}
	}
	identify(&ev, id)
	for _, w := range words[1:] {
		if key, value, field := strings.Cut(w, "="); field {
			set(&ev, key, value)
		}
	}
	return ev
}

func pick(yes bool, a, b agui.Raw) agui.Raw {
	if yes {
		return a
	}
	return b
}

// identify puts the id where the type has it.
func identify(ev *agui.Event, id agui.Opt[string]) {
	switch ev.Type {
	case agui.RunStarted, agui.RunFinished, agui.RunError:
		ev.Run = &agui.Run{RunID: id.Value, ThreadID: "t"}
	case agui.SubagentStarted, agui.SubagentFinished, agui.SubagentError:
		ev.Subagent = &agui.Subagent{ID: id.Value}
	case agui.StepStarted, agui.StepFinished, agui.Custom:
		ev.Name = id
	case agui.ToolCallStart, agui.ToolCallArgs, agui.ToolCallEnd, agui.ToolCallChunk:
		ev.ToolCallID = id
	case agui.ReasoningEncryptedValue:
		ev.Encrypted = &agui.Encrypted{Subtype: "message", EntityID: id.Value}
	case agui.MessagesSnapshot, agui.StateSnapshot, agui.StateDelta:
	case agui.ToolCallResult:
		ev.MessageID, ev.Content = id, agui.Text("")
	default:
		ev.MessageID = id
	}
}

// set sets one field.
func set(ev *agui.Event, key, value string) {
	some := agui.Some(strings.ReplaceAll(value, "_", " "))
	switch key {
	case "delta":
		ev.Delta = some
	case "role":
		ev.Role = some
	case "name":
		ev.Name = agui.Some(value)
	case "call":
		ev.ToolCallID = agui.Some(value)
	case "parent":
		if ev.Subagent != nil {
			ev.Subagent.ParentID = agui.Some(value)
		} else {
			ev.ParentID = agui.Some(value)
		}
	case "replace":
		ev.Replace = agui.Some(value == "true")
	case "thread":
		ev.Run.ThreadID = value
	case "message":
		ev.Run.Message = some.Value
	case "subtype":
		ev.Encrypted.Subtype = value
	case "has": // a message of a snapshot or a run's input: id:role:owner:call
		setMessage(ev, strings.Split(value, ":"))
	case "ask": // an interrupt: id:owner
		id, owner, tagged := strings.Cut(value, ":")
		if ev.Run.Outcome == nil {
			ev.Run.Outcome = &agui.Outcome{Type: agui.OutcomeInterrupt}
		}
		ev.Run.Outcome.Interrupts = append(ev.Run.Outcome.Interrupts,
			agui.Interrupt{ID: id, Owner: agui.Opt[string]{Value: owner, Set: tagged}})
	case "meta", "raw":
	default:
		panic("streamgen: no such field: " + key)
	}
}

func setMessage(ev *agui.Event, parts []string) {
	m := agui.Message{ID: parts[0], Role: parts[1]}
	if len(parts) > 2 && parts[2] != "" {
		m.Owner = agui.Some(parts[2])
	}
	if len(parts) > 3 {
		m.ToolCalls = []agui.ToolCall{{ID: parts[3], Name: "known"}}
	}
	if ev.Run == nil {
		ev.Messages = append(ev.Messages, m)
		return
	}
	if ev.Run.Input == nil {
		ev.Run.Input = &agui.RunAgentInput{}
	}
	ev.Run.Input.Messages = append(ev.Run.Input.Messages, m)
}

// Format writes a stream as Parse reads it, with "~" before the events that
// the client made up. It leaves out what tables do not look at.
func Format(events []agui.Event) string {
	var b strings.Builder
	for i := range events {
		if events[i].Frame == 0 {
			b.WriteByte('~')
		}
		format(&b, &events[i])
		b.WriteByte('\n')
	}
	return b.String()
}

func format(b *strings.Builder, ev *agui.Event) {
	b.WriteString(ev.Type.String())
	switch {
	case ev.Run != nil && ev.Type != agui.RunError:
		word(b, " ", agui.Opt[string]{Value: ev.Run.RunID, Set: ev.Run.RunID != ""})
	case ev.Subagent != nil:
		word(b, " ", agui.Some(ev.Subagent.ID))
	case ev.Encrypted != nil:
		word(b, " ", agui.Some(ev.Encrypted.EntityID))
	case ev.Type == agui.StepStarted, ev.Type == agui.StepFinished, ev.Type == agui.Custom:
		word(b, " ", ev.Name)
	case ev.ToolCallID.Set && ev.Type != agui.ToolCallResult:
		word(b, " ", ev.ToolCallID)
	default:
		word(b, " ", ev.MessageID)
	}
	word(b, " @", ev.Owner)
	if ev.Type != agui.StepStarted && ev.Type != agui.StepFinished && ev.Type != agui.Custom {
		word(b, " name=", ev.Name)
	}
	word(b, " role=", ev.Role)
	word(b, " parent=", ev.ParentID)
	if ev.Subagent != nil {
		word(b, " parent=", ev.Subagent.ParentID)
		if ev.Subagent.Outcome != nil {
			fmt.Fprintf(b, " %s=%v", ev.Subagent.Outcome.Type, ev.Subagent.Outcome.InterruptIDs)
		}
	}
	if ev.Run != nil {
		word(b, " code=", ev.Run.Code)
	}
	if ev.Delta.Set {
		word(b, " delta=", agui.Some(strings.ReplaceAll(ev.Delta.Value, " ", "_")))
	}
	word(b, " meta=", agui.Opt[string]{Value: string(ev.Metadata), Set: ev.Metadata != nil})
	word(b, " raw=", agui.Opt[string]{Value: string(ev.RawEvent), Set: ev.RawEvent != nil})
}

func word(b *strings.Builder, lead string, o agui.Opt[string]) {
	if o.Set {
		b.WriteString(lead)
		b.WriteString(o.Value)
	}
}
