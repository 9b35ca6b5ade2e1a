package cases_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"
)

// ways of writing a body; "" is the way that the case says.
func ways(s *spec) []string {
	for i := range s.Runs {
		if s.Runs[i].Writes != nil || s.Runs[i].Gzip || s.Runs[i].Generate != nil || s.Runs[i].HoldOpenMs > 0 {
			return []string{"as the case says"}
		}
	}
	return []string{"one frame per write", "one write", "one byte per write"}
}

// cut cuts a body into writes.
func cut(body []byte, way string, writes json.RawMessage) [][]byte {
	var lengths []int
	switch {
	case string(writes) == `"byte"`:
		way = "one byte per write"
	case string(writes) == `"burst"`:
		way = "one write"
	case writes != nil && json.Unmarshal(writes, &lengths) == nil:
		return lengthsOf(body, lengths)
	}
	switch way {
	case "one write":
		return [][]byte{body}
	case "one byte per write":
		return lengthsOf(body, make([]int, len(body)))
	default:
		var lengths []int
		last := 0
		for _, at := range regexp.MustCompile("\r\n\r\n|\n\n|\r\r").FindAllIndex(body, -1) {
			lengths = append(lengths, at[1]-last)
			last = at[1]
		}
		return lengthsOf(body, lengths)
	}
}

// lengthsOf cuts off pieces of these lengths; 0 is 1.
func lengthsOf(body []byte, lengths []int) (out [][]byte) {
	for _, n := range lengths {
		n = min(max(n, 1), len(body))
		out = append(out, body[:n])
		body = body[n:]
	}
	if len(body) > 0 {
		out = append(out, body)
	}
	return out
}

// A server answers the requests of one run and keeps their bodies.
type server struct {
	*httptest.Server
	t     *testing.T
	run   *run
	parts [][]byte
	// heard is closed when the client has taken in a first delta.
	heard chan struct{}
	// left is closed when an answer that is held open is over.
	left     chan struct{}
	requests chan []byte
}

func serve(t *testing.T, r *run, body []byte, way string) *server {
	t.Helper()
	s := &server{
		t: t, run: r, parts: cut(body, way, r.Writes),
		heard: make(chan struct{}), left: make(chan struct{}), requests: make(chan []byte, 8),
	}
	s.Server = httptest.NewServer(http.HandlerFunc(s.handle))
	t.Cleanup(s.Close)
	return s
}

func (s *server) handle(w http.ResponseWriter, r *http.Request) {
	sent, err := io.ReadAll(r.Body)
	if err != nil || r.Method != http.MethodPost || r.Header.Get("Accept") != "text/event-stream" {
		s.t.Errorf("%s %s, Accept %q: %v", r.Method, r.URL, r.Header.Get("Accept"), err)
	}
	s.requests <- sent
	w.Header().Set("Content-Type", "text/event-stream")
	for k, v := range s.run.Headers {
		w.Header().Set(k, v)
	}
	w.WriteHeader(max(s.run.Status, http.StatusOK))
	out := http.NewResponseController(w)
	switch {
	case s.run.Gzip:
		s.compressed(w, out, r)
	case s.run.Generate != nil:
		s.generated(w, out)
	default:
		for _, p := range s.parts {
			_, _ = w.Write(p)
			_ = out.Flush()
		}
	}
	if s.run.HoldOpenMs > 0 {
		select {
		case <-r.Context().Done():
		case <-time.After(time.Duration(s.run.HoldOpenMs) * time.Millisecond):
			s.t.Error("the run is over, but the client does not hang up")
		}
		close(s.left)
	}
}

// compressed writes frames that can be read as they come: after the first
// delta it goes on only when the client has taken it in.
func (s *server) compressed(w io.Writer, out *http.ResponseController, r *http.Request) {
	z := gzip.NewWriter(w)
	waited := false
	for _, p := range s.parts {
		_, _ = z.Write(p)
		_ = z.Flush()
		_ = out.Flush()
		if waited || !bytes.Contains(p, []byte(`"delta"`)) {
			continue
		}
		waited = true
		select {
		case <-s.heard:
		case <-r.Context().Done():
		case <-time.After(2 * time.Minute):
			s.t.Error("the client shows nothing before the answer is whole")
		}
	}
	_ = z.Close()
}

func (s *server) generated(w io.Writer, out *http.ResponseController) {
	g := s.run.Generate
	_, _ = io.WriteString(w, g.Prefix)
	_ = out.Flush()
	chunk := []byte(strings.Repeat(g.Repeat, g.Chunk/len(g.Repeat)))
	for sent := 0; sent < g.Bytes; sent += len(chunk) {
		if _, err := w.Write(chunk); err != nil {
			return // the client gave up, as it should
		}
	}
}
