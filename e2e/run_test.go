//go:build !windows

package e2e_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"agtui/e2e/term"
)

// promptly is how soon a stop must reach the server.
const promptly = 100 * time.Millisecond

func TestStop_ClosesTheConnectionAndKeepsTheText(t *testing.T) {
	t.Parallel()
	s := tapped(t)
	tm := open(t, classic, s.URL)
	tm.See("Type a message")
	// A busy machine may be slow once; the program must not be.
	best := time.Hour
	for i := range 3 {
		said(tm, fmt.Sprintf("question %d", i))
		s.next(t)
		s.say(runStarted, textStart, content(fmt.Sprintf("half an answer %d", i)))
		tm.See(fmt.Sprintf("half an answer %d", i), "streaming")
		before := time.Now()
		tm.Type(term.CtrlC)
		select {
		case at := <-s.left:
			best = min(best, at.Sub(before))
		case <-time.After(term.Limit):
			t.Fatal("the connection stays open")
		}
		tm.See(fmt.Sprintf("half an answer %d", i), "stopped by you")
		tm.Until("the end of the run", func(s string) bool { return strings.Count(s, "by you ·") == i+1 })
	}
	if best > promptly {
		t.Errorf("the connection was closed %s after ctrl+c, want at most %s", best, promptly)
	}
	s.none(t)
	tm.See("half an answer 0", "half an answer 1", "half an answer 2")
}

func TestStop_SlashStopWorksWhileADraftIsWritten(t *testing.T) {
	t.Parallel()
	s := tapped(t)
	tm := open(t, classic, s.URL)
	tm.See("Type a message")
	said(tm, "go")
	s.next(t)
	s.say(runStarted, textStart, content("so far"))
	tm.See("so far")
	tm.Type("/stop" + term.Enter)
	tm.See("stopped by you", "so far")
	<-s.left
}

func TestCtrlC_ClearsTheDraftThenQuits(t *testing.T) {
	t.Parallel()
	tm := open(t, classic, agent(t))
	tm.See("Type a message")
	tm.Type("a draft")
	tm.See("› a draft")
	tm.Type(term.CtrlC)
	tm.See("draft cleared", "Type a message")
	tm.Type(term.CtrlC)
	if code := tm.Exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	tm.Restored()
}

func TestRetry_SendsTheSameMessagesUnderANewRunID(t *testing.T) {
	t.Parallel()
	s := paced(t, 0)
	tm := ask(t, classic, s.URL, "demo error")
	first := s.next(t)
	tm.Type(term.Tab)
	tm.See("write") // the hint of the conversation
	tm.Type("R")
	second := s.next(t)
	if first.RunID == second.RunID || first.ThreadID != second.ThreadID || lastText(second) != "demo error" {
		t.Errorf("sent %q as run %s of thread %s, then %q as run %s of thread %s",
			lastText(first), first.RunID, first.ThreadID, lastText(second), second.RunID, second.ThreadID)
	}
	settled(tm)
	back(tm)
	tm.Type("/retry" + term.Enter)
	s.next(t)
	settled(tm)
	if n := strings.Count(tm.Screen(), "demo error"); n != 1 {
		t.Errorf("the prompt stands %d times on the screen:\n%s", n, tm.Screen())
	}
}

func TestQueue_WhatIsWrittenDuringARunGoesAfterIt(t *testing.T) {
	t.Parallel()
	s := tapped(t)
	tm := open(t, classic, s.URL)
	tm.See("Type a message")
	said(tm, "first")
	s.next(t)
	s.say(runStarted, textStart, content("I am on it"))
	tm.See("I am on it")
	said(tm, "second")
	tm.See("1 queued")
	tm.Type("third, still a draft")
	tm.See("› third, still a draft")
	s.none(t)
	s.say(textEnd, runFinished)
	close(s.frames)
	if in := s.next(t); lastText(in) != "second" || len(in.Messages) != 3 {
		t.Errorf("after the run %q was sent with %d messages", lastText(in), len(in.Messages))
	}
	tm.Gone("1 queued")
	tm.See("› third, still a draft")
	s.none(t)
}

func TestWriting_SeveralLinesAndPastes(t *testing.T) {
	t.Parallel()
	s := paced(t, 0)
	tm := open(t, classic, s.URL)
	tm.See("Type a message")
	tm.Type("one" + term.CtrlJ + "two")
	tm.See("› one", "   two")
	tm.Paste("\nthree\r\nfour\rfive\n")
	tm.See("› one", "   two", "   three", "   four", "   five")
	s.none(t)
	tm.Type("six" + "\x1b" + term.Enter + "seven") // alt+enter
	tm.See("   six", "   seven")
	s.none(t)
	tm.Type(term.Enter)
	if got := lastText(s.next(t)); got != "one\ntwo\nthree\nfour\nfive\nsix\nseven" {
		t.Errorf("sent %q", got)
	}
	s.none(t)
}

func TestWriting_AHugePasteIsSentWhole(t *testing.T) {
	t.Parallel()
	s := paced(t, 0)
	tm := open(t, classic, s.URL)
	tm.See("Type a message")
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "line %d of a log, with 한글 and 👩🏽‍💻\n", i)
	}
	tm.Paste(b.String() + "the end")
	tm.See("[pasted 5001 lines")
	s.none(t)
	tm.Type(term.Enter)
	if got := lastText(s.next(t)); got != b.String()+"the end" {
		t.Errorf("%d bytes were sent, want %d", len(got), b.Len()+7)
	}
}

func TestWriting_APasteOverASlowLineIsWhole(t *testing.T) {
	t.Parallel()
	s := paced(t, 0)
	tm := open(t, classic, s.URL)
	tm.See("Type a message")
	for _, piece := range []string{"\x1b[200~one 한", "글\ntwo \xf0\x9f", "\x98\x80\nthree\x1b[20", "1~", " four"} {
		tm.Type(piece)
		time.Sleep(150 * time.Millisecond) // longer than the library waits for the rest of a key
	}
	tm.See("› one", "   three four")
	tm.Type(term.Enter)
	if got := lastText(s.next(t)); got != "one 한글\ntwo 😀\nthree four" {
		t.Errorf("sent %q", got)
	}
}

func TestWriting_APasteIsDrawnWithoutItsControlCharacters(t *testing.T) {
	t.Parallel()
	s := paced(t, 0)
	tm := open(t, classic, s.URL)
	tm.See("Type a message")
	tm.Paste("safe\x1b]0;owned\x07\x1b[31m and\x00\ttab\u202e")
	tm.See("safe")
	tm.Type(term.Enter)
	s.next(t)
	settled(tm)
	if strings.Contains(tm.Title(), "owned") {
		t.Errorf("the title is %q", tm.Title())
	}
	if raw := tm.Raw(); strings.ContainsAny(raw, "\x00\u202e") || strings.Contains(raw, "\x1b]0;owned") {
		t.Error("what was pasted reached the terminal as it was")
	}
}

func TestHistory_IsWalkedAndKept(t *testing.T) {
	t.Parallel()
	s := paced(t, 0)
	data := t.TempDir()
	tm := open(t, classic, s.URL, "--data-dir", data)
	tm.See("Type a message")
	for _, p := range []string{"demo nothing", "hello\nthere"} {
		tm.Paste(p)
		tm.See(p[:5])
		tm.Type(term.Enter)
		s.next(t)
		settled(tm)
	}
	tm.Type("draft")
	tm.See("› draft")
	tm.Type(term.Up)
	tm.See("› hello", "   there")
	tm.Type(term.Up + term.Up)
	tm.See("› demo nothing")
	tm.Type(term.Down + term.Down + term.Down)
	tm.See("› draft")
	tm.Type(term.CtrlC + term.CtrlC)
	tm.Exit()

	tm = open(t, classic, s.URL, "--data-dir", data)
	tm.See("Type a message")
	tm.Type(term.CtrlR)
	tm.See("Earlier prompts", "demo nothing", "hello")
	tm.Type("demo")
	tm.Gone("hello")
	tm.Type(term.Enter)
	tm.See("› demo nothing")
	s.none(t)
}

func TestFollow_TheFirstLineStaysWhenReadingBack(t *testing.T) {
	t.Parallel()
	s := tapped(t)
	tm := open(t, term.Options{Width: 80, Height: 24}, s.URL)
	tm.See("Type a message")
	said(tm, "go")
	s.next(t)
	s.say(runStarted, textStart)
	for i := range 60 {
		s.say(content(fmt.Sprintf("Line number %d.\\n\\n", i)))
	}
	tm.See("Line number 59.")
	tm.Type(term.PgUp)
	tm.Gone("Line number 59.")
	tm.Quiet(quiet)
	body := func(screen string) string { return strings.Join(strings.Split(screen, "\n")[1:20], "\n") }
	before := body(tm.Screen())
	tm.Watch(func(screen string) {
		if now := body(screen); now != before {
			t.Errorf("what is read moved:\n%s\nwas:\n%s", now, before)
		}
	})
	for i := range 60 {
		s.say(content(fmt.Sprintf("More of it %d.\\n\\n", i)))
	}
	s.say(`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f"}`, `{"type":"TOOL_CALL_END","toolCallId":"c"}`, textEnd, runFinished)
	close(s.frames)
	tm.Until("the end of the run", func(string) bool { return strings.HasSuffix(tm.Title(), "(finished)") })
	tm.Quiet(quiet)
	tm.Watch(nil)
	if !regexp.MustCompile(`↓ \d+ new`).MatchString(tm.Screen()) {
		t.Errorf("the footer does not say that there is more below:\n%s", tm.Screen())
	}
	tm.Type("/bottom" + term.Enter)
	tm.See("More of it 59.", "finished")
	tm.Gone("↓")
}

func TestResize_AStormEndsInTheScreenOfTheLastSize(t *testing.T) {
	t.Parallel()
	s := paced(t, 0.05)
	tm := open(t, classic, s.URL)
	tm.See("Type a message")
	said(tm, "demo long")
	s.next(t)
	tm.See("streaming")
	all := [][2]int{{1, 1}, {200, 60}, {2, 1}, {1, 40}, {40, 10}, {500, 2}, {3, 3}, {120, 36}, {20, 5}, {79, 24}}
	for range 4 {
		for _, wh := range all {
			tm.Resize(wh[0], wh[1])
			tm.Quiet(5 * time.Millisecond)
		}
	}
	tm.Resize(80, 32)
	settled(tm)
	got := tm.Screen()
	fresh := ask(t, term.Options{Width: 80, Height: 32}, s.URL, "demo long")
	drop := func(screen string) string {
		lines := strings.Split(masked(screen), "\n")
		return elapsed.ReplaceAllString(strings.Join(slices.Delete(lines, 0, 1), "\n"), "#")
	}
	if drop(got) != drop(fresh.Screen()) {
		t.Errorf("after the storm:\n%s\nwithout it:\n%s", got, fresh.Screen())
	}
}

// elapsed is how long a run took, in its rule; the rule fills the line.
var elapsed = regexp.MustCompile(`(\d+|#\S*) s\b.*`)
