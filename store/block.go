package store

import (
	"time"

	"agtui/stream/agui"
)

// Kind says what a block shows.
type Kind uint8

// The kinds of blocks.
const (
	// Message is a text message of any role but reasoning and activity.
	Message Kind = iota
	// Reasoning is a reasoning message.
	Reasoning
	// ToolCall is a call with its arguments and result.
	ToolCall
	// Activity is an activity message.
	Activity
	// SubagentHead stands where a subagent was announced.
	SubagentHead
	// Step stands where a step started.
	Step
	// Question stands where an interrupt was asked.
	Question
	// RunEnd closes a run: its status, duration, usage.
	RunEnd
	// Notice is a RAW, CUSTOM or META event.
	Notice
)

// Phase is how far a block is.
type Phase uint8

// The phases of a block.
const (
	// Live: more is to come.
	Live Phase = iota
	// Done: ended in order.
	Done
	// Waiting: a tool call whose arguments ended and whose result has not
	// come; a subagent that is suspended; a question that is open.
	Waiting
	// Failed: a subagent's error, a tool result with an error.
	Failed
	// Cut: the run ended before this did.
	Cut
)

// Block is one thing in the transcript, at the place where it opened. The
// store owns it; readers may look at it between two calls of the store, from
// the goroutine that owns the store, and must not change it.
type Block struct {
	ID      int    // its place in Conversation.Blocks, for good
	Version uint64 // grows with every change of what it shows
	Kind    Kind
	Phase   Phase
	// Hidden: a snapshot took the message away, or there is nothing to show
	// (an empty assistant message, PROTOCOL section 15 number 31).
	Hidden bool
	// Event is the type of the event that a Notice shows.
	Event agui.EventType

	// Small things stand together: there are as many blocks as messages.

	gone    bool  // a snapshot took the message away
	failed  bool  // the result is an error
	span    bool  // stands for a reasoning span, no message
	stale   bool  // the metadata changed in a delta and was not fetched yet
	trimmed bool  // the text has given back what it had room for
	listed  uint8 // in which lists of blocks in a phase it is
	nth     int32 // which of several messages with the same id

	Owner  agui.Opt[string] // subagentRunId; unset means the parent agent
	Run    int              // index in Conversation.Runs; -1 for what was there before the first
	Frame  int              // the frame that opened it; 0 for what we did ourselves
	Last   int              // the frame that changed it last
	Opened time.Time
	Closed time.Time // zero while Live
	// Sent and SentLast are the timestamps of the events that opened it and
	// changed it last, as the agent sent them.
	Sent, SentLast agui.Opt[int64]

	// Key is the id of the message, call, activity, subagent or interrupt.
	Key  string
	Role string // Message
	Name string // message name, tool name, activity type, step, subagent, event name
	// Title is a label that an agent gave: a THINKING title, a description.
	Title string

	// Text is the text of a message or of reasoning, the arguments of a call.
	Text Text
	// Content is a message's content where it is parts, and an activity's. That
	// of an activity may be late: Body has it.
	Content *agui.Content
	// Result is the content of a tool call's result, nil until it came.
	Result     *agui.Content
	ResultInfo *ResultInfo // nil where there is no result; ResultFrom has it
	// Value is the payload of a notice, the result of a subagent.
	Value agui.Raw
	// Error is the message of a subagent's error, ErrorCode its code.
	Error     string
	ErrorCode string
	Metadata  agui.Raw
	// EncryptedSize is the length of an encrypted value in bytes; the value
	// itself is never shown.
	EncryptedSize int
	// ParentCall is the tool call that spawned a subagent; for a question the
	// tool call that it is about; for a message of role tool the call that it
	// answers.
	ParentCall string
	// Parent is the subagent that spawned this one, for the head of a
	// subagent; unset means the parent agent.
	Parent agui.Opt[string]
	// Interrupt is what a Question asks, with the answer once it was given.
	Interrupt *agui.Interrupt
	Answer    *agui.ResumeEntry
	// RunInfo is the run that a RunEnd closes.
	RunInfo *Run

	cut  *cutText             // the pieces of its text; nil where there are none
	late func() *agui.Content // makes Content anew, which is older
}

// ResultInfo says how a result came.
type ResultInfo struct {
	At       time.Time
	ID       string           // the message that carried it
	Owner    agui.Opt[string] // its own tag, which may differ from the call's
	Error    string           // the error member
	Metadata agui.Raw
}

// ResultFrom says how the result of a call came; it is empty where there is no
// result.
func (b *Block) ResultFrom() ResultInfo {
	if b.ResultInfo == nil {
		return ResultInfo{}
	}
	return *b.ResultInfo
}

// Text is text that grows at its end. Bytes are WTF-8 (see agui.AppendText).
// Generation changes when a snapshot replaced the text; while it stays the
// same, earlier bytes stay the same too (but for a half surrogate pair at the
// very end, which its other half completes).
type Text struct {
	Bytes      []byte
	Generation int
}

// Agent is a subagent's run: an owner of blocks.
type Agent struct {
	ID          string
	Name        string // the id where it was never announced
	Description string
	Parent      agui.Opt[string]
	ParentCall  agui.Opt[string]
	Depth       int // 1 for a child of the parent agent
	Index       int // in order of arrival, for colours and bar shapes
	Phase       Phase
	Started     time.Time
	Ended       time.Time
	Error       string
	Head        int  // the ID of its SubagentHead block, -1 if never announced
	above       bool // another one named it as its parent
}

// Status is how a run stands or ended (DESIGN section 6, "Report").
type Status string

// The statuses of a run.
const (
	Running     Status = "running"
	Finished    Status = "finished"
	Interrupted Status = "interrupted"
	Cancelled   Status = "cancelled"
	Errored     Status = "errored"
	FailedRun   Status = "failed"
	Incomplete  Status = "incomplete"
	Refused     Status = "refused"
)

// Run is one run of the thread.
type Run struct {
	ThreadID    string
	RunID       string
	ParentRunID agui.Opt[string]
	Status      Status
	// CancelledBy is "agent" or "you" for a cancelled run.
	CancelledBy string
	Started     time.Time
	Ended       time.Time
	Outcome     *agui.Outcome
	Result      agui.Raw
	Usage       []agui.TokenUsage
	// Error and ErrorCode are RUN_ERROR's, or what broke the run.
	Error     string
	ErrorCode string
	// Pending are the tool calls that the run left to the client
	// (PROTOCOL section 2.1 number 2).
	Pending []string
	// Unanswered is how many of Pending have no result at all; a snapshot may
	// have brought one.
	Unanswered int
	// FirstFrame and LastFrame bound the run in the recording.
	FirstFrame, LastFrame int
}

// Asked is an open question.
type Asked struct {
	Interrupt agui.Interrupt
	RunID     string    // the run that it holds back, by the agent's own name
	Block     int       // its Question block
	Call      int       // the block of the tool call that it is about, -1 for none
	Expires   time.Time // zero: never
}

// ActiveStep is a step that has started and not finished.
type ActiveStep struct {
	Name    string
	Owner   agui.Opt[string]
	Started time.Time
}

// Change says what a call of the store made stale.
type Change struct {
	// Blocks are the IDs of blocks that were added or changed, each once.
	Blocks []int
	// State: the shared state changed; Paths are the JSON pointers of what a
	// delta touched, "" for all.
	State bool
	Paths []string
	// Run: a run started or ended, its status changed, a step began or ended.
	Run bool
	// Questions: the open questions changed.
	Questions bool
	// Findings: findings were added.
	Findings bool
}
