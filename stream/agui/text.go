package agui

import (
	"bytes"
	"unicode/utf8"
)

// The parts of a WTF-8 surrogate half: three bytes ED xx yy, where xx is
// A0..AF for a high half and B0..BF for a low one.
const (
	halfLead = 0xED
	halfSize = 3

	highFirst, lowFirst, lowLast = 0xD800, 0xDC00, 0xDFFF

	hexDigits = "0123456789abcdef"
)

// isHalf reports whether b begins with a surrogate half.
func isHalf(b []byte) bool {
	return len(b) >= halfSize && b[0] == halfLead && b[1]&0xE0 == 0xA0 && b[2]&0xC0 == 0x80
}

// half returns the code unit of the surrogate half that b begins with.
func half(b []byte) rune { return 0xD000 | rune(b[1]&0x3F)<<6 | rune(b[2]&0x3F) }

func isHigh(r rune) bool { return r >= highFirst && r < lowFirst }
func isLow(r rune) bool  { return r >= lowFirst && r <= lowLast }

// join returns the code point of a surrogate pair.
func join(high, low rune) rune { return 0x10000 + (high-highFirst)<<10 + (low - lowFirst) }

// appendUnit appends a UTF-16 code unit as WTF-8.
func appendUnit(dst []byte, u rune) []byte {
	if u < highFirst || u > lowLast {
		return utf8.AppendRune(dst, u)
	}
	return append(dst, halfLead, 0x80|byte(u>>6)&0x3F, 0x80|byte(u)&0x3F)
}

// AppendText appends WTF-8 text to WTF-8 text. Where dst ends with the first
// half of a surrogate pair and s begins with the second, the two become one
// code point, so that text cut anywhere into deltas is the same text again.
func AppendText(dst []byte, s string) []byte {
	n := len(dst) - halfSize
	if n < 0 || len(s) < halfSize || s[0] != halfLead || !isHalf(dst[n:]) {
		return append(dst, s...)
	}
	var head [halfSize]byte
	copy(head[:], s)
	if !isHalf(head[:]) || !isLow(half(head[:])) || !isHigh(half(dst[n:])) {
		return append(dst, s...)
	}
	dst = utf8.AppendRune(dst[:n], join(half(dst[n:]), half(head[:])))
	return append(dst, s[halfSize:]...)
}

// AppendString appends s as a JSON string. Surrogate halves become \udXXX,
// other bytes that are not UTF-8 become U+FFFD; nothing else is escaped that
// need not be.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		if n := plainLen(s[i:]); n > 0 {
			i += n
			continue
		}
		dst = append(dst, s[start:i]...)
		var n int
		dst, n = appendEscape(dst, s[i:])
		i += n
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// plainLen returns the length of the character that s begins with, if it may
// stand in a JSON string as it is, else 0.
func plainLen(s string) int {
	switch c := s[0]; {
	case c < ' ' || c == '"' || c == '\\':
		return 0
	case c < utf8.RuneSelf:
		return 1
	}
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 {
		return 0
	}
	return n
}

// appendEscape appends what must not stand in a JSON string as it is, and
// returns how many bytes of s that was.
func appendEscape(dst []byte, s string) ([]byte, int) {
	switch c := s[0]; c {
	case '"', '\\':
		return append(dst, '\\', c), 1
	case '\n':
		return append(dst, `\n`...), 1
	case '\r':
		return append(dst, `\r`...), 1
	case '\t':
		return append(dst, `\t`...), 1
	default:
		if c < ' ' {
			return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15]), 1
		}
	}
	if head := []byte(s[:min(halfSize, len(s))]); isHalf(head) {
		u := half(head)
		return append(dst, '\\', 'u', 'd', hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15]), halfSize
	}
	return append(dst, "\uFFFD"...), 1
}

// Unquote returns the text of a JSON string, as WTF-8. It is false for any
// other value.
func Unquote(raw Raw) (string, bool) {
	s := scanner{data: raw}
	s.space()
	if s.peek() != '"' {
		return "", false
	}
	body, plain, ok := s.str()
	if !ok || !s.whole() {
		return "", false
	}
	return decodeText(body, plain), true
}

// decodeText returns the text of what stands between the quotes of a checked
// string.
func decodeText(body []byte, plain bool) string {
	if plain || bytes.IndexByte(body, '\\') < 0 && utf8.Valid(body) {
		return string(body)
	}
	return string(unescape(make([]byte, 0, len(body)), body))
}

// unescape appends the text of a checked string body. Bytes that are not
// UTF-8 become U+FFFD, halves of surrogate pairs that stand alone stay.
func unescape(dst, body []byte) []byte {
	for i := 0; i < len(body); {
		c := body[i]
		switch {
		case c == '\\':
			u, n := unescapeOne(body[i:])
			dst = appendUnit(dst, u)
			i += n
		case c < utf8.RuneSelf:
			dst = append(dst, c)
			i++
		default:
			r, n := utf8.DecodeRune(body[i:])
			dst = utf8.AppendRune(dst, r)
			i += n
		}
	}
	return dst
}

// unescapeOne decodes the checked escape, or pair of escapes, that b begins
// with.
func unescapeOne(b []byte) (r rune, size int) {
	switch b[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
	default:
		return rune(b[1]), 2
	}
	r, _ = hex4(b[2:])
	if !isHigh(r) || len(b) < 12 || b[6] != '\\' || b[7] != 'u' {
		return r, 6
	}
	if low, _ := hex4(b[8:]); isLow(low) {
		return join(r, low), 12
	}
	return r, 6
}

// Valid reports whether data is one JSON value, nested no deeper than
// MaxDepth.
func Valid(data []byte) bool {
	s := scanner{data: data}
	s.space()
	return s.skip() && s.whole()
}

// Compact appends a JSON value without the white space between its tokens.
// Number text, key order and escapes stay.
func Compact(dst []byte, raw Raw) []byte {
	inString := false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case inString && c == '\\' && i+1 < len(raw):
			dst = append(dst, c, raw[i+1])
			i++
			continue
		case c == '"':
			inString = !inString
		case !inString && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			continue
		}
		dst = append(dst, raw[i])
	}
	return dst
}
