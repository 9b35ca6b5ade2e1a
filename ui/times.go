package ui

import (
	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/ui/transcript"
)

// nextTimes changes what time stands beside each block.
func (m *Model) nextTimes() tea.Cmd {
	t := m.transcript.Times().Next()
	m.transcript.SetTimes(t)
	m.say("times beside blocks: " + t.String())
	return nil
}

// openBlock shows more of the marked block: the next level, and the block on
// its own where that is not all.
func (m *Model) openBlock() tea.Cmd {
	if m.transcript.Exceeds() {
		return m.openViewer()
	}
	m.transcript.FoldToggle()
	return nil
}

// foldKind folds or unfolds all blocks of the marked one's kind.
func (m *Model) foldKind() tea.Cmd {
	b := m.transcript.Selected()
	m.foldAll(b.Kind, kindName(b.Kind))
	return nil
}

func (m *Model) foldAll(k store.Kind, what string) {
	as := map[transcript.Level]string{
		transcript.LevelLine:    "as a line",
		transcript.LevelPreview: "as a preview",
		transcript.LevelFull:    "in full",
	}
	m.say(what + " " + as[m.transcript.FoldAll(k)])
}

// kindName is what a person calls all blocks of a kind.
func kindName(k store.Kind) string {
	switch k {
	case store.Message:
		return "messages"
	case store.Reasoning:
		return "reasoning"
	case store.ToolCall:
		return "tool calls"
	case store.Activity:
		return "activities"
	case store.SubagentHead:
		return "subagents"
	case store.Step:
		return "steps"
	case store.Question:
		return "questions"
	case store.RunEnd:
		return "ends of runs"
	default:
		return "events"
	}
}
