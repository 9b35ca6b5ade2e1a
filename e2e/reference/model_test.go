package reference_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"agtui/store/doc"
	"agtui/stream/agui"
)

// tag is subagentRunId, or its absence.
type tag struct {
	id  string
	set bool
}

func (t tag) put(o object) {
	if t.set {
		o["subagentRunId"] = t.id
	}
}

// form is a thing that is opened and closed by id.
type form struct {
	start, content, end string
	prefix              string
}

// pending is a chunk stream that a lane has open.
type pending struct{ prefix, id string }

// maker makes a legal stream: what it knows of the run is a model of its own,
// so that it can be wrong where the engine is right, and the other way round.
type maker struct {
	dice
	events  []object
	open    map[string]form // by prefix and id
	owners  map[string]tag  // of messages
	callers map[string]tag  // owners of calls
	steps   map[tag]map[string]bool
	agents  map[string]bool // true while active
	lanes   map[tag]pending
	state   *doc.Doc
	results int
}

func forms() []form {
	return []form{
		{"TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "m"},
		{"TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "m"},
		{"REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_END", "r"},
		{"REASONING_START", "", "REASONING_END", "p"},
		{"TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "c"},
		{"TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "c"},
	}
}

// add appends an event and closes the chunk streams that it closes.
func (m *maker) add(kind string, by tag, e object) {
	e["type"] = kind
	by.put(e)
	m.maybe(10, e, "timestamp", func() any { return pick(m.dice, 0, 1700000000000, -1, 1<<53-1) })
	m.maybe(8, e, "rawEvent", func() any { return pick[any](m.dice, object{"a": 1}, "x", 0, false) })
	m.maybe(20, e, "metadata", m.anyMetadata)
	switch kind {
	case "RAW", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA", "REASONING_ENCRYPTED_VALUE", "SUBAGENT_STARTED", "META", "NEW_EVENT":
	case "TEXT_MESSAGE_CHUNK", "TOOL_CALL_CHUNK", "REASONING_MESSAGE_CHUNK":
	case "SUBAGENT_FINISHED", "SUBAGENT_ERROR":
		id, _ := e["subagentRunId"].(string)
		delete(m.lanes, tag{id, true})
	case "RUN_STARTED", "RUN_FINISHED", "RUN_ERROR", "MESSAGES_SNAPSHOT":
		clear(m.lanes)
	default:
		delete(m.lanes, by)
	}
	m.events = append(m.events, e)
}

func (m *maker) begin() {
	m.open, m.owners, m.callers = map[string]form{}, map[string]tag{}, map[string]tag{}
	m.steps, m.agents, m.lanes = map[tag]map[string]bool{}, map[string]bool{}, map[tag]pending{}
}

// run makes one run.
func (m *maker) run(first bool) {
	m.begin()
	run := object{"threadId": m.name("t"), "runId": m.name("r")}
	if first && m.chance(4) {
		m.add("RUN_ERROR", tag{}, object{"message": m.word()})
		return
	}
	started := maps.Clone(run)
	m.maybe(10, started, "parentRunId", m.anyWord)
	m.maybe(15, started, "protocolVersion", func() any { return "1.0" })
	m.maybe(15, started, "input", func() any { return m.input(m.history(false)) })
	m.add("RUN_STARTED", tag{}, started)
	actions := []func(){
		m.thing, m.thing, m.thing, m.thing, m.chunk, m.chunk, m.chunk, m.step, m.agent,
		m.result, m.patch, m.patch, m.activity, m.notice, m.secret, m.snapshot, m.thinking,
	}
	for range m.IntN(26) {
		pick(m.dice, actions...)()
	}
	switch {
	case m.chance(12):
		e := object{"message": m.word()}
		m.maybe(30, e, "code", m.anyWord)
		m.maybe(20, e, "usage", m.usage)
		m.add("RUN_ERROR", tag{}, e)
	case m.chance(8): // cut off
	default:
		m.closeAll()
		m.finish(run)
	}
}

func (m *maker) finish(run object) {
	m.maybe(20, run, "result", func() any { return pick[any](m.dice, 1, "x", object{"a": []any{}}, false) })
	m.maybe(20, run, "usage", m.usage)
	switch m.IntN(5) {
	case 0:
		run["outcome"] = object{"type": "success"}
	case 1:
		run["outcome"] = object{"type": "success", "pendingToolCallIds": m.list(func() any { return m.name("c") })}
	case 2:
		list := append(m.list(func() any { return m.interrupt(m.tag()) }), m.interrupt(m.tag()))
		run["outcome"] = object{"type": "interrupt", "interrupts": list}
	case 3:
		run["outcome"] = object{"type": "cancelled"}
	}
	m.add("RUN_FINISHED", tag{}, run)
	if m.chance(8) {
		m.add("RUN_ERROR", tag{}, object{"message": "too late"})
	}
}

// tag draws an owner.
func (m *maker) tag() tag {
	if m.chance(3) {
		return tag{m.odd(), true}
	}
	return pick(m.dice, tag{}, tag{}, tag{}, tag{"a1", true}, tag{"a2", true}, tag{"a3", true})
}

// claim draws a tag that may stand on an event about what is owned so.
func (m *maker) claim(own tag, known bool) tag {
	switch {
	case !known:
		return m.tag()
	case m.chance(50) || !own.set:
		return tag{}
	default:
		return own
	}
}

func (m *maker) thing() {
	f := pick(m.dice, forms()...)
	id := m.name(f.prefix)
	if f.prefix == "r" && m.chance(20) {
		id = m.name("m") // text and reasoning may share an id
	}
	owners, field := m.owners, "messageId"
	switch f.prefix {
	case "c":
		owners, field = m.callers, "toolCallId"
	case "p":
		id = "p" + id // a span's id is nobody's
	}
	own, known := owners[id]
	by := m.claim(own, known)
	e := object{field: id}
	slot := f.prefix + " " + id
	_, open := m.open[slot]
	switch {
	case !open:
		m.open[slot] = f
		m.opener(f, id, &by, e)
		m.add(f.start, by, e)
	case f.content != "" && m.chance(75):
		e["delta"] = m.word()
		m.add(f.content, by, e)
	default:
		delete(m.open, slot)
		m.add(f.end, by, e)
	}
}

// opener fills in a start and records who owns what it opens.
func (m *maker) opener(f form, id string, by *tag, e object) {
	switch f.prefix {
	case "m":
		m.maybe(60, e, "role", func() any { return pick(m.dice, "developer", "system", "assistant", "user") })
		m.maybe(20, e, "name", m.anyWord)
	case "r":
		e["role"] = "reasoning"
	case "c":
		e["toolCallName"] = m.word()
		m.parent(id, *by, e)
		if _, known := m.callers[id]; !known {
			m.callers[id] = *by
		}
		return
	}
	if _, known := m.owners[id]; !known {
		m.owners[id] = *by
	}
}

// parent hangs a call under a message whose owner allows it.
func (m *maker) parent(id string, by tag, e object) {
	if m.chance(40) {
		return
	}
	parent := m.name("m")
	own, known := m.owners[parent]
	has, called := m.callers[id]
	switch {
	case !known && called, known && called && own != has, known && by.set && by != own:
		return
	case known && !called:
		m.callers[id] = own
	}
	e["parentMessageId"] = parent
	if !known && parent != "" {
		m.owners[parent] = by
	}
}

func (m *maker) chunk() {
	lane := m.tag()
	kind := m.IntN(3)
	prefix := []string{"km", "kc", "kr"}[kind]
	id := prefix + strconv.Itoa(m.IntN(2)+1) + lane.id
	e := object{}
	m.maybe(80, e, "delta", m.anyWord)
	name := []string{"TEXT_MESSAGE_CHUNK", "TOOL_CALL_CHUNK", "REASONING_MESSAGE_CHUNK"}[kind]
	if m.lanes[lane].prefix == prefix && m.chance(60) {
		m.add(name, lane, e)
		return
	}
	again := m.lanes[lane] == pending{prefix, id}
	m.lanes[lane] = pending{prefix, id}
	if kind == 1 {
		e["toolCallId"], e["toolCallName"] = id, "tool"
	} else {
		e["messageId"] = id
	}
	if kind == 0 && !again {
		m.maybe(20, e, "role", func() any { return pick(m.dice, "user", "assistant", "system", "developer") })
		m.maybe(10, e, "name", m.anyWord)
	}
	m.add(name, lane, e)
}

// closeAll ends all that is open.
func (m *maker) closeAll() {
	for _, slot := range slices.Sorted(maps.Keys(m.open)) {
		f, id := m.open[slot], slot[len(m.open[slot].prefix)+1:]
		field := "messageId"
		if f.prefix == "c" {
			field = "toolCallId"
		}
		m.add(f.end, tag{}, object{field: id})
	}
	for _, own := range slices.SortedFunc(maps.Keys(m.steps), compareTags) {
		for _, name := range slices.Sorted(maps.Keys(m.steps[own])) {
			m.add("STEP_FINISHED", own, object{"stepName": name})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(m.agents)) {
		if m.agents[id] {
			m.add("SUBAGENT_FINISHED", tag{id, true}, object{})
		}
	}
}

func compareTags(a, b tag) int {
	if a.set != b.set {
		return strings.Compare(strconv.FormatBool(a.set), strconv.FormatBool(b.set))
	}
	return strings.Compare(a.id, b.id)
}

// operations converts what was made for a patch, to follow the state.
func operations(ops []any) []agui.Operation {
	ev, err := agui.DecodeEvent(appendValue(nil, object{"type": "STATE_DELTA", "delta": ops}))
	if err != nil {
		panic(err)
	}
	return ev.Patch
}
