package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"agtui/ui/cell"
	"agtui/ui/markdown"
	"agtui/ui/transcript"
)

// Update routes one message to the method for it, and draws the screen that
// View then returns.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.now = m.o.Now()
	m.same = false
	cmd := m.route(msg)
	if m.same {
		return m, cmd
	}
	m.searchTyped()
	m.searchOn()
	if m.owed = m.busy != nil && m.busy(); m.owed {
		if m.panel != nil {
			m.panel.undrawn(m.now)
		}
		return m, tea.Batch(cmd, m.tick())
	}
	m.draw()
	if b, ok := msg.(batchMsg); ok {
		m.setPace(m.o.Now().Sub(m.now), len(b.batch.Items))
	}
	return m, tea.Batch(cmd, m.highlight(), m.tick())
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.resize()
		m.transcript.FillUp()
	case tea.KeyPressMsg:
		return m.key(msg)
	case tea.PasteMsg:
		return m.paste(msg)
	case tea.MouseWheelMsg:
		m.wheel(msg)
	case tea.MouseClickMsg:
		m.click(msg)
	case tea.ModeReportMsg:
		m.modeReport(msg)
	case tea.BackgroundColorMsg:
		m.background(msg)
	case tea.ColorProfileMsg:
		m.profile(msg)
	case tea.ResumeMsg:
		return m.resumed()
	case batchMsg:
		return m.batch(msg)
	case tickMsg:
		m.ticked(msg)
	case editedMsg:
		return m.edited(msg)
	case highlightedMsg:
		m.same = !m.transcript.Highlighted(msg.job, msg.spans)
	case rememberedMsg:
		m.say("the prompt history could not be kept: " + msg.err.Error())
	case copiedMsg:
		m.copied(msg)
	case closeMsg:
		return m.quit()
	default:
		m.same = true
	}
	return nil
}

// key goes to the overlay first, then as text to what is typed in, then to the
// action table.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	name := keyName(k)
	if name != "ctrl+c" {
		m.stay()
	}
	if m.overlay != nil && name != "ctrl+c" {
		return m.overlayKey(k, name)
	}
	area := m.typing()
	if area != nil && k.Text != "" {
		area.Type(k.Text)
		return nil
	}
	if a := m.find(name); a != nil {
		return m.do(a)
	}
	if area != nil {
		m.edit(area, name)
	}
	return nil
}

func (m *Model) wheel(w tea.MouseWheelMsg) {
	lines := 3
	switch w.Button {
	case tea.MouseWheelUp:
		lines = -3
	case tea.MouseWheelDown:
	default:
		return
	}
	switch {
	case m.overlay != nil:
		m.overlay.scroll(m, lines)
	case m.l.side.has(w.X, w.Y):
		m.sideScroll(lines)
	default:
		m.reader().ScrollBy(lines)
	}
}

// click puts the focus where it was clicked.
func (m *Model) click(c tea.MouseClickMsg) {
	if c.Button != tea.MouseLeft || m.overlay != nil {
		return
	}
	switch {
	case m.l.side.has(c.X, c.Y):
		m.setFocus(focusSide)
		if row := c.Y - m.l.side.y - 1; m.sideTab == tabState && row >= 0 {
			m.tree.SelectAt(row)
		}
	case m.l.body.has(c.X, c.Y):
		m.setFocus(focusConversation)
		m.reader().SelectAt(c.Y - m.l.body.y)
	case m.l.question.has(c.X, c.Y):
		m.setFocus(focusQuestion)
	case m.l.composer.has(c.X, c.Y):
		m.setFocus(focusComposer)
	}
}

func (m *Model) toggleMouse() tea.Cmd {
	m.mouseOff = !m.mouseOff
	if m.mouseOff {
		m.say("the mouse is the terminal's: it selects text; /mouse takes it back")
	} else {
		m.say("the mouse scrolls and marks; /mouse leaves it to the terminal")
	}
	return nil
}

// modeReport follows the renderer: once the terminal knows mode 2027, both
// measure graphemes (RENDERING: one width method per terminal).
func (m *Model) modeReport(r tea.ModeReportMsg) {
	if r.Mode != ansi.ModeUnicodeCore {
		m.same = true
		return
	}
	if !r.Value.IsSet() && !r.Value.IsReset() && !r.Value.IsPermanentlySet() {
		return
	}
	m.grapheme = true
	m.method = cell.Grapheme
	m.transcript.SetMethod(m.method)
	m.tree.SetMethod(m.method)
}

// resumed repairs what the suspension broke: the renderer does not switch mode
// 2027 on again, and the terminal may be another one now.
func (m *Model) resumed() tea.Cmd {
	var cmds []tea.Cmd
	if m.grapheme {
		cmds = append(cmds, tea.Raw(ansi.SetModeUnicodeCore))
	}
	cmds = append(cmds, tea.ClearScreen, m.askBackground())
	return tea.Sequence(cmds...)
}

// highlightedMsg brings the colours of a code fence.
type highlightedMsg struct {
	job   transcript.Job
	spans []markdown.Span
}

// How often code is highlighted while a run goes on, at most: of what flies
// past, most is never seen, and it costs as much as all the rest.
const (
	highlightEvery = 250 * time.Millisecond
	highlightFlood = time.Second
)

// highlight colours the code fences on the screen, off the loop: chroma is
// slow.
func (m *Model) highlight() tea.Cmd {
	every := highlightEvery
	if m.flood {
		every = highlightFlood
	}
	if m.live != nil && m.pace > 0 && m.now.Sub(m.coloured) < every {
		return nil // a tick comes soon
	}
	jobs := m.transcript.Jobs()
	if len(jobs) > 0 {
		m.coloured = m.now
	}
	cmds := make([]tea.Cmd, 0, len(jobs))
	for _, j := range jobs {
		cmds = append(cmds, func() tea.Msg {
			return highlightedMsg{j, markdown.Highlight(j.Lang, j.Code)}
		})
	}
	return tea.Batch(cmds...)
}
