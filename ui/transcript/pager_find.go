package transcript

import (
	"cmp"
	"slices"
)

// pagerSearch looks through the text that is shown, a piece at a time.
type pagerSearch struct {
	on      bool
	query   *Query
	hits    []extent
	scan    scan
	size    int  // of the text when it was looked through
	more    bool // only in part
	found   bool // there is a current hit
	hit     extent
	origin  int // where it goes on from
	pending int // 1, -1: the next or previous hit is wanted
	wrapped Wrapped
}

// SearchBegin notes where a search starts from.
func (p *Pager) SearchBegin() { p.search.origin = p.at.piece }

// Search looks for something else and goes to the first hit at or below the
// place where the search began. An empty query ends the search; the place stays.
func (p *Pager) Search(q *Query) {
	p.search = pagerSearch{origin: p.search.origin}
	if !q.Empty() {
		p.search.on, p.search.query, p.search.pending = true, q, 1
	}
}

// SearchStay goes to no hit before SearchNext says so.
func (p *Pager) SearchStay() { p.search.pending = 0 }

// SearchEnd ends the search; the place stays.
func (p *Pager) SearchEnd() { p.search = pagerSearch{} }

// searchAgain begins anew in another form of the text.
func (p *Pager) searchAgain() {
	if p.search.on {
		p.search.origin = 0
		p.Search(p.search.query)
		p.SearchStay()
	}
}

// SearchNext goes to the next hit from what is looked at, or to the one before
// when by is negative.
func (p *Pager) SearchNext(by int) {
	s := &p.search
	if !s.on {
		return
	}
	s.pending = direction(by)
	if s.found && !p.onScreen(s.hit.from) {
		s.found = false
	}
	if !s.found {
		s.origin = p.at.piece
	}
	p.advance()
}

// onScreen tells whether what is at an offset is in the window.
func (p *Pager) onScreen(offset int) bool {
	p.clamp()
	p.fill()
	n := len(p.rows)
	return n > 0 && offset >= p.rows[0].at.piece && offset < max(p.rows[n-1].end, p.rows[n-1].at.piece+1)
}

// Searching tells whether there is something left to look through.
func (p *Pager) Searching() bool {
	s := &p.search
	return s.on && len(s.hits) < mostHits && (s.more || s.size != len(p.text))
}

// SearchStep looks through a piece of the text and returns whether there is
// more.
func (p *Pager) SearchStep() bool {
	s := &p.search
	if p.Searching() {
		for n := len(s.hits); n > 0 && s.hits[n-1].from >= s.scan.open; n-- {
			s.hits = s.hits[:n-1]
		}
		s.size = len(p.text)
		s.hits, _, s.more = s.scan.step(s.query, p.text, s.hits)
	}
	p.advance()
	return p.Searching()
}

// SearchStatus returns how the search stands.
func (p *Pager) SearchStatus() SearchStatus {
	s := &p.search
	if !s.on {
		return SearchStatus{}
	}
	st := SearchStatus{
		On: true, Total: len(s.hits), Wrapped: s.wrapped,
		Many: len(s.hits) >= mostHits, Complete: !p.Searching(),
	}
	if i, found := p.nth(); found {
		st.Current = i + 1
		_, st.Unseen = p.here()
	}
	return st
}

// nth is the number of the current hit, from 0.
func (p *Pager) nth() (int, bool) {
	s := &p.search
	if !s.found {
		return 0, false
	}
	return slices.BinarySearchFunc(s.hits, s.hit, extent.compare)
}

func (e extent) compare(o extent) int { return cmp.Compare(e.from, o.from) }

// advance goes to the hit that is wanted, as soon as what lies between was
// looked through.
func (p *Pager) advance() {
	s := &p.search
	if s.pending == 0 {
		return
	}
	at, found := p.nth()
	switch {
	case found:
		at += s.pending
	default:
		at, _ = slices.BinarySearchFunc(s.hits, extent{from: s.origin}, extent.compare)
		if s.pending < 0 {
			at--
		}
	}
	behind := s.pending < 0 && (s.scan.at > s.origin || found)
	switch {
	case at >= 0 && at < len(s.hits) && (s.pending > 0 || behind || !p.Searching()):
	case p.Searching():
		return
	case len(s.hits) == 0:
		s.pending, s.found = 0, false
		return
	}
	at, wrapped := WrapAround(at, len(s.hits))
	s.pending, s.wrapped, s.found, s.hit = 0, wrapped, true, s.hits[at]
	p.Goto(s.hit.from)
	if spans, _ := p.here(); len(spans) > 0 && spans[0].line > 0 {
		p.at.row = spans[0].line
		p.down(0)
	}
}

// here is where the current hit is drawn, as pieces of the rows of its piece;
// unseen where it is drawn otherwise than it was received.
func (p *Pager) here() (spans []lineSpan, unseen bool) {
	s := &p.search
	if !s.found || s.hit.from >= len(p.text) {
		return nil, true
	}
	piece := p.hitPiece()
	end := p.pieceEnd(piece)
	t := p.textOf(p.draw(piece, end))
	marks := t.marks(s.query)
	first, _ := slices.BinarySearchFunc(s.hits, extent{from: piece}, extent.compare)
	n := 0
	for first+n < len(s.hits) && s.hits[first+n].from < end {
		n++
	}
	nth, _ := p.nth()
	if nth -= first; nth < 0 || nth >= n || len(marks) == 0 {
		return nil, true
	}
	return t.spans(marks[min(nth, len(marks)-1)]), len(marks) != n
}

func (p *Pager) hitPiece() int {
	from := p.search.hit.from
	return p.pieceOf(p.lineStart(from), from)
}

// textOf are rows as a text that is searched.
func (p *Pager) textOf(lines []line) *drawnText {
	t := &drawnText{}
	for _, ln := range lines {
		t.add(plain(ln.Text), ln.Width >= p.width-1)
	}
	return t
}

// marked shows what was found in the rows of the window.
func (p *Pager) marked() []string {
	lines := make([]line, 0, len(p.rows))
	out := make([]string, 0, p.height)
	for _, r := range p.rows {
		lines = append(lines, r.ln)
		out = append(out, r.ln.Text)
	}
	s := &p.search
	if !s.on {
		return out
	}
	strong := map[spotAt][]tint{}
	if spans, _ := p.here(); len(spans) > 0 {
		piece := p.hitPiece()
		for _, sp := range spans {
			at := spotAt{piece, sp.line}
			strong[at] = append(strong[at], tint{extent{sp.from, sp.to}, p.pen.th.Found})
		}
	}
	for i, weak := range p.textOf(lines).tints(s.query, p.pen.th.Match) {
		marks := strong[p.rows[i].at]
		for _, m := range weak {
			if !slices.ContainsFunc(marks, func(s tint) bool { return m.from < s.to && s.from < m.to }) {
				marks = append(marks, m)
			}
		}
		if len(marks) > 0 {
			out[i] = paintMarks(out[i], marks)
		}
	}
	return out
}
