package cli

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"agtui/store"
	"agtui/stream"
	"agtui/ui"
	"agtui/ui/cell"
)

// The exit codes; DESIGN's command line defines them for good.
const (
	ExitFinished    = 0
	ExitErrored     = 1   // RUN_ERROR
	ExitUsage       = 2   // wrong usage, configuration, unreadable input
	ExitDenied      = 3   // 401, 403
	ExitFailed      = 4   // unreachable, TLS, proxy, other HTTP status, wrong content, over the frame limit
	ExitIllegal     = 5   // a fatal finding in strict mode; check: findings of severity error
	ExitInterrupted = 6   // interrupted, or refused because questions are open
	ExitIncomplete  = 7   // incomplete, timed out
	ExitCancelled   = 8   // cancelled by the agent
	ExitStopped     = 130 // by you or a signal
)

// exitError is an outcome that is no failure of the program: its code, and a
// line for stderr that may be empty.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usageError marks wrong usage, configuration or unreadable input.
func usageError(format string, args ...any) error {
	return &exitError{code: ExitUsage, err: fmt.Errorf(format, args...)}
}

// exitCode is the code of an error that a command returned.
func exitCode(err error) int {
	var e *exitError
	switch {
	case err == nil:
		return ExitFinished
	case errors.As(err, &e):
		return e.code
	case errors.Is(err, ui.ErrSignal):
		return ExitStopped
	default:
		return ExitUsage
	}
}

// statusCode is the exit code of a run's status and of what broke it.
func statusCode(status store.Status, by string, cause error) int {
	var refused *stream.StatusError
	switch {
	case errors.As(cause, &refused) &&
		(refused.Code == http.StatusUnauthorized || refused.Code == http.StatusForbidden):
		return ExitDenied
	case errors.Is(cause, stream.ErrFatal):
		return ExitIllegal
	case errors.Is(cause, stream.ErrTimeout):
		return ExitIncomplete
	}
	switch status {
	case store.Finished:
		return ExitFinished
	case store.Errored:
		return ExitErrored
	case store.Interrupted, store.Refused:
		return ExitInterrupted
	case store.Incomplete, store.Running:
		return ExitIncomplete
	case store.Cancelled:
		if by == "you" {
			return ExitStopped
		}
		return ExitCancelled
	default:
		return ExitFailed
	}
}

// line is an error in one line that a terminal may print.
func line(err error) string {
	text := err.Error()
	for _, p := range []string{"stream: ", "remote: ", "record: ", "cli: ", "ui: "} {
		text = strings.TrimPrefix(text, p)
	}
	return cell.Line(strings.Join(strings.Fields(text), " "))
}
