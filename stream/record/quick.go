package record

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// quickFrame decodes the line of a frame as Writer writes nearly all of them.
// It reports false for any other line, also a right one, which encoding/json
// then takes; opening a long thread is mostly this.
func quickFrame(text []byte) (*line, bool) {
	rest, ok := bytes.CutPrefix(text, []byte(`{"type":"frame","n":`))
	if !ok {
		return nil, false
	}
	n, rest, ok1 := cutNumber(rest, `,"t":`)
	t, rest, ok2 := cutNumber(rest, `,"offset":`)
	offset, rest, ok3 := cutNumber(rest, `,"kind":"event"`)
	if !ok1 || !ok2 || !ok3 {
		return nil, false
	}
	l := &line{Type: typeFrame, Kind: "event"}
	if rest, ok = bytes.CutPrefix(rest, []byte(`,"form":"json"`)); ok {
		l.Form = "json"
	}
	rest, ok1 = bytes.CutPrefix(rest, []byte(`,"text":"`))
	rest, ok2 = bytes.CutSuffix(rest, []byte(`"}`))
	if !ok1 || !ok2 || !utf8.Valid(rest) {
		return nil, false
	}
	raw, ok := unescape(rest)
	if !ok {
		return nil, false
	}
	number := json.Number(t)
	s := string(raw)
	l.T, l.Text = &number, &s
	var err1, err2 error
	l.N, err1 = strconv.Atoi(n)
	l.Offset, err2 = strconv.ParseInt(offset, 10, 64)
	return l, err1 == nil && err2 == nil && l.N > 0
}

// cutNumber cuts a decimal number that is followed by after.
func cutNumber(p []byte, after string) (number string, rest []byte, ok bool) {
	i := 0
	for i < len(p) && (p[i] >= '0' && p[i] <= '9' || p[i] == '.') {
		i++
	}
	number = string(p[:i])
	rest, ok = bytes.CutPrefix(p[i:], []byte(after))
	return number, rest, ok && i > 0
}

// unescape undoes what appendString did, in a new slice where it did anything.
func unescape(s []byte) ([]byte, bool) {
	out := make([]byte, 0, len(s))
	for {
		i := bytes.IndexByte(s, '\\')
		plain := s
		if i >= 0 {
			plain = s[:i]
		}
		for _, c := range plain {
			if c < ' ' || c == '"' {
				return nil, false
			}
		}
		out = append(out, plain...)
		if i < 0 {
			return out, true
		}
		if i+1 >= len(s) {
			return nil, false
		}
		c := s[i+1]
		s = s[i+2:]
		switch c {
		case '"', '\\', '/':
			out = append(out, c)
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		default:
			return nil, false // \u and the rest are rare
		}
	}
}
