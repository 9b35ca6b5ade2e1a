package ui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"agtui/ui/cell"
	"agtui/ui/edit"
	"agtui/ui/transcript"
)

// searching is the search of the conversation, or of a tab of the side pane:
// what is typed in the footer. While one types it goes to the first hit from
// where one was.
type searching struct {
	area   *edit.Area
	in     searchArea
	on     bool
	typing bool
	text   string // what is looked for
	query  *transcript.Query
	why    string // why it is no query
	column int    // of the cursor in the line, as it was drawn last
}

// The time that a message gives to looking through blocks, and how soon the
// next piece follows.
const (
	searchTime  = 4 * time.Millisecond
	searchEvery = 10 * time.Millisecond
)

// openSearch opens the line to type in.
func (m *Model) openSearch() tea.Cmd {
	place := m.searchPlace()
	m.searchStop()
	m.message = ""
	m.search = searching{area: edit.New(), in: place, on: true, typing: true}
	m.toSearched()
	m.searchBegin()
	return nil
}

func (m *Model) endSearch() tea.Cmd {
	m.searchStop()
	in := inTalk
	if m.searchPlace() == inViewer {
		in = inViewer
	}
	m.search = searching{in: in}
	return nil
}

// noSearch says why there is no hit to go to.
func (m *Model) noSearch() string {
	switch {
	case !m.search.on || m.search.query.Empty():
		return "nothing is looked for: / does"
	case m.search.why != "":
		return m.search.why
	}
	return ""
}

// keepSearch ends typing; n and N go on.
func (m *Model) keepSearch() tea.Cmd {
	m.search.typing = false
	if m.search.query.Empty() && m.search.why == "" {
		return m.endSearch()
	}
	return nil
}

// searchKey is a key while a search is typed in what lies over the body.
func (m *Model) searchKey(k tea.KeyPressMsg, name string) tea.Cmd {
	if k.Text != "" {
		m.search.area.Type(k.Text)
		return nil
	}
	if a := m.findIn(searchTyping, name); a != nil {
		return m.do(a)
	}
	m.edit(m.search.area, name)
	return nil
}

// toggleExpression puts what is typed between slashes, or takes them away.
func (m *Model) toggleExpression() tea.Cmd {
	a := m.search.area
	text := a.Text()
	if len(text) >= 2 && text[0] == '/' && text[len(text)-1] == '/' {
		a.Reset(text[1 : len(text)-1])
		return nil
	}
	a.Reset("/" + text + "/")
	a.Left()
	return nil
}

// searchTyped takes in what was typed.
func (m *Model) searchTyped() {
	s := &m.search
	if s.typing = s.typing && m.inSearched(); !s.typing {
		return
	}
	text := s.area.Text()
	if strings.Contains(text, "\n") { // the footer has one line: what is looked for stands there whole
		text = strings.ReplaceAll(text, "\n", " ")
		s.area.Reset(text)
	}
	if text == s.text {
		return
	}
	s.text, s.why = text, ""
	q, err := transcript.ParseQuery(text)
	if s.query = q; err != nil {
		s.why = strings.TrimPrefix(err.Error(), "transcript: ")
	}
	m.searchFor(q)
}

// searchNext goes to the next hit, or to the one before, of the pane that has
// the focus: what was looked for elsewhere is looked for here.
func (m *Model) searchNext(by int) tea.Cmd {
	place := m.searchPlace()
	if here := m.focus == focusConversation || m.focus == focusSide; here && place != m.search.in {
		m.searchStop()
		m.search.in = place
		m.searchBegin()
		m.searchFor(m.search.query)
		return nil
	}
	m.message = "" // the line is the search's now
	m.toSearched()
	m.searchGo(by)
	return nil
}

// searchOn looks through blocks as long as a message may take.
func (m *Model) searchOn() {
	for start := m.o.Now(); m.searchStep() && m.o.Now().Sub(start) < searchTime; {
	}
}

// searchShown tells whether the footer has the search: while one types, and
// with the focus in the conversation.
func (m *Model) searchShown() bool {
	s := &m.search
	switch {
	case !s.on || m.overlay != nil && s.in != inViewer:
		return false
	case s.typing:
		return true
	}
	return m.inSearched()
}

// searchStatus is how the search stands, in words.
func (m *Model) searchStatus() string {
	s := &m.search
	switch {
	case s.why != "":
		return s.why
	case s.query.Empty():
		return "text, or /expression/"
	}
	st := m.searchState()
	more := ""
	switch {
	case st.Many:
		more = "+"
	case !st.Complete:
		more = "…"
	}
	switch {
	case st.Total == 0 && !st.Complete:
		return "looking…"
	case st.Total == 0 && st.Hidden > 0:
		return fmt.Sprintf("nothing here; %d in what is hidden", st.Hidden)
	case st.Total == 0:
		return "nothing found"
	case st.Current == 0:
		return fmt.Sprintf("%d%s found", st.Total, more)
	}
	line := fmt.Sprintf("%d of %d%s", st.Current, st.Total, more)
	switch {
	case st.Wrapped == transcript.FromTheTop:
		line += ", from the top again"
	case st.Wrapped == transcript.FromTheEnd:
		line += ", from the end again"
	case st.Unseen:
		line += ", near here: it is drawn otherwise"
	}
	return line
}

// searchLine is the search as the footer shows it.
func (m *Model) searchLine(room int) string {
	s, th := &m.search, m.theme
	status := cell.Canonical(cell.Line(m.searchStatus()), m.method)
	hint := "n next  N previous  esc end"
	if s.typing {
		hint = "enter done  ctrl+r expression  esc end"
	}
	wide := max(room-cell.Width(status, m.method)-3, room/2, 4)
	s.area.SetSize(wide, m.method)
	rows, x, _ := s.area.Rows(1)
	s.column = x + 1
	line := th.Accent.Render("/") + drawRow(rows[0], th)
	used := 1 + cell.Width(rows[0].Text, m.method)
	st := th.Dim
	if s.why != "" {
		st = th.Bad
	}
	if left := room - used - 2; left > 0 {
		status = cell.Truncate(status, left, m.method, "…")
		line += "  " + st.Render(status)
		used += 2 + cell.Width(status, m.method)
	}
	if left := room - used - 3; left >= len(hint) {
		line += "   " + th.Dim.Render(hint)
	}
	return line
}
