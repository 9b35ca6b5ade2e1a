package agui

// ProtocolVersion is the version this client speaks and sends.
const ProtocolVersion = "1.1"

// RunAgentInput is the body of the request that starts a run (PROTOCOL
// section 2).
type RunAgentInput struct {
	ThreadID        string
	RunID           string
	ProtocolVersion Opt[string]
	ParentRunID     Opt[string]
	State           Raw // nil reads as {}
	Messages        []Message
	Tools           []Tool
	Context         []Context
	ForwardedProps  Raw // nil reads as {}
	Resume          []ResumeEntry
	Extra           []Field
}

// Tool is a frontend tool offered to the agent (PROTOCOL section 2.1).
type Tool struct {
	Name        string
	Description string
	Parameters  Raw // JSON Schema
	Metadata    Raw
	Extra       []Field
}

// Context is one piece of context for the agent.
type Context struct {
	Description string
	Value       string
	Extra       []Field
}

// Interrupt is a question that holds a run back (PROTOCOL section 8.1).
type Interrupt struct {
	ID             string
	Reason         string
	Message        Opt[string]
	ToolCallID     Opt[string]
	ResponseSchema Raw         // an object, or nil
	ExpiresAt      Opt[string] // ISO 8601; one that cannot be parsed never expires
	Metadata       Raw
	Owner          Opt[string] // subagentRunId: who asks
	Extra          []Field
}

// ResumeEntry answers one interrupt.
type ResumeEntry struct {
	InterruptID string
	Status      string // StatusResolved or StatusCancelled
	Payload     Raw    // nil when absent
	Metadata    Raw
	Extra       []Field
}

// The states of a resume entry.
const (
	StatusResolved  = "resolved"
	StatusCancelled = "cancelled"
)
