package transcript

import (
	"strconv"
	"strings"
	"time"

	"agtui/store"
	"agtui/stream/agui"
)

// details are what a block shows about itself when it is opened fully: ids,
// whose it is, its run and frames, its times, and the metadata.
func (d *drawing) details() {
	if d.level != LevelFull {
		return
	}
	b := d.block
	for _, words := range []string{
		d.joined(append(d.identity(), d.origin()...)...),
		d.joined(d.moments()...),
	} {
		if words != "" {
			d.addFoot(d.wrap(nil, d.th.Dim, words, indented, d.w)...)
		}
	}
	d.metadata("metadata", b.Metadata)
	if b.Kind == store.ToolCall {
		d.metadata("metadata of the result", b.ResultFrom().Metadata)
	}
}

// metadata draws a metadata object under its name.
func (d *drawing) metadata(name string, raw []byte) {
	if len(raw) > 0 {
		d.addFoot(d.labelLine(name, len(raw)))
		d.addFoot(d.jsonTree(raw, 2*indented, mostLines)...)
	}
}

// fact is something known with its name, "" without a value.
func fact(name, value string) string {
	if value == "" {
		return ""
	}
	return name + " " + value
}

// identity are the ids of a block and of what it belongs to.
func (d *drawing) identity() []string {
	b := d.block
	var out []string
	switch b.Kind {
	case store.Notice, store.Step, store.RunEnd:
	default:
		out = append(out, fact("id", b.Key))
	}
	if b.Kind == store.Message && b.Role == agui.RoleAssistant {
		out = append(out, "role "+b.Role)
	}
	switch b.Kind {
	case store.SubagentHead:
		out = append(out, fact("called by", b.ParentCall))
	case store.Question:
		out = append(out, fact("about call", b.ParentCall))
	default:
		out = append(out, fact("for call", b.ParentCall))
	}
	if b.Kind != store.SubagentHead {
		out = append(out, fact("owner", d.ownerWords(b.Owner)))
	}
	if b.Kind == store.ToolCall {
		out = append(out, fact("result", b.ResultFrom().ID))
		if by := b.ResultFrom().Owner; b.Result != nil && by != b.Owner {
			out = append(out, fact("result by", d.ownerWords(by)))
		}
	}
	if b.EncryptedSize > 0 {
		out = append(out, "encrypted "+size(b.EncryptedSize))
	}
	return out
}

// ownerWords is a subagent's name, with its id where that differs.
func (d *drawing) ownerWords(id agui.Opt[string]) string {
	if !id.Set {
		return ""
	}
	name, _ := d.list.owner(id.Value)
	if name == id.Value {
		return name
	}
	return name + " (" + id.Value + ")"
}

// origin is the run, and the frames from the first to the last.
func (d *drawing) origin() []string {
	b := d.block
	if b.Kind == store.RunEnd {
		return nil // it has its own
	}
	var out []string
	if r := d.run(); r != nil {
		out = append(out, fact("run", r.RunID))
	} else if b.Run < 0 {
		out = append(out, "from before the first run")
	}
	return append(out, frames(b.Frame, b.Last))
}

// frames are frame numbers in words; those that we made ourselves have none.
func frames(first, last int) string {
	switch {
	case first <= 0 && last <= 0:
		return ""
	case first <= 0 || first == last:
		return "frame " + strconv.Itoa(max(first, last))
	default:
		return "frames " + strconv.Itoa(first) + " to " + strconv.Itoa(last)
	}
}

// moments are when a block came and ended by our clock, and by the agent's.
func (d *drawing) moments() []string {
	const fine = "15:04:05.000"
	b := d.block
	var out []string
	if !b.Opened.IsZero() && b.Kind != store.RunEnd {
		out = append(out, "came "+b.Opened.Format(time.DateOnly+" "+fine))
	}
	if b.Closed.After(b.Opened) && b.Kind != store.RunEnd {
		out = append(out, "ended "+b.Closed.Format(fine))
	}
	if at := b.ResultFrom().At; at.After(b.Opened) {
		out = append(out, "result "+at.Format(fine))
	}
	out = append(out, sent("sent", b.Sent))
	if b.SentLast != b.Sent {
		out = append(out, sent("last sent", b.SentLast))
	}
	return out
}

// sent is a timestamp as the agent wrote it; where it can be a time in
// milliseconds, that too.
func sent(name string, at agui.Opt[int64]) string {
	if !at.Set {
		return ""
	}
	const from, to = 946684800_000, 4102444800_000 // the years 2000 to 2099
	words := name + " " + strconv.FormatInt(at.Value, 10)
	if at.Value >= from && at.Value < to {
		words += " (" + time.UnixMilli(at.Value).UTC().Format("2006-01-02 15:04:05.000") + " UTC)"
	}
	return words
}

// usageWords are the counts of tokens that a model reported.
func usageWords(u *agui.TokenUsage) string {
	words := []string{strings.TrimSpace(u.Provider.Or("") + " " + u.Model.Or(""))}
	for _, f := range []struct {
		name string
		n    agui.Opt[int64]
	}{
		{"in", u.InputTokens},
		{"out", u.OutputTokens},
		{"total", u.TotalTokens},
		{"reasoning", u.ReasoningTokens},
		{"cached", u.CachedInputTokens},
		{"cache write", u.CacheWriteInputTokens},
	} {
		if f.n.Set {
			words = append(words, strconv.FormatInt(f.n.Value, 10)+" "+f.name)
		}
	}
	return strings.TrimSpace(strings.Join(words, "  "))
}
