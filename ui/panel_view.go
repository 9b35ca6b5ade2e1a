package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"agtui/ui/cell"
	"agtui/ui/edit"
)

// indented is JSON text laid out for editing; what is not JSON stays as it is.
func indented(text string) string {
	if strings.TrimSpace(text) == "" {
		return "{}"
	}
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", "  ") != nil {
		return text
	}
	return out.String()
}

// The editor of an answer grows so tall before it scrolls, and has so many rows
// where there is little room.
const (
	maxAnswerRows = 12
	minAnswerRows = 3
)

// sheet is the panel's parts before they are fitted into its height: what can
// be done must be seen, what is asked as far as there is room.
type sheet struct {
	head    string
	words   []string // what the agent says
	call    []string // what it wants to do, or the answers so far
	acts    []string
	problem []string
}

// rows is how many rows the panel would like.
func (p *panel) rows(width, height int, m cell.Method) int {
	s := p.sheet(width, m, false)
	n := 2 + len(s.words) + len(s.call) + len(s.acts) + len(s.problem)
	if p.area != nil {
		n += p.area.Height(maxAnswerRows)
	}
	return min(n, max(height*3/5, 4))
}

// sheet draws all parts but the editor, which needs to know its height.
func (p *panel) sheet(w int, m cell.Method, focused bool) sheet {
	a := p.current()
	s := sheet{head: p.head(a, m)}
	if p.reviewing() {
		s.call, s.acts = p.review(w, m), p.choiceLines(w, m, focused)
	} else {
		s.words, s.call = p.lay(a, w, m)
		if p.area != nil {
			p.area.SetSize(max(w-promptWidth, 1), m)
			s.acts = []string{"   " + p.theme.Dim.Render(cell.Truncate(p.hint(), max(w-3, 1), m, "…"))}
		} else {
			s.acts = p.choiceLines(w, m, focused)
		}
	}
	if p.problem != "" {
		s.problem = p.wrapped(p.problem, "   ", p.theme.Bad.Render, w, m)
	}
	return s
}

// draw draws the panel in exactly h rows of at most w cells, and says where
// the cursor stands in them.
func (p *panel) draw(w, h int, m cell.Method, focused bool) (lines []string, x, y int) {
	s := p.sheet(w, m, focused)
	var typed []edit.Row
	room := h
	give := func(want int) int {
		n := max(min(want, room), 0)
		room -= n
		return n
	}
	problem := give(min(len(s.problem), 3, max(h-seenFrom, 0)))
	asked := len(s.words) + len(s.call)
	least := 1 + min(asked, 1) // the head, and a row of what is asked
	if p.area == nil {
		least = 1 + min(asked, max((room-1)/2, 1)) // what is asked and the choices share the rest
	}
	acts := max(min(len(s.acts), room-least), 1)
	if p.area != nil {
		// Which question it is, and a row of what it asks, stay in sight.
		most := max(room-acts-least, min(room-least, minAnswerRows), 1)
		typed, x, y = p.area.Rows(max(give(p.area.Height(min(most, maxAnswerRows))), 1))
		acts = min(acts, max(room-least, 0)) // what is asked matters more than how
	}
	acts = give(acts)
	head, rule := give(1), 0
	if room >= ruleFrom {
		rule = give(1)
	}
	asks := give(asked)
	if rule += give(1 - rule); rule > 0 {
		lines = append(lines, p.theme.Rule.Render(strings.Repeat(p.theme.Symbols.Rule, w)))
	}
	if head > 0 {
		lines = append(lines, s.head)
	}
	lines = append(lines, p.asks(s, asks, w, m)...)
	lines = append(lines, p.marked(s.acts, acts, w, m)...)
	y += len(lines)
	for i, l := range typed {
		lines = append(lines, p.prompt(i, focused)+drawRow(l, p.theme))
	}
	lines = append(lines, s.problem[:problem]...)
	if focused {
		p.bar(lines[min(rule, len(lines)):])
	}
	return fit(lines, h), x, y
}

// bar marks rows as those that keys go to, as the conversation marks a block:
// colours alone would not tell.
func (p *panel) bar(rows []string) {
	for i, l := range rows {
		if rest, ok := strings.CutPrefix(l, " "); ok {
			rows[i] = p.theme.Accent.Render(p.theme.Symbols.Cursor) + rest
		}
	}
}

// asks cuts what is asked to n rows. Half of them are the call's, if it needs
// so many: however much the agent says about it, that is what is approved.
func (p *panel) asks(s sheet, n, w int, m cell.Method) []string {
	call := min(len(s.call), n-min(len(s.words), n/2))
	words := min(len(s.words), n-call)
	return slices.Concat(p.shortened(s.words, words, w, m), p.shortened(s.call, call, w, m))
}

// ruleFrom is how many rows there must be for what is asked before the rule
// above the panel takes one of them.
const ruleFrom = 4

func (p *panel) prompt(row int, focused bool) string {
	if row > 0 {
		return strings.Repeat(" ", promptWidth)
	}
	style := p.theme.Dim
	if focused {
		style = p.theme.Accent
	}
	return " " + style.Render(p.theme.Symbols.Prompt) + " "
}

// shortened cuts what is asked to n rows and says that there is more.
func (p *panel) shortened(asks []string, n, w int, m cell.Method) []string {
	switch {
	case n >= len(asks), n == 0:
		return asks[:min(n, len(asks))]
	case n == 1:
		return []string{clip(asks[0], max(w-2, 0), m) + " " + p.theme.Warn.Render("…")}
	}
	return append(asks[:n-1:n-1], "   "+p.theme.Warn.Render("… all of it is above"))
}

// marked cuts a column of choices to n rows around the marked one, and says
// which of how many that is, where there is room.
func (p *panel) marked(acts []string, n, w int, m cell.Method) []string {
	if n >= len(acts) || n < 1 {
		return acts[:min(n, len(acts))]
	}
	first := max(min(p.cursor-n/2, len(acts)-n), 0)
	rows := slices.Clone(acts[first : first+n])
	at := max(min(p.cursor-first, n-1), 0)
	nth := fmt.Sprintf("%d/%d", p.cursor+1, len(acts))
	if room := w - 2 - len(nth) - styledWidth(rows[at], m); room > 0 {
		rows[at] += pad(room) + p.theme.Dim.Render(nth)
	}
	return rows
}

// head says which question this is and how long there is time.
func (p *panel) head(a *asking, m cell.Method) string {
	title, style := "Answer wanted", p.theme.Accent
	switch {
	case p.reviewing():
		title = "All questions have an answer"
	case p.expired(a): // what else it was matters no more, and may have no room
		title, style = "Expired: it can only be cancelled", p.theme.Bad
	case a.shape.Approval && a.tool != "":
		title = "Approve this call?"
	case a.shape.Approval:
		title = "Approve?"
	}
	parts := []string{style.Render(p.theme.Symbols.Pause + " " + title)}
	if left := p.left(a); left != "" && !p.reviewing() {
		parts = append(parts, left)
	}
	if n := len(p.asked); n > 1 && !p.reviewing() {
		parts = append(parts, p.theme.Dim.Render(fmt.Sprintf("%d of %d", p.at+1, n)))
	}
	if a.by != "" && !p.reviewing() {
		by := cell.Truncate(cell.Canonical(cell.Line(a.by), m), 30, m, "…")
		parts = append(parts, p.theme.Dim.Render("asked by "+by))
	}
	return " " + strings.Join(parts, "  ")
}

// left is the time that is left to answer.
func (p *panel) left(a *asking) string {
	if a.Expires.IsZero() {
		return ""
	}
	d := a.Expires.Sub(p.now)
	if d <= 0 {
		return ""
	}
	s := int((d + time.Second - 1) / time.Second)
	if s >= 48*3600 {
		return p.theme.Warn.Render(fmt.Sprintf("%d days left", s/86400))
	}
	if s >= 3600 {
		return p.theme.Warn.Render(fmt.Sprintf("%d:%02d:%02d left", s/3600, s/60%60, s%60))
	}
	return p.theme.Warn.Render(fmt.Sprintf("%d:%02d left", s/60, s%60))
}

// quote stands before what the agent wrote: nothing of it can pass for a
// choice, or for words of ours.
func (p *panel) quote() string { return " " + p.theme.Rule.Render(p.theme.Symbols.Upright) + " " }

func (p *panel) wrapped(text, before string, style func(string) string, w int, m cell.Method) []string {
	rows := cell.Wrap(cell.Canonical(cutWords(text), m), max(w-3, 1), m)
	for i := range rows {
		rows[i] = before + style(rows[i])
	}
	return rows
}

// review is a line for each answer: what it is and to what. What was written
// stands below it.
func (p *panel) review(w int, m cell.Method) []string {
	lines := make([]string, 0, 2*len(p.asked))
	fitted := func(text string, room int) string {
		return cell.Truncate(cell.Canonical(cell.Line(headBytes(text, mostLabel)), m), max(room, 1), m, "…")
	}
	for i := range p.asked {
		a := &p.asked[i]
		what := a.tool
		if what == "" {
			what = a.Interrupt.Message.Or(a.Interrupt.Reason)
		}
		label := fitted(a.label, min(24, w-3))
		line := "   " + p.theme.Strong.Render(label)
		if room := w - 5 - cell.Width(label, m); room > 2 {
			line += "  " + p.theme.Dim.Render(fitted(what, min(room, 60)))
		}
		lines = append(lines, line)
		if a.written != "" {
			lines = append(lines, "     "+p.theme.Text.Render(fitted(a.written, w-5)))
		}
	}
	return lines
}

// choiceLines are the choices in a row, or one below the other where a row is
// too narrow. One is marked while keys go there.
func (p *panel) choiceLines(w int, m cell.Method, focused bool) []string {
	choices := p.choices()
	labels := make([]string, len(choices))
	total := 3
	for i, c := range choices {
		labels[i] = cell.Truncate(cell.Canonical(cell.Line(headBytes(p.label(c), mostLabel)), m), max(w-5, 1), m, "…")
		total += cell.Width(labels[i], m) + 4
	}
	drawn := make([]string, len(choices))
	for i, l := range labels {
		drawn[i] = "  " + p.theme.Text.Render(l)
		switch {
		case !focused:
			drawn[i] = "  " + p.theme.Dim.Render(l)
		case i == p.cursor:
			drawn[i] = p.theme.Accent.Render(p.theme.Symbols.Selected + " " + l)
		}
	}
	if total > w+2 {
		for i := range drawn {
			drawn[i] = "   " + drawn[i]
		}
		return drawn
	}
	return []string{"   " + strings.Join(drawn, "  ")}
}

func (p *panel) label(c choice) string {
	switch c.kind {
	case approve:
		return "Approve"
	case approveEdited:
		return "Edit arguments…"
	case deny:
		if p.current().shape.Reason == "" {
			return "Deny"
		}
		return "Deny…"
	case pick:
		return c.option.Label
	case reply:
		return "Answer…"
	case cancel:
		if p.sure {
			return "Really cancel? enter again"
		}
		return "Cancel"
	case send:
		return fmt.Sprintf("Send %d answers", len(p.asked))
	default:
		return "Start over"
	}
}

// hint says what is typed.
func (p *panel) hint() string {
	switch {
	case p.editFor == deny:
		return "Deny. Why? Empty is fine."
	case p.editFor == approveEdited:
		return "All arguments of the call, as JSON, as they are to be:"
	case p.current().shape.FreeText:
		return "Your answer:"
	default:
		return "Your answer, as JSON:"
	}
}
