package stream

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"agtui/stream/agui"
	"agtui/stream/frame"
)

// quiet is how long a body may be silent after a terminal event.
const quiet = 2 * time.Second

// Options are the choices of a live run.
type Options struct {
	Strict  bool
	Timeout time.Duration // of the whole run; 0 for none
	// Taps see the exchange before anything is interpreted. One that fails is
	// reported in a finding and sees only the end after that.
	Taps []Tap
	// Quiet is how long the body may be silent after a terminal event before
	// the run is over; 0 for 2 s.
	Quiet time.Duration
	Now   func() time.Time // nil for time.Now
}

// Batch is everything that came since the last hand-over. It belongs to the
// caller.
type Batch struct {
	Items    []Item
	Response *Response // once, when the head came
	End      *End      // in the last batch
}

// End says how a run ended for the transport. That the agent reported an error
// is not told here: a run that saw its terminal event ends with EndOfBody or
// Quiet, even if the connection broke afterwards.
type End struct {
	How Ending
	Err error // nil for EndOfBody and Quiet; ErrFull or ErrCut where a recording ended
	At  time.Time
}

// Live is one run that is being received. Whoever starts one takes batches
// with Next until it says false, or calls Stop: otherwise its goroutine waits
// for ever.
type Live struct {
	box    handover
	cancel context.CancelFunc

	mu      sync.Mutex
	resp    *Response
	stopped bool   // an end was decided from outside
	how     Ending // that end
	halt    chan struct{}
}

// Start sends in to src and receives the answer in a goroutine of its own.
// The end of ctx stops the run as Stop does.
func Start(ctx context.Context, src Source, in *agui.RunAgentInput, o Options) *Live {
	if o.Quiet <= 0 {
		o.Quiet = quiet
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	ctx, cancel := context.WithCancel(ctx)
	l := &Live{cancel: cancel, halt: make(chan struct{})}
	l.box.init()
	r := &receiver{live: l, o: o, taps: o.Taps, pipeline: NewPipeline(PipelineOptions{Strict: o.Strict})}
	go r.run(ctx, src, in)
	return l
}

// Next returns everything since the last call; it waits until there is
// something. It says false when the run is over and all was handed over, or
// when ctx is done. One goroutine at a time may call it.
func (l *Live) Next(ctx context.Context) (Batch, bool) { return l.box.take(ctx) }

// Stop ends the run at the user's wish: the connection is closed at once, what
// came before is still handed over, and the ending is Stopped. It may be
// called repeatedly, from any goroutine.
func (l *Live) Stop() { l.interrupt(Stopped) }

// interrupt ends the run from outside; the first one counts.
func (l *Live) interrupt(how Ending) {
	l.mu.Lock()
	first := !l.stopped
	if first {
		l.stopped, l.how = true, how
		close(l.halt)
	}
	resp := l.resp
	l.mu.Unlock()
	if !first {
		return
	}
	l.cancel()
	hangUp(resp)
}

// interrupted returns the end that came from outside, if one did.
func (l *Live) interrupted() (Ending, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.how, l.stopped
}

// head notes the response, so that an interruption can close it.
func (l *Live) head(resp *Response) {
	l.mu.Lock()
	l.resp = resp
	late := l.stopped
	l.mu.Unlock()
	if late {
		hangUp(resp)
	}
}

// hangUp closes a response. How that went is of no use to anybody.
func hangUp(resp *Response) {
	if resp != nil && resp.Close != nil {
		_ = resp.Close()
	}
}

// receiver is the goroutine's side of a Live.
type receiver struct {
	live     *Live
	o        Options
	taps     []Tap // those that still work
	broken   []Tap // those that failed: they see only the end
	pipeline *Pipeline
	told     bool // the taps know the request
	began    bool // there is a body: what ends it says something about the stream
	items    []Item
	frames   []frame.Frame
}

// run receives one answer.
func (r *receiver) run(ctx context.Context, src Source, in *agui.RunAgentInput) {
	defer r.live.cancel()
	if r.o.Timeout > 0 {
		timer := time.AfterFunc(r.o.Timeout, func() { r.live.interrupt(TimedOut) })
		defer timer.Stop()
	}
	unlink := context.AfterFunc(ctx, func() { r.live.interrupt(Stopped) })
	defer unlink()

	how, cause := r.receive(ctx, src, in)
	if ctx.Err() != nil {
		r.live.interrupt(Stopped)
	}
	r.finish(how, cause)
}

// receive sends the request and reads the answer to its end. A panic of the
// source, a tap or a stage is an error like others.
func (r *receiver) receive(ctx context.Context, src Source, in *agui.RunAgentInput) (how Ending, cause error) {
	defer func() {
		if p := recover(); p != nil {
			how, cause = Broken, fmt.Errorf("%w: %v\n%s", ErrPanic, p, debug.Stack())
		}
	}()
	r.pipeline.Begin(in)
	resp, err := r.ask(ctx, src, in)
	if resp != nil {
		r.live.head(resp)
		defer hangUp(resp)
		r.opened(resp)
	}
	if err != nil || resp == nil || resp.Frames == nil {
		return Broken, err
	}
	return r.read(resp)
}

// ask sends the request. The taps see it before it goes out, where the source
// can say what it is.
func (r *receiver) ask(ctx context.Context, src Source, in *agui.RunAgentInput) (*Response, error) {
	if a, ok := src.(Announcer); ok {
		return a.RunTelling(ctx, in, r.sending)
	}
	return src.Run(ctx, in)
}

// sending hands the request to the taps.
func (r *receiver) sending(at time.Time, sent Request) {
	r.told = true
	r.tap(func(t Tap) error { return t.Request(at, sent) })
}

// opened hands over the head.
func (r *receiver) opened(resp *Response) {
	if !r.told {
		r.sending(resp.Started, resp.Request)
	}
	if resp.Status != 0 || !resp.Headed.IsZero() { // a head came
		r.tap(func(t Tap) error { return t.Response(resp) })
	}
	for i := range resp.Notes {
		r.items = append(r.items, Item{Finding: &resp.Notes[i]})
	}
	r.live.box.put(&r.items, resp, 0, r.live.halt)
}

// read takes the frames through the pipeline.
func (r *receiver) read(resp *Response) (Ending, error) {
	s := silence{quiet: r.o.Quiet, hush: func() { r.live.interrupt(Quiet) }}
	defer s.stop()
	for f, err := range resp.Frames {
		s.stop()
		if err != nil {
			r.began = r.began || !NoAnswer(err)
			return Broken, err
		}
		r.began = true
		news := r.feed(f)
		if r.pipeline.Stopped() {
			return Fatal, nil
		}
		if _, over := r.live.interrupted(); over {
			break
		}
		if r.pipeline.Over() {
			s.listen(news)
		}
	}
	r.began = true
	return EndOfBody, nil
}

// feed takes one frame through the taps and the pipeline, and tells whether it
// brought an event.
func (r *receiver) feed(f frame.Frame) (news bool) {
	if len(r.frames) == cap(r.frames) {
		r.frames = make([]frame.Frame, 0, blockSize)
	}
	r.frames = append(r.frames, f)
	kept := &r.frames[len(r.frames)-1]
	r.tap(func(t Tap) error { return t.Frame(kept) })
	r.items = r.pipeline.Feed(kept, r.items)
	news = slices.ContainsFunc(r.items, func(it Item) bool { return it.Event != nil })
	r.live.box.put(&r.items, nil, len(f.Raw)+len(f.Data), r.live.halt)
	return news
}

// tap calls the taps that work; one that fails is reported and set aside.
func (r *receiver) tap(call func(Tap) error) {
	for i := 0; i < len(r.taps); {
		err := call(r.taps[i])
		if err == nil {
			i++
			continue
		}
		r.broken = append(r.broken, r.taps[i])
		rest := append([]Tap(nil), r.taps[:i]...)
		r.taps = append(rest, r.taps[i+1:]...)
		rule := agui.RuleRecordFailed
		if errors.Is(err, ErrFull) {
			rule = agui.RuleRecordLimit
		}
		f := agui.NewFinding(rule, 0, "the run is no longer recorded: %s",
			strings.TrimPrefix(strings.TrimPrefix(err.Error(), ErrFull.Error()+": "), "record: "))
		r.items = append(r.items, Item{Finding: &f})
	}
}

// finish hands over the end.
func (r *receiver) finish(how Ending, cause error) {
	at := r.o.Now()
	outside, ok := r.live.interrupted()
	switch {
	case ok && how != Fatal:
		how, cause = outside, r.decided(outside)
	case how == Broken && !isPanic(cause):
		how = replayed(cause)
	}
	if how == TimedOut && r.pipeline.settled() {
		how, cause = Quiet, nil // the run itself was over in time
	}
	r.close(at, how, cause)
	end := End{How: how, At: at}
	switch how {
	case EndOfBody, Quiet:
	case Broken:
		if r.pipeline.settled() && !isPanic(cause) {
			// The agent said how the run ended; that the connection broke
			// afterwards is of no interest.
			end.How = EndOfBody
			break
		}
		if unknown(cause) {
			end.How, end.Err = EndOfBody, cause
			break
		}
		end.Err = brokenBy(cause)
	case Stopped, TimedOut:
		end.Err = cause
	case Fatal:
		end.Err = fmt.Errorf("%w: %s", ErrFatal, r.pipeline.fatal)
	}
	r.live.box.finish(r.items, &end)
}

// decided is the cause of an end that was decided from outside: what the
// source says about it is only that it was hung up on.
func (r *receiver) decided(how Ending) error {
	switch how {
	case Stopped:
		return ErrStopped
	case TimedOut:
		return fmt.Errorf("%w: no end within %s", ErrTimeout, r.o.Timeout)
	default:
		return nil
	}
}

// replayed is the ending that an error of a source stands for: a recorded
// exchange ends as the live one did.
func replayed(cause error) Ending {
	switch {
	case errors.Is(cause, ErrTimeout):
		return TimedOut
	case errors.Is(cause, ErrStopped):
		return Stopped
	default:
		return Broken
	}
}

// close tells pipeline and taps about the end; a panic there is one more
// error.
func (r *receiver) close(at time.Time, how Ending, cause error) {
	defer func() {
		if p := recover(); p != nil {
			f := agui.NewFinding(agui.RuleRecordFailed, 0, "the end was not recorded: %v", p)
			r.items = append(r.items, Item{Finding: &f})
		}
	}()
	// A request that got no stream says why in the end's error; there is
	// nothing to find fault with.
	if !isPanic(cause) && (r.began || how != Broken || unknown(cause)) {
		r.items = r.pipeline.end(how, cause, r.items)
	}
	for _, t := range r.broken {
		_ = t.End(at, how, cause) // its failure was reported
	}
	r.tap(func(t Tap) error { return t.End(at, how, cause) })
}
