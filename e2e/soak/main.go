//go:build linux

// Command soak runs the program for a long time under a steady stream and says
// whether it stays as it was: memory, goroutines, and the recording.
//
//	go run ./e2e/soak [-for 1h] [-rate 1000] [-dir DIR]
//
// `agtui demo --listen` answers four clients at the same rate, through a proxy
// that notes what went over the wire:
//
//   - screen: `agtui URL` in a pseudo-terminal, one run after the other, fed
//     with `demo flood … steady`: events of all kinds, of which what is held
//     stays the same, since snapshots take back what came;
//   - kept: the same with `demo flood …`, whose text is kept: it grows, and so
//     do its requests, which another server answers;
//   - headless: `agtui run`, one run for the whole time, steady;
//   - open: the same without a recording and without an end.
//
// Flat means: the resident memory of server, screen, headless and open after
// the first minutes does not grow by more than a tenth or 8 MB over the rest of
// the time, that of screen without the deltas: it can show each as it came, and
// keeps them. That of kept grows by what is kept and by no more than a small
// multiple of it, which is said. No goroutine is left: everything is done for a
// minute (-short) first, and screen, open and server must end with as many
// goroutines as then. The recordings are whole: as many frames as went over
// the wire, the same bytes, numbered without a gap; `agtui reduce` of them
// prints the text that the program printed, or copies from its screen.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

type options struct {
	bin   string
	dir   string
	long  time.Duration
	short time.Duration
	every time.Duration
	rate  int
	slack int // bytes that memory may grow by in any case
}

func main() {
	var o options
	flag.StringVar(&o.bin, "bin", "", "the program; built from the working directory if it is not given")
	flag.StringVar(&o.dir, "dir", "", "where recordings go (0.25 GB an hour for each 1,000 events/s and client); a temporary directory if it is not given")
	flag.DurationVar(&o.long, "for", time.Hour, "how long")
	flag.DurationVar(&o.short, "short", time.Minute, "how long the run is that goroutines are compared with")
	flag.DurationVar(&o.every, "every", 10*time.Second, "time between two samples")
	flag.IntVar(&o.rate, "rate", 1000, "events a second")
	flag.IntVar(&o.slack, "slack", 8<<20, "how many bytes memory may grow by after the first minutes, if a tenth is less")
	flag.Parse()
	if err := run(context.Background(), o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// errSoak says that the program did not stay as it was.
var errSoak = errors.New("the program did not stay as it was")

func run(ctx context.Context, o options, w io.Writer) error {
	if o.dir == "" {
		dir, err := os.MkdirTemp("", "agtui-soak-*")
		if err != nil {
			return fmt.Errorf("a temporary directory: %w", err)
		}
		defer os.RemoveAll(dir) //nolint:errcheck // a leftover harms nobody
		o.dir = dir
	}
	if o.bin == "" {
		o.bin = filepath.Join(o.dir, "agtui")
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", o.bin, ".").CombinedOutput(); err != nil { //nolint:gosec // our own program
			return fmt.Errorf("building: %w\n%s", err, out)
		}
	}
	short, err := soak(ctx, o, filepath.Join(o.dir, "short"), o.short)
	if err != nil {
		return fmt.Errorf("the short run: %w", err)
	}
	fmt.Fprintf(w, "The short run of %s: goroutines %s\n\n", o.short, short.goroutines())
	long, err := soak(ctx, o, filepath.Join(o.dir, "long"), o.long)
	if err != nil {
		return fmt.Errorf("the long run: %w", err)
	}
	if long.report(w, short, o.slack) {
		return errSoak
	}
	return nil
}
