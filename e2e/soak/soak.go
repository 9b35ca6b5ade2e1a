//go:build linux

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A result is what one soak found.
type result struct {
	length  time.Duration
	rate    int
	witness *witness
	clients []*client // server, server of kept, screen, kept, headless, open
	kept    []int     // bytes of text that kept held, a sample each
	checks  []string  // what was found whole
	faults  []string  // what was not
}

// deltaSize is how many bytes a piece of text of the flood has.
const deltaSize = 6

// soak runs server and clients for a time.
func soak(ctx context.Context, o options, dir string, length time.Duration) (*result, error) {
	r := &result{length: length, rate: o.rate}
	server := newClient(ctx, "server", o.bin, "demo", "--listen", "127.0.0.1:0")
	// The requests of kept grow, and with them the memory of who answers them.
	other := newClient(ctx, "server of kept", o.bin, "demo", "--listen", "127.0.0.1:0")
	r.clients = append(r.clients, server, other)
	defer func() {
		for _, c := range r.clients {
			c.stop()
		}
	}()
	agents := map[string]string{}
	for path, c := range map[string]*client{"": server, "/kept": other} {
		url, err := c.listen()
		if err != nil {
			return nil, err
		}
		agents[path] = url
	}
	var err error
	if r.witness, err = newWitness(agents); err != nil {
		return nil, err
	}
	defer r.witness.http.Close() //nolint:errcheck // it only listened
	at := func(name string) string { return r.witness.url + "/" + name }
	data := func(name string) string { return filepath.Join(dir, name) }
	count := int(length.Seconds() * float64(o.rate))
	screen := newClient(ctx, "screen", o.bin, at("screen"), "--data-dir", data("screen"))
	kept := newClient(ctx, "kept", o.bin, at("kept"), "--data-dir", data("kept"))
	headless := newClient(ctx, "headless", o.bin, "run", at("headless"), r.prompt(count, true), "--data-dir", data("headless"))
	open := newClient(ctx, "open", o.bin, "run", at("open"), r.prompt(2*count+1000*o.rate, true), "--no-record")
	r.clients = append(r.clients, screen, kept, headless, open)
	for _, c := range []*client{screen, kept} {
		if err := c.screen(); err != nil {
			return nil, err
		}
	}
	for _, c := range []*client{headless, open} {
		if err := c.headless(); err != nil {
			return nil, err
		}
	}
	if err := r.drive(ctx, o, screen, kept, headless); err != nil {
		return nil, err
	}
	if err := r.check(ctx, o, dir); err != nil {
		return nil, err
	}
	for _, c := range []*client{open, screen, kept, server, other} {
		if err := c.quit(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// prompt asks for a flood.
func (r *result) prompt(count int, steady bool) string {
	p := fmt.Sprintf("demo flood %d %d %d", count, r.rate, deltaSize)
	if steady {
		p += " steady"
	}
	return p
}

// turns is how many runs a screen makes of the time: one in so many minutes, at
// least three.
func turns(length, each time.Duration) int { return max(int(length/each), 3) }

// drive feeds the screens until the time is over, and takes samples meanwhile.
func (r *result) drive(ctx context.Context, o options, screen, kept, headless *client) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, 3)
	var all sync.WaitGroup
	for i, c := range []*client{screen, kept} {
		// The requests of kept hold all that was said: fewer of them, or they
		// fill the recording.
		n := turns(r.length, time.Duration(i+1)*time.Minute)
		each := r.length / time.Duration(n)
		all.Go(func() {
			prompt := r.prompt(int(each.Seconds()*float64(r.rate)), c == screen)
			for range n {
				if errs[i] = c.ask(prompt, 2*each+time.Minute); errs[i] != nil {
					return
				}
			}
			// A short one, whose text is small enough to be copied.
			errs[i] = c.ask(r.prompt(r.rate/2, c == screen), time.Minute)
		})
	}
	all.Go(func() { errs[2] = headless.wait() })
	sampled := make(chan struct{})
	go func() {
		defer close(sampled)
		r.sample(ctx, o.every)
	}()
	all.Wait()
	cancel()
	<-sampled
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// sample looks at the processes again and again.
func (r *result) sample(ctx context.Context, every time.Duration) {
	began := time.Now()
	tick := time.NewTicker(every)
	defer tick.Stop()
	frame := len(`data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"demo-1-text","delta":"water "}` + "\n\n")
	for {
		at := time.Since(began)
		for _, c := range r.clients {
			if s, err := look(c.cmd.Process.Pid, at); err == nil && s.rss > 0 {
				c.samples = append(c.samples, s)
			}
		}
		r.kept = append(r.kept, r.witness.bytes("kept")/frame*deltaSize)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// goroutines says how many there were at the end.
func (r *result) goroutines() string {
	var text []string
	for _, c := range r.clients {
		if c.dump != nil {
			text = append(text, c.name+" "+strconv.Itoa(c.dump.total()))
		}
	}
	return strings.Join(text, ", ")
}
