package plain

import (
	"fmt"
	"strings"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
)

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
	t.say(line)
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
	case b.Result != nil && b.ResultFrom().Error != "":
		return "tool " + b.Name + " failed: " + short(b.ResultFrom().Error)
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
	until := ""
	if at := b.Interrupt.ExpiresAt.Or(""); at != "" {
		until = ", until " + at
	}
	return "question " + b.Interrupt.ID + " (" + b.Interrupt.Reason + until + "): " + short(text)
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
	case agui.ContentParts:
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
		if f.Severity == agui.Info || t.skip != nil && t.skip(f) {
			continue
		}
		t.say(FindingLine("", f))
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
