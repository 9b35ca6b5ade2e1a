package plain

import (
	"bytes"
	"encoding/json"
	"fmt"

	"agtui/store"
	"agtui/stream/agui"
)

// Report is what a client holds after a stream. Keys that are empty are
// present: [], {}, null.
type Report struct {
	File               string            `json:"file,omitempty"` // what was checked
	Status             store.Status      `json:"status"`
	CancelledBy        json.RawMessage   `json:"cancelledBy"` // agent or you
	ThreadID           json.RawMessage   `json:"threadId"`
	RunID              json.RawMessage   `json:"runId"`
	Messages           []json.RawMessage `json:"messages"`
	State              json.RawMessage   `json:"state"`
	Interrupts         []json.RawMessage `json:"interrupts"`
	Outcome            json.RawMessage   `json:"outcome"`
	Result             json.RawMessage   `json:"result"`
	PendingToolCallIDs []json.RawMessage `json:"pendingToolCallIds"`
	Usage              []json.RawMessage `json:"usage"`
	Error              *ReportedError    `json:"error"`
	Events             []string          `json:"events"`
	Findings           []ReportedFinding `json:"findings"`
	Requests           int               `json:"requests"`
	Runs               []ReportedRun     `json:"runs"`
}

// ReportedError is the agent's RUN_ERROR, or what broke the run.
type ReportedError struct {
	Message json.RawMessage `json:"message"`
	Code    json.RawMessage `json:"code"`
}

// ReportedFinding is one finding.
type ReportedFinding struct {
	Severity string          `json:"severity"`
	Rule     agui.RuleID     `json:"rule"`
	Message  json.RawMessage `json:"message"`
	Frame    int             `json:"frame"`
}

// ReportedRun is one run of a stream that has several.
type ReportedRun struct {
	Status             store.Status      `json:"status"`
	CancelledBy        json.RawMessage   `json:"cancelledBy"`
	ThreadID           json.RawMessage   `json:"threadId"`
	RunID              json.RawMessage   `json:"runId"`
	Outcome            json.RawMessage   `json:"outcome"`
	Result             json.RawMessage   `json:"result"`
	PendingToolCallIDs []json.RawMessage `json:"pendingToolCallIds"`
	Usage              []json.RawMessage `json:"usage"`
	Error              *ReportedError    `json:"error"`
}

// Extra is what a report says beyond the conversation itself.
type Extra struct {
	Events   []agui.EventType // after expansion, as delivered to the reducer
	Requests int
	// Status is the report's status where no run tells it: refused.
	Status store.Status
	// Error says why, where no run tells it.
	Error string
}

// BuildReport reads a conversation. It must not be used by anybody else
// meanwhile. Of several runs the last one tells the status; error is that of
// the last run that has one, so that a failure is not lost behind a run that
// went well.
func BuildReport(c *store.Conversation, x Extra) *Report {
	r := &Report{
		Status: x.Status, CancelledBy: null(), ThreadID: null(), RunID: null(), Outcome: null(), Result: null(),
		Messages: []json.RawMessage{}, Interrupts: []json.RawMessage{},
		PendingToolCallIDs: []json.RawMessage{}, Usage: []json.RawMessage{},
		Events: make([]string, 0, len(x.Events)), Findings: []ReportedFinding{},
		Requests: x.Requests, Runs: []ReportedRun{},
	}
	for _, m := range c.Messages() {
		r.Messages = append(r.Messages, agui.AppendMessage(nil, &m))
	}
	r.State = null()
	if root := c.State().Root(); root != nil {
		r.State = root.Append(nil)
	}
	for _, q := range c.Questions() {
		r.Interrupts = append(r.Interrupts, agui.AppendInterrupt(nil, &q.Interrupt))
	}
	for _, t := range x.Events {
		r.Events = append(r.Events, t.String())
	}
	for _, f := range c.FinalFindings() {
		r.Findings = append(r.Findings, Reported(f))
	}
	for _, run := range c.Runs() {
		r.Runs = append(r.Runs, reportedRun(run))
	}
	if n := len(r.Runs); n > 0 {
		r.takeLast(&r.Runs[n-1], x.Status != "")
	}
	if x.Error != "" {
		r.Error = &ReportedError{Message: quoted(x.Error), Code: null()}
	}
	return r
}

// takeLast copies what the last run says of itself to the report's own keys.
func (r *Report) takeLast(last *ReportedRun, keepStatus bool) {
	if !keepStatus {
		r.Status, r.CancelledBy = last.Status, last.CancelledBy
	}
	r.ThreadID, r.RunID = last.ThreadID, last.RunID
	r.Outcome, r.Result = last.Outcome, last.Result
	r.PendingToolCallIDs, r.Usage = last.PendingToolCallIDs, last.Usage
	for i := len(r.Runs) - 1; i >= 0 && r.Error == nil; i-- {
		r.Error = r.Runs[i].Error
	}
}

// Reported is a finding as reports have it.
func Reported(f agui.Finding) ReportedFinding {
	return ReportedFinding{
		Severity: f.Severity.String(), Rule: f.Rule, Message: quoted(f.Message), Frame: f.Frame,
	}
}

func reportedRun(run *store.Run) ReportedRun {
	r := ReportedRun{
		Status: run.Status, CancelledBy: null(),
		ThreadID: quoted(run.ThreadID), RunID: quoted(run.RunID),
		Outcome: null(), Result: null(),
		PendingToolCallIDs: []json.RawMessage{}, Usage: []json.RawMessage{},
	}
	if run.CancelledBy != "" {
		r.CancelledBy = quoted(run.CancelledBy)
	}
	if run.Outcome != nil {
		r.Outcome = agui.AppendOutcome(nil, run.Outcome)
	}
	if run.Result != nil {
		r.Result = json.RawMessage(run.Result)
	}
	for _, id := range run.Pending {
		r.PendingToolCallIDs = append(r.PendingToolCallIDs, quoted(id))
	}
	for i := range run.Usage {
		r.Usage = append(r.Usage, agui.AppendUsage(nil, &run.Usage[i]))
	}
	if run.Error != "" {
		r.Error = &ReportedError{Message: quoted(run.Error), Code: null()}
		if run.ErrorCode != "" {
			r.Error.Code = quoted(run.ErrorCode)
		}
	}
	return r
}

func null() json.RawMessage { return json.RawMessage("null") }

// quoted is a JSON string; halves of surrogate pairs stay what they were.
func quoted(s string) json.RawMessage { return agui.AppendString(nil, s) }

// JSON returns the report as one line.
func (r *Report) JSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return nil, fmt.Errorf("plain: writing the report: %w", err)
	}
	return b.Bytes(), nil
}
