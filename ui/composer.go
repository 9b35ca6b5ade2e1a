package ui

import (
	"strings"

	"agtui/ui/edit"
)

// maxComposerRows is how tall the composer grows before it scrolls.
const maxComposerRows = 8

// composer is where a person writes: a text area that grows, with the history
// of prompts above it. A paste is text, whatever is in it: it never submits.
type composer struct {
	area    *edit.Area
	history []edit.Form
	at      int       // place in the history; len(history) is the draft
	draft   edit.Form // the draft while the history is walked
}

func newComposer(prompts []string) composer {
	history := make([]edit.Form, 0, len(prompts))
	for _, text := range prompts {
		history = append(history, edit.Of(text))
	}
	return composer{area: edit.New(), history: history, at: len(history)}
}

// older goes to the prompt before; false if there is none.
func (c *composer) older() bool {
	if c.at == 0 {
		return false
	}
	if c.at == len(c.history) {
		c.draft = c.area.Form()
	}
	c.keepChanged()
	c.at--
	c.area.SetForm(c.history[c.at])
	return true
}

// newer goes to the prompt after, at last to the draft.
func (c *composer) newer() bool {
	if c.at >= len(c.history) {
		return false
	}
	last := c.at == len(c.history)-1
	c.keepChanged()
	if c.at++; last {
		c.at = len(c.history)
		c.area.SetForm(c.draft)
	} else {
		c.area.SetForm(c.history[c.at])
	}
	return true
}

// changed: a prompt of the history was edited where it stands.
func (c *composer) changed() bool {
	return c.at < len(c.history) && c.history[c.at].Text() != c.area.Text()
}

// keepChanged keeps what a prompt of the history became, as the last one.
func (c *composer) keepChanged() {
	if c.changed() {
		c.add(c.area.Form())
	}
}

// take empties the composer and keeps the text in the history.
func (c *composer) take() {
	c.keepForm(c.area.Form())
	c.clear()
}

// keep puts a text at the end of the history: nothing that was written is
// lost.
func (c *composer) keep(text string) { c.keepForm(edit.Of(text)) }

func (c *composer) keepForm(f edit.Form) {
	c.keepDraft()
	c.add(f)
	c.at = len(c.history)
}

// keepDraft puts the draft into the history, where another prompt stands in
// its place.
func (c *composer) keepDraft() {
	if c.at < len(c.history) {
		c.add(c.draft)
		c.draft = edit.Form{}
		c.at = len(c.history)
	}
}

// putAside keeps what stands in the composer, and the draft. A prompt of the
// history that was not changed is there already.
func (c *composer) putAside() {
	wanted := c.at == len(c.history) || c.changed()
	c.keepDraft()
	if wanted {
		c.add(c.area.Form())
		c.at = len(c.history)
	}
}

func (c *composer) add(f edit.Form) {
	text := f.Text()
	if strings.TrimSpace(text) != "" && (len(c.history) == 0 || c.history[len(c.history)-1].Text() != text) {
		c.history = append(c.history, f)
	}
}

func (c *composer) clear() {
	c.keepDraft()
	c.area.Reset("")
	c.draft = edit.Form{}
	c.at = len(c.history)
}

// rows is how many rows the composer would like.
func (c *composer) rows() int { return c.area.Height(maxComposerRows) }
