package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/edit"
	"agtui/ui/transcript"
)

func (m *Model) nothingSelected() string {
	if why := m.onlyBlocks(); why != "" {
		return why
	}
	if m.transcript.Selected() == nil {
		return "no block is marked: tab goes to the conversation, up and down mark one"
	}
	return ""
}

func (m *Model) nothingToCopy() string {
	switch {
	case m.o.Clipboard.Mode == ClipboardOff:
		return "copying is switched off (clipboard = \"off\")"
	case m.inState():
		return m.noValue()
	case m.inPieces:
		return m.noFragment()
	}
	if b, _ := m.toCopy(); b == nil {
		return "there is no answer yet, and no block is marked"
	}
	return ""
}

// inState: what is marked is a value of the state.
func (m *Model) inState() bool { return m.focus == focusSide && m.sideTab == tabState }

// toCopy is the block that is marked, else the last answer, and what that is.
func (m *Model) toCopy() (b *store.Block, what string) {
	if b := m.transcript.Selected(); b != nil {
		return b, ""
	}
	for _, b := range slices.Backward(m.conv.Blocks()) {
		if b.Kind == store.Message && !b.Hidden && (b.Role == agui.RoleAssistant || b.Role == "") {
			return b, "the last answer"
		}
	}
	return nil, ""
}

// copySource copies the source of what is marked.
func (m *Model) copySource() tea.Cmd {
	if m.inState() {
		v := m.tree.Value()
		if s, ok := agui.Unquote(v.Append(nil)); ok {
			return m.clip(s, "")
		}
		return m.copyJSON()
	}
	if m.inPieces {
		d, _ := m.fragments.Selected()
		return m.clip(store.Text{Bytes: d.Text}.String(), "the piece")
	}
	if code, ok := m.transcript.Code(); ok {
		return m.clip(code.Source, "the code block")
	}
	b, what := m.toCopy()
	return m.clip(transcript.Source(b), what)
}

func (m *Model) copyJSON() tea.Cmd {
	if m.inState() {
		return m.clip(string(m.tree.Value().Append(nil)), "")
	}
	if m.inPieces {
		d, _ := m.fragments.Selected()
		return m.clip(string(transcript.PieceJSON(&d)), "the piece as JSON")
	}
	b, what := m.toCopy()
	return m.clip(string(m.blockJSON(b)), what)
}

// noMessage says why there is no code block to go to.
func (m *Model) noMessage() string {
	if why := m.onlyBlocks(); why != "" {
		return why
	}
	if b := m.transcript.Selected(); b == nil || b.Kind != store.Message {
		return "no message is marked: tab goes to the conversation, up and down mark one"
	}
	return ""
}

// codeStep marks the next code block of the marked message.
func (m *Model) codeStep(by int) tea.Cmd {
	nth, of := m.transcript.CodeStep(by)
	switch {
	case of == 0:
		m.say("this message has no code block")
	case nth == 0:
		m.say(fmt.Sprintf("the whole message, with %d code block%s", of, plural(of)))
	default:
		code, _ := m.transcript.Code()
		what := edit.Size(len(code.Source))
		if code.Lang != "" {
			what = code.Lang + ", " + what
		}
		m.say(fmt.Sprintf("code block %d of %d (%s): y copies it", nth, of, what))
	}
	return nil
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
	default:
	}
	return transcript.JSON(b)
}
