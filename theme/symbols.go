package theme

// Symbols are the characters of our own that stand on the screen. Each is one
// rune and one cell wide in both width models and in tmux, xterm, screen and
// kitty: no character that has an emoji form by default, none that is wide or
// combining, none whose width changed between versions of Unicode.
type Symbols struct {
	Tool     string // a tool call
	Closed   string // something folded
	Open     string // something unfolded
	Pause    string // a question
	OK       string // a good outcome
	Bad      string // a bad outcome
	Warn     string // wants a look
	Running  string // alive
	Waiting  string // began, no end yet
	Todo     string // not begun
	Bullet   string
	Step     string
	Prompt   string
	Down     string // more below
	Up       string // more above
	More     string // text was cut here
	Cursor   string // the selected block's left edge
	Changed  string // just changed
	Rule     string // a thin horizontal line
	Upright  string // a thin vertical line
	Corner   string // where the two meet, from below
	Branch   string // belongs to the line above
	Dot      string // between facts
	Selected string // the chosen item of a menu
}

func unicodeSymbols() Symbols {
	return Symbols{
		Tool: "⚙", Closed: "▸", Open: "▾", Pause: "⏸",
		OK: "✓", Bad: "✗", Warn: "!", Running: "●", Waiting: "…", Todo: "○",
		Bullet: "•", Step: "→", Prompt: "›", Down: "↓", Up: "↑", More: "…",
		Cursor: "▌", Changed: "•", Rule: "─", Upright: "│", Corner: "┬",
		Branch: "└", Dot: "·", Selected: "›",
	}
}

func asciiSymbols() Symbols {
	return Symbols{
		Tool: "*", Closed: ">", Open: "v", Pause: "?",
		OK: "+", Bad: "x", Warn: "!", Running: "o", Waiting: "~", Todo: "-",
		Bullet: "-", Step: ">", Prompt: ">", Down: "v", Up: "^", More: "~",
		Cursor: "#", Changed: "*", Rule: "-", Upright: "|", Corner: "+",
		Branch: "`", Dot: "-", Selected: ">",
	}
}

func unicodeBars() [Palette]string {
	return [Palette]string{"│", "║", "┆", "┃", "╎", "▏", "┊", "▍"}
}

func asciiBars() [Palette]string {
	return [Palette]string{"|", "!", ":", "H", ";", "[", "}", "I"}
}
