// Package jsonl cuts a body of JSON values into frames: lines with a value
// each, one array whose elements come out one by one, or values printed over
// several lines. The first byte tells, or where that is the brace of an object
// that is not over with its line, the one that follows. It is not a JSON parser:
// a value ends where its brackets close or its line ends, and whether it is
// right is for others to say.
//
// In lines, Raw is the line with its end and the Raw of all frames joined is
// the body; an empty line is a frame of kind Comment. Otherwise Raw is the value
// alone, and Offset skips what lies between. A last value without an end is
// Unterminated only if it is not JSON. An array that is not closed ends in
// io.ErrUnexpectedEOF.
//
// A frame over the limit keeps its first 64 KiB; memory stays bounded by twice
// the limit. A Reader belongs to one goroutine; its frames own their bytes.
package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"slices"
	"time"

	"agtui/stream/frame"
)

const (
	bom = "\xEF\xBB\xBF"
	// blanks are the bytes around a value: white space and the record
	// separator of JSON text sequences.
	blanks = " \t\r\n\x1E"
)

// Options are the choices of a Reader.
type Options struct {
	Limit int64 // bytes of one frame; 0 for 10 MiB
	// Stop gives up at the limit: the frame comes at once, its Size one over
	// the limit, then frame.ErrTooLong. Otherwise reading goes on at the next
	// line or element.
	Stop bool
	Now  func() time.Time // nil for time.Now
}

// step is what a Reader is in the middle of.
type step uint8

const (
	atStart step = iota // before the first value: lines or array?
	inFirst             // in a line that may begin a value of several
	inLines
	inArray // between two elements
	inValue // in an element
)

// Reader cuts a stream of bytes into frames.
type Reader struct {
	b     *frame.Buffer
	limit int
	stop  bool
	n     int
	err   error
	step  step
	array bool // there was an array: blank lines around it are nothing
	loose bool // the elements are in no array
	begin int  // where the value of the first line begins
	line  int  // where the first line ends, 0 for not yet
	pos   int  // the next byte to look at, from the first pending one
	value value
	skip  *frame.Frame // over the limit: what was kept of it
}

// NewReader returns a reader of the frames of r.
func NewReader(r io.Reader, o Options) *Reader {
	limit := o.Limit
	if limit <= 0 {
		limit = frame.DefaultLimit
	}
	limit = max(limit, int64(len(bom))+1) // so that a BOM is recognised whole
	return &Reader{b: frame.NewBuffer(r, o.Now), limit: int(limit), stop: o.Stop}
}

// Next returns the next frame. At the end of the body the error is io.EOF;
// any other error says how reading broke. What came before it was handed out.
func (r *Reader) Next() (frame.Frame, error) {
	for r.err == nil {
		p := r.b.Pending()
		end := r.scan(p)
		if end >= 0 {
			return r.take(end), nil
		}
		if r.pos > r.limit || r.skip != nil {
			if f, over := r.overflow(r.pos); over {
				return f, nil
			}
		}
		if r.b.Err() == nil {
			r.b.Fill()
			continue
		}
		if f, ok := r.last(); ok {
			return f, nil
		}
		r.err = r.b.Err()
		if errors.Is(r.err, io.EOF) && !r.loose && (r.step == inArray || r.step == inValue) {
			r.err = io.ErrUnexpectedEOF
		}
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
	for {
		before := r.step
		end := -1
		switch r.step {
		case atStart:
			end = r.scanStart(p)
		case inFirst:
			r.scanFirst(p)
		case inLines:
			end = r.scanLine(p)
		case inArray:
			r.scanGap(p)
		case inValue:
			end = r.value.scan(p, &r.pos)
		}
		if end >= 0 || r.step == before {
			return end
		}
		p = r.b.Pending()
	}
}

// scanStart skips blank lines and finds out what follows.
func (r *Reader) scanStart(p []byte) int {
	if r.b.Offset() == 0 && r.pos == 0 {
		if len(p) < len(bom) && string(p) == bom[:len(p)] && r.b.Err() == nil {
			return -1
		}
		if bytes.HasPrefix(p, []byte(bom)) {
			r.pos = len(bom)
		}
	}
	for ; r.pos < len(p) && (r.array || r.pos <= r.limit); r.pos++ {
		switch p[r.pos] {
		case ' ', '\t', '\r', '\x1E':
		case '\n':
			if !r.array {
				r.pos++
				return r.pos
			}
		case '[':
			r.array = true
			r.b.Drop(r.pos + 1)
			r.pos, r.step = 0, inArray
			return -1
		default:
			r.step = inLines
			switch {
			case r.array:
				r.b.Drop(r.pos)
				r.pos = 0
			case p[r.pos] == '{':
				r.step, r.begin = inFirst, r.pos
			}
			return -1
		}
	}
	switch {
	case r.array:
		r.b.Drop(r.pos)
		r.pos = 0
	case r.pos > r.limit: // so many blanks are a line
		r.step = inLines
	}
	return -1
}

// scanFirst finds out whether the object that the first line begins goes on in
// the next one, as in JSON that is printed for reading: a line of its own begins
// otherwise.
func (r *Reader) scanFirst(p []byte) {
	if r.line == 0 {
		i := bytes.IndexByte(p[r.pos:], '\n')
		if i < 0 && len(p) <= r.limit {
			r.pos = len(p)
			return
		}
		r.line = r.pos + i + 1
		if i < 0 || json.Valid(p[r.begin:r.line]) {
			r.step = inLines
			return
		}
		r.pos = r.line
	}
	for ; r.pos < len(p) && r.pos <= r.limit; r.pos++ {
		switch p[r.pos] {
		case ' ', '\t', '\r', '\n':
			continue
		case '"', '}', ']', ',':
			if p[r.pos] == '"' && !goesOn(p[r.begin:r.line]) {
				break
			}
			r.b.Drop(r.begin)
			r.step, r.pos, r.value, r.loose = inValue, 0, value{}, true
			return
		}
		r.step, r.pos = inLines, 0
		return
	}
	if r.b.Err() != nil || r.pos > r.limit {
		r.step, r.pos = inLines, 0
	}
}

// goesOn tells whether a name or a text may follow on the next line.
func goesOn(line []byte) bool {
	line = bytes.TrimRight(line, " \t\r\n")
	return len(line) > 0 && bytes.IndexByte([]byte("{[,:"), line[len(line)-1]) >= 0
}

func (r *Reader) scanLine(p []byte) int {
	if i := bytes.IndexByte(p[r.pos:], '\n'); i >= 0 {
		r.pos += i + 1
		return r.pos
	}
	r.pos = len(p)
	return -1
}

// scanGap drops what lies between two elements.
func (r *Reader) scanGap(p []byte) {
	for i, c := range p {
		switch {
		case c == ' ', c == '\t', c == '\r', c == '\n', c == ',':
			continue
		case c == ']' && !r.loose:
			r.b.Drop(i + 1)
			r.step = atStart
		default:
			r.b.Drop(i)
			r.step, r.value = inValue, value{}
		}
		r.pos = 0
		return
	}
	r.b.Drop(len(p))
	r.pos = 0
}

// take hands out the frame that ends at end.
func (r *Reader) take(end int) frame.Frame {
	if r.step == inValue {
		r.step = inArray
	}
	if end > r.limit || r.skip != nil {
		f, over := r.overflow(end)
		if !over {
			f = *r.skip
			f.At = r.b.At()
			r.skip = nil
		}
		return f
	}
	return r.cut(end, 0)
}

// cut makes the first n pending bytes a frame.
func (r *Reader) cut(n int, fault frame.Fault) frame.Frame {
	r.n++
	f := frame.Frame{N: r.n, Offset: r.b.Offset(), At: r.b.At(), Size: int64(n), Fault: fault}
	f.Raw = r.b.Take(n)
	r.pos -= n
	Parse(&f)
	return f
}

// overflow drops the pending bytes before end but for the kept ones. It
// reports true if the frame is given up and handed out at once.
func (r *Reader) overflow(end int) (frame.Frame, bool) {
	if r.skip == nil {
		kept := min(r.limit, frame.Kept)
		f := r.cut(kept, frame.TooLong)
		r.skip = &f
		end -= kept
	}
	r.skip.Size += int64(end)
	r.b.Drop(end)
	r.pos -= end
	if !r.stop {
		return frame.Frame{}, false
	}
	r.err = frame.ErrTooLong
	r.skip.Size = int64(r.limit) + 1
	return *r.skip, true
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
	if n == 0 || (r.step == atStart && r.array) {
		return frame.Frame{}, false
	}
	f := r.cut(n, 0)
	if f.Kind == frame.Event && (r.step == inValue && !r.loose || !json.Valid(f.Data)) {
		f.Fault |= frame.Unterminated
	}
	return f, true
}

// Parse fills Kind, Data and the fault BadUTF8 of f from its Raw and Offset,
// as a Reader does; TooLong and Unterminated stay as they are.
func Parse(f *frame.Frame) {
	f.Form, f.Kind, f.Data, f.Event = frame.JSON, frame.Event, nil, ""
	f.Fault &= frame.TooLong | frame.Unterminated
	if f.Fault&frame.TooLong != 0 {
		return
	}
	raw := f.Raw
	if f.Offset == 0 {
		raw = bytes.TrimPrefix(raw, []byte(bom))
	}
	raw = bytes.Trim(raw, blanks)
	if len(raw) == 0 {
		f.Kind = frame.Comment
		return
	}
	data, replaced := frame.Text(raw)
	if replaced {
		f.Fault |= frame.BadUTF8
	}
	f.Data = slices.Clip(data)
}
