//go:build !windows

package term

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

var (
	title   = regexp.MustCompile(`\x1b\][02];([^\x07\x1b]*)`)
	private = regexp.MustCompile(`\x1b\[\?([\d;]+)([hl])`)
)

// Screen is the text of the screen, without blanks at the ends of its lines.
func (t *Terminal) Screen() string {
	t.cells.Lock()
	defer t.cells.Unlock()
	w, h := t.vt.Width(), t.vt.Height()
	lines := make([]string, h)
	for y := range h {
		var b strings.Builder
		for x := 0; x < w; {
			c := t.vt.CellAt(x, y)
			if c == nil || c.Content == "" {
				b.WriteByte(' ')
				x++
				continue
			}
			b.WriteString(c.Content)
			x += max(c.Width, 1)
		}
		lines[y] = strings.TrimRight(b.String(), " ")
	}
	return strings.Join(lines, "\n")
}

// Pid is the process of the program.
func (t *Terminal) Pid() int { return t.cmd.Process.Pid }

// Ended tells whether the program has ended and all its output was read.
func (t *Terminal) Ended() bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// AltScreen tells whether the program is on the alternate screen.
func (t *Terminal) AltScreen() bool { return t.vt.IsAltScreen() }

// Private modes that are on by default.
const (
	autowrap = "7"
	cursor   = "25"
)

// Title is the title that the program gave the terminal last.
func (t *Terminal) Title() string {
	all := title.FindAllStringSubmatch(t.Raw(), -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1][1]
}

// Restored checks, after the end or a suspension of the program, that the
// terminal is as it was: its line discipline, its screen, its cursor, and every
// private mode that was switched on.
func (t *Terminal) Restored() {
	t.t.Helper()
	now, err := unix.IoctlGetTermios(int(t.pty.Fd()), getTermios)
	if err != nil {
		t.t.Fatalf("reading the terminal's modes: %v", err)
	}
	if *now != *t.before {
		t.t.Errorf("the line discipline was not restored: %+v, before %+v", *now, *t.before)
	}
	t.Modes()
}

// Modes checks that every private mode that the program switched on or off is
// again what a terminal has by default.
func (t *Terminal) Modes() {
	t.t.Helper()
	if t.AltScreen() {
		t.t.Error("the alternate screen is still on")
	}
	// What a terminal has on by default must be on again.
	on := map[string]bool{autowrap: true, cursor: true}
	for _, m := range private.FindAllStringSubmatch(t.Raw(), -1) {
		for mode := range strings.SplitSeq(m[1], ";") {
			on[mode] = m[2] == "h"
		}
	}
	for mode, is := range on {
		if want := mode == autowrap || mode == cursor; is != want {
			t.t.Errorf("mode %s is on: %v, want %v", mode, is, want)
		}
	}
}

// Watch calls see with the screen after everything that the program writes from
// now on; nil ends it. A program that draws in several writes is seen between
// them.
func (t *Terminal) Watch(see func(screen string)) {
	t.watching.Lock()
	defer t.watching.Unlock()
	t.watch = see
}

// Raw is everything that the program wrote.
func (t *Terminal) Raw() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.raw.String()
}

// Until waits until ok holds for the screen.
func (t *Terminal) Until(what string, ok func(screen string) bool) {
	t.t.Helper()
	deadline := time.NewTimer(Limit)
	defer deadline.Stop()
	for {
		t.mu.Lock()
		changed := t.changed
		t.mu.Unlock()
		if ok(t.Screen()) {
			return
		}
		select {
		case <-changed:
		case <-t.done:
			if ok(t.Screen()) {
				return
			}
			t.t.Fatalf("the program ended (%v) while the test waited for %s; the screen:\n%s", t.err, what, t.Screen())
		case <-deadline.C:
			t.t.Fatalf("waited %s for %s; the screen:\n%s", Limit, what, t.Screen())
		}
	}
}

// See waits until all texts are on the screen.
func (t *Terminal) See(texts ...string) {
	t.t.Helper()
	t.Until(strings.Join(texts, ", "), HasAll(texts))
}

// HasAll tells of a screen whether all texts are on it.
func HasAll(texts []string) func(screen string) bool {
	return func(screen string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(screen, text) })
	}
}

// Gone waits until a text is not on the screen.
func (t *Terminal) Gone(text string) {
	t.t.Helper()
	t.Until("no "+text, func(s string) bool { return !strings.Contains(s, text) })
}

// Quiet waits until nothing was written for d.
func (t *Terminal) Quiet(d time.Duration) {
	t.t.Helper()
	deadline := time.Now().Add(Limit)
	for {
		t.mu.Lock()
		changed, rest := t.changed, d-time.Since(t.last)
		t.mu.Unlock()
		if rest <= 0 {
			return
		}
		if time.Now().After(deadline) {
			t.t.Fatalf("the screen was never quiet for %s:\n%s", d, t.Screen())
		}
		select {
		case <-changed:
		case <-time.After(rest):
		case <-t.done:
			return
		}
	}
}

// Exit waits for the end of the program and returns its exit code.
func (t *Terminal) Exit() int {
	t.t.Helper()
	select {
	case <-t.done:
		return t.cmd.ProcessState.ExitCode()
	case <-time.After(Limit):
		t.t.Fatalf("the program did not end; the screen:\n%s", t.Screen())
		return -1
	}
}
