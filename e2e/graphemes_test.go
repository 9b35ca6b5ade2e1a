//go:build !windows

package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"agtui/e2e/term"
)

// Another program may leave mode 2027 as it likes, and the renderer does not
// switch it on again.
func TestGraphemes_ModeIsSetAgainAfterAnotherProgram(t *testing.T) {
	t.Parallel()
	const on, off = "\x1b[?2027h", "\x1b[?2027l"
	editor := filepath.Join(t.TempDir(), "editor")
	script := "#!/bin/sh\nprintf '\\033[?2027l'\nprintf 'written elsewhere' > \"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	o := term.Options{Width: 80, Height: 30, Grapheme: true, Env: []string{"VISUAL=" + editor, "EDITOR=" + editor}}
	tm := open(t, o, agent(t))
	tm.See("Type a message")
	again := func(after string, before int) {
		t.Helper()
		tm.Until("mode 2027 on after "+after, func(string) bool {
			raw := tm.Raw()
			return strings.Count(raw, on) > before && strings.LastIndex(raw, on) > strings.LastIndex(raw, off)
		})
	}
	tm.Type("a draft") // the renderer sets it with the next frame that differs
	again("the start", 0)
	for range 2 {
		before := strings.Count(tm.Raw(), on)
		tm.Type("\x07") // ctrl+g
		tm.See("written elsewhere")
		again("the editor", before)
	}
	before := strings.Count(tm.Raw(), on)
	tm.Type("\x1a") // ctrl+z
	tm.Until("the terminal left", func(string) bool { return !tm.AltScreen() })
	// One that comes before the program waits for it is lost.
	for end := time.Now().Add(term.Limit); !tm.AltScreen() && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		tm.Signal(syscall.SIGCONT)
	}
	tm.See("written elsewhere")
	again("suspension", before)
	tm.Type("\x15/quit" + term.Enter)
	tm.Exit()
	tm.Restored()
}
