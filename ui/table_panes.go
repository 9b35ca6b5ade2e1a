package ui

import (
	tea "charm.land/bubbletea/v2"

	"agtui/store"
)

func focusActions() []action {
	return []action{
		{
			id: "next-pane", keys: []string{"tab"}, scope: everywhere, slash: "next", title: "next pane", hint: 3,
			help: "Go to the next pane.", run: func(m *Model) tea.Cmd { m.nextPane(1); return nil },
		},
		{
			id: "previous-pane", keys: []string{"shift+tab"}, scope: everywhere, slash: "previous", title: "previous pane",
			help: "Go to the previous pane.", run: func(m *Model) tea.Cmd { m.nextPane(-1); return nil },
		},
		{
			id: "compose", keys: []string{"i"}, scope: reading, slash: "write", title: "write", hint: 4,
			help: "Go to the composer.", run: func(m *Model) tea.Cmd { m.setFocus(focusComposer); return nil },
		},
		{
			id: "back", keys: []string{"esc"}, scope: everywhere, title: "back", hint: 8,
			help: "Close what is open, else go back to the composer; never stops a run.",
			run:  func(m *Model) tea.Cmd { m.back(); return nil },
		},
		{
			id: "state", keys: []string{"f2"}, scope: everywhere, slash: "state", title: "state", hint: 7,
			help: "Show or hide the shared state.",
			run:  func(m *Model) tea.Cmd { m.toggleSide(tabState); return nil },
		},
		{
			id: "findings", keys: []string{"f4"}, scope: everywhere, slash: "findings", title: "findings",
			help: "Show or hide what was wrong or noteworthy about the stream.",
			run:  func(m *Model) tea.Cmd { m.toggleSide(tabFindings); return nil },
		},
	}
}

func moveActions() []action {
	move := func(id string, keys []string, title string, at scope, by func(*Model)) action {
		return action{
			id: id, keys: keys, scope: at, slash: id, title: title, help: "Go " + title + ".",
			run: func(m *Model) tea.Cmd { by(m); return nil },
		}
	}
	return []action{
		move("down", []string{"j", "down"}, "down, to the next block or value", reading, func(m *Model) { m.move(1) }),
		move("up", []string{"k", "up"}, "up, to the block or value before", reading, func(m *Model) { m.move(-1) }),
		move("pagedown", []string{"pgdown"}, "a page down", everywhere, func(m *Model) { m.page(1) }),
		move("pageup", []string{"pgup"}, "a page up", everywhere, func(m *Model) { m.page(-1) }),
		move("top", []string{"g", "home"}, "to the first line", reading, func(m *Model) { m.end(-1) }),
		move("bottom", []string{"G", "end"}, "to the last line, and follow", reading, func(m *Model) { m.end(1) }),
	}
}

func blockActions() []action {
	show := func(id, slash string, kind store.Kind) action {
		return action{
			id: id, slash: slash, title: "show or hide " + slash, help: "Show or hide " + slash + ".",
			run: func(m *Model) tea.Cmd { m.toggleKind(kind, slash); return nil },
		}
	}
	return []action{
		{
			id: "fold", keys: []string{"space"}, scope: inConversation, slash: "fold", title: "fold, unfold", hint: 2,
			help: "Show the block as a line, a preview or in full.",
			off:  (*Model).nothingSelected,
			run:  func(m *Model) tea.Cmd { m.transcript.FoldToggle(); return nil },
		},
		{
			id: "copy", keys: []string{"y"}, scope: reading, slash: "copy", title: "copy",
			help: "Copy the source of the block, its marked code block or the value, exactly as received, or the marked piece; with nothing marked, the last answer.",
			off:  (*Model).nothingToCopy, run: (*Model).copySource,
		},
		{
			id: "copy-json", keys: []string{"Y"}, scope: reading, slash: "copyjson", title: "copy as JSON",
			help: "Copy the block, the value, the last answer or the marked piece as JSON.",
			off:  (*Model).nothingToCopy, run: (*Model).copyJSON,
		},
		{
			id: "next-code", keys: []string{"}"}, scope: inConversation, slash: "nextcode", title: "next code block",
			help: "Mark the next code block of the message, for copying.",
			off:  (*Model).noMessage, run: func(m *Model) tea.Cmd { return m.codeStep(1) },
		},
		{
			id: "previous-code", keys: []string{"{"}, scope: inConversation, slash: "previouscode", title: "previous code block",
			help: "Mark the code block before; before the first one the whole message.",
			off:  (*Model).noMessage, run: func(m *Model) tea.Cmd { return m.codeStep(-1) },
		},
		show("show-reasoning", "reasoning", store.Reasoning),
		show("show-tools", "tools", store.ToolCall),
		show("show-activities", "activities", store.Activity),
		{
			id: "show-events", slash: "events", title: "show or hide RAW and CUSTOM events",
			help: "Show or hide RAW and CUSTOM events, a line each.",
			run:  func(m *Model) tea.Cmd { m.toggleEvents(); return nil },
		},
	}
}

func stateActions() []action {
	return []action{
		{
			id: "fold-state", keys: []string{"space"}, scope: inState, title: "fold, unfold", hint: 2,
			help: "Open or close the value.",
			run:  func(m *Model) tea.Cmd { m.tree.Toggle(); return nil },
		},
		{
			id: "enter-state", keys: []string{"enter"}, scope: inState, title: "open, or view",
			help: "Open or close the value; a text or a number is shown on its own.",
			run:  (*Model).enterState,
		},
		{
			id: "view-state", keys: []string{"w"}, scope: inState, slash: "viewstate", title: "view the value on its own",
			help: "Show the whole value of the state on its own, as it is now, with a search.",
			off:  (*Model).noValue, run: (*Model).viewState,
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
			id: "open-all", keys: []string{"E"}, scope: inState, slash: "openstate", title: "open everything below",
			help: "Open the value with everything in it.",
			run:  func(m *Model) tea.Cmd { m.tree.ExpandAll(); return nil },
		},
	}
}
