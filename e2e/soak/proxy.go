//go:build linux

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"
)

// seen is what went over the wire in one run.
type seen struct {
	sum   hash.Hash
	bytes int
}

func (s *seen) String() string { return hex.EncodeToString(s.sum.Sum(nil)) }

// A witness stands between clients and agent and notes the bodies, by path.
type witness struct {
	url  string
	http *http.Server

	mu   sync.Mutex
	runs map[string][]*seen
}

// newWitness stands before the agents of some paths, "" for all others.
func newWitness(agents map[string]string) (*witness, error) {
	to := map[string]*url.URL{}
	for path, text := range agents {
		u, err := url.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("the agent's URL: %w", err)
		}
		to[path] = u
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it has Close
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	w := &witness{url: "http://" + ln.Addr().String(), runs: map[string][]*seen{}}
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			if u := to[r.In.URL.Path]; u != nil {
				r.SetURL(u)
				return
			}
			r.SetURL(to[""])
		},
		ModifyResponse: func(r *http.Response) error {
			s := &seen{sum: sha256.New()}
			w.mu.Lock()
			name := r.Request.URL.Path
			w.runs[name] = append(w.runs[name], s)
			w.mu.Unlock()
			r.Body = &noted{ReadCloser: r.Body, w: w, s: s}
			return nil
		},
	}
	w.http = &http.Server{Handler: proxy, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = w.http.Serve(ln) }()
	return w, nil
}

// bytes is how much went to a client so far.
func (w *witness) bytes(name string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for _, s := range w.runs["/"+name] {
		n += s.bytes
	}
	return n
}

// of returns the runs of a client, after they are over.
func (w *witness) of(name string) []*seen {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]*seen(nil), w.runs["/"+name]...)
}

// noted is a body whose bytes are noted as they are read.
type noted struct {
	io.ReadCloser
	w *witness
	s *seen
}

func (n *noted) Read(p []byte) (int, error) {
	k, err := n.ReadCloser.Read(p)
	n.w.mu.Lock()
	n.s.sum.Write(p[:k]) // a hash never fails
	n.s.bytes += k
	n.w.mu.Unlock()
	return k, err //nolint:wrapcheck // a reader hands on what its source says
}
