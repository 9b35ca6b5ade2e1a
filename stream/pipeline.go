package stream

import (
	"agtui/stream/agui"
	"agtui/stream/frame"
)

// PipelineOptions are the choices of a Pipeline.
type PipelineOptions struct {
	Strict bool // stop at the first fatal finding instead of repairing
}

// Item is one thing that came out of the pipeline; exactly one field is set.
type Item struct {
	Frame   *frame.Frame
	Event   *agui.Event
	Finding *agui.Finding
}

// Pipeline turns frames into events and findings.
type Pipeline struct {
	strict bool
}

// NewPipeline returns a pipeline for one thread.
func NewPipeline(o PipelineOptions) *Pipeline { return &Pipeline{strict: o.Strict} }

// Feed appends the frame, its findings and its events to out.
func (p *Pipeline) Feed(f *frame.Frame, out []Item) []Item { return append(out, Item{Frame: f}) }

// Close appends what the end of the body means.
func (p *Pipeline) Close(e Ending, out []Item) []Item { _ = e; return out }

// Stopped reports that strict mode ended it at a fatal finding.
func (p *Pipeline) Stopped() bool { return false }

// Reset starts a new response on the same thread.
func (p *Pipeline) Reset() {}
