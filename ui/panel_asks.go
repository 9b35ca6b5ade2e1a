package ui

import (
	"strings"

	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
)

// How much of a text from the wire the panel looks at, and for one line.
const (
	mostWords = 8 << 10
	mostLabel = 1 << 10
)

func cutWords(text string) string {
	if len(text) > mostWords {
		return headBytes(text, mostWords) + "…"
	}
	return text
}

// callLine is a call as the panel shows it. The arguments may be megabytes, so
// this is done once and not for each frame.
func callLine(tool, args string) string {
	if agui.Valid([]byte(args)) {
		args = string(agui.Compact(nil, agui.Raw(args)))
	}
	return strings.Clone(cutWords(tool + " " + args))
}

// laid is what a question asks, laid out for a screen.
type laid struct {
	w           int
	method      cell.Method
	theme       *theme.Theme
	words, call []string
}

// lay lays out what the agent says and the call that is asked about.
func (p *panel) lay(a *asking, w int, m cell.Method) (words, call []string) {
	if l := &a.laid; l.theme != p.theme || l.w != w || l.method != m {
		*l = laid{w: w, method: m, theme: p.theme}
		text := strings.TrimSpace(a.Interrupt.Message.Or(""))
		if text == "" && a.tool == "" {
			text = a.Interrupt.Reason
		}
		if text != "" {
			l.words = p.wrapped(text, p.quote(), p.theme.Text.Render, w, m)
		}
		if a.tool != "" {
			l.call = p.wrapped(a.line, p.quote(), p.theme.Dim.Render, w, m)
		}
	}
	return a.laid.words, a.laid.call
}
