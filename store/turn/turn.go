// Package turn decides what to send next: intents go in (a text, answers to
// questions, results of frontend tools, once more, the run is over), run
// inputs come out (PROTOCOL sections 2, 2.1 and 8.2). The screen and the
// headless commands drive the same one.
//
// It sends nothing, changes no conversation, has no clock and starts nothing
// by itself. Stopping a run is not its business either: that is closing the
// connection, and leaves everything here as it was.
//
// The rules that it keeps:
//   - While a run is active, texts wait in a queue; nothing else is accepted.
//   - While questions are open, no ordinary input starts. One answer covers
//     all of them; past its time a question can only be cancelled.
//   - Frontend tool calls that nobody has answered are answered "not run"
//     before a text of the user goes out, and beside the results of others.
//   - Every request carries the latest state and a run id of its own.
//
// A request that a Decision holds counts as sent: the caller must begin the
// run on the conversation before it asks again. A Turn has one owner and no
// lock.
package turn

import (
	"slices"
	"time"

	"agtui/store"
	"agtui/store/doc"
	"agtui/stream/agui"
)

// Config is what all requests of a thread have in common.
type Config struct {
	ThreadID string // minted when it is empty
	Tools    []agui.Tool
	Context  []agui.Context
	Forward  agui.Raw // forwardedProps; nil is {}
	// NewID mints ids of runs and messages; nil makes random UUIDs.
	NewID func() string
}

// History is what the client holds of a thread.
type History interface {
	Messages() []agui.Message
	State() *doc.Doc
}

// Standing is how a thread stands.
type Standing interface {
	// Questions are the open ones.
	Questions() []store.Asked
	// Current is the last run, nil before the first.
	Current() *store.Run
}

// Conversation is what a Turn asks; *store.Conversation is one.
type Conversation interface {
	History
	Standing
}

// Decision is what to do about an intent. All zero: there is nothing to do.
type Decision struct {
	Input   *agui.RunAgentInput // send this
	Queued  bool                // texts are kept until the run or the questions are done
	Refused string              // why nothing was sent, for people
}

// Turn turns intents into run inputs.
type Turn struct {
	cfg   Config
	queue []string
	last  *agui.RunAgentInput
}

// New returns a Turn for a thread.
func New(cfg Config) *Turn {
	if cfg.NewID == nil {
		cfg.NewID = newUUID
	}
	if cfg.ThreadID == "" {
		cfg.ThreadID = cfg.NewID()
	}
	return &Turn{cfg: cfg}
}

// ThreadID returns the thread that all requests name.
func (t *Turn) ThreadID() string { return t.cfg.ThreadID }

// Queued returns the texts that wait, oldest first.
func (t *Turn) Queued() []string { return slices.Clone(t.queue) }

// TakeBack empties the queue and returns what was in it, to be edited.
func (t *Turn) TakeBack() []string {
	out := t.queue
	t.queue = nil
	return out
}

// Sent notes a request that was not decided here (given in a file, found in a
// recording), so that Retry can repeat it.
func (t *Turn) Sent(in *agui.RunAgentInput) { t.last = in }

// Say sends a text of the user, or queues it while a run is active.
func (t *Turn) Say(c Conversation, _ time.Time, text string) Decision {
	if text == "" {
		return refuse("There is nothing to send.")
	}
	if running(c) {
		t.queue = append(t.queue, text)
		return Decision{Queued: true}
	}
	if open := c.Questions(); len(open) > 0 {
		return refuse("First answer or cancel what the agent asks: " + list(names(open)) + ".")
	}
	t.queue = append(t.queue, text)
	return t.flush(c)
}

// Finished sends what is queued; call it when a run is over. The queue waits
// on while questions are open, while calls of our own tools wait for results,
// when the request failed (what failed comes first), and when the user stopped
// the run: who stops wants nothing sent. The next Say sends it all.
func (t *Turn) Finished(c Conversation, _ time.Time) Decision {
	if len(t.queue) == 0 {
		return Decision{}
	}
	run := c.Current()
	held := run != nil && (run.Status == store.FailedRun ||
		run.Status == store.Cancelled && run.CancelledBy == "you")
	if running(c) || held || len(c.Questions()) > 0 || t.offersPending(c) {
		return Decision{Queued: true}
	}
	return t.flush(c)
}

// flush sends the queue, each text as a message.
func (t *Turn) flush(c Conversation) Decision {
	messages := t.answerCalls(c, nil)
	for _, text := range t.queue {
		messages = append(messages, agui.Message{
			ID:      t.cfg.NewID(),
			Role:    agui.RoleUser,
			Content: agui.Text(text),
		})
	}
	t.queue = nil
	return t.send(c, messages, nil)
}

// Retry sends the last request again under a new run id: the same messages
// and answers, with the latest state.
func (t *Turn) Retry(c Conversation, now time.Time) Decision {
	if t.last == nil {
		return refuse("Nothing has been sent yet.")
	}
	if running(c) {
		return refuse("The run is still going on.")
	}
	open := c.Questions()
	if len(t.last.Resume) == 0 && len(open) > 0 {
		return refuse("First answer or cancel what the agent asks: " + list(names(open)) + ".")
	}
	if why := check(open, t.last.Resume, now); why != "" {
		return refuse(why)
	}
	in := *t.last
	in.RunID = t.cfg.NewID()
	in.State = c.State().Append(nil)
	t.last = &in
	return Decision{Input: &in}
}

// send makes the request.
func (t *Turn) send(c Conversation, messages []agui.Message, resume []agui.ResumeEntry) Decision {
	in := &agui.RunAgentInput{
		ThreadID:        t.cfg.ThreadID,
		RunID:           t.cfg.NewID(),
		ProtocolVersion: agui.Some(agui.ProtocolVersion),
		State:           c.State().Append(nil),
		Messages:        agui.Outgoing(messages),
		Tools:           t.cfg.Tools,
		Context:         t.cfg.Context,
		ForwardedProps:  t.cfg.Forward,
		Resume:          resume,
	}
	t.last = in
	return Decision{Input: in}
}

func running(c Conversation) bool {
	run := c.Current()
	return run != nil && run.Status == store.Running
}

func refuse(why string) Decision { return Decision{Refused: why} }
