package demo

import (
	"fmt"
	"time"
)

func firstScenes() []scene {
	return []scene{
		scened("tour", "a bit of everything, in ten seconds",
			"Reasoning, a plan that ticks itself off, two tool calls, shared state and an answer.", tour),
		named("markdown", "what an answer can look like",
			"Headings, lists, a table, code, quotes and links, drawn while they stream.", func() script { return run(say("§text", page("markdown.md"))) }),
		named("reasoning", "thinking before and between the words",
			"Two stretches of reasoning, one encrypted value, and the answer between them.", reasoning),
		scened("state", "shared state, and a patch that fails",
			"A snapshot, deltas that change it, and one delta that must leave it alone.", state),
		named("steps", "named steps, two of them at once",
			"Steps that follow each other, overlap, and have the same name twice.", steps),
	}
}

// trip is the state that the scenarios share: a day in the mountains.
const trip = `{"title":"Saturday on the ridge","stops":["Station","Lake"],"budget":120.0,` +
	`"booked":false,"permit":12345678901234567890,"notes":{"weather":null,"pack":["map","rope"]}}`

func tour(c *call, _ []string) script {
	plan := func(a, b, d string) string {
		return fmt.Sprintf(`{"items":[{"id":"1","text":"Look at the map","status":%q},`+
			`{"id":"2","text":"Ask for the weather","status":%q},{"id":"3","text":"Write it down","status":%q,"activeForm":"Writing it down"}]}`, a, b, d)
	}
	const (
		todo  = "pending"
		doing = "in_progress"
		done  = "completed"
	)
	return run(
		stateSnapshot(withMember(c.visits(), "trip", trip)),
		think("§thought", "They want a day in the mountains. I need the map first, then the weather. If it rains in the afternoon, the lake path is better than the ridge."),
		say("§intro", "Let me plan your Saturday."),
		activity("§plan", "PLAN", plan(doing, todo, todo)),
		speaker{}.use("§map", "read_map", `{"area": "Ridge", "from": "Station", "to": "Hut"}`, 700*time.Millisecond,
			`{"km": 11.4, "ascent": 620, "paths": ["ridge", "lake"]}`),
		patchActivity("§plan", "PLAN", `{"op":"replace","path":"/items/0/status","value":"completed"}`,
			`{"op":"replace","path":"/items/1/status","value":"in_progress"}`),
		speaker{}.use("§weather", "forecast", `{"place": "Ridge", "day": "Saturday", "hourly": true}`, 900*time.Millisecond,
			"Morning: clear, 9 °C.\nAfternoon: clouds from the west, rain after 15:00."),
		patchState(`{"op":"replace","path":"/trip/notes/weather","value":"rain after 15:00"}`, `{"op":"add","path":"/trip/stops/-","value":"Hut"}`),
		activity("§plan", "PLAN", plan(done, done, doing)),
		say("§text", page("tour.md")),
		activity("§plan", "PLAN", plan(done, done, done)))
}

func reasoning() script {
	const sealed = `{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"§more","encryptedValue":"b3BhcXVlLCBieXRlIGZvciBieXRl"}`
	return run(
		think("§thought", "The user wants to see me think. I should think about something small enough to finish: "+
			"is 221 a prime number? It is odd, its digits add up to 5, it does not end in 0 or 5. 7 times 31 is 217, so no. "+
			"11 times 20 is 220, so no. 13 times 17 is 221. There it is."),
		say("§first", "221 is **not** a prime number: it is 13 × 17."),
		think("§more", "Should I say how I found it? Yes, in one line. The rest of this thought travels encrypted."),
		raw(sealed),
		say("§second", "I found it by trying the primes up to 14, because 15 × 15 is already more than 221."))
}

func state(c *call, _ []string) script {
	before := withMember(c.visits(), "trip", trip)
	return run(
		say("§intro", "Watch the state pane. First, everything at once; it keeps what your earlier runs left there."),
		stateSnapshot(before),
		say("§second", "Now three small changes: a stop is added, the budget grows, and the rope moves to another list."),
		after(beat, patchState(`{"op":"add","path":"/trip/stops/-","value":"Hut"}`)),
		after(2*beat, patchState(`{"op":"test","path":"/trip/booked","value":false}`, `{"op":"replace","path":"/trip/budget","value":150.50}`)),
		after(2*beat, patchState(`{"op":"add","path":"/trip/notes/carry~1wear","value":{}}`,
			`{"op":"move","from":"/trip/notes/pack/1","path":"/trip/notes/carry~1wear/rope"}`)),
		say("§third", "The next patch sets the budget to zero and then tests something that is not true. A patch applies whole or not at all, so your budget survives."),
		after(beat, patchState(`{"op":"replace","path":"/trip/budget","value":0}`, `{"op":"test","path":"/trip/booked","value":true}`)),
		after(beat, patchState(`{"op":"replace","path":"/trip/booked","value":true}`)),
		say("§text", "And the one after it works again: the trip is booked, with a budget of `150.50`."))
}

func steps() script {
	var p speaker
	return run(
		p.during("look around", say("§one", "One step.")),
		together(
			p.during("boil water", say("§two", "Two steps can run at the same time: this one boils the water, and")),
			after(200*time.Millisecond, p.during("slice bread", say("§three", "this one slices the bread.")))),
		p.during("look around", say("§four", "And a name may come back: this is the second time I look around.")))
}

func patchState(ops ...string) script {
	return raw(`{"type":"STATE_DELTA","delta":[` + commas(ops) + `]}`)
}

// activity shows or replaces an activity; content is a JSON object.
func activity(id, typ, content string) script { return speaker{}.activity(id, typ, content) }

func (p speaker) activity(id, typ, content string) script {
	return after(beat, raw(fmt.Sprintf(`{"type":"ACTIVITY_SNAPSHOT","messageId":%q,"activityType":%q,"content":%s%s}`,
		id, typ, content, owned(p.owner))))
}

func patchActivity(id, typ string, ops ...string) script {
	return after(beat, raw(fmt.Sprintf(`{"type":"ACTIVITY_DELTA","messageId":%q,"activityType":%q,"patch":[%s]}`, id, typ, commas(ops))))
}
