package ui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"agtui/ui"
)

// TestHighlight_ShortAnswersHaveColours: a code block that is all there is of
// an answer, or its end, and came in one piece.
func TestHighlight_ShortAnswersHaveColours(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"```go\nfunc f() {}\n```", "Do this:\n\n```go\nfunc f() {}\n```\n", "```go\nfunc f() {}", "- so\n  ```go\n  func f() {}\n  ```",
	} {
		d := driveWith(t, func(o *ui.Options) { o.Look = "dark" }, answer(says("m1", text)))
		d.send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
		d.say("hi").idle().see("func f() {}")
		if !strings.Contains(d.m.View().Content, "func\x1b[") {
			t.Errorf("%q has no colours: %q", text, d.m.View().Content)
		}
	}
}
