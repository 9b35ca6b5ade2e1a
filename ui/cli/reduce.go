package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/record"
	"agtui/ui/plain"
)

// newReduce is the command that says what a client holds after a stream.
func newReduce(p *program) *cobra.Command {
	s := &settings{}
	c := &cobra.Command{
		Use:   "reduce FILE",
		Short: "Say what a client holds after a stream",
		Long: `Read a recording, an SSE body, a JSON array or lines of events (- is stdin; the
kind is detected) and print what a client holds afterwards: the answer as text,
or with --format json the whole report.`,
		Example: `  agtui reduce run.sse --format json
  curl -sN … | agtui reduce - --strict --format json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.reduce(cmd.Context(), s, args[0])
		},
	}
	f := c.Flags()
	s.streamFlags(f)
	s.inputFlag(f, "its messages and state are what the client held before the stream")
	s.formatFlag(f)
	return c
}

func (p *program) reduce(ctx context.Context, s *settings, name string) error {
	if err := p.settle(s, ""); err != nil {
		return err
	}
	if err := s.checkFormat(); err != nil {
		return err
	}
	x, cause, err := p.readThrough(ctx, s, name)
	if err != nil {
		return err
	}
	return x.finish(cause)
}

// readThrough takes in a whole file.
func (p *program) readThrough(ctx context.Context, s *settings, name string) (*execution, error, error) {
	in, _, err := readInput(s.input)
	if err != nil {
		return nil, nil, err
	}
	rec, err := record.ReadFile(name, p.env.Stdin, int64(s.limit))
	if err != nil {
		return nil, nil, &exitError{code: ExitUsage, err: err}
	}
	defer rec.Close() //nolint:errcheck // it was only read
	for _, d := range rec.Damage() {
		fmt.Fprintln(p.env.Stderr, plain.FindingLine("", &agui.Finding{
			Rule: "damaged-line", Severity: agui.Warning, Message: fmt.Sprint(d),
		}))
	}
	x := p.newExecution(s, store.New(in.Messages, in.State))
	var cause error
	for _, ex := range rec.Exchanges() {
		sent := p.sent(ex)
		if sent != nil {
			x.requests++
			x.begin(sent)
		}
		cause = x.follow(ctx, ex, sent, nil)
		if cause != nil && s.strict {
			break
		}
	}
	return x, cause, nil
}

// sent is the run input that a recorded exchange began with, nil for a bare
// stream.
func (p *program) sent(ex *record.Exchange) *agui.RunAgentInput {
	req, ok := ex.Request()
	if !ok {
		return nil
	}
	in, err := agui.DecodeInput(req.Body)
	if err != nil {
		return nil
	}
	return &in
}

var _ stream.Source = (*record.Exchange)(nil)
