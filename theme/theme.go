// Package theme maps what a piece of the screen means to how it looks: colour
// tokens to styles, owners to a colour and a bar shape, symbols to characters.
//
// It is not a layout: it measures, wraps and pads nothing, and it does not ask
// the terminal anything. Styles write their colours as they were chosen; the
// renderer's colour profile turns them into 256 or 16 colours or drops them,
// so the same theme serves every terminal (a test holds the tokens apart after
// that conversion). Plain carries no colour at all: there meaning is told by
// words, symbols, bar shapes and weight alone, as it is in every other theme.
//
// A *Theme is made once and never changed afterwards; it may be shared freely,
// and its address may serve as a part of a cache key.
package theme

// Theme is the look of the program. Its fields are read, never written.
type Theme struct {
	// Name is what a user calls it: dark, light, plain.
	Name string
	// Dark tells on which background its colours were chosen.
	Dark bool
	// Colour is false where no colour may be shown.
	Colour bool

	Text   Style // the conversation: the terminal's own foreground
	Strong Style // the same with weight: heads, names
	Dim    Style // what is about the conversation
	Accent Style // what is alive or has the focus
	OK     Style // a good outcome
	Warn   Style // an outcome that wants a look
	Bad    Style // a bad outcome
	Rule   Style // lines between things
	// Cursor marks the selected line of a list or tree.
	Cursor Style
	// Match marks what a search found.
	Match Style
	// Found is the match that a search has come to.
	Found Style
	// Changed marks what a state delta just touched; Fading is the same a
	// moment later.
	Changed, Fading Style

	Key    Style // a member's name in JSON
	String Style // a JSON string
	Number Style // a JSON number
	Word   Style // true, false and null

	Code      Style // inline code
	Link      Style // a link's text
	Added     Style // a line that a diff adds
	Removed   Style // a line that a diff removes
	Selection Style // the chosen item of a menu

	// Owners tells the palette of the subagents: use Owner.
	Owners [Palette]Owner
	// Symbols are our own characters, each one cell wide.
	Symbols Symbols
}

// Palette is how many owners differ in bar shape; colours repeat with it.
const Palette = 8

// Owner is how the blocks of one subagent are told apart.
type Owner struct {
	Style Style
	// Bar is the gutter's character, one cell wide.
	Bar string
}

// Owner returns the look of the subagent that arrived as number index,
// counted from 0. Any index is fine.
func (t *Theme) Owner(index int) Owner {
	return t.Owners[((index%Palette)+Palette)%Palette]
}

// ASCII returns the theme with symbols and bars that need no Unicode.
func (t *Theme) ASCII() *Theme {
	c := *t
	c.Symbols = asciiSymbols()
	for i, bar := range asciiBars() {
		c.Owners[i].Bar = bar
	}
	return &c
}
