package remote_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/stream/remote"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for what must happen soon.
const patience = 2 * time.Minute

// server answers with h and remembers the requests.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	requests []*http.Request
	bodies   []string
	gone     chan struct{} // one for each request whose client went away
}

func serve(t *testing.T, h http.HandlerFunc) *server {
	t.Helper()
	s := unstarted(h)
	s.Start()
	t.Cleanup(s.Close)
	return s
}

func unstarted(h http.HandlerFunc) *server {
	s := &server{gone: make(chan struct{}, 100)}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.requests, s.bodies = append(s.requests, r), append(s.bodies, string(body))
		s.mu.Unlock()
		h(w, r)
		if r.Context().Err() != nil {
			s.gone <- struct{}{}
		}
	}))
	s.Config.ErrorLog = nil
	s.Config.ErrorLog = quiet()
	return s
}

func (s *server) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.requests)
}

// say answers with a status, a content type and a body.
func say(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if contentType == "" {
			w.Header()["Content-Type"] = nil
		} else {
			w.Header().Set("Content-Type", contentType)
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func endpoint(t *testing.T, o remote.Options) *remote.Endpoint {
	t.Helper()
	e, err := remote.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var input = &agui.RunAgentInput{ThreadID: "t1", RunID: "r1"}

// run does one whole exchange.
func run(t *testing.T, o remote.Options) (*stream.Response, []frame.Frame, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	res, err := endpoint(t, o).Run(ctx, input)
	if err != nil {
		return res, nil, err
	}
	frames, err := drain(res)
	return res, frames, err
}

func drain(res *stream.Response) (frames []frame.Frame, err error) {
	for f, err := range res.Frames {
		if err != nil {
			return frames, err
		}
		frames = append(frames, f)
	}
	return frames, nil
}

func datas(frames []frame.Frame) string {
	var out []string
	for _, f := range frames {
		out = append(out, string(f.Data))
	}
	return strings.Join(out, "|")
}

// raw answers every connection by handing it to h, once its request's head was
// read.
func raw(t *testing.T, h func(c *net.TCPConn)) (url string, accepted func() int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			n++
			mu.Unlock()
			wg.Go(func() {
				defer c.Close()
				if _, err := io.ReadAtLeast(c, make([]byte, 4096), 100); err == nil {
					h(c.(*net.TCPConn))
				}
			})
		}
	})
	t.Cleanup(func() { l.Close(); wg.Wait() })
	return "http://" + l.Addr().String(), func() int { mu.Lock(); defer mu.Unlock(); return n }
}

// await waits for c.
func await[T any](t *testing.T, c <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(patience):
		t.Fatalf("waited in vain for %s", what)
	}
	return v
}
