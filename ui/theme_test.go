package ui_test

import (
	"image/color"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui"
)

// worn tells by the dim text of the header which theme is on.
func (d *driver) worn(l theme.Look) *driver {
	d.t.Helper()
	if want := l.Theme().Dim.Open(); !strings.Contains(d.m.View().Content, want) {
		d.t.Fatalf("%+v is not worn: no %q in\n%q", l, want, d.m.View().Content)
	}
	return d
}

// looking starts a model that follows the terminal.
func looking(t *testing.T, name string) *driver {
	t.Helper()
	return driveWith(t, func(o *ui.Options) { o.Look = name }, answer(says("m1", "# one\n\n`code`")))
}

func TestTheme_FollowsTheTerminal(t *testing.T) {
	t.Parallel()
	white, black := tea.BackgroundColorMsg{Color: color.White}, tea.BackgroundColorMsg{Color: color.Black}
	d := looking(t, "auto").worn(theme.Look{Name: "dark"})
	d.send(white)
	d.worn(theme.Look{Name: "light"})
	d.send(tea.ColorProfileMsg{Profile: colorprofile.ANSI})
	d.worn(theme.Look{Name: "light", Sixteen: true})
	d.send(black)
	d.worn(theme.Look{Name: "dark", Sixteen: true})
	d.send(tea.ColorProfileMsg{Profile: colorprofile.ANSI256})
	d.worn(theme.Look{Name: "dark"})
	d.send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	d.worn(theme.Look{Name: "none"})
	d.say("/theme").see("theme: the terminal has no colours")
	d = looking(t, "contrast")
	d.send(white)
	d.worn(theme.Look{Name: "contrast", Light: true})
	d = looking(t, "dark")
	d.send(white)
	d.worn(theme.Look{Name: "dark"})
}

func TestTheme_IsChangedByName(t *testing.T) {
	t.Parallel()
	d := looking(t, "auto")
	d.say("hi").idle()
	for _, tt := range []struct{ typed, wears string }{
		{"/theme light", "light"},
		{"/theme  contrast ", "contrast"},
		{"/theme none", "none"},
		{"/theme d", "dark"},
	} {
		d.say(tt.typed).worn(theme.Look{Name: tt.wears}).see("theme " + tt.wears)
		if got := ui.Draft(d.m); got != "" {
			t.Errorf("%s leaves %q", tt.typed, got)
		}
	}
	d.say("/theme purple").see("there is no theme purple: it is one of auto, dark, light, contrast, none")
	if got := ui.Draft(d.m); got != "/theme purple" {
		t.Errorf("the draft is %q", got)
	}
	d.keys("ctrl+u").typed("/theme light").keys("enter").keys("ctrl+u").typed("/theme li").keys("tab")
	if got := ui.Draft(d.m); got != "/theme light" {
		t.Errorf("tab makes %q", got)
	}
	if n := d.src.count(); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

func TestTheme_IsSeenBeforeItIsPicked(t *testing.T) {
	t.Parallel()
	d := looking(t, "dark")
	d.say("/theme").see("Themes", "for light backgrounds").worn(theme.Look{Name: "dark"})
	d.keys("down").worn(theme.Look{Name: "light"}).keys("esc").worn(theme.Look{Name: "dark"}).hidden("Themes")
	d.say("/theme").typed("contr").worn(theme.Look{Name: "contrast"}).keys("ctrl+c").worn(theme.Look{Name: "dark"})
	d.say("/theme").keys("down", "enter").worn(theme.Look{Name: "light"}).see("theme light")
	d = driveWith(t, func(*ui.Options) {})
	d.say("/theme").see("theme: the look is fixed")
}

// TestTheme_ReachesMarkdownAndState: what is drawn already changes too.
func TestTheme_ReachesMarkdownAndState(t *testing.T) {
	t.Parallel()
	d := driveWith(t, func(o *ui.Options) { o.Look = "dark" }, answer(
		streams("m1", "# one\n\n", "`code`\n\n", "```go\nfunc f() int {\n", "\treturn 1\n}\n", "```\n\n", "more\n\n", "and more\n\n"),
		`{"type":"STATE_SNAPSHOT","snapshot":{"a":1}}`,
	))
	d.size(130, 30).say("hi").idle()
	for _, name := range []string{"dark", "light", "contrast"} {
		th := theme.Look{Name: name}.Theme()
		d.say("/theme " + name).idle()
		for what, st := range map[string]theme.Style{"code": th.Code, "a key of the state": th.Key, "a keyword": th.Word, "a number": th.Number} {
			if !strings.Contains(d.m.View().Content, strings.TrimSuffix(st.Open(), "m")) {
				t.Errorf("%s: %s is not in its colour %q:\n%q", name, what, st.Open(), d.m.View().Content)
			}
		}
	}
	d.say("/theme none").idle()
	if s := d.m.View().Content; strings.Contains(s, "38;2;") || strings.Contains(s, "48;2;") {
		t.Errorf("there are colours in\n%q", s)
	}
}

// streams is a message in pieces.
func streams(id string, pieces ...string) []string {
	out := []string{`{"type":"TEXT_MESSAGE_START","messageId":"` + id + `","role":"assistant"}`}
	for _, p := range pieces {
		out = append(out, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"`+id+`","delta":`+string(agui.AppendString(nil, p))+`}`)
	}
	return append(out, `{"type":"TEXT_MESSAGE_END","messageId":"`+id+`"}`)
}
