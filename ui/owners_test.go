package ui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"agtui/ui"
	"agtui/ui/cell"
)

// helpers is a run with two subagents of the same name, whose texts interleave.
func helpers() []string {
	return []string{
		`{"type":"RUN_STARTED","threadId":"$thread","runId":"$run"}`,
		`{"type":"TOOL_CALL_START","toolCallId":"send","toolCallName":"send_helpers"}`,
		`{"type":"TOOL_CALL_END","toolCallId":"send"}`,
		`{"type":"SUBAGENT_STARTED","subagentRunId":"a","name":"helper","parentToolCallId":"send"}`,
		`{"type":"SUBAGENT_STARTED","subagentRunId":"b","name":"helper","parentToolCallId":"send"}`,
		`{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant","subagentRunId":"a"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"one of a","subagentRunId":"a"}`,
		`{"type":"TEXT_MESSAGE_END","messageId":"m1","subagentRunId":"a"}`,
		`{"type":"TEXT_MESSAGE_START","messageId":"m2","role":"assistant","subagentRunId":"b"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m2","delta":"one of b","subagentRunId":"b"}`,
		`{"type":"TEXT_MESSAGE_END","messageId":"m2","subagentRunId":"b"}`,
		`{"type":"TEXT_MESSAGE_START","messageId":"m3","role":"assistant","subagentRunId":"a"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m3","delta":"two of a","subagentRunId":"a"}`,
		`{"type":"TEXT_MESSAGE_END","messageId":"m3","subagentRunId":"a"}`,
		`{"type":"SUBAGENT_FINISHED","subagentRunId":"a"}`,
		`{"type":"SUBAGENT_FINISHED","subagentRunId":"b"}`,
		`{"type":"RUN_FINISHED","threadId":"$thread","runId":"$run"}`,
	}
}

// reading is a driver that ran the helpers, with the focus on the conversation.
func reading(t *testing.T) *driver {
	t.Helper()
	return drive(t, helpers()).say("go").idle().keys("tab")
}

// inOrder fails unless the screen has the texts one below the other.
func inOrder(t *testing.T, screen string, texts ...string) {
	t.Helper()
	rest := screen
	for _, text := range texts {
		_, after, found := strings.Cut(rest, text)
		if !found {
			t.Fatalf("%q is missing, or not below the text before it:\n%s", text, screen)
		}
		rest = after
	}
}

func TestOwners_GroupsBySubagent(t *testing.T) {
	d := reading(t)
	inOrder(t, d.screen(), "helper", "helper #2", "one of a", "one of b", "two of a")
	d.keys("v")
	inOrder(t, d.screen(), "grouped", "helper", "one of a", "two of a", "helper #2", "one of b")
	d.keys("v")
	inOrder(t, d.screen(), "helper", "helper #2", "one of a", "one of b", "two of a")
	if strings.Contains(d.line(0), "grouped") {
		t.Errorf("the header still says so: %q", d.line(0))
	}
}

func TestOwners_JumpsWithinAFamily(t *testing.T) {
	d := reading(t).keys("G", "k", "k") // two of a
	marked := func() string {
		for line := range strings.SplitSeq(d.screen(), "\n") {
			if strings.HasPrefix(line, "▌") {
				return line
			}
		}
		return ""
	}
	for _, step := range []struct{ key, want string }{
		{"[", "one of a"},
		{"p", "helper"},
		{"c", "one of a"},
		{"]", "two of a"},
		{"p", "helper"},
		{"p", "send_helpers"},
		{"c", "helper"},
	} {
		if d.keys(step.key); !strings.Contains(marked(), step.want) {
			t.Fatalf("%s goes to %q, want %q:\n%s", step.key, marked(), step.want, d.screen())
		}
	}
	d.keys("p", "p")
	if s := d.line(-1); !strings.Contains(s, "parent agent") {
		t.Errorf("there is no reason why: %q", s)
	}
}

func TestOwners_HidesAndCounts(t *testing.T) {
	d := reading(t).keys("G", "k", "k", "H")
	if s := d.screen(); strings.Contains(s, "two of a") || !strings.Contains(s, "one of b") || !strings.Contains(s, "1 owner hidden") {
		t.Fatalf("hidden:\n%s", s)
	}
	d.keys("A")
	if s := d.screen(); !strings.Contains(s, "two of a") || strings.Contains(s, "owner hidden") {
		t.Fatalf("all:\n%s", s)
	}
	d = reading(t).keys("G", "k", "k", "O")
	if s := d.screen(); !strings.Contains(s, "two of a") || strings.Contains(s, "one of b") || !strings.Contains(s, "2 owners hidden") {
		t.Fatalf("only:\n%s", s)
	}
	if !strings.Contains(d.size(40, 24).screen(), "2 owners hidden") {
		t.Errorf("a narrow screen is silent about it:\n%s", d.screen())
	}
}

func TestOwners_SaysWhyThereIsNothingToGroup(t *testing.T) {
	d := drive(t, []string{`{"type":"RUN_STARTED","threadId":"$thread","runId":"$run"}`}).say("go").idle().keys("tab", "v")
	if s := d.line(-1); !strings.Contains(s, "no subagents") {
		t.Errorf("the footer says %q", s)
	}
}

func TestOwners_SayThatEverythingIsHidden(t *testing.T) {
	d := reading(t).keys("up").keys("H", "up", "H", "up", "H", "up", "H")
	d.hidden("one of a", "one of b", "go\n").see("nothing is left: 3 owners hidden; A, or /all, shows all")
	d.keys("A").hidden("nothing is left").see("one of a")
}

func TestOwners_NamesAreDrawnAsTheTerminalCounts(t *testing.T) {
	t.Parallel()
	const name = "e\u0301 👩🏽‍💻\u202e"
	events := strings.ReplaceAll(strings.Join(helpers(), "\n"), `"name":"helper"`, `"name":"`+name+`"`)
	d := driveWith(t, func(o *ui.Options) { o.Recording = "/data/" + name }, strings.Split(events, "\n"))
	d.size(100, 60).say("go").idle().keys("tab", "up", "up", "up").pass(10 * time.Second)
	shown := func(name string) {
		t.Helper()
		d.keys("f1").see("nothing of "+name).keys("pgdown", "pgdown", "pgdown").see("Recorded in /data/"+name).keys("esc", "ctrl+p").typed("next of the same").see("not now: nothing of " + name)
		sane(t, d.m.View(), 100, 60, false)
	}
	shown(cell.Canonical(cell.Line(name), cell.WcWidth))
	d.send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
	d.see("not now: nothing of " + cell.Canonical(cell.Line(name), cell.WcWidth)).keys("esc")
	shown(cell.Canonical(cell.Line(name), cell.Grapheme))
}
