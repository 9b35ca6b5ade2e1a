package ui_test

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"agtui/ui"
)

func TestComposer_KeepsAPasteExactlyAndSendsNothing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, paste, want string }{
		{"tabs stay tabs", "a\tb", "a\tb"},
		{"line ends become LF", "a\r\nb\rc\n", "a\nb\nc\n"},
		{"control characters stay", "a\x1b[31mb\x00", "a\x1b[31mb\x00"},
		{"an emoji of several runes stays", "👩🏽‍💻", "👩🏽‍💻"},
		{"a slash command is text", "/quit\n", "/quit\n"},
		{"invisible characters stay", "a\u200bb\u202ec", "a\u200bb\u202ec"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := drive(t)
			d.send(tea.PasteMsg{Content: tt.paste})
			if got := ui.Draft(d.m); got != tt.want {
				t.Errorf("draft %q, want %q", got, tt.want)
			}
			if d.src.count() > 0 || d.quit {
				t.Error("the paste did something")
			}
			for _, r := range d.screen() {
				if r < ' ' && r != '\n' || r == '\u202e' {
					t.Errorf("%U is on the screen", r)
				}
			}
		})
	}
}

func TestComposer_TakesAPasteFromAnyPane(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(says("m1", "one")))
	d.say("hi").idle().keys("tab").at("conversation")
	d.send(tea.PasteMsg{Content: "R i quit"})
	d.at("composer")
	if got := ui.Draft(d.m); got != "R i quit" {
		t.Errorf("draft %q", got)
	}
}

func TestComposer_KeepsAnEarlierPromptThatWasEditedInItsPlace(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) { o.History = []string{"one", "two", "three"} })
	want := func(text string) {
		t.Helper()
		if got := ui.Draft(d.m); got != text {
			t.Fatalf("draft %q, want %q", got, text)
		}
	}
	d.typed("draft").keys("up", "up").typed(" and a half").keys("up")
	want("one")
	d.keys("down", "down", "down")
	want("two and a half")
	d.typed("!").keys("down")
	want("draft")
	d.keys("up")
	want("two and a half!")
	d.keys("up")
	want("two and a half")
	d.keys("up", "up")
	want("two")
}

func TestComposer_WalksTheHistoryAndKeepsTheDraft(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) { o.History = []string{"older", "two\nlines"} })
	d.typed("draft").keys("up")
	want := func(text string) {
		t.Helper()
		if got := ui.Draft(d.m); got != text {
			t.Fatalf("draft %q, want %q", got, text)
		}
	}
	want("two\nlines")
	d.keys("up") // from the second line to the first
	want("two\nlines")
	d.keys("up")
	want("older")
	d.keys("up")
	want("older")
	d.keys("down")
	want("two\nlines")
	d.keys("down")
	want("draft")
	d.keys("ctrl+r").see("Earlier prompts", "older", "two␊lines").typed("old").keys("enter")
	want("older")
	d.keys("up") // the draft that the pick replaced
	want("draft")
}

func TestComposer_LosesNoDraftWhileTheHistoryIsWalked(t *testing.T) {
	t.Parallel()
	question := answer(asks(interrupt("i", `"reason":"input_required","message":"Your name?"`)))
	for _, row := range []struct {
		name   string
		events []string
		do     func(*driver)
	}{
		{"ctrl+c clears", answer(), func(d *driver) { d.keys("ctrl+c").see("up brings it back") }},
		{"the walked prompt is changed and cleared", answer(), func(d *driver) { d.typed("er").keys("ctrl+c") }},
		{"a prompt is taken from the search", answer(), func(d *driver) { d.keys("ctrl+r", "enter") }},
		{"the walked prompt is sent", answer(), func(d *driver) { d.keys("enter").idle() }},
		{"a command is typed over it", answer(), func(d *driver) { d.keys("ctrl+u").say("/help").keys("esc") }},
		{"an answer is put aside", question, func(d *driver) { d.keys("tab", "enter").typed("Ann").keys("esc", "esc") }},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, row.events, answer())
			d.say("first").asked().typed("a precious draft").keys("up")
			row.do(d)
			for range 4 {
				if d.keys("up"); ui.Draft(d.m) == "a precious draft" {
					return
				}
			}
			t.Errorf("the draft is lost:\n%s", d.screen())
		})
	}
}

func TestComposer_MakesNewLines(t *testing.T) {
	t.Parallel()
	for _, k := range []string{"ctrl+j", "alt+enter", "shift+enter"} {
		d := drive(t).typed("a").keys(k).typed("b")
		if got := ui.Draft(d.m); got != "a\nb" {
			t.Errorf("%s gives %q", k, got)
		}
	}
}

func TestComposer_GrowsToEightRowsAndShowsTheCursor(t *testing.T) {
	t.Parallel()
	d := drive(t)
	for range 30 {
		d.typed("x").keys("ctrl+j")
	}
	d.typed("last").see("last")
	if n := strings.Count(d.screen(), " x"); n != 7 {
		t.Errorf("%d rows above the last, want 7", n)
	}
	c := d.m.View().Cursor
	if c == nil || c.Y != 22 || c.X != 3+len("last") {
		t.Errorf("cursor %+v", c)
	}
	d.keys("ctrl+home")
	if c := d.m.View().Cursor; c == nil || c.X != 3 || c.Y != 15 {
		t.Errorf("cursor %+v", c)
	}
}

func TestComposer_PutsTheCursorBehindWideCharacters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       int
	}{
		{"Hangul", "한글", 4},
		{"an emoji", "🎉", 2},
		{"a family where the terminal draws its members", "👩‍👩‍👧", 6},
		{"a combining mark", "e\u0301", 1},
		{"a tab up to its stop", "ab\t", 4},
	} {
		d := drive(t)
		d.send(tea.PasteMsg{Content: tt.text})
		if c := d.m.View().Cursor; c == nil || c.X != 3+tt.want {
			t.Errorf("%s: cursor %+v, want %d", tt.name, c, 3+tt.want)
		}
	}
}

func TestSlash_RunsActionsByName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, typed string
		see, draft  string
		sent        int
	}{
		{"a whole name", "/help", "those that work here first", "", 0},
		{"the beginning of one", "/hel", "those that work here first", "", 0},
		{"the beginning of several", "/st", "which one? /state  /stop", "/st", 0},
		{"no name", "/nonsense", "no command /nonsense", "/nonsense", 0},
		{"one that is off now", "/stop", "stop the run: nothing is running", "", 0},
		{"two slashes are a message", "//etc", "/etc", "", 1},
		{"a path is a message", "/usr/bin", "/usr/bin", "", 1},
		{"words are a message", "/help me", "/help me", "", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, answer(says("m1", "one")))
			d.say(tt.typed).idle().see(tt.see)
			if got := ui.Draft(d.m); got != tt.draft {
				t.Errorf("draft %q, want %q", got, tt.draft)
			}
			if n := d.src.count(); n != tt.sent {
				t.Errorf("%d requests, want %d", n, tt.sent)
			}
		})
	}
}

func TestSlash_CompletesWithTab(t *testing.T) {
	t.Parallel()
	d := drive(t).typed("/").see("/copy", "/copyjson").typed("takeb").see("/takeback").keys("tab")
	if got := ui.Draft(d.m); got != "/takeback" {
		t.Errorf("draft %q", got)
	}
	d.at("composer").keys("ctrl+u").typed("/s").keys("tab")
	if got := ui.Draft(d.m); got != "/s" {
		t.Errorf("draft %q", got)
	}
}

func TestPalette_HasEveryActionAndSaysWhyOneIsOff(t *testing.T) {
	t.Parallel()
	d := drive(t).typed("a draft").keys("ctrl+p").see("Commands")
	d.typed("send again").see("nothing was sent yet").keys("enter").see("send again: nothing was sent yet")
	for range len("send again") {
		d.keys("backspace")
	}
	d.typed("newline").keys("enter").hidden("Commands")
	if got := ui.Draft(d.m); got != "a draft\n" {
		t.Errorf("the palette lost or changed the draft: %q", got)
	}
	d.keys("ctrl+p").typed("zzz").see("nothing matches").keys("esc").hidden("Commands")
	for _, r := range ui.Table() {
		d.keys("ctrl+p").typed(r.Title)
		if strings.Contains(d.screen(), "nothing matches") && r.ID != "stop" && r.ID != "send" && r.ID != "complete" {
			t.Errorf("%q is not in the palette", r.Title)
		}
		d.keys("esc")
	}
}

func TestHelp_ScrollsToItsEndAndNoFurther(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) { o.Recording = "/rec/ord" }).keys("f1").see("Keys", "ctrl+j", "more")
	for range 40 {
		d.keys("pgdown")
	}
	d.see("Recorded in /rec/ord").keys("up").hidden("Recorded in /rec/ord").keys("q").hidden("Keys")
	d.at("composer")
	d.size(40, 24).keys("f1").see("those that work here first; esc…")
}

func TestEditor_BringsTheTextBack(t *testing.T) {
	t.Parallel()
	d := drive(t).typed("draft").keys("ctrl+g").see("neither VISUAL nor EDITOR is set")
	d.send(ui.Edited("from the editor\n\nwith lines", nil, false))
	if got := ui.Draft(d.m); got != "from the editor\n\nwith lines" {
		t.Errorf("draft %q", got)
	}
	d.send(ui.Edited("", errors.New("the editor \"x\" failed"), false))
	d.see("the text is as it was")
	if got := ui.Draft(d.m); got != "from the editor\n\nwith lines" {
		t.Errorf("draft %q", got)
	}
}

func TestEditor_RunsTheCommandOnAFile(t *testing.T) {
	t.Parallel()
	got, err := ui.Edit([]string{"sh", "-c", `printf ' and\n\tmore\n' >> "$0"`}, "some text")
	if err != nil || got != "some text and\n\tmore" {
		t.Errorf("%q, %v", got, err)
	}
	got, err = ui.Edit([]string{"sh", "-c", "exit 3"}, "some text")
	if err == nil || got != "some text" {
		t.Errorf("%q, %v", got, err)
	}
	if got := ui.EditorOf([]string{"EDITOR=ed", "VISUAL=vi -n", "X=y"}); got != "vi -n" {
		t.Errorf("editor %q", got)
	}
	if got := ui.EditorOf([]string{"VISUAL=", "EDITOR=ed"}); got != "ed" {
		t.Errorf("editor %q", got)
	}
}
