package transcript

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"agtui/store"
	"agtui/store/doc"
	"agtui/stream/agui"
	"agtui/theme"
)

// quiet is how long a call may wait for its result before the line says so.
const quiet = 8 * time.Second

// tool draws a call: one line with name, arguments and state; then arguments
// that stream and do not fit there; then the result by what it is.
func (d *drawing) tool() {
	b := d.block
	sym := span{d.th.Accent, d.sym().Tool}
	if !d.busy() {
		sym.style = d.th.Dim
	}
	text := append([]span{d.callName(b)}, d.args(b.Text.Bytes, d.w)...)
	ln, cut := d.head(sym, text, d.toolState(), d.w)
	d.addHead(ln)
	if d.level == LevelLine {
		return
	}
	if b.ResultError != "" {
		d.addFoot(d.wrap(nil, d.th.Bad, b.ResultError, indented, d.w)...)
	}
	switch {
	case d.level == LevelFull:
		d.label("arguments", len(b.Text.Bytes))
		d.addBody(d.cappedStream(d.stream(d.argsText))...)
		if b.Result != nil {
			d.addFoot(d.labelLine("result", contentSize(b.Result)))
		}
	case d.item.raw && cut:
		d.addBody(d.tail(d.stream(d.argsText))...)
	}
	if b.Result != nil {
		most := previewLines
		if d.level == LevelFull {
			most = mostLines
		}
		d.addFoot(d.content(b.Result, most)...)
	}
	if b.EncryptedSize > 0 && d.level == LevelFull {
		d.addFoot(d.labelLine("encrypted", b.EncryptedSize))
	}
	d.metadata(b.Metadata, b.ResultMetadata)
}

// callName is the name of the tool; a stream may leave it out.
func (d *drawing) callName(b *store.Block) span {
	if b.Name == "" {
		return span{d.th.Dim, "call without a name"}
	}
	return span{d.th.Strong, d.clean(b.Name)}
}

func (d *drawing) busy() bool {
	return d.block.Phase == store.Live || (d.block.Phase == store.Waiting && d.runs())
}

// runs tells whether the block's run is still going on.
func (d *drawing) runs() bool {
	if d.list.conv == nil {
		return false
	}
	runs := d.list.conv.Runs()
	i := d.block.Run
	return i < 0 || i >= len(runs) || runs[i].Status == store.Running
}

func (d *drawing) argsText(s *stream) {
	s.printer = &printer{}
	s.flow = d.jsonFlow(indented)
}

// cappedStream caps without copying a long text.
func (d *drawing) cappedStream(lines []line) []line { return d.capped(lines, mostLines) }

func (d *drawing) label(what string, n int) { d.addBody(d.labelLine(what, n)) }

func (d *drawing) labelLine(what string, n int) line {
	in := d.indent(indented, d.w)
	ln := d.say(d.th.Dim, what+" "+size(n), d.w-in)
	return shift(nil, []line{ln}, in)[0]
}

// args are the arguments as far as they came, for one line of about w cells.
func (d *drawing) args(raw []byte, w int) []span {
	pairs := arguments(raw, 8*w+64)
	out := make([]span, 0, 3*len(pairs))
	for i, p := range pairs {
		gap := " "
		if i == 0 {
			gap = "  "
		}
		if p.key != "" {
			out = append(out, span{d.th.Dim, gap + d.clean(p.key) + "="})
			gap = ""
		}
		out = append(out, span{theme.Style{}, gap + d.clean(p.value)})
	}
	return out
}

// toolState is how a call stands and how long it took.
func (d *drawing) toolState() span {
	b := d.block
	took := short(b.Opened, b.ResultAt)
	if took != "" {
		took = " " + took
	}
	switch b.Phase {
	case store.Done:
		return span{d.th.OK, d.sym().OK + took}
	case store.Failed:
		return span{d.th.Bad, d.sym().Bad + " failed" + took}
	case store.Cut:
		return span{d.th.Warn, d.sym().Bad + " cut off"}
	case store.Live:
		return span{d.th.Accent, d.sym().Waiting + " " + d.running(b.Opened)}
	case store.Waiting:
	}
	switch d.waits {
	case waitAnswer:
		return span{d.th.Warn, "waits for you"}
	case waitResume:
		return span{d.th.Accent, d.sym().Waiting + " answered"}
	case waitClient:
		return span{d.th.Warn, "left to you"}
	case waitNothing:
		return span{d.th.Dim, "no result"}
	case waitAgent:
	}
	from := b.Closed
	if from.IsZero() {
		from = b.Opened
	}
	if d.now.Sub(from) >= quiet && !from.IsZero() {
		return span{d.th.Warn, "no result for " + d.running(from)}
	}
	return span{d.th.Accent, d.sym().Waiting + " " + d.running(b.Opened)}
}

func contentSize(c *agui.Content) int {
	switch c.Kind {
	case agui.ContentParts:
		return len(partsText(c.Parts))
	case agui.ContentOpaque:
		return len(c.Opaque)
	default:
		return len(c.Text)
	}
}

// content draws a result by what it is: JSON, a difference, Markdown, text.
func (d *drawing) content(c *agui.Content, most int) []line {
	switch c.Kind {
	case agui.ContentParts:
		return d.capped(d.parts(nil, c.Parts, indented), most)
	case agui.ContentOpaque:
		return d.result(c.Opaque, most)
	default:
		return d.result([]byte(c.Text), most)
	}
}

// resultLimit is the longest text of a result that is laid out.
const resultLimit = 1 << 20

func (d *drawing) result(raw []byte, most int) []line {
	if isJSON(raw) {
		return d.jsonResult(raw, most)
	}
	limit := min(most*1024, resultLimit)
	left := max(len(raw)-limit, 0)
	text := string(raw[:len(raw)-left])
	var lines []line
	switch {
	case isDiff(text):
		lines = d.diff(text)
	case isMarkdown(text):
		lines = d.markdown(nil, text, indented)
	default:
		lines = d.wrap(nil, d.th.Dim, text, indented, d.w)
	}
	lines = trimmed(lines)
	if left > 0 {
		lines = lines[:min(most, len(lines))]
		return append(lines, d.more(size(left)+" more", indented, d.w))
	}
	return d.capped(lines, most)
}

// jsonResult draws short JSON on one line, other JSON as a tree, and what is
// too long to be read in one go as it is printed.
func (d *drawing) jsonResult(raw []byte, most int) []line {
	if len(raw) <= 4*d.w && most <= previewLines {
		one := d.clean(tight(raw, len(raw)))
		if d.width(one) <= d.w-indented {
			return d.fold(nil, d.th.Dim, one, indented, d.w)
		}
	}
	return d.jsonTree(raw, indented, most)
}

// jsonTree draws JSON text as a small tree.
func (d *drawing) jsonTree(raw []byte, indent, most int) []line {
	if len(raw) <= resultLimit {
		if v, err := doc.Parse(raw); err == nil {
			return d.tree(nil, v, raw, indent, most)
		}
	}
	return d.json(raw, indent, most)
}

// isJSON tells whether text is an object or an array.
func isJSON(raw []byte) bool {
	s := bytes.TrimSpace(raw)
	if len(s) < 2 || (s[0] != '{' && s[0] != '[') {
		return false
	}
	last := s[len(s)-1]
	if last != '}' && last != ']' {
		return false
	}
	return len(s) > resultLimit || json.Valid(s)
}

// isDiff tells whether text is a unified difference.
func isDiff(s string) bool {
	s = s[:min(len(s), 4096)]
	return strings.HasPrefix(s, "diff --git ") || strings.HasPrefix(s, "@@ -") ||
		(strings.HasPrefix(s, "--- ") && strings.Contains(s, "\n+++ "))
}

func (d *drawing) diff(s string) []line {
	var out []line
	for part := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		st := d.th.Dim
		switch {
		case strings.HasPrefix(part, "+++"), strings.HasPrefix(part, "---"):
			st = d.th.Strong
		case strings.HasPrefix(part, "+"):
			st = d.th.Added
		case strings.HasPrefix(part, "-"):
			st = d.th.Removed
		case strings.HasPrefix(part, "@@"):
			st = d.th.Accent
		}
		out = d.fold(out, st, part, indented, d.w)
	}
	return out
}

// isMarkdown guesses whether text was written as Markdown; when in doubt it is
// plain text, whose line ends and blanks are kept.
func isMarkdown(s string) bool {
	s = s[:min(len(s), 4096)]
	marks := 0
	for part := range strings.SplitSeq(s, "\n") {
		t := strings.TrimLeft(part, " ")
		switch {
		case strings.HasPrefix(t, "```"), strings.HasPrefix(t, "|") && strings.Contains(t, "--"):
			return true
		case strings.HasPrefix(t, "# "), strings.HasPrefix(t, "## "), strings.HasPrefix(t, "### "):
			marks += 2
		case strings.HasPrefix(t, "- "), strings.HasPrefix(t, "* "), strings.HasPrefix(t, "> "):
			marks++
		}
		if strings.Contains(t, "**") || strings.Contains(t, "](") {
			marks++
		}
		if marks >= 2 {
			return true
		}
	}
	return false
}
