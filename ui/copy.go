package ui

import (
	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

func (m *Model) nothingSelected() string {
	if m.transcript.Selected() == nil {
		return "no block is marked: tab goes to the conversation, up and down mark one"
	}
	return ""
}

func (m *Model) nothingToCopy() string {
	if m.inState() {
		if m.tree.Rows() == 0 || m.tree.Value() == nil {
			return "there is no value"
		}
		return ""
	}
	return m.nothingSelected()
}

// inState: what is marked is a value of the state.
func (m *Model) inState() bool { return m.focus == focusSide && m.sideTab == tabState }

// copySource hands the source of what is marked to the terminal's clipboard.
func (m *Model) copySource() tea.Cmd {
	if m.inState() {
		v := m.tree.Value()
		if s, ok := agui.Unquote(v.Append(nil)); ok {
			return m.clip(s)
		}
		return m.copyJSON()
	}
	return m.clip(transcript.Source(m.transcript.Selected()))
}

func (m *Model) copyJSON() tea.Cmd {
	if m.inState() {
		return m.clip(string(m.tree.Value().Append(nil)))
	}
	return m.clip(string(m.blockJSON(m.transcript.Selected())))
}

// clip sends a text to the clipboard of the terminal that shows us: it works
// over SSH.
func (m *Model) clip(text string) tea.Cmd {
	line := "copied: " + size(len(text)) + " sent to the terminal's clipboard (OSC 52)"
	if cell.Clean(text) != text {
		line += "; careful: it has control or invisible characters"
	}
	m.say(line)
	return tea.SetClipboard(text)
}

// blockJSON is a block in the protocol's own form: the message that it shows,
// the call as it stands in a message, the interrupt.
func (m *Model) blockJSON(b *store.Block) []byte {
	switch b.Kind {
	case store.Message, store.Reasoning, store.Activity:
		list := m.conv.Messages()
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].ID == b.Key {
				return agui.AppendMessage(nil, &list[i])
			}
		}
	case store.ToolCall:
		return callJSON(b)
	case store.Question:
		if b.Interrupt != nil {
			return agui.AppendInterrupt(nil, b.Interrupt)
		}
	case store.Notice:
		return member(nil, "type", b.Event.String(), "name", b.Name).with("value", b.Value).end()
	case store.RunEnd:
		if r := b.RunInfo; r != nil {
			o := member(nil, "threadId", r.ThreadID, "runId", r.RunID, "status", string(r.Status), "error", r.Error)
			return o.with("result", r.Result).end()
		}
	default:
	}
	return member(nil, "id", b.Key, "name", b.Name, "text", b.Text.String()).end()
}

func callJSON(b *store.Block) []byte {
	f := member(nil, "name", b.Name, "arguments", b.Text.String()).end()
	o := member(nil, "id", b.Key, "type", "function").with("function", f)
	if b.Result != nil {
		o = o.with("result", agui.AppendContent(nil, b.Result))
	}
	return member(o, "error", b.ResultError).end()
}

// members is a JSON object that is being written.
type members []byte

// member adds names with texts in turn; empty texts are left out.
func member(o members, pairs ...string) members {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			o = o.with(pairs[i], agui.AppendString(nil, pairs[i+1]))
		}
	}
	return o
}

func (o members) with(name string, value []byte) members {
	if len(value) == 0 {
		return o
	}
	sep := byte(',')
	if len(o) == 0 {
		sep = '{'
	}
	o = agui.AppendString(append(o, sep), name)
	return append(append(o, ':'), value...)
}

func (o members) end() []byte {
	if len(o) == 0 {
		return []byte("{}")
	}
	return append(o, '}')
}
