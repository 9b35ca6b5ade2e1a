//go:build !windows

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
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// modeQuestion is a question for a private mode (DECRQM).
var modeQuestion = regexp.MustCompile(`\x1b\[\?\d+\$p`)

// Limit is how long a wait takes at most.
const Limit = 2 * time.Minute

// Terminal is a running program and its screen.
type Terminal struct {
	t   testing.TB
	cmd *exec.Cmd
	pty *os.File
	vt  *vt.SafeEmulator

	cells   sync.Mutex // the emulator's cells: it hands out the live ones
	mu      sync.Mutex
	raw     bytes.Buffer
	changed chan struct{} // closed and replaced with every output
	last    time.Time
	done    chan struct{}
	err     error
	before  *unix.Termios

	watching sync.Mutex // held while watch runs: who set another sees all it saw
	watch    func(screen string)
}

// Options say how the program is started.
type Options struct {
	Width, Height int
	Env           []string
	// Dir is the working directory, "" for that of the test.
	Dir string
	// Grapheme answers the question for mode 2027; without it the terminal is
	// silent about it.
	Grapheme bool
}

// Start runs cmd in a terminal. The test's end kills it.
func Start(tb testing.TB, o Options, name string, args ...string) *Terminal {
	tb.Helper()
	cmd := exec.CommandContext(tb.Context(), name, args...) //nolint:gosec // tests say what to run
	cmd.Dir = o.Dir
	cmd.Env = append(os.Environ(), append([]string{"TERM=xterm-256color", "COLORTERM=truecolor"}, o.Env...)...)
	file, before := start(tb, cmd, o)
	term := &Terminal{
		t: tb, cmd: cmd, pty: file, vt: NewEmulator(o.Width, o.Height),
		changed: make(chan struct{}), done: make(chan struct{}), last: time.Now(), before: before,
	}
	go term.answer()
	go term.read(o.Grapheme)
	tb.Cleanup(term.close)
	return term
}

// NewEmulator is an emulator that takes scroll margins below its last line for
// that line, as terminals do: a program that does not know yet that its
// terminal shrank sends such. The library's own falls over them.
func NewEmulator(width, height int) *vt.SafeEmulator {
	e := vt.NewSafeEmulator(width, height)
	e.RegisterCsiHandler('r', func(params ansi.Params) bool {
		if len(params) > 1 && params[1].Param(0) > e.Emulator.Height() {
			params[1] = ansi.Param(e.Emulator.Height())
		}
		return false // the library's handler goes on with what is left here
	})
	return e
}

// start runs cmd as the leader of a session in a new terminal, and notes the
// modes that the terminal had before.
func start(tb testing.TB, cmd *exec.Cmd, o Options) (*os.File, *unix.Termios) {
	tb.Helper()
	file, tty, err := pty.Open()
	if err != nil {
		tb.Fatalf("opening a terminal: %v", err)
	}
	defer tty.Close()
	if err := pty.Setsize(file, &pty.Winsize{Rows: uint16(o.Height), Cols: uint16(o.Width)}); err != nil {
		tb.Fatalf("sizing the terminal: %v", err)
	}
	before, err := unix.IoctlGetTermios(int(tty.Fd()), getTermios)
	if err != nil {
		tb.Fatalf("reading the terminal's modes: %v", err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		tb.Fatalf("starting %s in a terminal: %v", cmd.Path, err)
	}
	return file, before
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
			t.cells.Lock()
			_, _ = t.vt.Write(modeQuestion.ReplaceAll(chunk, nil))
			t.cells.Unlock()
			t.mu.Lock()
			t.raw.Write(chunk)
			t.last = time.Now()
			close(t.changed)
			t.changed = make(chan struct{})
			t.mu.Unlock()
			t.watching.Lock()
			if t.watch != nil {
				t.watch(t.Screen())
			}
			t.watching.Unlock()
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
	Left  = "\x1b[D"
	PgUp  = "\x1b[5~"
	PgDn  = "\x1b[6~"
	CtrlC = "\x03"
	CtrlJ = "\n"
	CtrlP = "\x10"
	CtrlR = "\x12"
	CtrlZ = "\x1a"
	Del   = "\x7f"
	F1    = "\x1bOP"
	F2    = "\x1bOQ"
	Shift = "\x1b[Z" // shift+tab
	F4    = "\x1bOS"
)

// Paste sends text as a bracketed paste.
func (t *Terminal) Paste(text string) { t.Type("\x1b[200~" + text + "\x1b[201~") }

// Resize changes the size of the terminal.
func (t *Terminal) Resize(w, h int) {
	t.t.Helper()
	t.cells.Lock()
	t.vt.Resize(w, h)
	t.cells.Unlock()
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
