package reference_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"agtui/store/doc"
)

func (m *maker) step() {
	own, name := m.tag(), m.name("s")
	if m.steps[own] == nil {
		m.steps[own] = map[string]bool{}
	}
	kind := "STEP_STARTED"
	if m.steps[own][name] {
		kind = "STEP_FINISHED"
		delete(m.steps[own], name)
	} else {
		m.steps[own][name] = true
	}
	m.add(kind, own, object{"stepName": name})
}

func (m *maker) agent() {
	id := m.name("a")
	active, known := m.agents[id]
	e := object{}
	switch {
	case !known:
		e["name"] = m.word()
		m.maybe(30, e, "description", m.anyWord)
		m.maybe(30, e, "parentToolCallId", func() any { return m.name("c") })
		m.maybe(30, e, "parentMessageId", func() any { return m.name("m") })
		if parents := slices.Sorted(maps.Keys(m.agents)); len(parents) > 0 && m.chance(60) {
			e["parentSubagentRunId"] = pick(m.dice, parents...)
		}
		m.agents[id] = true
		m.add("SUBAGENT_STARTED", tag{id, true}, e)
	case active && m.chance(40):
		m.agents[id] = false
		e["message"] = m.word()
		m.maybe(30, e, "code", m.anyWord)
		m.add("SUBAGENT_ERROR", tag{id, true}, e)
	case active:
		m.agents[id] = false
		m.maybe(30, e, "result", func() any { return pick[any](m.dice, 1, "x", object{}) })
		m.maybe(30, e, "outcome", func() any {
			return pick(m.dice, object{"type": "success"}, object{"type": "suspended"},
				object{"type": "suspended", "interruptIds": []any{"i1", ""}})
		})
		m.add("SUBAGENT_FINISHED", tag{id, true}, e)
	}
}

func (m *maker) result() {
	by := m.tag()
	m.results++
	id := "x" + strconv.Itoa(m.results)
	if m.chance(10) {
		id = m.name("m")
	}
	m.owners[id] = by
	e := object{"messageId": id, "toolCallId": m.name("c"), "content": m.content()}
	m.maybe(30, e, "role", func() any { return "tool" })
	m.add("TOOL_CALL_RESULT", by, e)
}

// patch adds a state event; most patches are about what is there.
func (m *maker) patch() {
	if m.chance(20) {
		v := m.value(3)
		m.follow(v)
		m.add("STATE_SNAPSHOT", m.tag(), object{"snapshot": v})
		return
	}
	ops := []any{}
	ahead := doc.New(m.state.Root().Clone())
	for range m.IntN(4) {
		op := m.operation(ahead)
		ops = append(ops, op)
		if ahead.Apply(operations([]any{op})) != nil {
			break // what follows must not depend on what failed
		}
	}
	_ = m.state.Apply(operations(ops)) // it may fail: then it changes nothing
	m.add("STATE_DELTA", m.tag(), object{"delta": ops})
}

func (m *maker) follow(v any) {
	root, err := doc.Parse(appendValue(nil, v))
	if err != nil {
		panic(err)
	}
	m.state = doc.New(root)
}

// operation draws one operation on a document.
func (m *maker) operation(d *doc.Doc) object {
	op := object{"op": pick(m.dice, "add", "add", "replace", "replace", "remove", "move", "copy", "test"), "path": m.pointer(d)}
	switch op["op"] {
	case "add", "replace":
		op["value"] = m.value(2)
	case "test":
		op["value"] = m.value(1)
		if v := at(d, op["path"]); v != nil && m.chance(70) {
			op["value"] = text(v.Append(nil))
		}
	case "move", "copy":
		op["from"] = m.pointer(d)
		m.sensible(d, op)
	}
	m.maybe(10, op, "extra", m.anyWord)
	return op
}

// sensible keeps an operation from where the reference's library leaves the
// standard by accident: it moves a value into itself, and it copies what is
// missing to the root.
func (m *maker) sensible(d *doc.Doc, op object) {
	from, path := op["from"].(string), op["path"].(string)
	into := path == from || strings.HasPrefix(path, from+"/")
	missing := path == "" && at(d, from) == nil
	if op["op"] == "move" && into || missing {
		op["op"], op["from"] = "copy", ""
	}
}

// inherited tells whether a pointer ends in a name that is no member, but that
// every object of JavaScript has: the library takes it for one.
func inherited(d *doc.Doc, pointer string) bool {
	switch pointer[strings.LastIndexByte(pointer, '/')+1:] {
	case "constructor", "toString", "hasOwnProperty", "length":
		return at(d, pointer) == nil
	default:
		return false
	}
}

// at returns what is in the document at a pointer, or nil.
func at(d *doc.Doc, pointer any) *doc.Value {
	p, _ := pointer.(string)
	v := d.Root()
	if p == "" {
		return v
	}
	for token := range strings.SplitSeq(p[1:], "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		if v == nil {
			return nil
		}
		switch v.Kind() {
		case doc.Object:
			v = v.Get(token)
		case doc.Array:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= v.Len() {
				return nil
			}
			v = v.At(i)
		default:
			return nil
		}
	}
	return v
}

// pointer draws a place in the document, or one next to it.
func (m *maker) pointer(d *doc.Doc) string {
	for {
		if p := m.anyPointer(d); !inherited(d, p) {
			return p
		}
	}
}

func (m *maker) anyPointer(d *doc.Doc) string {
	v, p := d.Root(), ""
	if v.Kind() != doc.Object && v.Kind() != doc.Array {
		return "" // below a scalar the reference's library has accidents
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	for v.Len() > 0 && !m.chance(25) {
		i := m.IntN(v.Len())
		if v.Kind() == doc.Object {
			p += "/" + escape.Replace(v.Key(i))
		} else {
			p += "/" + strconv.Itoa(i)
		}
		v = v.At(i)
	}
	switch {
	case v.Kind() == doc.Array && m.chance(50):
		return p + "/" + pick(m.dice, "-", strconv.Itoa(v.Len()), strconv.Itoa(v.Len()+1), "x", "-1")
	case v.Kind() == doc.Object && m.chance(60):
		return p + "/" + escape.Replace(m.key())
	case m.chance(5) && v != d.Root():
		return p + "/" + pick(m.dice, "a", "0", "-", "__proto__", "constructor/prototype")
	default:
		return p
	}
}

func (m *maker) activity() {
	by, id := m.tag(), "act"+strconv.Itoa(m.IntN(2)+1)
	if m.chance(10) {
		id = m.name("m")
	}
	own, known := m.owners[id]
	if known && m.chance(50) {
		ops := m.list(func() any {
			return pick(m.dice,
				object{"op": "add", "path": "/steps", "value": []any{m.word()}},
				object{"op": "add", "path": "/steps/-", "value": m.value(1)},
				object{"op": "replace", "path": "/n", "value": m.value(1)},
				object{"op": "remove", "path": "/steps/0"})
		})
		if m.chance(10) { // alone: below a scalar the reference's library has accidents
			ops = []any{object{"op": "replace", "path": "", "value": pick[any](m.dice, object{}, []any{}, object{"steps": []any{}})}}
		}
		m.add("ACTIVITY_DELTA", m.claim(own, known), object{"messageId": id, "activityType": m.kind(), "patch": ops})
		return
	}
	e := object{"messageId": id, "activityType": m.kind(), "content": object{"steps": []any{1, m.word()}, "n": m.value(1)}}
	if m.chance(30) {
		e["content"] = m.object(2)
	}
	m.maybe(40, e, "replace", func() any { return m.chance(50) })
	if !known || e["replace"] != false {
		m.owners[id] = by
	}
	m.add("ACTIVITY_SNAPSHOT", by, e)
}

func (m *maker) notice() {
	switch m.IntN(5) {
	case 0:
		m.add("RAW", m.tag(), object{"event": m.value(2), "source": m.word()})
	case 1:
		m.add("META", tag{}, object{"metaType": "note", "payload": object{}})
	case 2:
		m.add("NEW_EVENT", m.tag(), object{"what": m.value(1)})
	default:
		m.add("CUSTOM", m.tag(), object{"name": m.word(), "value": m.value(2)})
	}
}

func (m *maker) secret() {
	e := object{"subtype": "message", "encryptedValue": m.word(), "entityId": m.name("m")}
	own, known := m.owners[e["entityId"].(string)]
	if m.chance(50) {
		e["subtype"], e["entityId"] = "tool-call", m.name("c")
		own, known = m.callers[e["entityId"].(string)]
	}
	m.add("REASONING_ENCRYPTED_VALUE", m.claim(own, known), e)
}

// history draws messages as a server remembers them. A snapshot decides who
// owns what; the input of a run does so only for what nobody owns.
func (m *maker) history(decides bool) []any {
	list := []any{}
	seen := map[string]bool{}
	for range m.IntN(5) {
		role := m.role()
		id := m.name(pick(m.dice, "m", "m", "r", "act", "h"))
		if role == "tool" {
			id = "x" + strconv.Itoa(m.IntN(m.results+2))
		}
		if seen[id] && m.chance(80) {
			continue
		}
		seen[id] = true
		msg := m.message(id, role)
		if parts, ok := msg["content"].([]any); ok && role == "user" && m.chance(40) {
			msg["content"] = append(parts, m.oldPart())
		}
		by := m.tag()
		by.put(msg)
		m.remember(msg, by, decides)
		list = append(list, msg)
	}
	return list
}

func (m *maker) remember(msg object, by tag, decides bool) {
	id, _ := msg["id"].(string)
	if _, known := m.owners[id]; decides || !known {
		m.owners[id] = by
	}
	calls, _ := msg["toolCalls"].([]any)
	for _, c := range calls {
		call, _ := c.(object)["id"].(string)
		if _, known := m.callers[call]; decides || !known {
			m.callers[call] = by
		}
	}
}

func (m *maker) snapshot() {
	e := object{"messages": m.history(true)}
	m.add("MESSAGES_SNAPSHOT", tag{}, e)
	if m.chance(40) {
		meta := object{"@ag-ui/client": pick[any](m.dice, object{}, 1, object{"authoritativeActivityTypes": nil},
			object{"authoritativeActivityTypes": []any{}}, object{"authoritativeActivityTypes": []any{"PLAN"}},
			object{"authoritativeActivityTypes": []any{"PLAN", 1}}, nil, []any{})}
		e["metadata"] = meta
	}
}

// thinking adds a thought in the words of before 1.0.
func (m *maker) thinking() {
	if m.chance(60) {
		return
	}
	span := m.chance(70)
	if span {
		e := object{}
		m.maybe(50, e, "title", m.anyWord)
		m.add("THINKING_START", tag{}, e)
	}
	if m.chance(80) {
		m.add("THINKING_TEXT_MESSAGE_START", tag{}, object{})
		for range m.IntN(3) {
			m.add("THINKING_TEXT_MESSAGE_CONTENT", tag{}, object{"delta": m.word()})
			if m.chance(20) {
				m.notice()
			}
		}
		m.add("THINKING_TEXT_MESSAGE_END", tag{}, object{})
	}
	if span {
		m.add("THINKING_END", tag{}, object{})
	}
}
