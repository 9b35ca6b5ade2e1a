package turn_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"agtui/store"
	"agtui/store/doc"
	"agtui/store/turn"
	"agtui/stream/agui"
)

// The program's own conversation must do.
var _ turn.Conversation = (*store.Conversation)(nil)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// thread is a conversation that stands as a test says.
type thread struct {
	messages  []agui.Message
	state     string
	questions []store.Asked
	run       *store.Run
}

func (c *thread) Messages() []agui.Message  { return c.messages }
func (c *thread) Questions() []store.Asked  { return c.questions }
func (c *thread) Current() *store.Run       { return c.run }
func (c *thread) ends(status store.Status)  { c.run = &store.Run{Status: status} }
func (c *thread) asks(asked ...store.Asked) { c.ends(store.Interrupted); c.questions = asked }
func (c *thread) begin(d turn.Decision) {
	c.run, c.messages = &store.Run{Status: store.Running}, d.Input.Messages
}

func (c *thread) leaves(pending ...string) {
	c.run = &store.Run{Status: store.Finished, Outcome: &agui.Outcome{Type: agui.OutcomeSuccess, PendingToolCallIDs: pending}}
}

func (c *thread) State() *doc.Doc {
	root, err := doc.Parse(agui.Raw(c.state))
	if err != nil {
		root = nil
	}
	return doc.New(root)
}

func question(id string) store.Asked {
	return store.Asked{Interrupt: agui.Interrupt{ID: id, Reason: "confirmation"}, Call: -1}
}

func resolved(id, payload string) agui.ResumeEntry {
	return agui.ResumeEntry{InterruptID: id, Status: agui.StatusResolved, Payload: agui.Raw(payload)}
}

func cancelled(id string) agui.ResumeEntry {
	return agui.ResumeEntry{InterruptID: id, Status: agui.StatusCancelled}
}

// newTurn mints ids n1, n2, … and offers one tool, "pick".
func newTurn() *turn.Turn {
	n := 0
	return turn.New(turn.Config{
		ThreadID: "thread",
		Tools:    []agui.Tool{{Name: "pick", Description: "Pick one."}},
		Context:  []agui.Context{{Description: "d", Value: "v"}},
		Forward:  agui.Raw(`{"k":1}`),
		NewID: func() string {
			n++
			return "n" + strconv.Itoa(n)
		},
	})
}

// calls is an assistant message with calls; names are given as id:name.
func calls(id string, list ...string) agui.Message {
	m := agui.Message{ID: id, Role: agui.RoleAssistant}
	for _, c := range list {
		callID, name, _ := strings.Cut(c, ":")
		m.ToolCalls = append(m.ToolCalls, agui.ToolCall{ID: callID, Name: name, Arguments: "{}"})
	}
	return m
}

func text(id, role, content string) agui.Message {
	return agui.Message{ID: id, Role: role, Content: agui.Text(content)}
}

func result(id, call, content string) agui.Message {
	return agui.Message{ID: id, Role: agui.RoleTool, ToolCallID: agui.Some(call), Content: agui.Text(content)}
}

// outline is the messages of a request, one word each: role=content, for a
// tool message tool(call)=content, an error behind it.
func outline(t *testing.T, d turn.Decision) string {
	t.Helper()
	if d.Input == nil {
		t.Fatalf("nothing was sent: %+v", d)
	}
	var words []string
	for _, m := range d.Input.Messages {
		word := m.Role
		if m.ToolCallID.Set {
			word += "(" + m.ToolCallID.Value + ")"
		}
		if m.Content != nil {
			word += "=" + m.Content.Text
		}
		if m.Error.Set {
			word += "!" + m.Error.Value
		}
		words = append(words, word)
	}
	return strings.Join(words, " | ")
}

func wantRefused(t *testing.T, d turn.Decision, words ...string) {
	t.Helper()
	if d.Input != nil || d.Queued {
		t.Fatalf("it was not refused: %+v", d)
	}
	for _, w := range words {
		if !strings.Contains(d.Refused, w) {
			t.Errorf("refused with %q, want %q in it", d.Refused, w)
		}
	}
}
