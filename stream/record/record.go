// Package record writes and reads recordings.
package record

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
)

// ErrInput says that a file cannot be used as input.
var ErrInput = errors.New("record: unusable input")

// Format says what a file was found to be.
type Format uint8

// The formats of input.
const (
	FormatRecording Format = iota
	FormatSSE
	FormatArray
	FormatLines
)

// Writer writes a recording; it implements stream.Tap.
type Writer struct{}

// Create starts a new file.
func Create(path, program string) (*Writer, error) { _, _ = path, program; return &Writer{}, nil }

// CreateNext starts the next numbered file of a thread.
func CreateNext(dataDir, threadID, program string) (*Writer, error) {
	_, _, _ = dataDir, threadID, program
	return &Writer{}, nil
}

// Path is the name of the file.
func (w *Writer) Path() string { return "" }

// Close closes the file.
func (w *Writer) Close() error { return nil }

// Request records what was sent.
func (w *Writer) Request(at time.Time, r stream.Request) error { _, _ = at, r; return nil }

// Response records the head.
func (w *Writer) Response(at time.Time, status int, h http.Header) error {
	_, _, _ = at, status, h
	return nil
}

// Frame records a frame.
func (w *Writer) Frame(f *frame.Frame) error { _ = f; return nil }

// End records how the body ended.
func (w *Writer) End(at time.Time, e stream.Ending, cause error) error {
	_, _, _ = at, e, cause
	return nil
}

// Damage is a line that cannot be read.
type Damage struct {
	File   string
	Line   int
	Reason string
}

// Recording is something that was read: a recording, or a bare body.
type Recording struct{}

// Open opens a recording.
func Open(path string) (*Recording, error) { _ = path; return &Recording{}, nil }

// Read finds out what r is and reads it. limit is the frame limit, 0 for 10 MiB.
func Read(r io.Reader, name string, limit int64) (*Recording, error) {
	_, _, _ = r, name, limit
	return &Recording{}, nil
}

// ReadFile reads the file name, or stdin for "-".
func ReadFile(name string, stdin io.Reader, limit int64) (*Recording, error) {
	_, _, _ = name, stdin, limit
	return &Recording{}, nil
}

// Format says what it is.
func (r *Recording) Format() Format { return FormatRecording }

// Exchanges are the requests with their answers, in order.
func (r *Recording) Exchanges() []*Exchange { return nil }

// Damage lists the lines that could not be read.
func (r *Recording) Damage() []Damage { return nil }

// Close closes the file.
func (r *Recording) Close() error { return nil }

// Exchange is one request and its answer; it implements stream.Source.
type Exchange struct{}

// Request is what was sent; ok is false where that is unknown.
func (x *Exchange) Request() (r stream.Request, ok bool) { return stream.Request{}, false }

// Run replays the answer, whatever the input.
func (x *Exchange) Run(ctx context.Context, in *agui.RunAgentInput) (*stream.Response, error) {
	_, _ = ctx, in
	return nil, stream.ErrBroken
}

// Memory keeps the newest frames in memory; it implements stream.Tap.
type Memory struct{}

// Request keeps what was sent.
func (m *Memory) Request(at time.Time, r stream.Request) error { _, _ = at, r; return nil }

// Response keeps the head.
func (m *Memory) Response(at time.Time, status int, h http.Header) error {
	_, _, _ = at, status, h
	return nil
}

// Frame keeps a frame.
func (m *Memory) Frame(f *frame.Frame) error { _ = f; return nil }

// End keeps how the body ended.
func (m *Memory) End(at time.Time, e stream.Ending, cause error) error {
	_, _, _ = at, e, cause
	return nil
}

// Frames are the frames that were kept, oldest first.
func (m *Memory) Frames() []frame.Frame { return nil }
