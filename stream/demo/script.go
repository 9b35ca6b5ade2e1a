package demo

import (
	"fmt"
	"strings"
	"time"

	"agtui/stream/agui"
)

// A script is what a scenario sends, step by step. Scripts are values: they
// are joined (join), interleaved (together) and wrapped into a run (run).
//
// Event texts are JSON with placeholders, which the player fills in:
//
//	§NAME      the id NAME in this run: demo-3-NAME
//	†NAME      the same id in the run that is being resumed
//	"¶thread"  the request's threadId, quoted
//	"¶run"     the request's runId, quoted
//	¶now       the time in milliseconds
//	¶expiry    when an expiring question expires, in seconds
//	¶expires   the same as ISO 8601
//	¶usage     what the run used, as TokenUsage[]
type script []step

// A step is one thing on the wire.
type step struct {
	do   action
	data string        // of an event: JSON text; of the others: see action
	wait time.Duration // before it, at the natural pace
	// What the step adds to the run's usage.
	tokens, thought int
}

// An action says what a step does with the connection.
type action uint8

const (
	event   action = iota // data is sent as one SSE event
	comment               // data is sent as an SSE comment
	octets                // data is sent as it is, without placeholders
	hangUp                // the connection is cut
)

// The rhythm of the agent.
const (
	beat  = 300 * time.Millisecond // between two things
	tick  = 30 * time.Millisecond  // between the pieces of arguments
	quick = 8 * time.Millisecond   // between pieces of something long
)

func join(parts ...script) script {
	var all script
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// raw is one event per text, each after a tick.
func raw(events ...string) script {
	s := make(script, 0, len(events))
	for _, e := range events {
		s = append(s, step{data: e, wait: tick})
	}
	return s
}

// after delays a script.
func after(d time.Duration, s script) script {
	if len(s) == 0 {
		return nil
	}
	late := append(script(nil), s...)
	late[0].wait += d
	return late
}

// quote makes a JSON string of text, in which nothing is a placeholder.
func quote(text string) string {
	return shield(string(agui.AppendString(nil, text)))
}

// shield protects JSON text from being read as placeholders. The characters
// can stand only inside JSON strings, so escaping them changes no value.
func shield(jsonText string) string {
	return strings.NewReplacer("§", `\u00a7`, "†", `\u2020`, "¶", `\u00b6`).Replace(jsonText)
}

// owned is the member that tags an event with its owner.
func owned(owner string) string {
	if owner == "" {
		return ""
	}
	return `,"subagentRunId":"` + owner + `"`
}

// A speaker makes the events of one owner; the zero value is the parent agent.
type speaker struct {
	owner string
	wide  bool // big pieces, quickly: for long texts
}

// say streams a message of the assistant.
func say(id, text string) script { return speaker{}.say(id, text) }

// think streams a reasoning message inside its span.
func think(id, text string) script { return speaker{}.think(id, text) }

func (p speaker) say(id, text string) script {
	return p.stream("TEXT_MESSAGE", id, `"role":"assistant"`, text)
}

func (p speaker) think(id, text string) script {
	span := func(typ string) string {
		return fmt.Sprintf(`{"type":%q,"messageId":"%s-span"%s}`, typ, id, owned(p.owner))
	}
	return join(
		raw(span("REASONING_START")),
		p.stream("REASONING_MESSAGE", id, `"role":"reasoning"`, text),
		raw(span("REASONING_END")))
}

func (p speaker) stream(family, id, opener, text string) script {
	tag := owned(p.owner)
	s := script{{data: fmt.Sprintf(`{"type":"%s_START","messageId":%q,%s%s}`, family, id, opener, tag), wait: beat}}
	for i, piece := range pieces(text, p.wide) {
		n := len(strings.Fields(piece))
		next := step{
			data:   fmt.Sprintf(`{"type":"%s_CONTENT","messageId":%q,"delta":%s%s}`, family, id, quote(piece), tag),
			wait:   rhythm(i, p.wide),
			tokens: n,
		}
		if family == "REASONING_MESSAGE" {
			next.thought = n
		}
		s = append(s, next)
	}
	return append(s, step{data: fmt.Sprintf(`{"type":"%s_END","messageId":%q%s}`, family, id, tag), wait: tick})
}

// call streams a tool call whose arguments arrive in pieces, cut anywhere.
func (p speaker) call(id, name, args string) script {
	tag := owned(p.owner)
	s := script{{
		data: fmt.Sprintf(`{"type":"TOOL_CALL_START","toolCallId":%q,"toolCallName":%s%s}`, id, quote(name), tag), wait: beat,
	}}
	for i, piece := range crumbs(args, 7, 5) {
		s = append(s, step{
			data:   fmt.Sprintf(`{"type":"TOOL_CALL_ARGS","toolCallId":%q,"delta":%s%s}`, id, quote(piece), tag),
			wait:   rhythm(i, false),
			tokens: 1,
		})
	}
	return append(s, step{data: fmt.Sprintf(`{"type":"TOOL_CALL_END","toolCallId":%q%s}`, id, tag), wait: tick})
}

// result answers a tool call; content is text.
func (p speaker) result(id, content string) script {
	return after(beat, raw(fmt.Sprintf(
		`{"type":"TOOL_CALL_RESULT","messageId":"%s-result","toolCallId":%q,"content":%s,"role":"tool"%s}`,
		id, id, quote(content), owned(p.owner))))
}

// use is a call with its result after d.
func (p speaker) use(id, name, args string, d time.Duration, content string) script {
	return join(p.call(id, name, args), after(d, p.result(id, content)))
}

// during wraps a script into a step.
func (p speaker) during(name string, s script) script {
	mark := func(typ string) script {
		return raw(fmt.Sprintf(`{"type":%q,"stepName":%s%s}`, typ, quote(name), owned(p.owner)))
	}
	return join(mark("STEP_STARTED"), s, mark("STEP_FINISHED"))
}

// pieces cuts text into what a model sends at a time: one to three words, or
// with wide some dozen. Joined they are the text.
func pieces(text string, wide bool) []string {
	var out []string
	words := strings.SplitAfter(text, " ")
	for i := 0; len(words) > 0; i++ {
		n := 1 + (i*7+i/3)%3
		if wide {
			n *= 6
		}
		n = min(n, len(words))
		out = append(out, strings.Join(words[:n], ""))
		words = words[n:]
	}
	return out
}

// crumbs cuts text into pieces of about n runes, varying by vary.
func crumbs(text string, n, vary int) []string {
	var out []string
	runes := []rune(text)
	for i := 0; len(runes) > 0; i++ {
		k := min(n+(i*3)%vary, len(runes))
		out = append(out, string(runes[:k]))
		runes = runes[k:]
	}
	return out
}

// rhythm is the pause before piece i: 25 to 60 ms, or quick ones.
func rhythm(i int, wide bool) time.Duration {
	if wide {
		return quick
	}
	return time.Duration(25+(i*17)%36) * time.Millisecond
}

// together plays scripts at the same time, each at its own pace: their steps
// are merged in the order in which they fall due.
func together(lanes ...script) script {
	var all script
	due := make([]time.Duration, len(lanes))
	next := make([]int, len(lanes))
	for i, lane := range lanes {
		if len(lane) > 0 {
			due[i] = lane[0].wait
		}
	}
	var now time.Duration
	for {
		first := -1
		for i, lane := range lanes {
			if next[i] < len(lane) && (first < 0 || due[i] < due[first]) {
				first = i
			}
		}
		if first < 0 {
			return all
		}
		s := lanes[first][next[first]]
		s.wait, now = due[first]-now, due[first]
		all = append(all, s)
		if next[first]++; next[first] < len(lanes[first]) {
			due[first] += lanes[first][next[first]].wait
		}
	}
}

const (
	started  = `{"type":"RUN_STARTED","threadId":"¶thread","runId":"¶run","protocolVersion":"1.0","timestamp":¶now}`
	finished = `{"type":"RUN_FINISHED","threadId":"¶thread","runId":"¶run","timestamp":¶now,"usage":¶usage}`
)

// run wraps a body into a run that succeeds.
func run(body ...script) script {
	return join(raw(started), join(body...), raw(finished))
}

// runTo wraps a body into a run with an outcome, which is JSON.
func runTo(outcome string, body ...script) script {
	end := strings.TrimSuffix(finished, "}") + `,"outcome":` + outcome + `}`
	return join(raw(started), join(body...), raw(end))
}

// fail wraps a body into a run that ends with an error.
func fail(code, message string, body ...script) script {
	return join(raw(started), join(body...), raw(runError(code, message)))
}

func runError(code, message string) string {
	return fmt.Sprintf(`{"type":"RUN_ERROR","message":%s,"code":%q,"timestamp":¶now,"usage":¶usage}`, quote(message), code)
}

func commas(items []string) string { return strings.Join(items, ",") }
