// Package remote is the agent behind a URL: a Source that sends one POST and
// yields the frames of the answer. It decides how the bytes become frames and
// explains what went wrong; what the frames mean is not its business.
//
// A POST is never sent twice: every run has a connection of its own, so that
// nothing has to be tried again on one that the server closed meanwhile, and
// requests carry no way to rewind their body. Only redirects that keep the
// method (307, 308) are followed, and secrets stay with the origin they were
// given for.
//
// Where it can, Run returns a response beside an error: what was sent and the
// head that came, without frames. An Endpoint may be used by several
// goroutines; the frames of a response belong to one.
package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/net/http/httpguts"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
)

// maxRedirects is how many redirects one run follows.
const maxRedirects = 5

// Options are the choices of an Endpoint.
type Options struct {
	URL        string      // as ParseURL returns it
	Header     http.Header // the user's headers
	CACert     string      // a PEM file of authorities beside the system's
	Insecure   bool        // certificates are not checked
	FrameLimit int64       // bytes; 0 for 10 MiB
	UserAgent  string      // unless the user gives one
	// Masked names the headers whose values are secret; Authorization and
	// Cookie always are.
	Masked map[string]bool
	Now    func() time.Time // nil for time.Now
}

// Endpoint is an agent behind a URL; it implements stream.Announcer.
type Endpoint struct {
	url    *url.URL
	header http.Header
	secret func(name string) bool
	limit  int64
	now    func() time.Time
	client *http.Client
}

// New checks the options and returns the endpoint. Nothing is sent yet. Proxy
// variables of the environment are read here.
func New(o Options) (*Endpoint, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("remote: %q is not the URL of an endpoint", maskText(o.URL))
	}
	header, err := headers(o)
	if err != nil {
		return nil, err
	}
	transport, err := newTransport(o)
	if err != nil {
		return nil, err
	}
	e := &Endpoint{
		url: u, header: header, secret: secrets(o.Masked), limit: o.FrameLimit, now: o.Now,
		client: &http.Client{
			Transport: transport,
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
		},
	}
	if e.now == nil {
		e.now = time.Now
	}
	return e, nil
}

// headers returns the headers of every request: the user's, then those that
// the protocol fixes.
func headers(o Options) (http.Header, error) {
	h := http.Header{}
	for name, values := range o.Header {
		if !httpguts.ValidHeaderFieldName(name) {
			return nil, fmt.Errorf("remote: %q is not the name of a header", name)
		}
		for _, v := range values {
			if !httpguts.ValidHeaderFieldValue(v) {
				return nil, fmt.Errorf("remote: header %s: the value has characters that a header cannot carry", name)
			}
			h.Add(name, v)
		}
	}
	if _, ok := h["User-Agent"]; !ok && o.UserAgent != "" {
		h.Set("User-Agent", o.UserAgent)
	}
	if h.Get("Accept-Encoding") == "" {
		h.Set("Accept-Encoding", "gzip, deflate")
	}
	h.Set("Content-Type", "application/json")
	h.Set("Accept", stream.MediaSSE)
	h.Del("Content-Length")
	return h, nil
}

// Run sends the input and returns when the head of the answer is there. The
// frames end in an error that wraps one of the sentinels of package stream, or
// without one at the end of the body. Cancelling ctx or closing the response
// closes the connection at once.
func (e *Endpoint) Run(ctx context.Context, in *agui.RunAgentInput) (*stream.Response, error) {
	return e.RunTelling(ctx, in, func(time.Time, stream.Request) {})
}

// RunTelling is Run, but calls tell with the request, without its secrets,
// before it is sent.
func (e *Endpoint) RunTelling(ctx context.Context, in *agui.RunAgentInput, tell func(time.Time, stream.Request)) (*stream.Response, error) {
	inner, cancel := context.WithCancel(ctx)
	x := &exchange{
		endpoint: e, parent: ctx, ctx: inner, cancel: cancel,
		url: e.url, header: e.header.Clone(), body: agui.AppendInput(nil, in), started: e.now(),
	}
	tell(x.started, x.request())
	res, err := x.run()
	if err != nil {
		err = x.stopped(err)
		_ = x.close()
		return x.response(), err
	}
	return res, nil
}

// exchange is one run: a request, after redirects maybe another, an answer.
type exchange struct {
	endpoint *Endpoint
	parent   context.Context // the caller's
	ctx      context.Context // of the requests: over when the exchange is closed
	cancel   context.CancelFunc
	closed   atomic.Bool
	url      *url.URL
	header   http.Header
	body     []byte
	started  time.Time
	headed   time.Time
	head     *http.Response
}

func (x *exchange) run() (*stream.Response, error) {
	for range maxRedirects {
		res, err := x.post()
		if err != nil {
			return nil, x.explain(err)
		}
		x.head, x.headed = res, x.endpoint.now()
		again, err := x.redirected(res)
		if err != nil {
			return nil, err
		}
		if !again {
			return x.accept(res)
		}
	}
	return nil, x.fail(stream.ErrRedirect, "%d redirects in a row, the last to here; give the final address", maxRedirects)
}

// post sends the request. Without GetBody, net/http has no means to send the
// body a second time.
func (x *exchange) post() (*http.Response, error) {
	req, err := http.NewRequestWithContext(x.ctx, http.MethodPost, x.url.String(), bytes.NewReader(x.body))
	if err != nil {
		return nil, fmt.Errorf("remote: make the request: %w", err)
	}
	req.GetBody = nil
	req.Header = x.header
	if host := x.header.Get("Host"); host != "" {
		req.Host = host
	}
	res, err := x.endpoint.client.Do(req)
	if err != nil {
		if in, ok := errors.AsType[*url.Error](err); ok { // it repeats the URL, secrets included
			err = in.Err
		}
		return nil, err
	}
	return res, nil
}

// redirected handles a 3xx answer: true means that the request is to be sent
// to the new address.
func (x *exchange) redirected(res *http.Response) (bool, error) {
	if res.StatusCode < 300 || res.StatusCode > 399 || res.StatusCode == http.StatusNotModified {
		return false, nil
	}
	target, err := res.Location()
	if err != nil {
		return false, nil //nolint:nilerr // without an address it is a status like any other
	}
	res.Body.Close()
	shown := maskURL(target)
	if res.StatusCode != http.StatusTemporaryRedirect && res.StatusCode != http.StatusPermanentRedirect {
		return false, x.fail(stream.ErrRedirect, "the server answered %s to %s, which would turn the POST into a GET; if that is the endpoint, use its address",
			res.Status, shown)
	}
	if target.Scheme != "https" && (target.Scheme != "http" || x.url.Scheme == "https") {
		return false, x.fail(stream.ErrRedirect, "the server redirects to %s, which is not https; if you trust it, use that address", shown)
	}
	if target.Scheme != x.url.Scheme || !strings.EqualFold(target.Host, x.url.Host) {
		for name := range x.header {
			if x.endpoint.secret(name) || name == "Host" {
				x.header.Del(name)
			}
		}
	} else if target.User == nil {
		target.User = x.url.User
	}
	x.url = target
	return true, nil
}

// response is what is known of the exchange so far, without frames.
func (x *exchange) response() *stream.Response {
	res := &stream.Response{
		Request: x.request(),
		Started: x.started,
		Headed:  x.headed,
		Frames:  none,
		Close:   x.close,
	}
	if x.head != nil {
		res.Status, res.Header = x.head.StatusCode, maskHeader(x.head.Header, x.endpoint.secret)
	}
	return res
}

// request is what was sent, without secrets.
func (x *exchange) request() stream.Request {
	h := x.header.Clone()
	for name, values := range h {
		if x.endpoint.secret(name) {
			h[name] = slices.Repeat([]string{hidden}, len(values))
		}
	}
	return stream.Request{Method: http.MethodPost, URL: maskURL(x.url), Header: h, Body: x.body}
}

// close ends the exchange: the connection is gone when the reader notices.
func (x *exchange) close() error {
	x.closed.Store(true)
	x.cancel()
	return nil
}

// none yields no frames.
func none(func(frame.Frame, error) bool) {}
