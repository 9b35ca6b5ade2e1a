package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"agtui/stream/frame"
	"agtui/stream/jsonl"
	"agtui/stream/sse"
)

// longest is the length of a line over which it is skipped as damaged: four
// times what a frame of 32 MiB takes at worst.
const longest = 256 << 20

// Errors of a single line.
var (
	errTorn   = errors.New("the line is torn: it has no end")
	errLong   = errors.New("the line is too long")
	errNoJSON = errors.New("the line is not JSON")
	errType   = errors.New("the line is of no known type")
	errFrame  = errors.New("the frame lacks its number, its place or its bytes")
	errBegin  = errors.New("the file does not begin with a header of this format")
)

// lineReader reads lines of any length up to longest.
type lineReader struct {
	in     *bufio.Reader
	buf    []byte
	number int   // of the line read last, from 1
	offset int64 // of the line after it
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(r, 64<<10)}
}

// next returns a line without its end, valid until the next call. With errTorn
// or errLong there is no use in the line, but reading can go on.
func (r *lineReader) next() ([]byte, error) {
	r.buf = r.buf[:0]
	r.number++
	size := int64(0)
	for {
		part, err := r.in.ReadSlice('\n')
		size += int64(len(part))
		r.offset += int64(len(part))
		if size <= longest {
			r.buf = append(r.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && size > 0:
			return r.buf, errTorn
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		case err != nil:
			return nil, fmt.Errorf("record: read a line: %w", err)
		case size > longest:
			return nil, errLong
		}
		return bytes.TrimSuffix(r.buf, []byte("\n")), nil
	}
}

// parseLine decodes one line and checks that it has what its type needs.
func parseLine(text []byte) (*line, error) {
	if l, ok := quickFrame(text); ok {
		return l, nil
	}
	l := &line{}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoJSON, err)
	}
	switch l.Type {
	case typeHeader, typeRequest, typeResponse, typeEnd:
		return l, nil
	case typeFrame:
		if l.N < 1 || l.Offset < 0 || l.T == nil || (l.Text == nil && l.Base64 == nil) {
			return nil, errFrame
		}
		return l, nil
	}
	return nil, errType
}

// since is the time of a line after its request.
func (l *line) since() time.Duration {
	if l.T == nil {
		return 0
	}
	ms, err := l.T.Float64()
	if err != nil {
		return 0
	}
	return time.Duration(ms*1000+0.5) * time.Microsecond
}

// frame makes the frame of a frame line again, as the live reader gave it.
func (l *line) frame(started time.Time) frame.Frame {
	f := frame.Frame{N: l.N, Offset: l.Offset, At: started.Add(l.since()), Raw: l.Base64}
	if l.Text != nil {
		f.Raw = []byte(*l.Text)
	}
	f.Size = int64(len(f.Raw))
	for _, name := range l.Fault {
		for _, fault := range faults() {
			if fault.name == name && (fault.bit == frame.TooLong || fault.bit == frame.Unterminated) {
				f.Fault |= fault.bit
			}
		}
	}
	if l.Size > f.Size {
		f.Size = l.Size
	}
	if l.Form == formJSON {
		jsonl.Parse(&f)
	} else {
		sse.Parse(&f)
	}
	return f
}
