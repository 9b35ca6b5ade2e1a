package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// rowsOf is a text of so many numbered lines.
func rowsOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d of it\n", i)
	}
	return b.String()
}

// planOf is a plan of so many steps, of which some are done.
func planOf(n, done int) *agui.Content {
	steps := make([]string, n)
	for i := range steps {
		status := "pending"
		if i < done {
			status = "done"
		}
		steps[i] = fmt.Sprintf(`{"text":"line %d of it","status":%q}`, i, status)
	}
	return &agui.Content{Kind: agui.ContentOpaque, Opaque: agui.Raw(`{"steps":[` + strings.Join(steps, ",") + `]}`)}
}

// TestView_BoundsWhatIsNotOpened: a text of any length takes a few lines, says
// how much is left out, and is whole when it is opened fully.
func TestView_BoundsWhatIsNotOpened(t *testing.T) {
	t.Parallel()
	const n = 2000
	for name, b := range map[string]store.Block{
		"the error of a call":     {Kind: store.ToolCall, Phase: store.Failed, Name: "f", ResultInfo: &store.ResultInfo{Error: rowsOf(n)}},
		"the error of a result":   {Kind: store.Message, Phase: store.Failed, Role: agui.RoleTool, Error: rowsOf(n)},
		"the error of a subagent": {Kind: store.SubagentHead, Phase: store.Failed, Key: "a", Name: "a", Error: rowsOf(n)},
		"the error of a notice":   {Kind: store.Notice, Phase: store.Done, Event: agui.RunError, Error: rowsOf(n)},
		"a plan":                  {Kind: store.Activity, Phase: store.Done, Name: "PLAN", Content: planOf(n, 0)},
		"a step of a plan": {Kind: store.Activity, Phase: store.Done, Name: "PLAN", Content: &agui.Content{
			Kind: agui.ContentOpaque, Opaque: append(agui.AppendString(agui.Raw(`{"steps":[`), rowsOf(n)), "]}"...),
		}},
		"an activity that is no JSON": {Kind: store.Activity, Phase: store.Done, Name: "LOG", Content: &agui.Content{Kind: agui.ContentOpaque, Opaque: agui.Raw(rowsOf(n))}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDriver(60, 40, cell.WcWidth)
			p := d.add(b)
			s := text(d.view())
			if got := strings.Count(s, " of it"); got < 5 || got > 14 || !strings.Contains(s, "more ") || !strings.Contains(s, "enter opens") {
				t.Errorf("it shows %d lines:\n%s", got, s)
			}
			d.list.SetSize(60, 4*n)
			d.list.Select(p.ID)
			d.list.SetLevel(transcript.LevelFull)
			s = text(d.view())
			for i := range n {
				if !strings.Contains(s, fmt.Sprintf("line %d of it", i)) {
					t.Fatalf("opened it lacks line %d", i)
				}
			}
		})
	}
}

func TestPlan_ShowsWhereALongOneStands(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		n, done int
		want    []string
		not     []string
	}{
		"a short one is there":        {12, 5, []string{"line 0 of", "line 11 of"}, []string{"more step", "before"}},
		"a long one at its start":     {30, 0, []string{"line 0 of", "line 11 of", "18 more steps, enter opens"}, []string{"before", "line 12 of"}},
		"a long one in the middle":    {30, 10, []string{"9 steps before", "line 9 of", "line 20 of", "9 more steps"}, []string{"line 8 of", "line 21 of"}},
		"a long one that is done":     {30, 30, []string{"18 steps before", "line 18 of", "line 29 of"}, []string{"more step", "line 17 of"}},
		"one that is one step longer": {13, 2, []string{"1 step before", "line 1 of", "line 12 of"}, []string{"more step", "line 0 of"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDriver(60, 40, cell.WcWidth)
			d.add(store.Block{Kind: store.Activity, Phase: store.Done, Name: "PLAN", Content: planOf(row.n, row.done)})
			s := text(d.view())
			for _, w := range row.want {
				if !strings.Contains(s, w) {
					t.Errorf("it lacks %q:\n%s", w, s)
				}
			}
			for _, w := range row.not {
				if strings.Contains(s, w) {
					t.Errorf("it has %q:\n%s", w, s)
				}
			}
		})
	}
}
