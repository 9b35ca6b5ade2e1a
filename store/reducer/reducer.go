// Package reducer reduces events to messages and state, exactly as the
// reference client does (PROTOCOL sections 7 and 7.1).
//
// It is not lenient and not a view: earlier stages repair a stream, chunks
// must have been expanded and old events translated; grouping, durations and
// what is on screen are the conversation's. Events that change neither
// messages nor state nor the open interrupts do nothing here.
//
// What cannot be used is dropped with a finding, never with an error: content
// for an id that does not exist, a patch that does not apply (the last good
// value stays), an id that is in use for a message of another kind.
//
// Appending a delta costs O(delta), whatever the length of the message and of
// the thread: texts grow in place and become an agui.Message only when asked
// for, and ids are looked up in an index. A snapshot costs O(messages).
//
// A Reducer has one owner and no lock. Events and messages that are handed in
// are kept by reference and must not change afterwards; what is handed out is
// for reading.
package reducer

import (
	"agtui/store/doc"
	"agtui/stream/agui"
)

// Reducer holds the messages, the state and the open interrupts of a thread.
// The zero value is not usable: New makes one.
type Reducer struct {
	list       list
	state      *doc.Doc
	interrupts []agui.Interrupt
	pool       *doc.Pool // bounds what patches copy, in the state and all activities

	empty    *agui.Content // of every message that nothing was added to
	frame    int           // of the event at hand, or of its cause
	findings []agui.Finding
	failure  *Failure
}

// Failure is a delta that did not apply.
type Failure struct {
	// Target is the id of the activity that the patch was for; unset for the
	// shared state.
	Target agui.Opt[string]
	Err    *doc.PatchError
}

// New returns a reducer that starts with what the client held before. A state
// that is nil, null or not JSON reads as {}; only an event makes it null.
func New(messages []agui.Message, state agui.Raw) *Reducer {
	r := &Reducer{list: newList(), empty: agui.Text("")}
	for i := range messages {
		r.list.push(newMessage(&messages[i]))
	}
	root, err := doc.Parse(state)
	if state == nil || err != nil || root.Kind() == doc.Null {
		root = emptyObject()
	}
	r.pool = doc.NewPool(r.held)
	r.state = r.pool.In(root)
	return r
}

// held is the size of the state and of the activities that were patched.
func (r *Reducer) held() int {
	n := r.state.Size()
	for at := r.list.head; at != nil; at = at.next {
		if at.msg.patched != nil {
			n += at.msg.patched.Size()
		}
	}
	return n
}

func emptyObject() *doc.Value {
	v, err := doc.Parse(agui.Raw("{}"))
	if err != nil {
		return nil
	}
	return v
}

// Apply reduces one event and returns what was wrong with it; the findings
// are warnings.
func (r *Reducer) Apply(ev *agui.Event) []agui.Finding {
	r.frame, r.findings, r.failure = ev.At(), nil, nil
	switch ev.Type {
	case agui.RunStarted:
		r.runStarted(ev)
	case agui.RunFinished:
		r.runFinished(ev)
	case agui.TextMessageStart:
		r.textStart(ev, ev.Role.Or(agui.RoleAssistant))
	case agui.ReasoningMessageStart:
		r.textStart(ev, agui.RoleReasoning)
	case agui.TextMessageContent, agui.ReasoningMessageContent:
		r.textContent(ev)
	case agui.TextMessageEnd, agui.ReasoningMessageEnd:
		r.textEnd(ev)
	case agui.ToolCallStart:
		r.callStart(ev)
	case agui.ToolCallArgs:
		r.callArgs(ev)
	case agui.ToolCallEnd:
		r.callEnd(ev)
	case agui.ToolCallResult:
		r.callResult(ev)
	case agui.StateSnapshot:
		r.stateSnapshot(ev)
	case agui.StateDelta:
		r.stateDelta(ev)
	case agui.MessagesSnapshot:
		r.messagesSnapshot(ev)
	case agui.ActivitySnapshot:
		r.activitySnapshot(ev)
	case agui.ActivityDelta:
		r.activityDelta(ev)
	case agui.ReasoningEncryptedValue:
		r.encryptedValue(ev)
	default:
		// Lifecycle, steps, subagents, spans, RAW, CUSTOM: no message, no state.
	}
	return r.findings
}

// Messages returns the messages in order.
func (r *Reducer) Messages() []agui.Message {
	out := make([]agui.Message, 0, r.list.size)
	for n := r.list.head; n != nil; n = n.next {
		out = append(out, n.msg.freeze())
	}
	return out
}

// Len returns the number of messages.
func (r *Reducer) Len() int { return r.list.size }

// Message returns the first message with the id.
func (r *Reducer) Message(id string) (agui.Message, bool) {
	n := r.list.byID[id]
	if n == nil {
		return agui.Message{}, false
	}
	return n.msg.freeze(), true
}

// Role returns the role of the first message with the id. Unlike Message it
// costs the same however long the message is.
func (r *Reducer) Role(id string) (string, bool) {
	n := r.list.byID[id]
	if n == nil {
		return "", false
	}
	return n.msg.role, true
}

// Metadata returns the metadata of the first message with the id, nil for none.
// Unlike Message it costs the same however long the message is.
func (r *Reducer) Metadata(id string) agui.Raw {
	n := r.list.byID[id]
	if n == nil {
		return nil
	}
	return n.msg.meta.freeze()
}

// CallMetadata is Metadata for the first call with the id.
func (r *Reducer) CallMetadata(id string) agui.Raw {
	at, ok := r.list.calls[id]
	if !ok {
		return nil
	}
	return at.call.meta.freeze()
}

// ToolCall returns the first call with the id, and the id of its message.
func (r *Reducer) ToolCall(id string) (call agui.ToolCall, message string, ok bool) {
	at, ok := r.list.calls[id]
	if !ok {
		return agui.ToolCall{}, "", false
	}
	return at.call.freeze(), at.node.msg.id, true
}

// CallMessage returns the id of the message that holds the first call with
// the id. Unlike ToolCall it costs the same however long the arguments are.
func (r *Reducer) CallMessage(id string) (message string, ok bool) {
	at, ok := r.list.calls[id]
	if !ok {
		return "", false
	}
	return at.node.msg.id, true
}

// FirstCall returns the id of the first call in the first message with the id.
func (r *Reducer) FirstCall(id string) (call string, ok bool) {
	n := r.list.byID[id]
	if n == nil || len(n.msg.calls) == 0 {
		return "", false
	}
	return n.msg.calls[0].id, true
}

// State returns the shared state; it is the same document for good.
func (r *Reducer) State() *doc.Doc { return r.state }

// Interrupts returns the open interrupts: those of the last RUN_FINISHED.
// An error, a stop or a truncated stream leaves them open.
func (r *Reducer) Interrupts() []agui.Interrupt { return r.interrupts }

// Failure returns the delta that the last Apply could not apply, or nil.
func (r *Reducer) Failure() *Failure { return r.failure }

// Add takes in a message of the client's own: a tool message goes behind the
// call that it answers and the answers that are there, any other to the end.
func (r *Reducer) Add(m agui.Message) {
	if m.Role == agui.RoleTool {
		r.list.answer(m.ToolCallID.Value, newMessage(&m))
		return
	}
	r.list.push(newMessage(&m))
}

func (r *Reducer) warn(id agui.RuleID, format string, args ...any) {
	r.findings = append(r.findings, agui.NewFinding(id, r.frame, format, args...))
}

// runStarted takes the messages of the request that the thread lacks; its
// state is not taken.
func (r *Reducer) runStarted(ev *agui.Event) {
	if ev.Run == nil || ev.Run.Input == nil {
		return
	}
	for i := range ev.Run.Input.Messages {
		m := &ev.Run.Input.Messages[i]
		if r.list.byID[m.ID] == nil {
			r.list.push(newMessage(m))
		}
	}
}

// runFinished is the only event that changes the open interrupts.
func (r *Reducer) runFinished(ev *agui.Event) {
	r.interrupts = nil
	if ev.Run == nil || ev.Run.Outcome == nil || ev.Run.Outcome.Type != agui.OutcomeInterrupt {
		return
	}
	r.interrupts = ev.Run.Outcome.Interrupts
}
