package stream_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
)

// notes is a tap that writes down what it sees, and fails on demand.
type notes struct {
	seen   []string
	failAt string
	full   bool // failing is a limit
}

func (n *notes) note(what string) error {
	n.seen = append(n.seen, what)
	switch {
	case what == n.failAt && n.full:
		return fmt.Errorf("%w: 1 GiB", stream.ErrFull)
	case what == n.failAt:
		return errors.New("disk full")
	}
	return nil
}

func (n *notes) Request(_ time.Time, r stream.Request) error { return n.note(r.Method) }

func (n *notes) Response(r *stream.Response) error { return n.note(strconv.Itoa(r.Status)) }

func (n *notes) Frame(f *frame.Frame) error { return n.note("frame " + strconv.Itoa(f.N)) }

func (n *notes) End(_ time.Time, e stream.Ending, cause error) error {
	if e == stream.Broken {
		return n.note("broken: " + cause.Error())
	}
	return n.note("end")
}

func TestLive_TapsSeeTheExchange(t *testing.T) {
	broken := newScript(begin, finish).end()
	broken.cause = errors.New("reset")
	rows := map[string]struct {
		source *script
		failAt string
		seen   string
		items  string
	}{
		"all of it":                         {newScript(begin, "x", finish).end(), "", "POST 200|frame 1|frame 2|frame 3|end", "RUN_STARTED bad-json RUN_FINISHED"},
		"the truth about a broken body":     {broken, "", "POST 200|frame 1|frame 2|broken: reset", "RUN_STARTED RUN_FINISHED"},
		"the end only, once they failed":    {newScript(begin, finish).end(), "frame 1", "POST 200|frame 1|end", "record-failed RUN_STARTED RUN_FINISHED"},
		"a failure at the request":          {newScript(begin, finish).end(), "POST", "POST|end", "record-failed RUN_STARTED RUN_FINISHED"},
		"a failure at the end":              {newScript(begin, finish).end(), "end", "POST 200|frame 1|frame 2|end", "RUN_STARTED RUN_FINISHED record-failed"},
		"a failure that repeats at the end": {newScript(begin, finish).end(), "200", "POST 200|end", "record-failed RUN_STARTED RUN_FINISHED"},
	}
	for name, r := range rows {
		t.Run(name, func(t *testing.T) {
			bad, good := &notes{failAt: r.failAt}, &notes{}
			items, _, _ := drain(t, stream.Start(t.Context(), r.source, nil, stream.Options{Taps: []stream.Tap{bad, good}}))
			seen := strings.Replace(strings.Join(bad.seen, "|"), "POST|200", "POST 200", 1)
			if seen != r.seen {
				t.Errorf("seen %s, want %s", seen, r.seen)
			}
			if got := kinds(slices.DeleteFunc(items, func(it stream.Item) bool { return it.Frame != nil })); got != r.items {
				t.Errorf("items %s, want %s", got, r.items)
			}
			if len(good.seen) < 4 {
				t.Errorf("the tap that works saw only %v", good.seen)
			}
		})
	}
}

// announcer is a script that says what it will send, and then fails.
type announcer struct {
	*script
	tap  *notes
	seen []string // by the tap, before anything was sent
}

func (a *announcer) RunTelling(ctx context.Context, in *agui.RunAgentInput, tell func(time.Time, stream.Request)) (*stream.Response, error) {
	tell(time.Now(), stream.Request{Method: "PUT"})
	a.seen = slices.Clone(a.tap.seen)
	return a.Run(ctx, in)
}

func TestLive_TapsSeeTheRequestBeforeItIsSent(t *testing.T) {
	for name, r := range map[string]struct {
		source *script
		seen   string
	}{
		"with an answer": {newScript(begin, finish).end(), "PUT|200|frame 1|frame 2|end"},
		"without one":    {&script{head: stream.ErrUnreachable}, "PUT|broken: " + stream.ErrUnreachable.Error()},
	} {
		tap := &notes{}
		a := &announcer{script: r.source, tap: tap}
		drain(t, stream.Start(t.Context(), a, nil, stream.Options{Taps: []stream.Tap{tap}}))
		if before, all := strings.Join(a.seen, "|"), strings.Join(tap.seen, "|"); before != "PUT" || all != r.seen {
			t.Errorf("%s: seen %s before it was sent, and %s in all", name, before, all)
		}
	}
}

func TestLive_ALimitOfTheRecordingIsNoFailureOfTheRun(t *testing.T) {
	full := &notes{failAt: "frame 1", full: true}
	items, end, _ := drain(t, stream.Start(t.Context(), newScript(begin, finish).end(), nil, stream.Options{Taps: []stream.Tap{full}}))
	got := kinds(slices.DeleteFunc(items, func(it stream.Item) bool { return it.Frame != nil }))
	if got != "record-limit RUN_STARTED RUN_FINISHED" || end.Err != nil {
		t.Errorf("%s, %v", got, end.Err)
	}
}

// flood is a source without end that counts what was taken from it.
type flood struct {
	size  int
	taken int
}

func (s *flood) Run(ctx context.Context, _ *agui.RunAgentInput) (*stream.Response, error) {
	return &stream.Response{Frames: s.frames(ctx)}, nil
}

func (s *flood) frames(ctx context.Context) iter.Seq2[frame.Frame, error] {
	return func(yield func(frame.Frame, error) bool) {
		raw := make([]byte, s.size)
		for ctx.Err() == nil {
			s.taken++
			if !yield(frame.Frame{N: s.taken, Kind: frame.Comment, Raw: raw}, nil) {
				return
			}
		}
	}
}

func TestLive_StopsReadingWhenNobodyTakes(t *testing.T) {
	rows := map[string]struct{ size, want int }{
		"4096 items":         {1, 4096 + 1},
		"1 MiB":              {1 << 17, 8 + 1},
		"one frame at least": {1 << 21, 1 + 1},
	}
	for name, r := range rows {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &flood{size: r.size}
				l := stream.Start(t.Context(), s, nil, stream.Options{})
				first, _ := l.Next(t.Context()) // the head, perhaps with frames
				synctest.Wait()
				before := s.taken - len(first.Items)
				if before != r.want {
					t.Errorf("%d frames were read ahead, want %d", before, r.want)
				}
				b, _ := l.Next(t.Context())
				if len(b.Items) != r.want-1 {
					t.Errorf("%d items in a batch, want %d", len(b.Items), r.want-1)
				}
				synctest.Wait()
				if again := s.taken - len(first.Items) - before; again != r.want-1 {
					t.Errorf("then %d more, want %d", again, r.want-1)
				}
				l.Stop()
				drain(t, l)
			})
		})
	}
}

func TestLive_SilenceCountsOnlyWhileTheRunIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript()
		s.body = make(chan string)
		l := stream.Start(t.Context(), s, nil, stream.Options{})
		began := time.Now()
		go func() {
			for _, text := range []string{begin, "5s", finish, "1s", note, "10s", finish, "1s", note, "10s", finish} {
				if pause, err := time.ParseDuration(text); err == nil {
					time.Sleep(pause) // time is the bubble's
					continue
				}
				s.body <- text
			}
		}()
		_, end, _ := drain(t, l)
		if end == nil || end.How != stream.Quiet {
			t.Errorf("end %+v", end)
		}
		if got, want := time.Since(began), 29*time.Second; got != want {
			t.Errorf("over after %s, want %s", got, want)
		}
	})
}
