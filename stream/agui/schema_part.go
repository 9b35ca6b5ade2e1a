package agui

import (
	"slices"
	"strconv"
)

// The kinds of part and of source.
const (
	PartText     = "text"
	PartImage    = "image"
	PartAudio    = "audio"
	PartVideo    = "video"
	PartDocument = "document"
	// PartBinary is deprecated: it is read, and never sent.
	PartBinary = "binary"

	SourceData = "data"
	SourceURL  = "url"
	SourceFile = "file"
)

//nolint:gochecknoglobals // tables that nothing writes to
var (
	sourceType     = constant("type", func(s *Source) string { return s.Type })
	sourceValue    = reqText("value", func(s *Source) *string { return &s.Value })
	sourceMime     = optText("mimeType", func(s *Source) *Opt[string] { return &s.MimeType })
	sourceProvider = optText("provider", func(s *Source) *Opt[string] { return &s.Provider })

	dataSource = newSchema(sourceType, sourceValue, sourceMime.with(expected))
	urlSource  = newSchema(sourceType, sourceValue, sourceMime)
	fileSource = newSchema(sourceType, sourceValue, sourceMime, sourceProvider)
	// anySource keeps an unknown kind for a round trip.
	anySource = newSchema(sourceType)

	partType     = constant("type", func(p *Part) string { return p.Type })
	partID       = optText("id", func(p *Part) *Opt[string] { return &p.ID })
	partMetadata = opaque("metadata", func(p *Part) *Raw { return &p.Metadata })
	partSource   = field[Part]{
		name: "source", want: "an object", flags: required,
		read: readSource,
		write: func(dst []byte, p *Part) ([]byte, bool) {
			if p.Source == nil {
				return dst, false
			}
			return appendSource(dst, p.Source), true
		},
	}

	textPart = newSchema(partType,
		reqText("text", func(p *Part) *string { return &p.Text }), partID, partMetadata)
	mediaPart  = newSchema(partType, partSource, partID, partMetadata.with(lateNull))
	binaryPart = newSchema(partType,
		optText("mimeType", func(p *Part) *Opt[string] { return &p.MimeType }),
		optFree("data", func(p *Part) *Opt[string] { return &p.Data }),
		optFree("url", func(p *Part) *Opt[string] { return &p.URL }),
		optText("filename", func(p *Part) *Opt[string] { return &p.Filename }), partID)
	anyPart = newSchema(partType)

	// legacyPart reads a binary part for its upgrade: only what that uses
	// matters, and members that it does not use go without a word.
	legacyPart = &schema[Part]{open: true, fields: []field[Part]{
		partType,
		forgiving("mimeType", false, func(p *Part) *Opt[string] { return &p.MimeType }),
		forgiving("data", true, func(p *Part) *Opt[string] { return &p.Data }),
		forgiving("url", true, func(p *Part) *Opt[string] { return &p.URL }),
		legacyName(),
	}}
)

// forgiving is an optional string that may also be of another type; if it is
// used, though, then only false, 0 and null count as absent, as they do in
// JavaScript.
func forgiving(name string, used bool, at func(*Part) *Opt[string]) field[Part] {
	f := optFree(name, at)
	read := f.read
	f.flags = anyValue
	f.read = func(p *parser, part *Part) status {
		if c := p.peek(); c == '"' || used && c != 'f' && c != 'n' && c != '0' {
			return read(p, part)
		}
		return p.skipped()
	}
	return f
}

// legacyName is the name of a binary part's file. What is no string is taken
// over as it is, unless JavaScript takes it for absent.
func legacyName() field[Part] {
	f := optFree("filename", func(p *Part) *Opt[string] { return &p.Filename })
	read := f.read
	f.flags = anyValue
	f.read = func(p *parser, part *Part) status {
		if p.peek() == '"' {
			return read(p, part)
		}
		var value Raw
		st := p.raw(&value)
		if st == good && !falsy(value) {
			part.Metadata = namedFile(value)
		}
		return st
	}
	return f
}

// falsy tells whether a value that is no string counts as absent in JavaScript.
func falsy(value Raw) bool {
	n, err := strconv.ParseFloat(string(value), 64)
	return err == nil && n == 0 || string(value) == "null" || string(value) == "false"
}

func sourceSchema(kind string) *schema[Source] {
	switch kind {
	case SourceData:
		return dataSource
	case SourceURL:
		return urlSource
	case SourceFile:
		return fileSource
	default:
		return nil
	}
}

func partSchema(kind string) *schema[Part] {
	switch kind {
	case PartText:
		return textPart
	case PartImage, PartAudio, PartVideo, PartDocument:
		return mediaPart
	case PartBinary:
		return binaryPart
	default:
		return nil
	}
}

func readSource(p *parser, part *Part) status {
	kind, ok, st := p.tag("type")
	if st != good {
		return st
	}
	s := sourceSchema(kind)
	if s == nil {
		if !p.keep || !ok {
			return p.leave("source.type", kind, ok)
		}
		s = anySource
	}
	source := &Source{Type: kind}
	st = object(p, s, source, &source.Extra)
	if st == good {
		part.Source = source
	}
	return st
}

// leave steps over a variant that the protocol does not know. Where nothing
// may be lost, only those without a legible kind come here.
func (p *parser) leave(what, kind string, ok bool) status {
	if !p.skip() {
		return broken
	}
	if p.keep {
		p.push(what)
		p.report(RuleMissingField, "is missing, or is no text")
		p.pop()
		return faulty
	}
	if p.variant = "unknown " + what + " " + quote(kind); !ok {
		p.variant = "missing or malformed " + what
	}
	return gone
}

func readPart(p *parser, part *Part) status {
	kind, ok, st := p.tag("type")
	if st != good {
		return st
	}
	s := partSchema(kind)
	if s == nil {
		if !p.keep || !ok {
			return p.leave("type", kind, ok)
		}
		s = anyPart
	}
	part.Type = kind
	if s == binaryPart && !p.keep {
		s = legacyPart
	}
	return object(p, s, part, &part.Extra)
}

// readParts reads the parts of a content and upgrades the deprecated ones.
func readParts(p *parser, at *[]Part) status {
	var parts []Part
	var from []int // the index of each part in the array
	n := 0
	st, _ := list(p, &parts, "an object", func(p *parser, part *Part) status {
		st := readPart(p, part)
		if st == good {
			from = append(from, n)
		}
		n++
		return st
	})
	if st != good {
		return st
	}
	if !p.keep && slices.ContainsFunc(parts, isBinary) {
		parts = p.upgrade(parts, from)
	}
	*at = parts
	return good
}

// upgrade reports and replaces the deprecated parts.
func (p *parser) upgrade(parts []Part, from []int) []Part {
	for i := range parts {
		if !isBinary(parts[i]) {
			continue
		}
		p.pushIndex(from[i])
		if _, ok := modern(&parts[i]); ok {
			p.report(RuleLegacyBinary, "is a binary part, read as its successor")
		} else {
			p.variant = `unusable type "binary"`
			p.unknown()
		}
		p.pop()
	}
	return upgradeParts(parts)
}

// appendSource writes a source.
func appendSource(dst []byte, s *Source) []byte {
	sch := sourceSchema(s.Type)
	if sch == nil {
		sch = fileSource
		if s.Value == "" {
			sch = anySource
		}
	}
	return appendObject(dst, sch, s, s.Extra)
}

// appendPart writes a part.
func appendPart(dst []byte, part *Part) []byte {
	s := partSchema(part.Type)
	if s == nil {
		s = anyPart
	}
	return appendObject(dst, s, part, part.Extra)
}

// AppendContent writes a message's content: a string, an array of parts or an
// opaque value.
func AppendContent(dst []byte, c *Content) []byte {
	switch c.Kind {
	case ContentParts:
		return appendList(dst, c.Parts, appendPart)
	case ContentOpaque:
		if c.Opaque == nil {
			return append(dst, "null"...)
		}
		return append(dst, c.Opaque...)
	default:
		return AppendString(dst, c.Text)
	}
}
