package verify

import (
	"agtui/stream/agui"
)

// Phase is where a response stands.
type Phase uint8

// The phases of a response.
const (
	Idle     Phase = iota // nothing came yet
	Running               // a run is active
	Finished              // the last run ended with RUN_FINISHED
	Errored               // the last run ended with RUN_ERROR
)

// Kind is a kind of thing that is opened and closed by id.
type Kind uint8

// The kinds of what is opened and closed by id.
const (
	Text Kind = iota
	Reasoning
	Span // REASONING_START to REASONING_END
	ToolCall
	Subagent
	numKinds
)

// String names the kind for people.
func (k Kind) String() string {
	switch k {
	case Text:
		return "text message"
	case Reasoning:
		return "reasoning message"
	case Span:
		return "reasoning span"
	case ToolCall:
		return "tool call"
	default:
		return "subagent"
	}
}

// Entity is a kind of thing that has an owner.
type Entity uint8

// The entities that have owners. Spans and reasoning messages share theirs.
const (
	MessageEntity Entity = iota
	ReasoningEntity
	ToolCallEntity
	ActivityEntity
	numEntities
)

// String names the entity for people.
func (e Entity) String() string {
	switch e {
	case MessageEntity:
		return "message"
	case ReasoningEntity:
		return "reasoning message"
	case ToolCallEntity:
		return "tool call"
	default:
		return "activity"
	}
}

// Owner is a subagentRunId; one that is not set is the parent agent.
type Owner = agui.Opt[string]

// Step is an open step: steps of different owners do not meet.
type Step struct {
	Owner Owner
	Name  string
}

// Verifier checks the events of one response.
type Verifier struct {
	repaired    bool
	phase       Phase
	reopened    bool
	provisional bool
	run, thread agui.Opt[string]
	open        [numKinds]opened[string]
	steps       openSteps
	closed      map[string]struct{} // subagents that ended in this run
	owners      [numEntities]owners
}

// New returns a verifier for one response.
func New() *Verifier {
	v := &Verifier{closed: make(map[string]struct{})}
	for i := range v.owners {
		v.owners[i] = make(owners)
	}
	return v
}

// NewRepaired returns a verifier for what repair emitted: it differs from New
// in that events after RUN_FINISHED or RUN_ERROR continue the run, and that a
// second RUN_FINISHED replaces the outcome of the first.
func NewRepaired() *Verifier {
	v := New()
	v.repaired = true
	return v
}

// Check returns what is wrong with ev at this place; nil if nothing is.
func (v *Verifier) Check(ev *agui.Event) []agui.Finding {
	if exempt(ev.Type) {
		return nil
	}
	found := v.checkPhase(ev)
	if v.phase == Errored && ev.Type.Terminal() {
		return found
	}
	switch ev.Type {
	case agui.RunStarted:
		return v.checkThread(ev, found)
	case agui.RunFinished:
		return v.checkFinish(ev, found)
	case agui.TextMessageStart, agui.ReasoningStart, agui.ReasoningMessageStart:
		return v.checkStart(ev, found)
	case agui.ToolCallStart:
		return v.checkToolStart(ev, found)
	case agui.TextMessageContent, agui.TextMessageEnd, agui.ToolCallArgs, agui.ToolCallEnd,
		agui.ReasoningMessageContent, agui.ReasoningMessageEnd, agui.ReasoningEnd:
		return v.checkContinuation(ev, found)
	case agui.StepStarted, agui.StepFinished:
		return v.checkStep(ev, found)
	case agui.SubagentStarted, agui.SubagentFinished, agui.SubagentError:
		return v.checkSubagent(ev, found)
	case agui.ReasoningEncryptedValue, agui.ActivityDelta:
		return v.checkTarget(ev, found)
	default:
		return found
	}
}

// exempt tells the types that no rule applies to.
func exempt(t agui.EventType) bool { return t == agui.Meta || t == agui.UnknownType }

// target is what an event opens, continues or closes by id.
type target struct {
	kind   Kind
	entity Entity
	id     string
}

// targetOf tells what ev is about. It is for the types that open, continue or
// close a message, a span or a tool call.
func targetOf(ev *agui.Event) target {
	switch ev.Type {
	case agui.ToolCallStart, agui.ToolCallArgs, agui.ToolCallEnd:
		return target{ToolCall, ToolCallEntity, ev.ToolCallID.Value}
	case agui.ReasoningStart, agui.ReasoningEnd:
		return target{Span, ReasoningEntity, ev.MessageID.Value}
	case agui.ReasoningMessageStart, agui.ReasoningMessageContent, agui.ReasoningMessageEnd:
		return target{Reasoning, ReasoningEntity, ev.MessageID.Value}
	default:
		return target{Text, MessageEntity, ev.MessageID.Value}
	}
}
