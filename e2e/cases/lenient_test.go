package cases_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"agtui/stream/agui"
)

// goesOn is what lenient mode makes of the cases in which a run fails: how the
// runs end, and the messages after the last one.
func goesOn() map[string]struct{ ends, messages string } {
	return map[string]struct{ ends, messages string }{
		"08-null-message-id":       {"finished", "m1: First answer stays. | m2: "},
		"12-content-after-end":     {"finished", `m1: I will write the file. Done. c1=write_file({"path":"menu.txt"})`},
		"14-duplicate-tool-end":    {"finished", `c1: c1=get_weather({"town":"Oulu"}) | x1 of c1: -4 C`},
		"16-tool-start-while-open": {"finished", `c1: c1=scan({"shelf":1}{"shelf":2})`},
		"18-finish-with-open-text": {"finished", "m1: It is 14:05."},
		"38-unknown-event-type":    {"finished|finished|finished", "m1: Going on. | m2: before | m3: after | m4: before | m5: after"},
		"42-odd-timestamps":        {"finished|finished|finished|finished", "m1: units | m2: never | m3: never | m4: never"},
		"48-subagent-same-step":    {"finished", `m0: c1=task({"who":"scout"}) | sm1: Looking in the cellar.`},
		"60-endless-line":          {"failed", "m1: before"},
		"64-stray-error-and-done":  {"incomplete|finished|failed", "m1: Proofing | m-r2: Hello from the bakery. | m3: Mixing"},
	}
}

// fails tells whether a case is about a stream that the client gives up.
func fails(s *spec, e *expectation) bool {
	for i := range e.Runs {
		if e.Runs[i].Status == "failed" && s.Runs[i].Status < 400 {
			return true
		}
	}
	return false
}

// TestCases_LenientModeGoesOnWhereTheReferenceFails: every fault is told, and
// what came beside it is there.
func TestCases_LenientModeGoesOnWhereTheReferenceFails(t *testing.T) {
	t.Parallel()
	want := goesOn()
	n := 0
	each(t, func(t *testing.T, dir, way string, s *spec, e *expectation) {
		t.Helper()
		row, ok := want[filepath.Base(dir)]
		if !ok {
			return
		}
		c := newClient(t, s, false)
		var ends []string
		for i := range s.Runs {
			r := &s.Runs[i]
			ends = append(ends, string(c.take(r, serve(t, r, r.body(t, dir), way)).Status))
		}
		if got := strings.Join(ends, "|"); got != row.ends {
			t.Errorf("the runs are %s, want %s", got, row.ends)
		}
		if got := brief(c.conv.Messages()); got != row.messages {
			t.Errorf("the messages are\n%s, want\n%s", got, row.messages)
		}
		checkDiagnostics(t, c.told, e.Diagnostics)
	})
	dirs, err := filepath.Glob("testdata/*/case.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range dirs {
		dir := filepath.Dir(file)
		if _, ok := want[filepath.Base(dir)]; ok != fails(read(t, dir)) {
			t.Errorf("%s is expected to fail: %t, but is told what comes then: %t", dir, !ok, ok)
		}
		n++
	}
	if n-len(want) < 24 {
		t.Errorf("%d of %d cases are about failing", len(want), n)
	}
}

// brief is what messages say, in one line.
func brief(messages []agui.Message) string {
	var out []string
	for i := range messages {
		m := &messages[i]
		line := m.ID
		if m.ToolCallID.Set {
			line += " of " + m.ToolCallID.Value
		}
		line += ":"
		if m.Content != nil {
			line += " " + strings.TrimSpace(m.Content.Text)
		}
		for _, c := range m.ToolCalls {
			line += fmt.Sprintf(" %s=%s(%s)", c.ID, c.Name, c.Arguments)
		}
		out = append(out, line)
	}
	return strings.Join(out, " | ")
}

// TestCases_AnErrorObjectFailsTheRunInLenientModeToo: of the cases that are
// about failing this one says how lenient mode ends (PROTOCOL section 1.3).
func TestCases_AnErrorObjectFailsTheRunInLenientModeToo(t *testing.T) {
	t.Parallel()
	const dir = "testdata/64-stray-error-and-done"
	s, e := read(t, dir)
	c := newClient(t, s, false)
	for i := range s.Runs {
		r := &s.Runs[i]
		// The events are not compared: lenient mode has the end that it made.
		compare(t, r.RunID, c.take(r, serve(t, r, r.body(t, dir), ways(s)[0])), &e.Runs[i], true)
	}
	checkDiagnostics(t, c.told, e.Diagnostics)
}
