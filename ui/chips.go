package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"agtui/theme"
	"agtui/ui/edit"
)

// areaActions are what can be done with a text that is written, beside the
// strokes.
func areaActions() []action {
	return []action{
		{
			// ctrl+z suspends. ctrl+_ is what terminals send for ctrl+7 and
			// ctrl+/ too; those that report keys send them as they are.
			id: "undo", scope: typing, title: "undo",
			keys: []string{"ctrl+_", "alt+z", "ctrl+7", "ctrl+/", "ctrl+shift+-", "super+z"},
			help: "Take back what was typed, pasted, opened or deleted last.",
			off:  (*Model).noUndo, run: onArea((*edit.Area).Undo),
		},
		{
			id: "redo", scope: typing, title: "redo",
			keys: []string{"alt+shift+z", "alt+y", "shift+super+z"},
			help: "Do again what was taken back.",
			off:  (*Model).noRedo, run: onArea((*edit.Area).Redo),
		},
		{
			id: "open-paste", keys: []string{"ctrl+o"}, scope: writing, title: "open the paste", hint: 3,
			help: "Put the text of a large paste where it is shown as its size; undo closes it again.",
			off:  (*Model).noChip, run: func(m *Model) tea.Cmd { m.composer.area.Open(); return nil },
		},
	}
}

// onArea is an action on the text that is written; from the palette it is that
// of the composer.
func onArea(do func(*edit.Area)) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		do(m.written())
		return nil
	}
}

// written is the text area that has the focus, else the composer's.
func (m *Model) written() *edit.Area {
	if area := m.typing(); area != nil {
		return area
	}
	return m.composer.area
}

func (m *Model) noUndo() string {
	if !m.written().CanUndo() {
		return "nothing was edited"
	}
	return ""
}

func (m *Model) noRedo() string {
	if !m.written().CanRedo() {
		return "nothing was undone since the last edit"
	}
	return ""
}

func (m *Model) noChip() string {
	if !m.composer.area.Chip() {
		return "no large paste is in the draft"
	}
	return ""
}

// drawRow draws a row of a text area; chips stand out.
func drawRow(r edit.Row, th *theme.Theme) string {
	if len(r.Chips) == 0 {
		return th.Text.Render(r.Text)
	}
	var b strings.Builder
	at := 0
	for _, c := range r.Chips {
		b.WriteString(th.Text.Render(r.Text[at:c[0]]))
		b.WriteString(th.Selection.Render(r.Text[c[0]:c[1]]))
		at = c[1]
	}
	b.WriteString(th.Text.Render(r.Text[at:]))
	return b.String()
}
