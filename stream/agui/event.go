package agui

// EventType names one of the event types of AG-UI 1.0, the deprecated
// THINKING_* family or the draft META (PROTOCOL section 3).
type EventType uint8

// The event types. UnknownType is any type string that the protocol lacks.
const (
	UnknownType EventType = iota
	RunStarted
	RunFinished
	RunError
	StepStarted
	StepFinished
	TextMessageStart
	TextMessageContent
	TextMessageEnd
	TextMessageChunk
	ToolCallStart
	ToolCallArgs
	ToolCallEnd
	ToolCallChunk
	ToolCallResult
	StateSnapshot
	StateDelta
	MessagesSnapshot
	ActivitySnapshot
	ActivityDelta
	RawEvent
	Custom
	ReasoningStart
	ReasoningEnd
	ReasoningMessageStart
	ReasoningMessageContent
	ReasoningMessageEnd
	ReasoningMessageChunk
	ReasoningEncryptedValue
	SubagentStarted
	SubagentFinished
	SubagentError
	// Meta is a draft (PROTOCOL section 3.3): shown, never reduced.
	Meta
	// ThinkingStart and the four after it are deprecated (PROTOCOL section 3.2):
	// Legacy translates them.
	ThinkingStart
	ThinkingEnd
	ThinkingTextMessageStart
	ThinkingTextMessageContent
	ThinkingTextMessageEnd
	numEventTypes
)

// Event is any event of the protocol: one struct for all types, so that the
// stages of the pipeline can treat ids, owners and metadata alike. Which
// fields a type uses is in PROTOCOL section 3; the others are zero.
//
// Strings are WTF-8: UTF-8, but half a surrogate pair that arrived alone is
// kept in its three-byte form until its other half joins it (AppendText).
type Event struct {
	Type EventType
	// Frame is the number of the frame it came from; 0 for an event that the
	// client made up (chunk ends, repairs).
	Frame int
	// Cause is, for an event that the client made up in the middle of a stream,
	// the frame that was the reason; 0 where Frame says it.
	Cause int

	Timestamp Opt[int64] // milliseconds by convention
	Metadata  Raw        // an object, or nil
	RawEvent  Raw        // nil when absent
	// Owner is subagentRunId where it is a tag (PROTOCOL section 9); the
	// subagent events carry theirs in Subagent.
	Owner Opt[string]

	MessageID  Opt[string] // text, reasoning, activity, tool result; set where required
	ToolCallID Opt[string] // TOOL_CALL_*
	ParentID   Opt[string] // parentMessageId of TOOL_CALL_START and TOOL_CALL_CHUNK
	// Name is toolCallName, a message's name, stepName, CUSTOM's name or
	// META's metaType.
	Name  Opt[string]
	Role  Opt[string]
	Delta Opt[string] // text, arguments, reasoning

	// Value is snapshot (STATE_SNAPSHOT), event (RAW), value (CUSTOM), content
	// (ACTIVITY_SNAPSHOT) or payload (META).
	Value        Raw
	Patch        []Operation // delta of STATE_DELTA, patch of ACTIVITY_DELTA
	ActivityType string
	Replace      Opt[bool]   // ACTIVITY_SNAPSHOT; absent means true
	Source       Opt[string] // RAW
	Title        Opt[string] // THINKING_START; kept on the REASONING_START made of it

	Content   *Content   // TOOL_CALL_RESULT
	Messages  []Message  // MESSAGES_SNAPSHOT
	Run       *Run       // RUN_*
	Subagent  *Subagent  // SUBAGENT_*
	Encrypted *Encrypted // REASONING_ENCRYPTED_VALUE

	// TypeName is the type as it was written, for UnknownType.
	TypeName string
	// Extra holds the members that the protocol does not define for the type.
	Extra []Field
}

// Run is what the three run events carry.
type Run struct {
	ThreadID        string
	RunID           string
	ProtocolVersion Opt[string]
	ParentRunID     Opt[string]
	Input           *RunAgentInput // RUN_STARTED
	Result          Raw            // RUN_FINISHED
	Outcome         *Outcome       // RUN_FINISHED; nil means success
	Usage           []TokenUsage   // RUN_FINISHED, RUN_ERROR
	Message         string         // RUN_ERROR
	Code            Opt[string]    // RUN_ERROR
	// Failed: the agent reported no error; the client made a RUN_ERROR of what
	// it got in place of the end of the run.
	Failed bool
}

// Outcome is how a run or a subagent ended. Types of a run: success,
// interrupt, cancelled; of a subagent: success, suspended.
type Outcome struct {
	Type               string
	PendingToolCallIDs []string    // success of a run
	Interrupts         []Interrupt // interrupt
	InterruptIDs       []string    // suspended
	Extra              []Field
}

// The outcome types.
const (
	OutcomeSuccess   = "success"
	OutcomeInterrupt = "interrupt"
	OutcomeCancelled = "cancelled"
	OutcomeSuspended = "suspended"
)

// Subagent is what the three subagent events carry.
type Subagent struct {
	ID              string // subagentRunId
	Name            string
	Description     Opt[string]
	ParentID        Opt[string] // parentSubagentRunId
	ParentToolCall  Opt[string]
	ParentMessageID Opt[string]
	Result          Raw
	Outcome         *Outcome
	Message         string // SUBAGENT_ERROR
	Code            Opt[string]
}

// Encrypted is the payload of REASONING_ENCRYPTED_VALUE. The value is opaque:
// stored and sent back byte for byte, never shown.
type Encrypted struct {
	Subtype  string // "tool-call" or "message"
	EntityID string
	Value    string
	Type     Opt[string] // encryptedValueType, 1.1
}

// Operation is one RFC 6902 operation as the protocol has it.
type Operation struct {
	Op    string // add, remove, replace, move, copy, test
	Path  string
	From  Opt[string]
	Value Raw // nil when absent
	Extra []Field
}

// TokenUsage is what one model reported for one run (PROTOCOL section 3.1).
// Absent is "not reported", not zero.
type TokenUsage struct {
	Provider              Opt[string]
	Model                 Opt[string]
	InputTokens           Opt[int64]
	OutputTokens          Opt[int64]
	TotalTokens           Opt[int64]
	ReasoningTokens       Opt[int64]
	CachedInputTokens     Opt[int64]
	CacheWriteInputTokens Opt[int64]
	Extra                 []Field
}
