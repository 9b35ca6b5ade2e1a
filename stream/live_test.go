package stream_test

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// script is a source whose body a test writes as it runs.
type script struct {
	head   error // Run fails with it
	notes  []agui.Finding
	body   chan string // frames; closed at the end
	cause  error       // how the body breaks
	closed chan struct{}
	once   sync.Once
}

func newScript(texts ...string) *script {
	s := &script{body: make(chan string, len(texts)), closed: make(chan struct{})}
	for _, text := range texts {
		s.body <- text
	}
	return s
}

func (s *script) end() *script {
	close(s.body)
	return s
}

func (s *script) Run(_ context.Context, _ *agui.RunAgentInput) (*stream.Response, error) {
	if s.head != nil {
		return nil, s.head
	}
	return &stream.Response{
		Request: stream.Request{Method: "POST", URL: "http://example/"},
		Status:  http.StatusOK, Notes: s.notes, Frames: s.frames(), Close: s.close,
	}, nil
}

func (s *script) close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}

func (s *script) frames() iter.Seq2[frame.Frame, error] {
	return func(yield func(frame.Frame, error) bool) {
		for n := 1; ; n++ {
			select {
			case text, more := <-s.body:
				switch {
				case !more && s.cause != nil:
					yield(frame.Frame{}, s.cause)
					return
				case !more:
					return
				case text == "panic":
					panic("a bug")
				}
				f := frame.Frame{N: n, Data: []byte(text), Raw: []byte(text)}
				if strings.HasPrefix(text, ":") {
					f.Kind, f.Data = frame.Comment, nil
				}
				if !yield(f, nil) {
					return
				}
			case <-s.closed:
				yield(frame.Frame{}, errors.New("closed"))
				return
			}
		}
	}
}

// drain takes all batches.
func drain(t *testing.T, l *stream.Live) ([]stream.Item, *stream.End, int) {
	t.Helper()
	var items []stream.Item
	var end *stream.End
	responses := 0
	for {
		b, ok := l.Next(t.Context())
		if !ok {
			return items, end, responses
		}
		if end != nil {
			t.Error("a batch after the end")
		}
		items = append(items, b.Items...)
		end = b.End
		if b.Response != nil {
			responses++
		}
	}
}

func kinds(items []stream.Item) string {
	var words []string
	for _, it := range items {
		switch {
		case it.Event != nil:
			words = append(words, it.Event.Type.String())
		case it.Finding != nil:
			words = append(words, string(it.Finding.Rule))
		}
	}
	return strings.Join(words, " ")
}

func TestLive_HandsOverEverythingAndThenTheEnd(t *testing.T) {
	refused := &stream.StatusError{Code: 401, Status: "401 Unauthorized"}
	note := agui.NewFinding(agui.RuleWrongContentType, 0, "odd")
	rows := map[string]struct {
		source *script
		strict bool
		items  string
		how    stream.Ending
		err    error
	}{
		"a whole body":                      {newScript(begin, finish).end(), false, "RUN_STARTED RUN_FINISHED", stream.EndOfBody, nil},
		"an empty body":                     {newScript().end(), false, "truncated", stream.EndOfBody, nil},
		"a cut body":                        {newScript(begin).end(), false, "RUN_STARTED truncated", stream.EndOfBody, nil},
		"notes about the transport first":   {(&script{notes: []agui.Finding{note}, body: newScript(begin, finish).end().body, closed: make(chan struct{})}), false, "wrong-content-type RUN_STARTED RUN_FINISHED", stream.EndOfBody, nil},
		"a broken body":                     {(&script{cause: errors.New("reset"), body: newScript(begin).end().body, closed: make(chan struct{})}), false, "RUN_STARTED broken-body", stream.Broken, stream.ErrBroken},
		"a body that broke after the end":   {(&script{cause: errors.New("reset"), body: newScript(begin, fail).end().body, closed: make(chan struct{})}), false, "RUN_STARTED RUN_ERROR", stream.EndOfBody, nil},
		"a frame too long for the source":   {(&script{cause: stream.ErrTooLong, body: newScript(begin).end().body, closed: make(chan struct{})}), false, "RUN_STARTED broken-body", stream.Broken, stream.ErrTooLong},
		"a request that was refused":        {&script{head: refused}, false, "", stream.Broken, stream.ErrStatus},
		"a fault in strict mode":            {newScript(begin, note2, finish), true, "RUN_STARTED not-open", stream.Fatal, stream.ErrFatal},
		"the same fault in lenient mode":    {newScript(begin, note2, finish).end(), false, "RUN_STARTED not-open RUN_FINISHED", stream.EndOfBody, nil},
		"a panic while the body is read":    {newScript(begin, "panic"), false, "RUN_STARTED", stream.Broken, stream.ErrPanic},
		"a panic after the end of the run":  {newScript(begin, finish, "panic"), false, "RUN_STARTED RUN_FINISHED", stream.Broken, stream.ErrPanic},
		"a body that is a single bad frame": {newScript("<html>").end(), false, "bad-json truncated", stream.EndOfBody, nil},
	}
	for name, r := range rows {
		t.Run(name, func(t *testing.T) {
			l := stream.Start(t.Context(), r.source, &agui.RunAgentInput{ThreadID: "t", RunID: "r"}, stream.Options{Strict: r.strict})
			items, end, responses := drain(t, l)
			if got := kinds(items); got != r.items {
				t.Errorf("items %s, want %s", got, r.items)
			}
			if end == nil || end.How != r.how || !errors.Is(end.Err, r.err) || (end.Err == nil) != (r.err == nil) || end.At.IsZero() {
				t.Errorf("end %+v, want %v %v", end, r.how, r.err)
			}
			if want := 1; r.source.head == nil && responses != want {
				t.Errorf("%d responses", responses)
			}
			if _, ok := l.Next(t.Context()); ok {
				t.Error("a batch after the last")
			}
		})
	}
}

const note2 = `{"type":"TEXT_MESSAGE_END","messageId":"m"}`

func TestLive_StopClosesTheConnectionAndKeepsWhatCame(t *testing.T) {
	s := newScript(begin)
	l := stream.Start(t.Context(), s, nil, stream.Options{})
	var got []stream.Item
	for len(got) < 2 {
		b, _ := l.Next(t.Context())
		got = append(got, b.Items...)
	}
	l.Stop()
	l.Stop()
	<-s.closed
	items, end, _ := drain(t, l)
	if kinds(got) != "RUN_STARTED" || len(items) != 0 {
		t.Errorf("items %s, then %s", kinds(got), kinds(items))
	}
	if end == nil || end.How != stream.Stopped || !errors.Is(end.Err, stream.ErrStopped) {
		t.Errorf("end %+v", end)
	}
}

func TestLive_EndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := newScript(begin)
	l := stream.Start(ctx, s, nil, stream.Options{})
	cancel()
	_, end, _ := drain(t, l)
	if end == nil || end.How != stream.Stopped {
		t.Errorf("end %+v", end)
	}
}

func TestLive_EndsAtItsTimeout(t *testing.T) {
	l := stream.Start(t.Context(), newScript(begin), nil, stream.Options{Timeout: 10 * time.Millisecond})
	items, end, _ := drain(t, l)
	if end == nil || end.How != stream.TimedOut || !errors.Is(end.Err, stream.ErrTimeout) {
		t.Errorf("end %+v", end)
	}
	if got := kinds(items); !strings.HasSuffix(got, "truncated") {
		t.Errorf("items %s", got)
	}
}

func TestLive_HangsUpAfterSilenceBehindTheEnd(t *testing.T) {
	s := newScript(begin, finish)
	l := stream.Start(t.Context(), s, nil, stream.Options{Quiet: 10 * time.Millisecond})
	items, end, _ := drain(t, l)
	<-s.closed
	if got := kinds(items); got != "RUN_STARTED RUN_FINISHED" {
		t.Errorf("items %s", got)
	}
	if end == nil || end.How != stream.Quiet || end.Err != nil {
		t.Errorf("end %+v", end)
	}
}

func TestLive_KeepAlivesBehindTheEndHoldNothingUp(t *testing.T) {
	for name, ping := range map[string]string{
		"comments": ": ping\n\n", "empty data": " ", "events of no known type": `{"type":"PING"}`, "what is no event": `{"ping":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(begin, finish)
			var pings sync.WaitGroup
			pings.Go(func() {
				for {
					select {
					case s.body <- ping:
					case <-s.closed:
						return
					}
				}
			})
			defer pings.Wait()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			l := stream.Start(ctx, s, nil, stream.Options{Quiet: 20 * time.Millisecond})
			if _, end, _ := drain(t, l); end == nil || end.How != stream.Quiet {
				t.Errorf("end %+v", end)
			}
			if _, more := <-s.closed; more {
				t.Error("not closed")
			}
		})
	}
}

func TestLive_ReadsOnBehindTheEnd(t *testing.T) {
	s := newScript(begin, finish, note, finish).end()
	items, end, _ := drain(t, stream.Start(t.Context(), s, nil, stream.Options{Quiet: time.Minute}))
	if got := kinds(items); got != "RUN_STARTED RUN_FINISHED run-ended CUSTOM RUN_FINISHED" {
		t.Errorf("items %s", got)
	}
	if end == nil || end.How != stream.EndOfBody {
		t.Errorf("end %+v", end)
	}
}

func TestLive_NextGivesUpWithItsContext(t *testing.T) {
	l := stream.Start(t.Context(), newScript(), nil, stream.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for {
		if _, ok := l.Next(ctx); !ok {
			break
		}
	}
	l.Stop()
	drain(t, l)
}
