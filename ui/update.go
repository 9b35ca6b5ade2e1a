package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"agtui/theme"
	"agtui/ui/cell"
)

// Update routes one message to the method for it.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.now = m.o.Now()
	cmd := m.route(msg)
	m.resize()
	return m, tea.Batch(cmd, m.tick())
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return m.key(msg)
	case tea.PasteMsg:
		return m.paste(msg)
	case tea.MouseWheelMsg:
		m.wheel(msg)
	case tea.ModeReportMsg:
		m.modeReport(msg)
	case tea.BackgroundColorMsg:
		m.background(msg)
	case tea.ResumeMsg:
		return m.resumed()
	case batchMsg:
		return m.batch(msg)
	case tickMsg:
		return m.ticked(msg)
	case editedMsg:
		return m.edited(msg)
	case rememberedMsg:
		if msg.err != nil {
			m.say("the prompt history could not be kept: " + msg.err.Error())
		}
	default:
		return m.composer.update(msg)
	}
	return nil
}

// key goes to the overlay first, then to the action table, then to what has
// the focus.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	name := keyName(k)
	if m.overlay != nil && name != "ctrl+c" {
		return m.overlayKey(k, name)
	}
	if m.focus == focusQuestion && m.panel != nil && m.panel.editing() {
		if cmd, done := m.panelKey(k, name); done {
			return cmd
		}
	}
	if m.focus == focusComposer {
		if cmd, done := m.composerKey(k, name); done {
			return cmd
		}
	}
	if a := m.find(name); a != nil {
		return m.do(a)
	}
	if m.focus == focusComposer {
		return m.composer.update(k)
	}
	return nil
}

// composerKey are the keys that mean something else while a draft is typed.
func (m *Model) composerKey(k tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	if name == "/" && m.composer.empty() {
		m.composer.area.InsertString("/")
		return nil, true
	}
	// A page key moves the conversation; everything printable is text.
	if k.Text != "" {
		return m.composer.update(k), true
	}
	return nil, false
}

func (m *Model) paste(p tea.PasteMsg) tea.Cmd {
	if m.overlay != nil {
		return m.overlayPaste(p)
	}
	if m.focus == focusQuestion && m.panel != nil && m.panel.editing() {
		return m.panel.update(p)
	}
	m.setFocus(focusComposer)
	return m.composer.update(tea.PasteMsg{Content: cell.Clean(p.Content)})
}

func (m *Model) wheel(w tea.MouseWheelMsg) {
	lines := 3
	if w.Button == tea.MouseWheelUp {
		lines = -3
	}
	if m.l.border >= 0 && w.X > m.l.border || m.l.body.h == 0 {
		m.sideScroll(lines)
		return
	}
	m.transcript.ScrollBy(lines)
}

// modeReport follows the renderer: once the terminal knows mode 2027, both
// measure graphemes (RENDERING: one width method per terminal).
func (m *Model) modeReport(r tea.ModeReportMsg) {
	if r.Mode != ansi.ModeUnicodeCore {
		return
	}
	m.grapheme = r.Value.IsSet() || r.Value.IsReset() || r.Value.IsPermanentlySet()
	m.method = cell.WcWidth
	if m.grapheme {
		m.method = cell.Grapheme
	}
	m.transcript.SetMethod(m.method)
	m.tree.SetMethod(m.method)
}

// resumed repairs what the suspension broke: the renderer does not switch mode
// 2027 on again.
func (m *Model) resumed() tea.Cmd {
	if !m.grapheme {
		return tea.ClearScreen
	}
	return tea.Sequence(tea.Raw(ansi.SetModeUnicodeCore), tea.ClearScreen)
}

func (m *Model) background(b tea.BackgroundColorMsg) {
	if !m.o.AutoTheme {
		return
	}
	m.theme = theme.Light()
	if b.IsDark() {
		m.theme = theme.Dark()
	}
	m.transcript.SetTheme(m.theme, nil)
	m.tree.SetTheme(m.theme)
	styleArea(&m.composer.area, m.theme)
}

// tickMsg moves what changes by itself: elapsed times, expiry, held-back text.
type tickMsg struct{}

const tickEvery = 100 * time.Millisecond

// tick keeps the clock going while something on the screen depends on it.
func (m *Model) tick() tea.Cmd {
	if m.ticking || !m.animated() {
		return nil
	}
	m.ticking = true
	return tea.Tick(tickEvery, func(time.Time) tea.Msg { return tickMsg{} })
}

func (m *Model) animated() bool {
	return m.live != nil || m.panel != nil && m.panel.expires() ||
		m.message != "" || m.tree.Wake(m.now) > 0 || m.transcript.Wake(m.now) > 0
}

func (m *Model) ticked(tickMsg) tea.Cmd {
	m.ticking = false
	if m.message != "" && m.now.Sub(m.messageAt) > messageFor {
		m.message = ""
	}
	if m.panel != nil {
		m.panel.tick(m.now)
	}
	return nil
}

// messageFor is how long a line for the person stays in the footer.
const messageFor = 6 * time.Second
