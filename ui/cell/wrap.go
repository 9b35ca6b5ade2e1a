package cell

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Span is a piece of a text: one line of it.
type Span struct {
	Start, End int // byte offsets
	Width      int // in cells
}

// Wrap breaks cleaned text into lines of at most w cells (at least 1). Lines
// end at LF, at blanks, and where UAX #14 allows it; what is wider than a line
// is broken between clusters. Blanks at a break are dropped, those at the
// start of s and of its lines stay. A cluster wider than w becomes U+FFFD.
func Wrap(s string, w int, m Method) []string {
	w = max(w, 1)
	var out []string
	var spans []Span
	for {
		line, rest, more := strings.Cut(s, "\n")
		spans = AppendWrap(spans[:0], line, w, m)
		for _, sp := range spans {
			if sp.Width > w {
				out = append(out, string(bad))
				continue
			}
			out = append(out, line[sp.Start:sp.End])
		}
		if !more {
			return out
		}
		s = rest
	}
}

// AppendWrap appends the lines of s, which has no LF, to dst: at least one.
// A span wider than w is one cluster that does not fit; the caller shows
// something else in its place.
func AppendWrap(dst []Span, s string, w int, m Method) []Span {
	p := wrapper{s: s, w: max(w, 1), m: m, spans: dst, base: len(dst)}
	if len(s) <= p.w && ASCII(s) { // the common case: it fits
		return append(dst, Span{0, len(s), len(s)})
	}
	for p.pos < len(s) {
		p.chunk()
	}
	p.flush()
	return p.spans
}

// AppendCut appends lines of s cut at clusters only: for code, where blanks
// count.
func AppendCut(dst []Span, s string, w int, m Method) []Span {
	p := wrapper{s: s, w: max(w, 1), m: m, spans: dst, base: len(dst), cut: true}
	p.clusters(len(s))
	p.flush()
	return p.spans
}

// wrapper fills lines greedily. The open line is s[start:end] of width cur;
// pos is how far the text was read (blanks after end are pending).
type wrapper struct {
	s               string
	w               int
	m               Method
	spans           []Span
	base            int // spans that were there before
	start, end, pos int
	cur             int
	cut             bool // blanks count
	some            bool // the open line has a cluster
}

// flush ends the open line.
func (p *wrapper) flush() {
	for !p.cut && p.end > p.start && p.s[p.end-1] == ' ' {
		p.end--
		p.cur--
	}
	if p.some || len(p.spans) == p.base {
		p.spans = append(p.spans, Span{p.start, p.end, p.cur})
	}
	p.start, p.end, p.cur, p.some = p.pos, p.pos, 0, false
}

// take adds everything up to pos to the open line.
func (p *wrapper) take(end, width int) {
	p.pos, p.end, p.some = end, end, true
	p.cur += width
}

// chunk places blanks and the word after them.
func (p *wrapper) chunk() {
	blanks := p.pos
	for blanks < len(p.s) && p.s[blanks] == ' ' {
		blanks++
	}
	if blanks == len(p.s) { // blanks at the end are dropped
		p.pos = blanks
		return
	}
	if w, _ := simple(p.s[blanks:]); w == 0 && blanks > p.pos {
		if r, _ := utf8.DecodeRuneInString(p.s[blanks:]); joins(' ', r) {
			blanks-- // a mark sits on the blank
		}
	}
	gap := blanks - p.pos
	end := p.word(blanks)
	width := Width(p.s[blanks:end], p.m)
	if p.cur+gap+width <= p.w {
		p.take(end, gap+width)
		return
	}
	p.split(blanks, gap, end, width)
}

// word returns the end of the word at i. Closing punctuation after a blank
// belongs to the word before it, opening punctuation to the word behind it.
func (p *wrapper) word(i int) int {
	start := i
	for i++; ; { // a word has at least one byte, be it a blank with a mark on it
		n := strings.IndexByte(p.s[i:], ' ')
		if n < 0 {
			return len(p.s)
		}
		i += n
		after := i + 1
		for after < len(p.s) && p.s[after] == ' ' {
			after++
		}
		if after == len(p.s) || !opens(p.s[start:i]) && !closes(p.s[after:]) {
			return i
		}
		i = after
	}
}

// split places a word that does not fit behind the open line.
func (p *wrapper) split(start, gap, end, width int) {
	fresh := !p.some
	if fresh { // blanks at the start of a text
		gap = min(gap, p.w-1)
		p.start, p.end, p.pos = start-gap, start, start
		p.cur = gap
	}
	word := p.s[start:end] // with blanks only beside punctuation
	if !fresh && width <= p.w && (strings.IndexByte(word, ' ') > 0 || keepWhole(word)) {
		p.pos = start
		p.flush()
		p.take(end, width)
		return
	}
	state := -1
	rest := word
	from, at := start, start
	for rest != "" {
		var seg string
		seg, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		at += len(seg)
		if rest != "" && seg[len(seg)-1] == ' ' && closes(rest) {
			continue
		}
		to := p.align(from, at, end)
		if to <= from {
			continue // inside a cluster that was placed already
		}
		p.segment(from, gap, to)
		gap, from = 0, to
	}
}

// align moves a break opportunity that falls into a cluster to its end.
func (p *wrapper) align(from, to, end int) int {
	if to >= end || p.s[to] < utf8.RuneSelf && p.s[to-1] < utf8.RuneSelf {
		return max(to, from)
	}
	for from < to {
		cl, _ := next(p.s[from:end], p.m)
		from += len(cl)
	}
	return from
}

// segment places a piece that has no opportunity inside.
func (p *wrapper) segment(from, gap, to int) {
	width := Width(p.s[from:to], p.m)
	if p.cur+gap+width <= p.w {
		p.take(to, gap+width)
		return
	}
	if width > p.w && p.some && unspaced(p.s[from:to]) {
		p.pos = from
		p.cur += gap
		p.end = from // the blanks before it
		p.clusters(to)
		return
	}
	if p.pos = from; p.some {
		p.flush()
	} else { // only blanks so far: the text is worth more
		p.start, p.end, p.cur = from, from, 0
	}
	if width <= p.w {
		p.take(to, width)
		return
	}
	p.clusters(to)
}

// clusters places s[pos:to] cluster by cluster.
func (p *wrapper) clusters(to int) {
	for p.pos < to {
		cl, cw := next(p.s[p.pos:to], p.m)
		if p.cur+cw > p.w && p.some {
			if n := p.carry(cl); n > 0 {
				p.end -= n
				p.pos = p.end
				p.cur = Width(p.s[p.start:p.end], p.m)
				cl, cw = next(p.s[p.pos:to], p.m)
			}
			p.flush()
		}
		p.take(p.pos+len(cl), cw)
	}
}

// carry is how many bytes at the end of the open line belong to the line that
// begins with the cluster cl: Thai and Lao have no blanks between words, but a
// vowel never stands apart from its consonant.
func (p *wrapper) carry(cl string) int {
	r, _ := utf8.DecodeRuneInString(cl)
	if p.cut || !taiVowels(r) {
		return 0
	}
	best := 0
	for at := p.end; at > p.start; {
		prev, n := utf8.DecodeLastRuneInString(p.s[p.start:at])
		if at-p.start <= n || Width(p.s[at:p.end], p.m) > p.w/2 {
			break
		}
		if !taiVowels(prev) || leading(r) || final(prev) && !dependent(r) {
			return p.end - at // a syllable ends here
		}
		if best == 0 && !dependent(r) && !leading(prev) {
			if best = p.end - at; best == 0 {
				best = -1
			}
		}
		for at -= n; mark(prev) && at > p.start; at -= n {
			prev, n = utf8.DecodeLastRuneInString(p.s[p.start:at])
		}
		r = prev
	}
	return max(best, 0)
}

// keepWhole reports words that move to the next line rather than being broken:
// plain words, addresses, and Korean, which is read by the word.
func keepWhole(word string) bool {
	hangul := false
	for _, r := range word {
		if within(r, 0xAC00, 0xD7A3) || within(r, 0x3131, 0x318E) {
			hangul = true
		} else if r >= utf8.RuneSelf {
			return false
		}
	}
	return hangul || strings.Contains(word, "/") || !strings.ContainsAny(word, "-?&|")
}
