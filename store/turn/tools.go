package turn

import (
	"slices"
	"strconv"
	"time"

	"agtui/stream/agui"
)

// ToolResult answers one frontend tool call.
type ToolResult struct {
	CallID string
	// Content is the result; one that is empty is sent as a short sentence,
	// since some servers need text.
	Content string
	Error   string // what went wrong; empty: nothing
}

// What the agent reads of calls without a result of their own.
const (
	notRun      = "This tool was not run."
	notRunError = "not run"
	noOutput    = "The tool returned nothing."
)

// ToolResults answers the frontend tool calls that the last run left to the
// client. Calls without a result among results are answered "not run": the
// agent must hear of every call.
func (t *Turn) ToolResults(c Conversation, _ time.Time, results []ToolResult) Decision {
	if running(c) {
		return refuse("The run is still going on; its tool calls are answered when it is over.")
	}
	if open := c.Questions(); len(open) > 0 {
		return refuse("First answer or cancel what the agent asks: " + list(names(open)) + ".")
	}
	pending := t.Pending(c)
	if len(pending) == 0 {
		return refuse("No tool call waits for a result.")
	}
	byID := map[string]ToolResult{}
	for _, r := range results {
		waits := slices.ContainsFunc(pending, func(call agui.ToolCall) bool { return call.ID == r.CallID })
		if _, twice := byID[r.CallID]; twice {
			return refuse("There are two results for tool call " + strconv.Quote(r.CallID) + ".")
		}
		if !waits {
			return refuse("Tool call " + strconv.Quote(r.CallID) + " waits for no result.")
		}
		byID[r.CallID] = r
	}
	return t.send(c, t.answerCalls(c, byID), nil)
}

// Pending returns the tool calls that wait for a result of the client: those
// that the last run names, and those of our own tools that have none. A call
// that a question is about is the agent's, not ours.
func (t *Turn) Pending(c Conversation) []agui.ToolCall {
	if running(c) {
		return nil
	}
	messages := c.Messages()
	done := settled(c, messages)
	named := t.named(c)
	var out []agui.ToolCall
	for i := range messages {
		for _, call := range messages[i].ToolCalls {
			if !done[call.ID] && (t.offers(call.Name) || slices.Contains(named, call.ID)) {
				done[call.ID] = true
				out = append(out, call)
			}
		}
	}
	for _, id := range named {
		if !done[id] {
			done[id] = true
			out = append(out, agui.ToolCall{ID: id})
		}
	}
	return out
}

// settled returns the calls that have an answer or need none from us.
func settled(c Conversation, messages []agui.Message) map[string]bool {
	done := map[string]bool{}
	for i := range messages {
		if messages[i].Role == agui.RoleTool {
			done[messages[i].ToolCallID.Value] = true
		}
	}
	for _, q := range c.Questions() {
		if q.Interrupt.ToolCallID.Set {
			done[q.Interrupt.ToolCallID.Value] = true
		}
	}
	return done
}

// named returns the calls that the outcome of the last run names.
func (t *Turn) named(c Conversation) []string {
	run := c.Current()
	if run == nil || run.Outcome == nil || run.Outcome.Type != agui.OutcomeSuccess {
		return nil
	}
	return run.Outcome.PendingToolCallIDs
}

func (t *Turn) offers(name string) bool {
	return slices.ContainsFunc(t.cfg.Tools, func(tool agui.Tool) bool { return tool.Name == name })
}

// offersPending reports whether a call of our own tools waits: somebody may
// still run it.
func (t *Turn) offersPending(c Conversation) bool {
	return slices.ContainsFunc(t.Pending(c), func(call agui.ToolCall) bool { return t.offers(call.Name) })
}

// answerCalls returns the messages with an answer to every pending call, each
// behind the message of its call and the answers that are there.
func (t *Turn) answerCalls(c Conversation, results map[string]ToolResult) []agui.Message {
	messages := slices.Clone(c.Messages())
	for _, call := range t.Pending(c) {
		r, ok := results[call.ID]
		if !ok {
			r = ToolResult{CallID: call.ID, Content: notRun, Error: notRunError}
		}
		messages = slices.Insert(messages, placeOf(messages, call.ID), t.toolMessage(r))
	}
	return messages
}

func (t *Turn) toolMessage(r ToolResult) agui.Message {
	m := agui.Message{
		ID:         t.cfg.NewID(),
		Role:       agui.RoleTool,
		ToolCallID: agui.Some(r.CallID),
		Content:    agui.Text(r.Content),
	}
	if r.Error != "" {
		m.Error = agui.Some(r.Error)
	}
	if r.Content == "" {
		m.Content = agui.Text(noOutput)
		if r.Error != "" {
			m.Content = agui.Text(r.Error)
		}
	}
	return m
}

// placeOf returns where the answer to a call belongs.
func placeOf(messages []agui.Message, callID string) int {
	owner := slices.IndexFunc(messages, func(m agui.Message) bool {
		return slices.ContainsFunc(m.ToolCalls, func(call agui.ToolCall) bool { return call.ID == callID })
	})
	if owner < 0 {
		return len(messages)
	}
	i := owner + 1
	for i < len(messages) && messages[i].Role == agui.RoleTool {
		i++
	}
	return i
}
