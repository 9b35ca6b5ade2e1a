package ui

import tea "charm.land/bubbletea/v2"

// actions is the table. The order is the order of help.
func actions() []action {
	return append(append(append(writingActions(), runActions()...),
		paneActions()...), questionActions()...)
}

func writingActions() []action {
	return []action{
		{
			id: "send", keys: []string{"enter"}, scope: writing, title: "send", hint: true,
			help: "Send the message; while a run goes on it waits for its end.",
			run:  (*Model).submit,
		},
		{
			id: "newline", keys: []string{"ctrl+j", "alt+enter", "shift+enter"}, scope: writing,
			title: "newline", hint: true, help: "Start a new line in the message.",
			run: func(m *Model) tea.Cmd { m.composer.area.InsertString("\n"); return nil },
		},
		{
			id: "complete", keys: []string{"tab"}, scope: writing, title: "next pane", hint: true,
			help: "Go to the next pane; in a slash command complete its name.",
			run:  (*Model).completeOrNext,
		},
		{
			id: "history", keys: []string{"ctrl+r"}, scope: writing, title: "prompt history",
			help: "Pick an earlier prompt; up and down at the edges walk through them.",
			off:  (*Model).noHistory, run: (*Model).openHistory,
		},
		{
			id: "editor", keys: []string{"ctrl+g"}, scope: everywhere, slash: "edit", title: "edit in $EDITOR",
			help: "Write the draft or the answer in your own editor.",
			run:  (*Model).openEditor,
		},
	}
}

func runActions() []action {
	return []action{
		{
			id: "stop", keys: []string{"ctrl+c"}, scope: everywhere, title: "stop", hint: true,
			help: "Stop the run; with nothing running clear the draft; again within 2 s: quit.",
			run:  (*Model).stopOrQuit,
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
			id: "answer", slash: "answer", title: "answer the question",
			help: "Go to the question that holds the run back.",
			off:  (*Model).noQuestion, run: (*Model).toQuestion,
		},
		{
			id: "quit", slash: "quit", title: "quit", help: "Leave agtui.",
			run: (*Model).quit,
		},
		{
			id: "palette", keys: []string{"ctrl+p"}, scope: everywhere, title: "commands", hint: true,
			help: "Everything that can be done, with a search.",
			run:  (*Model).openPalette,
		},
		{
			id: "help", keys: []string{"f1"}, scope: everywhere, slash: "help", title: "help", hint: true,
			help: "The keys that work here.", run: (*Model).openHelp,
		},
		{
			id: "help-pane", keys: []string{"?"}, scope: reading, title: "help",
			help: "The keys that work here.", run: (*Model).openHelp,
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

func questionActions() []action {
	return []action{
		{
			id: "choice-up", keys: []string{"up", "k", "left", "h"}, scope: asked, title: "previous choice",
			help: "Move to the previous answer.", run: func(m *Model) tea.Cmd { m.panel.move(-1); return nil },
		},
		{
			id: "choice-down", keys: []string{"down", "j", "right", "l"}, scope: asked, title: "next choice",
			help: "Move to the next answer.", run: func(m *Model) tea.Cmd { m.panel.move(1); return nil },
		},
		{
			id: "choose", keys: []string{"enter"}, scope: asked, title: "choose", hint: true,
			help: "Take the marked answer; nothing is sent before every question has one.",
			run:  (*Model).choose,
		},
	}
}
