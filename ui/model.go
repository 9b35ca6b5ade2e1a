package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/stream"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
	"agtui/ui/tree"
)

// focus is the part of the screen that keys go to.
type focus uint8

const (
	focusComposer focus = iota
	focusConversation
	focusSide
	focusQuestion
)

// tab is what the side pane shows.
type tab uint8

const (
	tabState tab = iota
	tabFindings
)

// Model is the root of the screen. Build it with New; Run starts it.
type Model struct {
	o       Options
	conv    *store.Conversation
	theme   *theme.Theme
	method  cell.Method
	actions []action
	now     time.Time

	width, height int
	l             layout
	focus         focus
	side          sideState
	sideTab       tab

	transcript *transcript.List
	tree       *tree.Tree
	findings   findingsList
	composer   composer
	panel      *panel  // the question panel, nil without open questions
	overlay    overlay // what lies over the body, nil for nothing

	live     *stream.Live // the run that is being read, nil between runs
	gen      int          // number of the run; messages of an older one are dropped
	response *stream.Response
	stopping bool // the person stopped the run that is being read

	message   string // one line for the person, in the footer
	messageAt time.Time
	quitAt    time.Time // the last ctrl+c with nothing to stop
	ticking   bool
	grapheme  bool // the terminal reported mode 2027
	fatal     string
}

// sideState says whether the side pane is open: by the width of the screen
// until somebody says otherwise.
type sideState uint8

const (
	sideAuto sideState = iota
	sideOpen
	sideShut
)

// New returns the screen's model.
func New(o Options) *Model {
	if o.Now == nil {
		o.Now = time.Now
	}
	m := &Model{
		o:        o,
		conv:     o.Conversation,
		theme:    o.Theme,
		actions:  actions(),
		now:      o.Now(),
		composer: newComposer(o.Theme, o.History),
	}
	m.transcript = transcript.New(transcript.Options{Theme: o.Theme, Method: m.method})
	m.tree = tree.New(tree.Options{Theme: o.Theme, Method: m.method})
	m.syncAll()
	for _, n := range o.Notices {
		m.say(n)
	}
	return m
}

// Init sends the first prompt when there is one.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{m.composer.area.Focus()}
	if m.o.AutoTheme {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	if m.o.Prompt != "" {
		cmds = append(cmds, m.sendText(m.o.Prompt))
	}
	return tea.Batch(cmds...)
}

// running tells whether a run is going on as the person sees it: a terminal
// event frees the composer although the body is still read.
func (m *Model) running() bool {
	r := m.conv.Current()
	return m.live != nil && (r == nil || r.Status == store.Running)
}

// say puts one line into the footer.
func (m *Model) say(line string) {
	m.message = cell.Line(line)
	m.messageAt = m.now
}

// resize arranges the parts and tells them their sizes.
func (m *Model) resize() {
	rows := 0
	if m.panel != nil {
		rows = m.panel.rows(m.width, m.height)
	}
	m.composer.area.SetWidth(max(m.width, 4))
	m.l = arrange(request{
		width: m.width, height: m.height,
		side:     m.sideShown(),
		question: rows,
		composer: m.composer.rows(),
	})
	m.transcript.SetSize(m.l.body.w, m.l.body.h)
	m.tree.SetSize(m.l.side.w-1, max(m.l.side.h-3, 0))
	if m.focus == focusSide && m.l.side.h == 0 {
		m.focus = focusConversation
	}
}

func (m *Model) sideShown() bool {
	switch m.side {
	case sideOpen:
		return true
	case sideShut:
		return false
	default:
		return m.width >= sideFrom && len(m.conv.Blocks()) > 0
	}
}

// syncAll draws everything anew from the conversation.
func (m *Model) syncAll() {
	m.sync(store.Change{State: true, Paths: []string{""}, Run: true, Questions: true, Findings: true})
}

// sync hands a change on to the parts that show it.
func (m *Model) sync(ch store.Change) {
	m.transcript.Sync(m.conv, ch)
	if ch.State {
		m.tree.Set(m.conv.State().Root())
		m.tree.Mark(ch.Paths, m.now)
	}
	if ch.Questions {
		m.syncPanel()
	}
}
