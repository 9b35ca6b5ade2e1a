package record

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
)

// Recording is a file that was read: a recording, or a bare body as the only
// exchange of one. Frames are read from it when they are asked for.
type Recording struct {
	name      string
	format    Format
	program   string
	begun     time.Time
	src       io.ReaderAt
	closer    io.Closer
	exchanges []*Exchange
	damage    []Damage
	counted   counted
	early     []agui.Finding // about damage before the first exchange
}

// Open opens a recording. Damaged lines are no error; see Damage.
func Open(path string) (*Recording, error) {
	f, size, err := openFile(path)
	if err != nil {
		return nil, err
	}
	r, err := index(f, size, path)
	if err != nil {
		f.Close()
		return nil, err
	}
	r.closer = f
	return r, nil
}

// openFile opens a file that is no directory.
func openFile(path string) (*os.File, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrInput, err)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a directory; name a file in it", path) //nolint:err113 // for people only
	}
	if err != nil {
		f.Close()
		return nil, 0, fmt.Errorf("%w: %w", ErrInput, err)
	}
	return f, info.Size(), nil
}

// index reads the lines of a recording once, to know its exchanges and what is
// damaged.
func index(src io.ReaderAt, size int64, name string) (*Recording, error) {
	r := &Recording{name: name, format: FormatRecording, src: src}
	lines := newLineReader(io.NewSectionReader(src, 0, size))
	known := false
	for {
		at := lines.offset
		text, err := lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, errTorn) && !errors.Is(err, errLong) {
			return nil, fmt.Errorf("%w: read %s: %w", ErrInput, name, err)
		}
		var l *line
		if err == nil && len(bytes.TrimSpace(text)) > 0 {
			l, err = parseLine(text)
		}
		if err == nil && l == nil {
			continue
		}
		if err == nil && lines.number == 1 && (l.Type != typeHeader || l.Format != formatName) {
			r.damaged(1, at, text, errBegin)
		}
		if err != nil {
			r.damaged(lines.number, at, text, err)
			continue
		}
		known = true
		r.add(l, at, lines)
	}
	r.settle()
	if !known {
		return nil, fmt.Errorf("%w: %s is no recording, or all of it is damaged", ErrInput, name)
	}
	return r, nil
}

// add takes one line of the index.
func (r *Recording) add(l *line, at int64, lines *lineReader) {
	if l.Type == typeHeader {
		r.program = l.Program
		if l.At != nil && r.begun.IsZero() {
			r.begun = *l.At
		}
		return
	}
	n := len(r.exchanges)
	if n == 0 || l.Type == typeRequest || r.exchanges[n-1].end != nil {
		r.exchanges = append(r.exchanges, &Exchange{of: r, from: at, line: lines.number, started: r.begun, notes: r.early})
		r.early = nil
		n++
	}
	x := r.exchanges[n-1]
	x.to = lines.offset
	switch l.Type {
	case typeRequest:
		x.asked = true
		x.request = stream.Request{Method: l.Method, URL: l.URL, Header: l.Headers, Body: l.Body}
		if l.Base64 != nil {
			x.request.Body = l.Base64
		}
		if l.At != nil {
			x.started = *l.At
		}
	case typeResponse:
		x.headed, x.status, x.header, x.address, x.form = true, l.Status, l.Headers, l.URL, l.Form
		x.after = l.since()
	case typeFrame:
		if x.form == "" {
			x.form = cmp.Or(l.Form, formSSE)
		}
		x.frames++
	case typeEnd:
		x.end = l
		if l.Limit {
			x.notes = append(x.notes, agui.NewFinding(agui.RuleRecordLimit, 0,
				"the recording ended at its size limit, after %d frame%s of this exchange: later ones are missing, and nothing is said about them; "+
					"agtui begins a new recording each time it starts", x.frames, plural(x.frames)))
		}
	}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// Format says what the file was found to be.
func (r *Recording) Format() Format { return r.format }

// Program is the program that wrote the recording, "" if unknown.
func (r *Recording) Program() string { return r.program }

// Exchanges returns the requests with their answers, in order.
func (r *Recording) Exchanges() []*Exchange { return r.exchanges }

// Damage returns the lines that were left out: the first hundred, and one that
// says how many more there are.
func (r *Recording) Damage() []Damage { return r.damage }

// Close closes the file; exchanges cannot be run any more.
func (r *Recording) Close() error {
	if r.closer == nil {
		return nil
	}
	if err := r.closer.Close(); err != nil {
		return fmt.Errorf("record: close %s: %w", r.name, err)
	}
	return nil
}

// Exchange is one request and its answer; it implements stream.Source. A bare
// body can be run once, an exchange of a recording as often as wanted.
type Exchange struct {
	of       *Recording
	from, to int64 // its lines in the file
	line     int   // the first of them
	asked    bool
	request  stream.Request
	started  time.Time
	headed   bool
	status   int
	header   http.Header
	address  string        // where redirects led, "" if there were none
	form     string        // of its frames, "" where it is no stream
	after    time.Duration // of the head, since the request
	frames   int
	end      *line
	notes    []agui.Finding
	bare     func() (frame.Frame, error)
	used     atomic.Bool
}

// Request is what was sent, to the address that it was sent to first; ok is
// false where that is unknown.
func (x *Exchange) Request() (r stream.Request, ok bool) { return x.request, x.asked }

// Started is when the request was sent, or the recording begun.
func (x *Exchange) Started() time.Time { return x.started }

// Ended is how the body ended; ok is false where the recording stops before.
func (x *Exchange) Ended() (e stream.Ending, ok bool) {
	if x.end == nil {
		return stream.Broken, false
	}
	for i, name := range endings() {
		if name == x.end.Ending {
			return stream.Ending(i), true
		}
	}
	return stream.Broken, true
}

// errUsed is a second run of a body that can be read once.
var errUsed = errors.New("record: this input was read already")

// Run gives the answer again, as fast as it is read; the input is not looked
// at. It fails as the live exchange failed, with the same sentinel.
func (x *Exchange) Run(ctx context.Context, _ *agui.RunAgentInput) (*stream.Response, error) {
	inner, cancel := context.WithCancel(ctx)
	res := &stream.Response{
		Request: x.request, Status: x.status, Header: x.header, Notes: x.notes,
		Started: x.started, Headed: x.started.Add(x.after),
		Frames: func(func(frame.Frame, error) bool) {},
		Close:  func() error { cancel(); return nil },
	}
	if x.address != "" {
		res.Request.URL = x.address
	}
	if x.header != nil && x.form != "" {
		res.Stream = true
		if x.form == formJSON {
			res.Form = frame.JSON
		}
		res.Notes = append(stream.ContentNotes(x.header.Get("Content-Type"), res.Form), x.notes...)
	}
	if x.bare != nil {
		if x.used.Swap(true) {
			cancel()
			return nil, errUsed
		}
		res.Started = time.Now()
		res.Headed = res.Started
		res.Frames = x.replay(inner, x.bare, x.broken)
		return res, nil
	}
	if err := x.failed(); err != nil && x.frames == 0 && (!x.headed || stream.NoAnswer(err)) {
		cancel()
		return res, err
	}
	res.Frames = x.replay(inner, x.reader(), func(error) error { return x.failed() })
	return res, nil
}

// replay yields frames until next has none, then what after says.
func (x *Exchange) replay(ctx context.Context, next func() (frame.Frame, error), after func(error) error) func(func(frame.Frame, error) bool) {
	return func(yield func(frame.Frame, error) bool) {
		for {
			if err := ctx.Err(); err != nil {
				kind := stream.ErrStopped
				if errors.Is(err, context.DeadlineExceeded) {
					kind = stream.ErrTimeout
				}
				yield(frame.Frame{}, &replayed{"replay " + x.of.name + ": stopped", []error{kind, err}})
				return
			}
			f, err := next()
			if err != nil {
				if err = after(err); err != nil {
					yield(frame.Frame{}, err)
				}
				return
			}
			if !yield(f, nil) {
				return
			}
		}
	}
}

// reader reads the frames of a recorded exchange; damaged lines were told.
func (x *Exchange) reader() func() (frame.Frame, error) {
	lines := newLineReader(io.NewSectionReader(x.of.src, x.from, x.to-x.from))
	return func() (frame.Frame, error) {
		for {
			text, err := lines.next()
			if errors.Is(err, errTorn) || errors.Is(err, errLong) {
				continue
			}
			if err != nil {
				return frame.Frame{}, err
			}
			if l, err := parseLine(text); err == nil && l.Type == typeFrame {
				return l.frame(x.started), nil
			}
		}
	}
}

// replayed is an error that was recorded.
type replayed struct {
	text   string
	causes []error
}

// Error is the text as it was.
func (e *replayed) Error() string { return e.text }

// Unwrap returns the sentinels that it had.
func (e *replayed) Unwrap() []error { return e.causes }

// failed is the error that the exchange ended with, nil if it ended well.
func (x *Exchange) failed() error {
	if x.end == nil {
		return &replayed{x.of.name + ": " + x.cut(), []error{stream.ErrCut}}
	}
	if x.end.Limit {
		return &replayed{x.of.name + ": the recording ends at its size limit, before the end of the run", []error{stream.ErrFull}}
	}
	ending, _ := x.Ended()
	e := &replayed{text: x.end.Error}
	if e.text == "" {
		e.text = "the recorded run ended: " + x.end.Ending
	}
	switch ending {
	case stream.EndOfBody, stream.Quiet, stream.Fatal:
		return nil
	case stream.Stopped:
		e.causes = []error{stream.ErrStopped}
		return e
	case stream.TimedOut:
		e.causes = []error{stream.ErrTimeout}
		return e
	case stream.Broken:
	}
	if a := x.end.Answer; a != nil {
		e.causes = append(e.causes, &stream.StatusError{Code: a.Code, Status: a.Status, ContentType: a.ContentType, Body: a.Body})
	}
	for _, c := range causes() {
		if c.name == x.end.Cause {
			e.causes = append(e.causes, c.err)
		}
	}
	if len(e.causes) == 0 {
		e.causes = []error{stream.ErrBroken}
	}
	return e
}

// cut says that the end of the exchange is missing.
func (x *Exchange) cut() string {
	if last := x.of.exchanges[len(x.of.exchanges)-1]; x != last {
		return fmt.Sprintf("the exchange that begins in line %d has no end: its line is damaged or missing; the lines before it are used", x.line)
	}
	return fmt.Sprintf("the recording stops in the exchange that begins in line %d, without its end: "+
		"agtui was killed, or is still at it; what came until then is used", x.line)
}

// broken says why a bare body ended in the middle.
func (x *Exchange) broken(err error) error {
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &replayed{x.of.name + ": the file ends in the middle", []error{stream.ErrBroken, err}}
	}
	return &replayed{fmt.Sprintf("read %s: %v", x.of.name, err), []error{stream.ErrBroken, err}}
}
