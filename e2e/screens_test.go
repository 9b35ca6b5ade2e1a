//go:build !windows

package e2e_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"agtui/e2e/term"
	"agtui/stream/demo"
)

// quiet is how long nothing is drawn before a screen counts as settled.
const quiet = 250 * time.Millisecond

// settled waits until no run goes on, nothing moves, and no mark of a change is
// left to fade. The terminal's title carries the state of the run.
func settled(tm *term.Terminal) {
	still := func(s string) bool {
		title := tm.Title()
		return !strings.HasSuffix(title, "(running)") && !strings.HasSuffix(title, "(ready)") &&
			!strings.Contains(s, "│ •")
	}
	for ok := false; !ok; ok = still(tm.Screen()) {
		tm.Until("the end of the run", still)
		tm.Quiet(quiet)
	}
}

// ask starts the program, says something and waits for the end of the run.
func ask(t *testing.T, o term.Options, url, say string) *term.Terminal {
	t.Helper()
	tm := open(t, o, url)
	tm.See("Try one of these", "Type a message")
	tm.Type(say)
	tm.See("› " + say)
	tm.Type(term.Enter)
	settled(tm)
	return tm
}

// sizes are the screens that goldens are kept of: a narrow pane, the classic
// terminal, one wide enough for the side pane, and a very wide one.
var sizes = [][2]int{{40, 28}, {80, 32}, {120, 36}, {200, 40}}

// wideOnly are scenarios that look the same at every size, or that are long:
// one size of them is enough.
var wideOnly = []string{"slow", "linger", "silence", "short", "long", "nothing"}

func TestScreens_OfTheDemoAgent(t *testing.T) {
	t.Parallel()
	url := agent(t)
	prompts := []string{"hello", "demo", "demo illegal not-open", "demo illegal bad-json", "demo http 500", "demo http html"}
	for _, s := range demo.Scenarios() {
		if len(s.Variants) == 0 && s.Name != "flood" {
			prompts = append(prompts, s.Prompt)
		}
	}
	for _, say := range prompts {
		for _, size := range sizes {
			if size[0] != 80 && slices.Contains(wideOnly, strings.TrimPrefix(say, "demo ")) {
				continue
			}
			name := fmt.Sprintf("%s-%d", strings.ReplaceAll(say, " ", "-"), size[0])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				tm := ask(t, term.Options{Width: size[0], Height: size[1]}, url, say)
				golden(t, name, masked(tm.Screen()))
			})
		}
	}
}

func TestScreens_OfTheStart(t *testing.T) {
	t.Parallel()
	url := agent(t)
	for _, size := range sizes {
		name := fmt.Sprintf("start-%d", size[0])
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tm := open(t, term.Options{Width: size[0], Height: size[1]}, url, "--no-record")
			tm.See("Try one of these", "Type a message")
			tm.Quiet(quiet)
			golden(t, name, masked(tm.Screen()))
		})
	}
}

// TestScreens_InColour keeps some screens with their looks, in every theme.
func TestScreens_InColour(t *testing.T) {
	t.Parallel()
	url := agent(t)
	for _, say := range []string{"demo markdown", "demo tool", "demo subagents", "demo approve"} {
		for _, look := range []string{"dark", "light", "contrast", "none"} {
			name := fmt.Sprintf("%s-%s", strings.ReplaceAll(say, " ", "-"), look)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				tm := ask(t, term.Options{Width: 80, Height: 32, Env: []string{"AGTUI_THEME=" + look}}, url, say)
				golden(t, "colour/"+name, masked(tm.Styled()))
			})
		}
	}
}
