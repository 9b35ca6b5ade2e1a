package record

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"time"
	"unicode/utf8"

	"agtui/stream/frame"
)

// appendFrame appends the line of a frame, without a line end. It is written by
// hand since it is the line that is written for every frame.
func appendFrame(dst []byte, f *frame.Frame, since time.Duration) []byte {
	dst = append(dst, `{"type":"frame","n":`...)
	dst = strconv.AppendInt(dst, int64(f.N), 10)
	dst = append(dst, `,"t":`...)
	dst = appendMillis(dst, since)
	dst = append(dst, `,"offset":`...)
	dst = strconv.AppendInt(dst, f.Offset, 10)
	if f.Kind == frame.Comment {
		dst = append(dst, `,"kind":"comment"`...)
	} else {
		dst = append(dst, `,"kind":"event"`...)
	}
	if f.Form == frame.JSON {
		dst = append(dst, `,"form":"json"`...)
	}
	if f.Fault != 0 {
		dst = append(dst, `,"fault":[`...)
		for _, fault := range faults() {
			if f.Fault&fault.bit == 0 {
				continue
			}
			if dst[len(dst)-1] != '[' {
				dst = append(dst, ',')
			}
			dst = strconv.AppendQuote(dst, fault.name)
		}
		dst = append(dst, ']')
	}
	if f.Size != int64(len(f.Raw)) {
		dst = append(dst, `,"size":`...)
		dst = strconv.AppendInt(dst, f.Size, 10)
	}
	if utf8.Valid(f.Raw) {
		dst = append(dst, `,"text":`...)
		dst = appendString(dst, f.Raw)
	} else {
		dst = append(dst, `,"base64":"`...)
		dst = base64.StdEncoding.AppendEncode(dst, f.Raw)
		dst = append(dst, '"')
	}
	return append(dst, '}')
}

// appendMillis appends milliseconds with three decimals.
func appendMillis(dst []byte, d time.Duration) []byte {
	us := max(d.Microseconds(), 0)
	dst = strconv.AppendInt(dst, us/1000, 10)
	us %= 1000
	return append(dst, '.', byte('0'+us/100), byte('0'+us/10%10), byte('0'+us%10))
}

// millis is appendMillis as a number.
func millis(d time.Duration) *json.Number {
	n := json.Number(appendMillis(nil, d))
	return &n
}

// appendString appends UTF-8 as a JSON string. Whatever could act on a terminal
// is escaped, so that a recording can be looked at: control characters and the
// characters that change the direction of text.
func appendString(dst, s []byte) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7F && c != '"' && c != '\\' {
			i++
			continue
		}
		r, n := rune(c), 1
		if c >= utf8.RuneSelf {
			if r, n = utf8.DecodeRune(s[i:]); !acts(r) {
				i += n
				continue
			}
		}
		dst = append(dst, s[done:i]...)
		i += n
		done = i
		switch r {
		case '"', '\\':
			dst = append(dst, '\\', byte(r))
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		}
	}
	dst = append(dst, s[done:]...)
	return append(dst, '"')
}

// acts reports whether r, beyond ASCII, does something to a terminal or to the
// lines of a file.
func acts(r rune) bool {
	switch {
	case r < 0xA0, r == 0x2028, r == 0x2029, r == 0xFEFF:
		return true
	case r >= 0x200E && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x061C:
		return true
	}
	return false
}
