package agui

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

func isBinary(p Part) bool { return p.Type == PartBinary }

// modern returns the successor of a deprecated binary part. One that has no
// bytes and no address has none.
func modern(old *Part) (Part, bool) {
	mime := old.MimeType
	if !mime.Set {
		return Part{}, false
	}
	source := &Source{Type: SourceData, Value: old.Data.Or(""), MimeType: mime}
	if source.Value == "" {
		source.Type, source.Value = SourceURL, old.URL.Or("")
	}
	if source.Value == "" {
		return Part{}, false
	}
	part := Part{Type: mediaType(mime.Value), Source: source}
	if name := old.Filename.Or(""); name != "" {
		part.Metadata = namedFile(AppendString(nil, name))
	} else {
		part.Metadata = old.Metadata // a name that is no string
	}
	return part, true
}

// namedFile is the metadata of a part that has the name of a file.
func namedFile(name Raw) Raw {
	return append(append(Raw(`{"filename":`), name...), '}')
}

func mediaType(mime string) string {
	for _, kind := range []string{PartImage, PartAudio, PartVideo} {
		if strings.HasPrefix(mime, kind+"/") {
			return kind
		}
	}
	return PartDocument
}

// upgradeParts returns parts with the deprecated ones replaced. Servers that
// send the old and the new form of one thing mean one thing: then the old one
// is left out, as are those without a successor.
func upgradeParts(parts []Part) []Part {
	out := make([]Part, 0, len(parts))
	for i := range parts {
		if !isBinary(parts[i]) {
			out = append(out, parts[i])
			continue
		}
		part, ok := modern(&parts[i])
		same := func(other Part) bool {
			return sameMedia(other, part, parts[i].Filename.Or("")) && sameFile(other, parts[i].Metadata)
		}
		if ok && !slices.ContainsFunc(parts, same) {
			out = append(out, part)
		}
	}
	return out
}

// sameMedia reports whether a modern part is what an upgraded one would be.
func sameMedia(p, upgraded Part, filename string) bool {
	if p.Type != upgraded.Type || p.Source == nil {
		return false
	}
	a, b := p.Source, upgraded.Source
	if a.Type != b.Type || a.Value != b.Value || a.MimeType != b.MimeType {
		return false
	}
	if filename == "" {
		return true
	}
	reader := parser{}
	name, ok := "", false
	if p.Metadata != nil {
		reader.reset(p.Metadata)
		name, ok, _ = reader.tag("filename")
	}
	return ok && name == filename
}

// sameFile compares what names a file and is no string, nil for none: objects
// and arrays are never the same in JavaScript.
func sameFile(p Part, named Raw) bool {
	return named == nil || named[len(named)-2] != '}' && named[len(named)-2] != ']' && bytes.Equal(p.Metadata, named)
}

// Legacy translates what is deprecated, in place: the THINKING_* events become
// REASONING_* with ids of our own making, binary parts become media parts.
// Decode has done so already for its events; this is for events that came by
// another way. It reports what it changed.
func (d *Decoder) Legacy(ev *Event) []Finding {
	var out []Finding
	if f, ok := d.thinking(ev); ok {
		out = append(out, f)
	}
	upgrade := func(c *Content) {
		if c == nil || c.Kind != ContentParts || !slices.ContainsFunc(c.Parts, isBinary) {
			return
		}
		c.Parts = upgradeParts(c.Parts)
		out = append(out, NewFinding(RuleLegacyBinary, ev.Frame, "%s: a binary part is read as its successor", Subject(ev)))
	}
	upgrade(ev.Content)
	for i := range ev.Messages {
		upgrade(ev.Messages[i].Content)
	}
	if ev.Run != nil && ev.Run.Input != nil {
		for i := range ev.Run.Input.Messages {
			upgrade(ev.Run.Input.Messages[i].Content)
		}
	}
	return out
}

// thinking translates the deprecated five. Content without a start gets an id
// of its own, which the ordering rules then find not to be open; what follows
// it keeps that id, so that it can be repaired into one message.
func (d *Decoder) thinking(ev *Event) (Finding, bool) {
	old := ev.Type
	switch old {
	case ThinkingStart:
		d.span = Some(d.mint())
		ev.Type, ev.MessageID = ReasoningStart, d.span
	case ThinkingEnd:
		d.open(&d.span)
		ev.Type, ev.MessageID = ReasoningEnd, d.span
		d.span = Opt[string]{}
	case ThinkingTextMessageStart:
		d.thought = Some(d.mint())
		ev.Type, ev.MessageID, ev.Role = ReasoningMessageStart, d.thought, Some(RoleReasoning)
	case ThinkingTextMessageContent:
		d.open(&d.thought)
		ev.Type, ev.MessageID = ReasoningMessageContent, d.thought
	case ThinkingTextMessageEnd:
		d.open(&d.thought)
		ev.Type, ev.MessageID = ReasoningMessageEnd, d.thought
		d.thought = Opt[string]{}
	default:
		return Finding{}, false
	}
	return NewFinding(RuleLegacyEvent, ev.Frame, "%s is deprecated, read as %s", old, ev.Type), true
}

// open sees to it that there is an id to continue.
func (d *Decoder) open(id *Opt[string]) {
	if !id.Set {
		*id = Some(d.mint())
	}
}

// mint returns a new id. It is made of a count and of what the ids of other
// responses differ in, so that a replay mints the same ids.
func (d *Decoder) mint() string {
	if d.NewID != nil {
		return d.NewID()
	}
	d.minted++
	return "thinking-" + orElse(d.Scope, d.run) + "-" + strconv.Itoa(d.minted)
}
