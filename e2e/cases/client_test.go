package cases_test

import (
	"strings"
	"testing"
	"time"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/remote"
	"agtui/ui/plain"
)

// A client is the real client on one thread, without a screen.
type client struct {
	t      *testing.T
	strict bool
	conv   *store.Conversation
	turn   *turn.Turn
	// told are the messages by severity.
	told map[string][]string
}

func newClient(t *testing.T, s *spec, strict bool) *client {
	t.Helper()
	var messages []agui.Message
	for _, raw := range s.Initial.Messages {
		m, err := agui.DecodeMessage(agui.Raw(raw))
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, m)
	}
	return &client{
		t: t, strict: strict, told: map[string][]string{},
		conv: store.New(messages, agui.Raw(s.Initial.State)),
		turn: turn.New(turn.Config{ThreadID: "t1"}),
	}
}

// request is what a run sends, or why nothing is sent.
func (c *client) request(r *run) (in *agui.RunAgentInput, refused string) {
	if len(r.Resume) == 0 {
		return &agui.RunAgentInput{
			ThreadID: "t1", RunID: r.RunID, ProtocolVersion: agui.Some(agui.ProtocolVersion),
			Messages: agui.Outgoing(c.conv.Messages()), State: c.conv.State().Root().Append(nil),
		}, ""
	}
	var answers []agui.ResumeEntry
	for _, a := range r.Resume {
		answers = append(answers, agui.ResumeEntry{InterruptID: a.InterruptID, Status: a.Status, Payload: agui.Raw(a.Payload)})
	}
	d := c.turn.Answer(c.conv, time.Now(), answers)
	if d.Input != nil {
		d.Input.RunID = r.RunID
	}
	return d.Input, d.Refused
}

// take does one run and returns its report.
func (c *client) take(r *run, s *server) *plain.Report {
	c.t.Helper()
	noted := len(c.conv.Findings())
	x := plain.Extra{}
	in, refused := c.request(r)
	if refused != "" {
		x.Status, x.Error = "refused", refused
	} else {
		c.follow(in, s, &x)
	}
	x.Requests = len(s.requests)
	for _, f := range c.conv.Findings()[noted:] {
		c.tell(f.Severity.String(), string(f.Rule)+": "+f.Message)
	}
	report := plain.BuildReport(c.conv, x)
	if report.Error != nil {
		message, _ := agui.Unquote(agui.Raw(report.Error.Message))
		code, _ := agui.Unquote(agui.Raw(report.Error.Code))
		c.tell("error", strings.TrimSpace(message+" "+code))
	}
	for i := range report.Runs[:max(len(report.Runs)-1, 0)] {
		if e := report.Runs[i].Error; e != nil {
			c.tell("error", string(e.Message))
		}
	}
	return report
}

func (c *client) tell(level, message string) { c.told[level] = append(c.told[level], message) }

// follow sends a request and takes in the answer.
func (c *client) follow(in *agui.RunAgentInput, s *server, x *plain.Extra) {
	c.t.Helper()
	endpoint, err := remote.New(remote.Options{URL: s.URL})
	if err != nil {
		c.t.Fatal(err)
	}
	c.conv.Begin(in, time.Now())
	live := stream.Start(c.t.Context(), endpoint, in, stream.Options{
		Strict: c.strict, Timeout: time.Minute, Quiet: 100 * time.Millisecond,
	})
	heard := false
	for {
		b, more := live.Next(c.t.Context())
		for i := range b.Items {
			switch it := &b.Items[i]; {
			case it.Event != nil:
				x.Events = append(x.Events, it.Event.Type)
				c.conv.Apply(it.Event, time.Now())
				if it.Event.Delta.Set && !heard {
					heard = true
					close(s.heard)
				}
			case it.Finding != nil:
				c.conv.Note(*it.Finding)
			}
		}
		if b.End != nil {
			c.end(b.End)
		}
		if !more {
			return
		}
	}
}

func (c *client) end(e *stream.End) {
	end := store.Ending{
		Broken: e.How == stream.Broken, Stopped: e.How == stream.Stopped,
		TimedOut: e.How == stream.TimedOut, Fatal: e.How == stream.Fatal,
	}
	if e.Err != nil {
		end.Err = e.Err.Error()
	}
	c.conv.End(end, time.Now())
}
