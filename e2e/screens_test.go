package e2e_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agtui/e2e/term"
)

// quiet is how long nothing is drawn before a screen counts as settled.
const quiet = 300 * time.Millisecond

// over are the words in the rule that closes a run.
var over = []string{"finished", "interrupted", "errored", "incomplete", "failed", "cancelled"}

// settled waits until a run is over and nothing moves.
func settled(tm *term.Terminal) {
	tm.Until("the end of the run", func(s string) bool {
		if strings.Contains(s, "streaming") || strings.Contains(s, "waiting") {
			return false
		}
		for _, w := range over {
			if strings.Contains(s, w+" ·") || strings.Contains(s, "── "+w) || strings.Contains(s, w+" #.#") || strings.Contains(s, "question") {
				return true
			}
		}
		return false
	})
	tm.Quiet(quiet)
}

func TestScreens_OfTheDemoAgent(t *testing.T) {
	url := agent(t)
	prompts := []struct{ name, say string }{
		{"a plain sentence is answered", "hello"},
		{"the tour shows a bit of everything", "demo tour"},
		{"Markdown is laid out", "demo markdown"},
		{"a call waits for approval", "demo approve"},
		{"a form is asked for", "demo form"},
		{"three questions at once", "demo three"},
		{"subagents are told apart", "demo subagents"},
		{"activities are drawn by their kind", "demo activities"},
		{"a failed patch is told", "demo state"},
		{"an error is unmistakable", "demo error"},
		{"a cut stream is incomplete", "demo cut"},
		{"languages keep their columns", "demo languages"},
		{"hostile text stays text", "demo hostile"},
		{"an illegal stream goes on with findings", "demo illegal not-open"},
	}
	for _, p := range prompts {
		for _, size := range [][2]int{{40, 24}, {80, 30}, {120, 36}} {
			name := fmt.Sprintf("%s at %d columns", p.name, size[0])
			t.Run(name, func(t *testing.T) {
				tm := open(t, term.Options{Width: size[0], Height: size[1]}, url)
				tm.See("Try one of these")
				tm.Type(p.say)
				tm.See(p.say)
				tm.Type(term.Enter)
				settled(tm)
				golden(t, strings.ReplaceAll(name, " ", "-"), masked(tm.Screen()))
			})
		}
	}
}
