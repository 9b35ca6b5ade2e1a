package demo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// ErrNotLoopback is returned by Listen for an address that other machines
// could reach.
var ErrNotLoopback = errors.New("demo: not a loopback address")

// Server is the agent on a socket of its own.
type Server struct {
	url  string
	http *http.Server
	done chan struct{} // closed when serving is over
	err  error         // why; read after done
}

// Listen serves the agent on a TCP address such as "127.0.0.1:0". Addresses
// that are not loopback are refused unless o.AnyAddress is set: the agent
// answers everyone.
func Listen(addr string, o Options) (*Server, error) {
	tcp, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("demo: listen on %q: %w", addr, err)
	}
	if !o.AnyAddress && !tcp.IP.IsLoopback() {
		return nil, fmt.Errorf("listen on %q: %w: use 127.0.0.1 or [::1]", addr, ErrNotLoopback)
	}
	ln, err := net.ListenTCP("tcp", tcp)
	if err != nil {
		return nil, fmt.Errorf("demo: listen on %q: %w", addr, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{
		url:  "http://" + ln.Addr().String() + "/",
		done: make(chan struct{}),
		http: &http.Server{
			Handler:           Handler(o),
			ReadHeaderTimeout: 10 * time.Second,
			BaseContext:       func(net.Listener) context.Context { return ctx },
		},
	}
	go func() {
		defer close(s.done)
		defer stop()
		s.err = s.http.Serve(ln)
	}()
	return s, nil
}

// URL is where the agent answers.
func (s *Server) URL() string { return s.url }

// Close stops the agent: no more connections, and running answers are cut.
func (s *Server) Close() error {
	if err := s.http.Close(); err != nil {
		return fmt.Errorf("demo: close %s: %w", s.url, err)
	}
	return s.Wait()
}

// Wait blocks until the server has stopped and says why; nil after Close.
func (s *Server) Wait() error {
	<-s.done
	if errors.Is(s.err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("demo: serve %s: %w", s.url, s.err)
}
