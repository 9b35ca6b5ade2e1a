package markdown

import (
	"charm.land/glamour/v2/ansi"

	"agtui/theme"
)

// ForTheme returns the style that goes with a theme: headings by weight, the
// first level in the accent too, code in the theme's colours and not on a
// ground of its own. What is red or green in the theme is so for outcomes, so
// code has neither but for what a diff removes and adds.
func ForTheme(t *theme.Theme, o StyleOptions) *Style {
	o.NoColor = o.NoColor || !t.Colour
	heavy, slanted, struck := true, true, true
	margin := uint(2)
	cfg := ansi.StyleConfig{
		Heading:       ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Bold: &heavy}},
		H1:            inStyle(t.Accent),
		Strong:        ansi.StylePrimitive{Bold: &heavy},
		Emph:          ansi.StylePrimitive{Italic: &slanted},
		Strikethrough: ansi.StylePrimitive{CrossedOut: &struck},
		Code:          inStyle(t.Code),
		Link:          primitive(t.Link),
		LinkText:      primitive(theme.Style{Bold: true}.Over(theme.Style{Fore: t.Accent.Fore})),
		ImageText:     primitive(t.Dim),
		// A rule is a line as those of the screen.
		HorizontalRule: primitive(t.Rule),
		Task:           ansi.StyleTask{Ticked: "[✓] ", Unticked: "[ ] "},
		CodeBlock: ansi.StyleCodeBlock{
			StyleBlock: ansi.StyleBlock{Margin: &margin},
			Chroma:     tokens(t),
		},
	}
	return NewStyle(cfg, o)
}

// tokens are the colours of code.
func tokens(t *theme.Theme) *ansi.Chroma {
	name := primitive(theme.Style{Bold: true})
	return &ansi.Chroma{
		Comment: primitive(t.Dim), CommentPreproc: primitive(t.Word),
		Keyword: primitive(t.Word), KeywordReserved: primitive(t.Word),
		KeywordNamespace: primitive(t.Word), KeywordType: primitive(t.Key),
		NameBuiltin: primitive(t.Key), NameTag: primitive(t.Key), NameAttribute: primitive(t.Key),
		NameClass: name, NameFunction: name, NameDecorator: primitive(t.Word),
		NameConstant: primitive(t.Number), NameException: primitive(t.Key),
		LiteralNumber: primitive(t.Number), LiteralDate: primitive(t.Number),
		LiteralString: primitive(t.String), LiteralStringEscape: primitive(t.Number),
		GenericDeleted: primitive(t.Removed), GenericInserted: primitive(t.Added),
		GenericEmph: primitive(theme.Style{Italic: true}), GenericStrong: primitive(theme.Style{Bold: true}),
		GenericSubheading: primitive(t.Dim),
	}
}

func inStyle(s theme.Style) ansi.StyleBlock {
	return ansi.StyleBlock{StylePrimitive: primitive(s)}
}

// primitive is a style as glamour writes it.
func primitive(s theme.Style) ansi.StylePrimitive {
	var p ansi.StylePrimitive
	if s.Fore != "" {
		p.Color = &s.Fore
	}
	if s.Back != "" {
		p.BackgroundColor = &s.Back
	}
	for to, on := range map[**bool]bool{
		&p.Bold: s.Bold, &p.Faint: s.Faint, &p.Italic: s.Italic,
		&p.Underline: s.Underline, &p.CrossedOut: s.Strike, &p.Inverse: s.Reverse,
	} {
		if on {
			*to = &on
		}
	}
	return p
}
