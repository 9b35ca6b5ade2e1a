package streamgen

import (
	"strconv"

	"pgregory.net/rapid"

	"agtui/stream/agui"
)

type owner = agui.Opt[string]

type thing struct {
	start, content, end agui.EventType
	prefix              string
}

// things lists what is opened and closed by id.
func things() []thing {
	return []thing{
		{agui.TextMessageStart, agui.TextMessageContent, agui.TextMessageEnd, "m"},
		{agui.ReasoningMessageStart, agui.ReasoningMessageContent, agui.ReasoningMessageEnd, "r"},
		{agui.ReasoningStart, agui.UnknownType, agui.ReasoningEnd, "p"},
		{agui.ToolCallStart, agui.ToolCallArgs, agui.ToolCallEnd, "c"},
	}
}

type pending struct{ prefix, id string }

// model is what the generator knows about the run.
type model struct {
	t       *rapid.T
	events  []agui.Event
	runs    int
	open    map[string]thing
	owners  map[string]owner
	steps   map[owner]map[string]bool
	agents  map[string]bool // true while active
	pending map[owner]pending
}

// Legal generates streams that the reference client accepts, of one to three
// runs with chunks, subagents, steps and interleaved messages.
func Legal() *rapid.Generator[[]agui.Event] {
	return rapid.Custom(func(t *rapid.T) []agui.Event {
		m := &model{t: t}
		for range rapid.IntRange(1, 3).Draw(t, "runs") {
			m.run()
		}
		return number(m.events)
	})
}

// number gives every event the number of its place as its frame.
func number(events []agui.Event) []agui.Event {
	for i := range events {
		events[i].Frame = i + 1
	}
	return events
}

func (m *model) add(ev agui.Event) {
	switch ev.Type {
	case agui.RawEvent, agui.ActivitySnapshot, agui.ActivityDelta,
		agui.ReasoningEncryptedValue, agui.SubagentStarted:
	case agui.SubagentFinished, agui.SubagentError:
		delete(m.pending, agui.Some(ev.Subagent.ID))
	case agui.RunStarted, agui.RunFinished, agui.RunError, agui.MessagesSnapshot:
		clear(m.pending)
	case agui.TextMessageChunk, agui.ToolCallChunk, agui.ReasoningMessageChunk:
	default:
		delete(m.pending, ev.Owner)
	}
	m.events = append(m.events, ev)
}

func (m *model) run() {
	m.runs++
	m.open, m.owners = map[string]thing{}, map[string]owner{}
	m.steps, m.agents = map[owner]map[string]bool{}, map[string]bool{}
	m.pending = map[owner]pending{}
	run := agui.Run{ThreadID: "t", RunID: "run" + strconv.Itoa(m.runs)}
	if m.runs > 1 || rapid.Bool().Draw(m.t, "started") {
		m.add(agui.Event{Type: agui.RunStarted, Run: &run})
	} else {
		// A run that fails at once needs no start.
		m.add(agui.Event{Type: agui.RunError, Run: &agui.Run{Message: "no"}})
		return
	}
	actions := []func(){m.thing, m.thing, m.thing, m.chunk, m.chunk, m.chunk, m.step, m.agent, m.other, m.other}
	for range rapid.IntRange(0, 30).Draw(m.t, "length") {
		rapid.SampledFrom(actions).Draw(m.t, "action")()
	}
	if rapid.IntRange(0, 3).Draw(m.t, "fails") == 0 {
		m.add(agui.Event{Type: agui.RunError, Run: &agui.Run{Message: "bad luck"}})
		return
	}
	m.closeAll()
	m.add(agui.Event{Type: agui.RunFinished, Run: &run})
	if rapid.IntRange(0, 5).Draw(m.t, "late") == 0 {
		m.add(agui.Event{Type: agui.RunError, Run: &agui.Run{Message: "too late"}})
	}
}

// tag draws an owner: the parent or one of three subagents.
func (m *model) tag() owner {
	return rapid.SampledFrom([]owner{{}, {}, agui.Some("a1"), agui.Some("a2"), agui.Some("a3")}).Draw(m.t, "tag")
}

// claim draws a tag that may stand on an event about id.
func (m *model) claim(id string) owner {
	own, known := m.owners[id]
	if !known {
		return m.tag()
	}
	if rapid.Bool().Draw(m.t, "untagged") {
		return owner{}
	}
	return own
}

func (m *model) thing() {
	th := rapid.SampledFrom(things()).Draw(m.t, "thing")
	id := th.prefix + strconv.Itoa(rapid.IntRange(1, 3).Draw(m.t, "id"))
	ev := agui.Event{Owner: m.claim(id), Metadata: metadata(m.t)}
	if th.prefix == "c" {
		ev.ToolCallID = agui.Some(id)
	} else {
		ev.MessageID = agui.Some(id)
	}
	_, open := m.open[id]
	switch {
	case !open:
		m.start(th, id, &ev)
	case th.content != agui.UnknownType && rapid.IntRange(0, 3).Draw(m.t, "continue") > 0:
		ev.Type, ev.Delta = th.content, agui.Some(delta(m.t))
	default:
		ev.Type = th.end
		delete(m.open, id)
	}
	m.add(ev)
}

func (m *model) start(th thing, id string, ev *agui.Event) {
	ev.Type = th.start
	m.open[id] = th
	switch th.prefix {
	case "m":
		ev.Role = agui.Some(agui.RoleAssistant)
	case "r":
		ev.Role = agui.Some(agui.RoleReasoning)
	case "c":
		ev.Name = agui.Some("tool-" + id)
		m.parent(id, ev)
	}
	if _, known := m.owners[id]; !known {
		m.owners[id] = ev.Owner
	}
}

// parent hangs a call under a message whose owner allows it.
func (m *model) parent(id string, ev *agui.Event) {
	parent := "m" + strconv.Itoa(rapid.IntRange(1, 4).Draw(m.t, "parent"))
	own, known := m.owners[parent]
	has, called := m.owners[id]
	switch {
	case !known && called, known && called && own != has:
		return // may not, or need not
	case known && ev.Owner.Set && ev.Owner != own:
		return
	case known && !called:
		m.owners[id] = own
	}
	ev.ParentID = agui.Some(parent)
}

func (m *model) chunk() {
	lane := m.tag()
	kind := rapid.IntRange(0, 2).Draw(m.t, "kind")
	prefix := []string{"km", "kc", "kr"}[kind]
	id := prefix + strconv.Itoa(rapid.IntRange(1, 2).Draw(m.t, "id")) + lane.Value
	ev := agui.Event{
		Type:  []agui.EventType{agui.TextMessageChunk, agui.ToolCallChunk, agui.ReasoningMessageChunk}[kind],
		Owner: lane, Metadata: metadata(m.t),
	}
	if rapid.IntRange(0, 4).Draw(m.t, "delta") > 0 {
		ev.Delta = agui.Some(delta(m.t))
	}
	at := m.pending[lane]
	if at.prefix == prefix && rapid.Bool().Draw(m.t, "anonymous") {
		m.add(ev)
		return
	}
	m.pending[lane] = pending{prefix, id}
	if kind == 1 {
		ev.ToolCallID, ev.Name = agui.Some(id), agui.Some("tool-"+id)
	} else {
		ev.MessageID = agui.Some(id)
	}
	m.add(ev)
}

func (m *model) step() {
	own := m.tag()
	name := "s" + strconv.Itoa(rapid.IntRange(1, 2).Draw(m.t, "step"))
	ev := agui.Event{Type: agui.StepStarted, Owner: own, Name: agui.Some(name)}
	if m.steps[own] == nil {
		m.steps[own] = map[string]bool{}
	}
	if m.steps[own][name] {
		ev.Type = agui.StepFinished
		delete(m.steps[own], name)
	} else {
		m.steps[own][name] = true
	}
	m.add(ev)
}

func (m *model) agent() {
	id := "a" + strconv.Itoa(rapid.IntRange(1, 3).Draw(m.t, "agent"))
	active, known := m.agents[id]
	switch {
	case !known:
		sub := agui.Subagent{ID: id, Name: "scout"}
		for _, parent := range []string{"a1", "a2", "a3"} {
			if _, ok := m.agents[parent]; ok && rapid.Bool().Draw(m.t, "nested") {
				sub.ParentID = agui.Some(parent)
			}
		}
		m.agents[id] = true
		m.add(agui.Event{Type: agui.SubagentStarted, Subagent: &sub})
	case active && rapid.Bool().Draw(m.t, "fails"):
		m.agents[id] = false
		m.add(agui.Event{Type: agui.SubagentError, Subagent: &agui.Subagent{ID: id, Message: "lost"}})
	case active:
		m.agents[id] = false
		m.add(agui.Event{Type: agui.SubagentFinished, Subagent: &agui.Subagent{ID: id}})
	}
}
