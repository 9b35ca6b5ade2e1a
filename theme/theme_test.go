package theme_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/clipperhouse/displaywidth"
	"github.com/mattn/go-runewidth"

	"agtui/theme"
)

func themes() []*theme.Theme {
	out := []*theme.Theme{theme.Dark().ASCII(), theme.Plain().ASCII()}
	for _, l := range looks() {
		out = append(out, l.Theme())
	}
	return out
}

// ownCharacters are all symbols and bars of a theme, by name.
func ownCharacters(t *theme.Theme) map[string]string {
	out := map[string]string{}
	v := reflect.ValueOf(t.Symbols)
	for i := range v.NumField() {
		out[v.Type().Field(i).Name] = v.Field(i).String()
	}
	for i := range theme.Palette {
		out[fmt.Sprintf("bar %d", i)] = t.Owner(i).Bar
	}
	return out
}

func TestSymbols_AreOneCellWideEverywhere(t *testing.T) {
	narrow := &runewidth.Condition{}
	for _, th := range themes() {
		for name, s := range ownCharacters(th) {
			if utf8.RuneCountInString(s) != 1 {
				t.Errorf("%s: %s is %q, not one rune", th.Name, name, s)
			}
			for library, w := range map[string]int{
				"x/ansi wc":       ansi.StringWidthWc(s),
				"x/ansi grapheme": ansi.StringWidth(s),
				"displaywidth":    displaywidth.String(s),
				"runewidth":       narrow.StringWidth(s),
			} {
				if w != 1 {
					t.Errorf("%s: %s %q is %d cells by %s", th.Name, name, s, w, library)
				}
			}
			if r, _ := utf8.DecodeRuneInString(s); unsteady(r) {
				t.Errorf("%s: %s %q changed its width between terminals", th.Name, name, s)
			}
		}
	}
}

// unsteady characters are narrow here but not in every terminal of the table
// in which such things were measured.
func unsteady(r rune) bool {
	return (r >= 0x2630 && r <= 0x2637) || (r >= 0x268a && r <= 0x268f) || (r >= 0x4dc0 && r <= 0x4dff) || r > 0xffff
}

func TestSymbols_HaveASCIIStandIns(t *testing.T) {
	for name, s := range ownCharacters(theme.Dark().ASCII()) {
		if s == "" || s[0] >= utf8.RuneSelf {
			t.Errorf("%s is %q", name, s)
		}
	}
}

func TestOwners_DifferInBarShape(t *testing.T) {
	for _, th := range themes() {
		seen := map[string]int{}
		for i := range theme.Palette {
			bar := th.Owner(i).Bar
			if j, ok := seen[bar]; ok {
				t.Errorf("%s: owners %d and %d both have %q", th.Name, j, i, bar)
			}
			seen[bar] = i
		}
		if th.Owner(-1) != th.Owner(7) || th.Owner(8) != th.Owner(0) {
			t.Errorf("%s: the palette does not repeat", th.Name)
		}
	}
}

func TestPlain_HasNoColour(t *testing.T) {
	v := reflect.ValueOf(*theme.Plain())
	for i := range v.NumField() {
		if st, ok := reflect.TypeAssert[theme.Style](v.Field(i)); ok && (st.Fore != "" || st.Back != "") {
			t.Errorf("%s has a colour", v.Type().Field(i).Name)
		}
	}
}

func TestStyle_RendersAndResets(t *testing.T) {
	st := theme.Style{Fore: "#ff0000", Bold: true}
	if got := st.Render("a"); got != "\x1b[1;38;2;255;0;0ma\x1b[m" {
		t.Errorf("%q", got)
	}
	if got := (theme.Style{}).Render("a"); got != "a" {
		t.Errorf("%q", got)
	}
	if got := st.Render(""); got != "" {
		t.Errorf("%q", got)
	}
	line := theme.Style{Reverse: true}.Apply("a" + st.Render("b") + "c")
	if strings.Count(line, "\x1b[7m") != 2 || !strings.HasSuffix(line, "c\x1b[m") {
		t.Errorf("%q", line)
	}
	if over := (theme.Style{Italic: true}).Over(st); over != (theme.Style{Fore: "#ff0000", Bold: true, Italic: true}) {
		t.Errorf("%+v", over)
	}
	if l := st.Lipgloss(); !l.GetBold() || l.GetForeground() != st.Foreground() {
		t.Errorf("%v", l)
	}
}
