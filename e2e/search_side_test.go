//go:build !windows

package e2e_test

import (
	"testing"

	"agtui/e2e/term"
)

func TestSearch_GoesThroughTheSidePane(t *testing.T) {
	t.Parallel()
	s := tapped(t)
	tm := open(t, term.Options{Width: 130, Height: 30}, s.URL)
	tm.See("Type a message")
	said(tm, "go on")
	s.next(t)
	s.say(runStarted)
	s.say(`{"type":"STATE_SNAPSHOT","snapshot":{"hut":{"beds":4,"stove":{"fuel":"Gas"}},"notes":["bring gas"]}}`)
	s.say(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"gaslight","delta":"x"}`)
	s.say(runFinished)
	tm.See("finished", "fuel")
	tm.Type(term.Tab)
	tm.See("i write")
	tm.Type(term.Tab)
	tm.See("space fold")
	tm.Type("h")
	tm.Gone("fuel")
	tm.Type("/")
	tm.See("text, or /expression/")
	tm.Type("gas")
	tm.See("1 of 2", "/hut/stove/fuel")
	tm.Type(term.Enter + "n")
	tm.See("2 of 2", "/notes/0")
	tm.Gone("fuel")
	tm.Type("N")
	tm.See("1 of 2", "fuel")
	tm.Type(term.F4)
	tm.See("gaslight")
	tm.Type("n")
	tm.See("1 of 2")
	tm.Type(term.Esc)
	tm.Gone("1 of 2")
	close(s.frames)
}
