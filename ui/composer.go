package ui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"agtui/theme"
)

// maxComposerRows is how tall the composer grows before it scrolls.
const maxComposerRows = 8

// composer is where a person writes: a text area that grows, with the history
// of prompts above it. A paste is text, whatever is in it: it never submits.
type composer struct {
	area    textarea.Model
	history []string
	at      int    // place in the history; len(history) is the draft
	draft   string // the draft while the history is walked
}

func newComposer(th *theme.Theme, history []string) composer {
	c := composer{area: newArea(th), history: history, at: len(history)}
	c.area.Placeholder = "Type a message, / for commands"
	c.area.Focus()
	return c
}

// newArea is a text area in the house's style: no numbers, a real cursor, and
// enter left to the host.
func newArea(th *theme.Theme) textarea.Model {
	a := textarea.New()
	a.ShowLineNumbers = false
	a.CharLimit = 0
	a.MaxHeight = maxComposerRows
	a.MaxContentHeight = 1 << 20
	a.DynamicHeight = true
	a.MinHeight = 1
	a.SetVirtualCursor(false)
	a.KeyMap.InsertNewline = key.NewBinding(key.WithKeys("ctrl+j", "alt+enter", "shift+enter"))
	a.KeyMap.Paste = key.NewBinding(key.WithDisabled())
	a.KeyMap.LineNext = key.NewBinding(key.WithKeys("down"))
	a.KeyMap.LinePrevious = key.NewBinding(key.WithKeys("up"))
	styleArea(&a, th)
	return a
}

// styleArea gives the area the theme's styles and the prompt mark.
func styleArea(a *textarea.Model, th *theme.Theme) {
	state := textarea.StyleState{
		Placeholder: th.Dim.Lipgloss(),
		Prompt:      th.Accent.Lipgloss(),
		Text:        th.Text.Lipgloss(),
		CursorLine:  th.Text.Lipgloss(),
	}
	blurred := state
	blurred.Prompt = th.Dim.Lipgloss()
	styles := a.Styles()
	styles.Focused, styles.Blurred = state, blurred
	a.SetStyles(styles)
	mark := th.Symbols.Prompt
	a.SetPromptFunc(3, func(p textarea.PromptInfo) string {
		if p.LineNumber == 0 {
			return " " + mark + " "
		}
		return "   "
	})
}

// update hands a message to the text area; up and down at its edges walk the
// history.
func (c *composer) update(msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case k.String() == "up" && c.area.Line() == 0 && c.area.LineInfo().RowOffset == 0:
			if c.older() {
				return nil
			}
		case k.String() == "down" && c.atLastRow():
			if c.newer() {
				return nil
			}
		}
	}
	var cmd tea.Cmd
	c.area, cmd = c.area.Update(msg)
	return cmd
}

func (c *composer) atLastRow() bool {
	info := c.area.LineInfo()
	return c.area.Line() == c.area.LineCount()-1 && info.RowOffset >= info.Height-1
}

func (c *composer) older() bool {
	if c.at == 0 {
		return false
	}
	if c.at == len(c.history) {
		c.draft = c.area.Value()
	}
	c.at--
	c.set(c.history[c.at])
	return true
}

func (c *composer) newer() bool {
	if c.at >= len(c.history) {
		return false
	}
	c.at++
	if c.at == len(c.history) {
		c.set(c.draft)
	} else {
		c.set(c.history[c.at])
	}
	return true
}

func (c *composer) set(text string) {
	c.area.SetValue(text)
	c.area.MoveToEnd()
}

// take empties the composer and keeps the text in the history.
func (c *composer) take() string {
	text := c.area.Value()
	c.clear()
	if strings.TrimSpace(text) != "" && (len(c.history) == 0 || c.history[len(c.history)-1] != text) {
		c.history = append(c.history, text)
	}
	c.at = len(c.history)
	return text
}

func (c *composer) clear() {
	c.area.Reset()
	c.draft = ""
	c.at = len(c.history)
}

func (c *composer) empty() bool { return c.area.Length() == 0 }

// rows is how many rows the composer would like.
func (c *composer) rows() int { return min(max(c.area.Height(), 1), maxComposerRows) }
