package verify_test

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"agtui/stream/agui"
	"agtui/stream/internal/streamgen"
	"agtui/stream/verify"
)

func ExampleVerifier() {
	v := verify.New()
	events := []agui.Event{
		{Type: agui.RunStarted, Frame: 1, Run: &agui.Run{ThreadID: "t", RunID: "r"}},
		{Type: agui.TextMessageContent, Frame: 2, MessageID: agui.Some("m"), Delta: agui.Some("hello")},
	}
	for i := range events {
		for _, f := range v.Check(&events[i]) {
			fmt.Println(f.Frame, f.Rule, f.Message)
		}
		v.Advance(&events[i])
	}
	// Output: 2 not-open TEXT_MESSAGE_CONTENT: text message "m" is not open
}

// play advances a verifier by a stream and returns the rules that were broken.
func play(v *verify.Verifier, events []agui.Event) []agui.RuleID {
	var broken []agui.RuleID
	for i := range events {
		for _, f := range v.Check(&events[i]) {
			broken = append(broken, f.Rule)
		}
		v.Advance(&events[i])
	}
	return broken
}

func TestVerifier_ReportsAReopenedRunOnce(t *testing.T) {
	v := verify.New()
	broken := play(v, streamgen.Parse(`
		RUN_STARTED r1
		RUN_FINISHED r1
		TOOL_CALL_RESULT x call=c
		TEXT_MESSAGE_START m
		TEXT_MESSAGE_CONTENT m delta=x
		TEXT_MESSAGE_END m`))
	if want := []agui.RuleID{agui.RuleRunEnded}; !reflect.DeepEqual(broken, want) {
		t.Errorf("broken %v, want %v", broken, want)
	}
	if v.Phase() != verify.Finished || !v.Reopened() {
		t.Errorf("phase %v, reopened %v", v.Phase(), v.Reopened())
	}
	broken = play(v, streamgen.Parse("RUN_FINISHED r1\nRUN_FINISHED r1"))
	if want := []agui.RuleID{agui.RuleRunEnded}; !reflect.DeepEqual(broken, want) {
		t.Errorf("a reopened run ends again without report, then: %v, want %v", broken, want)
	}
}

func TestVerifier_LetsARealStartNameAProvisionalRun(t *testing.T) {
	v := verify.New()
	provisional := agui.Event{Type: agui.RunStarted, Run: &agui.Run{}}
	if !verify.Provisional(&provisional) {
		t.Fatal("a start of frame 0 without ids is not provisional")
	}
	events := append([]agui.Event{provisional}, streamgen.Parse(`
		TEXT_MESSAGE_START m
		RUN_STARTED r1
		TEXT_MESSAGE_CONTENT m delta=x
		TEXT_MESSAGE_END m
		RUN_FINISHED r1`)...)
	if broken := play(v, events); broken != nil {
		t.Errorf("broken: %v", broken)
	}
	if got := v.RunID(); got != agui.Some("r1") {
		t.Errorf("run %v", got)
	}
	named := agui.Event{Type: agui.RunStarted, Frame: 1, Run: &agui.Run{}}
	if verify.Provisional(&named) {
		t.Error("the agent's own start without ids is taken for a provisional one")
	}
}

func TestNewRepaired_TakesEventsAfterTheEndAsContinuation(t *testing.T) {
	stream := `
		RUN_STARTED r1
		RUN_FINISHED r1
		RUN_FINISHED r1
		CUSTOM x
		RUN_ERROR
		CUSTOM x`
	if broken := play(verify.NewRepaired(), streamgen.Parse(stream)); broken != nil {
		t.Errorf("broken: %v", broken)
	}
	if broken := play(verify.NewRepaired(), streamgen.Parse(stream+"\nRUN_FINISHED r1")); len(broken) != 1 {
		t.Errorf("an end after an error: %v, want one finding", broken)
	}
}

func TestVerifier_TellsWhatItKnows(t *testing.T) {
	v := verify.New()
	play(v, streamgen.Parse(`
		RUN_STARTED r1
		TEXT_MESSAGE_START m2 @a
		TEXT_MESSAGE_START m1
		STEP_STARTED s @b
		STEP_STARTED s
		SUBAGENT_STARTED a
		SUBAGENT_STARTED b
		SUBAGENT_FINISHED a`))
	if got := v.Open(verify.Text); !reflect.DeepEqual(got, []string{"m2", "m1"}) {
		t.Errorf("open texts %v", got)
	}
	if !v.IsOpen(verify.Text, "m1") || v.IsOpen(verify.Reasoning, "m1") {
		t.Error("IsOpen mixes kinds")
	}
	if o, ok := v.Owner(verify.MessageEntity, "m2"); !ok || o != agui.Some("a") {
		t.Errorf("owner %v %v", o, ok)
	}
	if _, ok := v.Owner(verify.MessageEntity, "x"); ok {
		t.Error("an unknown message has an owner")
	}
	if s, ok := v.StepNamed("s"); !ok || s.Owner != agui.Some("b") {
		t.Errorf("the oldest step is %v %v", s, ok)
	}
	if got := v.Steps(); len(got) != 2 || !v.StepOpen(verify.Step{Name: "s"}) {
		t.Errorf("steps %v", got)
	}
	if !v.SubagentKnown("a") || !v.SubagentKnown("b") || v.SubagentKnown("c") {
		t.Error("SubagentKnown")
	}
	if got := v.Open(verify.Subagent); !reflect.DeepEqual(got, []string{"b"}) {
		t.Errorf("active subagents %v", got)
	}
}

func TestVerifier_CheckChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkPure(t, streamgen.Any().Draw(t, "stream"))
	})
}

func checkPure(t interface{ Fatalf(string, ...any) }, events []agui.Event) {
	v, checked := verify.New(), verify.New()
	for i := range events {
		for j := range events {
			checked.Check(&events[j])
		}
		if a, b := v.Check(&events[i]), checked.Check(&events[i]); !reflect.DeepEqual(a, b) {
			t.Fatalf("event %d: %v, after other checks %v", i, a, b)
		}
		v.Advance(&events[i])
		checked.Advance(&events[i])
	}
	if !reflect.DeepEqual(v, checked) {
		t.Fatalf("the states differ: %+v, %+v", v, checked)
	}
}

func FuzzVerify(f *testing.F) {
	f.Add([]byte{0, 0, 0, 5, 0, 0, 6, 4, 0, 1, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), 150)]
		var events []agui.Event
		for i := 0; i+2 < len(data); i += 3 {
			events = append(events, streamgen.FromBytes(int(data[i]), int(data[i+1]), int(data[i+2])))
		}
		checkPure(t, events)
	})
}
