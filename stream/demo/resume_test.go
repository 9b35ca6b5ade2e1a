package demo_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"agtui/stream/agui"
	"agtui/stream/demo"
)

func resolved(id, payload string) agui.ResumeEntry {
	e := agui.ResumeEntry{InterruptID: id, Status: agui.StatusResolved}
	if payload != "" {
		e.Payload = agui.Raw(payload)
	}
	return e
}

func cancelled(id string) agui.ResumeEntry {
	return agui.ResumeEntry{InterruptID: id, Status: agui.StatusCancelled}
}

// Times around the expiry of the gate's question, asked at noon.
const (
	gateOpen    = "demo-1-ask-gate-1782820860" // noon and 60 s
	gateExpired = "demo-1-ask-gate-1782820799" // a second before noon
)

func TestResume(t *testing.T) {
	const booking = `{"name":"Kim","beds":2,"day":"2026-07-04","contact":{"email":"kim@example.com"},"extras":["sauna"],"tip":2.5,"dog":false}`
	rows := []struct {
		name    string
		answers []agui.ResumeEntry
		end     string   // type of the last event
		want    []string // in the body
		not     string
	}{
		{
			"approval runs the call and keeps its id",
			[]agui.ResumeEntry{resolved("demo-1-ask-delete", `{"approved":true}`)},
			"RUN_FINISHED",
			[]string{`"toolCallId":"demo-1-call-delete"`, "tracks/2019.gpx", "demo-2-text"},
			"outcome",
		},
		{
			"edited arguments replace all arguments",
			[]agui.ResumeEntry{resolved("demo-1-ask-delete", `{"approved":true,"editedArgs":{"paths":[]}}`)},
			"RUN_FINISHED",
			[]string{`{\"paths\":[]}`, "**your** "},
			"tracks/2019.gpx",
		},
		{
			"a denial says why",
			[]agui.ResumeEntry{resolved("demo-1-ask-delete", `{"approved":false,"reason":"too early"}`)},
			"RUN_FINISHED",
			[]string{"Not deleted: the user said no: too early"},
			"outcome",
		},
		{
			"a cancelled question leaves everything as it is",
			[]agui.ResumeEntry{cancelled("demo-1-ask-delete")},
			"RUN_FINISHED",
			[]string{"Not deleted: the question was cancelled."},
			"outcome",
		},
		{
			"an answer that decides nothing is refused",
			[]agui.ResumeEntry{resolved("demo-1-ask-delete", `{"ok":1}`)},
			"RUN_ERROR",
			[]string{"INVALID_PAYLOAD"},
			"RESULT",
		},
		{
			"an answer without a payload is refused",
			[]agui.ResumeEntry{resolved("demo-1-ask-delete", "")},
			"RUN_ERROR",
			[]string{"INVALID_PAYLOAD"},
			"RESULT",
		},
		{
			"a form that fits is booked",
			[]agui.ResumeEntry{resolved("demo-1-ask-form", booking)},
			"RUN_FINISHED",
			[]string{"Booked"},
			"outcome",
		},
		{
			"a form that does not fit is asked again",
			[]agui.ResumeEntry{resolved("demo-1-ask-form", `{"name":"K","beds":1.5,"day":"soon","contact":[],"tip":51,"dog":1}`)},
			"RUN_FINISHED",
			[]string{"demo-2-ask-form", "beds should be a whole number", "name needs at least 2 letters", "tip should be at most 50", "dog should be of type boolean"},
			"Booked",
		},
		{
			"three answers go in one",
			[]agui.ResumeEntry{resolved("demo-1-ask-gear", `{"approved":true}`), cancelled("demo-1-ask-ferry"), resolved("demo-1-ask-dinner", `{"dish":"stew"}`)},
			"RUN_FINISHED",
			[]string{"stew", `"toolCallId":"demo-1-call-gear"`},
			"outcome",
		},
		{
			"a part of three answers is refused",
			[]agui.ResumeEntry{resolved("demo-1-ask-ferry", `{"approved":true}`)},
			"RUN_ERROR",
			[]string{"PARTIAL_RESUME", "demo-1-ask-gear, demo-1-ask-dinner"},
			"RESULT",
		},
		{
			"an answer in time counts",
			[]agui.ResumeEntry{resolved(gateOpen, `{"approved":true}`)},
			"RUN_FINISHED",
			[]string{"We are through.", "Just in "},
			"outcome",
		},
		{
			"an answer after the expiry is refused",
			[]agui.ResumeEntry{resolved(gateExpired, `{"approved":true}`)},
			"RUN_ERROR",
			[]string{"INTERRUPT_EXPIRED"},
			"RESULT",
		},
		{
			"a cancellation after the expiry is taken",
			[]agui.ResumeEntry{cancelled(gateExpired)},
			"RUN_FINISHED",
			[]string{"nobody answered"},
			"outcome",
		},
		{
			"a suspended helper goes on",
			[]agui.ResumeEntry{resolved("demo-1-ask-hut", `{"approved":true}`)},
			"RUN_FINISHED",
			[]string{`"SUBAGENT_STARTED","subagentRunId":"demo-1-booker"`, `"toolCallId":"demo-1-book"`, `"toolCallId":"demo-1-send"`},
			"outcome",
		},
		{
			"an unknown kind takes any answer",
			[]agui.ResumeEntry{resolved("demo-1-ask-stone", `[1,{"a":null}]`)},
			"RUN_FINISHED",
			[]string{"You say "},
			"outcome",
		},
		{
			"a question that nobody asked is refused",
			[]agui.ResumeEntry{resolved("question-7", `true`)},
			"RUN_ERROR",
			[]string{"UNKNOWN_INTERRUPT"},
			"RESULT",
		},
		{
			"answers to different rounds are refused",
			[]agui.ResumeEntry{cancelled("demo-1-ask-stone"), cancelled("demo-1-ask-form")},
			"RUN_ERROR",
			[]string{"UNKNOWN_INTERRUPT"},
			"RESULT",
		},
		{
			"answers to different runs are refused",
			[]agui.ResumeEntry{cancelled("demo-1-ask-gear"), cancelled("demo-2-ask-ferry"), cancelled("demo-2-ask-dinner")},
			"RUN_ERROR",
			[]string{"UNKNOWN_INTERRUPT"},
			"RESULT",
		},
	}
	url := agent(t)
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			in := asking("demo something")
			in.Resume = row.answers
			_, body := post(t, url, in)
			all := events(body)
			if end := field(all[len(all)-1], "type"); end != row.end {
				t.Errorf("the run ends with %s, want %s: %s", end, row.end, all[len(all)-1])
			}
			for _, want := range row.want {
				if !bytes.Contains(body, []byte(want)) && !strings.Contains(text(body), want) {
					t.Errorf("no %q in %s", want, body)
				}
			}
			if strings.Contains(string(body), row.not) {
				t.Errorf("%q is in %s", row.not, body)
			}
			if list, stopped := findings(t, body, true); stopped {
				t.Errorf("the resumed run is illegal: %v", list)
			}
		})
	}
}

func TestResume_TakesTheArgumentsFromTheMessages(t *testing.T) {
	in := asking("demo approve")
	in.Messages = append(in.Messages, agui.Message{ID: "demo-1-call-delete", Role: agui.RoleAssistant, ToolCalls: []agui.ToolCall{
		{ID: "demo-1-call-delete", Name: "delete_files", Arguments: `{"paths":["only this"]}`},
	}})
	in.Resume = []agui.ResumeEntry{resolved("demo-1-ask-delete", `{"approved":true}`)}
	_, body := post(t, agent(t), in)
	if !bytes.Contains(body, []byte("only this")) {
		t.Errorf("the result does not have the call's own arguments: %s", body)
	}
}

func TestInterrupt_ExpiresAfterSixtySeconds(t *testing.T) {
	_, body := post(t, agent(t), asking("demo expiring"))
	want := `"expiresAt":"` + noon().Add(time.Minute).Format(time.RFC3339) + `"`
	if !bytes.Contains(body, []byte(want)) || !bytes.Contains(body, []byte(gateOpen)) {
		t.Errorf("no %s or no %s in %s", want, gateOpen, body)
	}
}

func TestFrontendTool(t *testing.T) {
	url := agent(t)
	t.Run("an offered tool is called with arguments of its schema", func(t *testing.T) {
		in := asking("demo tool")
		in.Tools = []agui.Tool{{Name: "paint", Description: "paints", Parameters: agui.Raw(
			`{"type":"object","properties":{"colour":{"enum":["red","blue"]},"size":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}}},"required":["colour","size","tags"]}`)}}
		_, body := post(t, url, in)
		var args strings.Builder
		for _, data := range events(body) {
			if field(data, "type") == "TOOL_CALL_ARGS" {
				args.WriteString(field(data, "delta"))
			}
		}
		if want := `{"colour": "red", "size": 1, "tags": ["something from the demo"]}`; args.String() != want {
			t.Errorf("the arguments are %s, want %s", args.String(), want)
		}
		if !bytes.Contains(body, []byte(`"pendingToolCallIds":["demo-1-call"]`)) {
			t.Errorf("the call is not pending: %s", body)
		}
	})
	t.Run("the result is acknowledged", func(t *testing.T) {
		in := asking("demo tool")
		in.Messages = append(in.Messages, agui.Message{ID: "t1", Role: agui.RoleTool, ToolCallID: agui.Some("demo-1-call"), Content: agui.Text("42")})
		_, body := post(t, url, in)
		if got := text(body); !strings.Contains(got, "“42”") {
			t.Errorf("the answer is %q", got)
		}
	})
}

func FuzzResume(f *testing.F) {
	f.Add("demo-1-ask-delete", "resolved", `{"approved":true,"editedArgs":{"§":"†"}}`)
	f.Add("demo-1-ask-form", "resolved", `{"beds":1e400,"extras":[[]],"contact":null}`)
	f.Add("demo-99999999999999999999-ask-gate-99999999999999999999", "cancelled", `null`)
	f.Add("demo-1-ask-stone", "resolved", `"\ud800"`)
	h := demo.Handler(demo.Options{Now: noon})
	f.Fuzz(func(t *testing.T, id, status, payload string) {
		if status != agui.StatusResolved && status != agui.StatusCancelled || !agui.Valid([]byte(payload)) {
			t.Skip("no client could send it")
		}
		in := asking("x")
		in.Resume = []agui.ResumeEntry{{InterruptID: id, Status: status, Payload: agui.Raw(payload)}}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", bytes.NewReader(agui.AppendInput(nil, in))))
		if list, stopped := findings(t, w.Body.Bytes(), true); stopped || w.Code != http.StatusOK {
			t.Errorf("status %d, %v: %s", w.Code, list, w.Body)
		}
	})
}
