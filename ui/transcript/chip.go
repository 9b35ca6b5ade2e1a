package transcript

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"agtui/store/doc"
	"agtui/stream/agui"
)

// parts draws multimodal content: text as text, the rest as chips. Under a
// message without an indent text is Markdown.
func (d *drawing) parts(out []line, parts []agui.Part, indent int) []line {
	for i := range parts {
		p := &parts[i]
		switch {
		case p.Type == "text" && indent > 0:
			out = d.wrap(out, d.th.Text, p.Text, indent, d.w)
		case p.Type == "text":
			out = d.markdown(out, p.Text, indent)
		default:
			out = d.media(out, p, indent)
		}
	}
	return out
}

// resultParts draws the parts of a result, text by what it is.
func (d *drawing) resultParts(parts []agui.Part, most int) []line {
	var out []line
	for i := range parts {
		p := &parts[i]
		if p.Type != "text" {
			out = d.media(out, p, indented)
			continue
		}
		out = append(out, d.result(p.Text, formOf(p.Text), most)...)
	}
	return d.capped(out, most)
}

// media draws a part that is no text: a chip, and in full where it is.
func (d *drawing) media(out []line, p *agui.Part, indent int) []line {
	in := d.indent(indent, d.w)
	out = shift(out, []line{d.say(d.th.Accent, chip(p), d.w-in)}, in)
	if d.level != LevelFull {
		return out
	}
	if at := address(p); at != "" {
		out = d.wrap(out, d.th.Dim, at, indent+indented, d.w)
	}
	if len(p.Metadata) > 0 {
		out = append(out, d.jsonTree(p.Metadata, indent+indented, mostLines)...)
	}
	return out
}

// chip is a part that is no text in words: its type, name, size, and whose
// server has it. Never the payload.
func chip(p *agui.Part) string {
	f := factsOf(p)
	words := []string{p.Type, f.mime}
	// A media type that says what it is does so alone.
	if p.Type == "binary" && f.mime != "" || strings.HasPrefix(f.mime, p.Type+"/") {
		words = words[1:]
	}
	words = append(words, f.name)
	if f.bytes >= 0 {
		words = append(words, size(f.bytes))
	}
	if f.host != "" {
		words = append(words, "at "+f.host)
	}
	if f.handle != "" {
		words = append(words, f.handle)
	}
	if f.provider != "" {
		words = append(words, "("+f.provider+")")
	}
	return "[" + known(words, " ") + "]"
}

// known joins the words that are not empty.
func known(words []string, between string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "" }), between)
}

// mediaFacts are what is known about a part without its payload.
type mediaFacts struct {
	mime, name string
	bytes      int // -1 where it is not known
	host, url  string
	handle     string
	provider   string
}

func factsOf(p *agui.Part) mediaFacts {
	f := mediaFacts{mime: p.MimeType.Or(""), name: p.Filename.Or(""), bytes: -1}
	if f.name == "" {
		f.name = namedIn(p.Metadata)
	}
	switch s := p.Source; {
	case s == nil && p.Data.Set:
		f.bytes = decoded(p.Data.Value)
	case s == nil && p.URL.Set:
		f.at(p.URL.Value)
	case s == nil:
		f.handle = p.ID.Or("")
	default:
		if s.MimeType.Or("") != "" {
			f.mime = s.MimeType.Value
		}
		f.provider = s.Provider.Or("")
		switch s.Type {
		case "data":
			f.bytes = decoded(s.Value)
		case "url":
			f.at(s.Value)
		default:
			f.handle = prefix(s.Value, 256)
		}
	}
	return f
}

// at takes in an address: its host and the name at its end, or what a data
// address holds.
func (f *mediaFacts) at(address string) {
	if mime, n, ok := dataURL(address); ok {
		f.bytes = n
		if f.mime == "" {
			f.mime = mime
		}
		return
	}
	f.url = address
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		f.handle, f.url = prefix(address, 256), ""
		return
	}
	f.host = u.Host
	if base := path.Base(u.Path); f.name == "" && base != "." && base != "/" {
		f.name = prefix(base, 128)
	}
}

// address is where a part is, "" for one that came with the message.
func address(p *agui.Part) string { return factsOf(p).url }

// namedIn is the file name that the metadata of a part gives.
func namedIn(metadata []byte) string {
	const most = 4096
	if len(metadata) == 0 || len(metadata) > most {
		return ""
	}
	v, err := doc.Parse(metadata)
	if err != nil {
		return ""
	}
	n := first(v, "filename", "fileName", "name", "title")
	if n == nil || n.Kind() != doc.String {
		return ""
	}
	return prefix(n.Text(), 128)
}

// dataURL reads the head of an address that is its own payload.
func dataURL(s string) (mime string, bytes int, ok bool) {
	const head = 256
	if len(s) < 5 || !strings.EqualFold(s[:5], "data:") {
		return "", 0, false
	}
	i := strings.IndexByte(s[:min(len(s), head)], ',')
	if i < 0 {
		return "", 0, false
	}
	mime, payload := s[5:i], s[i+1:]
	if plain, base64 := strings.CutSuffix(mime, ";base64"); base64 {
		mime, _, _ = strings.Cut(plain, ";")
		return mime, decoded(payload), true
	}
	mime, _, _ = strings.Cut(mime, ";")
	return mime, len(payload), true
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

// payload is a JSON string that is a file, in words: a data address, or a long
// text of nothing but base64. False: it is text.
func payload(s string) (string, bool) {
	if mime, n, ok := dataURL(s); ok && n > 64 {
		return "[" + known([]string{mime, size(n)}, " ") + "]", true
	}
	const long = 1024
	if len(s) < long {
		return "", false
	}
	upper, lower, digit := false, false, false
	for i := range long {
		switch c := s[i]; {
		case c >= 'A' && c <= 'Z':
			upper = true
		case c >= 'a' && c <= 'z':
			lower = true
		case c >= '0' && c <= '9', c == '+', c == '/', c == '-', c == '_':
			digit = true
		default:
			return "", false
		}
	}
	if !upper || !lower || !digit || strings.IndexByte(s, ' ') >= 0 {
		return "", false
	}
	return "[base64 " + size(decoded(s)) + "]", true
}
