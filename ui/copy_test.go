package ui_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agtui/store"
	"agtui/store/turn"
	"agtui/ui"
)

// copying is a driver with an answer, and copies as told.
func copying(t *testing.T, c ui.Clipboard, text string) *driver {
	t.Helper()
	d := driveWith(t, func(o *ui.Options) { o.Clipboard = c }, answer(says("m1", text)))
	return d.size(200, 24).say("hi").idle().keys("tab")
}

func TestCopy_GoesThroughWhatShowsUs(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("copy me ", 100)
	b64 := base64.StdEncoding.EncodeToString([]byte(text))
	plain := "\x1b]52;c;" + b64 + "\x07"
	for _, tt := range []struct {
		name string
		env  []string
		mode string
		want string
		says string
	}{
		{"a terminal", []string{"TERM=xterm-256color"}, "", plain, "(OSC 52)"},
		{
			"tmux",
			[]string{"TERM=screen-256color", "TMUX=/tmp/x,1,0"},
			"auto",
			plain + "\x1bPtmux;\x1b" + plain + "\x1b\\", "(OSC 52, through tmux)",
		},
		{"the console", []string{"TERM=linux"}, "", "", "lets no program copy"},
		{"the console, asked all the same", []string{"TERM=linux"}, "osc52", plain, "(OSC 52)"},
		{"Terminal.app", []string{"TERM_PROGRAM=Apple_Terminal"}, "auto", "", "lets no program copy"},
		{"an old VTE", []string{"VTE_VERSION=7001"}, "auto", "", "lets no program copy"},
		{"tmux in an old VTE", []string{"VTE_VERSION=7001", "TMUX=x"}, "auto", plain + "\x1bPtmux;\x1b" + plain + "\x1b\\", "through tmux"},
		{"a file only", nil, "file", "", "into "},
	} {
		file := filepath.Join(t.TempDir(), "data", "copied.txt")
		d := copying(t, ui.Clipboard{Mode: tt.mode, Env: append([]string{}, tt.env...), File: file}, text)
		d.raw = nil
		d.keys("y").see(tt.says).idle()
		if got := strings.Join(d.raw, ""); got != tt.want {
			t.Errorf("%s: sent %q", tt.name, got)
		}
		kept, err := os.ReadFile(file)
		if err != nil || string(kept) != text {
			t.Errorf("%s: kept %q, %v", tt.name, kept, err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", tt.name, info.Mode(), err)
		}
	}
}

func TestCopy_GoesThroughScreenInParts(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("0123456789", 90)
	for _, env := range [][]string{{"STY=1.tty", "TERM=screen"}, {"TERM=screen-256color"}} {
		d := copying(t, ui.Clipboard{Env: env}, text)
		d.raw = nil
		d.keys("y").see("through screen").idle()
		var whole strings.Builder
		for part := range strings.SplitSeq(strings.Join(d.raw, ""), "\x1bP") {
			body, _ := strings.CutSuffix(part, "\x1b\\")
			if len(body) > 256 {
				t.Errorf("a part of %d bytes", len(body))
			}
			whole.WriteString(body)
		}
		if want := "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) + "\x07"; whole.String() != want {
			t.Errorf("%v: the parts are %q", env, whole.String())
		}
	}
}

func TestCopy_SaysWhereItWentAndWhatItHas(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 80_000)
	home := t.TempDir()
	c := ui.Clipboard{Env: []string{"HOME=" + home}, File: filepath.Join(home, "agtui", "copied.txt")}
	copying(t, c, "text").keys("y").see("copied the last answer, 4 B: to the terminal's clipboard (OSC 52), also in ~/agtui/copied.txt").idle()
	copying(t, c, long).keys("y").see("copied the last answer, 80.0 kB: into ~/agtui/copied.txt (too long for many terminals").idle()
	copying(t, ui.Clipboard{}, long).keys("y").see("not copied: too long", "no file is kept").idle()
	copying(t, ui.Clipboard{Mode: ui.ClipboardOff}, "text").keys("y").see("copying is switched off").idle()
	d := copying(t, c, "an \x1b[31m escape and \u202e more")
	d.raw = nil
	d.keys("y").see("careful: it has control or invisible characters").idle()
	if seq := strings.Join(d.raw, ""); strings.Count(seq, "\x1b") != 1 || strings.Contains(seq, "\u202e") {
		t.Errorf("what was copied stands in the sequence: %q", seq)
	}
	copying(t, c, "a\ttab\r\nand lines\n").keys("y").see("to the terminal's").hidden("careful").idle()
	file := filepath.Join(home, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	copying(t, ui.Clipboard{File: filepath.Join(file, "copied.txt")}, "text").keys("y").idle().see("the copy could not be kept")
}

func TestCopy_GivesItToACommand(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "taken")
	d := copying(t, ui.Clipboard{Mode: "tee " + file}, "exactly this\n")
	d.keys("y").see("given to tee").idle()
	if got, err := os.ReadFile(file); err != nil || string(got) != "exactly this\n" {
		t.Errorf("%q, %v", got, err)
	}
	copying(t, ui.Clipboard{Mode: " "}, "text").keys("y").idle().see("not copied: the command that takes copies is blank")
	copying(t, ui.Clipboard{Mode: "false"}, "text").keys("y").idle().see(`"false" did not take the copy`)
}

func TestCopy_TakesACodeBlockOfTheMarkedMessage(t *testing.T) {
	t.Parallel()
	d := copying(t, ui.Clipboard{}, "Do:\n\n```sh\necho \"a    b\"\n```\n\n- and\n  ```go\n  x := 1\n  ```\n")
	d.keys("}").see("no message is marked")
	d.keys("k", "}").see("no message is marked") // the end of the run
	d.keys("k", "}").see("code block 1 of 2 (sh, 13 B): y copies it")
	want := func(text string) {
		t.Helper()
		d.clip = nil
		if d.keys("y").idle(); len(d.clip) != 1 || d.clip[0] != text {
			t.Errorf("copied %q, want %q", d.clip, text)
		}
	}
	want(`echo "a    b"`)
	d.see("copied the code block, 13 B")
	d.keys("}").see("code block 2 of 2 (go, 6 B)")
	want("x := 1")
	d.keys("}").see("code block 2 of 2").keys("{").see("code block 1 of 2").keys("{").see("the whole message, with 2 code blocks")
	want("Do:\n\n```sh\necho \"a    b\"\n```\n\n- and\n  ```go\n  x := 1\n  ```\n")
	d.keys("k", "}").see("this message has no code block")
}

func TestCopy_TheLastOfTwoInQuickSuccessionStays(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, c := range map[string]ui.Clipboard{
		"the file":  {Mode: ui.ClipboardFile, File: filepath.Join(dir, "copied.txt")},
		"a command": {Mode: "tee " + filepath.Join(dir, "taken")},
	} {
		m := ui.New(ui.Options{Clipboard: c, Turn: turn.New(turn.Config{}), Conversation: store.New(nil, nil)})
		first, second := ui.Clip(m, "first"), ui.Clip(m, "second")
		done := make(chan struct{})
		go func() { // the later one is quicker
			defer close(done)
			second()
		}()
		select {
		case <-done:
		case <-time.After(50 * time.Millisecond):
		}
		first()
		<-done
		file := c.File
		if file == "" {
			file = filepath.Join(dir, "taken")
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != "second" {
			t.Errorf("%s has %q, %v", name, got, err)
		}
	}
}
