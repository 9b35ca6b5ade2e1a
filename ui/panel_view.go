package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"agtui/ui/cell"
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

// maxQuestionText bounds the rows of a question's own words in the panel; the
// whole text stands in the transcript.
const maxQuestionText = 4

// rows is how many rows the panel would like.
func (p *panel) rows(width, height int) int {
	return min(len(p.lines(width, cell.WcWidth)), max(height/2, 4))
}

// lines draws the panel: the question, then the choices or the editor.
func (p *panel) lines(width int, method cell.Method) []string {
	a := &p.asked[p.at]
	lines := []string{p.theme.Dim.Render(strings.Repeat(p.theme.Symbols.Rule, width)), p.head(a)}
	if p.complete() && len(p.asked) > 1 {
		lines = append(lines, p.review()...)
		return append(lines, p.choiceLine())
	}
	lines = append(lines, p.words(a, width, method)...)
	if a.tool != "" {
		lines = append(lines, p.call(a, width, method)...)
	}
	if p.area != nil {
		lines = append(lines, p.hint())
		p.area.SetWidth(max(width, 4))
		lines = append(lines, strings.Split(p.area.View(), "\n")...)
	} else {
		lines = append(lines, p.choiceLine())
	}
	if p.problem != "" {
		for _, l := range cell.Wrap(cell.Line(p.problem), max(width-3, 1), method) {
			lines = append(lines, "   "+p.theme.Bad.Render(l))
		}
	}
	return lines
}

// head says which question this is and how long there is time.
func (p *panel) head(a *asking) string {
	title := map[bool]string{true: "Approve?", false: "Answer wanted"}[a.shape.Approval]
	if a.tool != "" && a.shape.Approval {
		title = "Approve this call?"
	}
	parts := []string{p.theme.Accent.Render(p.theme.Symbols.Pause + " " + title)}
	if n := len(p.asked); n > 1 {
		parts = append(parts, p.theme.Dim.Render(fmt.Sprintf("%d of %d", p.at+1, n)))
	}
	if left := p.left(a); left != "" {
		parts = append(parts, left)
	}
	if by := a.Interrupt.Owner; by.Set {
		parts = append(parts, p.theme.Dim.Render("asked by "+cell.Line(by.Value)))
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
		return p.theme.Bad.Render("expired: it can only be cancelled")
	}
	s := int(d.Round(time.Second).Seconds())
	return p.theme.Warn.Render(fmt.Sprintf("%d:%02d left", s/60, s%60))
}

func (p *panel) words(a *asking, width int, method cell.Method) []string {
	text := cell.Canonical(a.Interrupt.Message.Or(""), method)
	if text == "" && a.tool == "" {
		text = a.Interrupt.Reason
	}
	if text == "" {
		return nil
	}
	rows := cell.Wrap(cell.Clean(text), max(width-3, 1), method)
	if len(rows) > maxQuestionText {
		rows = append(rows[:maxQuestionText-1], "… (all of it is in the conversation)")
	}
	for i := range rows {
		rows[i] = "   " + p.theme.Text.Render(rows[i])
	}
	return rows
}

// call is the call that is asked about, with all its arguments as far as they
// have room; the editor and the conversation have them whole.
func (p *panel) call(a *asking, width int, method cell.Method) []string {
	text := cell.Canonical(cell.Line(a.tool+" "+strings.Join(strings.Fields(a.args), " ")), method)
	rows := cell.Wrap(text, max(width-3, 1), method)
	if len(rows) > maxQuestionText {
		rows = append(rows[:maxQuestionText-1], "… (all of it is in the conversation)")
	}
	for i := range rows {
		rows[i] = "   " + p.theme.Dim.Render(rows[i])
	}
	return rows
}

func (p *panel) review() []string {
	var lines []string
	for i := range p.asked {
		a := &p.asked[i]
		what := a.tool
		if what == "" {
			what = a.Interrupt.Message.Or(a.Interrupt.Reason)
		}
		lines = append(lines, "   "+p.theme.OK.Render(a.label)+"  "+p.theme.Dim.Render(cell.Line(what)))
	}
	return lines
}

func (p *panel) choiceLine() string {
	var b strings.Builder
	b.WriteString("   ")
	for i, c := range p.choices() {
		label := p.label(c)
		if i == p.cursor {
			b.WriteString(p.theme.Accent.Render(p.theme.Symbols.Prompt + " " + label))
		} else {
			b.WriteString("  " + p.theme.Dim.Render(label))
		}
		b.WriteString("  ")
	}
	return strings.TrimRight(b.String(), " ")
}

func (p *panel) label(c choice) string {
	switch c {
	case approve:
		return "Approve"
	case approveEdited:
		return "Edit arguments…"
	case deny:
		return "Deny…"
	case reply:
		return "Answer…"
	case cancel:
		if p.sure {
			return "Really cancel? enter"
		}
		return "Cancel"
	case send:
		return fmt.Sprintf("Send %d answers", len(p.asked))
	default:
		return "Start over"
	}
}

func (p *panel) hint() string {
	text := "JSON: enter answers, ctrl+j newline, ctrl+g editor, esc back"
	switch {
	case p.editFor == deny:
		text = "Reason, if you like: enter denies, esc back"
	case p.editFor == approveEdited:
		text = "All arguments as JSON: enter approves them, ctrl+j newline, esc back"
	case p.asked[p.at].shape.FreeText:
		text = "Text: enter answers, ctrl+j newline, esc back"
	}
	return "   " + p.theme.Dim.Render(text)
}
