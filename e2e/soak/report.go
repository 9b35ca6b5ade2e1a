//go:build linux

package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"agtui/store"
)

// firstMinutes is when memory must have become flat.
func firstMinutes(length time.Duration) time.Duration { return min(5*time.Minute, length/4) }

// trend is the growth over all samples after a time, by least squares, and
// their mean.
func trend(samples []sample, after time.Duration) (growth, mean float64) {
	var n, sx, sy, sxx, sxy float64
	var first, last float64
	for _, s := range samples {
		if s.at < after {
			continue
		}
		x, y := s.at.Seconds(), float64(s.rss)
		if n == 0 {
			first = x
		}
		last = x
		n++
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	if d := n*sxx - sx*sx; n > 1 && d > 0 {
		return (n*sxy - sx*sy) / d * (last - first), sy / n
	}
	return 0, sy / max(n, 1)
}

const mb = 1 << 20

// report prints what was found; true: something is wrong.
func (r *result) report(w io.Writer, short *result, slack int) bool {
	fmt.Fprintf(w, "%s at %d events/s for each client.\n\n", r.length, r.rate)
	fmt.Fprintln(w, "| | RSS after the first minutes | at the end | peak | CPU of a core | growth between | goroutines at the end, after the short run |")
	fmt.Fprintln(w, "|---|---:|---:|---:|---:|---:|---:|")
	after := firstMinutes(r.length)
	for i, c := range r.clients {
		if len(c.samples) < 2 {
			r.faults = append(r.faults, c.name+": too few samples")
			continue
		}
		r.row(w, c, after, slack)
		fmt.Fprint(w, " |")
		if c.dump != nil {
			r.left(w, c, short.clients[i])
		}
		fmt.Fprintln(w)
		if c.name == "kept" {
			r.grown(w, c, slack)
		}
	}
	fmt.Fprintln(w)
	for _, text := range r.checks {
		fmt.Fprintln(w, "- "+text)
	}
	for _, text := range r.faults {
		fmt.Fprintln(w, "- FAULT: "+text)
	}
	return len(r.faults) > 0
}

// row prints what a client used, but for its last cell.
func (r *result) row(w io.Writer, c *client, after time.Duration, slack int) {
	growth, mean := trend(c.samples, after)
	first, last := c.samples[0], c.samples[len(c.samples)-1]
	settled, peak := first, first
	for _, s := range c.samples {
		if s.at <= after {
			settled = s
		}
		if s.rss > peak.rss {
			peak = s
		}
	}
	share := (last.cpu - first.cpu).Seconds() / (last.at - first.at).Seconds()
	fmt.Fprintf(w, "| %s | %d MB | %d MB | %d MB | %.1f %% | %+.1f MB", c.name, settled.rss/mb, last.rss/mb, peak.rss/mb,
		100*share, growth/mb)
	if c.name == "screen" {
		growth -= heldDeltas(last.at, r.rate) - heldDeltas(settled.at, r.rate)
		fmt.Fprintf(w, " (%+.1f MB without the deltas)", growth/mb)
	}
	if !strings.HasSuffix(c.name, "kept") && growth > max(mean/10, float64(slack)) {
		r.faults = append(r.faults, fmt.Sprintf("%s: memory grew by %.1f MB, it held %.1f MB", c.name, growth/mb, mean/mb))
	}
}

// left compares the goroutines of a client with those after the short run.
func (r *result) left(w io.Writer, c, before *client) {
	fmt.Fprintf(w, " %d, %d |", c.dump.total(), before.dump.total())
	if c.dump.total() == 0 || c.dump.total() > before.dump.total() {
		r.faults = append(r.faults, fmt.Sprintf("%s: goroutines were left: %s", c.name, strings.Join(c.dump.more(before.dump), "; ")))
	}
}

// heldDeltas is what the screen keeps of a steady flood after a time in any
// case: of each of the last deltas of text or arguments its piece, and the text
// that a snapshot replaced (in a slice that has grown); twice, since the
// collector lets the heap grow to twice what is held. With GOGC=10 it is a
// little more than once.
func heldDeltas(after time.Duration, rate int) float64 {
	n := after.Seconds() * float64(rate) * 320 / 496
	return 2 * (16 + 4./3*deltaSize) * min(n, store.MostDeltas)
}

// mostPerByte is how much memory a byte of text that is kept may cost: its
// bytes in messages, in blocks and in the request that was sent last, the piece
// of its delta (16 bytes for 6), and the garbage that the collector leaves.
const mostPerByte = 24

// grown compares the growth of kept with the text that it holds.
func (r *result) grown(w io.Writer, c *client, slack int) {
	n := min(len(c.samples), len(r.kept)) - 1
	from := n / 4
	text := r.kept[n] - r.kept[from]
	rss := c.samples[n].rss - c.samples[from].rss
	fmt.Fprintf(w, "| kept: text held | %.1f MB | %.1f MB | | | %.1f bytes of RSS for each | |\n",
		float64(r.kept[from])/mb, float64(r.kept[n])/mb, float64(rss)/float64(max(text, 1)))
	if rss > mostPerByte*text+4*slack {
		r.faults = append(r.faults, fmt.Sprintf("kept: %d bytes of memory for %d of text", rss, text))
	}
}
