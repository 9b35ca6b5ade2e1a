package ui

import (
	"time"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream"
	"agtui/theme"
	"agtui/ui/markdown"
)

// Options is what the screen needs to know; ui/cli fills it in.
type Options struct {
	// Name and URL are what the header shows of the endpoint.
	Name, URL string
	// Source answers the requests.
	Source stream.Source
	// Turn decides what is sent; Conversation holds what came.
	Turn         *turn.Turn
	Conversation *store.Conversation
	// Taps record every exchange before it is interpreted.
	Taps []stream.Tap
	// Recording is where the recording is kept, "" when nothing is kept.
	Recording string
	Strict    bool
	Timeout   time.Duration
	Theme     *theme.Theme // nil means theme.Plain
	// Look is the name of the look (theme.Names), which then follows the
	// terminal's background and colours; "" keeps Theme.
	Look string
	// Styles is the style of Markdown for a theme; nil means the one in the
	// colours of the theme.
	Styles func(*theme.Theme) *markdown.Style
	// Links: addresses become links of the terminal. Run decides LinksAuto by
	// the terminal's environment.
	Links Links
	// Examples are the prompts of the first-start screen.
	Examples []string
	// Prompt is sent at once when it is not empty.
	Prompt string
	// Notices are lines for the person that came up while starting.
	Notices []string
	// History are earlier prompts, oldest first; Remember keeps a new one. It
	// is called off the loop and may be nil.
	History  []string
	Remember func(prompt string) error
	// Editor is the command that edits a file, with its arguments. Run takes
	// it from VISUAL or EDITOR of the terminal's environment when it is empty.
	Editor string
	// Clipboard says where copies go; NoMouse leaves the mouse to the terminal.
	Clipboard Clipboard
	NoMouse   bool
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}
