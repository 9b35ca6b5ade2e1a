package demo_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"agtui/stream/agui"
	"agtui/stream/demo"
)

var update = flag.Bool("update", false, "write the golden files anew")

// noon is when the tests take place.
func noon() time.Time { return time.Date(2026, 6, 30, 12, 0, 0, 0, time.UTC) }

// agent starts the agent without pauses and with a clock that stands still.
func agent(tb testing.TB) string {
	tb.Helper()
	s := httptest.NewServer(demo.Handler(demo.Options{Now: noon}))
	tb.Cleanup(s.Close)
	return s.URL
}

// asking is a run input whose user says something.
func asking(text string) *agui.RunAgentInput {
	return &agui.RunAgentInput{
		ThreadID: "thread", RunID: "run",
		Messages: []agui.Message{{ID: "u1", Role: agui.RoleUser, Content: agui.Text(text)}},
	}
}

// post sends an input and returns the response and what came of its body.
func post(tb testing.TB, url string, in *agui.RunAgentInput) (*http.Response, []byte) {
	tb.Helper()
	req, err := http.NewRequestWithContext(tb.Context(), http.MethodPost, url, bytes.NewReader(agui.AppendInput(nil, in)))
	if err != nil {
		tb.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		tb.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil && !strings.Contains(err.Error(), "unexpected EOF") {
		tb.Fatal(err)
	}
	return resp, body
}

// events are the data of a body's events.
func events(body []byte) []string {
	var all []string
	for frame := range strings.SplitSeq(string(body), "\n\n") {
		if data, ok := strings.CutPrefix(frame, "data: "); ok {
			all = append(all, data)
		}
	}
	return all
}

// field is a string member of an event's JSON, or "".
func field(data, name string) string {
	var m map[string]any
	if json.Unmarshal([]byte(data), &m) != nil {
		return ""
	}
	s, _ := m[name].(string)
	return s
}

// text joins the deltas of every message of a body.
func text(body []byte) string {
	var b strings.Builder
	for _, data := range events(body) {
		if strings.HasPrefix(field(data, "type"), "TEXT_MESSAGE_C") {
			b.WriteString(field(data, "delta"))
		}
	}
	return b.String()
}

// everything are all scenarios with all their variants; flood is made small.
func everything() []demo.Scenario {
	var all []demo.Scenario
	for _, s := range demo.Scenarios() {
		if s.Name == "flood" {
			s.Prompt = "demo flood 20 0"
			steady := s
			steady.Prompt += " 6 steady"
			all = append(all, steady)
		}
		all = append(all, s)
		all = append(all, s.Variants...)
	}
	return all
}

// ordinary are those that answer with an ordinary event stream.
func ordinary() []demo.Scenario {
	var all []demo.Scenario
	for _, s := range everything() {
		if !strings.HasPrefix(s.Prompt, "demo http ") {
			all = append(all, s)
		}
	}
	return all
}

func TestScenarios_AreDescribedAndUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range everything() {
		if s.Name == "" || s.Title == "" || s.Shows == "" || !strings.HasPrefix(s.Prompt, "demo ") {
			t.Errorf("%+v lacks a name, a title, what it shows or a prompt", s)
		}
		if seen[s.Prompt] {
			t.Errorf("%q is there twice", s.Prompt)
		}
		seen[s.Prompt] = true
		if _, ok := agui.LookupRule(s.Rule); s.Rule != "" && !ok {
			t.Errorf("%s breaks %q, which is no rule", s.Prompt, s.Rule)
		}
	}
}

func TestScenarios_KeepTheirEventTypes(t *testing.T) {
	url := agent(t)
	var b strings.Builder
	for _, s := range ordinary() {
		_, body := post(t, url, asking(s.Prompt))
		fmt.Fprintf(&b, "%s\n%s\n", s.Prompt, typeRuns(body))
	}
	const golden = "testdata/types.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the event types differ from %s; run the test with -update and look at the difference", golden)
	}
}

// typeRuns lists event types, one a line, with how often each is repeated.
func typeRuns(body []byte) string {
	var b strings.Builder
	all := events(body)
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && field(all[i+n], "type") == field(all[i], "type") {
			n++
		}
		fmt.Fprintf(&b, "  %s × %d\n", field(all[i], "type"), n)
		i += n
	}
	return b.String()
}

func TestScenarios_GiveTheSameBytesTwice(t *testing.T) {
	url := agent(t)
	for _, s := range ordinary() {
		_, one := post(t, url, asking(s.Prompt))
		_, two := post(t, url, asking(s.Prompt))
		if !bytes.Equal(one, two) {
			t.Errorf("%s differs from one request to the next", s.Prompt)
		}
	}
}

func TestScenarios_AreJSONWithoutPlaceholders(t *testing.T) {
	url := agent(t)
	for _, s := range ordinary() {
		_, body := post(t, url, asking(s.Prompt))
		if bytes.ContainsAny(body, "§†¶") {
			t.Errorf("%s has placeholders left", s.Prompt)
		}
		for _, data := range events(body) {
			if s.Rule != agui.RuleBadJSON && s.Name != "cut" && !json.Valid([]byte(data)) {
				t.Errorf("%s sends %.80s, which is not JSON", s.Prompt, data)
			}
		}
	}
}

func TestIDs_DifferFromRunToRun(t *testing.T) {
	url := agent(t)
	in := asking("demo markdown")
	in.Messages = append(in.Messages,
		agui.Message{ID: "demo-4-text", Role: agui.RoleAssistant, Content: agui.Text("before")},
		agui.Message{ID: "u2", Role: agui.RoleUser, Content: agui.Text("demo markdown")})
	_, body := post(t, url, in)
	if id := field(events(body)[1], "messageId"); id != "demo-5-text" {
		t.Errorf("the message after demo-4-text is %q, not demo-5-text", id)
	}
}

func TestIDs_DifferWhenARequestIsSentAgain(t *testing.T) {
	url := agent(t)
	first, again := asking("demo markdown"), asking("demo markdown")
	again.RunID = "run again"
	for i, row := range []struct {
		in   *agui.RunAgentInput
		want string
	}{{first, "demo-1-text"}, {again, "demo-2-text"}, {again, "demo-2-text"}, {first, "demo-3-text"}} {
		_, body := post(t, url, row.in)
		if id := field(events(body)[1], "messageId"); id != row.want {
			t.Errorf("request %d has the message %q, want %q", i+1, id, row.want)
		}
	}
}

func TestState_KeepsWhatItDoesNotKnow(t *testing.T) {
	url := agent(t)
	in := asking("hello")
	in.State = agui.Raw(`{"mine":{"b":1,"a":12345678901234567890.50},"visits":7,"odd":"§¶now"}`)
	_, body := post(t, url, in)
	want := `{"mine":{"b":1,"a":12345678901234567890.50},"visits":8,"odd":"\u00a7\u00b6now","lastWords":"hello"}`
	if got := events(body)[1]; !strings.Contains(got, want) {
		t.Errorf("the snapshot is %s, want %s in it", got, want)
	}
}

func TestPlayer_StopsWhenTheClientLeaves(t *testing.T) {
	over := make(chan struct{})
	h := demo.Handler(demo.Options{Pace: 1, Now: noon})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(over)
		h.ServeHTTP(w, r)
	}))
	defer s.Close()
	ctx, leave := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, bytes.NewReader(agui.AppendInput(nil, asking("demo silence"))))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := resp.Body.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	leave()
	select {
	case <-over:
	case <-time.After(2 * time.Minute):
		t.Fatal("the agent still plays to nobody")
	}
}

func FuzzChat(f *testing.F) {
	for _, s := range demo.Scenarios() {
		f.Add(s.Prompt, `{}`)
	}
	f.Add("hello \u202e \x1b[31m `*x*` §text", `{"visits":"x","§":"†"}`)
	f.Add("\xed\xa0\xbd?", `[1]`)
	h := demo.Handler(demo.Options{Now: noon})
	f.Fuzz(func(t *testing.T, said, state string) {
		if strings.Contains(said, "flood") || strings.Contains(said, "http") || strings.Contains(said, "cut") {
			t.Skip("does not answer in an ordinary way")
		}
		in := asking(said)
		if agui.Valid([]byte(state)) {
			in.State = agui.Raw(state)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", bytes.NewReader(agui.AppendInput(nil, in))))
		all := events(w.Body.Bytes())
		if len(all) == 0 {
			t.Fatalf("%d without an event: %s", w.Code, w.Body)
		}
		for _, data := range all {
			if !strings.Contains(said, "illegal") && !json.Valid([]byte(data)) {
				t.Errorf("%q is not JSON", data)
			}
		}
	})
}
