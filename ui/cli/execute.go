package cli

import (
	"bufio"
	"context"
	"errors"
	"time"

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
	out      *bufio.Writer
	text     *plain.Text
	lines    *plain.Lines
	told     int   // findings that lines has
	err      error // the first of stdout
}

// newExecution returns one that shows a conversation in a format; formatJSON
// shows nothing before the report.
func (p *program) newExecution(s *settings, format string, c *store.Conversation) *execution {
	c.ForgetDeltas() // an hour's run must not hold more than what it prints
	x := &execution{p: p, s: s, conv: c, out: bufio.NewWriterSize(p.stdout, 64<<10)}
	switch format {
	case formatNDJSON:
		x.lines = plain.NewLines(x.out)
	case formatJSON:
	default:
		x.text = plain.NewText(c, x.out, p.stderr, x.toldAtTheEnd)
	}
	return x
}

// toldAtTheEnd tells whether a finding is what the last line on stderr says.
func (x *execution) toldAtTheEnd(f *agui.Finding) bool {
	switch f.Rule {
	case agui.RuleTruncated, agui.RuleBrokenBody:
		return true
	default:
		return x.s.strict && f.Fatal && f.Severity == agui.Error
	}
}

// begin tells the store that a request goes out. What we send is not printed:
// stdout is the answer's.
func (x *execution) begin(in *agui.RunAgentInput) {
	x.requests++
	ch := x.conv.Begin(in, x.p.env.Now())
	if x.text != nil {
		x.text.Own(ch)
	}
}

// follow sends a request and takes in what comes until the body ends. It
// returns what broke the exchange, if anything did.
func (x *execution) follow(ctx context.Context, src stream.Source, in *agui.RunAgentInput, taps []stream.Tap) error {
	live := stream.Start(ctx, src, in, stream.Options{
		Strict: x.s.strict, Timeout: time.Duration(x.s.timeout), Taps: taps,
	})
	for {
		b, more := live.Next(context.WithoutCancel(ctx)) // its end is waited for
		for i := range b.Items {
			x.take(&b.Items[i])
		}
		x.flush()
		if x.err != nil {
			live.Stop()
		}
		if b.End != nil {
			return x.end(b.End)
		}
		if !more {
			return nil
		}
	}
}

// flush writes what was printed so far: the answer streams.
func (x *execution) flush() {
	if x.text != nil {
		x.keep(x.text.Flush())
	}
	x.keep(x.out.Flush())
}

// keep keeps the first error of stdout.
func (x *execution) keep(err error) {
	if x.err == nil {
		x.err = err
	}
}

// take applies one item.
func (x *execution) take(it *stream.Item) {
	var ch store.Change
	switch {
	case it.Event != nil:
		if x.text == nil { // the report lists them
			x.events = append(x.events, it.Event.Type)
		}
		ch = x.conv.Apply(it.Event, x.p.env.Now())
		if x.lines != nil && x.err == nil {
			x.keep(x.lines.Event(it.Event))
		}
	case it.Finding != nil:
		ch = x.conv.Note(*it.Finding)
	default:
		return
	}
	x.show(ch)
}

// show prints what a change brought.
func (x *execution) show(ch store.Change) {
	if x.err != nil {
		return
	}
	if x.text != nil {
		x.keep(x.text.Show(ch))
	}
	if x.lines == nil || !ch.Findings {
		return
	}
	for list := x.conv.Findings(); x.told < len(list); x.told++ {
		x.keep(x.lines.Finding(list[x.told]))
	}
}

// end tells the store how the body ended, and returns what broke it.
func (x *execution) end(e *stream.End) error {
	end := store.Ending{
		Broken: e.How == stream.Broken, Stopped: e.How == stream.Stopped,
		TimedOut: e.How == stream.TimedOut, Fatal: e.How == stream.Fatal,
	}
	cause := e.Err
	if end.Fatal {
		cause = illegal(cause, x.conv.Findings())
	}
	if cause != nil {
		end.Err = x.p.line(cause)
	}
	x.show(x.conv.End(end, x.p.env.Now()))
	if end.Stopped {
		return nil
	}
	return cause
}

// refuse reports that nothing was sent.
func (x *execution) refuse(why string) error {
	x.print(plain.Extra{Status: store.Refused, Error: why})
	return x.over(store.Refused, "", nil, why)
}

// finish prints the report where one was asked for and returns the outcome.
func (x *execution) finish(cause error) error {
	x.print(plain.Extra{Events: x.events, Requests: x.requests})
	status, by, why := store.Status(""), "", ""
	if run := x.conv.Current(); run != nil {
		status, by, why = run.Status, run.CancelledBy, run.Error
		if run.Status == store.Errored && run.ErrorCode != "" {
			why += " (" + run.ErrorCode + ")"
		}
	}
	return x.over(status, by, cause, why)
}

// report is the report of what was taken in.
func (x *execution) report() *plain.Report {
	return plain.BuildReport(x.conv, plain.Extra{Events: x.events, Requests: x.requests})
}

// print prints what the format has at the end: text has no report.
func (x *execution) print(e plain.Extra) {
	switch {
	case x.err != nil:
	case x.lines != nil:
		x.keep(x.lines.Report(plain.BuildReport(x.conv, e)))
	case x.text != nil:
		x.keep(x.text.Close())
	default:
		b, err := plain.BuildReport(x.conv, e).JSON()
		if err == nil {
			_, err = x.out.Write(b)
		}
		x.keep(err)
	}
	x.keep(x.out.Flush())
}

// over is the error of an execution that ended like this.
func (x *execution) over(status store.Status, by string, cause error, why string) error {
	switch {
	case errors.Is(x.err, errImpatient):
		return &exitError{code: ExitStopped, err: errStopped}
	case x.err != nil:
		// The reader has enough: that is no failure of ours, whatever the run
		// came to.
		return writing(x.err)
	}
	return outcome(status, by, cause, why)
}
