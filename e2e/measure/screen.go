//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A stage is the program in a terminal with an agent behind it.
type stage struct {
	*player
	agent *agent
	home  string
}

func setUp(ctx context.Context, bin string) (*stage, error) {
	home, err := os.MkdirTemp("", "agtui-screen-*")
	if err != nil {
		return nil, fmt.Errorf("a temporary directory: %w", err)
	}
	a, err := newAgent()
	if err != nil {
		return nil, err
	}
	p, err := play(ctx, bin, home, a.url)
	if err != nil {
		return nil, err
	}
	s := &stage{player: p, agent: a, home: home}
	return s, s.sees("for commands")
}

func (s *stage) close() {
	s.end()
	_ = s.agent.http.Close()
	_ = os.RemoveAll(s.home)
}

// answer asks, is answered by f, and waits for the end of the run.
func (s *stage) answer(prompt string, f func(context.Context, *answer)) error {
	s.agent.answers <- f
	if err := s.ask(prompt); err != nil {
		return err
	}
	return s.state("finished", time.Minute)
}

// recorded counts the frames in the recordings.
func (s *stage) recorded() (int, error) {
	files, err := filepath.Glob(filepath.Join(s.home, "agtui", "threads", "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		return 0, fmt.Errorf("the recording: %w", os.ErrNotExist)
	}
	n := 0
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			return 0, fmt.Errorf("the recording: %w", err)
		}
		in := bufio.NewReaderSize(f, 1<<20)
		for {
			line, err := in.ReadSlice('\n')
			if bytes.HasPrefix(line, []byte(`{"type":"frame"`)) {
				n++
			}
			if err == io.EOF { // bufio hands it on as it is
				break
			}
		}
		f.Close()
	}
	return n, nil
}

// A flooding is one measurement under 20,000 events a second.
type flooding struct {
	rate, cpu, frames  float64
	p50, p99, most     time.Duration
	keys, lost, events int
}

// flood streams 20,000 deltas a second for some seconds below a history, while
// somebody types.
func flood(ctx context.Context, bin string, history int, length time.Duration) (f flooding, err error) {
	const rate, size = 20_000, 6
	s, err := setUp(ctx, bin)
	if err != nil {
		return f, err
	}
	defer s.close()
	if err := s.answer("history", func(ctx context.Context, a *answer) { a.history(ctx, history) }); err != nil {
		return f, err
	}
	s.quiet(time.Second)
	before, err := s.recorded()
	if err != nil {
		return f, err
	}
	started, ended := make(chan use, 1), make(chan use, 1)
	n := int(length.Seconds() * rate)
	done := make(chan struct{})
	go func() {
		first := <-started
		s.keys(50*time.Millisecond, done)
		started <- first
	}()
	err = s.answer("flood", func(ctx context.Context, a *answer) {
		started <- s.use()
		a.stream(ctx, n*size, size, rate, nil)
		ended <- s.use()
	})
	close(done)
	if err != nil {
		return f, err
	}
	from, to := <-started, <-ended
	s.quiet(time.Second)
	after, err := s.recorded()
	if err != nil {
		return f, err
	}
	took := to.at.Sub(from.at).Seconds()
	f.events = after - before - 4 // the run's and the message's start and end
	f.rate = float64(n) / took
	f.cpu = (to.cpu - from.cpu).Seconds() / took
	f.frames = float64(to.frames-from.frames) / took
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.Sort(s.delays)
	f.keys, f.lost = len(s.delays), len(s.awaited)
	if f.keys > 0 {
		f.p50, f.p99, f.most = s.delays[f.keys/2], s.delays[f.keys*99/100], s.delays[f.keys-1]
	}
	if f.events != n {
		return f, fmt.Errorf("%d of %d events recorded: %w", f.events, n, errNever)
	}
	return f, nil
}

// answered is the processor time for an answer of some bytes in deltas of
// three bytes, from the program's start on, and how much of it was for a part
// of it.
func answered(ctx context.Context, bin string, bytes, rate int, parts ...int) (whole time.Duration, each []time.Duration, err error) {
	const size, window = 3, 30_000
	s, err := setUp(ctx, bin)
	if err != nil {
		return 0, nil, err
	}
	defer s.close()
	marks := make([]use, 2*len(parts))
	err = s.answer("answer", func(ctx context.Context, a *answer) {
		a.stream(ctx, bytes, size, rate, func(sent int) {
			for i, at := range parts {
				switch {
				case sent >= at-window/2 && marks[2*i].at.IsZero():
					marks[2*i] = s.use()
				case sent >= at+window/2 && marks[2*i+1].at.IsZero():
					marks[2*i+1] = s.use()
				}
			}
		})
	})
	if err != nil {
		return 0, nil, err
	}
	whole = s.use().cpu
	for i := range parts {
		each = append(each, (marks[2*i+1].cpu-marks[2*i].cpu)/(window/size))
	}
	return whole, each, nil
}

// resized is how long the window takes after a resize of a transcript of some
// bytes: the best and the worst of several widths.
func resized(ctx context.Context, bin string, bytes int) (best, worst time.Duration, err error) {
	s, err := setUp(ctx, bin)
	if err != nil {
		return 0, 0, err
	}
	defer s.close()
	text := prose(20_000)
	err = s.answer("much", func(ctx context.Context, a *answer) {
		for i := 0; i*len(text) < bytes && ctx.Err() == nil; i++ {
			a.open(i)
			a.delta(i, text)
			a.close(i)
			a.send()
		}
	})
	if err != nil {
		return 0, 0, err
	}
	best = time.Hour
	for _, width := range []int{100, 119, 80, 117, 60, 115} {
		s.quiet(300 * time.Millisecond)
		took, err := s.resize(width)
		if err != nil {
			return 0, 0, err
		}
		best, worst = min(best, took), max(worst, took)
	}
	return best, worst, nil
}

// held is the memory after frames of 120 bytes, and how much more it is after
// a while in which nothing happens.
func held(ctx context.Context, bin string, frames int, idle time.Duration) (rss, growth int, err error) {
	s, err := setUp(ctx, bin)
	if err != nil {
		return 0, 0, err
	}
	defer s.close()
	err = s.answer("frames", func(ctx context.Context, a *answer) { a.stream(ctx, 51*frames, 51, 0, nil) })
	if err != nil {
		return 0, 0, err
	}
	s.quiet(time.Second)
	first := s.use()
	time.Sleep(idle)
	last := s.use()
	return first.rss, last.rss - first.rss, nil
}
