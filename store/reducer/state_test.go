package reducer_test

import (
	"testing"

	"agtui/store/reducer"
	"agtui/stream/agui"
)

func newEmpty(tb testing.TB) *reducer.Reducer {
	tb.Helper()
	return reducer.New(nil, nil)
}

func TestApply_State(t *testing.T) {
	for _, tt := range []struct {
		name, held string
		events     []string
		want       string
		failed     int
	}{
		{"nothing is {}", "", nil, `{}`, 0},
		{"null that was held is {}", " null ", nil, `{}`, 0},
		{"what was held stays", `{"a":1.0}`, []string{`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`}, `{"a":1.0}`, 0},
		{"a snapshot replaces, number text included", `{"a":1}`, []string{`{"type":"STATE_SNAPSHOT","snapshot":{"z":12345678901234567890,"b":1.50}}`}, `{"z":12345678901234567890,"b":1.50}`, 0},
		{"a snapshot may be null", "", []string{`{"type":"STATE_SNAPSHOT","snapshot":null}`}, `null`, 0},
		{"a snapshot may be 0", "", []string{`{"type":"STATE_SNAPSHOT","snapshot":0}`}, `0`, 0},
		{"a snapshot may be empty text", "", []string{`{"type":"STATE_SNAPSHOT","snapshot":""}`}, `""`, 0},
		{"a delta needs no snapshot", "", []string{`{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a","value":[]},{"op":"add","path":"/a/-","value":1}]}`}, `{"a":[1]}`, 0},
		{"a delta can replace the root", "", []string{`{"type":"STATE_DELTA","delta":[{"op":"replace","path":"","value":[1]}]}`}, `[1]`, 0},
		{"a delta is all or nothing", `{"a":1}`, []string{`{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/a","value":2},{"op":"remove","path":"/b"}]}`}, `{"a":1}`, 1},
		{"a failed delta voids only itself", `{"a":1}`, []string{
			`{"type":"STATE_DELTA","delta":[{"op":"test","path":"/a","value":2}]}`, `{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/a","value":3}]}`,
		}, `{"a":3}`, 1},
		{"the state of the request is not taken", `{"a":1}`, []string{`{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","state":{"b":1},"messages":[]}}`}, `{"a":1}`, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var held agui.Raw
			if tt.held != "" {
				held = agui.Raw(tt.held)
			}
			r := reducer.New(nil, held)
			rules := feed(t, r, tt.events...)
			if got := string(r.State().Append(nil)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if len(rules) != tt.failed {
				t.Errorf("findings %v, want %d", rules, tt.failed)
			}
		})
	}
}

func TestApply_NamesThePatchThatFailed(t *testing.T) {
	r := newEmpty(t)
	ev := event(t, `{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/plan/1","value":2}]}`)
	ev.Frame = 7
	found := r.Apply(ev)
	if len(found) != 1 || found[0].Rule != agui.RulePatchFailed || found[0].Frame != 7 || found[0].Fatal {
		t.Fatalf("got %+v", found)
	}
	const want = `STATE_DELTA: the state stays as it was: replace /plan/1: there is no "plan" in the root`
	if found[0].Message != want {
		t.Errorf("got  %s\nwant %s", found[0].Message, want)
	}
	f := r.Failure()
	if f == nil || f.Target.Set || f.Err.Op != "replace" || f.Err.Path != "/plan/1" || f.Err.Index != 0 {
		t.Errorf("Failure is %+v", f)
	}
	if feed(t, r, textStart); r.Failure() != nil {
		t.Error("the failure outlived its event")
	}
}

func TestApply_Interrupts(t *testing.T) {
	const (
		asks   = `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"x"},{"id":"j","reason":"y"}]}}`
		asksK  = `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"k","reason":"x"}]}}`
		plain  = `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`
		cancel = `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"cancelled"}}`
		starts = `{"type":"RUN_STARTED","threadId":"t","runId":"r"}`
		errs   = `{"type":"RUN_ERROR","message":"e"}`
	)
	for _, tt := range []struct {
		name   string
		events []string
		want   string
	}{
		{"an interrupted run asks", []string{asks}, "ij"},
		{"the next interrupt replaces", []string{asks, starts, asksK}, "k"},
		{"success clears", []string{asks, starts, plain}, ""},
		{"cancelled clears", []string{asks, starts, cancel}, ""},
		{"a start changes nothing", []string{asks, starts}, "ij"},
		{"an error keeps", []string{asks, starts, errs}, "ij"},
		{"a late error keeps", []string{asks, errs}, "ij"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newEmpty(t)
			feed(t, r, tt.events...)
			got := ""
			for _, i := range r.Interrupts() {
				got += i.ID
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestApply_RunStartedBringsMessages(t *testing.T) {
	check(t, []row{
		{
			name: "those whose id is absent, once", held: `[{"id":"a","role":"user","content":"held"}]`,
			events: []string{`{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","messages":[
				{"id":"b","role":"user","content":"1"},{"id":"a","role":"user","content":"sent"},{"id":"b","role":"user","content":"2"}]}}`},
			messages: `[{"id":"a","role":"user","content":"held"},{"id":"b","role":"user","content":"1"}]`,
		},
	})
}
