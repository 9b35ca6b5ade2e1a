//go:build !windows

package e2e_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"agtui/e2e/term"
	"agtui/stream/agui"
	"agtui/stream/demo"
)

// A spy is an agent that tells what was sent to it and when a client left.
type spy struct {
	URL      string
	requests chan agui.RunAgentInput
	headers  chan http.Header
	left     chan time.Time
}

// watched serves an agent and notes its requests.
func watched(t *testing.T, h http.Handler) *spy {
	t.Helper()
	s := &spy{
		requests: make(chan agui.RunAgentInput, 64), headers: make(chan http.Header, 64), left: make(chan time.Time, 64),
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		in, err := agui.DecodeInput(body)
		if err != nil {
			t.Errorf("the request is no RunAgentInput: %v: %s", err, body)
			return
		}
		s.headers <- r.Header.Clone()
		s.requests <- in
		go func() {
			<-r.Context().Done()
			s.left <- time.Now()
		}()
		r.Body = io.NopCloser(bytes.NewReader(body))
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	s.URL = srv.URL
	return s
}

// paced is the demo agent with its pauses scaled, watched.
func paced(t *testing.T, pace float64) *spy {
	t.Helper()
	return watched(t, demo.Handler(demo.Options{Pace: pace}))
}

// next is the next request.
func (s *spy) next(t *testing.T) agui.RunAgentInput {
	t.Helper()
	select {
	case in := <-s.requests:
		return in
	case <-time.After(term.Limit):
		t.Fatal("no request came")
		return agui.RunAgentInput{}
	}
}

// none checks that no request came that nobody asked for.
func (s *spy) none(t *testing.T) {
	t.Helper()
	select {
	case in := <-s.requests:
		t.Errorf("a request came that nobody made: %s", agui.AppendInput(nil, &in))
	default:
	}
}

// lastText is the text of a request's last message.
func lastText(in agui.RunAgentInput) string {
	if len(in.Messages) == 0 || in.Messages[len(in.Messages)-1].Content == nil {
		return ""
	}
	return in.Messages[len(in.Messages)-1].Content.Text
}

// A tap is a stream that a test opens bit by bit.
type tap struct {
	*spy
	frames chan string // each is an event; closing it ends the body
}

// tapped serves what a test sends, event by event.
func tapped(t *testing.T) *tap {
	t.Helper()
	p := &tap{frames: make(chan string, 1024)}
	p.spy = watched(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		flush := http.NewResponseController(w)
		_ = flush.Flush()
		for {
			select {
			case f, ok := <-p.frames:
				if !ok {
					return
				}
				fmt.Fprintf(w, "data: %s\n\n", f)
				_ = flush.Flush()
			case <-r.Context().Done():
				return
			}
		}
	}))
	return p
}

// say sends events.
func (p *tap) say(events ...string) {
	for _, e := range events {
		p.frames <- e
	}
}

// The events that most streams here are made of.
const (
	runStarted  = `{"type":"RUN_STARTED","threadId":"t","runId":"r"}`
	runFinished = `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`
	textStart   = `{"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}`
	textEnd     = `{"type":"TEXT_MESSAGE_END","messageId":"m"}`
)

// content is a piece of the message, with text as the inside of a JSON string.
func content(text string) string {
	return `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"` + text + `"}`
}

// said sends a prompt.
func said(tm *term.Terminal, prompt string) {
	tm.Type(prompt)
	tm.See("› " + prompt)
	tm.Type(term.Enter)
}

// back returns to the composer. Keys that follow an escape at once would be one
// key with it.
func back(tm *term.Terminal) {
	tm.Type(term.Esc)
	tm.See("enter send")
}
