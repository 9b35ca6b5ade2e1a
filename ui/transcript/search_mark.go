package transcript

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"agtui/theme"
	"agtui/ui/cell"
)

// lit are the pieces of a block's lines that a search marks, by line.
type lit struct {
	th           *theme.Theme
	strong, weak map[int][]extent
}

// marked returns what is to be marked in the lines from..to-1 of a block.
func (l *List) marked(id int, d *laid, from, to int) lit {
	s := &l.search
	if !s.on || id >= len(s.found) || s.found[id] == nil || len(s.found[id].hits) == 0 {
		return lit{}
	}
	out := lit{th: l.pen.th, strong: map[int][]extent{}, weak: map[int][]extent{}}
	// What was broken over two lines may begin above the window; but where
	// lines are laid out as they are looked at, looking up would move them.
	first, last := max(from-1, 0), min(to+1, d.height())
	if d.doc != nil {
		first = max(from, 0)
	}
	t := textOf(d, first, last, l.items[id].key.inner)
	for _, m := range t.marks(s.query) {
		for _, sp := range t.spans(m) {
			out.weak[first+sp.line] = append(out.weak[first+sp.line], extent{sp.from, sp.to})
		}
	}
	if id == s.block && l.hit() != nil {
		l.keepUp(id, d, from, to)
		for _, sp := range s.here.spans {
			out.strong[sp.line] = append(out.strong[sp.line], extent{sp.from, sp.to})
		}
	}
	return out
}

// keepUp finds the current hit anew when its block was drawn anew and its
// lines, as far as they are on screen, are other ones.
func (l *List) keepUp(id int, d *laid, from, to int) {
	h := &l.search.here
	for i, sp := range h.spans {
		if sp.line < from || sp.line >= to {
			continue
		}
		if sp.line >= d.height() || strings.TrimRight(plain(d.at(sp.line).Text), " ") != h.texts[i] {
			if now, ok := l.locate(id, l.search.nth); ok {
				*h = now
			} else {
				*h = here{}
			}
			return
		}
	}
}

// light marks the pieces of a drawn line.
func (m lit) light(ln line, at int) line {
	weak, strong := m.weak[at], m.strong[at]
	if len(weak) == 0 && len(strong) == 0 {
		return ln
	}
	pieces := make([]tint, 0, len(weak)+len(strong))
	for _, e := range strong {
		pieces = append(pieces, tint{e, m.th.Found})
	}
	for _, e := range weak {
		if !slices.ContainsFunc(strong, func(s extent) bool { return e.from < s.to && s.from < e.to }) {
			pieces = append(pieces, tint{e, m.th.Match})
		}
	}
	ln.Text = paintMarks(ln.Text, pieces)
	return ln
}

// tint is a piece of a line, in bytes of its text without styles, and its
// style.
type tint struct {
	extent
	style theme.Style
}

// paintMarks draws pieces of a line in styles of their own. What is between
// keeps its look, no cluster is split, and without its styles the line is what
// it was.
func paintMarks(s string, marks []tint) string {
	p := painter{rest: s, in: -1}
	text := plain(s)
	slices.SortStableFunc(marks, func(a, b tint) int { return a.from - b.from })
	end := 0
	for _, m := range marks {
		m.extent = clustered(text, m.extent)
		m.from = max(m.from, end)
		if m.from < m.to {
			end = m.to
			p.marks = append(p.marks, m)
		}
	}
	for p.rest != "" {
		if p.rest[0] == '\x1b' {
			p.sequence()
		} else {
			p.text()
		}
	}
	return p.out.String()
}

// painter goes through a line.
type painter struct {
	rest  string
	marks []tint // those ahead
	at    int    // in the text
	in    int    // 0 inside the first mark, -1 outside
	open  string // the styles of the line that are on
	out   strings.Builder
}

func (p *painter) sequence() {
	n := sequence(p.rest)
	seq := p.rest[:n]
	p.rest = p.rest[n:]
	switch {
	case !strings.HasSuffix(seq, "m"):
		p.out.WriteString(seq)
		return
	case seq == theme.Reset || seq == "\x1b[0m":
		p.open = ""
	default:
		p.open += seq
	}
	switch {
	case p.in < 0:
		p.out.WriteString(seq)
	case p.rest != "" && p.rest[0] >= utf8.RuneSelf:
		// Two texts that a style kept apart must not become one cluster.
		p.out.WriteString(theme.Reset + p.marks[0].style.Open())
	}
}

func (p *painter) text() {
	n := strings.IndexByte(p.rest, '\x1b')
	if n < 0 {
		n = len(p.rest)
	}
	if len(p.marks) > 0 {
		m := &p.marks[0]
		if p.in < 0 && m.from <= p.at {
			p.in = 0
			p.out.WriteString(theme.Reset + m.style.Open())
		}
		if p.in < 0 {
			n = min(n, m.from-p.at)
		} else {
			n = min(n, m.to-p.at)
		}
	}
	p.out.WriteString(p.rest[:n])
	p.rest, p.at = p.rest[n:], p.at+n
	if p.in == 0 && p.at >= p.marks[0].to {
		p.in, p.marks = -1, p.marks[1:]
		p.out.WriteString(theme.Reset + p.open)
	}
}

// sequence is the length of the sequence of ours that s starts with: SGR, or
// an OSC 8 link.
func sequence(s string) int {
	end, tail := "m", 1
	if strings.HasPrefix(s, "\x1b]") {
		end, tail = "\x1b\\", 2
	}
	if i := strings.Index(s[1:], end); i >= 0 {
		return 1 + i + tail
	}
	return len(s)
}

// clustered widens a piece to whole clusters.
func clustered(text string, e extent) extent {
	e.from, e.to = max(e.from, 0), min(e.to, len(text))
	if e.from >= e.to || cell.ASCII(text[max(e.from-1, 0):min(e.to+1, len(text))]) {
		return e
	}
	out := e
	for at := 0; at < e.to; {
		n := len(graphemes.FromString(text[at:]).First())
		if at <= e.from && e.from < at+n {
			out.from = at
		}
		at += n
		out.to = max(e.to, at)
	}
	return out
}
