package stream

import (
	"errors"

	"agtui/stream/agui"
	"agtui/stream/chunk"
	"agtui/stream/frame"
	"agtui/stream/repair"
	"agtui/stream/verify"
)

// PipelineOptions are the choices of a Pipeline.
type PipelineOptions struct {
	Strict bool // stop at the first fatal finding instead of repairing
}

// Item is one thing that came out of the pipeline; exactly one field is set.
// A frame comes first, then its findings and events, each finding before the
// event that it is about.
type Item struct {
	Frame   *frame.Frame
	Event   *agui.Event
	Finding *agui.Finding
}

// blockSize is how many events or findings are allocated at once.
const blockSize = 64

// Pipeline turns the frames of responses into events and findings. It is for
// one goroutine.
type Pipeline struct {
	strict  bool
	stopped bool
	fatal   string              // what stopped it
	request *agui.RunAgentInput // until its answer named a run

	decoder  *agui.Decoder
	expander *chunk.Expander
	verifier *verify.Verifier
	repairer *repair.Repairer

	// What the event at hand becomes on its way; reused.
	event              agui.Event
	expanded, repaired []agui.Event

	n        int  // number of the frame at hand
	mild     bool // the run had failed before this frame
	tooLong  bool // a frame was: that the source gave up then was told
	out      []Item
	events   []agui.Event
	findings []agui.Finding
}

// NewPipeline returns a pipeline for one response; Reset makes it ready for
// the next.
func NewPipeline(o PipelineOptions) *Pipeline {
	p := &Pipeline{strict: o.Strict}
	p.Reset()
	return p
}

// Reset starts a new response on the same thread: nothing is known of the
// one before.
func (p *Pipeline) Reset() {
	p.stopped, p.fatal, p.request, p.n, p.mild, p.tooLong = false, "", nil, 0, false, false
	p.decoder = agui.NewDecoder()
	p.expander = chunk.New(!p.strict)
	p.verifier = verify.New()
	p.repairer = repair.New(p.verifier, p.expander.Calls())
}

// Begin starts a new response, the answer to in: an answer under other ids is
// noted, and tool calls that in knows can be continued under their names.
func (p *Pipeline) Begin(in *agui.RunAgentInput) {
	p.Reset()
	if in != nil {
		p.request = in
		p.decoder.Scope = in.RunID
		p.expander.Calls().Learn(in.Messages)
	}
}

// Stopped reports that strict mode ended the stream at a fatal finding. What
// is fed after that gives nothing.
func (p *Pipeline) Stopped() bool { return p.stopped }

// Over reports that the last run has ended and nothing followed its terminal
// event.
func (p *Pipeline) Over() bool { return p.ended() && !p.verifier.Reopened() }

// ended reports that the last run saw a terminal event.
func (p *Pipeline) ended() bool {
	phase := p.verifier.Phase()
	return phase == verify.Finished || phase == verify.Errored
}

// settled reports that how the last run ended is known, however the body ends:
// a finished run that went on counts as running, one that failed stays failed.
func (p *Pipeline) settled() bool { return p.Over() || p.verifier.Phase() == verify.Errored }

// Feed appends to out the frame, its findings and its events. The pipeline
// keeps no reference to out; the items alias f.
func (p *Pipeline) Feed(f *frame.Frame, out []Item) []Item {
	if p.stopped {
		return out
	}
	p.out = out
	p.out = append(p.out, Item{Frame: f})
	p.n = f.N
	p.mild = p.verifier.Phase() == verify.Errored
	if p.frame(f) {
		p.decode(f)
	}
	out = p.out
	p.out = nil
	return out
}

// Close appends to out what the end of the body means for the stream: a
// finding where the last run has no terminal event.
func (p *Pipeline) Close(e Ending, out []Item) []Item { return p.end(e, nil, out) }

// end is Close with the reason why the body broke, if it did.
func (p *Pipeline) end(e Ending, cause error, out []Item) []Item {
	orderly := e == EndOfBody || e == Quiet
	if p.stopped || p.settled() || p.ended() && orderly {
		return out
	}
	p.out, p.n, p.mild = out, 0, false
	what := "the run has no terminal event"
	switch {
	case p.verifier.Phase() == verify.Idle:
		what = "the answer has no event"
	case p.ended():
		what = "the run went on after its terminal event and has no other"
	}
	switch e {
	case EndOfBody, Quiet:
		p.note(agui.NewFinding(agui.RuleTruncated, 0, "the stream ended early: %s; the run counts as incomplete", what))
	case TimedOut:
		p.note(agui.NewFinding(agui.RuleTruncated, 0, "the time for the run is over: %s; the run counts as incomplete", what))
	case Broken:
		if p.tooLong && errors.Is(cause, ErrTooLong) || errors.Is(cause, ErrFull) {
			break // it was told
		}
		if errors.Is(cause, ErrCut) {
			p.note(agui.NewFinding(agui.RuleTruncated, 0, "the recording of this answer has no end: %s; the run counts as incomplete", what))
			break
		}
		why := ""
		if cause != nil {
			why = ": " + cause.Error()
		}
		p.note(agui.NewFinding(agui.RuleBrokenBody, 0, "the stream broke, and %s; the run counts as failed%s", what, why))
	case Stopped, Fatal:
	}
	out = p.out
	p.out = nil
	return out
}

// process takes a decoded event through the rest of the stages.
func (p *Pipeline) process(ev *agui.Event) {
	if p.request != nil && ev.Type == agui.RunStarted {
		p.compare(ev)
	}
	var faults []agui.Finding
	p.expanded, faults = p.expander.Expand(ev, p.expanded[:0])
	if !p.report(faults) {
		return
	}
	for i := range p.expanded {
		e := &p.expanded[i]
		faults = p.verifier.Check(e)
		if p.strict {
			if !p.report(faults) {
				return
			}
			p.deliver(e)
			continue
		}
		p.repaired, faults = p.repairer.Repair(e, faults, p.repaired[:0])
		p.report(faults)
		for j := range p.repaired {
			p.deliver(&p.repaired[j])
		}
	}
}

// compare notes an answer under other ids than the request's.
func (p *Pipeline) compare(ev *agui.Event) {
	in := p.request
	p.request = nil
	if ev.Run == nil || ev.Run.ThreadID == in.ThreadID && ev.Run.RunID == in.RunID {
		return
	}
	p.note(agui.NewFinding(agui.RuleRequestIDMismatch, p.n,
		"RUN_STARTED: thread %q, run %q, but the request was thread %q, run %q",
		ev.Run.ThreadID, ev.Run.RunID, in.ThreadID, in.RunID))
}

// deliver hands over a copy of ev, with the frame at hand as the cause of one
// that was made up, and moves the verifier on.
func (p *Pipeline) deliver(ev *agui.Event) {
	p.verifier.Advance(ev)
	if len(p.events) == cap(p.events) {
		p.events = make([]agui.Event, 0, blockSize)
	}
	p.events = append(p.events, *ev)
	if ev.Frame == 0 {
		p.events[len(p.events)-1].Cause = p.n
	}
	p.out = append(p.out, Item{Event: &p.events[len(p.events)-1]})
}

// report hands over findings and tells whether to go on: strict mode stops at
// the first fatal one.
func (p *Pipeline) report(faults []agui.Finding) bool {
	for i := range faults {
		p.note(faults[i])
		if p.strict && faults[i].Fatal {
			p.stopped, p.fatal = true, faults[i].Message
			return false
		}
	}
	return true
}

// note hands over one finding. Once the run has failed, the agent's own error
// is the headline: what else is wrong is a warning.
func (p *Pipeline) note(f agui.Finding) {
	if f.Frame == 0 {
		f.Frame = p.n
	}
	if p.mild && f.Severity == agui.Error {
		f.Severity = agui.Warning
	}
	if len(p.findings) == cap(p.findings) {
		p.findings = make([]agui.Finding, 0, blockSize)
	}
	p.findings = append(p.findings, f)
	p.out = append(p.out, Item{Finding: &p.findings[len(p.findings)-1]})
}
