package ui

import (
	"sort"

	"agtui/stream/agui"
	"agtui/ui/transcript"
)

// findingsSearch is the search of the findings: a hit is a finding. Those that
// come later are looked at when they are there.
type findingsSearch struct {
	query   *transcript.Query // nil: there is no search
	origin  int               // the finding from which it began
	begun   bool
	seen    int   // findings that were looked at
	hits    []int // which of them are hits
	at      int   // the number of the hit that is marked, -1 for none
	pending int   // 1, -1: the next or previous hit is wanted
	wrapped transcript.Wrapped
}

// findingsStep is how many findings a step looks at: a message has at most a
// few kilobytes.
const findingsStep = 64

// begin notes where a search starts from.
func (s *findingsSearch) begin(f *findingsList) { s.origin, s.begun = f.firstWhole(), true }

// set looks for something else, from where the search began.
func (s *findingsSearch) set(q *transcript.Query) {
	*s = findingsSearch{origin: s.origin, begun: s.begun, at: -1}
	if !q.Empty() {
		s.query, s.pending = q, 1
	}
}

// more tells whether there is something to look at.
func (s *findingsSearch) more(list []agui.Finding) bool { return s.query != nil && s.seen < len(list) }

// step looks at some findings and goes to the hit that is wanted, as soon as
// what lies between was looked at.
func (f *findingsList) step(list []agui.Finding) bool {
	s := &f.search
	for range findingsStep {
		if !s.more(list) {
			break
		}
		x := &list[s.seen]
		if s.query.Matches(findingHead(x)) || s.query.Matches(x.Message) {
			s.hits = append(s.hits, s.seen)
		}
		s.seen++
	}
	f.advance(s.more(list))
	return s.more(list)
}

// next goes to the next hit from what is looked at, or to the one before.
func (f *findingsList) next(by int) {
	s := &f.search
	if s.query == nil {
		return
	}
	if s.at >= 0 && !f.onScreen(s.hits[s.at]) { // somebody went away from it
		s.origin, s.at = f.firstWhole(), -1
	}
	s.pending = by
	f.advance(s.seen < len(f.starts))
}

// advance goes to the hit that is wanted, unless more findings must be looked
// at before it is known.
func (f *findingsList) advance(more bool) {
	s := &f.search
	if s.pending == 0 || more && s.pending < 0 {
		return
	}
	if len(s.hits) == 0 {
		if !more {
			s.pending = 0
		}
		return
	}
	at := s.at + s.pending
	if s.at < 0 {
		at = sort.SearchInts(s.hits, s.origin)
		if s.pending < 0 {
			at--
		}
	}
	at, wrapped := transcript.WrapAround(at, len(s.hits))
	if wrapped != transcript.NotWrapped && more {
		return
	}
	s.at, s.wrapped, s.pending = at, wrapped, 0
	f.show(s.hits[at])
}

func (s *findingsSearch) status(list []agui.Finding) transcript.SearchStatus {
	return transcript.SearchStatus{
		On: true, Current: s.at + 1, Total: len(s.hits), Complete: !s.more(list), Wrapped: s.wrapped,
	}
}

// of is the finding that a row belongs to.
func (f *findingsList) of(row int) int {
	return max(sort.Search(len(f.starts), func(i int) bool { return f.starts[i] > row })-1, 0)
}

// end is the row behind a finding.
func (f *findingsList) end(i int) int {
	if i+1 < len(f.starts) {
		return f.starts[i+1]
	}
	return len(f.rows)
}

// firstWhole is the first finding of which the first row is on screen, or any.
func (f *findingsList) firstWhole() int {
	i := f.of(f.first())
	if i < len(f.starts) && f.starts[i] < f.first() && i+1 < len(f.starts) {
		return i + 1
	}
	return i
}

// onScreen tells whether a finding is on screen, at least in part.
func (f *findingsList) onScreen(i int) bool {
	return i < len(f.starts) && f.starts[i] < f.first()+f.height && f.end(i) > f.first()
}

// show moves the window to a finding, if it is not there as far as it has room.
func (f *findingsList) show(i int) {
	if i >= len(f.starts) {
		return
	}
	from, to := f.starts[i], f.end(i)
	if from < f.first() || min(to, from+f.height) > f.first()+f.height {
		f.scroll(from - f.height/3 - f.first())
	}
	if to > f.first()+f.height { // more above it would cut it off
		f.scroll(from - f.first())
	}
	f.hold()
}

// painted are rows from..to-1 with what the search finds marked.
func (f *findingsList) painted(from, to int) []string {
	s := &f.search
	if s.query == nil {
		return f.rows[from:to]
	}
	out := make([]string, 0, to-from)
	for row := from; row < to; {
		i := f.of(row)
		first, end := max(f.starts[i], row-1), min(f.end(i), to+1)
		here := s.at >= 0 && s.hits[s.at] == i
		mark := f.theme.Match
		if here {
			mark = f.theme.Found
		}
		rows, hit := s.query.PaintRows(f.rows[first:end], f.w, f.method, mark)
		if here && !hit && row == f.starts[i] { // it is drawn otherwise than it was found
			rows[0] = mark.Apply(rows[0])
		}
		stop := min(end, to)
		out = append(out, rows[row-first:stop-first]...)
		row = stop
	}
	return out
}
