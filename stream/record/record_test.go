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
	if _, fs, err := replay(t, r.Exchanges()[0]); len(fs) != 1 || !errors.Is(err, stream.ErrCut) || len(r.Damage()) != 1 || r.Damage()[0].Line != 4 {
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
