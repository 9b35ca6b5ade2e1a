package cli

import (
	"context"
	"errors"
	"io"
	"syscall"
	"time"
)

// patience is how long a reader of our output may keep a stopped program waiting.
const patience = time.Second

// errImpatient is a write that nobody took after the program was stopped.
var errImpatient = errors.New("cli: nobody reads stdout")

// patientWriter writes until the context ends; after that nobody who does not
// read can hold the program up. It is for one goroutine.
type patientWriter struct {
	ctx  context.Context //nolint:containedctx // io.Writer has no place for one
	w    io.Writer
	work chan []byte
	done chan error
	err  error
}

func newPatientWriter(ctx context.Context, w io.Writer) *patientWriter {
	return &patientWriter{ctx: ctx, w: w}
}

// Write implements io.Writer. The first error stays.
func (p *patientWriter) Write(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	if p.work == nil {
		p.work, p.done = make(chan []byte), make(chan error, 1)
		go func() {
			for b := range p.work {
				_, err := p.w.Write(b)
				p.done <- err
			}
		}()
	}
	// A write that is given up goes on with the bytes: it needs its own.
	p.work <- append([]byte(nil), b...)
	select {
	case p.err = <-p.done:
	case <-p.ctx.Done():
		select {
		case p.err = <-p.done:
		case <-time.After(patience):
			p.err = errImpatient
		}
	}
	if p.err != nil {
		return 0, p.err
	}
	return len(b), nil
}

// Close ends the goroutine, once it is free.
func (p *patientWriter) Close() {
	if p.work != nil {
		close(p.work)
	}
}

// interruptibleReader reads until the context ends, even if nothing comes. It
// is for one goroutine.
type interruptibleReader struct {
	ctx context.Context //nolint:containedctx // io.Reader has no place for one
	r   io.Reader
}

// Read implements io.Reader.
func (r *interruptibleReader) Read(b []byte) (int, error) {
	type got struct {
		n   int
		err error
	}
	if err := r.ctx.Err(); err != nil {
		return 0, errStopped
	}
	// A read that is given up keeps its buffer.
	own := make([]byte, min(len(b), 64<<10))
	done := make(chan got, 1)
	go func() {
		n, err := r.r.Read(own)
		done <- got{n, err}
	}()
	select {
	case g := <-done:
		return copy(b, own[:g.n]), g.err
	case <-r.ctx.Done():
		return 0, errStopped
	}
}

// closedPipe tells whether the reader of a pipe went away, or does not read
// any more after we were stopped.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, errImpatient)
}

// writing is the error of a write to stdout; a closed pipe is none.
func writing(err error) error {
	if err == nil || closedPipe(err) {
		return nil
	}
	return usageError("writing to stdout: %w", err)
}
