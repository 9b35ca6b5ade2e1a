//go:build !windows

package e2e_test

import (
	"fmt"
	"testing"

	"agtui/e2e/term"
)

func TestScreens_GroupedBySubagent(t *testing.T) {
	t.Parallel()
	url := agent(t)
	for _, size := range [][2]int{{40, 44}, {80, 44}, {200, 44}} {
		name := fmt.Sprintf("grouped-%d", size[0])
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tm := ask(t, term.Options{Width: size[0], Height: size[1]}, url, "demo subagents")
			tm.Type("/group")
			tm.See("› /group")
			tm.Type(term.Enter)
			tm.See("grouped by subagent")
			tm.Quiet(quiet)
			golden(t, name, masked(tm.Screen()))
		})
	}
}
