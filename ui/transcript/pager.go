package transcript

import (
	"bytes"
	"slices"

	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// prettyLimit is the longest JSON that a pager prints for reading.
const prettyLimit = 8 << 20

// Pager shows one long text through a window. Opening it costs nothing: only
// what is in the window is cleaned, wrapped and drawn, whatever the length of
// the text or of its lines. Places are offsets into the text, so they survive
// wrapping and resizing.
//
// A text is shown for reading (JSON printed, what was overwritten left out,
// colours of programs dropped) or as it was received.
type Pager struct {
	pen    pen
	source []byte
	raw    bool // as it was received
	json   bool // it is JSON, whole or not
	nowrap bool
	form   form

	text    []byte // what is shown: the source or its printed form
	printed *printer
	used    int // bytes of the source that were printed

	width, height int
	at            spotAt
	left          int // columns that are out of sight at the left
	lines         int // lines of the text, -1 until they are counted
	above         int // lines above the window's first one, -1 as before
	rows          []pagerRow
	search        pagerSearch
	long          longLine
	end           lastPlace
}

// longLine remembers where the pieces of a long line start.
type longLine struct {
	start  int
	pieces []int
}

// lastPlace is the place that fills the window to the end, and what it was
// worked out for.
type lastPlace struct {
	of lastKey
	at spotAt
}

type lastKey struct {
	length, width, height int
	method                cell.Method
	raw, nowrap           bool
}

// spotAt is a row of the text: the piece that starts at an offset, and the row
// in it.
type spotAt struct{ piece, row int }

type pagerRow struct {
	at  spotAt
	end int // where the piece ends
	ln  line
}

// NewPager returns a pager over a text, which must not change.
func NewPager(text []byte, o Options) *Pager {
	p := &Pager{pen: pen{method: o.Method}, source: text, form: formAhead(text)}
	p.SetTheme(o.Theme)
	p.SetSize(o.Width, o.Height)
	p.reset()
	return p
}

func (p *Pager) reset() {
	p.text, p.printed, p.used = p.source, nil, 0
	p.at, p.left, p.lines, p.above = spotAt{}, 0, -1, -1
	p.long, p.end = longLine{}, lastPlace{}
	if p.pretty() {
		p.text, p.printed = nil, &printer{}
		p.print()
	}
	p.searchAgain()
}

// ReadAsJSON says that the text is JSON, even as long as it is not complete: it
// is printed for reading.
func (p *Pager) ReadAsJSON() {
	p.json = true
	if p.form != jsonForm {
		p.form = jsonForm
		p.again()
	}
}

// Finish says that the text has ended: it is shown by what it has become.
func (p *Pager) Finish() {
	if p.printed != nil {
		p.text = p.printed.finish(p.text)
		return
	}
	if f := formAhead(p.source); f != p.form && !p.json {
		p.form = f
		p.again()
	}
}

// again lays out the text anew, about where it was.
func (p *Pager) again() {
	at, of := p.at.piece, max(len(p.text), 1)
	p.reset()
	if at > 0 {
		p.Goto(int(float64(at) / float64(of) * float64(len(p.text))))
	}
}

// pretty tells whether what is shown is printed JSON.
func (p *Pager) pretty() bool {
	return !p.raw && p.form == jsonForm && len(p.source) <= prettyLimit
}

func (p *Pager) print() {
	p.text = p.printed.append(p.text, p.source[p.used:])
	p.used = len(p.source)
}

// SetText takes in what the text has become. One that goes on is read from
// where it ended before; another one takes its place, and the window stays about
// where it is.
func (p *Pager) SetText(text []byte) {
	switch {
	case !bytes.HasPrefix(text, p.source):
		p.replace(text)
		return
	case len(text) == len(p.source):
		return
	}
	p.source = text
	p.lines = -1
	if p.printed != nil {
		p.print()
	} else {
		p.text = text
	}
}

func (p *Pager) replace(text []byte) {
	at, left := p.at.piece, p.left
	p.source = text
	if !p.json {
		p.form = formAhead(text)
	}
	p.reset()
	p.left = left
	if at > 0 && len(p.text) > 0 {
		p.Goto(at)
	}
}

// formAhead tells the form of a text, of a long one by its beginning.
func formAhead(text []byte) form {
	if len(text) > prettyLimit {
		return formOf(string(text[:2*probe])) // too long to be printed, but not to be told apart
	}
	return formOf(string(text))
}

// SetSize changes the window.
func (p *Pager) SetSize(w, h int) { p.width, p.height = max(w, 1), max(h, 0) }

// SetTheme changes the look.
func (p *Pager) SetTheme(t *theme.Theme) {
	if t == nil {
		t = theme.Plain()
	}
	p.pen.th, p.pen.md = t, &markdown.Style{}
}

// SetMethod changes how text is measured.
func (p *Pager) SetMethod(m cell.Method) { p.pen.method = m }

// ToggleRaw changes between the form for reading and the text as received.
func (p *Pager) ToggleRaw() {
	p.raw = !p.raw
	p.again()
}

// ToggleWrap changes between wrapping lines and cutting them.
func (p *Pager) ToggleWrap() {
	p.nowrap = !p.nowrap
	p.left = 0
	if len(p.text) > 0 {
		p.Goto(p.at.piece)
	}
}

// Wrapped tells whether lines are wrapped.
func (p *Pager) Wrapped() bool { return !p.nowrap }

// Raw tells whether the text is shown as it was received.
func (p *Pager) Raw() bool { return p.raw }

// Source is the text as it was received.
func (p *Pager) Source() []byte { return p.source }

// Shift moves the window sideways, where lines are cut.
func (p *Pager) Shift(by int) {
	if p.nowrap {
		p.left = max(p.left+by, 0)
	}
}

// pieceEnd is where the piece ends that starts at an offset: at most a line,
// and of a long line a part.
func (p *Pager) pieceEnd(at int) int {
	if p.nowrap {
		if i := bytes.IndexByte(p.text[at:], '\n'); i >= 0 {
			return at + i
		}
		return len(p.text)
	}
	near := p.text[at:min(at+segment+1, len(p.text))]
	if i := bytes.IndexByte(near, '\n'); i >= 0 {
		return at + i
	}
	if len(near) > segment {
		return at + seam(near)
	}
	return len(p.text)
}

// after is where the next piece starts, and whether there is one.
func (p *Pager) after(end int) (int, bool) {
	if end < len(p.text) && p.text[end] == '\n' {
		end++
	}
	return end, end < len(p.text)
}

// lineStart is where the line starts that an offset is in.
func (p *Pager) lineStart(at int) int {
	const chunk = 64 << 10
	for at > 0 {
		from := max(at-chunk, 0)
		// Looking forward is fast; it tells whether there is one at all.
		if bytes.IndexByte(p.text[from:at], '\n') >= 0 {
			return from + bytes.LastIndexByte(p.text[from:at], '\n') + 1
		}
		at = from
	}
	return 0
}

// before is where the piece starts that ends before an offset.
func (p *Pager) before(at int) (int, bool) {
	if at <= 0 {
		return 0, false
	}
	last := at
	if p.text[at-1] == '\n' {
		last--
	}
	return p.pieceOf(p.lineStart(last), max(last-1, 0)), true
}

// pieceOf is the piece of a line that holds an offset.
func (p *Pager) pieceOf(start, offset int) int {
	if p.nowrap || p.pieceEnd(start) > offset {
		return start
	}
	if p.long.start != start || len(p.long.pieces) == 0 {
		p.long = longLine{start, []int{start}}
	}
	all := p.long.pieces
	for last := all[len(all)-1]; last <= offset; {
		next := p.pieceEnd(last)
		if next >= len(p.text) || p.text[next] == '\n' || next <= last {
			break
		}
		all = append(all, next)
		last = next
	}
	p.long.pieces = all
	i, found := slices.BinarySearch(all, offset)
	if !found {
		i--
	}
	return all[i]
}

// draw lays out the piece from at to end.
func (p *Pager) draw(at, end int) []line {
	src := p.text[at:end]
	if p.nowrap {
		return []line{p.cutLine(src)}
	}
	s := string(src)
	if p.raw {
		return p.pen.fold(nil, theme.Style{}, s, 0, p.width)
	}
	if at == 0 || p.text[at-1] == '\n' {
		s = s[overwritten(s):]
	}
	s = bare(s)
	if p.printed != nil {
		if c := p.pen.tabbed(s); p.pen.width(c) <= p.width {
			return []line{{Text: p.pen.paint(c), Width: p.pen.width(c)}}
		}
	}
	return p.pen.fold(nil, p.style(src), s, 0, p.width)
}

// style is that of a line of a difference; other lines have none.
func (p *Pager) style(src []byte) theme.Style {
	if p.form != diffForm || len(src) == 0 {
		return theme.Style{}
	}
	switch {
	case bytes.HasPrefix(src, []byte("@@")):
		return p.pen.th.Accent
	case bytes.HasPrefix(src, []byte("+++ ")), bytes.HasPrefix(src, []byte("--- ")), bytes.HasPrefix(src, []byte("diff ")):
		return p.pen.th.Strong
	case src[0] == '+':
		return p.pen.th.Added
	case src[0] == '-':
		return p.pen.th.Removed
	default:
		return theme.Style{}
	}
}

// cutLine is the part of a line that is in the window.
func (p *Pager) cutLine(src []byte) line {
	st := p.style(src)
	if !p.raw { // the last thing that was written on the line
		src = src[overwritten(src):]
	}
	if most := 8*(p.left+p.width) + segment; len(src) > most {
		src = src[:most]
	}
	s := string(src)
	if !p.raw {
		s = bare(s)
	}
	s = p.pen.tabbed(s)
	if p.left > 0 {
		spans := cell.AppendCut(nil, s, p.left, p.pen.method)
		if len(spans) < 2 {
			return line{}
		}
		s = s[spans[1].Start:]
	}
	s = p.pen.cut(s, p.width)
	return line{Text: st.Render(s), Width: p.pen.width(s)}
}
