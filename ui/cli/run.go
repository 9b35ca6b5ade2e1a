package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream"
	"agtui/stream/agui"
)

// newRun is the command that takes one turn without a screen.
func newRun(p *program) *cobra.Command {
	s := &settings{}
	c := &cobra.Command{
		Use:   "run URL [PROMPT…]",
		Short: "Take one turn without a screen",
		Long: `Send one prompt and print the answer to stdout as it streams; everything about
it goes to stderr. Without PROMPT the prompt is read from stdin.

The exit code tells how the run ended: 0 finished, 1 errored, 3 not allowed,
4 failed, 5 illegal stream (--strict), 6 interrupted by a question, 7 incomplete,
8 cancelled by the agent, 130 stopped.`,
		Example: `  agtui run localhost:8000/agent "What is in stock?"
  echo "Summarise this" | agtui run https://agents.example/chat --format json
  agtui run localhost:8000 -H 'Authorization: Bearer ${env:TOKEN}' hello`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.run(cmd.Context(), s, args[0], args[1:])
		},
	}
	f := c.Flags()
	s.requestFlags(f)
	s.streamFlags(f)
	s.inputFlag(f, "the request; missing ids are minted, a PROMPT is appended")
	s.formatFlag(f)
	return c
}

func (p *program) run(ctx context.Context, s *settings, url string, words []string) error {
	if err := p.settle(s, url); err != nil {
		return err
	}
	if err := s.checkFormat(); err != nil {
		return err
	}
	ep, err := p.endpoint(s, url)
	if err != nil {
		return err
	}
	in, err := p.request(s, words, true)
	if err != nil {
		return err
	}
	taps, kept, err := p.recorder(s, in.ThreadID)
	if err != nil {
		return err
	}
	defer kept.Close() //nolint:errcheck // what could not be written was reported as a finding
	x := p.newExecution(s, store.New(in.history, in.State))
	x.requests = 1
	x.begin(&in.RunAgentInput)
	cause := x.follow(ctx, ep, &in.RunAgentInput, taps)
	return x.finish(cause)
}

// prepared is a request and the history that it builds on.
type prepared struct {
	agui.RunAgentInput
	history []agui.Message
}

// request builds the run input of a headless run from --input, the flags and
// the prompt.
func (p *program) request(s *settings, words []string, wait bool) (*prepared, error) {
	in, given, err := readInput(s.input)
	if err != nil {
		return nil, err
	}
	prompt, err := p.promptText(words, given, wait)
	if err != nil {
		return nil, err
	}
	if err := s.apply(in); err != nil {
		return nil, err
	}
	if in.ThreadID == "" {
		in.ThreadID = uuid.NewString()
	}
	if in.RunID == "" {
		in.RunID = uuid.NewString()
	}
	out := &prepared{RunAgentInput: *in, history: in.Messages}
	if prompt != "" {
		t := turn.New(turn.Config{
			ThreadID: in.ThreadID, Tools: in.Tools, Context: in.Context,
			Forward: in.ForwardedProps, NewID: uuid.NewString,
		})
		d := t.Say(store.New(in.Messages, in.State), p.env.Now(), prompt)
		if d.Input == nil {
			return nil, usageError("building the request: %s", d.Refused)
		}
		d.Input.RunID, d.Input.Resume, d.Input.Extra = in.RunID, in.Resume, in.Extra
		d.Input.ParentRunID = in.ParentRunID
		out.RunAgentInput = *d.Input
	} else {
		if !in.ProtocolVersion.Set {
			out.ProtocolVersion = agui.Some(agui.ProtocolVersion)
		}
		out.Messages = agui.Outgoing(in.Messages)
	}
	return out, nil
}

// apply puts the flags over a run input.
func (s *settings) apply(in *agui.RunAgentInput) error {
	state, err := jsonValue("--state", s.state)
	if err != nil {
		return err
	}
	if state != nil {
		in.State = state
	}
	forward, err := jsonValue("--forward", s.forward)
	if err != nil {
		return err
	}
	if forward != nil {
		in.ForwardedProps = forward
	}
	more, err := s.contexts()
	in.Context = append(in.Context, more...)
	return err
}

// readInput reads --input; without one it is an empty run input.
func readInput(name string) (in *agui.RunAgentInput, given bool, err error) {
	if name == "" {
		return &agui.RunAgentInput{}, false, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, false, usageError("reading --input: %w", err)
	}
	got, err := agui.DecodeInput(data)
	if err != nil {
		return nil, false, usageError("reading --input %s as a RunAgentInput: %w", name, err)
	}
	return &got, true, nil
}

// promptText is the prompt: the words, else stdin. With an input file a
// prompt is not needed.
func (p *program) promptText(words []string, optional, wait bool) (string, error) {
	if len(words) > 0 && (len(words) != 1 || words[0] != "-") {
		return strings.Join(words, " "), nil
	}
	if optional && len(words) == 0 {
		return "", nil
	}
	if !wait {
		return "", usageError("checking an endpoint needs a question to ask: give --prompt TEXT or --input FILE")
	}
	if p.env.StdinTTY && len(words) == 0 {
		return "", usageError("no prompt: give it as an argument, in a pipe, or in --input FILE")
	}
	data, err := io.ReadAll(p.env.Stdin)
	if err != nil {
		return "", usageError("reading the prompt from stdin: %w", err)
	}
	text := strings.TrimRight(string(data), "\r\n")
	if strings.TrimSpace(text) == "" {
		return "", usageError("the prompt from stdin is empty: give it as an argument or in a pipe")
	}
	return text, nil
}

// outcome is the error of a finished execution: nil, or a code with a line.
func outcome(code int, status store.Status, cause error, why string) error {
	if code == ExitFinished {
		return nil
	}
	switch {
	case cause != nil && !errors.Is(cause, stream.ErrStopped):
		return &exitError{code: code, err: cause}
	case status == store.Interrupted:
		return &exitError{code: code, err: errors.New("the run waits for an answer: open it with agtui to answer, or see the report (--format json)")}
	case status == store.Incomplete:
		return &exitError{code: code, err: errors.New("the stream ended early, without a terminal event: what came is kept; try again")}
	case status == store.Cancelled && code == ExitCancelled:
		return &exitError{code: code, err: errors.New("the agent cancelled the run")}
	case status == store.Errored:
		return &exitError{code: code, err: fmt.Errorf("the agent reported an error: %s", why)}
	case code == ExitStopped:
		return &exitError{code: code, err: errors.New("stopped; what came is kept")}
	case why != "":
		return &exitError{code: code, err: errors.New(why)}
	}
	return &exitError{code: code}
}
