package ui

import tea "charm.land/bubbletea/v2"

func ownerActions() []action {
	return []action{
		{
			id: "group", keys: []string{"v"}, scope: reading, slash: "group", title: "group by subagent", hint: 5,
			help: "Show the blocks grouped by subagent, or in the order of arrival.",
			now:  (*Model).groupLabel, off: (*Model).cannotGroup, run: (*Model).toggleGrouped,
		},
		{
			id: "parent", keys: []string{"p"}, scope: inConversation, slash: "parent", title: "to the parent",
			help: "Go to the head of the block's subagent, and from there to the call that spawned it.",
			off:  (*Model).noParent, run: func(m *Model) tea.Cmd { m.jump(m.transcript.Parent()); return nil },
		},
		{
			id: "child", keys: []string{"c"}, scope: inConversation, slash: "child", title: "to the first child",
			help: "Go to the subagent that a call spawned, or to the first block of a subagent.",
			off:  (*Model).noChild, run: func(m *Model) tea.Cmd { m.jump(m.transcript.FirstChild()); return nil },
		},
		{
			id: "later", keys: []string{"]"}, scope: inConversation, slash: "later", title: "next of the same owner",
			help: "Go to the next block of the same subagent, or of the parent agent.",
			off:  func(m *Model) string { return m.noSibling(1) },
			run:  func(m *Model) tea.Cmd { m.jump(m.transcript.Sibling(1)); return nil },
		},
		{
			id: "earlier", keys: []string{"["}, scope: inConversation, slash: "earlier", title: "previous of the same owner",
			help: "Go to the block before of the same subagent, or of the parent agent.",
			off:  func(m *Model) string { return m.noSibling(-1) },
			run:  func(m *Model) tea.Cmd { m.jump(m.transcript.Sibling(-1)); return nil },
		},
		{
			id: "only-owner", keys: []string{"O"}, scope: inConversation, slash: "only", title: "show only this owner",
			help: "Show only the block's subagent with those below it, or only the parent agent.",
			off:  (*Model).noOwner, run: (*Model).onlyOwner,
		},
		{
			id: "hide-owner", keys: []string{"H"}, scope: inConversation, slash: "hide", title: "hide this owner",
			help: "Hide the block's subagent with those below it, or the parent agent.",
			off:  (*Model).noOwner, run: (*Model).hideOwner,
		},
		{
			id: "fragments", keys: []string{"f"}, scope: reading, slash: "fragments", title: "fragments",
			help: "Show each piece of text as it came, with the gap before it, or the conversation again; what is hidden stays hidden.",
			now:  (*Model).fragmentsLabel, off: (*Model).noFragments, run: (*Model).toggleFragments,
		},
		{
			id: "to-block", keys: []string{"enter", "space"}, scope: inFragments, title: "to its block", hint: 2,
			help: "Show the block of the conversation that the piece is a part of.",
			off:  (*Model).noFragment, run: (*Model).toBlock,
		},
		{
			id: "all-owners", keys: []string{"A"}, scope: reading, slash: "all", title: "show all owners",
			help: "Show the owners again that were hidden.",
			off:  (*Model).nothingHidden, run: (*Model).allOwners,
		},
	}
}
