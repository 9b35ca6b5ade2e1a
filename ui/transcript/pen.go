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
	times  Times
}

// clean is the gate for text from the wire that goes on one line.
func (p *pen) clean(s string) string { return cell.Canonical(cell.Line(s), p.method) }

// tabbed is clean for a whole source line, whose tabs go to their stops.
func (p *pen) tabbed(s string) string {
	if strings.IndexByte(s, '\t') < 0 {
		return p.clean(s)
	}
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r", "\u240d"), "\n", "\u240a")
	return cell.Canonical(cell.Clean(s), p.method)
}

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
	s = p.tabbed(strings.TrimSuffix(s, "\r"))
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
		i := strings.IndexByte(s, '\x1b')
		if i < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:i])
		s = s[i:]
		s = s[sequence(s):]
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

// stampRoom is what a time at the right must leave beside the state.
const stampRoom = 24

// head draws symbol, text and states on one line (the package comment tells
// where the states stand; the last ones give way where there is little room).
// It reports whether the text had to be cut.
func (p *pen) head(sym span, text []span, w int, states ...span) (line, bool) {
	states, sw := p.states(states, w-min(stampRoom, p.needs(sym, text)))
	right := w >= 20 && sw > 0 && sw <= w-minHead
	for _, s := range text {
		right = right && settled(s.text)
	}
	for i := range len(states) - 1 { // something stands to its right, too
		right = right && settled(states[i].text)
	}
	r := row{pen: p, room: w}
	if sym.text != "" {
		r.put(sym.style, sym.text)
		r.put(theme.Style{}, " ")
	}
	if !right {
		for _, s := range states {
			r.put(s.style, s.text)
			r.put(theme.Style{}, "  ")
		}
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
		for i, s := range states {
			if i > 0 {
				r.b.WriteString("  ")
			}
			r.b.WriteString(s.style.Render(s.text))
		}
		r.used = end
	}
	return r.line(), r.full
}

// needs is the width of a head without its states.
func (p *pen) needs(sym span, text []span) int {
	w := 2
	for _, s := range append([]span{sym}, text...) {
		w += p.width(s.text)
	}
	return w
}

// states are the states that have room, the first one always, and the cells
// that they take.
func (p *pen) states(all []span, room int) (kept []span, cells int) {
	for _, s := range all {
		sw := p.width(s.text)
		if sw == 0 {
			continue
		}
		if len(kept) > 0 {
			if cells+2+sw > room {
				break
			}
			cells += 2
		}
		cells += sw
		kept = append(kept, s)
	}
	return kept, cells
}
