package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/clipperhouse/uax29/v2/graphemes"

	"agtui/theme"
	"agtui/ui/cell"
)

// query is what is typed to search a list: words that may stand anywhere.
type query struct{ text string }

// key edits the query; false means that the key is none of its own.
func (q *query) key(k tea.KeyPressMsg, name string) bool {
	switch {
	case name == "ctrl+u":
		q.text = ""
	case name == "ctrl+w":
		head := strings.TrimRight(q.text, " ")
		q.text = head[:strings.LastIndexByte(head, ' ')+1]
	case name == "backspace", name == "ctrl+h":
		q.text = q.text[:lastCluster(q.text)]
	case k.Text != "":
		q.text += cell.Line(k.Text)
	default:
		return false
	}
	return true
}

func (q *query) paste(text string) {
	const most = 200
	q.text += headBytes(cell.Line(strings.TrimSpace(text)), most)
}

// words are what must be found, in lower case.
func (q *query) words() []string { return strings.Fields(strings.ToLower(q.text)) }

// listing is a list that a query narrows: the rows that match, and which of
// them is marked.
type listing struct {
	query
	shown  []int
	cursor int
}

// fill lists those of n rows that match.
func (l *listing) fill(n int, matches func(i int) bool) {
	l.shown = l.shown[:0]
	for i := range n {
		if matches(i) {
			l.shown = append(l.shown, i)
		}
	}
	l.move(0)
}

func (l *listing) move(by int) { l.cursor = max(min(l.cursor+by, len(l.shown)-1), 0) }

// moved moves the mark by a key; false means that the key does something else.
func (l *listing) moved(name string, page int) bool {
	switch name {
	case "up", "ctrl+k":
		l.move(-1)
	case "down", "ctrl+n", "ctrl+j", "tab":
		l.move(1)
	case "pgup":
		l.move(-max(page, 1))
	case "pgdown":
		l.move(max(page, 1))
	case "home":
		l.move(-len(l.shown))
	case "end":
		l.move(len(l.shown))
	default:
		return false
	}
	return true
}

// head draws the title of the list and the query behind it, and says in which
// column the cursor stands.
func (q *query) head(m *Model, title string, w int) (line string, x int) {
	text := cell.Canonical(q.text, m.method)
	x = 1 + cell.Width(title, m.method) + 2
	if room := w - x - 1; cell.Width(text, m.method) > room { // its end is where one types
		for text != "" && cell.Width("…"+text, m.method) > room {
			text = text[len(graphemes.FromString(text).First()):]
		}
		text = "…" + text
	}
	return " " + m.theme.Accent.Render(title) + "  " + m.theme.Text.Render(text), x + cell.Width(text, m.method)
}

// all tells whether every word is in a text of lower case.
func all(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// lastCluster is where the last cluster of s starts.
func lastCluster(s string) int {
	at := 0
	for at < len(s) {
		n := len(graphemes.FromString(s[at:]).First())
		if at+n >= len(s) {
			return at
		}
		at += n
	}
	return at
}

// marked draws a text with the words found in it, on the ground of a style.
func marked(text string, words []string, st theme.Style, th *theme.Theme) string {
	lower := strings.ToLower(text)
	if len(words) == 0 || len(lower) != len(text) {
		return st.Render(text)
	}
	hit := make([]bool, len(text))
	for _, w := range words {
		for at := 0; ; {
			i := strings.Index(lower[at:], w)
			if i < 0 {
				break
			}
			for k := range w {
				hit[at+i+k] = true
			}
			at += i + len(w)
		}
	}
	var b strings.Builder
	from, on := 0, false
	flush := func(to int) {
		part := st
		if on {
			part = th.Match.Over(st)
		}
		b.WriteString(part.Render(text[from:to]))
		from = to
	}
	for at := 0; at < len(text); {
		if hit[at] != on {
			flush(at)
			on = hit[at]
		}
		at += len(graphemes.FromString(text[at:]).First())
	}
	flush(len(text))
	return b.String()
}

// around is a text from a little before the first word on, where that is not
// in its first w cells.
func around(text string, words []string, w int, method cell.Method) string {
	const before = 12
	lower := strings.ToLower(text)
	if len(words) == 0 || len(lower) != len(text) {
		return text
	}
	i := strings.Index(lower, words[0])
	if i < 0 || cell.Width(text[:min(i+len(words[0]), len(text))], method) < w {
		return text
	}
	at, cut := 0, 0
	for at < i {
		n := len(graphemes.FromString(text[at:]).First())
		if at+n+before <= i {
			cut = at + n
		}
		at += n
	}
	return "…" + text[cut:]
}
