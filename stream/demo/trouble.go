package demo

import (
	"context"
	"strings"
	"time"
)

func troubleScenes() []scene {
	const half = "The train leaves at ten past eight, and if you miss it the next one"
	unfinished := func(s script) script { return s[:len(s)-1] } // without its END
	return []scene{
		named("error", "the run fails in the middle of a sentence",
			"RUN_ERROR with a code while a message and a call are open; what was there stays.", func() script {
				return fail("TRAIN_MISSED", "The demo lost its train of thought. Nothing is broken; that was the scenario.",
					say("§intro", "Let me look that up."),
					unfinished(speaker{}.call("§call", "timetable", `{"from": "Station", "to": "Lake"}`)), unfinished(say("§text", half)))
			}),
		named("cut", "the connection is cut",
			"The socket closes in the middle of a message: what arrived stays, and the run counts as failed, never as finished.", func() script {
				return join(raw(started), unfinished(say("§text", half)), script{{do: octets, data: `data: {"type":"TEXT_MESS`, wait: tick}, {do: hangUp, wait: beat}})
			}),
		named("short", "the stream ends without an end",
			"An orderly end of the body, but no RUN_FINISHED: the run is incomplete.", func() script { return join(raw(started), say("§text", half+" …")) }),
		named("silence", "ten seconds of silence",
			"The agent thinks; only keep-alive comments arrive. The clock runs, and stopping works.", silence),
		{
			Scenario: Scenario{
				Name: "slow", Title: "a slow start", Prompt: "demo slow",
				Shows: "Three seconds before the server answers at all, two more before the first event.",
			},
			serve: slow,
		},
		named("linger", "the end comes, but the connection stays",
			"After RUN_FINISHED the socket stays open for six seconds; you should not have to wait.", func() script {
				return join(run(say("§text", "That is all. I just stay on the line for a moment, listening.")), keepAlive(6, time.Second))
			}),
		named("cancelled", "the agent gives up by itself",
			"An outcome of type cancelled: neither success nor error.", func() script {
				return runTo(`{"type":"cancelled"}`, say("§text", "Somebody on the server's side pressed stop. I go quietly."))
			}),
		named("nothing", "a run without a word",
			"RUN_STARTED, RUN_FINISHED, and nothing between them.", func() script { return run() }),
		named("unknown", "events and fields of tomorrow",
			"An event type, fields and variants that no client knows, a newer protocol version, RAW, CUSTOM and META.", unknown),
		named("legacy", "events of yesterday",
			"The deprecated THINKING events, nulls that older servers send, and a binary part.", legacy),
	}
}

func keepAlive(n int, every time.Duration) script {
	s := make(script, n)
	for i := range s {
		s[i] = step{do: comment, data: "keep-alive", wait: every}
	}
	return s
}

func silence() script {
	return run(
		say("§intro", "Give me ten seconds. I will not say anything until then."),
		keepAlive(5, 2*time.Second),
		say("§text", "Thank you for waiting. The answer is: it depends."))
}

func slow(ctx context.Context, c *call, on *stage, _ []string) {
	if !sleep(ctx, time.Duration(float64(3*time.Second)*on.pace)) {
		return
	}
	on.stream().play(ctx, c, after(2*time.Second, run(
		say("§text", "Good morning. Sorry, I had to put my boots on first."))))
}

func unknown() script {
	return join(raw(
		`{"type":"RUN_STARTED","threadId":"¶thread","runId":"¶run","protocolVersion":"2.3","timestamp":¶now,"mood":"curious"}`,
		`{"type":"HOLOGRAM_PROJECTED","hologramId":"§holo","shape":{"faces":20}}`),
		say("§intro", "I come from the future and brought some events along. Whatever you do not know you may skip, but you should say so."),
		raw(
			`{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant","scent":"pine"}`,
			`{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":"This message smells of pine, ","scent":"pine","layers":[{"a":1}]}`,
			`{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":"in a field that you do not have.","metadata":{"model":"demo","anything":{"goes":["here"]}}}`,
			`{"type":"TEXT_MESSAGE_END","messageId":"§text"}`,
			`{"type":"RAW","source":"demo-engine","event":{"kind":"gear","teeth":[12,24],"note":"raw events are shown as they are"}}`,
			`{"type":"CUSTOM","name":"demo.weather","value":null}`,
			`{"type":"CUSTOM","name":"demo.progress","value":{"done":3,"of":4}}`,
			`{"type":"META","metaType":"thumbs_up","payload":{"messageId":"§text","by":"the demo itself"}}`,
			`{"type":"text_message_content","messageId":"§text","delta":"lower case is not a type"}`,
			`{"type":"TOOL_CALL_START","toolCallId":"§call","toolCallName":"smell"}`,
			`{"type":"TOOL_CALL_END","toolCallId":"§call"}`,
			`{"type":"TOOL_CALL_RESULT","messageId":"§result","toolCallId":"§call","content":[{"type":"text","text":"Mostly pine."},{"type":"scent","value":"resin"}]}`,
			`{"type":"STATE_DELTA","delta":[{"op":"levitate","path":"/trip"},{"op":"add","path":"/future","value":true}]}`,
			`{"type":"RUN_FINISHED","threadId":"¶thread","runId":"¶run","timestamp":¶now,"usage":¶usage,"outcome":{"type":"enlightened"}}`))
}

func legacy() script {
	return join(raw(
		strings.TrimSuffix(started, "}")+`,"input":{"threadId":"¶thread","runId":"¶run","messages":[{"id":"§photo","role":"user","content":[`+
			`{"type":"binary","mimeType":"image/png","data":"iVBORw0KGgo=","filename":"lake.png"},{"type":"text","text":"(an old photo)"}]}]}}`,
		`{"type":"THINKING_START","title":"An old way to think"}`,
		`{"type":"THINKING_TEXT_MESSAGE_START"}`,
		`{"type":"THINKING_TEXT_MESSAGE_CONTENT","delta":"In the old days, thoughts had no ids. "}`,
		`{"type":"THINKING_TEXT_MESSAGE_CONTENT","delta":"One simply thought them."}`,
		`{"type":"THINKING_TEXT_MESSAGE_END"}`,
		`{"type":"THINKING_END"}`,
		`{"type":"TOOL_CALL_START","toolCallId":"§call","toolCallName":"open_album","parentMessageId":null}`,
		`{"type":"TOOL_CALL_ARGS","toolCallId":"§call","delta":"{\"year\": 2019}","rawEvent":null}`,
		`{"type":"TOOL_CALL_END","toolCallId":"§call"}`),
		speaker{}.result("§call", `{"photos": 1}`),
		say("§text", "You understood me. Thank you for being patient with an old server."),
		raw(`{"type":"RUN_FINISHED","threadId":"¶thread","runId":"¶run","result":null,"outcome":null}`))
}
