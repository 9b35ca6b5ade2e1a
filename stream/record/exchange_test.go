package record_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"agtui/stream"
	"agtui/stream/frame"
	"agtui/stream/record"
)

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

func TestExchange_SaysWhereItsEndIsMissing(t *testing.T) {
	t.Parallel()
	out := &file{}
	w, err := record.NewWriter(out, "test")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		write(t, w, frames(t, frame.SSE, "data: a\n\n", 0), stream.EndOfBody, nil)
	}
	lines := strings.SplitAfter(out.String(), "\n")
	lines[4] = "{\n" // the end of the first exchange
	r := reread(t, strings.Join(lines[:8], ""))
	for i, want := range []string{
		"test.jsonl: the exchange that begins in line 2 has no end: ",
		"test.jsonl: the recording stops in the exchange that begins in line 6, without its end: ",
	} {
		x := r.Exchanges()[i]
		_, got, err := replay(t, x)
		if _, ok := x.Ended(); ok || !errors.Is(err, stream.ErrCut) || errors.Is(err, stream.ErrBroken) || len(got) != 1 || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%d frames, %v", len(got), err)
		}
	}
}

func TestExchange_SaysWhatTheContentTypePromised(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		header string // of the answer
		frame  string // its first
		want   string // the note
	}{
		"an event stream":              {`"headers":{"Content-Type":["text/event-stream; charset=utf-8"]},"form":"sse"`, `"form":"sse"`, ""},
		"events as text":               {`"headers":{"Content-Type":["text/plain"]},"form":"sse"`, "", "the server answers text/plain, not text/event-stream; read as an event stream"},
		"without a type":               {`"headers":{"Date":["x"]},"form":"sse"`, "", "the server answers no content type, not text/event-stream; read as an event stream"},
		"JSON":                         {`"headers":{"Content-Type":["application/json"]},"form":"json"`, `"form":"json"`, "the server answers application/json, not text/event-stream; read as JSON lines"},
		"by its first frame":           {`"headers":{"Content-Type":["application/json"]}`, `"form":"json"`, "the server answers application/json, not text/event-stream; read as JSON lines"},
		"no stream":                    {`"headers":{"Content-Type":["text/html"]}`, "", ""},
		"headers that nobody recorded": {`"form":"sse"`, "", ""},
	} {
		text := `{"type":"header","format":"agtui-recording","version":1}` + "\n" +
			`{"type":"request","method":"POST","url":"http://x"}` + "\n" + `{"type":"response","t":1.0,"status":200,` + row.header + "}\n"
		if row.frame != "" {
			text += `{"type":"frame","n":1,"t":2.0,"offset":0,"kind":"event",` + row.frame + `,"text":"{}\n"}` + "\n"
		}
		r := reread(t, text+`{"type":"end","t":3.0,"ending":"end-of-body"}`+"\n")
		res, err := r.Exchanges()[0].Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range res.Notes {
			got += f.Message
		}
		if got != row.want {
			t.Errorf("%s: noted %q, want %q", name, got, row.want)
		}
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
