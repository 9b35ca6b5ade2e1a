package record_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/stream/jsonl"
	"agtui/stream/record"
	"agtui/stream/sse"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var start = time.Date(2026, 1, 2, 3, 4, 5, 678901000, time.UTC)

func Example() {
	dir, err := os.MkdirTemp("", "agtui")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	w, err := record.CreateNext(dir, "thread-1", "example")
	if err != nil {
		panic(err)
	}
	at := time.Unix(0, 0)
	_ = w.Request(at, stream.Request{Method: "POST", URL: "http://localhost/", Body: []byte(`{"threadId":"thread-1"}`)})
	for f := range sse.NewReader(strings.NewReader("data: {}\n\n"), sse.Options{}).All() {
		_ = w.Frame(&f)
	}
	_ = w.End(at, stream.EndOfBody, nil)
	_ = w.Close()

	r, err := record.Open(w.Path())
	if err != nil {
		panic(err)
	}
	defer r.Close()
	res, err := r.Exchanges()[0].Run(context.Background(), nil)
	if err != nil {
		panic(err)
	}
	for f := range res.Frames {
		fmt.Printf("%d %q\n", f.N, f.Data)
	}
	// Output: 1 "{}"
}

// frames cuts a body as a live reader would, a millisecond apart.
func frames(t *testing.T, form frame.Form, body string, limit int64) []frame.Frame {
	t.Helper()
	at := start
	now := func() time.Time { at = at.Add(1234 * time.Microsecond); return at }
	var next func() (frame.Frame, error)
	in := &steps{body}
	if form == frame.JSON {
		next = jsonl.NewReader(in, jsonl.Options{Limit: limit, Now: now}).Next
	} else {
		next = sse.NewReader(in, sse.Options{Limit: limit, Now: now}).Next
	}
	var out []frame.Frame
	for {
		f, err := next()
		if err != nil {
			return out
		}
		out = append(out, f)
	}
}

// steps reads a body a few bytes at a time.
type steps struct{ rest string }

func (s *steps) Read(p []byte) (int, error) {
	if s.rest == "" {
		return 0, io.EOF
	}
	n := copy(p, s.rest[:min(7, len(s.rest))])
	s.rest = s.rest[n:]
	return n, nil
}

var request = stream.Request{
	Method: "POST", URL: "http://localhost:8000/agent",
	Header: http.Header{"Accept": {"text/event-stream"}, "X-Two": {"a", "b"}},
	Body:   []byte(`{"threadId":"t<1>","runId":"r1","state":{"z":1.0,"a":12345678901234567890}}`),
}

// file is a closer of a buffer that counts the writes.
type file struct {
	bytes.Buffer
	writes int
	fail   int // how many more writes work
}

func (f *file) Write(p []byte) (int, error) {
	if f.fail--; f.fail == 0 {
		n, _ := f.Buffer.Write(p[:len(p)/2])
		return n, errors.New("disk full")
	}
	f.writes++
	return f.Buffer.Write(p)
}
func (f *file) Close() error { return nil }

// written records one exchange.
func written(t *testing.T, fs []frame.Frame, ending stream.Ending, cause error) string {
	t.Helper()
	out := &file{}
	w, err := record.NewWriter(out, "test")
	if err != nil {
		t.Fatal(err)
	}
	write(t, w, fs, ending, cause)
	return out.String()
}

func write(t *testing.T, w *record.Writer, fs []frame.Frame, ending stream.Ending, cause error) {
	t.Helper()
	errs := []error{w.Request(start, request), w.Response(head())}
	for i := range fs {
		errs = append(errs, w.Frame(&fs[i]))
	}
	errs = append(errs, w.End(start.Add(time.Second), ending, cause))
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// head is that of the answer to request.
func head() *stream.Response {
	return &stream.Response{
		Request: request, Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}, "Set-Cookie": {"secret"}},
		Headed: start.Add(time.Millisecond),
	}
}

func reread(t *testing.T, text string) *record.Recording {
	t.Helper()
	r, err := record.Read(strings.NewReader(text), "test.jsonl", 0)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func replay(t *testing.T, x *record.Exchange) (*stream.Response, []frame.Frame, error) {
	t.Helper()
	res, err := x.Run(t.Context(), nil)
	if err != nil {
		return res, nil, err
	}
	var out []frame.Frame
	for f, err := range res.Frames {
		if err != nil {
			return res, out, err
		}
		out = append(out, f)
	}
	return res, out, nil
}

func TestWriter_WritesTheLinesOfTheFormat(t *testing.T) {
	t.Parallel()
	fs := frames(t, frame.SSE, ": ping\n\ndata: \"é\u202e\x1b\x00\"\n\ndata: \xff\n\n", 0)
	text := written(t, fs, stream.Broken, fmt.Errorf("reset: %w", stream.ErrBroken))
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	want := []string{
		``, // the header has the time of now
		`{"type":"request","at":"2026-01-02T03:04:05.678901Z","method":"POST","url":"http://localhost:8000/agent",` +
			`"body":{"threadId":"t<1>","runId":"r1","state":{"z":1.0,"a":12345678901234567890}},"headers":{"Accept":["text/event-stream"],"X-Two":["a","b"]}}`,
		`{"type":"response","t":1.000,"headers":{"Content-Type":["text/event-stream"],"Set-Cookie":["***"]},"status":200}`,
		`{"type":"frame","n":1,"t":2.468,"offset":0,"kind":"comment","text":": ping\n\n"}`,
		`{"type":"frame","n":2,"t":4.936,"offset":8,"kind":"event","text":"data: \"é\u202e\u001b\u0000\"\n\n"}`,
		`{"type":"frame","n":3,"t":6.170,"offset":25,"kind":"event","fault":["bad-utf8"],"base64":"ZGF0YTog/woK"}`,
		`{"type":"end","t":1000.000,"ending":"broken","cause":"broken","error":"reset: stream: connection broke"}`,
	}
	if len(lines) != len(want) {
		t.Fatalf("%d lines:\n%s", len(lines), text)
	}
	var header map[string]any
	if err := json.Unmarshal([]byte(lines[0]), &header); err != nil || header["type"] != "header" || header["version"] != 1.0 || header["program"] != "test" {
		t.Errorf("header: %s", lines[0])
	}
	if d := cmp.Diff(want[1:], lines[1:]); d != "" {
		t.Error(d)
	}
}

func TestExchange_GivesTheFramesAsTheyCame(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		form  frame.Form
		body  string
		limit int64
	}{
		"LF":                   {frame.SSE, "data: a\n\ndata: b\ndata: c\n\n", 0},
		"CRLF":                 {frame.SSE, "data: a\r\n\r\n: c\r\n\r\n", 0},
		"CR and a late LF":     {frame.SSE, "data: a\r\r\ndata: b\r\r\n", 0},
		"BOM":                  {frame.SSE, "\xEF\xBB\xBFdata: a\n\ndata: b\n\n", 0},
		"event names":          {frame.SSE, "event: e\ndata: a\n\nevent: f\n\n", 0},
		"stray lines":          {frame.SSE, "{\"error\":1}\n\n", 0},
		"no end":               {frame.SSE, "data: a\n\ndata: b", 0},
		"a comment without":    {frame.SSE, ": a\n", 0},
		"bad UTF-8":            {frame.SSE, "data: \xff\xe2\x82\n\ndata: ok\n\n", 0},
		"half of a BOM":        {frame.SSE, "\xEF\xBBdata: a\n\n", 0},
		"over the limit":       {frame.SSE, "data: a\n\ndata: " + strings.Repeat("é", 200) + "\n\ndata: b\n\n", 20},
		"over it, without end": {frame.SSE, "data: " + strings.Repeat("x", 200), 20},
		"empty data":           {frame.SSE, "data:\n\ndata\n\n\n", 0},
		"JSON lines":           {frame.JSON, "{\"a\":1}\r\n\n2\n{", 0},
		"a JSON array":         {frame.JSON, "[{\"a\":1}, 2 , \"\xff\"]", 0},
		"a JSON array cut":     {frame.JSON, "[{\"a\":1}, {\"b", 0},
		"JSON over the limit":  {frame.JSON, "1\n\"" + strings.Repeat("x", 200) + "\"\n2\n", 20},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			live := frames(t, row.form, row.body, row.limit)
			r := reread(t, written(t, live, stream.EndOfBody, nil))
			if len(r.Exchanges()) != 1 || len(r.Damage()) != 0 || r.Format() != record.FormatRecording || r.Program() != "test" {
				t.Fatalf("%d exchanges, damage %v, %v", len(r.Exchanges()), r.Damage(), r.Format())
			}
			for range 2 { // as often as wanted
				res, got, err := replay(t, r.Exchanges()[0])
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(live, got); d != "" {
					t.Error(d)
				}
				if d := cmp.Diff(request, res.Request); d != "" {
					t.Error(d)
				}
				if res.Status != 200 || !res.Started.Equal(start) || !res.Headed.Equal(start.Add(time.Millisecond)) || res.Header.Get("Set-Cookie") != "***" {
					t.Errorf("%+v", res)
				}
			}
		})
	}
}

func TestExchange_EndsAsItEnded(t *testing.T) {
	t.Parallel()
	some := frames(t, frame.SSE, "data: a\n\n", 0)
	status := &stream.StatusError{Code: 401, Status: "401 Unauthorized", Body: []byte("no \xff"), ContentType: "text/plain"}
	for name, row := range map[string]struct {
		ending stream.Ending
		cause  error
		want   error
		frames []frame.Frame
		ran    bool // Run itself gives no error
	}{
		"in order":             {stream.EndOfBody, nil, nil, some, true},
		"after silence":        {stream.Quiet, nil, nil, some, true},
		"strict":               {stream.Fatal, stream.ErrFatal, nil, some, true},
		"broken":               {stream.Broken, stream.ErrBroken, stream.ErrBroken, some, true},
		"broken, no reason":    {stream.Broken, nil, stream.ErrBroken, some, true},
		"too long":             {stream.Broken, stream.ErrTooLong, stream.ErrTooLong, some, true},
		"stopped":              {stream.Stopped, stream.ErrStopped, stream.ErrStopped, some, true},
		"stopped, no reason":   {stream.Stopped, nil, stream.ErrStopped, some, true},
		"out of time":          {stream.TimedOut, nil, stream.ErrTimeout, some, true},
		"refused":              {stream.Broken, fmt.Errorf("POST: %w", status), stream.ErrStatus, nil, false},
		"never reached":        {stream.Broken, stream.ErrUnreachable, stream.ErrUnreachable, nil, false},
		"something of the sys": {stream.Broken, io.ErrUnexpectedEOF, stream.ErrBroken, some, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := reread(t, written(t, row.frames, row.ending, row.cause)).Exchanges()[0]
			res, err := x.Run(t.Context(), nil)
			if (err == nil) != row.ran || res == nil {
				t.Fatalf("Run: %v", err)
			}
			_, got, err := replay(t, x)
			if !errors.Is(err, row.want) || len(got) != len(row.frames) {
				t.Errorf("%d frames, %v", len(got), err)
			}
			if err != nil && row.cause != nil && err.Error() != strings.ToValidUTF8(row.cause.Error(), "\uFFFD") {
				t.Errorf("text: %q", err)
			}
			if e, ok := x.Ended(); e != row.ending || !ok {
				t.Errorf("ended %v, %t", e, ok)
			}
			var s *stream.StatusError
			if errors.As(row.cause, &s) != errors.As(err, &s) || (s != nil && !cmp.Equal(s, status)) {
				t.Errorf("status: %+v", s)
			}
		})
	}
}

func TestExchange_StopsWithItsContext(t *testing.T) {
	t.Parallel()
	x := reread(t, written(t, frames(t, frame.SSE, "data: a\n\ndata: b\n\n", 0), stream.EndOfBody, nil)).Exchanges()[0]
	res, err := x.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err = range res.Frames {
		n++
		res.Close()
	}
	if n != 2 || !errors.Is(err, stream.ErrStopped) {
		t.Errorf("%d pairs, %v", n, err)
	}
}

func TestWriter_WritesEachLineAtOnceAndStopsAtAFailure(t *testing.T) {
	t.Parallel()
	out := &file{fail: 4}
	w, err := record.NewWriter(out, "test")
	if err != nil {
		t.Fatal(err)
	}
	f := frames(t, frame.SSE, "data: a\n\n", 0)[0]
	if err := errors.Join(w.Request(start, request), w.Frame(&f)); err != nil || out.writes != 3 {
		t.Fatalf("%d writes, %v", out.writes, err)
	}
	first := w.Frame(&f)
	size := out.Len()
	if second := w.End(start, stream.EndOfBody, nil); first == nil || second == nil || out.Len() != size {
		t.Errorf("%v, then %v and %d bytes more", first, second, out.Len()-size)
	}
	r := reread(t, out.String())
	if _, fs, err := replay(t, r.Exchanges()[0]); len(fs) != 1 || !errors.Is(err, stream.ErrBroken) || len(r.Damage()) != 1 || r.Damage()[0].Line != 4 {
		t.Errorf("%d frames, %v, %v", len(fs), err, r.Damage())
	}
}

func TestWriter_StopsAtItsLimitAndSaysSo(t *testing.T) {
	t.Parallel()
	fs := frames(t, frame.SSE, strings.Repeat("data: 1\n\n", 100), 0)
	out := &file{}
	w, err := record.NewWriter(out, "test")
	if err != nil {
		t.Fatal(err)
	}
	w.Limit(2000)
	if err := w.Request(start, request); err != nil {
		t.Fatal(err)
	}
	n := 0
	for err == nil {
		err = w.Frame(&fs[n])
		n++
	}
	if !errors.Is(err, stream.ErrFull) || n > 20 || out.Len() > 2000 {
		t.Fatalf("after %d frames and %d bytes: %v", n, out.Len(), err)
	}
	if err := w.End(start, stream.EndOfBody, nil); err != nil {
		t.Errorf("the end is not written: %v", err)
	}
	size := out.Len()
	if err := w.Request(start, request); !errors.Is(err, stream.ErrFull) {
		t.Errorf("another request: %v", err)
	}
	if err := w.End(start, stream.EndOfBody, nil); !errors.Is(err, stream.ErrFull) || out.Len() != size {
		t.Errorf("%v, and %d bytes more", err, out.Len()-size)
	}
	r := reread(t, out.String())
	res, back, err := replay(t, r.Exchanges()[0])
	if len(back) != n-1 || !errors.Is(err, stream.ErrFull) || errors.Is(err, stream.ErrBroken) || len(r.Exchanges()) != 1 {
		t.Errorf("%d of %d frames, then %v", len(back), n-1, err)
	}
	if len(res.Notes) != 1 || res.Notes[0].Rule != agui.RuleRecordLimit {
		t.Errorf("noted %v", res.Notes)
	}
}

func TestWriter_MasksWhatAServerRepeats(t *testing.T) {
	t.Parallel()
	out := &file{}
	w, err := record.NewWriter(out, "test")
	if err != nil {
		t.Fatal(err)
	}
	w.Mask(func(s string) string { return strings.ReplaceAll(s, "pw-1", "***") })
	refused := &stream.StatusError{Code: 401, Status: "401 Unauthorized", Body: []byte("no pw-1")}
	write(t, w, nil, stream.Broken, refused)
	if strings.Contains(out.String(), "pw-1") || strings.Contains(out.String(), base64.StdEncoding.EncodeToString([]byte("no pw-1"))) {
		t.Errorf("the secret is in %s", out.String())
	}
	if string(refused.Body) != "no pw-1" {
		t.Error("the error itself was changed")
	}
}

func TestExchange_KeepsWhereARedirectLed(t *testing.T) {
	t.Parallel()
	out := &file{}
	w, err := record.NewWriter(out, "test")
	if err != nil {
		t.Fatal(err)
	}
	h := head()
	h.Request.URL = "http://localhost:8000/there"
	var m record.Memory
	for _, tap := range []stream.Tap{w, &m} {
		if err := errors.Join(tap.Request(start, request), tap.Response(h), tap.End(start, stream.EndOfBody, nil)); err != nil {
			t.Fatal(err)
		}
	}
	x := reread(t, out.String()).Exchanges()[0]
	res, _, err := replay(t, x)
	if sent, _ := x.Request(); err != nil || sent.URL != request.URL || res.Request.URL != h.Request.URL {
		t.Errorf("sent to %s, then %s: %v", sent.URL, res.Request.URL, err)
	}
	if last, _, _ := m.Last(); last.URL != h.Request.URL {
		t.Errorf("in memory: %s", last.URL)
	}
}

func TestMemory_KeepsTheNewest(t *testing.T) {
	t.Parallel()
	var m record.Memory
	_ = m.Request(start, request)
	_ = m.Response(head())
	for i := range 30_000 {
		_ = m.Frame(&frame.Frame{N: i + 1})
	}
	got := m.Frames()
	if len(got) != 10_000 || got[0].N != 20_001 || got[len(got)-1].N != 30_000 {
		t.Errorf("%d frames from %d to %d", len(got), got[0].N, got[len(got)-1].N)
	}
	long := make([]byte, 30<<20)
	for i := range 5 {
		_ = m.Frame(&frame.Frame{N: i + 1, Raw: long})
	}
	if got = m.Frames(); len(got) != 2 || got[0].N != 4 {
		t.Errorf("%d long frames from %d", len(got), got[0].N)
	}
	_ = m.Frame(&frame.Frame{N: 6, Raw: make([]byte, 65<<20)})
	if got = m.Frames(); len(got) != 1 || got[0].N != 6 {
		t.Errorf("%d frames over the limit", len(got))
	}
	if r, status, _ := m.Last(); r.URL != request.URL || status != 200 || m.End(start, stream.EndOfBody, nil) != nil {
		t.Errorf("%v %d", r, status)
	}
}
