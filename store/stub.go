package store

import (
	"time"

	"agtui/stream/agui"
)

type blockKey struct {
	kind Kind
	id   string
	n    int
}
type resultKey struct{ message, call string }
type current struct{ end int }
type openStep struct{ ActiveStep }
type span struct{}

const noRun = -1

func (c *Conversation) placeAll(messages []agui.Message, p place) {}

// Begin records that a request goes out.
func (c *Conversation) Begin(in *agui.RunAgentInput, at time.Time) Change { return Change{} }

// Apply takes in one event.
func (c *Conversation) Apply(ev *agui.Event, at time.Time) Change { return Change{} }

// End records that the body of the response is over.
func (c *Conversation) End(e Ending, at time.Time) Change { return Change{} }

// Questions returns the open questions.
func (c *Conversation) Questions() []Asked { return nil }

// Steps returns the running steps.
func (c *Conversation) Steps() []ActiveStep { return nil }

// Usage returns what all runs together reported, by provider and model.
func (c *Conversation) Usage() []agui.TokenUsage { return nil }

// String returns the text with each half surrogate pair that is left over as
// U+FFFD.
func (t Text) String() string { return "" }
