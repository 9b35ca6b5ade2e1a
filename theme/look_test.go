package theme_test

import (
	"fmt"
	"image/color"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"agtui/theme"
)

// looks are all that can be worn.
func looks() []theme.Look {
	var out []theme.Look
	for _, name := range theme.Names() {
		for _, light := range []bool{false, true} {
			for _, sixteen := range []bool{false, true} {
				out = append(out, theme.Look{Name: name, Light: light, Sixteen: sixteen})
			}
		}
	}
	return out
}

// styles are the styles of a theme that text is drawn in, by name.
func styles(t *theme.Theme) map[string]theme.Style {
	out := map[string]theme.Style{}
	v := reflect.ValueOf(*t)
	for i := range v.NumField() {
		if st, ok := reflect.TypeAssert[theme.Style](v.Field(i)); ok {
			out[v.Type().Field(i).Name] = st
		}
	}
	for i := range theme.Palette {
		out[fmt.Sprintf("Owner %d", i)] = t.Owner(i).Style
	}
	return out
}

func TestLook_FollowsTheTerminalWhereItIsToldTo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		look theme.Look
		name string
		dark bool
	}{
		{theme.Look{Name: "auto"}, "dark", true},
		{theme.Look{Name: "auto", Light: true}, "light", false},
		{theme.Look{Name: "auto", Light: true, Sixteen: true}, "light", false},
		{theme.Look{Name: "dark", Light: true}, "dark", true},
		{theme.Look{Name: "light"}, "light", false},
		{theme.Look{Name: "contrast"}, "contrast", true},
		{theme.Look{Name: "contrast", Light: true}, "contrast", false},
		{theme.Look{Name: "none", Light: true, Sixteen: true}, "none", true},
		{theme.Look{}, "dark", true},
	} {
		if th := tt.look.Theme(); th.Name != tt.name || th.Dark != tt.dark {
			t.Errorf("%+v is %s, dark %v", tt.look, th.Name, th.Dark)
		}
	}
	for _, name := range theme.Names() {
		if !theme.Known(name) || theme.About(name) == "" {
			t.Errorf("%s is not known", name)
		}
	}
	if theme.Known("nonsense") || theme.Known("") {
		t.Error("nonsense is known")
	}
}

// luminance is how bright a colour is (WCAG 2).
func luminance(c color.Color) float64 {
	part := func(v uint32) float64 {
		x := float64(v) / 0xffff
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	r, g, b, _ := c.RGBA()
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

// TestLook_CanBeRead measures each colour against the backgrounds that
// terminals have, with all colours and with 256. Rules are lines, not text.
func TestLook_CanBeRead(t *testing.T) {
	t.Parallel()
	grounds := map[bool][]color.Color{
		true:  {color.Black, color.RGBA{0x1e, 0x1e, 0x1e, 0xff}},
		false: {color.White, color.RGBA{0xfa, 0xfa, 0xf5, 0xff}},
	}
	for _, l := range looks() {
		th := l.Theme()
		least := 4.2
		if l.Name == "contrast" {
			least = 7
		}
		if l.Sixteen || !th.Colour {
			continue
		}
		for _, p := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256} {
			for name, st := range styles(th) {
				if st.Fore == "" || name == "Rule" {
					continue
				}
				on := grounds[th.Dark]
				if st.Back != "" {
					on = []color.Color{p.Convert(st.Background())}
				}
				for _, ground := range on {
					if c := contrast(p.Convert(st.Foreground()), ground); c < least {
						t.Errorf("%+v: %s has a contrast of %.1f with %v", l, name, c, p)
					}
				}
			}
			// What the cursor marks stays readable on it.
			if th.Cursor.Back != "" {
				for _, st := range []theme.Style{th.Dim, th.Accent, th.OK, th.Warn, th.Bad} {
					if c := contrast(p.Convert(st.Foreground()), p.Convert(th.Cursor.Background())); c < 3 {
						t.Errorf("%+v: %+v has a contrast of %.1f under the cursor with %v", l, st, c, p)
					}
				}
			}
		}
	}
}

// TestLook_InSixteenColoursUsesThoseThatCanBeRead: what a terminal makes of
// the sixteen is its own, but some are near the background in most of them.
func TestLook_InSixteenColoursUsesThoseThatCanBeRead(t *testing.T) {
	t.Parallel()
	near := map[bool][]string{
		true:  {"0", "4", "8"},
		false: {"2", "3", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"},
	}
	for _, l := range looks() {
		th := l.Theme()
		if !l.Sixteen || !th.Colour {
			continue
		}
		for name, st := range styles(th) {
			if st.Back == "" && slices.Contains(near[th.Dark], st.Fore) {
				t.Errorf("%+v: %s is colour %s", l, name, st.Fore)
			}
			for _, c := range []color.Color{st.Foreground(), st.Background()} {
				if _, basic := c.(ansi.BasicColor); !basic && (st.Fore != "" && st.Back != "") {
					t.Errorf("%+v: %s is %T", l, name, c)
				}
			}
		}
	}
}

func TestLook_KeepsMeaningsApart(t *testing.T) {
	t.Parallel()
	for _, l := range looks() {
		th := l.Theme()
		if !th.Colour {
			continue
		}
		for _, p := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI} {
			if l.Sixteen != (p == colorprofile.ANSI) {
				continue
			}
			as := func(st theme.Style) string {
				if st.Fore != "" {
					st.Fore = fmt.Sprint(p.Convert(st.Foreground()))
				}
				return fmt.Sprint(st)
			}
			seen := map[string]string{}
			for name, st := range map[string]theme.Style{"text": th.Text, "ok": th.OK, "warn": th.Warn, "bad": th.Bad, "dim": th.Dim, "accent": th.Accent} {
				if other, ok := seen[as(st)]; ok && (l.Name != "contrast" || !l.Sixteen || name != "dim" && other != "dim") {
					t.Errorf("%+v with %v: %s looks like %s", l, p, name, other)
				}
				seen[as(st)] = name
			}
			for _, st := range []theme.Style{th.Key, th.String, th.Number, th.Word, th.Code} {
				if as(st) == as(th.Bad) || as(st) == as(th.Warn) {
					t.Errorf("%+v with %v: %+v looks like an outcome", l, p, st)
				}
			}
			owners := map[string]bool{}
			for i := range theme.Palette {
				owners[as(th.Owner(i).Style)] = true
			}
			if len(owners) < 5 {
				t.Errorf("%+v with %v: owners have %d looks", l, p, len(owners))
			}
		}
	}
}

// TestSymbols_TellStatesApart: no state is told by its colour alone.
func TestSymbols_TellStatesApart(t *testing.T) {
	t.Parallel()
	for _, th := range themes() {
		s := th.Symbols
		states := map[string]string{
			"ok": s.OK, "bad": s.Bad, "warn": s.Warn, "running": s.Running, "waiting": s.Waiting, "todo": s.Todo, "pause": s.Pause,
		}
		if n := len(slices.Compact(slices.Sorted(maps.Values(states)))); n != len(states) {
			t.Errorf("%s: states share symbols: %v", th.Name, states)
		}
	}
}
