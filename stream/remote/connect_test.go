package remote_test

import (
	"encoding/pem"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"agtui/stream"
	"agtui/stream/remote"
)

func TestEndpoint_SpeaksTLS(t *testing.T) {
	t.Parallel()
	var proto atomic.Value
	s := unstarted(func(w http.ResponseWriter, r *http.Request) {
		proto.Store(r.Proto)
		say(200, "text/event-stream", event)(w, r)
	})
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	file := filepath.Join(t.TempDir(), "ca.pem")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}
	if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]remote.Options{"its authority": {CACert: file}, "no check": {Insecure: true}} {
		o.URL = s.URL
		if _, frames, err := run(t, o); err != nil || len(frames) != 1 || proto.Load() != "HTTP/2.0" {
			t.Errorf("%s: %v over %v", name, err, proto.Load())
		}
	}
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	plain := serve(t, say(200, "text/event-stream", event))
	for name, row := range map[string]struct{ url, cacert, says string }{
		"an unknown authority": {s.URL, "", "--cacert"},
		"another name":         {"https://localhost:" + port, file, "another host"},
		"a server without TLS": {strings.Replace(plain.URL, "http:", "https:", 1), "", "http://"},
	} {
		_, _, err := run(t, remote.Options{URL: row.url, CACert: row.cacert})
		if !errors.Is(err, stream.ErrTLS) || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, _, err := run(t, remote.Options{URL: strings.Replace(s.URL, "https:", "http:", 1)})
	if !errors.Is(err, stream.ErrStatus) || !strings.Contains(err.Error(), "HTTPS") {
		t.Errorf("http to a TLS port: %v", err)
	}
}

func TestEndpoint_SaysWhyAServerIsNotReached(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(nil)
	closed.Close()
	for name, row := range map[string]struct{ url, says string }{
		"nobody listens": {closed.URL, "is the server running?"},
		"no such host":   {"http://no-such-host.invalid/", "no-such-host.invalid"},
	} {
		res, _, err := run(t, remote.Options{URL: row.url})
		if !errors.Is(err, stream.ErrUnreachable) || !strings.Contains(err.Error(), row.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
		if res == nil || res.Request.Method != http.MethodPost || len(res.Request.Body) == 0 {
			t.Errorf("%s: what was sent is not told", name)
		}
	}
}

// proxy forwards requests and opens tunnels to target, whatever the host.
func proxy(t *testing.T, target string, status int, seen *atomic.Int32) *httptest.Server {
	t.Helper()
	p := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Add(1)
		if status != http.StatusOK {
			http.Error(w, "proxy says no", status)
			return
		}
		if r.Method == http.MethodConnect {
			tunnel(w, target)
			return
		}
		body, _ := io.ReadAll(r.Body)
		out, _ := http.NewRequest(r.Method, "http://"+target+r.URL.Path, strings.NewReader(string(body)))
		out.Header = r.Header
		transport := &http.Transport{DisableKeepAlives: true}
		res, err := transport.RoundTrip(out)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer res.Body.Close()
		w.Header().Set("Content-Type", res.Header.Get("Content-Type"))
		w.WriteHeader(res.StatusCode)
		io.Copy(w, res.Body)
	}))
	t.Cleanup(p.Close)
	return p
}

func tunnel(w http.ResponseWriter, target string) {
	far, err := net.Dial("tcp", target)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer far.Close()
	near, _, _ := w.(http.Hijacker).Hijack()
	defer near.Close()
	io.WriteString(near, "HTTP/1.1 200 OK\r\n\r\n")
	done := make(chan struct{})
	go func() { io.Copy(far, near); far.Close(); close(done) }()
	io.Copy(near, far)
	near.Close()
	<-done
}

// The environment is read in New, so these tests cannot run beside others.
func TestEndpoint_UsesTheProxyVariables(t *testing.T) {
	plain := serve(t, say(200, "text/event-stream", event))
	secure := unstarted(say(200, "text/event-stream", event))
	secure.StartTLS()
	t.Cleanup(secure.Close)
	for name, row := range map[string]struct {
		url    string
		target string
		status int
		err    error
		says   string
	}{
		"http":                {"http://agent.test/x", plain.Listener.Addr().String(), 200, nil, ""},
		"https":               {"https://agent.test/x", secure.Listener.Addr().String(), 200, nil, ""},
		"a login for http":    {"http://agent.test/x", "", 407, stream.ErrProxy, "credentials"},
		"a login for https":   {"https://agent.test/x", "", 407, stream.ErrProxy, "407"},
		"a refusal for https": {"https://agent.test/x", "", 403, stream.ErrProxy, "403"},
	} {
		t.Run(name, func(t *testing.T) {
			var seen atomic.Int32
			p := proxy(t, row.target, row.status, &seen)
			t.Setenv("HTTP_PROXY", p.URL)
			t.Setenv("HTTPS_PROXY", p.URL)
			_, frames, err := run(t, remote.Options{URL: row.url, Insecure: true})
			if !errors.Is(err, row.err) || (err != nil && !strings.Contains(err.Error(), row.says)) {
				t.Fatalf("error: %v", err)
			}
			if (row.err == nil) != (len(frames) == 1) || seen.Load() != 1 {
				t.Errorf("%d frames, %d requests to the proxy", len(frames), seen.Load())
			}
		})
	}
	t.Run("a proxy that is not there", func(t *testing.T) {
		closed := httptest.NewServer(nil)
		closed.Close()
		u, _ := url.Parse(closed.URL)
		u.User = url.UserPassword("me", "pw-1")
		t.Setenv("HTTPS_PROXY", u.String())
		_, _, err := run(t, remote.Options{URL: "https://agent.test/x"})
		if !errors.Is(err, stream.ErrProxy) || !strings.Contains(err.Error(), "HTTPS_PROXY") || strings.Contains(err.Error(), "pw-1") {
			t.Errorf("error: %v", err)
		}
	})
	t.Run("this machine goes without", func(t *testing.T) {
		t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
		if _, _, err := run(t, remote.Options{URL: plain.URL}); err != nil {
			t.Error(err)
		}
	})
}
