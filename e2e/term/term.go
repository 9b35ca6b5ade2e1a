// Package term runs a program in a pseudo-terminal with an emulator behind it:
// tests type keys, wait for what they expect on the screen and look at the
// cells and at the raw bytes.
//
// It is for tests of the built program only. Waiting is for a condition, never
// for a time; every wait has a limit, after which the test fails with the
// screen as it is. The emulator counts graphemes; Plain makes it silent about
// mode 2027, as tmux is, so that the program measures with wcwidth.
package term

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// modeQuestion is a question for a private mode (DECRQM).
var modeQuestion = regexp.MustCompile(`\x1b\[\?\d+\$p`) //nolint:gochecknoglobals // compiled once

// Limit is how long a wait takes at most.
const Limit = 30 * time.Second

// Terminal is a running program and its screen.
type Terminal struct {
	t   testing.TB
	cmd *exec.Cmd
	pty *os.File
	vt  *vt.SafeEmulator

	mu      sync.Mutex
	raw     bytes.Buffer
	changed chan struct{} // closed and replaced with every output
	last    time.Time
	done    chan struct{}
	err     error
}

// Options say how the program is started.
type Options struct {
	Width, Height int
	Env           []string
	// Grapheme answers the question for mode 2027; without it the terminal is
	// silent about it.
	Grapheme bool
}

// Start runs cmd in a terminal. The test's end kills it.
func Start(t testing.TB, o Options, name string, args ...string) *Terminal {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Env = append(os.Environ(), append([]string{"TERM=xterm-256color", "COLORTERM=truecolor"}, o.Env...)...)
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: uint16(o.Height), Cols: uint16(o.Width)})
	if err != nil {
		t.Fatalf("starting %s in a terminal: %v", name, err)
	}
	term := &Terminal{
		t: t, cmd: cmd, pty: file, vt: vt.NewSafeEmulator(o.Width, o.Height),
		changed: make(chan struct{}), done: make(chan struct{}), last: time.Now(),
	}
	go term.answer()
	go term.read(o.Grapheme)
	t.Cleanup(term.close)
	return term
}

// answer hands the emulator's own answers (colours, attributes) to the program.
func (t *Terminal) answer() {
	buf := make([]byte, 256)
	for {
		n, err := t.vt.Read(buf)
		if err != nil {
			return
		}
		if _, err := t.pty.Write(buf[:n]); err != nil {
			return
		}
	}
}

func (t *Terminal) read(grapheme bool) {
	defer close(t.done)
	buf := make([]byte, 64<<10)
	for {
		n, err := t.pty.Read(buf)
		if n > 0 {
			chunk := buf[:n]
			if grapheme && bytes.Contains(chunk, []byte("\x1b[?2027$p")) {
				_, _ = t.pty.WriteString("\x1b[?2027;2$y")
			}
			// The emulator would answer for modes it does not have.
			_, _ = t.vt.Write(modeQuestion.ReplaceAll(chunk, nil))
			t.mu.Lock()
			t.raw.Write(chunk)
			t.last = time.Now()
			close(t.changed)
			t.changed = make(chan struct{})
			t.mu.Unlock()
		}
		if err != nil {
			t.err = t.cmd.Wait()
			return
		}
	}
}

func (t *Terminal) close() {
	_ = t.cmd.Process.Kill()
	_ = t.pty.Close()
	<-t.done
}

// Type sends text as if typed.
func (t *Terminal) Type(text string) {
	t.t.Helper()
	if _, err := t.pty.WriteString(text); err != nil {
		t.t.Fatalf("typing %q: %v", text, err)
	}
}

// The keys that tests press.
const (
	Enter = "\r"
	Tab   = "\t"
	Esc   = "\x1b"
	Up    = "\x1b[A"
	Down  = "\x1b[B"
	Right = "\x1b[C"
	PgUp  = "\x1b[5~"
	PgDn  = "\x1b[6~"
	CtrlC = "\x03"
	CtrlP = "\x10"
	CtrlZ = "\x1a"
	F1    = "\x1bOP"
	F2    = "\x1bOQ"
	F4    = "\x1bOS"
)

// Paste sends text as a bracketed paste.
func (t *Terminal) Paste(text string) { t.Type("\x1b[200~" + text + "\x1b[201~") }

// Resize changes the size of the terminal.
func (t *Terminal) Resize(w, h int) {
	t.t.Helper()
	t.vt.Resize(w, h)
	if err := pty.Setsize(t.pty, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
		t.t.Fatal(err)
	}
}

// Signal sends a signal to the program.
func (t *Terminal) Signal(s syscall.Signal) {
	t.t.Helper()
	if err := t.cmd.Process.Signal(s); err != nil {
		t.t.Fatal(err)
	}
}

// Screen is the text of the screen, without blanks at the ends of its lines.
func (t *Terminal) Screen() string {
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

// Styled is the screen with its styles, for pictures and coloured goldens.
func (t *Terminal) Styled() string { return t.vt.Render() }

// Cursor is where the cursor stands.
func (t *Terminal) Cursor() (x, y int) {
	p := t.vt.CursorPosition()
	return p.X, p.Y
}

// AltScreen tells whether the program is on the alternate screen.
func (t *Terminal) AltScreen() bool { return t.vt.IsAltScreen() }

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
	t.Until(strings.Join(texts, ", "), func(s string) bool {
		for _, text := range texts {
			if !strings.Contains(s, text) {
				return false
			}
		}
		return true
	})
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
