package ui

import (
	"agtui/ui/transcript"
	"agtui/ui/tree"
)

// searchArea is where a search looks.
type searchArea uint8

const (
	inTalk searchArea = iota // the conversation, or its fragments while they are shown
	inTree
	inFindings
	inViewer
)

// searchPlace is where a search would look with the focus where it is.
func (m *Model) searchPlace() searchArea {
	_, viewed := m.overlay.(*viewer)
	switch {
	case viewed:
		return inViewer
	case !m.onSide():
		return inTalk
	case m.sideTab == tabFindings:
		return inFindings
	default:
		return inTree
	}
}

// inSearched: the focus is where the search looks.
func (m *Model) inSearched() bool {
	place := m.searchPlace()
	return (place == inViewer || m.focus == focusConversation || m.focus == focusSide) && place == m.search.in
}

// searchTyping: a search is typed where keys go to.
func (m *Model) searchTyping() bool {
	return m.search.typing && (m.overlay == nil || m.search.in == inViewer)
}

// hunted is what is searched that is neither the state nor the findings.
func (m *Model) hunted() hunted {
	if v, ok := m.overlay.(*viewer); ok && m.search.in == inViewer {
		return v.pager
	}
	return m.reader()
}

// toSearched brings what is searched on the screen, and the focus there.
func (m *Model) toSearched() {
	switch m.search.in {
	case inViewer:
		return
	case inTalk:
		m.uncover()
		m.focus = focusConversation
		return
	case inTree, inFindings:
	}
	want := tabState
	if m.search.in == inFindings {
		want = tabFindings
	}
	m.sideTab = want
	if !m.sideShown() {
		m.side = sideOpen
	}
	m.resize()
	m.focus = focusSide
}

// uncover shuts the side pane where it lies over the conversation.
func (m *Model) uncover() {
	if m.l.body.h == 0 && m.l.side.h > 0 {
		m.side = sideShut
	}
}

func (m *Model) searchBegin() {
	switch m.search.in {
	case inTree:
		m.tree.SearchBegin()
	case inFindings:
		m.findings.search.begin(&m.findings)
	default:
		m.hunted().SearchBegin()
	}
}

// searchFor looks for what was typed.
func (m *Model) searchFor(q *transcript.Query) {
	switch m.search.in {
	case inTree:
		if q.Empty() {
			m.tree.Search(nil) // not an interface with nothing in it
		} else {
			m.tree.Search(q)
		}
	case inFindings:
		m.findings.search.set(q)
	default:
		m.hunted().Search(q)
	}
}

func (m *Model) searchGo(by int) {
	switch m.search.in {
	case inTree:
		m.tree.SearchNext(by)
	case inFindings:
		m.findings.next(by)
	default:
		m.hunted().SearchNext(by)
	}
}

// searchStop ends whatever search there is.
func (m *Model) searchStop() {
	if m.searchPlace() == inViewer {
		m.hunted().SearchEnd()
		return
	}
	m.transcript.SearchEnd()
	m.fragments.SearchEnd()
	m.tree.SearchEnd()
	m.findings.search = findingsSearch{}
}

// searchStep looks through a piece and returns whether there is more.
func (m *Model) searchStep() bool {
	switch {
	case !m.search.on:
		return false
	case m.search.in == inTree:
		return m.tree.SearchStep()
	case m.search.in == inFindings:
		return m.findings.step(m.conv.Findings())
	}
	return m.hunted().SearchStep()
}

// looking tells whether there is more to look through.
func (m *Model) looking() bool {
	switch {
	case !m.search.on:
		return false
	case m.search.in == inTree:
		return m.tree.Searching()
	case m.search.in == inFindings:
		return m.findings.search.more(m.conv.Findings())
	}
	return m.hunted().Searching()
}

func (m *Model) searchState() transcript.SearchStatus {
	switch m.search.in {
	case inTree:
		return ofTree(m.tree.SearchStatus())
	case inFindings:
		return m.findings.search.status(m.conv.Findings())
	default:
		return m.hunted().SearchStatus()
	}
}

func ofTree(s tree.SearchStatus) transcript.SearchStatus {
	return transcript.SearchStatus{
		On: true, Current: s.Current, Total: s.Total, Complete: s.Complete, Many: s.Many, Wrapped: wrappedBy(s.Wrapped),
	}
}

// wrappedBy is how a search went on that went on at the other end.
func wrappedBy(by int) transcript.Wrapped {
	switch {
	case by > 0:
		return transcript.FromTheTop
	case by < 0:
		return transcript.FromTheEnd
	}
	return transcript.NotWrapped
}
