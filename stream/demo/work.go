package demo

import (
	"fmt"
	"strings"
	"time"

	"agtui/stream/agui"
)

func workScenes() []scene {
	return []scene{
		named("parallel", "three tool calls at the same time",
			"Arguments that interleave, and results that come back in another order.", parallel),
		named("arguments", "arguments cut in the worst places",
			"Deltas that end inside an escape, inside a number and between the halves of an emoji.", arguments),
		named("activities", "a plan, a search, and something unknown",
			"A checklist that changes by patches, search hits that arrive one by one, and a type no client knows.", activities),
		named("subagents", "three helpers at once, nested, and not all succeed",
			"Concurrent owners, helpers of helpers, one failure, and one that needs your approval.", subagents),
		scened("tool", "a tool that runs on your side",
			"A call to a tool that the client offered; without an offer, a call that stays pending.", frontendTool),
		named("media", "a tool result with pictures",
			"Content in parts: text, an inline image, a document behind a link.", media),
		named("huge", "a tool result of one megabyte",
			"Twelve thousand lines in one event: the transcript should stay quick.", huge),
		scened("snapshot", "history that is rewritten while it streams",
			"A messages snapshot corrects a message in the middle of its own stream.", snapshot),
	}
}

func parallel() script {
	lane := func(i int, area string, d time.Duration, result string) script {
		id := fmt.Sprintf("§call-%d", i)
		args := fmt.Sprintf(`{"area": %q, "layers": ["paths", "water"], "scale": %d}`, area, 25000*i)
		return speaker{}.use(id, "read_map", args, d, result)
	}
	return run(
		say("§intro", "I need three maps, so I ask for all of them at once."),
		together(
			lane(1, "Ridge", 1500*time.Millisecond, `{"km": 11.4, "ascent": 620}`),
			lane(2, "Lake", 300*time.Millisecond, `{"km": 8.0, "ascent": 110}`),
			lane(3, "Gorge", 900*time.Millisecond, `{"error": "closed until May"}`)),
		say("§text", "The lake answered first, then the gorge, then the ridge. Each result belongs to its own call, whatever the order."))
}

func arguments() script {
	args := []string{
		`{"name": "Caf`, `\`, `u00`, `e9 \`, `"Edel`, `weiss\\`, `\" \u`, `d83c\ud`, `fd4`, `\ufe0f", "menu": "soup\`, `nbread\`,
		`ttea", "price": -1`, `2`, `.5`, `0e`, `1, "seats": 90071992547409`, `93, "path": "C:\\`, `\\maps\\", "open": tr`, `ue, "empty": {}, "none": nul`, `l}`,
	}
	s := raw(`{"type":"TOOL_CALL_START","toolCallId":"§call","toolCallName":"add_place"}`)
	for _, a := range args {
		s = append(s, step{
			data: `{"type":"TOOL_CALL_ARGS","toolCallId":"§call","delta":` + quote(a) + `}`, wait: 4 * tick, tokens: 1,
		})
	}
	return run(
		say("§intro", "These arguments arrive in twenty pieces, and hardly any of them ends in a comfortable place."),
		s, raw(`{"type":"TOOL_CALL_END","toolCallId":"§call"}`),
		speaker{}.result("§call", `{"id": "place-7", "name": "Café \"Edelweiss\\\" 🏔️"}`),
		say("§text", "A client may show them while they grow, but it must not believe them before the end."))
}

func activities() script {
	hit := func(i int, title, url string) string {
		return fmt.Sprintf(`{"op":"add","path":"/results/%d","value":{"title":%s,"url":%q}}`, i, quote(title), url)
	}
	return run(
		say("§intro", "Three activities. The first is a plan:"),
		activity("§plan", "PLAN", `{"items":[{"text":"Find a hut","status":"in_progress","activeForm":"Finding a hut"},`+
			`{"text":"Check the snow","status":"pending"},{"text":"Pack","status":"pending"}]}`),
		after(2*beat, patchActivity("§plan", "PLAN", `{"op":"replace","path":"/items/0/status","value":"completed"}`,
			`{"op":"replace","path":"/items/1/status","value":"in_progress"}`)),
		activity("§search", "SEARCH", `{"query":"mountain hut open in May","status":"running","results":[]}`),
		patchActivity("§search", "SEARCH", hit(0, "Lake hut: opening times", "https://example.com/lake")),
		patchActivity("§search", "SEARCH", hit(1, "Ridge hut, 4 beds", "https://example.com/ridge"), hit(2, "湖の小屋", "https://example.com/mizuumi")),
		patchActivity("§search", "SEARCH", `{"op":"replace","path":"/status","value":"done"}`),
		after(beat, patchActivity("§plan", "PLAN", `{"op":"replace","path":"/items/1/status","value":"completed"}`,
			`{"op":"add","path":"/items/2","value":{"text":"Wax the skis","status":"in_progress"}}`)),
		activity("§tide", "demo-tide-table", `{"harbour":"None, we are in the mountains","high":["04:12","16:40"],"depth":{"min":0.2,"max":1.9},"reliable":false}`),
		patchActivity("§plan", "PLAN", `{"op":"replace","path":"/items/2/status","value":"completed"}`,
			`{"op":"replace","path":"/items/3/status","value":"completed"}`),
		say("§text", "The plan grew a step while you watched. The last one, `demo-tide-table`, is a type that I made up: a client shows it as it is."))
}

func huge() script {
	var b strings.Builder
	for i := range 12_000 {
		fmt.Fprintf(&b, "%02d:%02d:%02d.%03d hut-%d  sensor=%-11s value=%9.3f  status=ok  seq=%08d\n",
			6+i/3600, i/60%60, i%60, i*37%1000, 1+i%7, []string{"temperature", "humidity", "wind"}[i%3], float64(i*7919%100000)/97, i)
	}
	return run(
		say("§intro", "I fetch a little log. It has twelve thousand lines."),
		speaker{}.use("§call", "read_log", `{"file": "sensors.log", "tail": 12000}`, 2*beat, b.String()),
		say("§text", "About one megabyte in a single event. Scrolling should not feel any different now."))
}

func media() script {
	const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
	return run(
		say("§intro", "I take a photo of the lake."),
		speaker{}.call("§call", "take_photo", `{"of": "lake"}`),
		after(3*beat, raw(`{"type":"TOOL_CALL_RESULT","messageId":"§photo","toolCallId":"§call","role":"tool","content":[`+
			`{"type":"text","text":"Two pictures and a licence."},`+
			`{"type":"image","source":{"type":"data","value":"`+dot+`","mimeType":"image/png"},"metadata":{"width":1,"height":1}},`+
			`{"type":"image","source":{"type":"url","value":"https://example.com/lake.jpg","mimeType":"image/jpeg"}},`+
			`{"type":"document","source":{"type":"file","value":"file-7f3a","provider":"demo","mimeType":"application/pdf"}}]}`)),
		say("§text", "A terminal shows what they are and how big; it opens a link only when you ask for it."))
}

// snapshot rewrites the history with the request's own messages in it, and
// corrects the message that is still streaming.
func snapshot(c *call, _ []string) script {
	var b []byte
	for i := range c.in.Messages {
		b = append(agui.AppendMessage(b, &c.in.Messages[i]), ',')
	}
	const opening = `{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant"}`
	content := func(s string) script {
		return raw(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":` + quote(s) + `}`)
	}
	return run(
		raw(opening), content("The hut opens "), content("in Mya."),
		after(3*beat, raw(`{"type":"MESSAGES_SNAPSHOT","messages":[`+shield(string(b))+
			`{"id":"§text","role":"assistant","content":"The hut opens in May."}]}`)),
		after(beat, content(" (That was a typing error, and the server sent the whole history again to correct it.")),
		content(" The stream went on as if nothing had happened.)"),
		raw(`{"type":"TEXT_MESSAGE_END","messageId":"§text"}`))
}
