package reference_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// generate makes stream n of a seed: legal ones and ones with faults.
func generate(seed, n uint64) *script { return makeScript(newDice(seed, n), n%5 < 3) }

// generateLegal makes a stream that the reference should accept.
func generateLegal(seed, n uint64) *script { return makeScript(newDice(seed, n), false) }

func makeScript(d dice, faults bool) *script {
	m := &maker{dice: d}
	m.begin()
	s := &script{State: json.RawMessage("{}")}
	if d.chance(30) {
		for _, msg := range m.history(false) {
			delete(msg.(object), "subagentRunId")
			s.Messages = append(s.Messages, appendValue(nil, msg))
		}
	}
	if d.chance(30) {
		s.State = appendValue(nil, pick[any](d, d.object(2), nil, 0, "x", []any{1}))
	}
	m.follow(text(s.State))
	for range pick(d, 1, 1, 1, 2, 3) {
		m.events = nil
		for i := range pick(d, 1, 1, 1, 2) {
			m.run(i == 0)
		}
		var e exchange
		if d.chance(30) {
			e.Say = appendValue(nil, object{"id": d.name("u"), "role": "user", "content": d.word()})
		}
		if faults && d.chance(70) {
			for range d.IntN(3) + 1 {
				m.events = m.mutate(m.events)
			}
		}
		for _, ev := range m.events {
			e.Frames = append(e.Frames, m.frame(ev))
		}
		if faults && d.chance(3) {
			e.Frames = slices.Insert(e.Frames, d.IntN(len(e.Frames)+1), pick(d, "{", "null", "1", `"x"`, "[]", "{}",
				`{"type":1}`, `{"type":""}`, `{"error":"no"}`, `{"type":"RUN_STARTED"`, "nul", `{"type":null}`, "{'type':1}"))
		}
		s.Exchanges = append(s.Exchanges, e)
	}
	return s
}

// frame writes an event, sometimes in an unusual but equal way.
func (m *maker) frame(ev object) string {
	b := string(appendValue(nil, ev))
	switch n := m.IntN(100); {
	case n < 4:
		b = " " + strings.ReplaceAll(b, `,"`, ` ,	"`) + " "
	case n < 7:
		b = `{"type":"RAW",` + b[1:] // of two members with one name the last counts
	case n < 10:
		b = strings.ReplaceAll(strings.ReplaceAll(b, "message", "\\u006dessage"), "TEXT", "T\\u0045XT")
	}
	return b
}

// mutate puts a fault in.
func (m *maker) mutate(events []object) []object {
	if len(events) == 0 {
		return events
	}
	from, to := m.IntN(len(events)), m.IntN(len(events))
	switch m.IntN(12) {
	case 0:
		return slices.Delete(events, from, from+1)
	case 1:
		return slices.Insert(events, to, copyValue(events[from]).(object))
	case 2:
		events[from], events[to] = events[to], events[from]
	case 3:
		ev := copyValue(events[from]).(object)
		m.tag().put(ev)
		events[from] = ev
	case 4:
		ev := copyValue(events[from]).(object)
		for _, k := range []string{"messageId", "toolCallId", "parentMessageId", "stepName", "parentSubagentRunId"} {
			if _, ok := ev[k]; ok && m.chance(60) {
				ev[k] = m.name(pick(m.dice, "m", "r", "c", "km", "s", "a"))
			}
		}
		events[from] = ev
	case 5:
		ev := copyValue(events[from]).(object)
		ev["type"] = pick(m.dice, "text_message_start", "RUN_CANCELLED", "toString", "TEXT_MESSAGE_START", "TOOL_CALL_END",
			"STEP_FINISHED", "REASONING_END", "TEXT_MESSAGE_CHUNK", "RUN_FINISHED", "RUN_STARTED", "RUN_ERROR")
		events[from] = ev
	default:
		ev := copyValue(events[from]).(object)
		m.spoil(ev)
		events[from] = ev
	}
	return events
}

// spoil changes one member somewhere in an event.
func (m *maker) spoil(ev object) {
	places := members(ev, nil)
	if len(places) == 0 {
		return
	}
	p := pick(m.dice, places...)
	switch m.IntN(8) {
	case 0, 1:
		p.in[p.key] = nil
	case 2:
		delete(p.in, p.key)
	case 3:
		p.in[pick(m.dice, "unknown", "toString", "message_id", "constructor", "ID")] = m.value(1)
	case 4:
		if _, ok := p.in[p.key].(string); ok {
			p.in[p.key] = pick(m.dice, "", "unknown", "tool", "reasoning", "user", "binary", "text", "/a/~2", "a", "success", "remove")
			return
		}
		fallthrough
	default:
		p.in[p.key] = pick[any](m.dice, 1, -1, text("1.5"), text("1e21"), 1<<53-1, "x", "", true, false, object{}, []any{},
			[]any{nil}, []any{"x"}, object{"type": "new"}, object{"type": nil}, []any{object{"type": "new"}}, nil)
	}
}

// place is a member of an object inside an event.
type place struct {
	in  object
	key string
}

// members lists all members below v, but not those of opaque values.
func members(v any, out []place) []place {
	switch v := v.(type) {
	case object:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			out = append(out, place{v, k})
			switch k {
			case "metadata", "rawEvent", "snapshot", "value", "state", "parameters", "payload", "responseSchema", "event":
			default:
				out = members(v[k], out)
			}
		}
	case []any:
		for _, e := range v {
			out = members(e, out)
		}
	}
	return out
}
