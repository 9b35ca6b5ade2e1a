package demo

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"agtui/stream/agui"
)

// A call is one request being answered.
type call struct {
	in   agui.RunAgentInput
	size int // bytes of the request
	now  func() time.Time
	// turn numbers the runs of a thread: it makes the ids of this run differ
	// from those that the messages already have.
	turn int
	// origin is the id prefix of the run that is being resumed.
	origin string
}

func newCall(body []byte, now func() time.Time) (*call, error) {
	in, err := agui.DecodeInput(body)
	if err != nil {
		return nil, fmt.Errorf("demo: read the run input: %w", err)
	}
	return &call{in: in, size: len(body), now: now}, nil
}

// take settles the turn, and with it the ids.
func (c *call) take(turn int) {
	c.turn = turn
	c.origin = c.prefix()
}

// prefix starts every id that this run makes.
func (c *call) prefix() string { return "demo-" + strconv.Itoa(c.turn) + "-" }

var ownID = regexp.MustCompile(`^demo-(\d+)-`)

// nextTurn is one more than the highest turn in the ids that the client sends,
// and at least the number of user messages: a run may leave no id behind.
func (c *call) nextTurn() int {
	highest, users := 0, 0
	see := func(id string) {
		if m := ownID.FindStringSubmatch(id); m != nil {
			if n, err := strconv.Atoi(m[1]); err == nil {
				highest = max(highest, n)
			}
		}
	}
	for i := range c.in.Messages {
		m := &c.in.Messages[i]
		see(m.ID)
		for j := range m.ToolCalls {
			see(m.ToolCalls[j].ID)
		}
		if m.Role == agui.RoleUser {
			users++
		}
	}
	for i := range c.in.Resume {
		see(c.in.Resume[i].InterruptID)
	}
	return max(highest+1, users)
}

// last is the newest message, or an empty one.
func (c *call) last() *agui.Message {
	if n := len(c.in.Messages); n > 0 {
		return &c.in.Messages[n-1]
	}
	return &agui.Message{}
}

// said is the text of the newest message, if the user wrote it.
func (c *call) said() string {
	m := c.last()
	if m.Role != agui.RoleUser {
		return ""
	}
	return textOf(m.Content)
}

// textOf is a content's text, without its media.
func textOf(content *agui.Content) string {
	if content == nil {
		return ""
	}
	if content.Kind == agui.ContentText {
		return content.Text
	}
	var b strings.Builder
	for i := range content.Parts {
		b.WriteString(content.Parts[i].Text)
	}
	return b.String()
}

// command splits `demo NAME ARGS…`; `demo` alone is the scenario "list".
func (c *call) command() (name string, args []string) {
	w := strings.Fields(c.said())
	if len(w) == 0 || !strings.EqualFold(w[0], "demo") {
		return "", nil
	}
	if len(w) == 1 {
		return "list", nil
	}
	return strings.ToLower(strings.Trim(w[1], "`'\"")), w[2:]
}

// args are the arguments of a tool call in the messages, as JSON text.
func (c *call) args(id string) (string, bool) {
	for i := range c.in.Messages {
		calls := c.in.Messages[i].ToolCalls
		for j := range calls {
			if calls[j].ID == id {
				return calls[j].Arguments, true
			}
		}
	}
	return "", false
}

func jsonString(s string) string { return string(agui.AppendString(nil, s)) }
