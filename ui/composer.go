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
	history []string
	at      int    // place in the history; len(history) is the draft
	draft   string // the draft while the history is walked
}

func newComposer(history []string) composer {
	return composer{area: edit.New(), history: history, at: len(history)}
}

// older goes to the prompt before; false if there is none.
func (c *composer) older() bool {
	if c.at == 0 {
		return false
	}
	if c.at == len(c.history) {
		c.draft = c.area.Text()
	}
	c.at--
	c.area.Set(c.history[c.at])
	return true
}

// newer goes to the prompt after, at last to the draft.
func (c *composer) newer() bool {
	if c.at >= len(c.history) {
		return false
	}
	c.at++
	if c.at == len(c.history) {
		c.area.Set(c.draft)
	} else {
		c.area.Set(c.history[c.at])
	}
	return true
}

// take empties the composer and keeps the text in the history.
func (c *composer) take() {
	c.keep(c.area.Text())
	c.clear()
}

// keep puts a text at the end of the history: nothing that was written is
// lost.
func (c *composer) keep(text string) {
	if strings.TrimSpace(text) != "" && (len(c.history) == 0 || c.history[len(c.history)-1] != text) {
		c.history = append(c.history, text)
	}
	c.at = len(c.history)
}

func (c *composer) clear() {
	c.area.Set("")
	c.draft = ""
	c.at = len(c.history)
}

// rows is how many rows the composer would like.
func (c *composer) rows() int { return min(c.area.Height(), maxComposerRows) }
