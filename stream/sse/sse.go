// Package sse cuts a text/event-stream body into frames, by the grammar of the
// WHATWG with what PROTOCOL section 1.3 asks of a client: line ends of all
// three kinds, one leading BOM, comments as frames of their own kind, and a
// last frame without an end handed out with a fault. It is not an EventSource:
// nothing reconnects, ids and retry times are ignored, and what the data means
// is not looked at; [DONE] and empty data are frames like any other.
//
// A frame comes out as soon as its blank line is complete. A blank line that is
// a CR is complete with it; an LF after it goes to the next frame's Raw. Only
// where the line before ended in CRLF is one more byte waited for, so that
// CRLF bodies are cut between the pairs. A blank line with nothing before it
// is a frame of kind Comment. The Raw of all frames joined is the body.
//
// A frame over the limit keeps its first 64 KiB; memory stays bounded by twice
// the limit. A Reader belongs to one goroutine; its frames own their bytes.
package sse

import (
	"io"
	"iter"
	"time"

	"agtui/stream/frame"
)

const bom = "\xEF\xBB\xBF"

// Options are the choices of a Reader.
type Options struct {
	Limit int64 // bytes of one frame; 0 for 10 MiB
	// Stop gives up at the limit: the frame comes at once, its Size one over
	// the limit, then frame.ErrTooLong. Otherwise reading goes on at the next
	// blank line.
	Stop bool
	Now  func() time.Time // nil for time.Now
}

// Reader cuts a stream of bytes into frames.
type Reader struct {
	b     *frame.Buffer
	limit int
	stop  bool
	n     int
	event string // the last event name, so that it is allocated once
	err   error  // frame.ErrTooLong, after which nothing is read

	// Places are relative to the first pending byte.
	ends    ends
	pos     int  // the next byte to look at
	line    int  // where its line starts; -1: a line whose start was dropped
	afterCR bool // the byte before pos is a CR that ended a line
	crlf    bool // the last line ended in CRLF
	lines   int  // how many lines of the pending frame are not blank
	from    int  // the first of them is from:to
	to      int

	skip *frame.Frame // over the limit: what was kept of it
}

// NewReader returns a reader of the frames of r.
func NewReader(r io.Reader, o Options) *Reader {
	limit := o.Limit
	if limit <= 0 {
		limit = frame.DefaultLimit
	}
	limit = max(limit, int64(len(bom))+1) // so that a BOM is recognised whole
	return &Reader{b: frame.NewBuffer(r, o.Now), limit: int(limit), stop: o.Stop, ends: ends{-1, -1}}
}

// Next returns the next frame. At the end of the body the error is io.EOF;
// any other error says how reading broke. What came before it was handed out,
// the last frame as Unterminated if it had no end.
func (r *Reader) Next() (frame.Frame, error) {
	for r.err == nil {
		p := r.b.Pending()
		if end := r.scan(p); end >= 0 {
			return r.take(end), nil
		}
		if len(p) > r.limit || r.skip != nil {
			if f, over := r.overflow(len(p)); over {
				return f, nil
			}
		}
		if r.b.Err() == nil {
			r.b.Fill()
			r.ends.forget()
			continue
		}
		if f, ok := r.last(); ok {
			return f, nil
		}
		return frame.Frame{}, r.b.Err()
	}
	return frame.Frame{}, r.err
}

// All yields the frames. A broken body ends in a pair of a zero frame and the
// error; the end of the body is not an error.
func (r *Reader) All() iter.Seq2[frame.Frame, error] {
	return frame.All(r.Next)
}

// scan looks for the end of the pending frame; -1: it has not come yet.
func (r *Reader) scan(p []byte) int {
	for r.pos < len(p) {
		if r.afterCR {
			r.afterCR = false
			if p[r.pos] == '\n' {
				r.pos++
				r.line, r.crlf = r.pos, true
				continue
			}
		}
		i := r.ends.next(p, r.pos)
		if i == len(p) {
			r.pos = i
			return -1
		}
		blank := i == r.line || r.onlyBOM(p, i)
		next := i + 1
		if p[i] == '\n' {
			r.crlf = false
		} else if next = r.afterReturn(p, i, blank); next < 0 {
			r.pos = i
			return -1
		}
		if !blank {
			if r.lines == 0 {
				r.from, r.to = r.line, i
			}
			r.lines++
		}
		r.pos, r.line = next, next
		if blank {
			return next
		}
	}
	return -1
}

// afterReturn handles a line that ends in a CR at i and returns where the next
// one starts; -1: the byte after it must come first.
func (r *Reader) afterReturn(p []byte, i int, blank bool) int {
	pairs := r.crlf
	r.crlf = false
	if !blank || !pairs {
		r.afterCR = true
		return i + 1
	}
	if i+1 == len(p) {
		if r.b.Err() != nil {
			return i + 1
		}
		r.crlf = true
		return -1
	}
	if p[i+1] != '\n' {
		return i + 1
	}
	r.crlf = true
	return i + 2
}

// onlyBOM reports whether the line that ends at i is the first of the body and
// has nothing but the BOM.
func (r *Reader) onlyBOM(p []byte, i int) bool {
	return r.line == 0 && i == len(bom) && r.skip == nil && r.b.Offset() == 0 && string(p[:i]) == bom
}

// take hands out the frame that ends at end.
func (r *Reader) take(end int) frame.Frame {
	if end > r.limit || r.skip != nil {
		f, over := r.overflow(end)
		if !over {
			f = *r.skip
			f.At = r.b.At()
			r.skip = nil
		}
		r.lines = 0
		return f
	}
	f := frame.Frame{Offset: r.b.Offset(), At: r.b.At(), Size: int64(end)}
	f.Raw = r.b.Take(end)
	r.shift(end)
	if r.lines == 1 && f.Offset != 0 { // nearly every frame
		var c fields
		c.line(f.Raw[r.from:r.to], 0)
		c.fill(&f, r.event)
		r.n++
		f.N = r.n
		r.event = f.Event
	} else {
		r.number(&f)
	}
	r.lines = 0
	return f
}

// number parses the frame and gives it its number.
func (r *Reader) number(f *frame.Frame) {
	r.n++
	f.N = r.n
	parse(f, r.event)
	r.event = f.Event
}

// overflow drops the pending bytes before end, or before the place that scan
// stopped at, but for the kept ones. It reports true if the frame is given up
// and handed out at once.
func (r *Reader) overflow(end int) (frame.Frame, bool) {
	end = min(end, r.pos)
	if r.skip == nil {
		f := frame.Frame{Offset: r.b.Offset(), Fault: frame.TooLong, At: r.b.At()}
		kept := min(r.limit, frame.Kept)
		f.Raw = r.b.Take(kept)
		r.shift(kept)
		end -= kept
		f.Size = int64(kept)
		r.number(&f)
		r.skip = &f
	}
	r.skip.Size += int64(end)
	r.b.Drop(end)
	r.shift(end)
	if !r.stop {
		return frame.Frame{}, false
	}
	r.err = frame.ErrTooLong
	r.skip.Size = int64(r.limit) + 1
	return *r.skip, true
}

// shift moves the places after n bytes went away.
func (r *Reader) shift(n int) {
	r.pos -= n
	r.line = max(r.line-n, -1)
	r.ends.shift(n)
}

// last hands out what is left at the end of the body.
func (r *Reader) last() (frame.Frame, bool) {
	if r.skip != nil {
		f := *r.skip
		r.skip = nil
		f.Fault |= frame.Unterminated
		f.At = r.b.At()
		return f, true
	}
	n := len(r.b.Pending())
	if n == 0 {
		return frame.Frame{}, false
	}
	f := frame.Frame{Offset: r.b.Offset(), At: r.b.At(), Size: int64(n)}
	if r.lines > 0 || r.line < n {
		f.Fault = frame.Unterminated
	}
	f.Raw = r.b.Take(n)
	r.shift(n)
	r.number(&f)
	return f, true
}
