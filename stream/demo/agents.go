package demo

import (
	"fmt"
	"time"
)

// A helper is a subagent: who it is and who sent it.
type helper struct {
	id, name, what string
	parent         string // id of the helper that sent it, "" for none
	call           string // id of the tool call that it works for, "" for none
}

func (h helper) speaker() speaker { return speaker{owner: h.id} }

func (h helper) starts() script {
	origin := ""
	if h.parent != "" {
		origin += fmt.Sprintf(`,"parentSubagentRunId":%q`, h.parent)
	}
	if h.call != "" {
		origin += fmt.Sprintf(`,"parentToolCallId":%q`, h.call)
	}
	return raw(fmt.Sprintf(`{"type":"SUBAGENT_STARTED","subagentRunId":%q,"name":%q,"description":%s%s}`, h.id, h.name, quote(h.what), origin))
}

func (h helper) finishes(result string) script {
	return raw(fmt.Sprintf(`{"type":"SUBAGENT_FINISHED","subagentRunId":%q,"result":%s}`, h.id, result))
}

func (h helper) fails(code, message string) script {
	return raw(fmt.Sprintf(`{"type":"SUBAGENT_ERROR","subagentRunId":%q,"message":%s,"code":%q}`, h.id, quote(message), code))
}

func (h helper) waits(interrupt string) script {
	return raw(fmt.Sprintf(`{"type":"SUBAGENT_FINISHED","subagentRunId":%q,"outcome":{"type":"suspended","interruptIds":[%q]}}`, h.id, interrupt))
}

// subagents ends with a question of one of its helpers; answering it goes on
// in resumeHut.
func subagents() script {
	return runTo(interrupts(asked("hut")),
		say("§intro", "This is too much for one. I send three helpers at the same time."),
		speaker{}.call("§send", "send_helpers", `{"helpers": ["scout", "weather", "booker"]}`),
		together(scout(), after(120*time.Millisecond, weather()), after(240*time.Millisecond, booker())),
		say("§text", "Scout is back, weather got lost, and booker stands at the counter waiting for your word."))
}

func scout() script {
	var (
		scout    = helper{id: "§scout", name: "scout", what: "Looks at the route.", call: "§send"}
		surveyor = helper{id: "§surveyor", name: "surveyor", what: "Measures the climb for scout.", parent: "§scout"}
		counter  = helper{id: "§counter", name: "counter", what: "Counts contour lines for surveyor.", parent: "§surveyor"}
	)
	s, v, n := scout.speaker(), surveyor.speaker(), counter.speaker()
	return join(
		scout.starts(),
		s.during("read the map", s.use("§s-map", "read_map", `{"area": "Ridge"}`, 2*beat, `{"paths": ["ridge", "lake"]}`)),
		s.say("§s-one", "Two paths lead up. I ask surveyor which of them is steeper."),
		surveyor.starts(),
		v.think("§v-thought", "The ridge looks steep, but looks are not metres."),
		counter.starts(),
		n.say("§n-one", "Ridge: 31 lines. Lake: 11 lines."),
		counter.finishes(`{"ridge":31,"lake":11}`),
		v.say("§v-one", "Twenty metres a line, so 620 m for the ridge and 220 m for the lake."),
		surveyor.finishes(`{"ridge":620,"lake":220}`),
		s.say("§s-two", "Up by the ridge, down by the lake."),
		scout.finishes(`"up by the ridge, down by the lake"`))
}

func weather() script {
	h := helper{id: "§weather", name: "weather", what: "Asks for the forecast.", call: "§send"}
	w := h.speaker()
	return join(
		h.starts(),
		w.during("read the map", w.think("§w-thought", "Which valley was it? The one with the lake, I think.")),
		w.call("§w-call", "forecast", `{"place": "Ridge", "day": "Saturday"}`),
		after(4*beat, w.say("§w-one", "The weather station does not answer. I try again…")),
		after(3*beat, h.fails("STATION_OFFLINE", "No answer from the weather station after two attempts.")))
}

func booker() script {
	h := helper{id: "§booker", name: "booker", what: "Books a hut, if you let it.", call: "§send"}
	b := h.speaker()
	return join(
		h.starts(),
		b.say("§b-one", "Lake hut is full. Ridge hut has 4 beds left 🛏️ for 28 € each."),
		b.call("§book", "book_hut", hutArgs),
		after(beat, h.waits("§ask-hut")))
}

const hutArgs = `{"hut": "Ridge", "beds": 2, "price": 56.00}`

// resumeHut goes on where subagents stopped.
func resumeHut(_ *call, a verdict) script {
	h := helper{id: "†booker", name: "booker", what: "Books a hut, if you let it.", call: "†send"}
	b := h.speaker()
	said, got := "Booked! They keep the key under the third stone.", `{"confirmed": true, "booking": `+a.args+`}`
	end := h.finishes(`{"booked":true}`)
	switch a.choice {
	case approved:
	case denied:
		said, got = "Fine, no booking. I took a leaflet instead.", "Not booked: "+a.why()
		end = h.finishes(`{"booked":false}`)
	case cancelled:
		said, got = "You hung up on me, so I come home without a booking.", "Not booked: the question was cancelled."
		end = h.finishes(`{"booked":false}`)
	}
	return run(
		h.starts(), b.result("†book", got), b.say("§b-two", said), end,
		speaker{}.result("†send", "scout: ok\nweather: failed\nbooker: "+said),
		say("§text", "All three are accounted for. Two and a half helpers out of three is not bad for a Saturday."))
}
