//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A sample is what a process used at a moment.
type sample struct {
	at      time.Duration // since the start
	rss     int           // bytes
	cpu     time.Duration // so far
	threads int
}

// ticks is how many a second has (USER_HZ: 100 on every Linux of today).
const ticks = 100

// look takes a sample of a process.
func look(pid int, at time.Duration) (sample, error) {
	s := sample{at: at}
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return s, fmt.Errorf("the memory of %d: %w", pid, err)
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return s, fmt.Errorf("the time of %d: %w", pid, err)
	}
	pages := strings.Fields(string(statm))
	_, rest, _ := bytes.Cut(stat, []byte(") ")) // the name may have blanks
	fields := strings.Fields(string(rest))
	if len(pages) < 2 || len(fields) < 18 {
		return s, fmt.Errorf("the process %d: %w", pid, os.ErrInvalid)
	}
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			return 0
		}
		return n
	}
	s.rss = number(pages[1]) * os.Getpagesize()
	s.cpu = time.Duration(number(fields[11])+number(fields[12])) * time.Second / ticks
	s.threads = number(fields[17])
	return s, nil
}

var (
	// Number 0 is a thread of the scheduler: it is there when the signal found
	// nothing else at work.
	goroutine = regexp.MustCompile(`(?m)^goroutine [1-9]\d* .*\[([^\],]+).*\]:\r?$`)
	creator   = regexp.MustCompile(`(?m)^created by (\S+)`)
)

// A dump is how many goroutines there are, by who made them.
type dump map[string]int

// parseDump reads what a Go program writes on SIGQUIT.
func parseDump(text string) dump {
	d := dump{}
	_, text, ok := strings.Cut(text, "SIGQUIT")
	if !ok {
		return d
	}
	at := goroutine.FindAllStringIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		name := "main"
		if c := creator.FindStringSubmatch(text[m[0]:end]); c != nil {
			name = c[1]
		}
		if !strings.HasPrefix(name, "runtime.") { // the collector starts its own as it likes
			d[name]++
		}
	}
	return d
}

func (d dump) total() int {
	n := 0
	for _, k := range d {
		n += k
	}
	return n
}

// more lists what d has more of than before.
func (d dump) more(before dump) []string {
	var out []string
	for name, n := range d {
		if n > before[name] {
			out = append(out, fmt.Sprintf("%s: %d, before %d", name, n, before[name]))
		}
	}
	slices.Sort(out)
	return out
}
