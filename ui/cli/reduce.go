package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/stream/record"
)

// newReduce is the command that says what a client holds after a stream.
func newReduce(p *program) *cobra.Command {
	s := &settings{}
	c := &cobra.Command{
		Use:   "reduce FILE",
		Short: "Say what a client holds after a stream",
		Long: `Read a recording, an SSE body, a JSON array or lines of events (- is stdin; the
kind is detected) and print what a client holds afterwards: the answer as text,
or with --format json the whole report.

The exit code is that of the last run in it, as for agtui run.`,
		Example: `  agtui reduce run.sse --format json
  curl -sN -H 'Content-Type: application/json' -d @input.json localhost:8000/agent | agtui reduce -`,
		Args: atLeast(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError("one FILE at a time, not %d: agtui check takes several", len(args))
			}
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
	x, causes, err := p.readThrough(ctx, s, s.format, name)
	if err != nil {
		return err
	}
	return x.finish(causes[len(causes)-1])
}

// readThrough takes in a whole file. The causes say for each exchange what
// broke it, nil for nothing.
func (p *program) readThrough(ctx context.Context, s *settings, format, name string) (x *execution, causes []error, err error) {
	if name == "-" && s.input == "-" {
		return nil, nil, usageError("stdin can't be the stream and --input both: give one as a file")
	}
	in, _, err := p.readInput(ctx, s.input)
	if err != nil {
		return nil, nil, err
	}
	rec, err := record.ReadFile(name, &interruptibleReader{ctx, p.env.Stdin}, int64(s.limit))
	if err != nil {
		if errors.Is(err, errStopped) {
			return nil, nil, &exitError{code: ExitStopped, err: errStopped}
		}
		return nil, nil, fileError("reading", shownName(name), err)
	}
	defer rec.Close() //nolint:errcheck // it was only read
	if len(rec.Exchanges()) == 0 {
		return nil, nil, usageError("reading %s: the recording has no exchange: nothing was sent in that sitting", shownName(name))
	}
	held := in.State
	if sent := sentIn(rec.Exchanges()[0]); sent != nil && s.input == "" {
		held = sent.State // the messages come with the request
	}
	x = p.newExecution(s, format, store.New(in.Messages, held))
	for _, ex := range rec.Exchanges() {
		sent := sentIn(ex)
		if sent != nil {
			x.begin(sent)
		}
		causes = append(causes, x.follow(ctx, ex, sent, nil))
		if ctx.Err() != nil || x.err != nil {
			break
		}
	}
	return x, causes, nil
}

// shownName is the name of an input for people.
func shownName(name string) string {
	if name == "-" {
		return "stdin"
	}
	return name
}

// sentIn is the run input that a recorded exchange began with, nil for a bare
// stream.
func sentIn(ex *record.Exchange) *agui.RunAgentInput {
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
