package demo

import (
	"fmt"
	"strings"
	"time"
)

func askScenes() []scene {
	return []scene{
		named("approve", "may I delete this? with arguments you can edit",
			"A call that waits for approval: approve, edit, deny or cancel, and the run goes on.", approve),
		named("form", "a form with every kind of field",
			"Text, a number with limits, a choice, several choices, a date, a nested object; a wrong answer is asked again.", func() script {
				return runTo(interrupts(asked("form")), say("§text", "I can book the hut for you. I only need to know a few things first."))
			}),
		named("questions", "three questions at once",
			"An approval, a yes or no and a short form, answered in one go.", threeQuestions),
		named("expiring", "a question that expires in 60 seconds",
			"The time left counts down; after it, the question can only be cancelled.", expiring),
		named("vendor", "a question of an unknown kind",
			"A reason that no client knows and no schema: it must still be answerable.", func() script {
				return runTo(interrupts(asked("stone")), say("§text", "There are two stones on the path. One of them is looking at you."))
			}),
	}
}

// A question is one interrupt. Its id is §ask-NAME, so the resumed run knows
// what was asked without a memory.
type question struct {
	name    string
	reason  string
	message string
	call    string // toolCallId without its prefix
	args    string // the call's arguments
	schema  string
	owner   string
	expires bool
	meta    string
}

// A round is the questions that are asked together, and how it goes on.
type round struct {
	questions []question
	resume    func(c *call, got verdicts) script
}

// rounds is the table of everything that the agent asks.
func rounds() []round {
	return []round{
		{[]question{asked("delete")}, func(_ *call, got verdicts) script { return resumeDelete(got["delete"]) }},
		{[]question{asked("form")}, resumeForm},
		{[]question{asked("gear"), asked("ferry"), asked("dinner")}, func(_ *call, got verdicts) script { return resumeThree(got) }},
		{[]question{asked("gate")}, func(_ *call, got verdicts) script { return resumeGate(got["gate"]) }},
		{[]question{asked("hut")}, func(c *call, got verdicts) script { return resumeHut(c, got["hut"]) }},
		{[]question{asked("stone")}, func(_ *call, got verdicts) script { return resumeStone(got["stone"]) }},
	}
}

const (
	yesNo    = `{"type":"object","properties":{"approved":{"type":"boolean"},"reason":{"type":"string","description":"Why not?"}},"required":["approved"]}`
	editable = `{"type":"object","properties":{"approved":{"type":"boolean"},"editedArgs":{"type":"object","description":"Replaces all arguments."},` +
		`"reason":{"type":"string"}},"required":["approved"]}`
	formSchema = `{"type":"object","title":"Hut booking","properties":{` +
		`"name":{"type":"string","title":"Name","description":"As on your ID","minLength":2,"maxLength":60},` +
		`"beds":{"type":"integer","title":"Beds","minimum":1,"maximum":12,"default":2},` +
		`"day":{"type":"string","title":"Arrival","format":"date"},` +
		`"room":{"type":"string","title":"Room","enum":["dormitory","double","winter room"],"default":"dormitory"},` +
		`"extras":{"type":"array","title":"Extras","items":{"type":"string","enum":["breakfast","sauna","packed lunch"]},"uniqueItems":true},` +
		`"tip":{"type":"number","title":"Tip in euro","minimum":0,"maximum":50},` +
		`"dog":{"type":"boolean","title":"Bringing a dog?","default":false},` +
		`"contact":{"type":"object","title":"Contact","properties":{"email":{"type":"string","format":"email"},"phone":{"type":"string"}},"required":["email"]},` +
		`"remarks":{"type":"string","title":"Anything else?","maxLength":400}},` +
		`"required":["name","beds","day","contact"]}`
	dinnerSchema = `{"type":"object","properties":{"dish":{"type":"string","enum":["soup","stew","dumplings"]},"hungry":{"type":"boolean","default":true}},"required":["dish"]}`
	deleteArgs   = `{"paths": ["tracks/2019.gpx", "photos/blurry"], "recursive": true}`
	gearArgs     = `{"items": ["helmet", "rope"], "days": 2}`
	gateArgs     = `{"gate": "north"}`
)

// question1 is the question with a name.
func asked(name string) question {
	switch name {
	case "delete":
		return question{
			name: name, reason: "tool_call", call: "call-delete", args: deleteArgs, schema: editable,
			message: "Delete two items for good?", meta: `{"risk":"high","undo":false}`,
		}
	case "gear":
		return question{name: name, reason: "tool_call", call: "call-gear", args: gearArgs, schema: editable, message: "Rent a helmet and a rope for 2 days (24 €)?"}
	case "ferry":
		return question{name: name, reason: "confirmation", schema: yesNo, message: "The ferry saves an hour and costs 9 €. Take it?"}
	case "dinner":
		return question{name: name, reason: "input_required", schema: dinnerSchema, message: "What would you like for dinner?"}
	case "gate":
		return question{name: name, reason: "tool_call", call: "call-gate", args: gateArgs, schema: yesNo, expires: true, message: "Open the gate? It closes by itself in a minute."}
	case "hut":
		return question{name: name, reason: "tool_call", call: "book", args: hutArgs, schema: editable, owner: "booker", message: "Book 2 beds in Ridge hut for 56 €?"}
	case "stone":
		return question{name: name, reason: "demo:stone-gaze", message: "Which stone do you greet? Say anything.", meta: `{"stones":["left","right"],"gaze":{"steady":true}}`}
	default:
		return question{name: "form", reason: "input_required", schema: formSchema, message: "Please fill in the booking."}
	}
}

// ttl is how long an expiring question stays open.
const ttl = 60 * time.Second

// interrupt is the question on the wire.
func (q question) interrupt() string {
	id, expiry := "§ask-"+q.name, ""
	if q.expires {
		id += "-¶expiry"
		expiry = `,"expiresAt":"¶expires"`
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{"id":"%s","reason":%q,"message":%s`, id, q.reason, quote(q.message))
	if q.call != "" {
		fmt.Fprintf(&b, `,"toolCallId":"§%s"`, q.call)
	}
	if q.schema != "" {
		b.WriteString(`,"responseSchema":` + q.schema)
	}
	b.WriteString(expiry)
	if q.meta != "" {
		b.WriteString(`,"metadata":` + q.meta)
	}
	if q.owner != "" {
		fmt.Fprintf(&b, `,"subagentRunId":"§%s"`, q.owner)
	}
	return b.String() + "}"
}

// interrupts is the outcome of a run that waits for answers.
func interrupts(questions ...question) string {
	all := make([]string, len(questions))
	for i, q := range questions {
		all[i] = q.interrupt()
	}
	return `{"type":"interrupt","interrupts":[` + commas(all) + `]}`
}

func approve() script {
	return runTo(interrupts(asked("delete")),
		think("§thought", "Two old things take most of the space. Deleting cannot be undone, so I had better ask."),
		say("§intro", "Your disk is nearly full. Two things look like they can go:"),
		speaker{}.call("§call-delete", "delete_files", deleteArgs))
}

func threeQuestions() script {
	return runTo(interrupts(asked("gear"), asked("ferry"), asked("dinner")),
		say("§intro", "Before I can finish the plan, there are three things that only you can decide."),
		speaker{}.call("§call-gear", "rent_gear", gearArgs))
}

func expiring() script {
	return runTo(interrupts(asked("gate")),
		say("§intro", "I am at the north gate. Somebody has to decide quickly."),
		speaker{}.call("§call-gate", "open_gate", gateArgs))
}
