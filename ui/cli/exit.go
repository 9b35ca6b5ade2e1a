package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"strings"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/record"
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

// errStopped is what is said of a run that a signal ended.
var errStopped = errors.New("stopped; what came is kept")

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
	case errors.Is(err, stream.ErrPanic):
		return ExitFailed
	default:
		return ExitUsage
	}
}

// statusCode is the exit code of a run's status; a failed one is told apart by
// what broke it.
func statusCode(status store.Status, by string, cause error) int {
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
		return causeCode(cause)
	}
}

// causeCode is the exit code of a run that this broke.
func causeCode(cause error) int {
	var refused *stream.StatusError
	switch {
	case errors.As(cause, &refused) &&
		(refused.Code == http.StatusUnauthorized || refused.Code == http.StatusForbidden):
		return ExitDenied
	case errors.Is(cause, stream.ErrFatal) && !errors.Is(cause, stream.ErrTooLong):
		return ExitIllegal
	case errors.Is(cause, stream.ErrTimeout):
		return ExitIncomplete
	case errors.Is(cause, stream.ErrStopped):
		return ExitStopped
	default:
		return ExitFailed
	}
}

// outcome is the error of an execution that ended like this: nil for a
// finished run, else a code with a line.
func outcome(status store.Status, by string, cause error, why string) error {
	code := statusCode(status, by, cause)
	var err error
	switch status {
	case store.Finished:
		return nil
	case store.Interrupted:
		err = errors.New("the run waits for an answer: open the endpoint with agtui to give it, --format json shows the question")
	case store.Refused:
		err = errors.New("nothing was sent: " + why)
	case store.Errored:
		err = errors.New("the agent reported an error: " + why)
	case store.Cancelled:
		err = errors.New("the agent cancelled the run; what came is kept")
		if by == "you" {
			err = errStopped
		}
	case store.Incomplete, store.Running:
		err = errors.New("the stream ended early, without a terminal event; what came is kept; the server's log may say why")
		if cause != nil {
			err = cause
		}
	default:
		if err = cause; err == nil {
			err = errors.New("the run failed: " + why)
		}
	}
	return &exitError{code: code, err: err}
}

// illegal is the cause of a run that strict mode ended at a finding.
func illegal(cause error, findings []agui.Finding) error {
	for i := len(findings) - 1; i >= 0; i-- {
		f := &findings[i]
		if !f.Fatal {
			continue
		}
		kind := stream.ErrFatal
		if f.Rule == agui.RuleFrameTooLong {
			kind = stream.ErrTooLong
		}
		where := ""
		if f.Frame > 0 {
			where = fmt.Sprintf(" at frame %d", f.Frame)
		}
		return &told{
			text:   fmt.Sprintf("the stream breaks a rule%s: %s: %s; without --strict the run goes on", where, f.Rule, f.Message),
			causes: []error{cause, kind},
		}
	}
	return cause
}

// told is an error in our own words; what it wraps is for programs.
type told struct {
	text   string
	causes []error
}

func (e *told) Error() string   { return e.text }
func (e *told) Unwrap() []error { return e.causes }

// fileError is an error about a file in words: what was done, to which file,
// why it failed and what to try.
func fileError(doing, name string, err error) error {
	why := err.Error()
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		why = path.Err.Error()
	}
	why = strings.TrimPrefix(strings.TrimPrefix(why, record.ErrInput.Error()+": "), name+" ")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		why += ": check the path"
	case errors.Is(err, fs.ErrPermission):
		why += ": check its permissions"
	}
	return &exitError{code: ExitUsage, err: &told{text: doing + " " + name + ": " + why, causes: []error{err}}}
}

// prefixes are the names that our packages put before their errors: they are
// for those who work on the program.
const prefixes = `(^|: )(?:(?:stream|remote|record|cli|ui|plain|agui|markdown|sse|jsonl|doc|store|turn|demo|toml|time|strconv): )+`

// line is an error in one line that a terminal may print, without secrets.
func (p *program) line(err error) string {
	text := err.Error()
	if errors.Is(err, stream.ErrPanic) {
		// The rest is a stack trace.
		text, _, _ = strings.Cut(text, "\n")
		text += ": that is a fault of agtui: please report it"
	}
	text = regexp.MustCompile(prefixes).ReplaceAllString(text, "$1")
	return cell.Line(strings.Join(strings.Fields(p.mask(text)), " "))
}

// mask hides the values that came from ${env:…} and ${file:…}, should somebody
// else repeat them.
func (p *program) mask(text string) string {
	const shortest = 4
	for _, secret := range p.secrets {
		if len(secret) >= shortest {
			text = strings.ReplaceAll(text, secret, "***")
		}
	}
	return text
}
