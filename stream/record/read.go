package record

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"agtui/stream/jsonl"
	"agtui/stream/sse"
)

// Format says what a file was found to be.
type Format uint8

// The formats of input.
const (
	FormatRecording Format = iota
	FormatSSE              // the body of an event stream
	FormatArray            // one JSON array of events
	FormatLines            // a JSON value in each line
)

// String names the format for people.
func (f Format) String() string {
	switch f {
	case FormatSSE:
		return "event stream"
	case FormatArray:
		return "JSON array"
	case FormatLines:
		return "JSON lines"
	default:
		return "recording"
	}
}

// window is how much of a file is looked at to find out what it is.
const window = 64 << 10

// ReadFile reads the file of that name, "-" for stdin, whatever its format.
// limit is the frame limit for bare bodies, 0 for 10 MiB.
func ReadFile(name string, stdin io.Reader, limit int64) (*Recording, error) {
	if name == "-" {
		return Read(stdin, "stdin", limit)
	}
	f, size, err := openFile(name)
	if err != nil {
		return nil, err
	}
	var r *Recording
	// A recording stays on disk and is read from there as it is needed.
	head := bufio.NewReaderSize(io.NewSectionReader(f, 0, size), window)
	if format, err := detect(head); err == nil && format == FormatRecording {
		r, err = index(f, size, name)
		if err != nil {
			f.Close()
			return nil, err
		}
	} else if r, err = Read(f, name, limit); err != nil {
		f.Close()
		return nil, err
	}
	r.closer = f
	return r, nil
}

// Read finds out what r is, a recording, the body of an event stream, an array
// or lines of events, each also packed with gzip, and reads it. Errors wrap
// ErrInput and say what is wrong with the file called name. A bare body is read
// as its frames are asked for.
func Read(r io.Reader, name string, limit int64) (*Recording, error) {
	in := bufio.NewReaderSize(r, window)
	if magic, _ := in.Peek(2); string(magic) == "\x1F\x8B" {
		zip, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("%w: unpack %s: %w", ErrInput, name, err)
		}
		in = bufio.NewReaderSize(zip, window)
	}
	format, err := detect(in)
	if err != nil {
		return nil, fmt.Errorf("%w: %s %w", ErrInput, name, err)
	}
	x := &Exchange{}
	switch format {
	case FormatRecording:
		all, err := readAll(in, name, maxPiped)
		if err != nil {
			return nil, err
		}
		return index(bytes.NewReader(all), int64(len(all)), name)
	case FormatSSE:
		x.bare = sse.NewReader(in, sse.Options{Limit: limit}).Next
	case FormatArray, FormatLines:
		x.bare = jsonl.NewReader(in, jsonl.Options{Limit: limit}).Next
	}
	x.of = &Recording{name: name, format: format, exchanges: []*Exchange{x}}
	return x.of, nil
}

// maxPiped is how large a recording may be that is not read from a file as it
// is, and so has to be held: as large as one is written, and its last lines.
const maxPiped = MaxFile + longest

// readAll reads a recording that is not in a file.
func readAll(in io.Reader, name string, most int64) ([]byte, error) {
	all, err := io.ReadAll(io.LimitReader(in, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: read %s: %w", ErrInput, name, err)
	case int64(len(all)) > most:
		return nil, fmt.Errorf("%w: %s has more than %d MB, which is too much to hold: unpack it to a file and read that", ErrInput, name, most>>20)
	}
	return all, nil
}

// content says what is wrong with the content of a file.
type content string

// Error continues the name of the file.
func (c content) Error() string { return string(c) }

const (
	errEmpty  content = "is empty"
	errHTML   content = "is HTML, not a recording, an event stream or JSON events"
	errBinary content = "is binary data, not a recording, an event stream or JSON events"
	errText   content = "is neither a recording, an event stream nor JSON events"
)

// detect looks at the start of in until it knows the format. It waits for as
// little as it can: input may come from a program that is still running.
func detect(in *bufio.Reader) (Format, error) {
	for n := 1; ; n = min(in.Buffered()+1, window) {
		_, err := in.Peek(n)
		p, _ := in.Peek(in.Buffered())
		if err != nil && len(p) == 0 && !errors.Is(err, io.EOF) {
			return 0, fmt.Errorf("cannot be read: %w", err)
		}
		over := err != nil || len(p) >= window
		if format, sure, err := judge(p, over); sure || over {
			return format, err
		}
	}
}

// judge says what p is the start of, and whether more would not change it; over
// says that there is no more.
func judge(p []byte, over bool) (Format, bool, error) {
	text := bytes.TrimLeft(bytes.TrimPrefix(p, []byte("\xEF\xBB\xBF")), " \t\r\n")
	if len(text) == 0 {
		return 0, false, errEmpty
	}
	if text[0] == '[' {
		return FormatArray, true, nil
	}
	first := lineKind(firstLine(text, over))
	switch first {
	case isRecord:
		return FormatRecording, true, nil
	case isField:
		return FormatSSE, true, nil
	case isJSON:
		return FormatLines, true, nil
	case isOther:
	}
	// The first line is damaged or not there whole: a later one may tell more.
	if !over {
		return 0, false, errText
	}
	seen := map[lineIs]bool{}
	for _, l := range bytes.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		seen[lineKind(l)] = true
	}
	switch {
	case seen[isRecord]:
		return FormatRecording, true, nil
	case seen[isField]:
		return FormatSSE, true, nil
	case text[0] == '{' || seen[isJSON]:
		return FormatLines, true, nil
	case text[0] == '<':
		return 0, true, errHTML
	case binary(text):
		return 0, true, errBinary
	}
	return 0, true, errText
}

// firstLine is the first line of text, nil if it is not there whole.
func firstLine(text []byte, over bool) []byte {
	i := bytes.IndexAny(text, "\r\n")
	switch {
	case i >= 0:
		return text[:i]
	case over:
		return text
	}
	return nil
}

// lineIs says what a line looks like.
type lineIs uint8

const (
	isOther  lineIs = iota
	isRecord        // of a recording
	isField         // of an event stream
	isJSON          // a JSON object
)

// lineKind says what a line looks like.
func lineKind(l []byte) lineIs {
	l = bytes.TrimSpace(l)
	if len(l) == 0 {
		return isOther
	}
	if l[0] == ':' {
		return isField
	}
	name, _, _ := bytes.Cut(l, []byte(":"))
	switch string(name) {
	case "data", "event", "id", "retry":
		return isField
	}
	if l[0] != '{' {
		return isOther
	}
	var head struct{ Type, Format string }
	if json.Unmarshal(l, &head) != nil {
		switch {
		case json.Valid(l):
			return isJSON // type is no string: for others to judge
		case beginsRecord(l):
			return isRecord
		}
		return isOther
	}
	switch head.Type {
	case typeHeader:
		if head.Format == formatName {
			return isRecord
		}
	case typeRequest, typeResponse, typeFrame, typeEnd:
		return isRecord
	}
	return isJSON
}

// beginsRecord reports whether a line that is damaged, or longer than what is
// looked at, begins as those of a recording do.
func beginsRecord(l []byte) bool {
	for _, kind := range []string{typeHeader + `","format":"` + formatName, typeRequest, typeResponse, typeFrame, typeEnd} {
		if bytes.HasPrefix(l, []byte(`{"type":"`+kind+`",`)) {
			return true
		}
	}
	return false
}

// binary reports whether text has what no text has. It may be cut in a
// character.
func binary(text []byte) bool {
	for _, c := range text {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != 0x1B {
			return true
		}
	}
	for cut := range utf8.UTFMax {
		if cut <= len(text) && utf8.Valid(text[:len(text)-cut]) {
			return false
		}
	}
	return true
}
