package demo

import (
	"slices"
	"strconv"
	"strings"

	"agtui/stream/agui"
)

// A breach is a stream that breaks one rule, and only that one.
type breach struct {
	name  string
	rule  agui.RuleID
	title string
	play  script
}

func illegalScene() scene {
	s := scened("illegal", "streams that break the protocol, one rule each",
		"Every fault must be named with its rule, and the run goes on all the same.", illegal)
	for _, b := range breaches() {
		s.Variants = append(s.Variants, Scenario{
			Name: b.name, Title: b.title, Shows: "A finding of the rule " + string(b.rule) + ".",
			Prompt: "demo illegal " + b.name, Rule: b.rule,
		})
	}
	return s
}

func illegal(_ *call, args []string) script {
	if len(args) > 0 {
		for i, b := range breaches() {
			if b.name == strings.ToLower(args[0]) || strconv.Itoa(i+1) == args[0] {
				return b.play
			}
		}
	}
	return variants(illegalScene().Scenario,
		"I can break these rules for you. A client names the fault and goes on; with `--strict` it stops there.")
}

// breaches are the ordering rules 1 to 18 of the protocol in their order, then
// those of fields, frames and chunks.
func breaches() []breach {
	return slices.Concat(orderBreaches(), openBreaches(), ownerBreaches(), formBreaches())
}

// warn announces what is about to go wrong.
func warn(text string) script { return say("§warning", text) }

func orderBreaches() []breach {
	late := say("§late", "I am late, and I should not be here.")
	return []breach{
		{
			"first-event", agui.RuleFirstEvent, "the first event is a message",
			join(warn("I forgot to start the run, so this message is the very first event."), raw(finished)),
		},
		{
			"run-ended", agui.RuleRunEnded, "a message after the end of the run",
			join(run(warn("I finish the run now, and then I talk on.")), late, raw(finished)),
		},
		{
			"run-ended-error", agui.RuleRunEnded, "a message after an error",
			join(fail("ON_PURPOSE", "This error is the end of the run.", warn("I fail now, and then I talk on.")), late),
		},
		{
			"duplicate-run-started", agui.RuleDuplicateRunStarted, "a run that starts twice",
			run(warn("I start this run a second time."), raw(started)),
		},
		{
			"duplicate-start", agui.RuleDuplicateStart, "a message that starts twice",
			run(warn("The next message starts twice."), raw(
				`{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant"}`,
				`{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":"Here I am. "}`,
				`{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant"}`,
				`{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":"And here I am again."}`,
				`{"type":"TEXT_MESSAGE_END","messageId":"§text"}`)),
		},
		{
			"duplicate-start-step", agui.RuleDuplicateStart, "a step that starts twice",
			run(warn("I take a step inside of itself."), raw(
				`{"type":"STEP_STARTED","stepName":"climb"}`, `{"type":"STEP_STARTED","stepName":"climb"}`,
				`{"type":"STEP_FINISHED","stepName":"climb"}`, `{"type":"STEP_FINISHED","stepName":"climb"}`)),
		},
		{
			"duplicate-start-subagent", agui.RuleDuplicateStart, "a subagent that comes back from the dead",
			run(warn("My helper finishes, and then starts again under the same id."), raw(
				`{"type":"SUBAGENT_STARTED","subagentRunId":"§helper","name":"helper"}`,
				`{"type":"SUBAGENT_FINISHED","subagentRunId":"§helper"}`,
				`{"type":"SUBAGENT_STARTED","subagentRunId":"§helper","name":"helper"}`)),
		},
	}
}

func openBreaches() []breach {
	return []breach{
		{
			"not-open", agui.RuleNotOpen, "content of a message that never started",
			run(warn("The next words belong to a message that never started."), raw(
				`{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":"Who am I?"}`,
				`{"type":"TEXT_MESSAGE_END","messageId":"§text"}`)),
		},
		{
			"not-open-reasoning", agui.RuleNotOpen, "the end of a thought that never started",
			run(warn("I end a thought that I never had."), raw(`{"type":"REASONING_MESSAGE_END","messageId":"§thought"}`, `{"type":"REASONING_END","messageId":"§thought"}`)),
		},
		{
			"not-open-step", agui.RuleNotOpen, "the end of a step that never started",
			run(warn("I come down from a mountain that I never climbed."), raw(`{"type":"STEP_FINISHED","stepName":"climb"}`)),
		},
		{
			"not-open-subagent", agui.RuleNotOpen, "the end of a subagent that never started",
			run(warn("A helper reports back whom nobody sent."), raw(`{"type":"SUBAGENT_FINISHED","subagentRunId":"§helper"}`)),
		},
		{
			"unknown-id", agui.RuleUnknownID, "a subagent whose parent never started",
			run(warn("My helper was sent by somebody who does not exist."), raw(
				`{"type":"SUBAGENT_STARTED","subagentRunId":"§helper","name":"helper","parentSubagentRunId":"§nobody"}`,
				`{"type":"SUBAGENT_FINISHED","subagentRunId":"§helper"}`)),
		},
		{
			"open-at-finish", agui.RuleOpenAtFinish, "the end of a run with everything still open",
			run(warn("I leave a step, a message, a thought, a call and a helper open, and finish."), raw(
				`{"type":"STEP_STARTED","stepName":"climb"}`,
				`{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant"}`,
				`{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":"To be continued"}`,
				`{"type":"REASONING_START","messageId":"§span"}`,
				`{"type":"REASONING_MESSAGE_START","messageId":"§thought","role":"reasoning"}`,
				`{"type":"TOOL_CALL_START","toolCallId":"§call","toolCallName":"climb"}`,
				`{"type":"SUBAGENT_STARTED","subagentRunId":"§helper","name":"helper"}`)),
		},
	}
}

func ownerBreaches() []breach {
	return []breach{
		{
			"owner-mismatch", agui.RuleOwnerMismatch, "words of one agent in the message of another",
			run(warn("A helper writes into my message."), raw(
				`{"type":"SUBAGENT_STARTED","subagentRunId":"§helper","name":"helper"}`,
				`{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant"}`,
				`{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":"This is mine, ","subagentRunId":"§helper"}`,
				`{"type":"TEXT_MESSAGE_END","messageId":"§text"}`,
				`{"type":"SUBAGENT_FINISHED","subagentRunId":"§helper"}`)),
		},
		{
			"owner-mismatch-step", agui.RuleOwnerMismatch, "a step that another agent ends",
			run(warn("I start a step, and my helper ends it."), raw(
				`{"type":"SUBAGENT_STARTED","subagentRunId":"§helper","name":"helper"}`,
				`{"type":"STEP_STARTED","stepName":"climb"}`,
				`{"type":"STEP_FINISHED","stepName":"climb","subagentRunId":"§helper"}`,
				`{"type":"SUBAGENT_FINISHED","subagentRunId":"§helper"}`)),
		},
		{
			"owner-mismatch-parent", agui.RuleOwnerMismatch, "a call of one agent in the message of another",
			run(warn("A helper hangs its call on this message of mine."), raw(
				`{"type":"SUBAGENT_STARTED","subagentRunId":"§helper","name":"helper"}`,
				`{"type":"TOOL_CALL_START","toolCallId":"§call","toolCallName":"climb","parentMessageId":"§warning","subagentRunId":"§helper"}`,
				`{"type":"TOOL_CALL_END","toolCallId":"§call"}`,
				`{"type":"SUBAGENT_FINISHED","subagentRunId":"§helper"}`)),
		},
		{
			"owner-mismatch-target", agui.RuleOwnerMismatch, "a patch for the activity of another agent",
			run(warn("A helper ticks off a line of my plan."), raw(
				`{"type":"SUBAGENT_STARTED","subagentRunId":"§helper","name":"helper"}`,
				`{"type":"ACTIVITY_SNAPSHOT","messageId":"§plan","activityType":"PLAN","content":{"items":[{"text":"Climb","status":"pending"}]}}`,
				`{"type":"ACTIVITY_DELTA","messageId":"§plan","activityType":"PLAN","patch":[{"op":"replace","path":"/items/0/status","value":"completed"}],"subagentRunId":"§helper"}`,
				`{"type":"SUBAGENT_FINISHED","subagentRunId":"§helper"}`)),
		},
		{
			"null-field", agui.RuleNullField, "an owner that is null",
			run(warn("The next message says that its owner is null."), raw(
				`{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant","subagentRunId":null}`,
				`{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":"Nobody owns me."}`,
				`{"type":"TEXT_MESSAGE_END","messageId":"§text"}`)),
		},
	}
}

func formBreaches() []breach {
	frame := func(name string, rule agui.RuleID, title, text, data string) breach {
		return breach{name, rule, title, run(warn(text), raw(data), say("§text", "And on we go."))}
	}
	return []breach{
		frame("bad-field", agui.RuleBadField, "a number where text belongs",
			"The next piece of text is a number.", `{"type":"TEXT_MESSAGE_CONTENT","messageId":"§warning","delta":42}`),
		frame("missing-field", agui.RuleMissingField, "a required field is missing",
			"The next event says what, but not how.", `{"type":"CUSTOM","name":"demo.weather"}`),
		frame("bad-pointer", agui.RuleBadPointer, "a patch whose path is no pointer",
			"The next patch has a path with dots.", `{"type":"STATE_DELTA","delta":[{"op":"add","path":"trip.budget","value":1}]}`),
		frame("bad-json", agui.RuleBadJSON, "a frame that is not JSON", "The next frame is cut short.", `{"type":"TEXT_MESSAGE_CONTENT","messageId":"§wa`),
		frame("not-an-object", agui.RuleNotAnObject, "a frame that is a list", "The next frame is a list.", `["TEXT_MESSAGE_CONTENT","§warning"]`),
		frame("missing-type", agui.RuleMissingType, "a frame without a type", "The next frame forgot its type.", `{"messageId":"§warning","delta":"?"}`),
		{"error-object", agui.RuleErrorObject, "an error object in place of an event", join(raw(started),
			warn("Something breaks now, and the server forgets how to say it."), raw(`{"error":"the boiler in the hut exploded, on purpose"}`))},
		frame("chunk-no-id", agui.RuleChunkNoID, "a first chunk without an id",
			"The next chunk does not say what it belongs to.", `{"type":"REASONING_MESSAGE_CHUNK","delta":"Whose thought am I?"}`),
		frame("chunk-incomplete", agui.RuleChunkIncomplete, "a first tool call chunk without a name",
			"The next call has no name.", `{"type":"TOOL_CALL_CHUNK","toolCallId":"§call","delta":"{}"}`),
		{"chunk-mismatch", agui.RuleChunkMismatch, "a chunk that changes its role", run(warn("The next message changes its role."), raw(
			`{"type":"TEXT_MESSAGE_CHUNK","messageId":"§text","role":"assistant","delta":"I am the assistant. "}`,
			`{"type":"TEXT_MESSAGE_CHUNK","messageId":"§text","role":"user","delta":"No, I am the user."}`))},
		{"chunk-tag", agui.RuleChunkTag, "a chunk that changes its owner", run(warn("The next message changes its owner."), raw(
			`{"type":"TEXT_MESSAGE_CHUNK","messageId":"§text","delta":"This is mine. "}`,
			`{"type":"TEXT_MESSAGE_CHUNK","messageId":"§text","delta":"This is not.","subagentRunId":"§helper"}`))},
		{"chunk-ambiguous", agui.RuleChunkAmbiguous, "a chunk that could belong to two streams", run(warn("Two helpers talk, and then somebody goes on."), raw(
			`{"type":"TEXT_MESSAGE_CHUNK","messageId":"§one","delta":"One: I talk. ","subagentRunId":"§helper-1"}`,
			`{"type":"TEXT_MESSAGE_CHUNK","messageId":"§two","delta":"Two: so do I. ","subagentRunId":"§helper-2"}`,
			`{"type":"TEXT_MESSAGE_CHUNK","delta":"Who said that?"}`))},
	}
}
