package ui

import (
	tea "charm.land/bubbletea/v2"

	"agtui/theme"
)

func themeActions() []action {
	return []action{
		{
			id: "theme", slash: "theme", title: "theme",
			help: "Pick the colours, which show at once, or name them: /theme light; auto follows the terminal.",
			off:  (*Model).noThemes, run: (*Model).openThemes,
			values: theme.Names,
			with:   func(m *Model, name string) (tea.Cmd, bool) { return nil, m.toTheme(name) },
		},
	}
}
