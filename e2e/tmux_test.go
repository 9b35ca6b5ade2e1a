//go:build !windows

package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"agtui/e2e/term"
	"agtui/ui/cell"
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
	p.Until(strings.Join(texts, ", "), term.HasAll(texts))
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

// settled waits until no run goes on and nothing moves, and returns the screen.
func (p *pane) settled() string {
	p.t.Helper()
	before, since := "", time.Now()
	return p.Until("the end of the run", func(s string) bool {
		title := p.do("display-message", "-p", "#{pane_title}")
		moving := strings.Contains(title, "(running)") || strings.Contains(title, "(ready)") || strings.Contains(s, "│ •")
		if s != before || moving {
			before, since = s, time.Now()
			return false
		}
		return time.Since(since) > quiet
	})
}

// inPane starts the program on an endpoint in a tmux and asks something.
func inPane(t *testing.T, width, height int, url, say string) *pane {
	t.Helper()
	home := t.TempDir()
	p := inTmux(t, width, height, []string{
		"XDG_DATA_HOME=" + home, "XDG_CONFIG_HOME=" + home, "NO_COLOR=", "TZ=UTC", "COLORTERM=truecolor",
	}, binary, url)
	p.See("Try one of these", "Type a message")
	p.Type(say)
	p.See("› " + say)
	p.Key("Enter")
	p.settled()
	return p
}

// hardScenarios are the demo's texts that terminals count apart.
var hardScenarios = []string{"languages", "emoji", "hostile", "markdown"}

// piled shortens piles of marks: tmux keeps 21 bytes of a cell.
func piled(screen string) string {
	return regexp.MustCompile(`([\x{300}-\x{36F}]{4})[\x{300}-\x{36F}]+`).ReplaceAllString(screen, "$1")
}

func TestTmux_ShowsTheGoldenScreens(t *testing.T) {
	t.Parallel()
	missing(t, "tmux")
	if *update {
		t.Skip("the golden screens are being written")
	}
	url := agent(t)
	for _, say := range hardScenarios {
		for _, size := range sizes {
			name := "demo-" + say + "-" + strconv.Itoa(size[0])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := inPane(t, size[0], size[1], url, "demo "+say)
				want, err := os.ReadFile(filepath.Join("testdata", "screens", name+".txt"))
				if err != nil {
					t.Fatal(err)
				}
				got := piled(strings.TrimRight(masked(p.settled()), "\n") + "\n")
				if got != piled(string(want)) {
					t.Errorf("the screen is\n%s\nwant\n%s", got, want)
				}
			})
		}
	}
}

func TestTmux_ARedrawChangesNothing(t *testing.T) {
	t.Parallel()
	missing(t, "tmux")
	url := agent(t)
	for _, say := range hardScenarios {
		t.Run(say, func(t *testing.T) {
			t.Parallel()
			p := inPane(t, 80, 24, url, "demo "+say)
			same := func(after string) {
				t.Helper()
				before := masked(p.settled())
				p.Key("C-l")
				if now := masked(p.settled()); now != before {
					t.Errorf("after %s the screen was\n%s\nand drawn anew it is\n%s", after, before, now)
				}
			}
			same("the run")
			for _, key := range []string{"PageUp", "PageUp", "PageDown", "Up", "Home", "End"} {
				p.Key(key)
				same(key)
			}
			for _, size := range [][2]int{{40, 20}, {200, 50}, {27, 12}, {120, 30}, {80, 24}} {
				p.Resize(size[0], size[1])
				same("a new size")
				p.Key("PageUp")
				same("PageUp in a new size")
			}
		})
	}
}

// A row that begins with one of these was cut in the wrong place.
var badStart = regexp.MustCompile(`^[\p{M}\x{200D}\x{FE00}-\x{FE0F}）」』】。、，ะาำ]`)

func TestTmux_RowsBeginWithLetters(t *testing.T) {
	t.Parallel()
	missing(t, "tmux")
	url := agent(t)
	for _, width := range []int{40, 80, 200} {
		t.Run(strconv.Itoa(width), func(t *testing.T) {
			t.Parallel()
			p := inPane(t, width, 60, url, "demo languages")
			for row := range strings.SplitSeq(p.settled(), "\n") {
				row = strings.TrimLeft(row, " │┃▌┆╎")
				if badStart.MatchString(row) {
					t.Errorf("a row begins with %q", row)
				}
				if got := cell.Width(row, cell.WcWidth); got > width {
					t.Errorf("a row of %d cells: %q", got, row)
				}
			}
		})
	}
}
