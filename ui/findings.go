package ui

import (
	"fmt"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
)

// findingsList shows what was wrong or noteworthy, the newest at the end.
type findingsList struct {
	up int // lines scrolled up from the end
}

// scroll moves the window; the newest stay in view until somebody scrolls.
func (f *findingsList) scroll(by int) { f.up = max(f.up-by, 0) }

// lines draws at most h rows.
func (f *findingsList) lines(c *store.Conversation, th *theme.Theme, method cell.Method, w, h int) []string {
	if h <= 0 || w <= 0 {
		return nil
	}
	var out []string
	list := c.Findings()
	if len(list) == 0 {
		return []string{" " + th.Dim.Render("nothing: the stream is as it should be")}
	}
	// From the end: enough rows for the window are all that is drawn.
	for i := len(list) - 1; i >= 0 && len(out) < h+f.up; i-- {
		out = append(drawFinding(&list[i], th, method, w), out...)
	}
	f.up = min(f.up, max(len(out)-h, 0))
	end := len(out) - f.up
	return out[max(end-h, 0):end]
}

func drawFinding(f *agui.Finding, th *theme.Theme, method cell.Method, w int) []string {
	style := th.Dim
	switch f.Severity {
	case agui.Error:
		style = th.Bad
	case agui.Warning:
		style = th.Warn
	case agui.Info:
	}
	head := f.Severity.String() + " " + string(f.Rule)
	if f.Frame > 0 {
		head += fmt.Sprintf("  frame %d", f.Frame)
	}
	out := []string{" " + style.Render(cell.Truncate(head, max(w-1, 1), method, "…"))}
	for _, l := range cell.Wrap(cell.Line(f.Message), max(w-3, 1), method) {
		out = append(out, "   "+th.Text.Render(l))
	}
	return out
}

// counted is how many findings of each severity there are.
func counted(list []agui.Finding) (errors, warnings int) {
	for i := range list {
		switch list[i].Severity {
		case agui.Error:
			errors++
		case agui.Warning:
			warnings++
		case agui.Info:
		}
	}
	return errors, warnings
}
