package transcript

import (
	"strings"
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/markdown"
)

// message draws a message of any role: the assistant's as Markdown without a
// head, all others as the text they are under a head that names them.
func (d *drawing) message() {
	b := d.block
	if d.level == LevelLine {
		d.messageLine()
		return
	}
	if head := d.messageHead(); head != nil {
		ln, _ := d.head(span{}, head, span{}, d.w)
		d.addHead(ln)
	}
	switch {
	case b.Content != nil && b.Content.Kind == agui.ContentParts:
		d.addBody(d.parts(nil, b.Content.Parts, d.bodyIndent())...)
	case b.Content != nil && b.Content.Kind == agui.ContentOpaque:
		d.addBody(d.json(b.Content.Opaque, d.bodyIndent(), mostLines)...)
	default:
		d.addText(d.messageText)
	}
	if b.Phase == store.Cut {
		d.addFoot(d.say(d.th.Warn, d.sym().More+" cut off: the run ended first", d.w))
	}
	if b.EncryptedSize > 0 && d.level == LevelFull {
		d.addFoot(d.say(d.th.Dim, "encrypted, "+size(b.EncryptedSize), d.w))
	}
	d.metadata(b.Metadata)
}

// messageHead is who speaks and when; nil for the plain answer.
func (d *drawing) messageHead() []span {
	b := d.block
	who := b.Role
	switch b.Role {
	case agui.RoleUser:
		who = "you"
	case agui.RoleAssistant, "":
		who = ""
	case agui.RoleTool:
		who = "tool result"
		if b.ParentCall != "" {
			who += " for " + b.ParentCall
		}
	}
	if b.Name != "" {
		who = strings.TrimSpace(who + " " + d.sym().Dot + " " + b.Name)
		who = strings.TrimPrefix(who, d.sym().Dot+" ")
	}
	if who == "" {
		return nil
	}
	head := []span{{d.th.Strong, d.clean(who)}}
	if !b.Opened.IsZero() {
		head = append(head, span{d.th.Dim, "  " + b.Opened.Format("15:04")})
	}
	return head
}

func (d *drawing) bodyIndent() int {
	if d.block.Role == agui.RoleAssistant || d.block.Role == "" {
		return 0
	}
	return indented
}

func (d *drawing) messageText(s *stream) {
	if d.bodyIndent() > 0 {
		s.flow = d.plainFlow(d.th.Text, indented)
		return
	}
	s.md = markdown.New(d.markdownOptions(d.w))
}

// messageLine is a folded message.
func (d *drawing) messageLine() {
	b := d.block
	text := b.Text.Bytes
	if b.Content != nil && b.Content.Kind == agui.ContentParts && len(b.Content.Parts) > 0 {
		text = []byte(partsText(b.Content.Parts))
	}
	head := d.messageHead()
	if head != nil {
		head = append(head, span{theme.Style{}, "  "})
	}
	head = append(head, span{d.th.Dim, d.clean(firstLine(text))})
	ln, _ := d.head(span{d.th.Dim, d.sym().Closed}, head, span{}, d.w)
	d.addHead(ln)
}

// parts draws multimodal content: text as text, the rest as chips.
func (d *drawing) parts(out []line, parts []agui.Part, indent int) []line {
	for i := range parts {
		p := &parts[i]
		switch {
		case p.Type == "text" && indent > 0:
			out = d.wrap(out, d.th.Text, p.Text, indent, d.w)
		case p.Type == "text":
			out = d.markdown(out, p.Text, indent)
		default:
			in := d.indent(indent, d.w)
			out = shift(out, []line{d.say(d.th.Accent, chip(p), d.w-in)}, in)
		}
	}
	return out
}

// chip is a part that is not text: what it is, its type and size. A media type
// that says what it is does so alone.
func chip(p *agui.Part) string {
	words := []string{p.Type}
	switch s := p.Source; {
	case s == nil:
		words = append(words, binaryChip(p)...)
	case s.Type == "data":
		words = append(words, s.MimeType.Or(""), size(decoded(s.Value)))
	default:
		words = append(words, s.MimeType.Or(""), s.Value)
	}
	if p.Type == "binary" && words[1] != "" || strings.HasPrefix(words[1], p.Type+"/") {
		words = words[1:]
	}
	var kept []string
	for _, w := range words {
		if w != "" {
			kept = append(kept, w)
		}
	}
	return "[" + strings.Join(kept, " ") + "]"
}

func binaryChip(p *agui.Part) []string {
	out := []string{p.MimeType.Or(""), p.Filename.Or("")}
	switch {
	case p.Data.Set:
		return append(out, size(decoded(p.Data.Value)))
	case p.URL.Set:
		return append(out, p.URL.Value)
	default:
		return append(out, p.ID.Or(""))
	}
}

// decoded is the number of bytes that base64 text stands for.
func decoded(s string) int {
	s = strings.TrimRight(s, "=")
	return len(s) * 3 / 4
}

func partsText(parts []agui.Part) string {
	var b strings.Builder
	for i := range parts {
		if i > 0 {
			b.WriteByte('\n')
		}
		if parts[i].Type == "text" {
			b.WriteString(parts[i].Text)
		} else {
			b.WriteString(chip(&parts[i]))
		}
	}
	return b.String()
}

// reasoning draws a text of thought: a tail while it comes, one line after.
func (d *drawing) reasoning() {
	b := d.block
	live := d.item.raw
	open := d.level == LevelFull || (live && !d.chosen) || d.level == LevelPreview
	if len(b.Text.Bytes) == 0 {
		open = false
	}
	d.addHead(d.reasoningHead(open))
	if open {
		lines := d.stream(func(s *stream) { s.flow = d.plainFlow(d.th.Dim, indented) })
		switch {
		case d.level == LevelFull:
			d.addBody(lines...)
		case live:
			d.addBody(d.tail(lines)...)
		default:
			d.addBody(d.capped(lines, previewLines)...)
		}
	}
	d.metadata(b.Metadata)
}

func (d *drawing) reasoningHead(open bool) line {
	b := d.block
	sym := span{d.th.Dim, d.sym().Closed}
	if open {
		sym.text = d.sym().Open
	}
	st, words := d.th.Dim, "thought"
	switch b.Phase {
	case store.Live:
		sym = span{d.th.Accent, d.sym().Running}
		words = "thinking " + d.running(b.Opened)
	case store.Cut:
		st, words = d.th.Warn, "thought, cut off"
	case store.Done, store.Waiting, store.Failed:
		if e := b.Closed.Sub(b.Opened); !b.Opened.IsZero() && e >= time.Second {
			words += " for " + long(e.Round(time.Second))
		}
	}
	if b.EncryptedSize > 0 {
		words += " " + d.sym().Dot + " encrypted, " + size(b.EncryptedSize)
	}
	text := []span{{st, words}}
	if b.Title != "" {
		text = append(text, span{d.th.Dim, " " + d.sym().Dot + " " + d.clean(b.Title)})
	}
	ln, _ := d.head(sym, text, span{}, d.w)
	return ln
}
