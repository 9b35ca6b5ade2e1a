// Command measure takes the figures of docs/PERFORMANCE.md on this machine and
// prints them as Markdown. Each figure is the best of several runs; compare
// ratios, not digits: machines are noisy.
//
//	go run ./e2e/measure [-runs 5] [-reference] [-screen [-bin FILE]] [-beside]
//
// With -screen only the whole program is measured, in a pseudo-terminal that
// this process plays, with an agent that it plays too (Linux). With -beside the
// transcript is put beside glamour and bubbles' viewport.
// With -reference the same bytes go through @ag-ui/client 1.0.0 and the
// community's Go SDK (node, the packages of e2e and a module proxy are needed).
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"
)

func main() {
	runs := flag.Int("runs", 5, "how often each figure is taken")
	reference := flag.Bool("reference", false, "measure @ag-ui/client 1.0.0 and the community's Go SDK beside it, nothing else")
	most := flag.Int("most", 10_000, "with -reference: the longest stream that the reference gets; 100000 take it a quarter of an hour")
	onScreen := flag.Bool("screen", false, "measure the program in a terminal, nothing else")
	along := flag.Bool("beside", false, "measure the transcript beside glamour and a viewport, nothing else")
	bin := flag.String("bin", "", "with -screen: the program; built if it is not given")
	flag.Parse()
	take := func() error { return measure(*runs) }
	if *reference {
		take = func() error { return compare(os.Stdout, *most) }
	}
	if *onScreen {
		take = func() error { return withBinary(*bin, func(bin string) error { return screen(os.Stdout, bin, *runs) }) }
	}
	if *along {
		take = func() error { return beside(os.Stdout, *runs) }
	}
	if err := take(); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func measure(runs int) error {
	w := os.Stdout
	fmt.Fprintf(w, "%s, %s/%s, processor time on one core, best of %d.\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runs)
	fmt.Fprintln(w, "| From bytes to reduced | events | ours, events/s | per event |")
	fmt.Fprintln(w, "|---|---:|---:|---:|")
	// One core: what the other does is not counted.
	runtime.GOMAXPROCS(1)
	for _, c := range cases() {
		body := c.body(c.n)
		best := time.Duration(1 << 62)
		for range runs {
			d, err := reduce(body, c.events(c.n))
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			best = min(best, d)
		}
		n := c.events(c.n)
		fmt.Fprintf(w, "| %s | %d | %.0f | %s |\n", c.name, n,
			float64(n)/best.Seconds(), (best / time.Duration(n)).Round(time.Nanosecond))
	}
	runtime.GOMAXPROCS(runtime.NumCPU())
	return withBinary("", func(bin string) error { return program(w, bin, runs) })
}

// The size of the terminal.
const (
	columns = 120
	rows    = 45
)

func short(d time.Duration) string {
	if d > 10*time.Second {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(100 * time.Microsecond).String()
}

// best takes a figure several times.
func best[T any](runs int, take func() (T, error), compare func(a, b T) int) (T, error) {
	var out T
	for i := range runs {
		v, err := take()
		if err != nil {
			return v, err
		}
		if i == 0 || compare(v, out) < 0 {
			out = v
		}
	}
	return out, nil
}
