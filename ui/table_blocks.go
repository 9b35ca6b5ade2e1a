package ui

import (
	tea "charm.land/bubbletea/v2"

	"agtui/store"
)

// foldActions are about how much of the blocks is shown, and when they came.
func foldActions() []action {
	all := func(id, slash, what string, kind store.Kind) action {
		return action{
			id: id, slash: slash, title: "fold or unfold all " + what,
			help: "Show all " + what + " as a line, a preview or in full, those to come too.",
			run:  func(m *Model) tea.Cmd { m.foldAll(kind, what); return nil },
		}
	}
	return []action{
		{
			id: "open", keys: []string{"enter"}, scope: inConversation, slash: "open", title: "open",
			help: "Show more of the block; one that is too long even in full is shown on its own.",
			off:  (*Model).nothingSelected, run: (*Model).openBlock,
		},
		{
			id: "view", keys: []string{"w"}, scope: inConversation, slash: "view", title: "view on its own",
			help: "Show what the block is made of on its own, one text after the other, whatever its length.",
			off:  (*Model).nothingMarked, run: (*Model).openViewer,
		},
		{
			id: "fold-kind", keys: []string{"z"}, scope: inConversation, slash: "foldkind",
			title: "fold or unfold all of this kind",
			help:  "Show all blocks of the marked one's kind as a line, a preview or in full, those to come too.",
			off:   (*Model).nothingSelected, run: (*Model).foldKind,
		},
		all("fold-tools", "foldtools", "tool calls", store.ToolCall),
		all("fold-reasoning", "foldreasoning", "reasoning", store.Reasoning),
		all("fold-activities", "foldactivities", "activities", store.Activity),
		all("fold-messages", "foldmessages", "messages", store.Message),
		{
			id: "times", keys: []string{"t"}, scope: inConversation, slash: "times", title: "times beside blocks",
			help: "Show when each block arrived, then how long after the start of its run, then after the block before, then nothing.",
			off:  (*Model).onlyBlocks, run: (*Model).nextTimes,
		},
	}
}
