package transcript

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Find looks for a text: from the last hit or the window on, or backwards. It
// goes to the hit and reports whether there is one; the search goes round. Case
// counts if the text has a capital letter. Looking takes as long as the text
// is.
func (p *Pager) Find(what string, back bool) bool {
	if what != p.want {
		p.want, p.hit = what, -1
	}
	want := []byte(what)
	if len(want) == 0 || len(p.text) == 0 {
		return false
	}
	fold := strings.ToLower(what) == what
	at := p.next(want, fold)
	if back {
		at = p.previous(want, fold)
	}
	if p.hit = at; at < 0 {
		return false
	}
	p.Goto(at)
	p.toHit(fold)
	return true
}

// next is the hit after the last one, or the first one in the window or below.
func (p *Pager) next(want []byte, fold bool) int {
	from := p.hit + 1
	if p.hit < 0 {
		from = p.at.piece
	}
	if at := index(p.text[from:], want, fold); at >= 0 {
		return at + from
	}
	return index(p.text, want, fold)
}

// previous is the hit before the last one, or above the window.
func (p *Pager) previous(want []byte, fold bool) int {
	from := p.hit
	if from < 0 {
		from = p.at.piece
	}
	if at := lastIndex(p.text[:from], want, fold); at >= 0 {
		return at
	}
	return lastIndex(p.text, want, fold)
}

// toHit scrolls within a piece of several rows to the row of the hit.
func (p *Pager) toHit(fold bool) {
	want := p.pen.tabbed(p.want)
	for i, ln := range p.draw(p.at.piece, p.pieceEnd(p.at.piece)) {
		if index([]byte(plain(ln.Text)), []byte(want), fold) >= 0 {
			p.at.row = i
			p.down(0)
			return
		}
	}
}

// index is the first place of want, whose letters match either case of ASCII
// where fold is set.
func index(s, want []byte, fold bool) int {
	if !fold {
		return bytes.Index(s, want)
	}
	first := want[0]
	upper := first
	if first >= 'a' && first <= 'z' {
		upper -= 'a' - 'A'
	}
	a, b := -1, -1 // the next places of the first byte in either case
	for at := 0; at+len(want) <= len(s); {
		a = nextByte(s, first, a, at)
		b = nextByte(s, upper, b, at)
		if at = min(a, b); at+len(want) > len(s) {
			return -1
		}
		if bytes.EqualFold(s[at:at+len(want)], want) {
			return at
		}
		at++
	}
	return -1
}

// nextByte is the place of c at or after at, len(s) for none, known if it is
// not before at.
func nextByte(s []byte, c byte, known, at int) int {
	if known >= at {
		return known
	}
	if i := bytes.IndexByte(s[at:], c); i >= 0 {
		return at + i
	}
	return len(s)
}

// lastIndex is the last place of want, looked for in blocks from the end.
func lastIndex(s, want []byte, fold bool) int {
	const block = 64 << 10
	for end := len(s); end > 0; {
		from := max(end-block, 0)
		last := -1
		for at := from; ; {
			i := index(s[at:min(end+len(want)-1, len(s))], want, fold)
			if i < 0 {
				break
			}
			last = at + i
			at = last + 1
		}
		if last >= 0 {
			return last
		}
		end = from
	}
	return -1
}

// marked shows what was found in a row.
func (p *Pager) marked(ln line) line {
	if p.want == "" {
		return ln
	}
	text, want := plain(ln.Text), []byte(p.pen.tabbed(p.want))
	fold := strings.ToLower(p.want) == p.want
	if len(want) == 0 || index([]byte(text), want, fold) < 0 {
		return ln
	}
	var out strings.Builder
	for {
		i := index([]byte(text), want, fold)
		if i < 0 || !utf8.ValidString(text[i:i+len(want)]) {
			break
		}
		out.WriteString(text[:i])
		out.WriteString(p.pen.th.Match.Render(text[i : i+len(want)]))
		text = text[i+len(want):]
	}
	out.WriteString(text)
	return line{Text: out.String(), Width: ln.Width}
}
