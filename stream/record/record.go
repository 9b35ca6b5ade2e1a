// Package record keeps exchanges in files and gives them back: a tap that
// writes what is sent and received before anything is interpreted, and a reader
// whose exchanges are sources like a live endpoint. It stores what came, never
// what it was taken to mean.
//
// A recording is one JSON object per line, its kind in "type": a header, then
// for each exchange a request, a response, frames and an end. Each line is
// written at once when it happens, so that a crash costs one torn line at most.
// Files are only ever begun anew, never opened to be written again: a damaged
// one stays as it is. Secrets are masked by the one who hands over a request;
// Set-Cookie of an answer is masked here. Bodies are kept as they are.
//
// Recordings of a thread are numbered files in its directory, one a sitting.
// Memory does the same without files, for the newest frames. Read takes other
// files too, bare bodies of event streams and JSON, as recordings of one
// exchange.
//
// A recording becomes MaxFile large; what comes later is not kept, and both the
// run and whoever reads the file are told.
//
// A Writer and a Memory may be used by several goroutines; a Recording belongs
// to one.
package record

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"agtui/stream"
	"agtui/stream/frame"
)

// Errors of this package. What the system says is wrapped beside them.
var (
	// ErrInput is a file that cannot be used as input.
	ErrInput = errors.New("record: unusable input")
	// ErrClosed is a recording that is over, by Close or by a failed write.
	ErrClosed = errors.New("record: recording is closed")
)

// formatName and formatVersion mark the files of this package.
const (
	formatName    = "agtui-recording"
	formatVersion = 1
)

// The types of lines.
const (
	typeHeader   = "header"
	typeRequest  = "request"
	typeResponse = "response"
	typeFrame    = "frame"
	typeEnd      = "end"
)

// The forms of frames.
const (
	formSSE  = "sse"
	formJSON = "json"
)

// line is any line of a recording; which fields count depends on Type. T is in
// milliseconds since the request.
type line struct {
	Type string `json:"type"`

	// header
	Format  string `json:"format,omitempty"`
	Version int    `json:"version,omitempty"`
	Program string `json:"program,omitempty"`

	// header, request
	At *time.Time `json:"at,omitempty"`

	// request
	Method string          `json:"method,omitempty"`
	URL    string          `json:"url,omitempty"`  // of a response: where redirects led
	Body   json.RawMessage `json:"body,omitempty"` // JSON as it was

	// response, frame, end
	T *json.Number `json:"t,omitempty"`

	// request, response
	Headers http.Header `json:"headers,omitempty"`

	// response
	Status int `json:"status,omitempty"`

	// response, frame
	Form string `json:"form,omitempty"` // "json" where it is not SSE; of a response that is a stream also "sse"

	// frame
	N      int      `json:"n,omitempty"`
	Offset int64    `json:"offset,omitempty"`
	Kind   string   `json:"kind,omitempty"`
	Text   *string  `json:"text,omitempty"`
	Base64 []byte   `json:"base64,omitempty"` // where it is not UTF-8; of a request too
	Fault  []string `json:"fault,omitempty"`
	Size   int64    `json:"size,omitempty"` // of a frame that was not kept whole

	// end
	Ending string       `json:"ending,omitempty"`
	Cause  string       `json:"cause,omitempty"` // which sentinel
	Error  string       `json:"error,omitempty"`
	Answer *statusError `json:"answer,omitempty"`
	Limit  bool         `json:"limit,omitempty"` // frames are missing before it
}

// statusError is the body of an answer that was no success.
type statusError struct {
	Code        int    `json:"code"`
	Status      string `json:"status"`
	ContentType string `json:"contentType"`
	Body        []byte `json:"body"` // base64
}

// endings are the names of endings in files.
func endings() []string {
	return []string{
		stream.EndOfBody: "end-of-body", stream.Broken: "broken", stream.Stopped: "stopped",
		stream.TimedOut: "timed-out", stream.Quiet: "quiet", stream.Fatal: "fatal",
	}
}

// causes are the names of errors in files, the more telling first.
func causes() []struct {
	name string
	err  error
} {
	return []struct {
		name string
		err  error
	}{
		{"timeout", stream.ErrTimeout},
		{"stopped", stream.ErrStopped},
		{"proxy", stream.ErrProxy},
		{"tls", stream.ErrTLS},
		{"redirect", stream.ErrRedirect},
		{"status", stream.ErrStatus},
		{"content", stream.ErrContent},
		{"too-long", stream.ErrTooLong},
		{"broken", stream.ErrBroken},
		{"unreachable", stream.ErrUnreachable},
		{"panic", stream.ErrPanic},
		{"illegal", stream.ErrFatal},
	}
}

// faults are the names of the faults that are not found again in the bytes.
func faults() []struct {
	name string
	bit  frame.Fault
} {
	return []struct {
		name string
		bit  frame.Fault
	}{{"too-long", frame.TooLong}, {"unterminated", frame.Unterminated}, {"bad-utf8", frame.BadUTF8}, {"stray", frame.Stray}}
}
