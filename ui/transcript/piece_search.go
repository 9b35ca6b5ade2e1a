package transcript

import (
	"bytes"
	"cmp"
	"slices"

	"agtui/store"
	"agtui/stream/agui"
)

// pieceSearch looks through the pieces in arrival order, once: what it needs of
// a text to go on is kept with its block, so an occurrence that came in several
// pieces is found where it begins. What a line is to an expression is a line of
// the block's text.
type pieceSearch struct {
	on      bool
	query   *Query
	looked  int // up to which piece it went
	texts   map[*store.Block]*undecided
	stale   []*undecided // texts whose last line is to be looked through again
	hits    []*pieceHit  // in pieces that are shown, in their order
	hidden  int          // how many are in others
	marks   map[int][]pieceMark
	current *pieceHit
	keep    pieceSpan // where the current hit was before the search began anew
	origin  int       // the piece from which it goes on
	pending int       // 1, -1: the next or previous hit is wanted
	wrapped Wrapped
}

// pieceSpan is a part of a piece: bytes of its text.
type pieceSpan struct {
	piece int
	extent
}

// pieceHit is an occurrence: the parts of the pieces that it came in.
type pieceHit struct {
	spans  []pieceSpan
	hidden bool
}

// pieceMark is what a hit has in a piece.
type pieceMark struct {
	extent
	hit *pieceHit
}

// undecided is the end of a block's text that may be a part of hits to come: pieces, one
// behind the other.
type undecided struct {
	block *store.Block
	text  []byte
	parts []extent    // from: the piece, to: where its text begins
	open  []*pieceHit // in a line that may go on
	stale bool
}

// SearchBegin notes where a search starts from.
func (f *Fragments) SearchBegin() {
	f.update()
	f.search.origin = f.lookedAt()
}

// Search looks for something else and goes to the first hit at or behind where
// the search began. An empty query ends the search; the place stays.
func (f *Fragments) Search(q *Query) {
	f.update()
	f.look(q)
}

func (f *Fragments) look(q *Query) {
	s := pieceSearch{origin: f.search.origin}
	if !q.Empty() {
		s.on, s.query, s.pending = true, q, 1
		s.texts, s.marks = map[*store.Block]*undecided{}, map[int][]pieceMark{}
		s.keep.piece = -1
	}
	f.search = s
}

// SearchStay goes to no hit before SearchNext says so.
func (f *Fragments) SearchStay() { f.search.pending = 0 }

// SearchEnd ends the search. The place and the cursor stay.
func (f *Fragments) SearchEnd() { f.search = pieceSearch{} }

// SearchNext goes to the next hit from what is looked at, or to the one before
// when by is negative.
func (f *Fragments) SearchNext(by int) {
	s := &f.search
	if !s.on || !f.update() {
		return
	}
	s.pending = direction(by)
	if c := s.current; c != nil && (f.cursor != c.piece() || !f.onScreen(f.cursor)) {
		s.current = nil
		s.origin = f.lookedAt()
	}
	f.advance()
}

// Searching tells whether there is something left to look through.
func (f *Fragments) Searching() bool {
	return f.search.on && f.chosen.d != nil && (f.search.looked < f.chosen.to || len(f.search.stale) > 0)
}

// SearchStep looks through some pieces and returns whether there are more.
func (f *Fragments) SearchStep() bool {
	s := &f.search
	if !s.on {
		return false
	}
	f.update()
	if !f.Searching() {
		f.advance()
		return false
	}
	most := textPiece
	if s.query.re != nil {
		most /= 8 // an expression takes its time
	}
	s.looked = max(s.looked, f.chosen.from)
	for read := 0; read < most && s.looked < f.chosen.to; s.looked++ {
		d := f.chosen.d.Delta(s.looked)
		f.lookThrough(s.looked, &d)
		read += len(d.Text) + 64
	}
	if s.looked == f.chosen.to {
		f.caughtUp()
	}
	f.advance()
	return f.Searching()
}

// caughtUp looks through the lines that may go on, and forgets what has ended.
func (f *Fragments) caughtUp() {
	s := &f.search
	for _, j := range s.stale {
		j.stale = false
		f.unrecord(j)
		for _, e := range s.query.inLine(nil, j.text, 0) {
			if h := f.record(j, e); h != nil {
				j.open = append(j.open, h)
			}
		}
	}
	s.stale = s.stale[:0]
	for b := range s.texts {
		if b.Phase != store.Live {
			delete(s.texts, b)
		}
	}
	n := 0 // hits in pieces that are gone
	for n < len(s.hits) && s.hits[n].piece() < f.chosen.from {
		for _, sp := range s.hits[n].spans {
			delete(s.marks, sp.piece)
		}
		n++
	}
	s.hits = slices.Delete(s.hits, 0, n)
}

// lookThrough takes a piece.
func (f *Fragments) lookThrough(i int, d *store.Delta) {
	s := &f.search
	if len(s.hits)+s.hidden >= mostHits {
		return
	}
	j := s.texts[d.Block]
	if j == nil {
		j = &undecided{block: d.Block}
		s.texts[d.Block] = j
	}
	j.parts = append(j.parts, extent{i, len(j.text)})
	j.text = agui.AppendText(j.text, string(d.Text))
	if s.query.re != nil {
		f.wholeLines(j)
		return
	}
	find := finder{q: s.query, s: j.text}
	from := 0
	for {
		start, stop := find.next(from)
		if start < 0 {
			break
		}
		f.record(j, extent{start, stop})
		from = stop
	}
	j.drop(max(from, len(j.text)-s.query.longest+1))
}

// wholeLines looks through the lines that have ended.
func (f *Fragments) wholeLines(j *undecided) {
	s := &f.search
	f.unrecord(j)
	for {
		end := bytes.IndexByte(j.text[:min(len(j.text), linePiece)], '\n')
		next := end + 1
		switch {
		case end < 0 && len(j.text) < linePiece:
			if !j.stale {
				j.stale = true
				s.stale = append(s.stale, j)
			}
			return
		case end < 0:
			end, next = linePiece, linePiece
		}
		for _, e := range s.query.inLine(nil, j.text[:end], 0) {
			f.record(j, e)
		}
		j.drop(next)
	}
}

// drop forgets the text before an offset.
func (j *undecided) drop(to int) {
	if to <= 0 {
		return
	}
	j.text = append(j.text[:0], j.text[to:]...)
	first := 0
	for i := range j.parts {
		if j.parts[i].to -= to; j.parts[i].to <= 0 {
			first = i
		}
	}
	j.parts = slices.Delete(j.parts, 0, first)
}

// record keeps an occurrence in a text.
func (f *Fragments) record(j *undecided, e extent) *pieceHit {
	s := &f.search
	h := &pieceHit{hidden: !f.list.wants(j.block)}
	for i, p := range j.parts {
		end := len(j.text)
		if i+1 < len(j.parts) {
			end = j.parts[i+1].to
		}
		if from, to := max(e.from, p.to), min(e.to, end); from < to {
			h.spans = append(h.spans, pieceSpan{p.from, extent{from - p.to, to - p.to}})
		}
	}
	switch {
	case len(h.spans) == 0:
		return nil
	case h.hidden:
		s.hidden++
		return h
	}
	at, _ := slices.BinarySearchFunc(s.hits, h, (*pieceHit).compare)
	s.hits = slices.Insert(s.hits, at, h)
	for _, sp := range h.spans {
		s.marks[sp.piece] = append(s.marks[sp.piece], pieceMark{sp.extent, h})
	}
	if h.spans[0] == s.keep {
		s.current = h
	}
	return h
}

// unrecord forgets what was found in the last line of a text.
func (f *Fragments) unrecord(j *undecided) {
	s := &f.search
	for _, h := range j.open {
		if h.hidden {
			s.hidden--
			continue
		}
		if at, found := slices.BinarySearchFunc(s.hits, h, (*pieceHit).compare); found {
			s.hits = slices.Delete(s.hits, at, at+1)
		}
		for _, sp := range h.spans {
			s.marks[sp.piece] = slices.DeleteFunc(s.marks[sp.piece], func(m pieceMark) bool { return m.hit == h })
		}
		if s.current == h {
			s.current, s.keep = nil, h.spans[0]
		}
	}
	j.open = j.open[:0]
}

func (h *pieceHit) piece() int { return h.spans[0].piece }

func (h *pieceHit) compare(o *pieceHit) int {
	a, b := h.spans[0], o.spans[0]
	return cmp.Or(cmp.Compare(a.piece, b.piece), cmp.Compare(a.from, b.from))
}

// searchAgain begins anew after other pieces are shown: the current hit stays.
func (f *Fragments) searchAgain() {
	s := &f.search
	if !s.on {
		return
	}
	keep, origin := pieceSpan{piece: -1}, f.lookedAt()
	if s.current != nil {
		keep = s.current.spans[0]
	}
	pending := s.pending
	f.look(s.query)
	f.search.keep, f.search.origin, f.search.pending = keep, origin, pending
}

// SearchStatus returns how the search stands.
func (f *Fragments) SearchStatus() SearchStatus {
	s := &f.search
	if !s.on {
		return SearchStatus{}
	}
	st := SearchStatus{
		On: true, Total: len(s.hits), Hidden: s.hidden, Wrapped: s.wrapped,
		Many: len(s.hits)+s.hidden >= mostHits, Complete: !f.Searching(),
	}
	if s.current != nil {
		at, found := slices.BinarySearchFunc(s.hits, s.current, (*pieceHit).compare)
		if found {
			st.Current = at + 1
			st.Unseen = s.current.spans[0].from >= mostFragment
		}
	}
	return st
}

// lookedAt is the selected piece if it is on screen, else the first one there.
func (f *Fragments) lookedAt() int {
	switch {
	case f.chosen.d == nil || f.chosen.count() == 0:
		return 0
	case f.cursor >= 0 && f.onScreen(f.cursor):
		return f.cursor
	case f.follow:
		end, _ := f.end()
		return end.piece
	}
	return f.spot().piece
}

// onScreen tells whether a piece is in the window.
func (f *Fragments) onScreen(piece int) bool {
	at := f.spot()
	if f.follow {
		at, _ = f.end()
	}
	rows := -at.line
	for i := at.piece; i >= 0 && i <= piece && rows < f.list.height; i = f.chosen.after(i) {
		if i == piece {
			return true
		}
		rows += f.height(i)
	}
	return false
}

// advance goes to the hit that is wanted, once all was looked through.
func (f *Fragments) advance() {
	s := &f.search
	if s.pending == 0 || f.Searching() {
		return
	}
	by := s.pending
	s.pending, s.wrapped = 0, NotWrapped
	if len(s.hits) == 0 {
		return
	}
	at, found := 0, false
	if s.current != nil {
		at, found = slices.BinarySearchFunc(s.hits, s.current, (*pieceHit).compare)
	}
	switch {
	case found:
		at += by
	default:
		at, _ = slices.BinarySearchFunc(s.hits, s.origin, func(h *pieceHit, piece int) int { return cmp.Compare(h.piece(), piece) })
		if by < 0 {
			at--
		}
	}
	at, s.wrapped = WrapAround(at, len(s.hits))
	s.current = s.hits[at]
	f.reach(s.current.spans[0])
}

// reach selects the piece of a hit and moves the window to its line.
func (f *Fragments) reach(sp pieceSpan) {
	f.Select(sp.piece)
	end, more := f.end()
	if more && f.follow { // it is looked at
		f.at, f.follow = end, false
	}
	line := f.lineOf(sp)
	if sp.piece != f.at.piece || line-f.at.line < f.list.height && line >= f.at.line {
		return
	}
	f.at = fragmentPlace{sp.piece, max(line-f.list.height/3, 0)}
}

// lineOf is the line of its piece in which a hit begins.
func (f *Fragments) lineOf(sp pieceSpan) int {
	d := f.chosen.d.Delta(sp.piece)
	w, _ := f.textRoom()
	v := f.visible(&d, []tint{{extent: sp.extent}})
	line := 0
	for i, s := range f.cutText(v, w) {
		if len(v.marks) > 0 && s.Start <= v.marks[0].from {
			line = i
		}
	}
	return f.above(sp.piece) + line
}

// marksOf are the parts of a piece that a search found.
func (f *Fragments) marksOf(i int) []tint {
	s := &f.search
	out := make([]tint, 0, len(s.marks[i]))
	for _, m := range s.marks[i] {
		t := tint{m.extent, f.list.pen.th.Match}
		if m.hit == s.current {
			t.style = f.list.pen.th.Found
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b tint) int { return cmp.Compare(a.from, b.from) })
	return out
}
