// Package reducer reduces events to messages and state.
package reducer

import (
	"agtui/store/doc"
	"agtui/stream/agui"
)

// Reducer holds the messages, the state and the open interrupts of a thread.
type Reducer struct {
	state *doc.Doc
}

// New returns a reducer that starts with what the client held before. A nil
// state is {}.
func New(messages []agui.Message, state agui.Raw) *Reducer { return &Reducer{state: doc.New(nil)} }

// Apply reduces one event.
func (r *Reducer) Apply(ev *agui.Event) []agui.Finding { return nil }

// Messages returns the messages in order.
func (r *Reducer) Messages() []agui.Message { return nil }

// Message returns the first message with the id.
func (r *Reducer) Message(id string) (agui.Message, bool) { return agui.Message{}, false }

// ToolCall returns the first call with the id, and the id of its message.
func (r *Reducer) ToolCall(id string) (call agui.ToolCall, message string, ok bool) {
	return agui.ToolCall{}, "", false
}

// State returns the shared state.
func (r *Reducer) State() *doc.Doc { return r.state }

// Interrupts returns the open interrupts.
func (r *Reducer) Interrupts() []agui.Interrupt { return nil }

// Add appends a message of the client's own.
func (r *Reducer) Add(m agui.Message) {}
