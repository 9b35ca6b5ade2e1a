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
	head, state := d.messageHead(), d.messageState()
	if head != nil || d.stamp().text != "" {
		ln, _ := d.headLine(span{}, head, state)
		d.addHead(ln)
	}
	if b.Role == agui.RoleTool && b.Error != "" {
		d.addBody(d.failure(b.Error, d.bodyIndent())...)
	}
	switch {
	case b.Role == agui.RoleTool:
		d.ownResult()
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
	d.details()
}

// ownResult draws a result that stands alone, for its call is not known.
func (d *drawing) ownResult() {
	c := d.block.Content
	if c == nil {
		if d.item.own == nil || d.item.own.Text != string(d.block.Text.Bytes) {
			d.item.own = agui.Text(d.block.Text.String())
		}
		c = d.item.own
	}
	d.addBody(d.content(c, d.resultLines())...)
}

// messageState is how a message stands, and how long it took and is where
// times are wanted.
func (d *drawing) messageState() span {
	b := d.block
	switch {
	case b.Role == agui.RoleTool && b.Phase == store.Failed:
		return span{d.th.Bad, d.sym().Bad + " failed"}
	case d.times == TimesOff || b.Role != agui.RoleAssistant || b.Phase == store.Live:
		return span{}
	default:
		return d.measure(d.th.Dim, short(b.Opened, b.Closed), len(b.Text.Bytes))
	}
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
	if !b.Opened.IsZero() && d.times == TimesOff {
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
	ln, _ := d.headLine(span{d.th.Dim, d.sym().Closed}, head, d.messageState())
	d.addHead(ln)
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
	d.details()
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
	if n := len(b.Text.Bytes); !open && d.w >= wideHead {
		words = d.joined(words, sized(n))
	}
	if b.EncryptedSize > 0 {
		words = d.joined(words, "encrypted, "+size(b.EncryptedSize))
	}
	text := []span{{st, words}}
	if b.Title != "" {
		text = append(text, span{d.th.Dim, " " + d.sym().Dot + " " + d.clean(b.Title)})
	}
	ln, _ := d.headLine(sym, text)
	return ln
}
