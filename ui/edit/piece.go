package edit

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// chipByte stands for a chip in a piece. Text never has it: it is no UTF-8.
const (
	chipByte = 0xff
	chipMark = "\xff"
)

// chip is a text that is shown as its size.
type chip struct {
	text  string
	label string
}

// piece is text with chips in it: the nth chipByte is the nth chip. It is
// never changed.
type piece struct {
	text  string
	chips []*chip
}

// A text that is longer than one of these becomes a chip when it is pasted.
const (
	maxPasteLines = 8
	maxPasteBytes = 2000
)

// large tells whether a text, with LF at its line ends, becomes a chip.
func large(text string) bool {
	return len(text) > maxPasteBytes || strings.Count(strings.TrimSuffix(text, "\n"), "\n") >= maxPasteLines
}

// pasted is a text as it is after a paste.
func pasted(text string) piece {
	text = normal(text)
	if !large(text) {
		return piece{text: text}
	}
	c := &chip{text: text}
	switch lines := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1; lines {
	case 1:
		c.label = "[pasted " + Size(len(text)) + "]"
	default:
		c.label = fmt.Sprintf("[pasted %d lines, %s]", lines, Size(len(text)))
	}
	return piece{chipMark, []*chip{c}}
}

// Size is a number of bytes as people read it; chips say it.
func Size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	default:
		return fmt.Sprintf("%.1f MB", float64(n)/1_000_000)
	}
}

// normal is text with LF at its line ends, in UTF-8.
func normal(text string) string {
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// slice is the piece from byte i to byte j.
func (p piece) slice(i, j int) piece {
	if len(p.chips) == 0 {
		return piece{text: p.text[i:j]}
	}
	n := strings.Count(p.text[:i], chipMark)
	k := n + strings.Count(p.text[i:j], chipMark)
	return piece{p.text[i:j], p.chips[n:k:k]}
}

// joined are pieces one after another.
func joined(pieces ...piece) piece {
	n := 0
	for _, p := range pieces {
		n += len(p.text)
	}
	var b strings.Builder
	b.Grow(n)
	var chips []*chip
	for _, p := range pieces {
		b.WriteString(p.text)
		chips = append(chips, p.chips...)
	}
	return piece{b.String(), chips}
}

// full is the text with that of its chips.
func (p piece) full() string {
	if len(p.chips) == 0 {
		return p.text
	}
	var b strings.Builder
	rest := p.text
	for _, c := range p.chips {
		before, after, _ := strings.Cut(rest, chipMark)
		b.WriteString(before)
		b.WriteString(c.text)
		rest = after
	}
	b.WriteString(rest)
	return b.String()
}

// weight is how much memory the piece keeps, at most.
func (p piece) weight() int {
	n := len(p.text)
	for _, c := range p.chips {
		n += len(c.text)
	}
	return n
}

// first is the length of the first cluster of a text that is not empty.
func first(text string) int {
	switch {
	case text[0] == chipByte:
		return 1
	case text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf):
		return 1
	}
	cl := graphemes.FromString(text).First()
	if i := strings.IndexByte(cl, chipByte); i > 0 {
		return i
	}
	return len(cl)
}

// seg is a line, or a stretch of a long one.
type seg struct {
	piece
	soft bool // the next one goes on with the line
	rows []row
	laid int // the layout that rows belong to
}

// The sizes of the stretches of a long line: none is longer than maxSeg, and
// they are made of cutSeg, so that there is room to write.
const (
	maxSeg = 4096
	cutSeg = maxSeg * 3 / 4
)

// segments cuts a piece into lines and stretches; soft is that of the last one.
func segments(p piece, soft bool) []seg {
	out := make([]seg, 0, strings.Count(p.text, "\n")+1)
	for {
		at := strings.IndexByte(p.text, '\n')
		if at < 0 {
			break
		}
		out = stretches(out, p.slice(0, at), false)
		p = p.slice(at+1, len(p.text))
	}
	return stretches(out, p, soft)
}

// stretches appends a line.
func stretches(out []seg, p piece, soft bool) []seg {
	for len(p.text) > maxSeg {
		n := seam(p.text[:maxSeg])
		out = append(out, seg{piece: p.slice(0, n), soft: true})
		p = p.slice(n, len(p.text))
	}
	return append(out, seg{piece: p, soft: soft})
}

// seam is where a long text is cut: behind a blank or else between clusters,
// near cutSeg.
func seam(text string) int {
	const near = 256
	if i := strings.LastIndexByte(text[cutSeg-near:cutSeg], ' '); i >= 0 {
		return cutSeg - near + i + 1
	}
	at := cutSeg - near
	for !utf8.RuneStart(text[at]) {
		at--
	}
	for at < cutSeg {
		at += first(text[at:])
	}
	return min(at, len(text))
}

// Form is a text with its chips, apart from an area. The zero Form is empty.
type Form struct{ p piece }

// Of returns a text as it is after a paste: a large one is a chip.
func Of(text string) Form { return Form{pasted(text)} }

// Text returns the whole text.
func (f Form) Text() string { return f.p.full() }

// Label returns the text on screen, cut to about n bytes at the end of a rune.
func (f Form) Label(n int) string {
	text := f.p.text
	if len(text) > n {
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		text = text[:n]
	}
	for _, c := range f.p.chips {
		if !strings.Contains(text, chipMark) {
			break
		}
		text = strings.Replace(text, chipMark, c.label, 1)
	}
	return text
}

// kept is a text in which the chips that it still has are chips again.
func kept(text string, chips []*chip) piece {
	text = normal(text)
	var parts []piece
	for _, c := range chips {
		before, after, ok := strings.Cut(text, c.text)
		if !ok {
			continue
		}
		parts = append(parts, piece{text: before}, piece{chipMark, []*chip{c}})
		text = after
	}
	return joined(slices.Concat(parts, []piece{{text: text}})...)
}
