package turn_test

import (
	"testing"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream/agui"
)

func TestSay_AnswersOpenCallsFirst(t *testing.T) {
	const notRun = "This tool was not run.!not run"
	for _, tt := range []struct {
		name     string
		messages []agui.Message
		pending  []string
		asked    []store.Asked
		want     string
	}{
		{
			"calls of our own tools",
			[]agui.Message{calls("a", "c:pick"), text("b", "assistant", "t")},
			nil, nil,
			"assistant | tool(c)=" + notRun + " | assistant=t | user=hi",
		},
		{
			"behind the answers that are there, in the order of the calls",
			[]agui.Message{calls("a", "x:server", "c:pick", "d:pick"), result("r", "x", "ok"), text("b", "assistant", "t")},
			nil, nil,
			"assistant | tool(x)=ok | tool(c)=" + notRun + " | tool(d)=" + notRun + " | assistant=t | user=hi",
		},
		{"not the agent's own calls", []agui.Message{calls("a", "c:server")}, nil, nil, "assistant | user=hi"},
		{"but those that the run names", []agui.Message{calls("a", "c:server", "d:server")}, []string{"d"}, nil, "assistant | tool(d)=" + notRun + " | user=hi"},
		{"also one that was never seen", nil, []string{"z"}, nil, "tool(z)=" + notRun + " | user=hi"},
		{"not what has an answer", []agui.Message{calls("a", "c:pick"), result("r", "c", "ok")}, []string{"c"}, nil, "assistant | tool(c)=ok | user=hi"},
		{
			"a call once, even if it occurs twice",
			[]agui.Message{calls("a", "c:pick"), calls("b", "c:pick")},
			nil, nil,
			"assistant | tool(c)=" + notRun + " | assistant | user=hi",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := &thread{messages: tt.messages, questions: tt.asked}
			c.leaves(tt.pending...)
			if got := outline(t, newTurn().Say(c, noon, "hi")); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestToolResults_AnswersEveryCall(t *testing.T) {
	c := &thread{messages: []agui.Message{calls("a", "c:pick", "d:pick", "e:pick", "f:pick")}}
	c.leaves()
	d := newTurn().ToolResults(c, noon, []turn.ToolResult{{CallID: "e"}, {CallID: "c", Content: `"Vienna"`}, {CallID: "d", Error: "no such city"}})
	const want = `assistant | tool(c)="Vienna" | tool(d)=no such city!no such city | tool(e)=The tool returned nothing. | tool(f)=This tool was not run.!not run`
	if got := outline(t, d); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	ids := map[string]bool{d.Input.RunID: true}
	for _, m := range d.Input.Messages {
		if ids[m.ID] || m.ID == "" {
			t.Errorf("id %q is not new", m.ID)
		}
		ids[m.ID] = true
	}
}

func TestToolResults_Refuses(t *testing.T) {
	one := []turn.ToolResult{{CallID: "c", Content: "x"}}
	waiting := []agui.Message{calls("a", "c:pick")}
	for _, tt := range []struct {
		name    string
		c       *thread
		results []turn.ToolResult
		word    string
	}{
		{"while the run is active", &thread{messages: waiting, run: &store.Run{Status: store.Running}}, one, "still going on"},
		{"while questions are open", &thread{messages: waiting, questions: []store.Asked{question("i")}}, one, "First answer"},
		{"when nothing waits", &thread{}, one, "No tool call waits"},
		{"unknown calls", &thread{messages: waiting}, []turn.ToolResult{{CallID: "z"}}, `"z" waits for no result`},
		{"two results for one call", &thread{messages: waiting}, append(one, one...), `two results for tool call "c"`},
	} {
		t.Run(tt.name, func(t *testing.T) { wantRefused(t, newTurn().ToolResults(tt.c, noon, tt.results), tt.word) })
	}
}

func TestPending_LeavesOutWhatAQuestionIsAbout(t *testing.T) {
	c := &thread{messages: []agui.Message{calls("a", "c:pick", "d:pick")}}
	asked := question("i")
	asked.Interrupt.ToolCallID = agui.Some("c")
	c.asks(asked)
	got := newTurn().Pending(c)
	if len(got) != 1 || got[0].ID != "d" {
		t.Errorf("got %+v", got)
	}
	c.run = &store.Run{Status: store.Running}
	if got := newTurn().Pending(c); got != nil {
		t.Errorf("while the run is active: %+v", got)
	}
}
