package demo

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// An answer is a whole HTTP response that is not what a client hopes for.
type answer struct {
	name, title string
	status      int
	header      map[string]string
	body        string
	// wire changes the bytes of an ordinary run; body is unused then.
	wire func([]byte) []byte
}

func httpScene() scene {
	s := scene{
		Scenario: Scenario{
			Name: "http", Title: "HTTP statuses, bodies and framings", Prompt: "demo http",
			Shows: "Each gives one clear line, and everything that was received is kept.",
		},
		serve: serveAnswer,
	}
	for _, a := range answers() {
		s.Variants = append(s.Variants, Scenario{Name: a.name, Title: a.title, Shows: a.title + ".", Prompt: "demo http " + a.name})
	}
	return s
}

func serveAnswer(ctx context.Context, c *call, on *stage, args []string) {
	if on.moved {
		on.stream().play(ctx, c, run(say("§text", "You found me. The redirect kept your request whole.")))
		return
	}
	for _, a := range answers() {
		if len(args) > 0 && a.name == strings.ToLower(args[0]) {
			a.send(ctx, c, on.w)
			return
		}
	}
	on.stream().play(ctx, c, variants(httpScene().Scenario, "What should the server answer?"))
}

func (a *answer) send(ctx context.Context, c *call, w http.ResponseWriter) {
	h := w.Header()
	for k, v := range a.header {
		h.Set(k, v)
	}
	body := []byte(a.body)
	if a.wire != nil {
		if h.Get("Content-Type") == "" {
			h.Set("Content-Type", "text/event-stream")
		}
		body = a.wire(c.wire(ctx, run(say("§text", page("wire.md")))))
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(body) // a client that is gone needs no answer
}

// wire is a script as the bytes of a body.
func (c *call) wire(ctx context.Context, s script) []byte {
	var b bytes.Buffer
	p := &player{w: &b, flush: func() {}}
	p.play(ctx, c, s)
	return b.Bytes()
}

func answers() []answer {
	return slices.Concat(statuses(), bodies(), framings())
}

func statuses() []answer {
	const (
		jsonType  = "application/json"
		plainType = "text/plain; charset=utf-8"
	)
	kind := func(t string, more ...string) map[string]string {
		h := map[string]string{"Content-Type": t}
		for i := 0; i+1 < len(more); i += 2 {
			h[more[i]] = more[i+1]
		}
		return h
	}
	return []answer{
		{
			name: "401", title: "not logged in", status: 401, header: kind(jsonType, "Www-Authenticate", `Bearer realm="demo"`),
			body: `{"error":{"code":"unauthorized","message":"This door needs a token, and you did not show one."}}`,
		},
		{name: "403", title: "logged in, but not allowed", status: 403, header: kind(jsonType), body: `{"detail":"Your token is fine, you are just not on the list."}`},
		{name: "404", title: "nothing here", status: 404, header: kind(plainType), body: "404 page not found\n"},
		{name: "429", title: "too many requests", status: 429, header: kind(jsonType, "Retry-After", "3"), body: `{"error":"Slow down, please. Try again in 3 seconds."}`},
		{
			name: "500", title: "the server broke", status: 500, header: kind(plainType),
			body: "Traceback (most recent call last):\n" + strings.Repeat("  File \"demo.py\", line 1, in <module>\n", 40) + "ZeroDivisionError: division by zero\n",
		},
		{name: "503", title: "the server is away", status: 503, header: kind("text/html"), body: "<html><head><title>503</title></head><body>Back in five minutes.</body></html>"},
		{name: "302", title: "a redirect that would lose the request", status: 302, header: map[string]string{"Location": "/?moved"}},
		{name: "307", title: "a redirect that keeps the request", status: 307, header: map[string]string{"Location": "/?moved"}},
		{name: "204", title: "success without a body", status: 204},
	}
}

func bodies() []answer {
	return []answer{
		{
			name: "html", title: "a web page in place of a stream", status: 200, header: map[string]string{"Content-Type": "text/html; charset=utf-8"},
			body: "<!doctype html>\n<html><head><title>Welcome</title></head>\n<body><h1>It works!</h1><p>But it is not an agent.</p></body></html>\n",
		},
		{
			name: "json", title: "a JSON error with status 200", status: 200, header: map[string]string{"Content-Type": "application/json"},
			body: `{"error":"The proxy could not reach the agent."}`,
		},
		{name: "empty", title: "a stream without a byte", status: 200, header: map[string]string{"Content-Type": "text/event-stream"}},
		{name: "plain", title: "a good stream under a wrong content type", status: 200, header: map[string]string{"Content-Type": "text/plain"}, wire: func(b []byte) []byte { return b }},
		{name: "notobject", title: "frames that are not objects", status: 200, wire: beforeEnd([]byte("data: [1,2,3]\n\ndata: null\n\ndata: \"text\"\n\n"))},
		{name: "notjson", title: "frames that are not JSON", status: 200, wire: beforeEnd([]byte("data: Internal Server Error\n\n"))},
		{
			name: "notutf8", title: "bytes that are not UTF-8", status: 200,
			wire: beforeEnd([]byte("data: {\"type\":\"CUSTOM\",\"name\":\"latin-1\",\"value\":\"Caf\xe9 \xff\xfe \xc3(\"}\n\n")),
		},
		{name: "toolong", title: "one frame of eleven megabytes", status: 200, wire: func(b []byte) []byte {
			return beforeEnd([]byte(`data: {"type":"CUSTOM","name":"long","value":"` + strings.Repeat("long ", 11<<20/5) + "\"}\n\n"))(b)
		}},
	}
}

func framings() []answer {
	swap := func(end string) func([]byte) []byte {
		return func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte(end)) }
	}
	return []answer{
		{name: "crlf", title: "lines that end in CR LF", status: 200, wire: swap("\r\n")},
		{name: "cr", title: "lines that end in CR", status: 200, wire: swap("\r")},
		{name: "bom", title: "a byte order mark in front", status: 200, wire: func(b []byte) []byte { return append([]byte("\ufeff"), b...) }},
		{name: "fields", title: "comments, events, ids and data without a space", status: 200, wire: func(b []byte) []byte {
			b = bytes.ReplaceAll(b, []byte("data: "), []byte("event: message\nid: 7\nretry: 100\n: a comment\ndata:"))
			return append([]byte(": hello\n\n"), b...)
		}},
		{name: "done", title: "empty data and an end marker of another protocol", status: 200, wire: func(b []byte) []byte {
			return append(beforeEnd([]byte("data:\n\n"))(b), "data: [DONE]\n\n"...)
		}},
		{name: "lines", title: "events spread over several data lines", status: 200, wire: func(b []byte) []byte {
			return bytes.ReplaceAll(b, []byte(`","`), []byte("\",\ndata: \""))
		}},
		{name: "unterminated", title: "a last frame without its end", status: 200, wire: func(b []byte) []byte { return bytes.TrimRight(b, "\n") }},
		{name: "gzip", title: "a compressed stream", status: 200, header: map[string]string{"Content-Encoding": "gzip"}, wire: compress},
		{
			name: "length", title: "a body shorter than it says", status: 200, header: map[string]string{"Content-Length": strconv.Itoa(1 << 20)},
			wire: func(b []byte) []byte { return b[:len(b)/2] },
		},
	}
}

// beforeEnd puts bytes before the last frame of a body.
func beforeEnd(extra []byte) func([]byte) []byte {
	return func(b []byte) []byte {
		i := bytes.LastIndex(b, []byte("data: "))
		return bytes.Join([][]byte{b[:i], extra, b[i:]}, nil)
	}
}

func compress(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = io.Copy(z, bytes.NewReader(b)) // a buffer takes everything
	_ = z.Close()
	return out.Bytes()
}
