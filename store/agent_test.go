package store_test

import (
	"slices"
	"strconv"
	"testing"

	"agtui/store"
	"agtui/stream/agui"
)

func TestConversation_Subagents(t *testing.T) {
	t.Parallel()
	failed := sub(agui.SubagentError, "b")
	failed.Subagent.Message = "broke"
	p := newPlayer(t).apply(
		runStart("r1"), by("raw", textStart("m")), by("raw", textMore("m", "x")),
		sub(agui.SubagentStarted, "a"), subBelow("b", "a"), subBelow("self", "self"), subBelow("lost", "nobody"),
		failed, suspended("a"), sub(agui.SubagentFinished, "self"),
	)
	wantLines(t, p.c, `assistant of raw, m live "x"`, `subagent of a, a waiting name-a`, `subagent of b, b failed name-b error broke`,
		`subagent of self, self done name-self`, `subagent of lost, lost live name-lost`)
	var depths []int
	for i, a := range p.c.Agents() {
		if a.Index != i {
			t.Errorf("subagent %s has the index %d, want %d", a.ID, a.Index, i)
		}
		depths = append(depths, a.Depth)
	}
	if want := []int{1, 1, 2, 1, 1}; !slices.Equal(depths, want) {
		t.Errorf("depths %v, want %v", depths, want)
	}
	if raw := p.c.Agent("raw"); raw.Name != "raw" || raw.Head != -1 {
		t.Errorf("the subagent that was never announced is %+v", raw)
	}
}

func TestConversation_LateAnnouncementRelabelsTheBlocks(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(runStart("r1"), by("a", textStart("m")), by("a", textMore("m", "x")))
	ev := sub(agui.SubagentStarted, "a")
	change := p.check(func() store.Change { return p.c.Apply(&ev, p.at) })
	if !slices.Contains(change.Blocks, 0) || p.c.Agent("a").Name != "name-a" {
		t.Errorf("changed %v; the subagent is %+v", change.Blocks, p.c.Agent("a"))
	}
}

func TestConversation_SuspendedSubagentResumes(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(
		runStart("r1"), sub(agui.SubagentStarted, "a"), suspended("a"), asks("r1", agui.Interrupt{ID: "i", Owner: agui.Some("a")}),
	).end(store.Ending{}).begin(resume("i")).apply(runStart("r2"), sub(agui.SubagentStarted, "a"), sub(agui.SubagentFinished, "a"), runEnd("r2"))
	wantLines(t, p.c, `subagent of a, a done name-a`, `rule r1 done interrupted`, `question of a, i done`,
		`subagent of a, a done name-a`, `rule r2 done finished`)
	if a := p.c.Agent("a"); len(p.c.Agents()) != 1 || a.Head != 3 || a.Phase != store.Done {
		t.Errorf("the subagent is %+v", a)
	}
}

func TestConversation_StepsAreCountedByOwnerAndName(t *testing.T) {
	t.Parallel()
	names := func(c *store.Conversation) []string {
		var out []string
		for _, s := range c.Steps() {
			out = append(out, s.Owner.Or("-")+"/"+s.Name)
		}
		return out
	}
	p := newPlayer(t).apply(
		runStart("r1"), step(agui.StepStarted, "x"), by("a", step(agui.StepStarted, "x")), step(agui.StepStarted, "x"),
		step(agui.StepFinished, "x"),
	)
	if got := names(p.c); !slices.Equal(got, []string{"-/x", "a/x"}) {
		t.Errorf("running: %q", got)
	}
	p.apply(by("b", step(agui.StepFinished, "x")), step(agui.StepFinished, "nope"))
	if got := names(p.c); len(got) != 1 {
		t.Errorf("a step that another owner finishes: %q", got)
	}
	p.apply(runEnd("r1"))
	if got := names(p.c); len(got) > 0 {
		t.Errorf("after the run: %q", got)
	}
}

func TestConversation_KeepsFailedPatches(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(
		runStart("r1"),
		agui.Event{Type: agui.StateSnapshot, Value: agui.Raw(`{"a":1}`)},
		agui.Event{Type: agui.StateDelta, Patch: []agui.Operation{set("/a", "2"), set("/b", "3")}},
		activity("act", "PLAN", `{}`), activityPatch("act", "PLAN", set("/no", "1")),
	)
	failed := p.c.FailedPatches()
	if len(failed) != 2 || failed[0].Path != "/b" || failed[0].Op != "replace" || failed[0].Frame != 3 || failed[0].Reason == "" {
		t.Fatalf("failed patches: %+v", failed)
	}
	if failed[1].Target != agui.Some("act") || failed[1].Path != "/no" {
		t.Errorf("the activity's patch: %+v", failed[1])
	}
	if got := string(p.c.State().Append(nil)); got != `{"a":1}` {
		t.Errorf("state %s", got)
	}
	ev := agui.Event{Type: agui.StateDelta, Patch: []agui.Operation{set("/a", "2"), {Op: "test", Path: "/a", Value: agui.Raw("2")}}}
	if change := p.c.Apply(&ev, p.at); !change.State || !slices.Equal(change.Paths, []string{"/a"}) {
		t.Errorf("change %+v", change)
	}
}

func TestConversation_KeepsTheNewestFailedPatches(t *testing.T) {
	t.Parallel()
	const all = 50_000
	c := store.New(nil, nil)
	feed(c, runStart("r"))
	for i := range all {
		ev := agui.Event{Type: agui.StateDelta, Frame: i + 1, Patch: []agui.Operation{set("/none/here", "1")}}
		c.Apply(&ev, epoch)
		failed := c.FailedPatches()
		if n := c.FailedPatchCount(); n != i+1 || failed[len(failed)-1].Frame != i+1 {
			t.Fatalf("after %d: %d are counted, the last is of frame %d", i+1, n, failed[len(failed)-1].Frame)
		}
	}
	if n := len(c.FailedPatches()); n < 2000 || n > 4000 {
		t.Errorf("%d of %d are kept", n, all)
	}
}

func TestConversation_KeepsMetadata(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(
		runStart("r1"), with(`{"a":1}`, textStart("m")), with(`{"b":2}`, textMore("m", "x")), textEnd("m"),
		callStart("c", "f"), with(`{"k":1}`, callEnd("c")), with(`{"r":1}`, result("x", "c", "ok")),
	)
	if got := string(p.c.Blocks()[0].Metadata); got != `{"a":1,"b":2}` {
		t.Errorf("the message's metadata is %s", got)
	}
	if b := p.c.Blocks()[1]; string(b.Metadata) != `{"k":1}` || string(b.ResultFrom().Metadata) != `{"r":1}` {
		t.Errorf("the call's metadata is %s and %s", b.Metadata, b.ResultFrom().Metadata)
	}
}

func TestConversation_FindsACallThatIsReplayed(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(
		runStart("r1"), callStart("c", "f"), callMore("c", "{}"), callEnd("c"), result("x", "c", "ok"),
		callStart("c", "f"), callMore("c", "{}"), callEnd("c"),
	)
	wantLines(t, p.c, `call c done f "{}{}" -> "ok"`)
	if got := rules(p.c); !slices.Equal(got, []string{"warning replayed-call"}) {
		t.Errorf("findings %q", got)
	}
}

func TestConversation_ALoopOfSubagentsIsCut(t *testing.T) {
	t.Parallel()
	p := newPlayer(t).apply(
		runStart("r1"), sub(agui.SubagentStarted, "a"), subBelow("b", "a"), subBelow("c", "b"),
		sub(agui.SubagentFinished, "a"), subBelow("a", "c"), sub(agui.SubagentFinished, "b"), subBelow("b", "c"),
	)
	for id, want := range map[string]int{"a": 1, "b": 1, "c": 3} {
		if got := p.c.Agent(id).Depth; got != want {
			t.Errorf("%s is %d deep, want %d", id, got, want)
		}
	}
}

func TestConversation_ManySubagentsAndStepsAtOnce(t *testing.T) {
	t.Parallel()
	const n = 2_000
	c := manyAtOnce(n)
	if got := c.Agent(strconv.Itoa(n - 1)).Depth; got != n || len(c.Steps()) != 0 {
		t.Errorf("the last one is %d deep; %d steps are open", got, len(c.Steps()))
	}
}

// manyAtOnce nests n subagents and then opens and closes n steps.
func manyAtOnce(n int) *store.Conversation {
	c := store.New(nil, nil)
	apply := func(ev agui.Event) { c.Apply(&ev, epoch) }
	apply(runStart("r"))
	for i := range n {
		apply(subBelow(strconv.Itoa(i), strconv.Itoa(i-1)))
	}
	for i := range n {
		apply(step(agui.StepStarted, strconv.Itoa(i)))
	}
	for i := range n {
		apply(step(agui.StepFinished, strconv.Itoa(i)))
	}
	return c
}

// BenchmarkConversation_ManyAtOnce: with a walk over all for each of them,
// 20,000 took half a minute; compare the two rows.
func BenchmarkConversation_ManyAtOnce(b *testing.B) {
	for _, n := range []int{2_000, 20_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				manyAtOnce(n)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*3*n), "ns/event")
		})
	}
}
