package ui

import tea "charm.land/bubbletea/v2"

func searchActions() []action {
	return []action{
		{
			id: "search", keys: []string{"/"}, scope: reading, slash: "search", title: "search", hint: 6,
			help: "Search the conversation, its fragments, the state or the findings: a text, or a regular expression between slashes; a capital letter makes case count.",
			run:  (*Model).openSearch,
		},
		{
			id: "search-next", keys: []string{"n"}, scope: reading, slash: "searchnext", title: "next hit",
			help: "Go to the next hit; what hides it is opened. In another pane the same is looked for there.", off: (*Model).noSearch,
			run: func(m *Model) tea.Cmd { return m.searchNext(1) },
		},
		{
			id: "search-previous", keys: []string{"N"}, scope: reading, slash: "searchprevious", title: "previous hit",
			help: "Go to the hit before.", off: (*Model).noSearch,
			run: func(m *Model) tea.Cmd { return m.searchNext(-1) },
		},
		{
			id: "search-keep", keys: []string{"enter"}, scope: searchTyping, title: "done", hint: 1,
			help: "Keep the search: n and N go on.", run: (*Model).keepSearch,
		},
		{
			id: "search-down", keys: []string{"down", "ctrl+n"}, scope: searchTyping, title: "next hit",
			help: "Go to the next hit while typing.", off: (*Model).noSearch,
			run: func(m *Model) tea.Cmd { return m.searchNext(1) },
		},
		{
			id: "search-up", keys: []string{"up"}, scope: searchTyping, title: "previous hit",
			help: "Go to the hit before while typing.", off: (*Model).noSearch,
			run: func(m *Model) tea.Cmd { return m.searchNext(-1) },
		},
		{
			id: "search-expression", keys: []string{"ctrl+r"}, scope: searchTyping, title: "regular expression",
			help: "Make what is typed a regular expression, or a text again.", run: (*Model).toggleExpression,
		},
		{
			id: "search-end", keys: []string{"esc"}, scope: searchTyping, slash: "searchend", title: "end the search",
			help: "End the search; the place stays.", run: (*Model).endSearch,
		},
		{
			id: "raw", keys: []string{"W"}, scope: reading, slash: "raw", title: "text to select",
			help: "Show the text alone, without gutter and colours, for the terminal's own selection; esc goes back.",
			off:  (*Model).onlyBlocks, run: (*Model).openRaw,
		},
	}
}
