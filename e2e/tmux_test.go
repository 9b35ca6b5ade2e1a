//go:build !windows

package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"agtui/e2e/term"
)

// missing skips a test that needs a program which is not there, but fails it in
// CI, where .ci/run installs it.
func missing(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	const say = "this test needs %s: apt-get install %[1]s (the widths of a terminal without mode 2027 are checked nowhere else)"
	if os.Getenv("CI") != "" {
		t.Fatalf(say, program)
	}
	t.Skipf(say, program)
}

// pane is a program in a tmux of its own.
type pane struct {
	t      *testing.T
	socket string
}

// tmuxConfig makes a tmux that is nothing but a terminal.
const tmuxConfig = `
set -g status off
set -g default-terminal tmux-256color
set -s escape-time 0
set -g remain-on-exit on
set -g history-limit 0
`

// inTmux starts a program in a tmux of its own; the end of the test ends both.
func inTmux(t *testing.T, width, height int, env []string, program ...string) *pane {
	t.Helper()
	missing(t, "tmux")
	dir, err := os.MkdirTemp("", "agtui-tmux-*") //nolint:usetesting // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	p := &pane{t, filepath.Join(dir, "socket")}
	config := filepath.Join(dir, "config")
	if err := os.WriteFile(config, []byte(tmuxConfig), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"-u", "-S", p.socket, "-f", config, "new-session", "-d", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height)}
	for _, e := range append([]string{"LANG=C.UTF-8", "LC_ALL=C.UTF-8"}, env...) {
		args = append(args, "-e", e)
	}
	t.Cleanup(func() {
		_ = exec.Command("tmux", "-S", p.socket, "kill-server").Run()
		_ = os.RemoveAll(dir)
	})
	cmd := exec.CommandContext(t.Context(), "tmux", append(args, program...)...)
	cmd.Env = append(os.Environ(), "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TERM=xterm-256color", "TMUX=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("starting tmux: %v: %s", err, out)
	}
	return p
}

// do runs a command of tmux and returns what it prints.
func (p *pane) do(args ...string) string {
	p.t.Helper()
	out, err := exec.CommandContext(p.t.Context(), "tmux", append([]string{"-u", "-S", p.socket}, args...)...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %q: %v: %s", args, err, out)
	}
	return string(out)
}

// Screen is the text of the pane, without blanks at the ends of its lines.
func (p *pane) Screen() string {
	p.t.Helper()
	lines := strings.Split(strings.TrimSuffix(p.do("capture-pane", "-p"), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// Until waits until ok holds for the screen. tmux tells nobody that a pane has
// changed, so it is asked again and again.
func (p *pane) Until(what string, ok func(screen string) bool) string {
	p.t.Helper()
	var screen string
	for deadline := time.Now().Add(term.Limit); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if screen = p.Screen(); ok(screen) {
			return screen
		}
	}
	p.t.Fatalf("waited %s for %s; the screen:\n%s", term.Limit, what, screen)
	return ""
}

// See waits for texts.
func (p *pane) See(texts ...string) {
	p.t.Helper()
	p.Until(strings.Join(texts, ", "), func(s string) bool {
		for _, text := range texts {
			if !strings.Contains(s, text) {
				return false
			}
		}
		return true
	})
}

// Type sends text as a keyboard would.
func (p *pane) Type(text string) { p.t.Helper(); p.do("send-keys", "-l", "--", text) }

// Key sends keys by their names.
func (p *pane) Key(names ...string) { p.t.Helper(); p.do(append([]string{"send-keys"}, names...)...) }

// Resize gives the pane another size.
func (p *pane) Resize(width, height int) {
	p.t.Helper()
	p.do("resize-window", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height))
}
