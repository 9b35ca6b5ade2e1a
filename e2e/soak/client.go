//go:build linux

package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"
)

// A client is one process of the program.
type client struct {
	name  string
	cmd   *exec.Cmd
	tty   *os.File      // of a screen
	ended chan struct{} // all output was read

	mu      sync.Mutex
	tail    []byte // the newest output
	total   int
	title   string
	changed chan struct{} // closed and replaced when the title changed

	samples []sample
	text    string // hash of what it printed
	dump    dump
}

func newClient(ctx context.Context, name, bin string, args ...string) *client {
	c := &client{name: name, ended: make(chan struct{}), changed: make(chan struct{})}
	c.cmd = exec.CommandContext(ctx, bin, args...) //nolint:gosec // our own program
	c.cmd.Env = append(os.Environ(), "GOTRACEBACK=all", "TERM=xterm-256color", "NO_COLOR=", "TMUX=", "STY=")
	return c
}

// tailSize is how much output is kept: a dump of some hundred goroutines.
const tailSize = 1 << 20

var titles = regexp.MustCompile(`\x1b\]2;([^\x07\x1b]*)`)

// take keeps output.
func (c *client) take(p []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total += len(p)
	c.tail = append(c.tail, p...)
	// A title may lie across two reads.
	recent := c.tail[max(len(c.tail)-len(p)-256, 0):]
	if all := titles.FindAllSubmatch(recent, -1); len(all) > 0 {
		if now := string(all[len(all)-1][1]); now != c.title {
			c.title = now
			close(c.changed)
			c.changed = make(chan struct{})
		}
	}
	if len(c.tail) > 2*tailSize {
		c.tail = append([]byte(nil), c.tail[len(c.tail)-tailSize:]...)
	}
}

// follow takes all that is read.
func (c *client) follow(out io.Reader) {
	buf := make([]byte, 64<<10)
	for {
		n, err := out.Read(buf)
		c.take(buf[:n])
		if err != nil {
			return
		}
	}
}

// output is the newest output.
func (c *client) output() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.tail)
}

// screen starts the client in a terminal.
func (c *client) screen() error {
	tty, err := pty.StartWithSize(c.cmd, &pty.Winsize{Rows: 40, Cols: 120})
	if err != nil {
		return fmt.Errorf("starting %s in a terminal: %w", c.name, err)
	}
	c.tty = tty
	go func() {
		defer close(c.ended)
		c.follow(tty)
	}()
	return c.state("ready", time.Minute)
}

// errWait says that something did not come.
var errWait = errors.New("it did not come in time")

// state waits until the title says what the screen does.
func (c *client) state(want string, limit time.Duration) error {
	late := time.NewTimer(limit)
	defer late.Stop()
	for {
		c.mu.Lock()
		title, changed := c.title, c.changed
		c.mu.Unlock()
		if strings.HasSuffix(title, "("+want+")") {
			return nil
		}
		select {
		case <-changed:
		case <-c.ended:
			return fmt.Errorf("%s ended while it was to be %s: %.2000q: %w", c.name, want, c.output(), io.ErrUnexpectedEOF)
		case <-late.C:
			return fmt.Errorf("%s says %q, want %q: %w", c.name, title, want, errWait)
		}
	}
}

// ask plays a prompt and waits for the end of the run.
func (c *client) ask(prompt string, limit time.Duration) error {
	if err := c.press(prompt + "\r"); err != nil {
		return err
	}
	if err := c.state("running", time.Minute); err != nil {
		return err
	}
	return c.state("finished", limit)
}

func (c *client) press(keys string) error {
	if _, err := c.tty.WriteString(keys); err != nil {
		return fmt.Errorf("typing into %s: %w", c.name, err)
	}
	return nil
}

// mostBlocks is how far up from the end a text may be.
const mostBlocks = 20

// shows tells whether a block near the end is exactly that text: each is copied
// in turn.
func (c *client) shows(text string) (bool, error) {
	if err := c.press("\tG"); err != nil {
		return false, err
	}
	want := "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text))
	for range mostBlocks {
		if err := c.press("yk"); err != nil {
			return false, err
		}
		for deadline := time.Now().Add(500 * time.Millisecond); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			if strings.Contains(c.output(), want) {
				return true, nil
			}
		}
	}
	return false, nil
}

// headless starts the client with pipes; what it prints is hashed.
func (c *client) headless() error {
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("the output of %s: %w", c.name, err)
	}
	notes, err := c.cmd.StderrPipe()
	if err != nil {
		return fmt.Errorf("the notes of %s: %w", c.name, err)
	}
	if err := c.cmd.Start(); err != nil {
		return fmt.Errorf("starting %s: %w", c.name, err)
	}
	var both sync.WaitGroup
	both.Go(func() {
		sum := sha256.New()
		_, _ = io.Copy(sum, out) // its end is the process's
		c.text = hex.EncodeToString(sum.Sum(nil))
	})
	both.Go(func() { c.follow(notes) })
	go func() {
		both.Wait()
		close(c.ended)
	}()
	return nil
}

// listen starts the agent and returns where.
func (c *client) listen() (string, error) {
	notes, err := c.cmd.StderrPipe()
	if err != nil {
		return "", fmt.Errorf("the notes of %s: %w", c.name, err)
	}
	if err := c.cmd.Start(); err != nil {
		return "", fmt.Errorf("starting %s: %w", c.name, err)
	}
	in := bufio.NewReader(notes)
	line, err := in.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("%s says nothing: %w", c.name, err)
	}
	go func() {
		defer close(c.ended)
		c.follow(in)
	}()
	return regexp.MustCompile(`http://[^;\s]+`).FindString(line), nil
}

// quit makes the client dump its goroutines and end.
func (c *client) quit() error {
	if err := c.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		return fmt.Errorf("ending %s: %w", c.name, err)
	}
	<-c.ended
	_ = c.cmd.Wait() // it ends with an error, as it should
	c.dump = parseDump(c.output())
	return nil
}

// wait waits for the client's own end.
func (c *client) wait() error {
	<-c.ended
	if err := c.cmd.Wait(); err != nil {
		return fmt.Errorf("%s: %w: %.2000s", c.name, err, c.output())
	}
	return nil
}

// stop ends what still runs.
func (c *client) stop() {
	if c.cmd.Process == nil || c.cmd.ProcessState != nil {
		return
	}
	_ = c.cmd.Process.Kill()
	if c.tty != nil {
		_ = c.tty.Close()
	}
	_ = c.cmd.Wait()
}
