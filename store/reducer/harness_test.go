package reducer_test

import (
	"slices"
	"testing"

	"agtui/store/doc"
	"agtui/store/reducer"
	"agtui/stream/agui"
)

// row is what a list of events makes of what the client held.
type row struct {
	name     string
	held     string // messages; "" is none
	events   []string
	messages string // "" is the same as held
	rules    []agui.RuleID
}

func check(t *testing.T, rows []row) {
	t.Helper()
	for _, tt := range rows {
		t.Run(tt.name, func(t *testing.T) {
			held, want := tt.held, tt.messages
			if held == "" {
				held = "[]"
			}
			if want == "" {
				want = held
			}
			r := reducer.New(messages(t, held), nil)
			rules := feed(t, r, tt.events...)
			same(t, "messages", written(r.Messages()), want)
			if !slices.Equal(rules, tt.rules) {
				t.Errorf("findings %v, want %v", rules, tt.rules)
			}
		})
	}
}

func messages(tb testing.TB, text string) []agui.Message {
	tb.Helper()
	out, err := agui.DecodeMessages([]byte(text))
	if err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
	return out
}

func event(tb testing.TB, text string) *agui.Event {
	tb.Helper()
	ev, err := agui.DecodeEvent([]byte(text))
	if err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
	return &ev
}

// feed applies events and returns the rules of the findings.
func feed(tb testing.TB, r *reducer.Reducer, events ...string) []agui.RuleID {
	tb.Helper()
	var rules []agui.RuleID
	for i, text := range events {
		ev := event(tb, text)
		ev.Frame = i + 1
		for _, f := range r.Apply(ev) {
			if f.Severity != agui.Warning || f.Frame != ev.Frame || f.Message == "" {
				tb.Errorf("finding %+v of frame %d", f, ev.Frame)
			}
			rules = append(rules, f.Rule)
		}
	}
	return rules
}

func written(list []agui.Message) string {
	out := []byte{'['}
	for i := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = agui.AppendMessage(out, &list[i])
	}
	return string(append(out, ']'))
}

func same(tb testing.TB, what, got, want string) {
	tb.Helper()
	g, err := doc.Parse(agui.Raw(got))
	if err != nil {
		tb.Fatalf("%s: %v", got, err)
	}
	w, err := doc.Parse(agui.Raw(want))
	if err != nil {
		tb.Fatalf("%s: %v", want, err)
	}
	if !g.Equal(w) {
		tb.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}
