package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/creack/pty"

	"agtui/stream/demo"
)

// withBinary builds the program, unless there is one, and calls f with it.
func withBinary(bin string, f func(bin string) error) error {
	if bin != "" {
		return f(bin)
	}
	dir, err := os.MkdirTemp("", "agtui-measure-*")
	if err != nil {
		return fmt.Errorf("a temporary directory: %w", err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a leftover harms nobody
	bin = filepath.Join(dir, "agtui")
	build := exec.CommandContext(context.Background(), "go", "build", "-trimpath", "-ldflags=-s -w", "-o", bin, ".") //nolint:gosec // our own program
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building: %w\n%s", err, out)
	}
	return f(bin)
}

// program measures the built binary: its size, and the time from its start to
// the first screen with the composer on it.
func program(w io.Writer, bin string, runs int) error {
	info, err := os.Stat(bin)
	if err != nil {
		return fmt.Errorf("the binary: %w", err)
	}
	best := time.Duration(1 << 62)
	for range runs {
		d, err := firstPaint(bin, filepath.Join(filepath.Dir(bin), "home"))
		if err != nil {
			return err
		}
		best = min(best, d)
	}
	fmt.Fprintln(w, "\n| The program | |")
	fmt.Fprintln(w, "|---|---:|")
	fmt.Fprintf(w, "| binary, stripped | %.1f MB |\n", float64(info.Size())/1e6)
	fmt.Fprintf(w, "| start to first paint | %d ms |\n", best.Milliseconds())
	return nil
}

// firstPaint starts the screen in a pseudo-terminal and waits for the
// composer's words.
func firstPaint(bin, home string) (time.Duration, error) {
	s, err := demo.Listen("127.0.0.1:0", demo.Options{})
	if err != nil {
		return 0, fmt.Errorf("the demo agent: %w", err)
	}
	defer s.Close() //nolint:errcheck // it only listened
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	cmd := exec.CommandContext(ctx, bin, s.URL()) //nolint:gosec // our own program
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home)
	start := time.Now()
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 120})
	if err != nil {
		return 0, fmt.Errorf("starting in a terminal: %w", err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = f.Close()
		_ = cmd.Wait()
	}()
	var seen bytes.Buffer
	buf := make([]byte, 32<<10)
	for {
		n, err := f.Read(buf)
		seen.Write(buf[:n])
		if bytes.Contains(seen.Bytes(), []byte("for commands")) {
			return time.Since(start), nil
		}
		if err != nil {
			return 0, fmt.Errorf("the screen never came: %w\n%q", err, seen.String())
		}
	}
}
