package theme

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Style is colours and attributes. It is a small value that can be compared;
// the zero Style leaves text as it is. Rendering never wraps, pads or changes
// the text, and costs one concatenation.
type Style struct {
	// Fore and Back are "#rrggbb", or "" for the terminal's own.
	Fore, Back string
	Bold       bool
	Faint      bool
	Italic     bool
	Underline  bool
	Strike     bool
	Reverse    bool
}

// Reset ends any style.
const Reset = "\x1b[m"

// Open returns the sequence that switches the style on, "" for the zero Style.
func (s Style) Open() string {
	if s == (Style{}) {
		return ""
	}
	var st ansi.Style
	if s.Bold {
		st = st.Bold()
	}
	if s.Faint {
		st = st.Faint()
	}
	if s.Italic {
		st = st.Italic(true)
	}
	if s.Underline {
		st = st.Underline(true)
	}
	if s.Strike {
		st = st.Strikethrough(true)
	}
	if s.Reverse {
		st = st.Reverse(true)
	}
	if s.Fore != "" {
		st = st.ForegroundColor(lipgloss.Color(s.Fore))
	}
	if s.Back != "" {
		st = st.BackgroundColor(lipgloss.Color(s.Back))
	}
	return st.String()
}

// Render returns text in the style, reset at its end. Text must have no
// sequences of its own that reset.
func (s Style) Render(text string) string {
	if text == "" || s == (Style{}) {
		return text
	}
	return s.Open() + text + Reset
}

// Over returns the style with what it leaves open taken from under.
func (s Style) Over(under Style) Style {
	if s.Fore == "" {
		s.Fore = under.Fore
	}
	if s.Back == "" {
		s.Back = under.Back
	}
	s.Bold = s.Bold || under.Bold
	s.Faint = s.Faint || under.Faint
	s.Italic = s.Italic || under.Italic
	s.Underline = s.Underline || under.Underline
	s.Strike = s.Strike || under.Strike
	s.Reverse = s.Reverse || under.Reverse
	return s
}

// Apply renders a line that has sequences of its own: the style comes back
// after each of their resets. It is for marking whole drawn lines.
func (s Style) Apply(line string) string {
	if line == "" || s == (Style{}) {
		return line
	}
	open := s.Open()
	line = strings.ReplaceAll(line, "\x1b[0m", Reset)
	return open + strings.ReplaceAll(line, Reset, Reset+open) + Reset
}

// Lipgloss returns the same style for the widgets that want that type.
func (s Style) Lipgloss() lipgloss.Style {
	return lipgloss.NewStyle().
		Foreground(s.Foreground()).Background(s.Background()).
		Bold(s.Bold).Faint(s.Faint).Italic(s.Italic).
		Underline(s.Underline).Strikethrough(s.Strike).Reverse(s.Reverse)
}

// Foreground returns the text colour, lipgloss.NoColor for the terminal's own.
func (s Style) Foreground() color.Color { return parse(s.Fore) }

// Background returns the colour behind the text, lipgloss.NoColor for the
// terminal's own.
func (s Style) Background() color.Color { return parse(s.Back) }

func parse(c string) color.Color {
	if c == "" {
		return lipgloss.NoColor{}
	}
	return lipgloss.Color(c)
}
