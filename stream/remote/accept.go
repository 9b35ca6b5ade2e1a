package remote

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"syscall"

	"agtui/stream"
	"agtui/stream/frame"
	"agtui/stream/jsonl"
	"agtui/stream/sse"
)

// mediaProto is the media type of the binary format.
const mediaProto = "application/vnd.ag-ui.event+proto"

// reader is one of the two that cut a body into frames.
type reader interface {
	Next() (frame.Frame, error)
}

// accept turns the head of an answer into a response.
func (x *exchange) accept(res *http.Response) (*stream.Response, error) {
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return nil, x.refused(res)
	}
	if res.StatusCode == http.StatusNoContent || res.StatusCode == http.StatusResetContent || res.ContentLength == 0 {
		return nil, x.fail(stream.ErrContent, "the server answered %s without a body; is this the address of an agent?", res.Status)
	}
	decoded, err := decode(res.Header.Get("Content-Encoding"), res.Body)
	if err != nil {
		return nil, x.because(stream.ErrContent, err, "the body is compressed with %s, which is not spoken here", res.Header.Get("Content-Encoding"))
	}
	frames, form, err := x.choose(stream.MediaType(res.Header.Get("Content-Type")), decoded)
	if err != nil {
		return nil, err
	}
	out := x.response()
	out.Stream, out.Form = true, form
	out.Notes = stream.ContentNotes(res.Header.Get("Content-Type"), form)
	out.Frames = x.frames(frames, res.Body)
	return out, nil
}

// choose finds the reader for a body by its media type, or where that is not
// the one of an event stream, by how the body starts.
func (x *exchange) choose(media string, body io.Reader) (reader, frame.Form, error) {
	now := x.endpoint.now
	switch media {
	case stream.MediaSSE:
		return sse.NewReader(body, sse.Options{Limit: x.endpoint.limit, Stop: true, Now: now}), frame.SSE, nil
	case mediaProto:
		return nil, frame.SSE, x.fail(stream.ErrContent, "the server answered in the binary format (%s), though text/event-stream was asked for; only text is read here", mediaProto)
	}
	peeked := bufio.NewReaderSize(body, peekSize)
	start := sniff(peeked)
	shown := media
	if shown == "" {
		shown = "no content type"
	}
	switch start.kind {
	case looksHTML:
		return nil, frame.SSE, x.fail(stream.ErrContent, "the server answered HTML%s; is this the address of an agent?", quoted(htmlTitle(start.text)))
	case looksBinary:
		return nil, frame.SSE, x.fail(stream.ErrContent, "the server answered %s, binary data and no event stream; is this the address of an agent?", shown)
	case looksJSON:
		return jsonl.NewReader(peeked, jsonl.Options{Limit: x.endpoint.limit, Stop: true, Now: now}), frame.JSON, nil
	case looksEvents:
	case looksText:
		if media == "text/html" || strings.HasPrefix(media, "image/") {
			return nil, frame.SSE, x.fail(stream.ErrContent, "the server answered %s%s; is this the address of an agent?", shown, quoted(oneLine(string(start.text), few)))
		}
	}
	return sse.NewReader(peeked, sse.Options{Limit: x.endpoint.limit, Stop: true, Now: now}), frame.SSE, nil
}

// frames yields the frames of a body and says how it broke.
func (x *exchange) frames(r reader, body io.Closer) iter.Seq2[frame.Frame, error] {
	return func(yield func(frame.Frame, error) bool) {
		defer func() {
			x.cancel()
			body.Close()
		}()
		for n := 0; ; n++ {
			f, err := r.Next()
			switch {
			case errors.Is(err, io.EOF) && n == 0:
				yield(frame.Frame{}, x.fail(stream.ErrContent, "the server answered %s with an empty body; is this the address of an agent?", x.head.Status))
				return
			case errors.Is(err, io.EOF):
				return
			case x.cause() != nil:
				// What came after the stop is no part of the answer: a frame
				// that was cut by it least of all.
				yield(frame.Frame{}, x.cause())
				return
			case err != nil:
				yield(frame.Frame{}, x.broke(err, n))
				return
			}
			if !yield(f, nil) {
				return
			}
		}
	}
}

// broke says why a body ended in the middle, after n frames.
func (x *exchange) broke(err error, n int) error {
	limit := x.endpoint.limit
	if limit <= 0 {
		limit = frame.DefaultLimit
	}
	switch {
	case errors.Is(err, frame.ErrTooLong):
		return x.because(stream.ErrTooLong, err, "frame %d is over the limit of %s, the connection was closed; --frame-limit raises it", n, size(limit))
	case damaged(err):
		return x.because(stream.ErrBroken, err, "the compressed answer is damaged after frame %d: %v", n, err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return x.because(stream.ErrBroken, err, "the server cut the answer short after frame %d; its log may say why", n)
	case errors.Is(err, syscall.ECONNRESET):
		return x.because(stream.ErrBroken, err, "the connection was reset after frame %d; its log or a proxy's may say why", n)
	}
	return x.because(stream.ErrBroken, err, "the connection broke after frame %d: %s", n, plainText(err.Error()))
}

// size is a number of bytes in words.
func size(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// peekSize is how much of a body is looked at to find out what it is.
const peekSize = 4 << 10

// look is what the start of a body looks like.
type look uint8

const (
	looksText look = iota
	looksEvents
	looksJSON
	looksHTML
	looksBinary
)

// start is the start of a body.
type start struct {
	kind look
	text []byte
}

// sniff waits for as much of a body as tells what it is.
func sniff(r *bufio.Reader) start {
	for n := 1; ; n = r.Buffered() + 1 {
		p, err := r.Peek(n)
		p, _ = r.Peek(max(len(p), r.Buffered()))
		text := bytes.TrimLeft(bytes.TrimPrefix(p, []byte("\xEF\xBB\xBF")), " \t\r\n")
		over := err != nil || len(p) >= peekSize
		kind, sure := judge(text)
		if sure || over {
			return start{kind, text}
		}
	}
}

// judge says what text is the start of, and whether more would not change it.
func judge(text []byte) (look, bool) {
	if len(text) == 0 {
		return looksText, false
	}
	switch text[0] {
	case '{', '[':
		return looksJSON, true
	case '<':
		return looksHTML, true
	case ':':
		return looksEvents, true
	}
	for _, c := range text {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != 0x1B && c != 0x1E {
			return looksBinary, true
		}
	}
	line, _, whole := bytes.Cut(text, []byte("\n"))
	name, _, _ := bytes.Cut(bytes.TrimRight(line, "\r"), []byte(":"))
	for _, field := range []string{"data", "event", "id", "retry"} {
		if string(name) == field {
			return looksEvents, true
		}
		if !whole && strings.HasPrefix(field, string(name)) {
			return looksText, false
		}
	}
	return looksText, true
}
