package plain

import (
	"encoding/json"
	"fmt"
	"io"

	"agtui/stream/agui"
)

// Lines writes events as they are applied, one JSON object a line, then the
// report: {"event":{…},"frame":n}, {"finding":{…}}, {"report":{…}}.
type Lines struct {
	w   io.Writer
	err error
}

// NewLines returns a Lines on w.
func NewLines(w io.Writer) *Lines { return &Lines{w: w} }

// Event writes one event.
func (l *Lines) Event(ev *agui.Event) error {
	b := append([]byte(nil), `{"event":`...)
	b = agui.AppendEvent(b, ev)
	b = fmt.Appendf(b, `,"frame":%d}`, ev.Frame)
	return l.put(b)
}

// Finding writes one finding.
func (l *Lines) Finding(f agui.Finding) error {
	b, err := json.Marshal(Reported(f))
	if err != nil {
		return fmt.Errorf("plain: writing a finding: %w", err)
	}
	return l.put(append(append([]byte(`{"finding":`), b...), '}'))
}

// Report writes the report.
func (l *Lines) Report(r *Report) error {
	b, err := r.JSON()
	if err != nil {
		return err
	}
	return l.put(append(append([]byte(`{"report":`), b[:len(b)-1]...), '}'))
}

// put writes one line; the first error is kept.
func (l *Lines) put(line []byte) error {
	if l.err != nil {
		return l.err
	}
	if _, err := l.w.Write(append(line, '\n')); err != nil {
		l.err = fmt.Errorf("plain: writing a line: %w", err)
	}
	return l.err
}
