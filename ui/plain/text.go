package plain

import (
	"fmt"
	"io"
	"strings"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
)

// Text prints a conversation as it goes: the parent agent's answer to one
// writer, everything about it to another. Messages that stream at the same
// time are printed one after the other, in the order in which they opened.
type Text struct {
	answer, notes io.Writer
	conv          *store.Conversation
	queue         []*spoken // open or not yet printed, in order
	index         map[int]*spoken
	told          map[int]store.Phase // how far a block was noted
	seen          int                 // findings that were noted
	printed       bool                // something was answered
	atLineStart   bool
	err           error
}

// spoken is a message on its way to the answer.
type spoken struct {
	block *store.Block
	gen   int
	done  int // bytes that went through the gate
	gate  cell.Gate
}

// NewText returns a Text that reads c. Blocks that are there already (the
// history) are not printed.
func NewText(c *store.Conversation, answer, notes io.Writer) *Text {
	t := &Text{
		answer: answer, notes: notes, conv: c, index: map[int]*spoken{},
		told: map[int]store.Phase{}, atLineStart: true, seen: len(c.Findings()),
	}
	for _, b := range c.Blocks() {
		t.told[b.ID] = b.Phase
	}
	return t
}

// Show prints what a change brought. The first error of the answer's writer is
// returned, now and later.
func (t *Text) Show(ch store.Change) error {
	for _, id := range ch.Blocks {
		b := t.conv.Blocks()[id]
		if b.Kind == store.Message && b.Role == agui.RoleAssistant && !b.Owner.Set {
			t.speak(b)
		} else {
			t.note(b)
		}
	}
	t.flush(false)
	if ch.Findings {
		t.findings()
	}
	return t.err
}

// Close prints what was still held back and ends the last line.
func (t *Text) Close() error {
	t.flush(true)
	if !t.atLineStart {
		t.write("\n")
	}
	return t.err
}

func (t *Text) speak(b *store.Block) {
	if _, ok := t.index[b.ID]; ok {
		return
	}
	if _, old := t.told[b.ID]; old {
		return
	}
	s := &spoken{block: b, gen: b.Text.Generation}
	t.index[b.ID] = s
	t.queue = append(t.queue, s)
}

// flush prints the first message as far as it is, and those behind it as soon
// as it has ended.
func (t *Text) flush(all bool) {
	for len(t.queue) > 0 {
		s := t.queue[0]
		t.advance(s)
		if s.block.Phase == store.Live && !all {
			return
		}
		if rest := s.gate.Release(); len(rest) > 0 {
			t.write(cell.Clean(string(rest)))
		}
		if s.done > 0 && !t.atLineStart {
			t.write("\n")
		}
		t.queue = t.queue[1:]
	}
}

// advance prints what came to a message since the last time.
func (t *Text) advance(s *spoken) {
	text := s.block.Text
	if text.Generation != s.gen {
		// A snapshot replaced it: what is new is printed whole.
		s.gen, s.done = text.Generation, 0
		s.gate = cell.Gate{}
	}
	if s.done >= len(text.Bytes) {
		return
	}
	if s.done == 0 && t.printed {
		t.write("\n")
	}
	shown := s.gate.Push(text.Bytes[s.done:])
	s.done = len(text.Bytes)
	t.printed = true
	t.write(cell.Clean(string(shown)))
}

func (t *Text) write(s string) {
	if t.err != nil || s == "" {
		return
	}
	t.atLineStart = strings.HasSuffix(s, "\n")
	if _, err := io.WriteString(t.answer, s); err != nil {
		t.err = fmt.Errorf("plain: writing the answer: %w", err)
	}
}

// note says one line about a block when it opens and one when it ends.
func (t *Text) note(b *store.Block) {
	before, known := t.told[b.ID]
	if known && before == b.Phase {
		return
	}
	line := noteLine(b, !known)
	if line == "" {
		return
	}
	t.told[b.ID] = b.Phase
	if b.Owner.Set {
		line = "[" + t.owner(b.Owner.Value) + "] " + line
	}
	fmt.Fprintln(t.notes, cell.Line(line))
}

func (t *Text) owner(id string) string {
	if a := t.conv.Agent(id); a != nil && a.Name != "" {
		return a.Name
	}
	return id
}

// noteLine is what is said of a block, "" for nothing yet.
func noteLine(b *store.Block, opened bool) string {
	switch b.Kind {
	case store.ToolCall:
		return toolLine(b)
	case store.Message:
		if b.Phase != store.Live && b.Owner.Set {
			return short(b.Text.String())
		}
	case store.Reasoning:
		if b.Phase != store.Live && b.Text.String() != "" {
			return "thought: " + short(b.Text.String())
		}
	case store.Activity:
		if opened {
			return "activity " + b.Name
		}
	case store.SubagentHead:
		return subagentLine(b)
	case store.Step:
		if opened {
			return "step " + b.Name
		}
	case store.Question:
		return questionLine(b)
	case store.RunEnd, store.Notice:
	}
	return ""
}

func toolLine(b *store.Block) string {
	switch {
	case b.Result != nil && b.ResultError != "":
		return "tool " + b.Name + " failed: " + short(b.ResultError)
	case b.Result != nil:
		return "tool " + b.Name + " result: " + short(contentText(b.Result))
	case b.Phase == store.Waiting:
		return "tool " + b.Name + " " + short(b.Text.String())
	case b.Phase == store.Cut:
		return "tool " + b.Name + " was cut off: " + short(b.Text.String())
	}
	return ""
}

func subagentLine(b *store.Block) string {
	switch b.Phase {
	case store.Live:
		return "subagent " + b.Name + " started"
	case store.Failed:
		return "subagent " + b.Name + " failed: " + short(b.Error)
	case store.Waiting:
		return "subagent " + b.Name + " waits for an answer"
	case store.Cut:
		return "subagent " + b.Name + " was cut off"
	default:
		return "subagent " + b.Name + " finished"
	}
}

func questionLine(b *store.Block) string {
	if b.Phase != store.Waiting || b.Interrupt == nil {
		return ""
	}
	text := b.Interrupt.Message.Or("")
	if text == "" {
		text = b.Interrupt.Reason
	}
	return "question " + b.Interrupt.ID + " (" + b.Interrupt.Reason + "): " + short(text)
}

// maxNote bounds what one line quotes.
const maxNote = 200

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > maxNote {
		return string(r[:maxNote]) + "…"
	}
	return s
}

// contentText is a content in one text; parts that are not text are named.
func contentText(c *agui.Content) string {
	switch c.Kind {
	case agui.ContentText:
		return c.Text
	case agui.ContentOpaque:
		return string(c.Opaque)
	}
	var out []string
	for i := range c.Parts {
		if c.Parts[i].Type == "text" {
			out = append(out, c.Parts[i].Text)
		} else {
			out = append(out, "["+c.Parts[i].Type+"]")
		}
	}
	return strings.Join(out, " ")
}

func (t *Text) findings() {
	list := t.conv.Findings()
	for ; t.seen < len(list); t.seen++ {
		f := &list[t.seen]
		if f.Severity == agui.Info {
			continue
		}
		fmt.Fprintln(t.notes, FindingLine("", f))
	}
}

// FindingLine is a finding in one line: where, severity, rule, words.
func FindingLine(file string, f *agui.Finding) string {
	where := ""
	if file != "" {
		where = fmt.Sprintf("%s:%d: ", file, f.Frame)
	}
	line := where + f.Severity.String() + " " + string(f.Rule) + ": " + f.Message
	if file == "" && f.Frame > 0 {
		line += fmt.Sprintf(" (frame %d)", f.Frame)
	}
	return cell.Line(line)
}
