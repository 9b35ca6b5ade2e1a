// Package chunk expands the *_CHUNK events into start, content and end.
package chunk

import "agtui/stream/agui"

// Expander expands the chunks of one response.
type Expander struct {
	lenient bool
}

// New returns an expander; a lenient one continues where the reference fails.
func New(lenient bool) *Expander { return &Expander{lenient: lenient} }

// Expand appends what ev becomes to out.
func (x *Expander) Expand(ev *agui.Event, out []agui.Event) ([]agui.Event, []agui.Finding) {
	return append(out, *ev), nil
}
