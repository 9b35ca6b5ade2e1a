package theme

// Dark is for dark backgrounds.
func Dark() *Theme { return build(dark()) }

// Light is for light backgrounds.
func Light() *Theme { return build(light()) }

func dark() palette {
	return palette{
		name: "dark", dark: true,
		dim: "#878787", rule: "#5c6370", accent: "#5fafff",
		ok: "#5fd75f", warn: "#d7d700", bad: "#ff5f5f",
		key: "#87afd7", str: "#afd787", number: "#d7af87", word: "#d787d7",
		code: "#d7af87", added: "#5fd75f", removed: "#ff5f5f",
		cursor: "#303a46", match: "#d7d700", matchText: "#000000", found: "#ff8700",
		owners: [Palette]string{
			"#5fafff", "#ffaf5f", "#5fd7af", "#ff5fff", "#d7d75f", "#af87ff", "#ff8787", "#5fffff",
		},
	}
}

func light() palette {
	return palette{
		name: "light",
		dim:  "#6c6c6c", rule: "#a0a5ad", accent: "#005fd7",
		ok: "#007a18", warn: "#6f6f00", bad: "#c00000",
		key: "#005f87", str: "#00695a", number: "#8a4b00", word: "#87008f",
		code: "#8a4b00", added: "#007a18", removed: "#c00000",
		cursor: "#dde6f2", match: "#ffd75f", matchText: "#000000", found: "#ff8700",
		owners: [Palette]string{
			"#005fd7", "#af5f00", "#007a66", "#af0087", "#6f6f00", "#5f2fd7", "#b02020", "#00688a",
		},
	}
}

// darkContrast has at least seven to one of contrast on black.
func darkContrast() palette {
	return palette{
		name: "contrast", dark: true, strong: true,
		dim: "#d0d0d0", rule: "#d0d0d0", accent: "#5fffff",
		ok: "#5fff5f", warn: "#ffff00", bad: "#ff9f9f",
		key: "#87d7ff", str: "#afff87", number: "#ffd787", word: "#ffafff",
		code: "#ffd787", added: "#5fff5f", removed: "#ff9f9f",
		match: "#ffff00", matchText: "#000000", found: "#ff87ff",
		owners: [Palette]string{
			"#5fffff", "#ffd787", "#87ffaf", "#ffafff", "#ffff87", "#d7d7ff", "#ffafaf", "#ffffff",
		},
	}
}

// lightContrast has at least seven to one of contrast on white, with 256
// colours too: they have no dark yellow or brown.
func lightContrast() palette {
	return palette{
		name: "contrast", strong: true,
		dim: "#3a3a3a", rule: "#3a3a3a", accent: "#0000af",
		ok: "#005f00", warn: "#5f005f", bad: "#870000",
		key: "#005f5f", str: "#005f00", number: "#5f00af", word: "#00005f",
		code: "#5f00af", added: "#005f00", removed: "#870000",
		match: "#ffff00", matchText: "#000000", found: "#ff87ff",
		owners: [Palette]string{
			"#0000af", "#5f00af", "#005f5f", "#5f005f", "#005f00", "#00005f", "#870000", "#000000",
		},
	}
}

// Plain has no colour (NO_COLOR, TERM=dumb): weight and symbols only.
func Plain() *Theme {
	t := &Theme{
		Name:      None,
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
	dark, strong                 bool // strong: contrast before calm
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
		Accent:    Style{Fore: p.accent, Bold: p.strong},
		OK:        Style{Fore: p.ok, Bold: p.strong},
		Warn:      Style{Fore: p.warn, Bold: p.strong},
		Bad:       Style{Fore: p.bad, Bold: p.strong},
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
	if p.strong {
		t.Cursor, t.Selection = Style{Reverse: true}, Style{Reverse: true}
	}
	for i, bar := range unicodeBars() {
		t.Owners[i] = Owner{Style: Style{Fore: p.owners[i]}, Bar: bar}
	}
	return t
}

// sixteen is a theme in the colours that every terminal has, and only those of
// them that can be read on its background whatever the terminal makes of them:
// yellow, green and cyan can not on a light one, and what is dim is faint,
// since bright black is the background of some palettes.
func sixteen(p palette) *Theme {
	q := palette{
		name: p.name, dark: p.dark, strong: p.strong,
		accent: "14", ok: "10", warn: "11", bad: "9",
		key: "14", str: "10", number: "13", word: "13", code: "13", added: "10", removed: "9",
		match: "11", matchText: "0", found: "13",
		owners: [Palette]string{"14", "11", "10", "13", "12", "9", "", "14"},
	}
	if !p.dark {
		q.accent, q.ok, q.warn, q.bad = "4", "", "5", "1"
		q.key, q.str, q.number, q.word, q.code, q.added, q.removed = "4", "", "5", "5", "5", "4", "1"
		q.owners = [Palette]string{"4", "5", "1", "", "4", "5", "1", ""}
	}
	t := build(q)
	t.Cursor, t.Selection = Style{Reverse: true}, Style{Fore: q.accent, Bold: true, Reverse: p.strong}
	if !p.strong {
		t.Dim, t.Rule = Style{Faint: true}, Style{Faint: true}
	}
	if !p.dark {
		t.OK.Bold, t.Warn.Bold = true, true
	}
	for i := Palette / 2; i < Palette; i++ {
		t.Owners[i].Style.Bold = true
	}
	return t
}
