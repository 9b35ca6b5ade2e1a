//go:build !windows

package e2e_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agtui/e2e/term"
)

func TestCopy_ReachesTheTerminalThroughWhatIsBetween(t *testing.T) {
	t.Parallel()
	url := agent(t)
	for _, tc := range []struct {
		name     string
		env      []string
		from, to string // round the base64 in the raw output
		says     string
	}{
		{"plain", []string{"TMUX=", "STY="}, "\x1b]52;c;", "\x07", "(OSC 52)"},
		{"tmux", []string{"TMUX=/tmp/tmux,1,0", "TERM=screen-256color"}, "\x1bPtmux;\x1b\x1b]52;c;", "\x07\x1b\\", "(OSC 52, through tmux)"},
		{"screen", []string{"TMUX=", "STY=1.tty", "TERM=screen-256color"}, "\x1bP\x1b]52;c;", "\x07\x1b\\", "(OSC 52, through screen)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			tm := ask(t, term.Options{Width: 160, Height: 30, Env: append(tc.env, "AGTUI_DATA_DIR="+data)}, url, "demo tour")
			tm.Type("/copy" + term.Enter)
			tm.See("copied the last answer", tc.says, "copied.txt")
			tm.Quiet(quiet)
			_, rest, ok := strings.Cut(tm.Raw(), tc.from)
			body, _, ended := strings.Cut(rest, tc.to)
			if !ok || !ended {
				t.Fatalf("no sequence %q…%q in the output", tc.from, tc.to)
			}
			text, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(body, "\x1b\\\x1bP", ""))
			kept, rerr := os.ReadFile(filepath.Join(data, "copied.txt"))
			if err != nil || rerr != nil || len(text) == 0 || string(text) != string(kept) {
				t.Errorf("sent %q (%v), kept %q (%v)", text, err, kept, rerr)
			}
		})
	}
}

func TestMouse_IsLeftToTheTerminal(t *testing.T) {
	t.Parallel()
	tm := open(t, term.Options{Width: 80, Height: 24}, agent(t), "--mouse=false")
	tm.See("Type a message")
	tm.Quiet(quiet)
	for _, mode := range []string{"\x1b[?1000h", "\x1b[?1002h", "\x1b[?1003h"} {
		if strings.Contains(tm.Raw(), mode) {
			t.Errorf("%q was switched on", mode)
		}
	}
}
