//go:build !windows

package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"agtui/e2e/term"
	"agtui/ui"
)

func TestSlash_CommandsCompleteAndNeverLoseADraft(t *testing.T) {
	t.Parallel()
	s := paced(t, 0)
	tm := open(t, classic, s.URL)
	tm.See("Type a message")
	tm.Type("/hel" + term.Tab)
	tm.See("› /help")
	tm.Type(term.Enter)
	tm.See("Keys", "esc closes")
	tm.Type(term.Esc)
	tm.See("Try one of these")
	tm.Type("/re" + term.Tab)
	tm.See("/reasoning", "/retry")
	tm.Type("zzz" + term.Enter)
	tm.See("no command /rezzz", "› /rezzz")
	tm.Type(term.CtrlC)
	tm.See("Type a message")
	tm.Type("/retry" + term.Enter)
	tm.See("nothing was sent yet")
	s.none(t)
	said(tm, "//etc is a path")
	if got := lastText(s.next(t)); got != "/etc is a path" {
		t.Errorf("sent %q", got)
	}
}

func TestSlash_APathIsText(t *testing.T) {
	t.Parallel()
	s := paced(t, 0)
	tm := open(t, classic, s.URL)
	tm.See("Type a message")
	said(tm, "/etc/hosts has what?")
	if got := lastText(s.next(t)); got != "/etc/hosts has what?" {
		t.Errorf("sent %q", got)
	}
}

func TestPalette_FindsAndRunsAnAction(t *testing.T) {
	t.Parallel()
	tm := ask(t, classic, agent(t), "demo tour")
	tm.Type(term.CtrlP)
	tm.See("Commands", "/retry", "/suspend")
	tm.Type("shared state")
	tm.Gone("/suspend")
	tm.Type(term.Enter)
	tm.See("State f2", "▾ trip")
	tm.Gone("Commands")
	tm.Type(term.CtrlP)
	tm.See("Commands", "/suspend")
	tm.Type("no such thing")
	tm.See("nothing matches")
	tm.Type(strings.Repeat(term.Del, 20))
	tm.See("/suspend")
	tm.Type("/answer" + term.Enter)
	tm.See("no question is open")
	tm.Type(term.Esc)
	tm.Gone("Commands")
}

func TestHelp_HasEveryActionOfTheTable(t *testing.T) {
	t.Parallel()
	tm := open(t, term.Options{Width: 160, Height: 200}, agent(t))
	tm.See("Type a message")
	tm.Type(term.F1)
	tm.See("Keys", "esc closes")
	var want []string
	for _, b := range ui.Bindings() {
		help, _, _ := strings.Cut(b.Help, ";")
		key, _, _ := strings.Cut(b.Keys, ",")
		if what, ok := strings.CutPrefix(help, "Edit the text: "); ok {
			// The keys of every text field share their rows.
			help = strings.TrimSuffix(what, ".")
		}
		want = append(want, help, b.Command, key)
	}
	tm.See(want...)
	tm.Type(term.F1)
	tm.See("Try one of these")
}

func TestHelp_ScrollsWhereThereIsLittleRoom(t *testing.T) {
	t.Parallel()
	tm := open(t, term.Options{Width: 40, Height: 16}, agent(t))
	tm.See("Type a message")
	tm.Type(term.F1)
	tm.See("Keys", "more")
	tm.Type(strings.Repeat(term.PgDn, 20))
	tm.Gone("more, esc")
	tm.Type(strings.Repeat(term.PgUp, 20))
	tm.See("Keys", "more")
}

func TestState_FoldsAndNamesThePath(t *testing.T) {
	t.Parallel()
	tm := ask(t, term.Options{Width: 80, Height: 30}, agent(t), "demo state")
	tm.Type(term.F2)
	tm.See("▾ trip", "stops     3 items", "150.50", "12345678901234567890", "1 patch not applied", "test /trip/booked")
	tm.Type(term.Down)
	tm.Type(" ")
	tm.See("▸ trip")
	tm.Gone("150.50")
	tm.Type(term.Right)
	tm.See("▾ trip", "150.50")
	tm.Type(term.F2)
	tm.See("Watch the state pane", "enter send")
}

func TestFindings_AreListedWithRuleAndFrame(t *testing.T) {
	t.Parallel()
	tm := ask(t, term.Options{Width: 80, Height: 30}, agent(t), "demo illegal not-open")
	tm.See("! 1")
	tm.Type(term.F4)
	tm.See("Findings 1 f4", "error not-open", "frame")
	tm.Type(term.F4)
	tm.See("Who am I?")
}

func TestLayouts_LettersOfOtherLayoutsWorkOutsideTheComposer(t *testing.T) {
	t.Parallel()
	tm := ask(t, term.Options{Width: 80, Height: 24}, agent(t), "demo long")
	first := func(s string) bool { return strings.Contains(s, "\n   demo long") }
	tm.Type(term.Tab)
	tm.See("i write")
	for _, layout := range []struct{ name, top, bottom, compose string }{
		{"Latin", "g", "G", "i"}, {"Hangul", "ㅎ", "G", "ㅑ"}, {"Cyrillic", "п", "П", "ш"}, {"kana", "き", "G", "に"},
	} {
		tm.Type(layout.top)
		tm.Until(layout.name+": the first line", first)
		tm.Type(layout.bottom)
		tm.See("The stew was worth it")
		tm.Type(layout.compose)
		tm.See("enter send")
		tm.Type(layout.top + layout.compose)
		tm.See("› " + layout.top + layout.compose) // in the composer they are text
		tm.Type(term.Del + term.Del + term.Tab)
		tm.See("i write")
	}
	// A terminal that reports the base code: ㅎ with g.
	tm.Type(fmt.Sprintf("\x1b[%d::%du", 'ㅎ', 'g'))
	tm.Until("the first line", first)
}

func TestFold_ABlockHasThreeLevels(t *testing.T) {
	t.Parallel()
	tm := ask(t, term.Options{Width: 80, Height: 30}, agent(t), "demo reasoning")
	tm.See("▸ thought")
	tm.Type(term.Tab)
	tm.See("i write")
	tm.Type("g")
	for range 8 {
		if strings.Contains(tm.Screen(), "▾ thought") {
			break
		}
		tm.Type("j")
		tm.Quiet(quiet)
		tm.Type(" ")
		tm.Quiet(quiet)
	}
	tm.See("▾ thought", "is 221 a prime number?")
}

func TestUndo_KnowsTheBytesOfTerminals(t *testing.T) {
	t.Parallel()
	tm := open(t, term.Options{Width: 80, Height: 24}, agent(t))
	tm.See("Type a message")
	tm.Type("one two")
	tm.See("› one two")
	for _, k := range []struct{ undo, redo string }{
		{"\x1f", "\x1bZ"}, // ctrl+_, alt+Z
		{"\x1bz", "\x1by"},
		{"\x1b[95;5u", "\x1b[122;4u"}, // keys as they are reported
		{"\x1b[45:95;6u", "\x1by"},
	} {
		tm.Type(k.undo)
		tm.Gone("two")
		tm.Type(k.redo)
		tm.See("› one two")
	}
	tm.Type("\x1b[200~" + strings.Repeat("a line\n", 30) + "\x1b[201~")
	tm.See("› one two[pasted 30 lines, 210 B]")
	tm.Type("\x0f") // ctrl+o
	tm.Gone("pasted 30 lines")
	tm.Type("\x1f")
	tm.See("[pasted 30 lines, 210 B]")
}
