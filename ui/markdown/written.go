package markdown

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"agtui/ui/cell"
)

// A tail that cannot be cut, say one quote of a megabyte, is too much to be laid
// out with every delta. Beyond mostTail it is laid out each time that it has
// doubled, up to mostAgain, and what came since is shown as it is written until
// the block ends or no more comes. So a delta costs what it brings.
const (
	mostTail  = 64 << 10
	mostAgain = 256 << 10
	// mostOpen is how much of a line that has not ended is laid out again.
	mostOpen = 4 << 10
)

// written is the end of a tail that is shown as it is written.
type written struct {
	cut  int // the tail that it belongs to
	laid int // the source up to here is laid out
	base int // lines of that
	next int // where the text starts that is not drawn for good
	rows int // lines that are final
	l    *layout
}

// write draws the end of a long tail as it is written. It reports false if the
// tail is to be laid out.
func (d *Doc) write() bool {
	t := &d.tail
	w := t.written
	switch size := len(d.src) - d.cut; {
	case t.final || t.must || size <= d.mostTail || w == nil || w.cut != d.cut || w.l == nil:
		return false
	case size > 2*(w.laid-d.cut) && size <= d.mostAgain:
		return false
	}
	w.grow(d)
	t.lines = w.l.lines
	return true
}

// keepWritten remembers what was laid out of a long tail.
func (d *Doc) keepWritten(l *layout) {
	d.tail.written = nil
	if d.tail.final || len(d.src)-d.cut <= d.mostTail {
		return
	}
	own := d.layout(nil, nil, nil)
	own.lines = slices.Clip(l.lines)
	d.tail.written = &written{cut: d.cut, laid: len(d.src), base: len(l.lines), next: len(d.src), rows: len(l.lines), l: own}
}

// grow lays out the text that came since.
func (w *written) grow(d *Doc) {
	w.l.lines = w.l.lines[:w.rows]
	for n := ended(d.src[w.next:]); n > 0; n = ended(d.src[w.next:]) {
		w.put(d, d.src[w.next:w.next+n])
		w.next += n
		w.rows = len(w.l.lines)
	}
	if rest := d.src[w.next:]; len(rest) > 0 {
		w.put(d, rest)
	}
}

// ended is the length of the first line, or of a piece of a long one; 0 for the
// beginning of one that may go on.
func ended(src []byte) int {
	if n := bytes.IndexByte(src[:min(len(src), mostOpen)], '\n') + 1; n > 0 || len(src) <= mostOpen {
		return n
	}
	n := mostOpen
	for n > 1 && !utf8.RuneStart(src[n]) {
		n--
	}
	return n
}

// put lays out a line of the source, or a piece of one.
func (w *written) put(d *Doc, line []byte) {
	d.stats.Display += int64(len(line))
	var p para
	text := cell.CleanTabs(string(bytes.TrimRight(line, "\r\n")), codeTab)
	p.add(cell.Canonical(text, w.l.m), w.l.st.text.on(w.l.base), "")
	w.l.flow(&p)
}
