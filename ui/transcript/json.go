package transcript

import (
	"bytes"
	"strings"

	"agtui/theme"
)

// jsonLimit is the longest JSON text that is printed to count its lines.
const jsonLimit = 256 << 10

// json draws JSON text, printed for reading, as at most so many lines.
func (d *drawing) json(raw []byte, indent, most int) []line {
	return d.closed(d.jsonLines(raw, 0, indent, most))
}

// longJSON is json for a result of any length: only its beginning is read.
func (d *drawing) longJSON(raw string, most int) []line {
	n := min(len(raw), resultLimit)
	return d.closed(d.jsonLines([]byte(raw[:n]), len(raw)-n, indented, most))
}

// jsonLines returns at most so many lines, and what is left, with so many
// bytes after raw.
func (d *drawing) jsonLines(raw []byte, after, indent, most int) ([]line, left) {
	var p printer
	f := d.jsonFlow(indent)
	src := raw
	for len(src) > 0 && (f.closed <= most+1 || len(raw) <= jsonLimit) {
		n := min(len(src), segment)
		f.append(p.append(nil, src[:n]))
		src = src[n:]
	}
	f.append(p.finish(nil))
	lines := f.lines()
	switch n := len(src) + after; {
	case n == 0 && len(lines) <= most+1:
		return lines, left{}
	case n > 0:
		return lines[:min(most, len(lines))], left{bytes: n}
	}
	return lines[:most:most], left{lines: len(lines) - most}
}

// jsonFlow lays out lines of printed JSON, in colours where a line fits.
func (d *drawing) jsonFlow(indent int) *flow {
	p, w := *d.pen, d.w
	in := p.indent(indent, w)
	pad := strings.Repeat(" ", in)
	return &flow{draw: func(out []line, s string) []line {
		s = p.clean(s)
		if p.width(s) > w-in {
			return p.fold(out, theme.Style{}, s, indent, w)
		}
		return append(out, line{Text: pad + p.paint(s), Width: in + p.width(s)})
	}}
}

// paint colours one line of printed JSON: name, colon, value.
func (p *pen) paint(s string) string {
	body := strings.TrimLeft(s, " ")
	pad := s[:len(s)-len(body)]
	if strings.HasPrefix(body, `"`) {
		if end := quoteEnd(body); end > 0 && strings.HasPrefix(body[end:], ":") {
			return pad + p.th.Key.Render(body[:end]) + p.th.Dim.Render(":") + p.paintValue(body[end+1:])
		}
	}
	return pad + p.paintValue(body)
}

func (p *pen) paintValue(s string) string {
	v := strings.TrimLeft(s, " ")
	pad := s[:len(s)-len(v)]
	value, comma := strings.CutSuffix(v, ",")
	tail := ""
	if comma {
		tail = p.th.Dim.Render(",")
	}
	return pad + p.valueStyle(value).Render(value) + tail
}

// valueStyle is the style of a JSON value by its first character.
func (p *pen) valueStyle(v string) theme.Style {
	if v == "" {
		return theme.Style{}
	}
	switch c := v[0]; {
	case c == '"':
		return p.th.String
	case c == '-' || (c >= '0' && c <= '9'):
		return p.th.Number
	case c == 't' || c == 'f' || c == 'n':
		return p.th.Word
	default:
		return p.th.Dim
	}
}

// quoteEnd is the index after the string that s starts with, or -1.
func quoteEnd[T string | []byte](s T) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// tight prints at most so many bytes of JSON on one line.
func tight(raw []byte, most int) string {
	p := printer{tight: true, began: len(raw) > 0 && raw[0] == '"'}
	cut := len(raw) > most
	if cut {
		raw = raw[:most]
	}
	out := p.append(nil, raw)
	if !cut {
		out = p.finish(out)
	}
	return string(bytes.TrimSpace(out))
}

// pair is a member of an arguments object, as far as it came.
type pair struct{ key, value string }

// arguments reads the members of a JSON object that may still grow, until
// about so many bytes were read. Text that is no object is one value.
func arguments(raw []byte, most int) []pair {
	s := bytes.TrimSpace(raw[:min(len(raw), most)])
	if len(s) == 0 {
		return nil
	}
	if s[0] != '{' {
		return []pair{{value: tight(s, most)}}
	}
	var out []pair
	s = s[1:]
	for {
		s = bytes.TrimLeft(s, " \t\r\n,")
		if len(s) == 0 || s[0] != '"' {
			return out
		}
		end := quoteEnd(s)
		if end < 0 {
			return out
		}
		key := tight(s[:end], most)
		key = strings.TrimSuffix(strings.TrimPrefix(key, `"`), `"`)
		s = bytes.TrimLeft(s[end:], " \t\r\n")
		if len(s) == 0 || s[0] != ':' {
			return out
		}
		s = bytes.TrimLeft(s[1:], " \t\r\n")
		n := valueEnd(s)
		if n > 0 {
			out = append(out, pair{key, tight(s[:n], most)})
		}
		s = s[n:]
	}
}

// valueEnd is the length of the JSON value that s starts with, all of s when
// it has not ended.
func valueEnd(s []byte) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			end := quoteEnd(s[i:])
			if end < 0 {
				return len(s)
			}
			i += end - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth < 0 {
				return i
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return len(s)
}
