package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
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
	strokes []stroke
	now     time.Time

	width, height int
	l             layout
	focus         focus
	side          sideState
	sideTab       tab

	transcript *transcript.List
	fragments  *transcript.Fragments
	inPieces   bool // the conversation shows its fragments
	tree       *tree.Tree
	findings   findingsList
	composer   composer
	panel      *panel   // the question panel, nil without open questions
	sent       []asking // the questions that the last request answered
	overlay    overlay  // what lies over the body, nil for nothing

	live     *stream.Live        // the run that is being read, nil between runs
	leaving  bool                // live was let go: waiting goes out when it has ended
	waiting  *agui.RunAgentInput // the request that waits for that
	response *stream.Response
	heard    time.Time // when the last frame came, or the request went out
	stopping bool      // the person stopped the run that is being read
	quitting bool      // the program ends when live has ended

	giving    turns  // copies on their way to a command
	keeping   turns  // and into the file
	message   string // a line for the person, in the footer
	messageAt time.Time
	quitAt    time.Time // the last ctrl+c with nothing to stop
	timer     timer
	search    searching
	pace      time.Duration // how often a batch is applied
	flood     bool          // batches bring so much, or take so long, that colours have to wait
	coloured  time.Time     // when code was last handed out to be highlighted
	ruler     ruler
	busy      func() bool // the terminal has not taken the last frame; nil: never
	owed      bool        // a frame was not drawn for that
	talk      bool        // the last frame drew the blocks of the conversation
	grapheme  bool        // the terminal reported mode 2027
	mouseOff  bool        // the mouse is left to the terminal
	seeing    seeing      // the look that was chosen, and the terminal's colours

	same bool     // the message that is being routed changed nothing
	view tea.View // what View returns; Update draws it
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
	seeing := seeing{theme.Look{Name: o.Look}, true}
	switch {
	case o.Look != "":
		o.Theme = seeing.look.Theme()
	case o.Theme == nil:
		o.Theme = theme.Plain()
	}
	m := &Model{
		o:        o,
		conv:     o.Conversation,
		theme:    o.Theme,
		seeing:   seeing,
		actions:  actions(),
		strokes:  strokes(),
		now:      o.Now(),
		composer: newComposer(o.History),
		timer:    timer{after: after},
		pace:     frameEvery,
		mouseOff: o.NoMouse,
	}
	m.transcript = transcript.New(transcript.Options{
		Theme: o.Theme, Styles: o.Styles, Method: m.method, Hyperlinks: o.Links == LinksOn, Clock: o.Now,
	})
	m.fragments = transcript.NewFragments(m.transcript)
	m.tree = tree.New(tree.Options{Theme: o.Theme, Method: m.method})
	m.syncAll()
	if len(o.Notices) > 0 {
		m.say(strings.Join(o.Notices, "; "))
	}
	m.draw()
	return m
}

// Init asks the terminal what it looks like and sends the first prompt.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{m.askBackground()}
	if m.o.Prompt != "" {
		cmds = append(cmds, m.decided(m.o.Turn.Say(m.conv, m.now, m.o.Prompt)))
	}
	return tea.Batch(append(cmds, m.tick())...)
}

// running tells whether a run is going on as the person sees it: a terminal
// event frees the composer although the body is still read.
func (m *Model) running() bool {
	r := m.conv.Current()
	return (m.live != nil || m.waiting != nil) && (r == nil || r.Status == store.Running)
}

// say puts a line for the person into the footer.
func (m *Model) say(line string) {
	m.message = cell.Line(line)
	m.messageAt = m.now
}

// resize arranges the parts and tells them their sizes.
func (m *Model) resize() {
	question := 0
	if m.panel != nil {
		question = m.panel.rows(m.width, m.height, m.method)
	}
	m.composer.area.SetSize(max(m.width-promptWidth, 1), m.method)
	unseen := m.l.question.h < seenFrom
	m.l = arrange(request{
		width: m.width, height: m.height,
		side:     m.sideShown(),
		question: question,
		composer: m.composer.rows(),
		footer:   m.footerRows(),
	})
	if m.panel != nil && unseen && m.l.question.h >= seenFrom {
		m.panel.undrawn(m.now)
	}
	width := m.l.body.w
	if m.l.border >= 0 {
		width-- // text does not touch the border
	}
	if _, raw := m.overlay.(*rawView); raw {
		m.transcript.SetSize(m.width, max(m.height-1, 1))
	} else {
		m.transcript.SetSize(width, m.l.body.h)
	}
	m.tree.SetSize(max(m.l.side.w-1, 0), max(m.l.side.h-1-m.stateFootRows(), 0))
	if m.l.side.w > 0 && m.sideTab == tabFindings {
		m.findings.sync(m.conv, m.theme, m.method, m.l.side.w, m.l.side.h-1)
	}
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
	m.syncRest(ch)
}

// syncRest is sync without the conversation.
func (m *Model) syncRest(ch store.Change) {
	if ch.State {
		m.tree.Set(m.conv.State().Root())
		m.tree.Mark(ch.Paths, m.now)
	}
	if ch.Questions {
		m.syncPanel()
	}
}
