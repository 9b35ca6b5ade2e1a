package cli

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"agtui/theme"
	"agtui/ui"
	"agtui/ui/markdown"
	"agtui/ui/transcript"
)

// auto is the style that goes with the theme, and links where they are known.
const auto = "auto"

// markdownFlags are the flags of commands that open the screen: how Markdown
// looks.
func (s *settings) markdownFlags(f *pflag.FlagSet) {
	f.StringVar(&s.style, "style", auto, "style of Markdown, a `NAME` or a file in glamour's format: "+strings.Join(styleNames(), ", "))
	f.StringVar(&s.links, "links", auto, "make addresses links of the terminal (OSC 8): `WHEN` is auto (where it is known to have them), on or off")
}

func styleNames() []string { return append([]string{auto}, markdown.BuiltinNames()...) }

// readMarkdown reads what the flags say.
func (s *settings) readMarkdown(home func(string) string) error {
	switch s.links {
	case "", auto:
	case "on":
		s.link = ui.LinksOn
	case "off":
		s.link = ui.LinksOff
	default:
		return usageError("reading %s: %q is none of auto, on, off", s.label("links", ""), s.links)
	}
	if s.style == "" || s.style == auto {
		return nil // the style goes with the theme
	}
	sheet, ok := markdown.BuiltinSheet(s.style)
	if !ok {
		var err error
		if sheet, err = s.readSheet(home); err != nil {
			return err
		}
	}
	s.styles = func(t *theme.Theme) *markdown.Style { return sheet.Style(transcript.StyleOptions(t)) }
	return nil
}

// readSheet reads a style file.
func (s *settings) readSheet(home func(string) string) (markdown.Sheet, error) {
	label, names := s.label("style", ""), strings.Join(styleNames(), ", ")
	data, err := os.ReadFile(home(s.style))
	switch {
	case errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(s.style, `/\.`):
		return markdown.Sheet{}, usageError("reading %s: %q is neither a style nor a file: did you mean %s? There are %s",
			label, s.style, nearest(s.style, styleNames()), names)
	case err != nil:
		return markdown.Sheet{}, fileError("reading "+label+" from", s.style, err)
	}
	sheet, err := markdown.ParseSheet(data)
	if err != nil {
		return sheet, usageError("reading %s from %s: %w: correct the file, or take one of %s", label, s.style, err, names)
	}
	return sheet, nil
}
