// Package frame defines the unit in which a stream arrives: an SSE frame, a
// line of a JSON lines file, an element of an array; and the buffer that frames
// are cut from. It is not a parser: stream/sse and stream/jsonl make frames,
// stream interprets them.
//
// A frame owns its bytes; nothing may change them once it was handed over.
package frame

import "time"

// Kind says what a frame is.
type Kind uint8

// The kinds of frames.
const (
	// Event carries data (possibly empty).
	Event Kind = iota
	// Comment is a frame with comment lines only, or with nothing but blank
	// lines: a keep-alive.
	Comment
)

// Form says which grammar made a frame.
type Form uint8

// The forms of frames.
const (
	// SSE is an event of an event stream.
	SSE Form = iota
	// JSON is a line of a JSON lines body or an element of an array.
	JSON
)

// Fault is something wrong with the framing itself; a set of bits.
type Fault uint8

// The faults of a frame.
const (
	// TooLong: over the frame limit; Raw has the first 64 KiB, Data is nil.
	TooLong Fault = 1 << iota
	// Unterminated: the body ended inside the frame.
	Unterminated
	// BadUTF8: bytes that are not UTF-8 were replaced by U+FFFD in Data.
	BadUTF8
	// Stray: the frame has a line that is neither a field of the grammar nor a
	// comment, such as an error that a server wrote into the stream.
	Stray
)

// Frame is one unit as it arrived.
type Frame struct {
	N      int       // number, from 1 in its response
	Offset int64     // byte offset of Raw in the (decompressed) body
	At     time.Time // when its last byte was read
	Kind   Kind
	Form   Form
	Raw    []byte // the bytes as they were, line ends included
	Data   []byte // the payload: SSE data lines joined by LF, or the JSON text; nil: no data line at all
	Event  string // SSE event field, "" when absent
	Fault  Fault
	Size   int64 // bytes of the frame on the wire; more than len(Raw) if TooLong
}
