package stream

import (
	"errors"
	"fmt"
)

// What can go wrong with an exchange. Each is wrapped by an error whose one
// line says what was done, to what, why it failed and what to try.
var (
	ErrUnreachable = errors.New("stream: server not reached")
	ErrTLS         = errors.New("stream: secure connection failed")
	ErrProxy       = errors.New("stream: proxy failed")
	ErrRedirect    = errors.New("stream: redirect not followed")
	ErrStatus      = errors.New("stream: server refused the request")
	ErrContent     = errors.New("stream: answer is not an event stream")
	ErrTooLong     = errors.New("stream: frame too long")
	ErrBroken      = errors.New("stream: connection broke")
	ErrTimeout     = errors.New("stream: run timed out")
	ErrStopped     = errors.New("stream: run stopped")
	ErrPanic       = errors.New("stream: internal error")
	ErrFatal       = errors.New("stream: illegal stream")
	// ErrFull is what a tap says that keeps no more, and later the recording that
	// it kept: no failure, but a limit.
	ErrFull = errors.New("stream: recording is full")
	// ErrCut is a recording that stops before the end of an exchange: whoever
	// wrote it was killed, or still writes. How the exchange went on is not known.
	ErrCut = errors.New("stream: recording stops")
)

// StatusError is an answer with an HTTP status that is no success. It matches
// ErrStatus.
type StatusError struct {
	Code        int
	Status      string // "404 Not Found"
	Body        []byte // as it came, cut to a sane length
	ContentType string
}

// Error names the status and the start of the body.
func (e *StatusError) Error() string {
	const most = 200
	body := string(e.Body)
	if len(body) > most {
		body = body[:most] + "…"
	}
	if body == "" {
		return "stream: the server answered " + e.Status
	}
	return fmt.Sprintf("stream: the server answered %s: %s", e.Status, body)
}

// Is reports that every StatusError is an ErrStatus.
func (e *StatusError) Is(target error) bool { return target == ErrStatus }

// NoAnswer tells whether err says that a request got no stream at all, so that
// there is none to find fault with.
func NoAnswer(err error) bool {
	for _, kind := range []error{ErrUnreachable, ErrTLS, ErrProxy, ErrRedirect, ErrStatus, ErrContent} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// unknown tells whether err says that a recording stops, and nothing about the
// exchange that it is of.
func unknown(err error) bool { return errors.Is(err, ErrFull) || errors.Is(err, ErrCut) }

// isPanic tells whether an end came from a panic of our own.
func isPanic(err error) bool { return errors.Is(err, ErrPanic) }

// brokenBy makes the cause of a broken body match one of the sentinels.
func brokenBy(cause error) error {
	if cause == nil {
		return fmt.Errorf("%w: the source gave no answer", ErrBroken)
	}
	known := []error{
		ErrUnreachable, ErrTLS, ErrProxy, ErrRedirect, ErrStatus, ErrContent, ErrTooLong,
		ErrBroken, ErrTimeout, ErrStopped, ErrPanic,
	}
	for _, k := range known {
		if errors.Is(cause, k) {
			return cause
		}
	}
	return fmt.Errorf("%w: %w", ErrBroken, cause)
}
