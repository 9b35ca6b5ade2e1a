package cli

import (
	"context"
	"errors"
	"io"
	"syscall"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/ui/plain"
)

// execution is one or more exchanges without a screen: the same pipeline and
// store as the screen's, with lines of text or JSON for a view.
type execution struct {
	p        *program
	s        *settings
	conv     *store.Conversation
	events   []agui.EventType
	requests int
	text     *plain.Text
	lines    *plain.Lines
	closed   bool // the reader of stdout went away
}

func (p *program) newExecution(s *settings, c *store.Conversation) *execution {
	x := &execution{p: p, s: s, conv: c}
	switch s.format {
	case formatNDJSON:
		x.lines = plain.NewLines(p.env.Stdout)
	case formatJSON:
	default:
		x.text = plain.NewText(c, p.env.Stdout, p.env.Stderr)
	}
	return x
}

// begin tells the store that a request goes out.
func (x *execution) begin(in *agui.RunAgentInput) {
	ch := x.conv.Begin(in, x.p.env.Now())
	_ = ch // what we send is not printed: stdout is the answer's
}

// follow sends a request and takes in what comes until the body ends. It
// returns what broke the exchange, if anything did.
func (x *execution) follow(ctx context.Context, src stream.Source, in *agui.RunAgentInput, taps []stream.Tap) error {
	live := stream.Start(ctx, src, in, stream.Options{
		Strict: x.s.strict, Timeout: x.s.timeout, Taps: taps,
	})
	var cause error
	for {
		b, more := live.Next(context.Background())
		for i := range b.Items {
			if err := x.take(&b.Items[i]); err != nil {
				live.Stop()
				x.closed = true
			}
		}
		if b.End != nil {
			cause = x.end(b.End)
		}
		if !more || b.End != nil {
			return cause
		}
	}
}

// take applies one item. Its error is a writer's.
func (x *execution) take(it *stream.Item) error {
	var ch store.Change
	switch {
	case it.Event != nil:
		x.events = append(x.events, it.Event.Type)
		ch = x.conv.Apply(it.Event, x.p.env.Now())
		if x.lines != nil && !x.closed {
			if err := x.lines.Event(it.Event); err != nil {
				return err //nolint:wrapcheck // plain says what it wrote
			}
		}
	case it.Finding != nil:
		ch = x.conv.Note(*it.Finding)
		if x.lines != nil && !x.closed {
			if err := x.lines.Finding(*it.Finding); err != nil {
				return err //nolint:wrapcheck // plain says what it wrote
			}
		}
	}
	if x.text != nil && !x.closed {
		return x.text.Show(ch) //nolint:wrapcheck // plain says what it wrote
	}
	return nil
}

// end tells the store how the body ended.
func (x *execution) end(e *stream.End) error {
	end := store.Ending{
		Broken: e.How == stream.Broken, Stopped: e.How == stream.Stopped,
		TimedOut: e.How == stream.TimedOut, Fatal: e.How == stream.Fatal,
	}
	if e.Err != nil {
		end.Err = line(e.Err)
	}
	ch := x.conv.End(end, x.p.env.Now())
	if x.text != nil && !x.closed {
		if err := x.text.Show(ch); err != nil {
			x.closed = true
		}
	}
	switch e.How {
	case stream.Broken, stream.TimedOut, stream.Fatal:
		return e.Err
	default:
		return nil
	}
}

// report is the report of what was taken in.
func (x *execution) report(cause error) *plain.Report {
	extra := plain.Extra{Events: x.events, Requests: x.requests}
	if len(x.conv.Runs()) == 0 {
		extra.Status = store.Incomplete
		if cause != nil {
			extra.Status, extra.Error = store.FailedRun, line(cause)
		}
	}
	return plain.BuildReport(x.conv, extra)
}

// finish prints the report where one was asked for and returns the outcome.
func (x *execution) finish(cause error) error {
	r := x.report(cause)
	if x.closed {
		// The reader has enough; that is no failure of ours.
		return nil
	}
	if err := x.print(r); err != nil {
		if closedPipe(err) {
			return nil
		}
		return usageError("writing to stdout: %w", err)
	}
	why := ""
	if run := x.conv.Current(); run != nil {
		why = run.Error
	}
	return outcome(statusCode(r.Status, r.CancelledBy, cause), r.Status, cause, why)
}

func (x *execution) print(r *plain.Report) error {
	switch {
	case x.lines != nil:
		return x.lines.Report(r) //nolint:wrapcheck // plain says what it wrote
	case x.text != nil:
		return x.text.Close() //nolint:wrapcheck // plain says what it wrote
	}
	b, err := r.JSON()
	if err != nil {
		return err //nolint:wrapcheck // plain says what it wrote
	}
	_, err = x.p.env.Stdout.Write(b)
	return err //nolint:wrapcheck // the caller says what was being done
}

// closedPipe tells whether the reader of a pipe went away.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
