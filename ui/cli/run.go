package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream/agui"
)

// newRun is the command that takes one turn without a screen.
func newRun(p *program) *cobra.Command {
	s := &settings{}
	c := &cobra.Command{
		Use:   "run URL [PROMPT…]",
		Short: "Take one turn without a screen",
		Long: `Send one prompt and print the answer to stdout as it streams; everything about
it goes to stderr. Without PROMPT, or with -, the prompt is read from stdin.

The exit code tells how the run ended: 0 finished, 1 errored, 3 not allowed,
4 failed, 5 illegal stream (--strict), 6 interrupted by a question, 7 incomplete,
8 cancelled by the agent, 130 stopped.`,
		Example: `  agtui run localhost:8000/agent "What is in stock?"
  echo "Summarise this" | agtui run https://agents.example/chat --format json
  agtui run localhost:8000 -H 'Authorization: Bearer ${env:TOKEN}' hello`,
		Args: atLeast(1, "URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.run(cmd.Context(), s, args[0], args[1:])
		},
	}
	f := c.Flags()
	s.requestFlags(f)
	s.streamFlags(f)
	s.inputFlag(f, "the request; ids that are missing are minted, a PROMPT is appended")
	s.formatFlag(f)
	return c
}

func (p *program) run(ctx context.Context, s *settings, url string, words []string) error {
	if err := p.settle(s, url); err != nil {
		return err
	}
	ep, err := p.endpoint(s, url)
	if err != nil {
		return err
	}
	in, err := p.request(ctx, s, words)
	if no, ok := errors.AsType[*refusal](err); ok {
		return p.newExecution(s, s.format, store.New(no.in.Messages, no.in.State)).refuse(no.why)
	}
	if err != nil {
		return err
	}
	taps, kept, err := p.recorder(s, in.ThreadID)
	if err != nil {
		return err
	}
	defer kept.Close() //nolint:errcheck // what could not be written was reported as a finding
	x := p.newExecution(s, s.format, store.New(in.history, in.State))
	x.begin(&in.RunAgentInput)
	cause := x.follow(ctx, ep, &in.RunAgentInput, taps)
	return x.finish(cause)
}

// prepared is a request and the history that it builds on.
type prepared struct {
	agui.RunAgentInput
	history []agui.Message
}

// refusal is a request that must not be sent.
type refusal struct {
	in  *agui.RunAgentInput
	why string
}

func (r *refusal) Error() string { return "nothing was sent: " + r.why }

// request builds the run input of a headless run from --input, the flags and
// the prompt.
func (p *program) request(ctx context.Context, s *settings, words []string) (*prepared, error) {
	if s.input == "-" && slices.Equal(words, []string{"-"}) {
		return nil, usageError("stdin can't be both --input and the prompt: give one as a file or an argument")
	}
	in, given, err := p.readInput(ctx, s.input)
	if err != nil {
		return nil, err
	}
	prompt, err := p.promptText(ctx, words, given)
	if err != nil {
		return nil, err
	}
	if err := s.apply(in, p.env.home); err != nil {
		return nil, err
	}
	if !in.ProtocolVersion.Set {
		in.ProtocolVersion = agui.Some(agui.ProtocolVersion)
	}
	out := &prepared{RunAgentInput: *in, history: in.Messages}
	out.Messages = agui.Outgoing(in.Messages)
	if prompt == "" {
		return out, nil
	}
	cfg := turn.Config{ThreadID: in.ThreadID, NewID: uuid.NewString}
	if len(in.Resume) == 0 { // its answers may be about calls: those are the agent's
		cfg.Tools = in.Tools
	}
	t := turn.New(cfg)
	d := t.Say(store.New(in.Messages, in.State), p.env.Now(), prompt)
	if d.Input == nil {
		return nil, &refusal{in: in, why: d.Refused}
	}
	out.Messages = d.Input.Messages
	return out, nil
}

// apply puts the flags over a run input.
func (s *settings) apply(in *agui.RunAgentInput, home func(string) string) error {
	state, err := s.jsonValue("state", s.state, home)
	if err != nil {
		return err
	}
	if state != nil {
		in.State = state
	}
	forward, err := s.jsonValue("forward", s.forward, home)
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

// promptText is the prompt: the words, else stdin. With an input file a
// prompt is not needed.
func (p *program) promptText(ctx context.Context, words []string, optional bool) (string, error) {
	stdin := slices.Equal(words, []string{"-"})
	text := strings.Join(words, " ")
	switch {
	case len(words) > 0 && !stdin:
		if strings.TrimSpace(text) == "" {
			return "", usageError("the prompt is empty: give it as an argument or in a pipe")
		}
		return text, nil
	case optional && !stdin:
		return "", nil
	case p.env.StdinTTY && !stdin:
		return "", usageError("no prompt: give it as an argument, in a pipe, or in --input FILE")
	}
	data, err := p.readStdin(ctx)
	if err != nil {
		return "", err
	}
	text = strings.TrimRight(string(data), "\r\n")
	if strings.TrimSpace(text) == "" {
		return "", usageError("the prompt from stdin is empty: give it as an argument or in a pipe")
	}
	return text, nil
}
