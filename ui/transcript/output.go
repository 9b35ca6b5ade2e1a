package transcript

import (
	"strings"

	"agtui/theme"
)

// sheet takes lines until there are enough.
type sheet struct {
	*drawing
	out     []line
	most    int
	indent  int
	literal bool // nothing in the text is resolved
}

// left is how much of a text is not shown.
type left struct {
	lines int // lines of the source, the one that was cut included
	bytes int
}

func (n left) none() bool { return n == (left{}) }

// full tells that nothing more is needed: one line over the most shows that
// there is more.
func (t *sheet) full() bool { return len(t.out) > t.most+1 }

// output lays out text as a program printed it: a line of the source at a
// time, as far as there is room. The style of a line may depend on the lines
// before it.
func (d *drawing) output(src string, most int, style func(ln string) theme.Style) ([]line, left) {
	return d.printed(src, most, indented, style)
}

func (d *drawing) printed(src string, most, indent int, style func(ln string) theme.Style) ([]line, left) {
	t := sheet{drawing: d, most: most, indent: indent}
	src = strings.TrimRight(src, "\r\n\t ")
	for len(src) > 0 && (src[0] == '\n' || src[0] == '\r') {
		src = src[1:]
	}
	return t.lay(src, style)
}

// words lays out text as it is written, nothing of it overwritten or hidden, as
// far as there is room.
func (d *drawing) words(src string, most, indent int, st theme.Style) ([]line, left) {
	t := sheet{drawing: d, most: most, indent: indent, literal: true}
	return t.lay(strings.TrimRight(src, "\r\n"), func(string) theme.Style { return st })
}

// lay takes lines of the source until there are enough.
func (t *sheet) lay(src string, style func(ln string) theme.Style) ([]line, left) {
	cut := 0 // the source from the row that is the first too many
	for at := 0; at < len(src) && !t.full(); {
		end, next := len(src), len(src)
		if i := strings.IndexByte(src[at:], '\n'); i >= 0 {
			end, next = at+i, at+i+1
		}
		if !t.literal {
			at += overwritten(src[at:end])
		}
		st := style(src[at:end])
		cut = t.put(st, src[:end], at, cut)
		at = next
	}
	if len(t.out) <= t.most+1 {
		return t.out, left{}
	}
	rest := src[cut:]
	n := left{lines: strings.Count(rest, "\n") + 1, bytes: len(rest)}
	return t.out[:t.most:t.most], n
}

// put lays out src[at:], one line, in pieces. It returns where the piece starts
// that holds the first row too many.
func (t *sheet) put(st theme.Style, src string, at, cut int) int {
	if at == len(src) {
		if len(t.out) <= t.most {
			cut = at
		}
		t.out = append(t.out, line{})
		return cut
	}
	for at < len(src) && !t.full() {
		n := len(src) - at
		if n > segment {
			n = seam(src[at:])
		}
		before := len(t.out)
		piece := src[at : at+n]
		if !t.literal {
			piece = bare(piece)
		}
		t.out = t.fold(t.out, st, piece, t.indent, t.w)
		if before <= t.most {
			cut = at + t.taken(before, n)
		}
		at += n
	}
	return cut
}

// taken is about how many bytes of a piece are in the rows that are shown.
func (t *sheet) taken(before, n int) int {
	if len(t.out) <= t.most {
		return 0
	}
	cells := 0
	for _, ln := range t.out[before:t.most] {
		cells += ln.Width
	}
	return min(cells, n)
}

// overwritten is where the last thing stands that was written on a line: a
// carriage return starts the line again.
func overwritten[T string | []byte](ln T) int {
	at := len(ln)
	for at > 0 && ln[at-1] == '\r' {
		at--
	}
	for at > 0 && ln[at-1] != '\r' {
		at--
	}
	return at
}

// bare is text without the sequences that only colour it or clear the line.
func bare(src string) string {
	if strings.IndexByte(src, 0x1b) < 0 {
		return src
	}
	out := make([]byte, 0, len(src))
	for i := 0; i < len(src); i++ {
		if n := colouring(src[i:]); n > 0 {
			i += n - 1
			continue
		}
		out = append(out, src[i])
	}
	return string(out)
}

// colouring is the length of the sequence at the start of s, if it is one that
// chooses colours or clears the rest of the line, else 0.
func colouring(s string) int {
	const most = 64
	if len(s) < 3 || s[0] != 0x1b || s[1] != '[' {
		return 0
	}
	for i := 2; i < min(len(s), most); i++ {
		switch c := s[i]; {
		case c == 'm' || c == 'K':
			return i + 1
		case c != ';' && c != ':' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}
