package transcript

import (
	"encoding/hex"
	"unicode/utf16"
	"unicode/utf8"
)

// printer makes JSON text readable while it streams: the layout of
// json.Indent with two blanks, byte by byte, without waiting for the end. Text
// that does not start like an object or an array passes unchanged; what is not
// JSON further on is kept as well as it goes, nothing is dropped but white
// space. Escapes of visible characters (\uc548) become those characters.
type printer struct {
	// tight prints on one line.
	tight bool

	began, verbatim bool
	depth           int
	pending         bool // after an opening bracket: a line end unless it closes
	inString, esc   bool
	unit            []byte // the hex digits of a \u escape so far, after 'u'
	inUnit          bool
	high            rune // half a pair of escapes
	word, gap       bool // inside a bare word; white space after one
}

// maxIndent bounds the indent, so that hostile nesting stays linear.
const maxIndent = 40

func (p *printer) append(dst, src []byte) []byte {
	for i, c := range src {
		if !p.began {
			if blank(c) {
				continue
			}
			p.began = true
			p.verbatim = c != '{' && c != '['
		}
		if p.verbatim {
			return append(dst, src[i:]...)
		}
		if p.inString {
			dst = p.quoted(dst, c)
		} else {
			dst = p.bare(dst, c)
		}
	}
	return dst
}

// finish gives out what was held for an escape that never ended.
func (p *printer) finish(dst []byte) []byte {
	dst = p.flushHigh(dst)
	if p.inUnit {
		dst = append(append(dst, '\\', 'u'), p.unit...)
	} else if p.esc {
		dst = append(dst, '\\')
	}
	p.inUnit, p.esc = false, false
	return dst
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (p *printer) bare(dst []byte, c byte) []byte {
	if blank(c) {
		p.gap = p.word
		return dst
	}
	switch c {
	case '}', ']':
		p.depth = max(p.depth-1, 0)
		if !p.pending {
			dst = p.newline(dst)
		}
		p.pending, p.word = false, false
		return append(dst, c)
	case ',':
		p.word = false
		dst = append(dst, c)
		return p.newline(dst)
	case ':':
		p.word = false
		return append(dst, ':', ' ')
	}
	if p.pending {
		p.pending = false
		dst = p.newline(dst)
	}
	switch c {
	case '{', '[':
		p.depth++
		p.pending, p.word = true, false
	case '"':
		p.inString, p.word = true, false
	default:
		if p.word && p.gap {
			dst = append(dst, ' ')
		}
		p.word, p.gap = true, false
	}
	return append(dst, c)
}

func (p *printer) newline(dst []byte) []byte {
	if p.tight {
		if n := len(dst); n > 0 && dst[n-1] == ',' {
			dst = append(dst, ' ')
		}
		return dst
	}
	dst = append(dst, '\n')
	for range min(p.depth, maxIndent) {
		dst = append(dst, ' ', ' ')
	}
	return dst
}

func (p *printer) quoted(dst []byte, c byte) []byte {
	switch {
	case p.inUnit:
		return p.hexDigit(dst, c)
	case p.esc:
		p.esc = false
		if c == 'u' {
			p.inUnit, p.unit = true, p.unit[:0]
			return dst
		}
		dst = p.flushHigh(dst)
		return append(dst, '\\', c)
	case c == '\\':
		p.esc = true
		return dst
	}
	dst = p.flushHigh(dst)
	if c == '"' {
		p.inString = false
	}
	return append(dst, c)
}

func (p *printer) hexDigit(dst []byte, c byte) []byte {
	if _, err := hex.DecodeString("0" + string(rune(c))); err != nil {
		p.inUnit = false
		dst = p.flushHigh(dst)
		dst = append(append(dst, '\\', 'u'), p.unit...)
		return p.quoted(dst, c)
	}
	p.unit = append(p.unit, c)
	if len(p.unit) < 4 {
		return dst
	}
	p.inUnit = false
	b, _ := hex.DecodeString(string(p.unit))
	return p.char(dst, rune(b[0])<<8|rune(b[1]))
}

// char writes the character of an escape, or the escape where the character
// would not be visible or would need one.
func (p *printer) char(dst []byte, r rune) []byte {
	if p.high != 0 {
		if pair := utf16.DecodeRune(p.high, r); pair != utf8.RuneError {
			p.high = 0
			return utf8.AppendRune(dst, pair)
		}
		dst = p.flushHigh(dst)
	}
	switch {
	case r >= 0xd800 && r < 0xdc00:
		p.high = r
		return dst
	case r < ' ', r >= 0x7f && r < 0xa0, r == '"', r == '\\', utf16.IsSurrogate(r), r == 0x2028, r == 0x2029:
		return appendEscape(dst, r)
	}
	return utf8.AppendRune(dst, r)
}

func (p *printer) flushHigh(dst []byte) []byte {
	if p.high == 0 {
		return dst
	}
	dst = appendEscape(dst, p.high)
	p.high = 0
	return dst
}

func appendEscape(dst []byte, r rune) []byte {
	return hex.AppendEncode(append(dst, '\\', 'u'), []byte{byte(r >> 8), byte(r)})
}
