package markdown

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"charm.land/glamour/v2/ansi"
	"charm.land/glamour/v2/styles"
)

// Sheet is a style before it is fitted to a terminal: one of glamour's, or a
// file in glamour's format.
//
// Used of a file are colours, weights and case of document, paragraph, text,
// heading and h1 to h6 (with prefix and suffix), strong, emph, strikethrough,
// hr, list, item and enumeration (with their prefixes), task (with its boxes),
// link, link_text, image, image_text, code, code_block (with margin, theme and
// chroma), block_quote (with indent and indent_token), table (with its
// separators), html_block and html_span. Not used are all other margins and
// indents, blank lines in prefixes and suffixes (spacing is the layout's), the
// templates of format, list.level_indent, chroma's background, and the
// definition lists that documents do not have. Unknown keys are ignored, as
// glamour does; unknown colours are none.
type Sheet struct {
	name string // of a built-in style, "" for a file
	cfg  ansi.StyleConfig
}

// ErrStyle is what is wrong with a style file.
var ErrStyle = errors.New("markdown: not a style of glamour's")

// BuiltinNames are the names of glamour's own styles.
func BuiltinNames() []string {
	names := make([]string, 0, len(styles.DefaultStyles))
	for name := range styles.DefaultStyles {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// BuiltinSheet is one of glamour's own styles.
func BuiltinSheet(name string) (Sheet, bool) {
	_, ok := styles.DefaultStyles[name]
	return Sheet{name: name}, ok
}

// ParseSheet reads a style file of glamour's. Its errors are an ErrStyle and
// begin with line and column where these are known.
func ParseSheet(data []byte) (Sheet, error) {
	var s Sheet
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if len(bytes.TrimSpace(data)) == 0 {
		return s, fmt.Errorf("%w: it is empty", ErrStyle)
	}
	if err := json.Unmarshal(data, &s.cfg); err != nil {
		return s, styleError(data, err)
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(data, &keys); err != nil {
		return s, styleError(data, err)
	}
	if !slices.ContainsFunc(elements(), func(e string) bool { return keys[e] != nil }) {
		return s, fmt.Errorf("%w: it has no element of a style, such as document, heading or code_block", ErrStyle)
	}
	return s, nil
}

// elements are the keys of a style file.
func elements() []string {
	return []string{
		"document", "block_quote", "paragraph", "list", "heading", "h1", "h2", "h3", "h4", "h5", "h6", "text",
		"strikethrough", "emph", "strong", "hr", "item", "enumeration", "task", "link", "link_text", "image",
		"image_text", "code", "code_block", "table", "definition_list", "definition_term",
		"definition_description", "html_block", "html_span",
	}
}

// styleError says where a file is wrong and what would be right.
func styleError(data []byte, err error) error {
	syntax, isSyntax := errors.AsType[*json.SyntaxError](err)
	kind, isKind := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case isSyntax:
		return fmt.Errorf("%w: %s: it is not valid JSON: %w", ErrStyle, position(data, syntax.Offset), err)
	case isKind:
		want := map[string]string{"bool": "true or false", "string": "a text in quotes", "uint": "a whole number"}[kind.Type.String()]
		if want == "" {
			want = "an object in braces"
		}
		field := strings.NewReplacer("StyleBlock.", "", "StylePrimitive.", "").Replace(kind.Field)
		if field == "" {
			field = "the file"
		}
		return fmt.Errorf("%w: %s: %s is %s, it must be %s", ErrStyle, position(data, kind.Offset), field, article(kind.Value), want)
	default:
		return fmt.Errorf("%w: %w", ErrStyle, err)
	}
}

func article(kind string) string {
	if strings.HasPrefix(kind, "a") || strings.HasPrefix(kind, "o") {
		return "an " + kind
	}
	return "a " + kind
}

// position is line and column of an offset.
func position(data []byte, offset int64) string {
	before := string(data[:min(max(int(offset)-1, 0), len(data))])
	line := strings.Count(before, "\n") + 1
	return fmt.Sprintf("line %d, column %d", line, len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))+1)
}

// Style fits a sheet to a terminal.
func (s Sheet) Style(o StyleOptions) *Style {
	if s.name == "" {
		return NewStyle(s.cfg, o)
	}
	st, _ := Builtin(s.name, o)
	return st
}
