//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// A player is the terminal that the program runs in: it answers questions for
// modes 2026 and 2027 as a modern terminal does, and notes when what it waits
// for is drawn. It has no screen of its own, so that it costs little.
type player struct {
	cmd   *exec.Cmd
	tty   *os.File
	start time.Time

	mu      sync.Mutex
	changed chan struct{} // closed and replaced with every output
	ended   bool
	recent  []byte // the newest output
	title   string
	frames  int       // that began and ended
	framed  time.Time // when the last one ended
	bytes   int
	awaited map[string]time.Time // what was typed, until it is drawn
	delays  []time.Duration
}

const (
	// keepRecent is how much output is kept to look for words in.
	keepRecent = 64 << 10
	frameEnd   = "\x1b[?2026l"
)

// play starts the program in a terminal.
func play(ctx context.Context, bin, home string, args ...string) (*player, error) {
	p := &player{changed: make(chan struct{}), awaited: map[string]time.Time{}}
	p.cmd = exec.CommandContext(ctx, bin, args...) //nolint:gosec // our own program
	p.cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR=",
		"XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home)
	p.start = time.Now()
	tty, err := pty.StartWithSize(p.cmd, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		return nil, fmt.Errorf("starting in a terminal: %w", err)
	}
	p.tty = tty
	go p.read()
	return p, nil
}

func (p *player) read() {
	buf := make([]byte, 64<<10)
	for {
		n, err := p.tty.Read(buf)
		p.take(buf[:n], time.Now())
		if err != nil {
			p.mu.Lock()
			p.ended = true
			close(p.changed)
			p.mu.Unlock()
			return
		}
	}
}

var titles = regexp.MustCompile(`\x1b\]2;([^\x07\x1b]*)`)

// take notes what was drawn. Sequences may lie across two reads.
func (p *player) take(out []byte, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bytes += len(out)
	const across = 64
	from := max(len(p.recent)-across, 0)
	before := bytes.Count(p.recent[from:], []byte(frameEnd))
	p.recent = append(p.recent, out...)
	fresh := p.recent[from:]
	if n := bytes.Count(fresh, []byte(frameEnd)) - before; n > 0 {
		p.frames += n
		p.framed = now
	}
	for _, mode := range []string{"2026", "2027"} {
		if bytes.Contains(out, []byte("\x1b[?"+mode+"$p")) {
			_, _ = p.tty.WriteString("\x1b[?" + mode + ";2$y")
		}
	}
	for key, at := range p.awaited {
		if bytes.Contains(fresh, []byte(key)) {
			p.delays = append(p.delays, now.Sub(at))
			delete(p.awaited, key)
		}
	}
	if all := titles.FindAllSubmatch(fresh, -1); len(all) > 0 {
		p.title = string(all[len(all)-1][1])
	}
	if len(p.recent) > 2*keepRecent {
		p.recent = append([]byte(nil), p.recent[len(p.recent)-keepRecent:]...)
	}
	close(p.changed)
	p.changed = make(chan struct{})
}

// errNever says that something was never drawn.
var errNever = errors.New("it never came")

// until waits until ok holds; it is called with the lock held.
func (p *player) until(what string, limit time.Duration, ok func() bool) error {
	late := time.NewTimer(limit)
	defer late.Stop()
	for {
		p.mu.Lock()
		done, ended, changed := ok(), p.ended, p.changed
		p.mu.Unlock()
		if done {
			return nil
		}
		if ended {
			return fmt.Errorf("waiting for %s: %w: %.3000q", what, io.ErrUnexpectedEOF, p.recent)
		}
		select {
		case <-changed:
		case <-late.C:
			p.mu.Lock()
			defer p.mu.Unlock()
			return fmt.Errorf("waiting for %s: %w; title %q, frames %d, the end: %q", what, errNever, p.title, p.frames, p.recent[max(len(p.recent)-600, 0):])
		}
	}
}

func (p *player) sees(text string) error {
	return p.until(text, time.Minute, func() bool { return bytes.Contains(p.recent, []byte(text)) })
}

// state waits until the title says what the program does.
func (p *player) state(is string, limit time.Duration) error {
	return p.until("the state "+is, limit, func() bool { return strings.HasSuffix(p.title, "("+is+")") })
}

// quiet waits until nothing was drawn for d.
func (p *player) quiet(d time.Duration) {
	for {
		p.mu.Lock()
		n := p.bytes
		p.mu.Unlock()
		time.Sleep(d)
		p.mu.Lock()
		same := n == p.bytes
		p.mu.Unlock()
		if same {
			return
		}
	}
}

func (p *player) press(keys string) error {
	if _, err := p.tty.WriteString(keys); err != nil {
		return fmt.Errorf("typing: %w", err)
	}
	return nil
}

// ask sends a prompt and waits until the run goes on.
func (p *player) ask(prompt string) error {
	if err := p.press(prompt + "\r"); err != nil {
		return err
	}
	return p.state("running", time.Minute)
}

// keys types one letter after the other, each a syllable that stands nowhere
// else, until done; how long each takes to be drawn is in delays.
func (p *player) keys(every time.Duration, done <-chan struct{}) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for i := 0; ; i++ {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		letter := string(rune(0xAC00 + i))
		p.mu.Lock()
		p.awaited[letter] = time.Now()
		p.mu.Unlock()
		if i > 0 && i%40 == 0 {
			letter = "\x15" + letter // a new line of text, so that it stays short
		}
		if p.press(letter) != nil {
			return
		}
	}
}

// resize changes the width and returns when the next frame was there.
func (p *player) resize(width int) (time.Duration, error) {
	p.mu.Lock()
	before := p.frames
	p.mu.Unlock()
	at := time.Now()
	if err := pty.Setsize(p.tty, &pty.Winsize{Rows: rows, Cols: uint16(width)}); err != nil {
		return 0, fmt.Errorf("resizing: %w", err)
	}
	err := p.until("a frame after the resize", time.Minute, func() bool { return p.frames > before })
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.framed.Sub(at), err
}

// A use is what the program used up to a moment.
type use struct {
	at     time.Time
	cpu    time.Duration
	rss    int
	frames int
	bytes  int
}

func (p *player) use() use {
	u := use{at: time.Now()}
	dir := filepath.Join("/proc", strconv.Itoa(p.cmd.Process.Pid))
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			return 0
		}
		return n
	}
	if statm, err := os.ReadFile(filepath.Join(dir, "statm")); err == nil {
		u.rss = number(strings.Fields(string(statm))[1]) * os.Getpagesize()
	}
	// The clock of the process has the time of threads that ended, too.
	const ofProcess = 2
	var cpu unix.Timespec
	if unix.ClockGettime(int32(^p.cmd.Process.Pid<<3|ofProcess), &cpu) == nil {
		u.cpu = time.Duration(cpu.Nano())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	u.frames, u.bytes = p.frames, p.bytes
	return u
}

// end kills the program.
func (p *player) end() {
	_ = p.cmd.Process.Kill()
	_ = p.tty.Close()
	_ = p.cmd.Wait()
}
