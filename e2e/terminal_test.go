//go:build !windows

package e2e_test

import (
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"agtui/e2e/term"
)

// sgr is a sequence that sets colours or attributes.
var sgr = regexp.MustCompile(`\x1b\[([\d;:]*)m`)

// colours are the SGR sequences in raw output that set a colour.
func colours(raw string) (found []string) {
	for _, m := range sgr.FindAllStringSubmatch(raw, -1) {
		for p := range strings.SplitSeq(strings.ReplaceAll(m[1], ":", ";"), ";") {
			n, err := strconv.Atoi(p)
			if err == nil && (n >= 30 && n <= 38 || n >= 40 && n <= 48 || n >= 90 && n <= 107) {
				found = append(found, m[0])
				break
			}
		}
	}
	return found
}

func TestNoColor_WritesNoColour(t *testing.T) {
	t.Parallel()
	url := agent(t)
	for _, tc := range []struct {
		name string
		env  []string
		args []string
		want bool
	}{
		{"colours by default", nil, nil, true},
		{"NO_COLOR", []string{"NO_COLOR=1"}, nil, false},
		{"--no-color", nil, []string{"--no-color"}, false},
		{"16 colours", []string{"TERM=xterm", "COLORTERM="}, nil, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			tm := open(t, term.Options{Width: 120, Height: 30, Env: tc.env}, append([]string{url}, tc.args...)...)
			tm.See("Type a message")
			said(tm, "demo tour")
			settled(tm)
			got := colours(tm.Raw())
			if (len(got) > 0) != tc.want {
				t.Errorf("colours %q, want some: %v", got, tc.want)
			}
			if tc.name == "16 colours" && strings.Contains(strings.Join(got, ""), "38;2") {
				t.Errorf("24 bit colours on a terminal of 16: %q", got)
			}
		})
	}
}

func TestGraphemes_ModeIsUsedWhereTheTerminalHasIt(t *testing.T) {
	t.Parallel()
	url := agent(t)
	const family = "👨‍👩‍👧‍👦"
	tm := ask(t, term.Options{Width: 80, Height: 30, Grapheme: true}, url, "demo emoji")
	tm.See("A family of four: " + family)
	if !strings.Contains(tm.Raw(), "\x1b[?2027h") {
		t.Error("mode 2027 was not switched on")
	}
	tm.Type("/quit" + term.Enter)
	tm.Exit()
	tm.Restored()

	plain := ask(t, term.Options{Width: 80, Height: 30}, url, "demo emoji")
	plain.See("A family of four: ")
	if raw := plain.Raw(); strings.Contains(raw, "\x1b[?2027h") || strings.Contains(raw, family) {
		t.Error("without mode 2027 the terminal got a sequence of code points that it counts otherwise")
	}
}

func TestExit_RestoresTheTerminal(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		end  func(tm *term.Terminal)
		code int
	}{
		{"quit", func(tm *term.Terminal) { tm.Type("/quit" + term.Enter) }, 0},
		{"ctrl+c twice", func(tm *term.Terminal) { tm.Type(term.CtrlC); tm.See("again quits"); tm.Type(term.CtrlC) }, 0},
		{"SIGTERM", func(tm *term.Terminal) { tm.Signal(syscall.SIGTERM) }, 130},
		{"SIGHUP", func(tm *term.Terminal) { tm.Signal(syscall.SIGHUP) }, 130},
		{"SIGINT", func(tm *term.Terminal) { tm.Signal(syscall.SIGINT) }, 130},
	} {
		for _, running := range []bool{false, true} {
			name := tc.name
			if running {
				name += " during a run"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := tapped(t)
				tm := open(t, term.Options{Width: 80, Height: 24, Grapheme: true}, s.URL)
				tm.See("Type a message")
				if running {
					said(tm, "go")
					s.next(t)
					s.say(runStarted, textStart, content("half"))
					tm.See("half")
					if tc.name == "ctrl+c twice" {
						tm.Type(term.CtrlC)
						tm.See("stopped by you")
					}
				}
				tc.end(tm)
				if code := tm.Exit(); code != tc.code {
					t.Errorf("exit code %d, want %d", code, tc.code)
				}
				tm.Restored()
				if running {
					<-s.left
				}
			})
		}
	}
}

func TestSuspend_GivesTheTerminalBackAndComesAgain(t *testing.T) {
	t.Parallel()
	s := tapped(t)
	home := t.TempDir()
	tm := term.Start(t, term.Options{Width: 80, Height: 24, Grapheme: true, Env: []string{
		"XDG_DATA_HOME=" + home, "XDG_CONFIG_HOME=" + home, "NO_COLOR=", "PS1=prompt> ", "ENV=", "HISTFILE=",
	}}, "/bin/sh", "-i")
	tm.See("prompt>")
	tm.Type(binary + " " + s.URL + term.Enter)
	tm.See("Type a message")
	said(tm, "go")
	s.next(t)
	s.say(runStarted, textStart, content("before the break. "))
	tm.See("before the break.")
	tm.Type("a draft")
	tm.See("› a draft")
	for range 2 {
		tm.Type(term.CtrlZ)
		tm.Until("the shell", func(screen string) bool { return !tm.AltScreen() && strings.Contains(screen, "prompt>") })
		tm.Quiet(quiet)
		tm.Modes()
		s.say(content("meanwhile. "))
		tm.Type("echo $((40+2)) answers" + term.Enter)
		tm.See("42 answers")
		tm.Type("fg" + term.Enter)
		tm.Until("the program again", func(screen string) bool {
			return tm.AltScreen() && strings.Contains(screen, "› a draft") && strings.Contains(screen, "meanwhile.")
		})
	}
	s.say(content("after it."), textEnd, runFinished)
	close(s.frames)
	tm.See("before the break. "+strings.Repeat("meanwhile. ", 2)+"after it.", "finished")
	tm.Type(term.CtrlC + term.CtrlC)
	tm.Until("the shell", func(screen string) bool {
		// Its terminal is its own again when it asks for more.
		return !tm.AltScreen() && strings.HasSuffix(strings.TrimSpace(screen), "prompt>")
	})
	tm.Type("exit" + term.Enter)
	tm.Exit()
	tm.Restored()
}

func TestEmoji_CutBetweenDeltasNeverShowsPieces(t *testing.T) {
	t.Parallel()
	// Each row is a text in pieces as they arrive; every one is followed by a
	// drawn frame.
	rows := []struct {
		name   string
		pieces []string
		whole  string
		base   string // a letter that may stand alone until its accent comes
	}{
		{"a surrogate pair in two deltas", []string{`\ud83c`, `\udfd4`}, "🏔", ""},
		{"a family in seven", []string{`\ud83d`, `\udc68`, `\u200d\ud83d\udc69`, `\u200d`, `\ud83d\udc67`, `\u200d\ud83d`, `\udc66`}, "👨‍👩‍👧‍👦", ""},
		{"a flag in two", []string{`🇰`, `🇷`}, "🇰🇷", ""},
		{"a skin tone that comes late", []string{`👩`, `🏽`, `\u200d`, `💻`}, "👩🏽‍💻", ""},
		{"an accent that comes late", []string{`e`, `\u0301`}, "e\u0301", "e"},
		{"Hangul from its letters", []string{`\u1112`, `\u1161`, `\u11ab`}, "\u1112\u1161\u11ab", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			s := tapped(t)
			tm := open(t, term.Options{Width: 80, Height: 24, Grapheme: true}, s.URL)
			tm.See("Type a message")
			said(tm, "go")
			s.next(t)
			tm.Quiet(quiet)
			s.say(runStarted, textStart, content("Here: "))
			tm.See("Here:")
			seen := map[string]bool{}
			tm.Watch(func(screen string) {
				for line := range strings.SplitSeq(screen, "\n") {
					if _, rest, ok := strings.Cut(line, "Here:"); ok {
						seen[strings.TrimSpace(rest)] = true
					}
				}
			})
			for _, p := range row.pieces {
				s.say(content(p))
				tm.Quiet(quiet / 5)
			}
			s.say(content(" done"))
			tm.See("Here: " + row.whole + " done")
			tm.Watch(nil)
			if strings.Contains(tm.Raw(), "\uFFFD") {
				t.Error("U+FFFD was drawn")
			}
			for got := range seen {
				if got != "" && got != "done" && got != row.base && !strings.HasPrefix(got, row.whole) {
					t.Errorf("%q was on the screen, a piece of %q", got, row.whole)
				}
			}
			close(s.frames)
		})
	}
}

func TestNarrow_EverythingCanBeAnsweredIn40Columns(t *testing.T) {
	t.Parallel()
	s := paced(t, 0)
	tm := ask(t, term.Options{Width: 40, Height: 20}, s.URL, "demo approve")
	s.next(t)
	tm.Type(term.Tab)
	tm.See("Approve", "Edit arguments", "Deny", "Cancel")
	mark(tm, "Cancel")
	choose(tm)
	tm.See("Really cancel?")
	choose(tm)
	tm.See("You cancelled the question")
}
