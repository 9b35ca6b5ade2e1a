package stream

import (
	"context"
	"time"

	"agtui/stream/agui"
)

// Options are the choices of a live run.
type Options struct {
	Strict  bool
	Timeout time.Duration // of the whole run; 0 for none
	Taps    []Tap
	Quiet   time.Duration // silence after a terminal event that ends the body; 0 for 2 s
	Now     func() time.Time
}

// Batch is everything that came since the last hand-over.
type Batch struct {
	Items    []Item
	Response *Response // once, when the head came
	End      *End      // in the last batch
}

// End says how a run ended for the transport.
type End struct {
	How Ending
	Err error
	At  time.Time
}

// Live is one run that is being received.
type Live struct{}

// Start sends in to src and receives the answer in a goroutine of its own.
func Start(ctx context.Context, src Source, in *agui.RunAgentInput, o Options) *Live {
	_, _, _, _ = ctx, src, in, o
	return &Live{}
}

// Next returns everything since the last call.
func (l *Live) Next(ctx context.Context) (Batch, bool) { _ = ctx; return Batch{}, false }

// Stop ends the run at the user's wish.
func (l *Live) Stop() {}
