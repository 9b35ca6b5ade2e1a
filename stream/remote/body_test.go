package remote_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"agtui/stream"
	"agtui/stream/frame"
	"agtui/stream/remote"
)

// flusher is what every compressor here can do.
type flusher interface {
	io.WriteCloser
	Flush() error
}

// stepwise sends n events, each only when the client has the one before, and
// compresses them with a writer that pack makes; members makes a new one for
// each event.
func stepwise(n int, next <-chan struct{}, encoding string, pack func(io.Writer) flusher, members bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		if encoding != "" {
			w.Header().Set("Content-Encoding", encoding)
		}
		z := pack(w)
		for i := range n {
			fmt.Fprintf(z, "data: %d\n\n", i)
			if members {
				z.Close()
				z = pack(w)
			} else {
				z.Flush()
			}
			w.(http.Flusher).Flush()
			select {
			case <-next:
			case <-r.Context().Done():
				return
			}
		}
		if !members {
			z.Close()
		}
	}
}

// nothing packs nothing.
type nothing struct{ io.Writer }

func (nothing) Flush() error { return nil }
func (nothing) Close() error { return nil }

func TestEndpoint_HandsOutWhatTheServerFlushed(t *testing.T) {
	t.Parallel()
	gz := func(w io.Writer) flusher { return gzip.NewWriter(w) }
	for name, row := range map[string]struct {
		encoding string
		pack     func(io.Writer) flusher
		members  bool
	}{
		"plain":                   {"", func(w io.Writer) flusher { return nothing{w} }, false},
		"gzip":                    {"gzip", gz, false},
		"gzip, a member for each": {"GZIP", gz, true},
		"deflate":                 {"deflate", func(w io.Writer) flusher { return zlib.NewWriter(w) }, false},
		"deflate without a head": {"deflate", func(w io.Writer) flusher {
			z, _ := flate.NewWriter(w, 6)
			return z
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			next := make(chan struct{})
			s := serve(t, stepwise(4, next, row.encoding, row.pack, row.members))
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			res, err := endpoint(t, remote.Options{URL: s.URL}).Run(ctx, input)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for f, err := range res.Frames {
				if err != nil || string(f.Data) != fmt.Sprint(n) {
					t.Fatalf("after %d frames: %q, %v", n, f.Data, err)
				}
				n++
				next <- struct{}{} // the server sends no more before this one came
			}
			if n != 4 {
				t.Errorf("%d frames", n)
			}
		})
	}
}

func TestEndpoint_SaysHowACompressedBodyBreaks(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, "data: 1\n\n")
	z.Flush()
	fmt.Fprint(z, "data: 2\n\n")
	z.Close()
	whole := packed.String()
	spoilt := []byte(whole)
	spoilt[len(spoilt)-6] ^= 1
	for name, row := range map[string]struct {
		encoding, body string
		err            error
		frames         int
	}{
		"a cut one":          {"gzip", whole[:len(whole)-4], stream.ErrBroken, 2},
		"a wrong sum":        {"gzip", string(spoilt), stream.ErrBroken, 2},
		"no gzip at all":     {"gzip", event, stream.ErrBroken, 0},
		"garbage after it":   {"gzip", whole + "garbage and more of it", stream.ErrBroken, 2},
		"no deflate at all":  {"deflate", "\xff\xff\xff\xff", stream.ErrBroken, 0},
		"an unknown packing": {"br", "x", stream.ErrContent, 0},
		"two in a row":       {"gzip", whole + whole, nil, 4},
	} {
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", row.encoding)
			say(200, "text/event-stream", row.body)(w, r)
		})
		_, frames, err := run(t, remote.Options{URL: s.URL})
		if !errors.Is(err, row.err) || len(frames) != row.frames {
			t.Errorf("%s: %d frames, %v", name, len(frames), err)
		}
	}
}

func TestEndpoint_SaysHowAConnectionBroke(t *testing.T) {
	t.Parallel()
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
	const chunk = "9\r\ndata: 1\n\n\r\n"
	for name, row := range map[string]struct {
		answer string
		reset  bool
		err    error
		frames string
	}{
		"reset in the body":         {head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + "6\r\ndata: \r\n", true, stream.ErrBroken, "1|"},
		"cut in a chunk":            {head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + "9\r\ndat", false, stream.ErrBroken, "1|"},
		"cut between chunks":        {head + "Transfer-Encoding: chunked\r\n\r\n" + chunk, false, stream.ErrBroken, "1"},
		"cut before the length":     {head + "Content-Length: 100\r\n\r\ndata: 1\n\n", false, stream.ErrBroken, "1"},
		"broken chunks":             {head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + "zz\r\n", false, stream.ErrBroken, "1"},
		"closed without a length":   {head + "\r\ndata: 1\n\ndata: 2", false, nil, "1|2"},
		"closed at once":            {"", false, stream.ErrUnreachable, ""},
		"reset at once":             {"", true, stream.ErrUnreachable, ""},
		"cut in the head":           {"HTTP/1.1 200 OK\r\nContent-", false, stream.ErrUnreachable, ""},
		"an answer that is no HTTP": {"220 mail ready\r\n", false, stream.ErrContent, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, accepted := raw(t, func(c *net.TCPConn) {
				io.WriteString(c, row.answer)
				if row.reset {
					c.SetLinger(0)
				}
			})
			// Keys that would let net/http send a request again.
			_, frames, err := run(t, remote.Options{URL: url, Header: http.Header{"Idempotency-Key": {"k"}}})
			if !errors.Is(err, row.err) || (err != nil && strings.Contains(err.Error(), "\n")) {
				t.Errorf("error: %v", err)
			}
			// A reset can overtake what was sent before it.
			if got := datas(frames); got != row.frames && (!row.reset || !strings.HasPrefix(row.frames, got)) {
				t.Errorf("frames: %q", got)
			}
			if accepted() != 1 {
				t.Errorf("%d connections", accepted())
			}
		})
	}
}

func TestEndpoint_NeverSendsAPOSTTwice(t *testing.T) {
	t.Parallel()
	// The server answers a first run well and keeps the connection, then
	// closes it: as after an idle time, when the client is about to reuse it.
	url, accepted := raw(t, func(c *net.TCPConn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9\r\nConnection: keep-alive\r\n\r\ndata: 1\n\n")
	})
	e := endpoint(t, remote.Options{URL: url, Header: http.Header{"X-Idempotency-Key": {"k"}}})
	for i := range 5 {
		res, err := e.Run(t.Context(), input)
		if err != nil {
			t.Fatalf("run %d: %v", i+1, err)
		}
		if frames, err := drain(res); err != nil || len(frames) != 1 {
			t.Errorf("run %d: %d frames, %v", i+1, len(frames), err)
		}
		if accepted() != i+1 {
			t.Errorf("run %d: %d connections", i+1, accepted())
		}
	}
}

func TestEndpoint_GivesUpAtTheFrameLimit(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "data: before\n\ndata: ")
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, strings.Repeat("x", 64<<10)); err != nil {
				<-r.Context().Done()
			}
		}
	})
	_, frames, err := run(t, remote.Options{URL: s.URL})
	if !errors.Is(err, stream.ErrTooLong) || !strings.Contains(err.Error(), "10 MB") {
		t.Errorf("error: %v", err)
	}
	if len(frames) != 2 || string(frames[0].Data) != "before" || frames[1].Fault != frame.TooLong || len(frames[1].Raw) != frame.Kept {
		t.Errorf("%d frames", len(frames))
	}
	await(t, s.gone, "the connection to close")
}

// hold sends the start of a stream and then waits for the client to go.
func hold(started chan<- struct{}, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if body != "" {
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, body)
			w.(http.Flusher).Flush()
		}
		started <- struct{}{}
		<-r.Context().Done()
	}
}

// stopCase is when a run is stopped, and how.
type stopCase struct {
	body  string // before the stop; none: the head is not there yet
	close bool   // by closing the response; otherwise by the context
}

func TestEndpoint_StopsAtOnce(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]stopCase{
		"before the head":          {"", false},
		"between frames":           {event, false},
		"between frames, by Close": {event, true},
		"in a frame that would do": {event + "data: {\"type\":\"RUN_FINISHED\"}\n", false},
		"in a frame, by Close":     {event + "data: {\"type\":\"RUN_FINISHED\"}\n", true},
	} {
		for _, secure := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, TLS %t", name, secure), func(t *testing.T) {
				t.Parallel()
				// A wait that is in the program is in every attempt, one of the
				// machine's is not.
				const attempts, soon, soonThere = 10, 100 * time.Millisecond, 200 * time.Millisecond
				var here, there time.Duration
				for range attempts {
					if here, there = row.stop(t, secure); here <= soon && there <= soonThere {
						return
					}
				}
				t.Errorf("took %v, and the server saw it after %v, in the last of %d attempts", here, there, attempts)
			})
		}
	}
}

// stop stops a run, and returns how long that took here and until the server
// saw it.
func (row stopCase) stop(t *testing.T, secure bool) (here, there time.Duration) {
	t.Helper()
	started := make(chan struct{}, 1)
	s := unstarted(hold(started, row.body))
	s.EnableHTTP2 = true
	if secure {
		s.StartTLS()
	} else {
		s.Start()
	}
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stop := make(chan func(), 1)
	stopped := make(chan time.Time, 1)
	go func() {
		<-started
		f := <-stop
		stopped <- time.Now()
		f()
	}()
	if row.body == "" {
		stop <- cancel
	}
	res, err := endpoint(t, remote.Options{URL: s.URL, Insecure: true}).Run(ctx, input)
	var frames []frame.Frame
	if err == nil {
		for f, ferr := range res.Frames {
			if err = ferr; err != nil {
				break
			}
			frames = append(frames, f)
			if row.close {
				stop <- func() { res.Close(); res.Close() }
			} else {
				stop <- cancel
			}
		}
	}
	at := await(t, stopped, "the stop")
	here = time.Since(at)
	await(t, s.gone, "the server to see it")
	there = time.Since(at)
	if !errors.Is(err, stream.ErrStopped) {
		t.Errorf("error: %v", err)
	}
	if want := strings.Count(row.body, "RUN_STARTED"); len(frames) != want {
		t.Errorf("%d frames: %s", len(frames), datas(frames))
	}
	return here, there
}

func TestEndpoint_ClosesWhenNobodyReadsOn(t *testing.T) {
	t.Parallel()
	started := make(chan struct{}, 2)
	s := serve(t, hold(started, event))
	e := endpoint(t, remote.Options{URL: s.URL})
	res, err := e.Run(t.Context(), input)
	if err != nil {
		t.Fatal(err)
	}
	for range res.Frames {
		break
	}
	await(t, s.gone, "the connection to close after a break")
	if res, err = e.Run(t.Context(), input); err != nil {
		t.Fatal(err)
	}
	res.Close()
	await(t, s.gone, "the connection to close without reading")
}

func TestEndpoint_ReportsTheTimeout(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", event} {
		started := make(chan struct{}, 1)
		s := serve(t, hold(started, body))
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		res, err := endpoint(t, remote.Options{URL: s.URL}).Run(ctx, input)
		if err == nil {
			_, err = drain(res)
		}
		if !errors.Is(err, stream.ErrTimeout) || errors.Is(err, stream.ErrStopped) {
			t.Errorf("with %q: %v", body, err)
		}
	}
}

func TestEndpoint_TakesASlowBody(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, c := range []byte("data: 焼きたて\r\n\r\ndata: 2\r\r") {
			w.Write([]byte{c})
			w.(http.Flusher).Flush()
		}
	})
	if _, frames, err := run(t, remote.Options{URL: s.URL}); err != nil || datas(frames) != "焼きたて|2" {
		t.Errorf("%s, %v", datas(frames), err)
	}
}

func TestEndpoint_TakesALongFrame(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 12<<20)
	s := serve(t, say(200, "text/event-stream", "data: "+long+"\n\n"))
	_, frames, err := run(t, remote.Options{URL: s.URL, FrameLimit: 13 << 20})
	if err != nil || len(frames) != 1 || len(frames[0].Data) != len(long) {
		t.Errorf("%d frames, %v", len(frames), err)
	}
}
