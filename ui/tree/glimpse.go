package tree

import (
	"unicode/utf8"

	"agtui/stream/agui"
	"agtui/ui/cell"
)

// glimpse is where something is found in a long text: from there it is drawn
// while the cursor is on it.
type glimpse struct {
	query    Query
	text     string
	from, to int
}

// The bytes of a text in which a hit is looked for to be shown, and those that
// are shown before it.
const (
	glimpseMost   = 1 << 20
	glimpseBefore = 16
)

// glimpse is the part of a text that is drawn at the cursor, in a number of
// cells, so that what was found in it is seen. It reports whether something
// before it is not drawn.
func (t *Tree) glimpse(text string, room int) (string, bool) {
	s := &t.search
	if s.query == nil || len(text) < room {
		return text, false
	}
	g := &s.seen
	if g.query != s.query || g.text != text {
		*g = glimpse{query: s.query, text: text}
		g.from, g.to = s.query.First(prefix(text, glimpseMost))
	}
	if g.from <= glimpseBefore || g.to < 4*t.width && cell.Width(t.clean(quoted(text[:g.to])), t.method) < room {
		return text, false
	}
	from := g.from - glimpseBefore
	for from < g.from && !utf8.RuneStart(text[from]) {
		from++
	}
	return text[from:], true
}

// quoted is a text as a JSON string.
func quoted(text string) string { return string(agui.AppendString(nil, text)) }
