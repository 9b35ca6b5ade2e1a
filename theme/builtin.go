package theme

// Dark is for dark backgrounds.
func Dark() *Theme {
	return build(palette{
		name: "dark", dark: true,
		dim: "#878787", rule: "#5c6370", accent: "#5fafff",
		ok: "#5fd75f", warn: "#d7d700", bad: "#ff5f5f",
		key: "#87afd7", str: "#afd787", number: "#d7af87", word: "#d787d7",
		code: "#d7af87", added: "#5fd75f", removed: "#ff5f5f",
		cursor: "#303a46", match: "#d7d700", matchText: "#000000", found: "#ff8700",
		owners: [Palette]string{
			"#5fafff", "#ffaf5f", "#5fd7af", "#ff5fff", "#d7d75f", "#af87ff", "#ff8787", "#5fffff",
		},
	})
}

// Light is for light backgrounds.
func Light() *Theme {
	return build(palette{
		name: "light",
		dim:  "#6c6c6c", rule: "#a0a5ad", accent: "#005fd7",
		ok: "#00801a", warn: "#6f6f00", bad: "#c00000",
		key: "#005f87", str: "#3a6a00", number: "#8a4b00", word: "#87008f",
		code: "#8a4b00", added: "#00801a", removed: "#c00000",
		cursor: "#dde6f2", match: "#ffd75f", matchText: "#000000", found: "#ff8700",
		owners: [Palette]string{
			"#005fd7", "#af5f00", "#00806a", "#af0087", "#6f6f00", "#5f2fd7", "#b02020", "#00759a",
		},
	})
}

// Plain has no colour (NO_COLOR, TERM=dumb): weight and symbols only.
func Plain() *Theme {
	t := &Theme{
		Name:      "plain",
		Dark:      true,
		Strong:    Style{Bold: true},
		Dim:       Style{Faint: true},
		Accent:    Style{Bold: true},
		Warn:      Style{Bold: true},
		Bad:       Style{Bold: true},
		Rule:      Style{Faint: true},
		Cursor:    Style{Reverse: true},
		Match:     Style{Reverse: true},
		Found:     Style{Reverse: true, Bold: true, Underline: true},
		Changed:   Style{Bold: true},
		Link:      Style{Underline: true},
		Selection: Style{Reverse: true},
		Symbols:   unicodeSymbols(),
	}
	for i, bar := range unicodeBars() {
		t.Owners[i] = Owner{Bar: bar}
	}
	return t
}

// palette is a theme's colours before they become styles.
type palette struct {
	name                         string
	dark                         bool
	dim, rule, accent            string
	ok, warn, bad                string
	key, str, number, word, code string
	added, removed               string
	cursor, match, matchText     string
	found                        string
	owners                       [Palette]string
}

func build(p palette) *Theme {
	t := &Theme{
		Name:      p.name,
		Dark:      p.dark,
		Colour:    true,
		Strong:    Style{Bold: true},
		Dim:       Style{Fore: p.dim},
		Accent:    Style{Fore: p.accent},
		OK:        Style{Fore: p.ok},
		Warn:      Style{Fore: p.warn},
		Bad:       Style{Fore: p.bad},
		Rule:      Style{Fore: p.rule},
		Cursor:    Style{Back: p.cursor},
		Match:     Style{Fore: p.matchText, Back: p.match},
		Found:     Style{Fore: p.matchText, Back: p.found, Bold: true, Underline: true},
		Changed:   Style{Fore: p.accent, Bold: true},
		Fading:    Style{Fore: p.accent},
		Key:       Style{Fore: p.key},
		String:    Style{Fore: p.str},
		Number:    Style{Fore: p.number},
		Word:      Style{Fore: p.word},
		Code:      Style{Fore: p.code},
		Link:      Style{Fore: p.accent, Underline: true},
		Added:     Style{Fore: p.added},
		Removed:   Style{Fore: p.removed},
		Selection: Style{Fore: p.accent, Bold: true},
		Symbols:   unicodeSymbols(),
	}
	for i, bar := range unicodeBars() {
		t.Owners[i] = Owner{Style: Style{Fore: p.owners[i]}, Bar: bar}
	}
	return t
}
