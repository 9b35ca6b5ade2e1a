package ui_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"agtui/ui"
)

func TestLinks_OnlyWhereTheTerminalIsKnown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		env  string
		want bool
	}{
		"no environment at all": {"", false},
		"xterm":                 {"TERM=xterm-256color", false},
		"the console":           {"TERM=linux VTE_VERSION=7000", false},
		"a dumb terminal":       {"TERM=dumb KITTY_WINDOW_ID=1", false},
		"kitty":                 {"TERM=xterm-kitty", true},
		"ghostty":               {"TERM=xterm-ghostty TERM_PROGRAM=ghostty", true},
		"foot":                  {"TERM=foot-extra", true},
		"alacritty":             {"TERM=alacritty", true},
		"WezTerm as xterm":      {"TERM=xterm-256color TERM_PROGRAM=WezTerm", true},
		"iTerm2":                {"TERM=xterm-256color TERM_PROGRAM=iTerm.app TERM_PROGRAM_VERSION=3.5.2", true},
		"an old iTerm2":         {"TERM=xterm-256color TERM_PROGRAM=iTerm.app TERM_PROGRAM_VERSION=3.0.15", false},
		"Terminal of macOS":     {"TERM=xterm-256color TERM_PROGRAM=Apple_Terminal TERM_PROGRAM_VERSION=455", false},
		"VS Code":               {"TERM=xterm-256color TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.96.0", true},
		"Windows Terminal":      {"TERM=xterm-256color WT_SESSION=ab-cd", true},
		"GNOME Terminal":        {"TERM=xterm-256color VTE_VERSION=7600", true},
		"the VTE that crashed":  {"TERM=xterm-256color VTE_VERSION=5000", false},
		"Konsole":               {"TERM=xterm-256color KONSOLE_VERSION=230805", true},
		"an old Konsole":        {"TERM=xterm-256color KONSOLE_VERSION=200800", false},
		"tmux 3.3a in kitty":    {"TERM=tmux-256color TMUX=/tmp/t TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=3.3a KITTY_WINDOW_ID=1", false},
		"tmux 3.4 in kitty":     {"TERM=tmux-256color TMUX=/tmp/t TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=3.4 KITTY_WINDOW_ID=1", true},
		"tmux 3.4 in a terminal that nobody knows":   {"TERM=tmux-256color TMUX=/tmp/t TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=3.4", false},
		"tmux of an unknown version":                 {"TERM=screen-256color TMUX=/tmp/t KITTY_WINDOW_ID=1", false},
		"tmux of a version that is no number":        {"TERM=tmux-256color TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=next-3.6 KITTY_WINDOW_ID=1", false},
		"tmux that somebody reaches over ssh":        {"TERM=screen SSH_TTY=/dev/pts/0", false},
		"GNU screen in GNOME Terminal":               {"TERM=screen.xterm-256color STY=1.a VTE_VERSION=7600", false},
		"zellij in kitty":                            {"TERM=xterm-kitty ZELLIJ=0", false},
		"a shell in kitty with another TERM by hand": {"TERM=xterm-256color KITTY_WINDOW_ID=1", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := strings.Fields(c.env)
			if got := ui.Hyperlinks(ui.LinksAuto, env); got != c.want {
				t.Errorf("links: %v, want %v", got, c.want)
			}
			if !ui.Hyperlinks(ui.LinksOn, env) || ui.Hyperlinks(ui.LinksOff, env) {
				t.Error("on and off do not count")
			}
		})
	}
}

// withLinks is a model with a script, with links or without.
func withLinks(t tester, l ui.Links, answers ...[]string) *driver {
	t.Helper()
	return driveWith(t, func(o *ui.Options) { o.Links = l }, answers...)
}

func TestLinks_ChangeNothingButTheLinks(t *testing.T) {
	t.Parallel()
	var linked atomic.Int64
	rapid.Check(t, func(t *rapid.T) {
		answers := [][]string{wild(t), wild(t)}
		for _, events := range answers {
			for i, e := range events { // where links are, a link with a name has no address behind it
				events[i] = strings.ReplaceAll(e, "](", "] (")
			}
		}
		with, without := withLinks(t, ui.LinksOn, answers...), withLinks(t, ui.LinksOff, answers...)
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			var do func(d *driver)
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				w, h := rapid.SampledFrom([]int{20, 40, 81, 120}).Draw(t, "width"), rapid.IntRange(4, 40).Draw(t, "height")
				do = func(d *driver) { d.size(w, h) }
			case 1:
				do = func(d *driver) { d.say("hi") }
			case 2:
				text := rapid.SampledFrom([]string{"a", "example", "/./"}).Draw(t, "text")
				do = func(d *driver) { d.keys("tab", "/").typed(text).keys("enter") }
			default:
				key := rapid.SampledFrom(someKeys).Draw(t, "key")
				do = func(d *driver) { d.keys(key) }
			}
			do(with)
			do(without)
			got, want := with.idle().m.View().Content, without.idle().m.View().Content
			if got != want {
				linked.Add(1)
			}
			if text := withoutLinks(got); text != want {
				t.Fatalf("with links, but for them:\n%q\nwithout:\n%q", text, want)
			}
		}
	})
	if linked.Load() == 0 {
		t.Error("no screen had a link")
	}
}
