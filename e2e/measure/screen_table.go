//go:build linux

package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"
)

// screen prints the figures of the whole program in a terminal. Each is the
// best of some runs.
func screen(w io.Writer, bin string, runs int) error {
	ctx := context.Background()
	fmt.Fprintf(w, "\n| 20,000 events/s | accepted, events/s | CPU of a core | frames/s | key to frame p50 | p99 | most |\n|---|---:|---:|---:|---:|---:|---:|\n")
	for _, history := range []int{10_000, 100_000} {
		f, err := best(runs, func() (flooding, error) { return flood(ctx, bin, history, 8*time.Second) },
			func(a, b flooding) int { return cmp.Compare(a.p99, b.p99) })
		if err != nil {
			return fmt.Errorf("the flood below %d lines: %w", history, err)
		}
		fmt.Fprintf(w, "| %d lines of history | %.0f | %.0f %% | %.0f | %s | %s | %s |\n", history, f.rate, 100*f.cpu, f.frames,
			short(f.p50), short(f.p99), short(f.most))
		if f.lost > 0 { // typed so late that the next one cleared the line before it was drawn
			fmt.Fprintf(w, "| %d of %d keys were not drawn | | | | | | |\n", f.lost, f.lost+f.keys)
		}
	}
	fmt.Fprintf(w, "\n| The screen | |\n|---|---:|\n")
	for _, rate := range []int{1000, 0} {
		whole, err := best(runs, func() (time.Duration, error) {
			d, _, err := answered(ctx, bin, 50_000, rate)
			return d, err
		}, cmp.Compare[time.Duration])
		if err != nil {
			return fmt.Errorf("an answer of 50 KB: %w", err)
		}
		how := "as fast as it goes"
		if rate > 0 {
			how = fmt.Sprintf("at %d/s", rate)
		}
		fmt.Fprintf(w, "| 50 KB in deltas of 3 bytes %s, CPU of the whole program | %s |\n", how, short(whole))
	}
	_, each, err := answered(ctx, bin, 520_000, 10_000, 50_000, 500_000)
	if err != nil {
		return fmt.Errorf("an answer of 520 KB: %w", err)
	}
	fmt.Fprintf(w, "| CPU per delta at 50 KB and at 500 KB, 10,000/s | %s, %s |\n", each[0].Round(100*time.Nanosecond), each[1].Round(100*time.Nanosecond))
	first, worst, err := resized(ctx, bin, 10_000_000)
	if err != nil {
		return fmt.Errorf("resizing 10 MB: %w", err)
	}
	fmt.Fprintf(w, "| resize of 10 MB to the window's frame, best and worst of 6 widths | %s, %s |\n", short(first), short(worst))
	rss, growth, err := held(ctx, bin, 50_000, 20*time.Second)
	if err != nil {
		return fmt.Errorf("50,000 frames: %w", err)
	}
	fmt.Fprintf(w, "| memory after 50,000 frames, and its growth in 20 s idle | %d MB, %+.1f MB |\n", rss>>20, float64(growth)/(1<<20))
	return nil
}
