package ui

import (
	"strconv"
	"strings"
)

// Links says whether addresses become links of the terminal (OSC 8).
type Links uint8

// The choices of Links.
const (
	LinksAuto Links = iota // where the terminal is known to understand them
	LinksOn
	LinksOff
)

// in decides LinksAuto by an environment.
func (l Links) in(env []string) Links {
	switch {
	case l != LinksAuto:
		return l
	case knowsLinks(env):
		return LinksOn
	default:
		return LinksOff
	}
}

// knowsLinks tells from the environment whether the terminal is known to
// understand OSC 8. One that does not might show the addresses as garbage, or
// drop them, and then nobody sees where a link leads: in doubt it is no.
func knowsLinks(env []string) bool {
	v := func(name string) string { return variable(env, name) }
	term := v("TERM")
	switch {
	case term == "" || term == "dumb" || term == "linux":
		return false
	case v("STY") != "" || v("ZELLIJ") != "":
		return false // GNU screen drops them; of others nothing is known
	case v("TMUX") != "" || v("TERM_PROGRAM") == "tmux" || hasPrefix(term, "tmux", "screen"):
		// tmux hands them on since 3.4, to a terminal that knows them.
		return v("TERM_PROGRAM") == "tmux" && atLeast(v("TERM_PROGRAM_VERSION"), 3, 4) && insideKnown(v)
	}
	if hasPrefix(term, "xterm-kitty", "xterm-ghostty", "foot", "wezterm", "contour", "alacritty") {
		return true
	}
	switch v("TERM_PROGRAM") {
	case "WezTerm", "ghostty":
		return true
	case "iTerm.app":
		return atLeast(v("TERM_PROGRAM_VERSION"), 3, 1)
	case "vscode":
		return atLeast(v("TERM_PROGRAM_VERSION"), 1, 72)
	}
	return insideKnown(v)
}

// insideKnown looks at variables that terminals leave to what runs in them,
// through tmux too.
func insideKnown(v func(name string) string) bool {
	for _, name := range [...]string{"KITTY_WINDOW_ID", "WEZTERM_PANE", "GHOSTTY_RESOURCES_DIR", "ALACRITTY_WINDOW_ID", "WT_SESSION"} {
		if v(name) != "" {
			return true
		}
	}
	// VTE 0.50.0 crashed on them; Konsole has them since 20.12.
	vte, _ := strconv.Atoi(v("VTE_VERSION"))
	konsole, _ := strconv.Atoi(v("KONSOLE_VERSION"))
	return vte > 5000 || konsole >= 201200
}

func hasPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// atLeast compares a version such as 3.4 or 3.3a.
func atLeast(version string, major, minor int) bool {
	left, rest, _ := strings.Cut(version, ".")
	a, err := strconv.Atoi(left)
	if err != nil {
		return false
	}
	end := 0
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	b, err := strconv.Atoi(rest[:end])
	return err == nil && (a > major || a == major && b >= minor)
}
