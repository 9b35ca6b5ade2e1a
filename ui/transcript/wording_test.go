package transcript_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

func TestCall_SaysWhatItWaitsFor(t *testing.T) {
	d := newDriver(60, 6, cell.WcWidth)
	call := d.call("book", `{"a":1}`, "")
	call.Closed = d.at
	says := func(want string) {
		t.Helper()
		if s, _, _ := strings.Cut(text(d.view()), "\n"); !strings.HasSuffix(s, want) {
			t.Errorf("%q does not say %q", s, want)
		}
	}
	d.now = d.at.Add(9 * time.Second)
	says("no result for 9 s")
	d.runs[0].Status = store.Interrupted
	says("no result")
	q := d.add(store.Block{
		Kind: store.Question, Phase: store.Waiting, ParentCall: call.Key,
		Interrupt: &agui.Interrupt{ID: "i", Message: agui.Some("Book it?")},
	})
	says("waits for you")
	q.Phase, q.Answer = store.Done, &agui.ResumeEntry{Status: agui.StatusResolved, Payload: agui.Raw(`{"approved":true}`)}
	d.touch(q)
	d.runs = append(d.runs, &store.Run{Status: store.Running})
	says("… answered")
	d.runs[1].Status = store.Finished
	says("no result")
	q.Phase = store.Waiting
	d.touch(q)
	says("waits for you")
	other := d.call("page", `{}`, "")
	d.runs[0].Status, d.runs[0].Pending = store.Finished, []string{other.Key}
	if s := text(d.view()); !strings.Contains(s, "left to you") {
		t.Errorf("nothing is left to the client:\n%s", s)
	}
}

func TestQuestion_IsOneLine(t *testing.T) {
	long := `{"paths":["` + strings.Repeat("x", 300) + `"]}`
	for name, c := range map[string]struct {
		args    string
		message string
		answer  string
		phase   store.Phase
		lines   int
		want    string
	}{
		"while it is open":                         {`{"a":1}`, "Book it?", "", store.Waiting, 1, "waits for you"},
		"unless the call is long":                  {long, "Book it?", "", store.Waiting, 12, "xxxxxxxx"},
		"unless its words are many":                {`{}`, strings.Repeat("word ", 60), "", store.Waiting, 7, "   word "},
		"after it was approved":                    {long, "Book it?", `{"approved":true}`, store.Done, 1, "answered: approve"},
		"after it was edited":                      {`{}`, "Book it?", `{"approved":true,"editedArgs":{}}`, store.Done, 1, "answered: approve, edited"},
		"after it was denied":                      {`{}`, "Book it?", `{ "approved" : false }`, store.Done, 1, "answered: deny"},
		"with a short text for an answer":          {`{}`, "Who?", `"Kim"`, store.Done, 1, "answered: Kim"},
		"with a long answer":                       {`{}`, strings.Repeat("word ", 60), `{"name":"Kim","seats":12}`, store.Done, 1, `…  {"name": "Kim", `},
		"with an approval that says more than yes": {`{}`, "Book it?", `{"approved":true,"limit":3}`, store.Done, 1, `{"approved": true, "limit": 3}`},
		"once it was withdrawn":                    {long, "Book it?", "", store.Cut, 1, "withdrawn"},
	} {
		d := newDriver(60, 40, cell.WcWidth)
		call := d.call("book", c.args, "r")
		b := store.Block{
			Kind: store.Question, Phase: c.phase, ParentCall: call.Key,
			Interrupt: &agui.Interrupt{ID: "i", Reason: "r", Message: agui.Some(c.message)},
		}
		if c.answer != "" {
			b.Answer = &agui.ResumeEntry{Status: agui.StatusResolved, Payload: agui.Raw(c.answer)}
		}
		d.add(b)
		_, drawn, _ := strings.Cut(text(d.view()), "\n\n")
		drawn = strings.TrimRight(drawn, "\n")
		if n := strings.Count(drawn, "\n") + 1; n != c.lines || !strings.Contains(drawn, c.want) {
			t.Errorf("%s: %d lines, want %d with %q:\n%s", name, n, c.lines, c.want, drawn)
		}
	}
}

func TestRunEnd_SaysWhatTheReportSays(t *testing.T) {
	for want, r := range map[string]store.Run{
		"cancelled by you":                  {Status: store.Cancelled, CancelledBy: "you"},
		"cancelled by the agent":            {Status: store.Cancelled, CancelledBy: "agent"},
		"finished, 2 calls left to you":     {Status: store.Finished, Unanswered: 2},
		"errored ":                          {Status: store.Errored},
		"the agent gave no reason":          {Status: store.Errored},
		"failed ":                           {Status: store.FailedRun, Error: "why"},
		"why (E)":                           {Status: store.FailedRun, Error: "why", ErrorCode: "E"},
		"ended early":                       {Status: store.Incomplete},
		"the stream ended before the agent": {Status: store.Incomplete},
		"interrupted ":                      {Status: store.Interrupted},
		"finished · 67 tokens in, 71 out ":  {Status: store.Finished, Usage: []agui.TokenUsage{{InputTokens: agui.Some[int64](67), OutputTokens: agui.Some[int64](71)}}},
	} {
		d := newDriver(60, 6, cell.WcWidth)
		d.add(store.Block{Kind: store.RunEnd, Phase: store.Done, RunInfo: &r})
		if s := text(d.view()); !strings.Contains(s, want) {
			t.Errorf("%q is not in\n%s", want, s)
		}
	}
}

func TestHead_HasRoomForALongState(t *testing.T) {
	for w := range 60 {
		d := newDriver(w, 6, cell.WcWidth)
		call := d.call("book", `{"a":1}`, "")
		call.Closed = d.at
		d.now = d.at.Add(59*time.Minute + 59*time.Second)
		d.add(store.Block{
			Kind: store.Question, Phase: store.Done, Interrupt: &agui.Interrupt{ID: "i", Reason: "why"},
			Answer: &agui.ResumeEntry{Status: agui.StatusResolved, Payload: agui.Raw(`"one two three"`)},
		})
		check(t, d.view(), w, 6, cell.WcWidth)
	}
}

func TestSettled_TextIsCountedAlike(t *testing.T) {
	for s, want := range map[string]bool{
		"plain": true, "9 €": true, "Ünïcode, Кириллица, ελληνικά": true, "한국 漢字 かな": true, "done ✅ 😀": true, "🇩🇪": true,
		"a → b ≤ c": true, "e\u0301": false, "คำ": false, "क्षि": false, "ไทย": true, "👩🏽‍💻": false, "❤️": false, "🇩": false,
		"שלום": false, "مرحبا": false, "\U0001fae9": false, "☰": false, "ᄒ": false, "ﾊﾞ": false, "\ue0b0": false, "к҃": false,
	} {
		if got := transcript.Settled(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := cell.Canonical(cell.Line(texts().Draw(t, "text")), cell.Method(rapid.IntRange(0, 1).Draw(t, "method")))
		if transcript.Settled(s) && cell.Width(s, cell.WcWidth) != cell.Width(s, cell.Grapheme) {
			t.Fatalf("%q is %d or %d cells wide", s, cell.Width(s, cell.WcWidth), cell.Width(s, cell.Grapheme))
		}
	})
}
