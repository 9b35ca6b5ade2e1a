package stream

import (
	"context"
	"iter"
	"net/http"
	"time"

	"agtui/stream/agui"
	"agtui/stream/frame"
)

// Source is anything that answers a run input with frames: an endpoint, a
// recording, a command's output. Run returns when the response's head is
// there; one call is one request, never repeated by itself. Beside an error
// the response may be there too, without frames: what was sent, and the head if
// it came.
type Source interface {
	Run(ctx context.Context, in *agui.RunAgentInput) (*Response, error)
}

// Announcer is a Source that can say what it is about to send, so that it is
// recorded also where no answer ever comes.
type Announcer interface {
	Source
	// RunTelling is Run, but before anything is sent it calls tell, in the same
	// goroutine and once. A redirect is not told: the response has the address
	// that the request went to, and the headers that went there.
	RunTelling(ctx context.Context, in *agui.RunAgentInput, tell func(at time.Time, r Request)) (*Response, error)
}

// Response is the answer to one request.
type Response struct {
	Request Request
	Status  int // HTTP status; 0 where there is none
	Header  http.Header
	// Started and Headed are when the request was sent and its head had come.
	Started, Headed time.Time
	// Notes are findings about the transport (a wrong content type, …).
	Notes []agui.Finding
	// Stream: the body is read as a stream, in frames of Form.
	Stream bool
	Form   frame.Form
	// Frames yields the frames as they come. The error, if any, is the last
	// pair, with a zero frame: how the body broke. The sequence can be used
	// once and must be used or Close be called.
	Frames iter.Seq2[frame.Frame, error]
	// Close ends the exchange; it may be called at any time, from any
	// goroutine, repeatedly.
	Close func() error
}

// Request is what was sent, as it is recorded and shown: secrets are masked.
type Request struct {
	Method string
	URL    string
	Header http.Header
	Body   []byte
}

// Ending says how a body ended.
type Ending uint8

// The endings of a body.
const (
	// EndOfBody: the server ended it in order.
	EndOfBody Ending = iota
	// Broken: the connection or the framing broke; the error says how.
	Broken
	// Stopped: the user stopped it.
	Stopped
	// TimedOut: the whole-run timeout passed.
	TimedOut
	// Quiet: a terminal event came and then 2 s of silence, so we hung up.
	Quiet
	// Fatal: strict mode stopped at a fatal finding.
	Fatal
)

// Tap sees an exchange before anything is interpreted: a recorder. Its calls
// come from one goroutine. An error of a tap is reported once as a finding and
// does not stop the run.
type Tap interface {
	Request(at time.Time, r Request) error
	// Response is the head of the answer; its frames are not for taps. Where the
	// request was redirected, it says where it went.
	Response(r *Response) error
	Frame(f *frame.Frame) error
	End(at time.Time, e Ending, cause error) error
}
