// Package sse reads server-sent events.
package sse

import (
	"io"
	"iter"
	"time"

	"agtui/stream/frame"
)

// Options are the choices of a Reader.
type Options struct {
	Limit int64 // bytes of one frame; 0 for 10 MiB
	// Stop gives up at the limit: the frame comes at once, then ErrTooLong.
	Stop bool
	Now  func() time.Time // nil for time.Now
}

// Reader cuts a stream of bytes into frames.
type Reader struct{}

// NewReader returns a reader of r.
func NewReader(r io.Reader, o Options) *Reader { _, _ = r, o; return &Reader{} }

// Next returns the next frame.
func (r *Reader) Next() (frame.Frame, error) { return frame.Frame{}, io.EOF }

// All yields the frames.
func (r *Reader) All() iter.Seq2[frame.Frame, error] {
	return func(func(frame.Frame, error) bool) {}
}

// Append appends data as one event.
func Append(dst []byte, data []byte) []byte { return append(dst, data...) }
