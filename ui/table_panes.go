package ui

import (
	tea "charm.land/bubbletea/v2"

	"agtui/store"
)

func paneActions() []action {
	return append(append(focusActions(), moveActions()...), blockActions()...)
}

func focusActions() []action {
	return []action{
		{
			id: "next-pane", keys: []string{"tab"}, scope: reading, title: "next pane", hint: true,
			help: "Go to the next pane.", run: func(m *Model) tea.Cmd { return m.nextPane(1) },
		},
		{
			id: "previous-pane", keys: []string{"shift+tab"}, scope: everywhere, title: "previous pane",
			help: "Go to the previous pane.", run: func(m *Model) tea.Cmd { return m.nextPane(-1) },
		},
		{
			id: "compose", keys: []string{"i"}, scope: reading, title: "write", hint: true,
			help: "Go to the composer.", run: func(m *Model) tea.Cmd { return m.setFocus(focusComposer) },
		},
		{
			id: "back", keys: []string{"esc"}, scope: everywhere, title: "back",
			help: "Close what is open, else go back to the composer; never stops a run.",
			run:  func(m *Model) tea.Cmd { return m.setFocus(focusComposer) },
		},
		{
			id: "state", keys: []string{"f2"}, scope: everywhere, slash: "state", title: "state",
			help: "Show or hide the shared state.", hint: true,
			run: func(m *Model) tea.Cmd { return m.toggleSide(tabState) },
		},
		{
			id: "findings", keys: []string{"f4"}, scope: everywhere, slash: "findings", title: "findings",
			help: "Show or hide what was wrong or noteworthy about the stream.",
			run:  func(m *Model) tea.Cmd { return m.toggleSide(tabFindings) },
		},
	}
}

func moveActions() []action {
	scroll := func(id string, keys []string, title string, at scope, move func(*Model)) action {
		return action{
			id: id, keys: keys, scope: at, title: title, help: title + ".",
			run: func(m *Model) tea.Cmd { move(m); return nil },
		}
	}
	return []action{
		scroll("down", []string{"j", "down"}, "Move down", reading, func(m *Model) { m.move(1) }),
		scroll("up", []string{"k", "up"}, "Move up", reading, func(m *Model) { m.move(-1) }),
		scroll("page-down", []string{"pgdown"}, "Move a page down", everywhere, func(m *Model) { m.page(1) }),
		scroll("page-up", []string{"pgup"}, "Move a page up", everywhere, func(m *Model) { m.page(-1) }),
		scroll("top", []string{"g", "home"}, "Go to the first line", reading, func(m *Model) { m.end(-1) }),
		scroll("bottom", []string{"G", "end"}, "Go to the last line and follow", reading, func(m *Model) { m.end(1) }),
		{
			id: "follow", slash: "follow", title: "follow", help: "Go to the last line and follow.",
			run: func(m *Model) tea.Cmd { m.transcript.Bottom(); return nil },
		},
	}
}

func blockActions() []action {
	show := func(id, slash, title string, kind store.Kind) action {
		return action{
			id: id, slash: slash, title: title, help: "Show or hide " + slash + " blocks.",
			run: func(m *Model) tea.Cmd { m.toggleKind(kind, slash); return nil },
		}
	}
	return []action{
		{
			id: "fold", keys: []string{"space", "enter"}, scope: inConversation, title: "fold, unfold", hint: true,
			help: "Show the block as a line, a preview or in full.",
			run:  func(m *Model) tea.Cmd { m.transcript.FoldToggle(); return nil },
		},
		{
			id: "fold-state", keys: []string{"space", "enter"}, scope: inState, title: "fold, unfold", hint: true,
			help: "Open or close the value.",
			run:  func(m *Model) tea.Cmd { m.tree.Toggle(); return nil },
		},
		{
			id: "open-state", keys: []string{"l", "right"}, scope: inState, title: "open",
			help: "Open the value.", run: func(m *Model) tea.Cmd { m.tree.Expand(); return nil },
		},
		{
			id: "close-state", keys: []string{"h", "left"}, scope: inState, title: "close",
			help: "Close the value, or go to its parent.",
			run:  func(m *Model) tea.Cmd { m.tree.Collapse(); return nil },
		},
		{
			id: "copy", keys: []string{"y"}, scope: inConversation, slash: "copy", title: "copy",
			help: "Copy the source of the block exactly as it was received.",
			off:  (*Model).nothingSelected, run: (*Model).copyBlock,
		},
		show("show-reasoning", "reasoning", "show or hide reasoning", store.Reasoning),
		show("show-tools", "tools", "show or hide tool calls", store.ToolCall),
		show("show-activities", "activities", "show or hide activities", store.Activity),
		show("show-events", "events", "show or hide RAW and CUSTOM events", store.Notice),
	}
}
