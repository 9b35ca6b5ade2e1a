package ui

import tea "charm.land/bubbletea/v2"

// actions is the table. The order is the order of help.
func actions() []action {
	var all []action
	for _, part := range [][]action{
		writingActions(), runActions(), areaActions(), questionActions(), programActions(), themeActions(),
		focusActions(), moveActions(), foldActions(), blockActions(), searchActions(), ownerActions(), stateActions(),
	} {
		all = append(all, part...)
	}
	return all
}

func writingActions() []action {
	return []action{
		{
			id: "send", keys: []string{"enter"}, scope: writing, title: "send", hint: 2,
			help: "Send the message; while a run goes on it waits for its end.",
			now:  (*Model).sendLabel, run: (*Model).submit,
		},
		{
			id: "take", keys: []string{"enter"}, scope: answering, title: "answer", hint: 2,
			help: "Give what was typed as the answer.", off: (*Model).nothingTyped, run: (*Model).take,
		},
		{
			id: "newline", keys: []string{"ctrl+j", "alt+enter", "shift+enter"}, scope: typing,
			slash: "newline", title: "newline", hint: 5, help: "Start a new line in the text.",
			run: func(m *Model) tea.Cmd { m.newline(); return nil },
		},
		{
			id: "complete", keys: []string{"tab"}, scope: writing, title: "next pane", hint: 3,
			help: "Go to the next pane; in a slash command complete its name.",
			now:  (*Model).tabLabel, run: (*Model).completeOrNext,
		},
		{
			id: "history", keys: []string{"ctrl+r"}, scope: everywhere, slash: "history", title: "prompt history",
			help: "Pick an earlier prompt; up and down at the edges of the text walk through them.",
			off:  (*Model).noHistory, run: (*Model).openHistory,
		},
		{
			id: "editor", keys: []string{"ctrl+g"}, scope: everywhere, slash: "edit", title: "edit in $EDITOR",
			help: "Write the draft, or the answer, in your own editor.",
			off:  (*Model).noEditor, run: (*Model).openEditor,
		},
		{
			id: "take-back", slash: "takeback", title: "take back what waits",
			help: "Put what is queued back into the composer.",
			off:  (*Model).nothingQueued, run: (*Model).takeBack,
		},
	}
}

func runActions() []action {
	return []action{
		{
			id: "stop", keys: []string{"ctrl+c"}, scope: everywhere, title: "stop", hint: 1,
			help: "Stop the run; with nothing running clear the draft; again within 2 s: quit.",
			now:  (*Model).stopLabel, run: (*Model).stopOrQuit,
		},
		{
			id: "stop-run", slash: "stop", title: "stop the run", help: "Stop the run and keep what came.",
			off: (*Model).notRunning, run: (*Model).stop,
		},
		{
			id: "retry", keys: []string{"R"}, scope: reading, slash: "retry", title: "send again",
			help: "Send the last request again, under a new run id.",
			off:  (*Model).cannotRetry, run: (*Model).retry,
		},
		{
			id: "quit", slash: "quit", title: "quit", help: "Leave agtui.",
			run: (*Model).quit,
		},
	}
}

func questionActions() []action {
	return []action{
		{
			id: "answer", slash: "answer", title: "answer the question",
			help: "Go to the question that holds the run back.",
			off:  (*Model).noRoom, run: (*Model).toQuestion,
		},
		{
			id: "choice-up", keys: []string{"up", "k", "left", "h"}, scope: asked, title: "previous choice",
			help: "Move to the previous answer.",
			off:  (*Model).noQuestion, run: func(m *Model) tea.Cmd { m.panel.move(-1); return nil },
		},
		{
			id: "choice-down", keys: []string{"down", "j", "right", "l"}, scope: asked, title: "next choice",
			help: "Move to the next answer.",
			off:  (*Model).noQuestion, run: func(m *Model) tea.Cmd { m.panel.move(1); return nil },
		},
		{
			id: "choose", keys: []string{"enter"}, scope: asked, title: "choose", hint: 2,
			help: "Take the marked answer; nothing is sent before every question has one.",
			off:  (*Model).noQuestion, run: (*Model).choose,
		},
	}
}

func programActions() []action {
	return []action{
		{
			id: "palette", keys: []string{"ctrl+p"}, scope: everywhere, title: "commands", hint: 6,
			help: "Everything that can be done, with a search; / in an empty composer names a command.",
			run:  (*Model).openPalette,
		},
		{
			id: "help", keys: []string{"f1"}, scope: everywhere, slash: "help", title: "help", hint: 4,
			help: "The keys that work here.", run: (*Model).openHelp,
		},
		{
			id: "help-pane", keys: []string{"?"}, scope: reading, title: "help",
			help: "The keys that work here.", run: (*Model).openHelp,
		},
		{
			id: "mouse", slash: "mouse", title: "mouse on or off",
			help: "Leave the mouse to the terminal, so that it can select text, or take it back.",
			run:  (*Model).toggleMouse,
		},
		{
			id: "suspend", keys: []string{"ctrl+z"}, scope: everywhere, slash: "suspend", title: "suspend",
			help: "Put agtui in the background; fg brings it back.",
			run:  func(*Model) tea.Cmd { return tea.Suspend },
		},
		{
			id: "redraw", keys: []string{"ctrl+l"}, scope: everywhere, slash: "redraw", title: "redraw",
			help: "Draw the screen anew.",
			run:  func(*Model) tea.Cmd { return tea.ClearScreen },
		},
	}
}
