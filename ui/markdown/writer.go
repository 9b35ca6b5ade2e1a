package markdown

import (
	"strings"

	"agtui/ui/cell"
)

// Escape sequences of our own.
const (
	sgrReset  = "\x1b[m"
	linkClose = "\x1b]8;;\x1b\\"
)

// writer builds one line: text in runs of one look, with as little SGR as
// there are changes.
type writer struct {
	b     strings.Builder
	plain bool // no SGR
	cur   look
	link  string
	width int
	blank int // blanks not written yet: none at the end of a line
}

// put adds text of a known width.
func (w *writer) put(text string, l look, link string, width int) {
	if text == "" {
		return
	}
	if w.plain {
		l = look{}
	}
	if l == (look{}) && link == "" {
		trimmed := strings.TrimRight(text, " ")
		if trimmed == "" {
			w.blank += width
			return
		}
		n := len(text) - len(trimmed)
		w.emit(trimmed, l, link, width-n)
		w.blank = n
		return
	}
	w.emit(text, l, link, width)
}

func (w *writer) emit(text string, l look, link string, width int) {
	if w.blank > 0 {
		w.turn(look{}, "")
		w.b.WriteString(strings.Repeat(" ", w.blank))
		w.width += w.blank
		w.blank = 0
	}
	w.turn(l, link)
	w.b.WriteString(text)
	w.width += width
}

// turn switches to a look and a link.
func (w *writer) turn(l look, link string) {
	if link != w.link {
		if w.link != "" {
			w.b.WriteString(linkClose)
		}
		if link != "" {
			w.b.WriteString("\x1b]8;;" + link + "\x1b\\")
		}
		w.link = link
	}
	switch {
	case l == w.cur:
		return
	case l == (look{}):
		w.b.WriteString(sgrReset)
	case w.cur == (look{}):
		w.b.WriteString("\x1b[" + l.params() + "m")
	default:
		w.b.WriteString("\x1b[0;" + l.params() + "m")
	}
	w.cur = l
}

// line ends the line and starts the next.
func (w *writer) line() Line {
	w.blank = 0
	w.turn(look{}, "")
	out := Line{Text: w.b.String(), Width: w.width}
	*w = writer{plain: w.plain}
	return out
}

// run is the end of a piece of a para that has one look.
type run struct {
	end  int
	look look
	link string
}

// para is a text with looks, before it is broken into lines. A line feed in it
// is a hard break.
type para struct {
	b    []byte
	runs []run
}

// add appends clean text.
func (p *para) add(text string, l look, link string) {
	if text == "" {
		return
	}
	p.b = append(p.b, text...)
	if n := len(p.runs); n > 0 && p.runs[n-1].look == l && p.runs[n-1].link == link {
		p.runs[n-1].end = len(p.b)
		return
	}
	p.runs = append(p.runs, run{len(p.b), l, link})
}

// unlink takes the links from what was added from an offset on.
func (p *para) unlink(from int) {
	for i := len(p.runs) - 1; i >= 0 && p.runs[i].end > from; i-- {
		p.runs[i].link = ""
	}
}

// settle moves the borders between looks out of the clusters.
func (p *para) settle(text string) {
	for i := range p.runs {
		p.runs[i].end = cell.Align(text, p.runs[i].end)
	}
}

// piece writes text[from:to], a part of the para, to w.
func (p *para) piece(w *writer, text string, from, to int, m cell.Method) {
	for _, r := range p.runs[p.runAt(from):] {
		end := min(r.end, to)
		if end > from {
			part := text[from:end]
			w.put(part, r.look, r.link, cell.Width(part, m))
			from = end
		}
		if from >= to {
			return
		}
	}
}

// runAt is the first run that ends after an offset.
func (p *para) runAt(at int) int {
	lo, hi := 0, len(p.runs)
	for lo < hi {
		if mid := (lo + hi) / 2; p.runs[mid].end <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
