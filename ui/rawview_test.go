package ui_test

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestRaw_HasNoBarsOfNestedSubagents(t *testing.T) {
	run := helpers()
	nested := `{"type":"SUBAGENT_STARTED","subagentRunId":"c","name":"below","parentSubagentRunId":"a"}`
	run = slices.Insert(run, 8, nested, `{"type":"SUBAGENT_FINISHED","subagentRunId":"c"}`)
	d := drive(t, run).size(100, 40).say("go").idle().keys("tab").see("below", "│")
	d.keys("W").see("below").hidden("│", "║", "┆", "┃")
}

func TestSearch_ShowsAllOfAPastedText(t *testing.T) {
	d := drive(t, helpers()).say("go").idle().keys("tab", "/")
	d.send(tea.PasteMsg{Content: "one\nof b"})
	d.see("/one of b  1 of 1").keys("ctrl+j").see("/one of b ").keys("esc").hidden("/one of b")
}
