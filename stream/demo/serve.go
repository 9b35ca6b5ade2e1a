package demo

import (
	"context"
	"io"
	"net/http"
	"time"
)

// server answers requests; all that it remembers is which ids it gave.
type server struct {
	pace  float64
	now   func() time.Time
	turns turns
}

// maxBody bounds what a request may send: a long thread with images.
const maxBody = 64 << 20

func (s *server) run(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "cannot read the request: "+err.Error(), http.StatusBadRequest)
		return
	}
	c, err := newCall(body, s.now)
	if err != nil {
		http.Error(w, "this is not an AG-UI run input: "+err.Error(), http.StatusBadRequest)
		return
	}
	c.take(s.turns.take(c.in.ThreadID, c.in.RunID, c.nextTurn()))
	c.direct(r.Context(), &stage{w: w, moved: r.URL.Query().Has("moved"), pace: s.pace})
}

// A stage is where one request is answered.
type stage struct {
	w     http.ResponseWriter
	moved bool // by the redirect of `demo http 307`
	pace  float64
}

// stream starts an SSE body.
func (s *stage) stream() *player {
	h := s.w.Header()
	if h.Get("Content-Type") == "" {
		h.Set("Content-Type", "text/event-stream")
	}
	h.Set("Cache-Control", "no-store")
	s.w.WriteHeader(http.StatusOK)
	rc := http.NewResponseController(s.w)
	flush := func() {
		_ = rc.Flush() // a client that is gone shows in the next Write
	}
	flush()
	return &player{w: s.w, flush: flush, pace: s.pace}
}

// direct finds what to answer a request with, and answers it.
func (c *call) direct(ctx context.Context, on *stage) {
	if len(c.in.Resume) > 0 {
		on.stream().play(ctx, c, c.resume())
		return
	}
	name, args := c.command()
	if name == "" {
		on.stream().play(ctx, c, c.chat())
		return
	}
	sc, ok := find(name)
	switch {
	case !ok:
		on.stream().play(ctx, c, c.unknownScenario(name))
	case sc.serve != nil:
		sc.serve(ctx, c, on, args)
	default:
		on.stream().play(ctx, c, sc.play(c, args))
	}
}

func (s *server) about(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, page("about.txt"))
}

func (s *server) capabilities(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, page("capabilities.json"))
}
