// Package turn decides what to send next.
package turn

import (
	"time"

	"agtui/store"
	"agtui/store/doc"
	"agtui/stream/agui"
)

// Config is what every request of a thread has in common.
type Config struct {
	ThreadID string
	Tools    []agui.Tool
	Context  []agui.Context
	Forward  agui.Raw
	NewID    func() string
}

// History is what the client holds of a thread.
type History interface {
	Messages() []agui.Message
	State() *doc.Doc
}

// Standing is how the thread stands.
type Standing interface {
	Questions() []store.Asked
	Current() *store.Run
}

// Conversation is what a Turn asks of the store; *store.Conversation is one.
type Conversation interface {
	History
	Standing
}

// ToolResult answers one frontend tool call.
type ToolResult struct {
	CallID  string
	Content string
	Error   string // empty: it worked
}

// Decision is what to do about an intent.
type Decision struct {
	Input   *agui.RunAgentInput // send this
	Queued  bool                // kept until the run is over
	Refused string              // why nothing was sent, for people
}

// Turn turns intents into run inputs.
type Turn struct{ cfg Config }

// New returns a Turn for a thread.
func New(cfg Config) *Turn { return &Turn{cfg: cfg} }

// Say sends text, or queues it while a run is active.
func (t *Turn) Say(c Conversation, now time.Time, text string) Decision { return Decision{} }

// Answer answers all open questions at once.
func (t *Turn) Answer(c Conversation, now time.Time, answers []agui.ResumeEntry) Decision {
	return Decision{}
}

// ToolResults answers frontend tool calls.
func (t *Turn) ToolResults(c Conversation, now time.Time, results []ToolResult) Decision {
	return Decision{}
}

// Retry sends the last request again, under a new runId.
func (t *Turn) Retry(c Conversation, now time.Time) Decision { return Decision{} }

// Finished sends what was queued; call it when a run is over.
func (t *Turn) Finished(c Conversation, now time.Time) Decision { return Decision{} }

// Queued returns the texts that wait for the end of the run.
func (t *Turn) Queued() []string { return nil }

// TakeBack empties the queue and returns it, so that it can be edited.
func (t *Turn) TakeBack() []string { return nil }

// Pending returns the frontend tool calls that nobody has answered.
func (t *Turn) Pending(c Conversation) []agui.ToolCall { return nil }
