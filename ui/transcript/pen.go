package transcript

import (
	"strings"
	"time"

	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// line is one drawn line: safe text with our own SGR, reset at its end.
type line = markdown.Line

// pen is what drawing needs besides the block.
type pen struct {
	th     *theme.Theme
	md     *markdown.Style
	method cell.Method
	links  bool
	clock  func() time.Time // measures what layouts cost, nil for not
}

// clean is the gate for text from the wire that goes on one line.
func (p *pen) clean(s string) string { return cell.Canonical(cell.Line(s), p.method) }

func (p *pen) width(s string) int { return cell.Width(s, p.method) }

// cut shortens clean text to w cells.
func (p *pen) cut(s string, w int) string {
	if w <= 0 {
		return ""
	}
	return cell.Truncate(s, w, p.method, p.th.Symbols.More)
}

// say draws trusted or untrusted text on one line.
func (p *pen) say(st theme.Style, s string, w int) line {
	s = p.cut(p.clean(s), w)
	return line{Text: st.Render(s), Width: p.width(s)}
}

// wrap appends text as lines of at most w cells behind an indent.
func (p *pen) wrap(out []line, st theme.Style, s string, indent, w int) []line {
	s = strings.TrimRight(s, "\r\n")
	for part := range strings.SplitSeq(s, "\n") {
		out = p.fold(out, st, part, indent, w)
	}
	return out
}

// fold appends one line of the source as lines of at most w cells.
func (p *pen) fold(out []line, st theme.Style, s string, indent, w int) []line {
	s = p.clean(strings.TrimSuffix(s, "\r"))
	if s == "" {
		return append(out, line{})
	}
	indent = p.indent(indent, w)
	pad := strings.Repeat(" ", indent)
	for _, part := range cell.Wrap(s, max(w-indent, 1), p.method) {
		out = append(out, line{Text: pad + st.Render(part), Width: indent + p.width(part)})
	}
	return out
}

// indent gives up an indent that would leave too little room.
func (p *pen) indent(n, w int) int {
	if w-n < 8 {
		return 0
	}
	return n
}

// more says how much of something is not shown.
func (p *pen) more(what string, indent, w int) line {
	indent = p.indent(indent, w)
	ln := p.say(p.th.Dim, p.th.Symbols.More+" "+what, w-indent)
	ln.Text = strings.Repeat(" ", indent) + ln.Text
	ln.Width += indent
	return ln
}

// shift puts drawn lines behind an indent.
func shift(out, lines []line, indent int) []line {
	pad := strings.Repeat(" ", indent)
	for _, ln := range lines {
		if ln.Text != "" {
			ln.Text = pad + ln.Text
			ln.Width += indent
		}
		out = append(out, ln)
	}
	return out
}

// plain takes our own sequences out of a drawn line.
func plain(s string) string {
	if !strings.ContainsRune(s, '\x1b') {
		return s
	}
	var b strings.Builder
	for s != "" {
		before, rest, found := strings.Cut(s, "\x1b")
		b.WriteString(before)
		if !found {
			break
		}
		end := strings.IndexAny(rest, "m\\")
		s = rest[end+1:]
		if end < 0 {
			break
		}
	}
	return b.String()
}

// span is a piece of a line: clean text in one style.
type span struct {
	style theme.Style
	text  string
}

// row lays spans side by side until the room is used up.
type row struct {
	pen  *pen
	b    strings.Builder
	room int
	used int
	full bool // something was cut
}

func (r *row) put(st theme.Style, s string) {
	if r.full || s == "" {
		return
	}
	w := r.pen.width(s)
	if w > r.room-r.used {
		r.full = true
		s = r.pen.cut(s, r.room-r.used)
		w = r.pen.width(s)
	}
	r.b.WriteString(st.Render(s))
	r.used += w
}

func (r *row) line() line { return line{Text: r.b.String(), Width: r.used} }

// stateColumn is where the state of a call ends at most: further right the
// eye loses the line.
const stateColumn = 100

// minHead is the room that a state at the right leaves for the symbol, some of
// the text and a gap.
const minHead = 12

// head draws symbol, text and state on one line (the package comment tells
// where the state stands). It reports whether the text had to be cut.
func (p *pen) head(sym span, text []span, state span, w int) (line, bool) {
	sw := p.width(state.text)
	right := w >= 20 && sw > 0 && sw <= w-minHead
	for _, s := range text {
		right = right && settled(s.text)
	}
	r := row{pen: p, room: w}
	if sym.text != "" {
		r.put(sym.style, sym.text)
		r.put(theme.Style{}, " ")
	}
	if !right && sw > 0 {
		r.put(state.style, state.text)
		r.put(theme.Style{}, "  ")
	}
	end := min(w, stateColumn)
	if right {
		r.room = end - sw - 2
	}
	for _, s := range text {
		r.put(s.style, s.text)
	}
	if right {
		r.b.WriteString(strings.Repeat(" ", end-sw-r.used))
		r.b.WriteString(state.style.Render(state.text))
		r.used = end
	}
	return r.line(), r.full
}
