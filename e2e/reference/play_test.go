package reference_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"

	"agtui/store/doc"
	"agtui/store/reducer"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
)

// fataler is a test, or one drawing of a property.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// player is our client on one thread.
type player struct {
	strict   bool
	reducer  *reducer.Reducer
	findings []agui.Finding
	// stop, when set, ends an exchange: lenient mode just before a fault.
	stop func(agui.Finding) bool
	// began is how many starts of runs were made up.
	began int
}

func newPlayer(t fataler, s *script, strict bool) *player {
	t.Helper()
	messages := make([]agui.Message, len(s.Messages))
	for i, raw := range s.Messages {
		m, err := agui.DecodeMessage(raw)
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		messages[i] = m
	}
	return &player{strict: strict, reducer: reducer.New(messages, agui.Raw(s.State))}
}

// excused tells whether a patch met an accident of the reference's library
// that package doc lists. Faults make such patches; they are few.
func (p *player) excused() bool {
	for _, f := range p.findings {
		if f.Rule == agui.RulePatchFailed && accident().MatchString(f.Message) {
			return true
		}
	}
	return false
}

func accident() *regexp.Regexp {
	return regexp.MustCompile(`the root is [a-z ]+, not an object|(?:copy|move) : |move \S*: .* not an (?:object|index)` +
		`|cannot move into itself|there is no "(?:constructor|toString|hasOwnProperty|length)"`)
}

// differs plays a stream and tells how what we hold differs from what the
// reference holds, where it must not.
func differs(t fataler, s *script, want []answer) (how string, excused bool) {
	t.Helper()
	if want == nil {
		return "", true
	}
	p := newPlayer(t, s, true)
	how = compare(p.play(t, s), want)
	if how != "" && p.excused() {
		return "", true
	}
	return how, false
}

// play plays all exchanges.
func (p *player) play(t fataler, s *script) []answer {
	t.Helper()
	answers := make([]answer, len(s.Exchanges))
	for i := range s.Exchanges {
		e := &s.Exchanges[i]
		if e.Say != nil {
			m, err := agui.DecodeMessage(agui.Raw(e.Say))
			if err != nil {
				t.Fatalf("%s: %v", e.Say, err)
			}
			p.reducer.Add(m)
		}
		answers[i] = p.exchange(i, e.Frames)
	}
	return answers
}

func (p *player) exchange(n int, frames []string) answer {
	in := agui.RunAgentInput{ThreadID: "t", RunID: fmt.Sprintf("q%d", n+1), Messages: agui.Outgoing(p.reducer.Messages())}
	a := answer{Request: &request{Messages: messages(in.Messages), State: p.reducer.State().Append(nil)}}
	pipe := stream.NewPipeline(stream.PipelineOptions{Strict: p.strict})
	pipe.Begin(&in)
	for i, data := range frames {
		items := pipe.Feed(&frame.Frame{N: i + 1, Data: []byte(data), Raw: []byte(data)}, nil)
		if p.apply(items, &a) || pipe.Stopped() {
			a.Failed = &i
			break
		}
	}
	if a.Failed == nil {
		p.apply(pipe.Close(stream.EndOfBody, nil), &a)
	}
	a.Messages = messages(p.reducer.Messages())
	a.State = p.reducer.State().Append(nil)
	for _, i := range p.reducer.Interrupts() {
		a.Interrupts = append(a.Interrupts, agui.AppendInterrupt(nil, &i))
	}
	return a
}

// apply takes in items and tells whether to stop.
func (p *player) apply(items []stream.Item, a *answer) bool {
	for _, it := range items {
		switch {
		case it.Finding != nil:
			if p.stop != nil && p.stop(*it.Finding) {
				return true
			}
			p.findings = append(p.findings, *it.Finding)
		case it.Event != nil:
			p.findings = append(p.findings, p.reducer.Apply(it.Event)...)
			if it.Event.Type == agui.RunStarted && it.Event.Frame == 0 {
				p.began++
			}
			if it.Event.Type != agui.Meta {
				a.Events = append(a.Events, delivered(it.Event))
			}
		}
	}
	return false
}

// delivered writes an event as the reference delivers it: the lists that an
// input lacks are there, and empty.
func delivered(ev *agui.Event) []byte {
	if ev.Run == nil || ev.Run.Input == nil {
		return agui.AppendEvent(nil, ev)
	}
	filled, run, in := *ev, *ev.Run, *ev.Run.Input
	if in.Tools == nil {
		in.Tools = []agui.Tool{}
	}
	if in.Context == nil {
		in.Context = []agui.Context{}
	}
	run.Input = &in
	filled.Run = &run
	return agui.AppendEvent(nil, &filled)
}

func messages(list []agui.Message) []json.RawMessage {
	out := make([]json.RawMessage, len(list))
	for i := range list {
		out[i] = agui.AppendMessage(nil, &list[i])
	}
	return out
}

// minted finds ids that a client made up for THINKING_* events.
func minted() *regexp.Regexp {
	return regexp.MustCompile(`"(?:thinking-[^"]*|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})"`)
}

// whole writes all of an answer with minted ids numbered.
func (a *answer) whole() []byte {
	failed, sent := "null", []byte("null")
	if a.Failed != nil {
		failed = fmt.Sprint(*a.Failed)
	}
	if a.Request != nil {
		sent = append(appendRaws([]byte(`{"messages":`), a.Request.Messages), `,"state":`...)
		if a.Request.State == nil {
			sent = append(sent, "null"...) // the reference leaves a null out
		}
		sent = append(append(sent, a.Request.State...), '}')
	}
	b := append([]byte(`{"request":`), sent...)
	b = appendRaws(append(b, `,"events":`...), a.Events)
	b = append(append(b, `,"failed":`...), failed...)
	b = appendRaws(append(b, `,"messages":`...), a.Messages)
	b = append(append(b, `,"state":`...), a.State...)
	b = appendRaws(append(b, `,"interrupts":`...), a.Interrupts)
	return append(b, '}')
}

// number gives minted ids the numbers in which they first appear.
func number(b []byte) []byte {
	seen := map[string]string{}
	return minted().ReplaceAllFunc(b, func(id []byte) []byte {
		if _, ok := seen[string(id)]; !ok {
			seen[string(id)] = fmt.Sprintf(`"<minted %d>"`, len(seen)+1)
		}
		return []byte(seen[string(id)])
	})
}

// compare returns where two clients differ, "" where they do not.
func compare(got, want []answer) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d answers, want %d", len(got), len(want))
	}
	var a, b bytes.Buffer
	for i := range got {
		got[i].forget(len(want[i].Events))
		a.Write(append(got[i].whole(), ','))
		b.Write(append(want[i].whole(), ','))
	}
	x, errX := doc.Parse(number(array(&a)))
	y, errY := doc.Parse(number(array(&b)))
	if errX != nil || errY != nil {
		return fmt.Sprintf("not JSON: %v %v", errX, errY)
	}
	return difference("answers", x, y)
}

// forget drops ends that the reference did not deliver, because the failure
// came of the same frame: what closes chunks at an event that is illegal.
func (a *answer) forget(delivered int) {
	if a.Failed == nil || len(a.Events) <= delivered {
		return
	}
	for _, ev := range a.Events[delivered:] {
		if !bytes.Contains(ev, []byte(`_END"`)) {
			return
		}
	}
	a.Events = a.Events[:delivered]
}

func array(b *bytes.Buffer) []byte {
	list := append([]byte("["), bytes.TrimSuffix(b.Bytes(), []byte(","))...)
	return append(list, ']')
}

// difference is the first place where two values differ.
func difference(at string, got, want *doc.Value) string {
	if got != nil && want != nil && got.Equal(want) {
		return ""
	}
	brief := func(v *doc.Value) string {
		if v == nil {
			return "absent"
		}
		return fmt.Sprintf("%.300s", v.Append(nil))
	}
	if got != nil && want != nil && got.Kind() == want.Kind() {
		switch got.Kind() {
		case doc.Array:
			for i := range min(got.Len(), want.Len()) {
				if d := difference(fmt.Sprintf("%s[%d]", at, i), got.At(i), want.At(i)); d != "" {
					return d
				}
			}
			return fmt.Sprintf("%s has %d elements, want %d", at, got.Len(), want.Len())
		case doc.Object:
			for i := range want.Len() {
				if g := got.Get(want.Key(i)); g == nil || !g.Equal(want.At(i)) {
					return difference(at+"."+want.Key(i), g, want.At(i))
				}
			}
			for i := range got.Len() {
				if want.Get(got.Key(i)) == nil {
					return difference(at+"."+got.Key(i), got.At(i), nil)
				}
			}
		default:
		}
	}
	return fmt.Sprintf("%s is %s, want %s", at, brief(got), brief(want))
}
