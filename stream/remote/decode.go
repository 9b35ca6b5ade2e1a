package remote

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"
)

// errEncoding is a content encoding that is not known here.
var errEncoding = errors.New("remote: unknown content encoding")

// decode undoes a content encoding as the bytes come: nothing is read before
// the first Read, and what the server flushed is handed out before more is
// waited for.
func decode(encoding string, body io.Reader) (io.Reader, error) {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "identity":
		return body, nil
	case "gzip", "x-gzip":
		return &members{src: bufio.NewReader(body)}, nil
	case "deflate":
		return &deflated{src: bufio.NewReader(body)}, nil
	}
	return nil, fmt.Errorf("%w: %q", errEncoding, encoding)
}

// members reads gzip members one after the other. gzip.Reader does that too,
// but looks for the next member before it hands out the end of the last.
type members struct {
	src *bufio.Reader
	zip *gzip.Reader
	end bool // of a member
}

// Read reads what the server flushed so far.
func (m *members) Read(p []byte) (int, error) {
	for {
		if m.zip == nil || m.end {
			if err := m.open(); err != nil {
				return 0, err
			}
		}
		n, err := m.zip.Read(p)
		if errors.Is(err, io.EOF) {
			m.end, err = true, nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// open starts the next member. The body ends where there is none.
func (m *members) open() error {
	if _, err := m.src.Peek(1); err != nil {
		return err //nolint:wrapcheck // a reader passes on how reading ended
	}
	var err error
	if m.zip == nil {
		m.zip, err = gzip.NewReader(m.src)
	} else {
		err = m.zip.Reset(m.src)
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	m.zip.Multistream(false)
	m.end = false
	return nil
}

// deflated reads what HTTP calls deflate: a zlib stream, or from servers that
// took the name literally, a bare one.
type deflated struct {
	src *bufio.Reader
	in  io.Reader
}

// Read reads what the server flushed so far.
func (d *deflated) Read(p []byte) (int, error) {
	if d.in == nil {
		head, err := d.src.Peek(2)
		switch {
		case len(head) == 0:
			return 0, err //nolint:wrapcheck // a reader passes on how reading ended
		case len(head) == 2 && head[0]&0x0F == 8 && (int(head[0])<<8|int(head[1]))%31 == 0:
			if d.in, err = zlib.NewReader(d.src); err != nil {
				return 0, fmt.Errorf("remote: unpack the answer: %w", err)
			}
		default:
			d.in = flate.NewReader(d.src)
		}
	}
	return d.in.Read(p) //nolint:wrapcheck // a reader passes on how reading ended
}

// damaged reports whether err says that compressed bytes are not what they
// should be.
func damaged(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.As(err, &corrupt) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) ||
		errors.Is(err, zlib.ErrChecksum) || errors.Is(err, zlib.ErrHeader)
}
