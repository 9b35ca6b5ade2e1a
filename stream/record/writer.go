package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"agtui/stream"
	"agtui/stream/frame"
)

// Writer writes one recording; it implements stream.Tap. After a write failed
// nothing more is written: what is there stays readable up to a torn line.
type Writer struct {
	mu      sync.Mutex
	path    string
	out     io.WriteCloser
	buf     []byte
	started time.Time // of the current request
	url     string    // of the current request
	open    bool      // a request was written whose end was not
	size    int64
	limit   int64
	full    bool
	hide    func(string) string
	err     error
}

// MaxFile is how large a recording may become, in bytes. A stream of nothing
// but line ends, packed, is a thousand times smaller on the wire than here.
const MaxFile = 1 << 30

// Limit sets another limit than MaxFile.
func (w *Writer) Limit(n int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.limit = n
}

// Mask sets what hides secrets in the words of errors and of answers that were
// no stream, where a server may have repeated them.
func (w *Writer) Mask(hide func(string) string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hide = hide
}

// Create begins a recording in a new file; one that exists is an error that
// wraps fs.ErrExist. Missing directories are made for the owner alone, and so
// is the file.
func Create(path, program string) (*Writer, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("record: make the directory of recordings: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("record: begin a recording: %w", err)
	}
	w, err := NewWriter(f, program)
	if err != nil {
		f.Close()
		return nil, err
	}
	w.path = path
	return w, nil
}

// NewWriter begins a recording on out; each line is one call of Write. Closing
// the writer closes out.
func NewWriter(out io.WriteCloser, program string) (*Writer, error) {
	w := &Writer{out: out, limit: MaxFile, hide: func(s string) string { return s }}
	now := time.Now().UTC()
	return w, w.put(&line{Type: typeHeader, Format: formatName, Version: formatVersion, Program: program, At: &now})
}

// Path is the name of the file, "" if it was not made by Create.
func (w *Writer) Path() string { return w.path }

// Close ends the recording.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.out == nil {
		return nil
	}
	err := w.out.Close()
	w.out = nil
	if w.err == nil {
		w.err = ErrClosed
	}
	if err != nil {
		return fmt.Errorf("record: close the recording: %w", err)
	}
	return nil
}

// Request begins an exchange.
func (w *Writer) Request(at time.Time, r stream.Request) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.started, w.url = at, r.URL
	at = at.UTC()
	l := &line{Type: typeRequest, At: &at, Method: r.Method, URL: r.URL, Headers: r.Header}
	var compact bytes.Buffer
	if json.Compact(&compact, r.Body) == nil && bytes.Equal(compact.Bytes(), r.Body) {
		l.Body = r.Body
	} else {
		l.Base64 = r.Body
	}
	err := w.put(l)
	w.open = err == nil
	return err
}

// Response keeps the head of the answer, and where it came from if that is not
// where the request was sent first.
func (w *Writer) Response(r *stream.Response) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	l := &line{Type: typeResponse, T: millis(r.Headed.Sub(w.started)), Status: r.Status, Headers: masked(r.Header)}
	if r.Request.URL != w.url {
		l.URL = r.Request.URL
	}
	if r.Stream {
		l.Form = formSSE
		if r.Form == frame.JSON {
			l.Form = formJSON
		}
	}
	return w.put(l)
}

// masked is h without the cookies that the server set.
func masked(h http.Header) http.Header {
	if _, ok := h["Set-Cookie"]; !ok {
		return h
	}
	h = h.Clone()
	for i := range h["Set-Cookie"] {
		h["Set-Cookie"][i] = "***"
	}
	return h
}

// Frame keeps a frame.
func (w *Writer) Frame(f *frame.Frame) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	if w.full {
		return w.isFull()
	}
	w.buf = appendFrame(w.buf[:0], f, f.At.Sub(w.started))
	return w.write()
}

// End ends the exchange.
func (w *Writer) End(at time.Time, e stream.Ending, cause error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.full && !w.open {
		return w.isFull()
	}
	// The end is written over the limit too: it says that something is missing.
	l := &line{Type: typeEnd, T: millis(at.Sub(w.started)), Ending: endings()[e], Limit: w.full}
	w.open = false
	if cause != nil {
		l.Error = w.hide(cause.Error())
		for _, c := range causes() {
			if errors.Is(cause, c.err) {
				l.Cause = c.name
				break
			}
		}
		if status, ok := errors.AsType[*stream.StatusError](cause); ok {
			l.Answer = &statusError{Code: status.Code, Status: status.Status, ContentType: status.ContentType, Body: []byte(w.hide(string(status.Body)))}
		}
	}
	return w.put(l)
}

// put writes one line.
func (w *Writer) put(l *line) error {
	if w.err != nil {
		return w.err
	}
	out := bytes.NewBuffer(w.buf[:0])
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(l); err != nil {
		return fmt.Errorf("record: encode a line: %w", err)
	}
	w.buf = bytes.TrimSuffix(out.Bytes(), []byte("\n"))
	if l.Type == typeEnd {
		return w.writeAll()
	}
	return w.write()
}

// isFull is the error of what came after the limit.
func (w *Writer) isFull() error {
	return fmt.Errorf("%w: %s reached its limit of %d MiB", stream.ErrFull, w.path, w.limit>>20)
}

// write writes the line in buf, unless the file becomes too large.
func (w *Writer) write() error {
	if w.full = w.full || w.size+int64(len(w.buf)) > w.limit; w.full {
		return w.isFull()
	}
	return w.writeAll()
}

// writeAll writes the line in buf in one call.
func (w *Writer) writeAll() error {
	const keep = 1 << 20
	w.buf = append(w.buf, '\n')
	n, err := w.out.Write(w.buf)
	w.size += int64(n)
	if err == nil && n < len(w.buf) {
		err = io.ErrShortWrite
	}
	if cap(w.buf) > keep {
		w.buf = nil
	}
	if err != nil {
		w.err = fmt.Errorf("record: write the recording: %w", err)
	}
	return w.err
}
