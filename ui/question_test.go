package ui_test

import (
	"strings"
	"testing"
	"time"

	"agtui/stream/agui"
	"agtui/ui"
)

const (
	approval = `"responseSchema":{"type":"object","properties":{"approved":{"type":"boolean"},"editedArgs":{"type":"object"},"reason":{"type":"string"}},"required":["approved"]}`
	tanstack = `"responseSchema":{"oneOf":[{"type":"object","properties":{"approved":{"const":true},"editedArgs":{"type":"object","properties":{"to":{"type":"string"}},"required":["to"]}},"required":["approved"],"additionalProperties":false},{"type":"object","properties":{"approved":{"const":false}},"required":["approved"],"additionalProperties":false}]}`
)

func interrupt(id, rest string) string { return `{"id":"` + id + `",` + rest + `}` }

// toChoice marks a choice by its words.
func (d *driver) toChoice(label string) *driver {
	d.t.Helper()
	for range 20 {
		if strings.Contains(d.screen(), "› "+label) {
			return d
		}
		d.keys("down")
	}
	d.t.Fatalf("there is no choice %q:\n%s", label, d.screen())
	return d
}

// resumed is what the last request answers.
func (d *driver) resumed() string {
	d.t.Helper()
	d.idle()
	in := d.src.sent(d.t)
	var parts []string
	for _, e := range in.Resume {
		parts = append(parts, e.InterruptID+" "+e.Status+" "+string(e.Payload))
	}
	return strings.Join(parts, "; ")
}

func TestQuestion_TakesEveryShapeOfAnswer(t *testing.T) {
	t.Parallel()
	call := calls("c1", "send_mail", `{"to":"a@b"}`)
	about := `"reason":"tool_call","message":"Send it?","toolCallId":"c1",`
	for _, tt := range []struct {
		name, ask string
		do        func(*driver)
		want      string
	}{
		{"approve", about + approval, func(d *driver) { d.toChoice("Approve").keys("enter") }, `i resolved {"approved":true}`},
		{
			"approve with other arguments", about + approval,
			func(d *driver) { d.toChoice("Edit arguments").keys("enter").replace(`{"to":"c@d"}`).keys("enter") },
			`i resolved {"approved":true,"editedArgs":{"to":"c@d"}}`,
		},
		{
			"deny with a reason", about + approval,
			func(d *driver) { d.toChoice("Deny…").keys("enter").typed("no, \"never\"").keys("enter") },
			`i resolved {"approved":false,"reason":"no, \"never\""}`,
		},
		{
			"deny without one", about + approval,
			func(d *driver) { d.toChoice("Deny…").keys("enter").pass(time.Second).keys("enter") }, `i resolved {"approved":false}`,
		},
		{
			"cancel after it asked once more", about + approval,
			func(d *driver) {
				d.toChoice("Cancel").keys("enter").see("Really cancel?").pass(time.Second).keys("enter")
			}, `i cancelled `,
		},
		{"approve what TanStack asks", about + tanstack, func(d *driver) { d.toChoice("Approve").keys("enter") }, `i resolved {"approved":true}`},
		{
			"a denial without room for a reason asks for none", about + tanstack,
			func(d *driver) { d.toChoice("Deny").keys("enter") }, `i resolved {"approved":false}`,
		},
		{
			"edits must fit the schema", about + tanstack,
			func(d *driver) {
				d.toChoice("Edit").keys("enter").replace(`{"to":1}`).keys("enter").at("answer")
				d.see("does not fit what was asked").replace(`{"to":"x"}`).keys("enter")
			}, `i resolved {"approved":true,"editedArgs":{"to":"x"}}`,
		},
		{
			"approval without a schema", `"reason":"confirmation","message":"Sure?"`,
			func(d *driver) { d.hidden("Edit").toChoice("Approve").keys("enter") }, `i resolved {"approved":true}`,
		},
		{
			"free text", `"reason":"input_required","message":"Your name?"`,
			func(d *driver) { d.toChoice("Answer").keys("enter").typed("Ann Other").keys("enter") }, `i resolved "Ann Other"`,
		},
		{
			"a form", `"reason":"input_required","responseSchema":{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":18}},"required":["name","age"]}`,
			func(d *driver) {
				d.toChoice("Answer").keys("enter").see(`"name": ""`, `"age": 18`)
				d.replace(`{"name":"Ann"`).keys("enter").see("not valid JSON")
				d.typed(`,"age":3}`).keys("enter").see("does not fit")
				d.replace(`{"name":"Ann","age":30.0}`).keys("enter")
			}, `i resolved {"name":"Ann","age":30.0}`,
		},
		{
			"one of several values", `"reason":"input_required","responseSchema":{"type":"string","enum":["red","green"]}`,
			func(d *driver) { d.toChoice("green").keys("enter") }, `i resolved "green"`,
		},
		{
			"one of several titled constants in an object", `"reason":"x:y","responseSchema":{"type":"object","properties":{"to":{"oneOf":[{"const":1,"title":"One"},{"const":2,"title":"Two"}]}}}`,
			func(d *driver) { d.toChoice("Two").keys("enter") }, `i resolved {"to":2}`,
		},
		{
			"an unknown reason", `"reason":"vendor:thing","metadata":{"a":1}`,
			func(d *driver) {
				d.see("vendor:thing").toChoice("Answer").keys("enter").typed("{\"x\": [1]}").keys("enter")
			},
			`i resolved {"x":[1]}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, answer(call, asks(interrupt("i", tt.ask))), answer(says("m9", "thank you")))
			d.say("go").asked().at("composer").keys("tab").at("question")
			tt.do(d)
			if got := d.resumed(); got != tt.want {
				t.Errorf("sent %s\nwant %s", got, tt.want)
			}
			d.see("thank you").at("composer")
		})
	}
}

// replace replaces the text of an answer.
func (d *driver) replace(text string) *driver {
	d.t.Helper()
	d.keys("ctrl+end")
	for ui.Answer(d.m) != "" {
		d.keys("ctrl+u")
	}
	return d.typed(text)
}

func TestQuestion_NeverTakesTheFocusFromADraft(t *testing.T) {
	t.Parallel()
	d := drive(t, []string{started(), "hold", asks(interrupt("i", `"reason":"confirmation","message":"Sure?"`))})
	d.say("go").until("streaming").typed("half a thou")
	d.src.gate <- struct{}{}
	d.idle().see("Sure?", "1 question", "tab answer").at("composer").typed("ght")
	if got := ui.Draft(d.m); got != "half a thought" {
		t.Errorf("draft %q", got)
	}
	d.keys("enter").see("First answer or cancel")
	if got := ui.Draft(d.m); got != "half a thought" {
		t.Errorf("the draft is lost: %q", got)
	}
	if got := d.m.View().WindowTitle; !strings.HasSuffix(got, "(asks)") {
		t.Errorf("title %q", got)
	}
}

func TestQuestion_NoLetterChooses(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(interrupt("i", `"reason":"confirmation","message":"Sure?"`))), answer())
	d.say("go").asked().say("/answer").at("question")
	for r := 'a'; r <= 'z'; r++ {
		if r != 'i' {
			d.typed(string(r)).typed(strings.ToUpper(string(r)))
		}
	}
	d.keys("space")
	if n := d.idle().src.count(); n != 1 {
		t.Errorf("a letter sent an answer")
	}
}

func TestQuestion_AnswersSeveralInOneResume(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(calls("c1", "first_call", `{}`), asks(
		interrupt("i1", `"reason":"tool_call","toolCallId":"c1",`+approval),
		interrupt("i2", `"reason":"input_required","message":"Which colour?"`),
		interrupt("i3", `"reason":"confirmation","message":"Sure?"`),
	)), answer(says("m9", "thank you")))
	d.say("go").asked().see("3 questions", "1 of 3").keys("tab").at("question")
	d.toChoice("Approve").keys("enter").see("2 of 3", "Which colour?")

	// The enter that was meant for the question before answers nothing.
	d.keys("enter", "enter").at("question").see("2 of 3")
	d.pass(time.Second)
	d.keys("enter").at("answer").typed("blue").keys("enter").see("3 of 3", "Sure?").pass(time.Second)
	d.toChoice("Cancel").keys("enter").pass(time.Second).keys("enter").pass(time.Second)
	if n := d.src.count(); n != 1 {
		t.Fatalf("%d requests before the review", n)
	}
	d.see("All questions have an answer", "approve", "first_call", "cancel").toChoice("Send 3 answers").keys("enter")
	if got, want := d.resumed(), `i1 resolved {"approved":true}; i2 resolved "blue"; i3 cancelled `; got != want {
		t.Errorf("sent %s\nwant %s", got, want)
	}
	d.see("thank you")
}

func TestQuestion_CanStartOver(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(interrupt("i1", `"reason":"confirmation"`), interrupt("i2", `"reason":"confirmation"`))), answer())
	d.say("go").asked().keys("tab", "enter").pass(time.Second).keys("enter").pass(time.Second)
	d.toChoice("Start over").keys("enter").see("1 of 2")
}

func TestQuestion_PastItsTimeCanOnlyBeCancelled(t *testing.T) {
	t.Parallel()
	expires := `,"expiresAt":"` + noon.Add(time.Minute).Format(time.RFC3339) + `"`
	d := drive(t, answer(asks(interrupt("i", `"reason":"input_required","message":"Quick!"`+expires))), answer())
	d.say("go").asked().see("1:00 left").keys("tab", "enter").at("answer").typed("a long answer")
	d.pass(30*time.Second).see("0:30 left", "a long answer")
	d.pass(30*time.Second-400*time.Millisecond).see("Expired: it can only be cancelled", "Cancel").hidden("› Answer").at("composer")
	d.keys("enter", "tab").at("question").keys("enter", "enter", "enter").see("Expired")
	if n := d.idle().src.count(); n != 1 {
		t.Fatalf("%d requests", n)
	}
	d.pass(time.Second).keys("enter").see("Really cancel?").pass(time.Second).keys("enter")
	if got := d.resumed(); got != "i cancelled " {
		t.Errorf("sent %q", got)
	}
	d.keys("up", "up")
	if got := ui.Draft(d.m); got != "a long answer" && got != "go" {
		t.Errorf("what was typed is lost: %q", got)
	}
}

func TestQuestion_SaysALongTimeInDays(t *testing.T) {
	t.Parallel()
	expires := `,"expiresAt":"` + noon.Add(100*24*time.Hour).Format(time.RFC3339) + `"`
	d := drive(t, answer(asks(interrupt("i", `"reason":"input_required","message":"Someday?"`+expires))))
	d.say("go").asked().see("wanted  100 days left")
}

func TestQuestion_EscKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(interrupt("i", `"reason":"input_required","message":"Name?"`))))
	d.say("go").asked().keys("tab", "enter").at("answer").typed("half").keys("esc").at("question").keys("esc").at("composer")
	d.keys("up")
	if got := ui.Draft(d.m); got != "half" {
		t.Errorf("draft %q", got)
	}
}

func TestQuestion_StaysOpenWhenTheAnswerDoesNotArrive(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(interrupt("i", `"reason":"confirmation","message":"Sure?"`))), []string{"refuse"}, answer(says("m9", "thank you")))
	d.say("go").asked().keys("tab", "enter").idle().see("nobody listens", "Sure?", "1 question")
	d.say("/retry")
	if got := d.resumed(); got != `i resolved {"approved":true}` {
		t.Errorf("sent again %q", got)
	}
	d.see("thank you")
}

func TestQuestion_ShowsTheArgumentsAsTheyAre(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(calls("c1", "rm", `{"path": "a  b",
		"deep": {"x": [1, 2]}}`), asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1"`))))
	d.say("go").asked().see(`rm {"path":"a  b","deep":{"x":[1,2]}}`)
}

func TestQuestion_ShowsTheArgumentsOfACallWithoutAName(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(calls("c1", "", `{"path":"/"}`), asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1"`))))
	d.say("go").asked().see("⚙ call without a name  path=", `call without a name {"path":"/"}`)
}

func TestQuestion_TakesNoEnterBeforeItWasSeen(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(asks(interrupt("i", `"reason":"confirmation","message":"Sure?"`))), answer())
	d.say("go").idle().keys("tab", "enter").see("Sure?", "1 question")
	if n := d.idle().src.count(); n != 1 {
		t.Fatalf("an enter that came with the question answers it: %d requests", n)
	}
	d.pass(time.Second).keys("enter")
	if got := d.resumed(); got != `i resolved {"approved":true}` {
		t.Errorf("sent %q", got)
	}
}

func TestQuestion_KeepsChoicesOnSmallScreens(t *testing.T) {
	t.Parallel()
	long := string(agui.AppendString(nil, strings.Repeat("a very long question ", 60)))
	d := drive(t, answer(calls("c1", "rm", `{"path":"`+strings.Repeat("x", 900)+`"}`),
		asks(interrupt("i", `"reason":"tool_call","toolCallId":"c1","message":`+long+`,`+approval))))
	d.say("go").asked().keys("tab")
	for _, size := range [][2]int{{80, 24}, {40, 20}, {40, 12}, {30, 9}} {
		d.size(size[0], size[1]).see("› Approve")
		d.toChoice("Cancel").toChoice("Approve")
	}
	d.size(80, 24)
	for y := range 24 {
		if strings.Contains(d.line(y), "Approve this call?") && !strings.HasPrefix(d.line(y-1), "────") {
			t.Errorf("nothing parts the question from the conversation: %q", d.line(y-1))
		}
	}
	d.see("all of it is above").toChoice("Edit").keys("enter").at("answer")
	for _, size := range [][2]int{{80, 24}, {40, 12}, {30, 9}} {
		c := d.size(size[0], size[1]).m.View().Cursor
		if c == nil || c.Y >= size[1] || c.X >= size[0] {
			t.Errorf("at %v the cursor is at %+v", size, c)
		}
	}
}
