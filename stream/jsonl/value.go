package jsonl

// value finds the end of one JSON value, seen byte by byte: a container ends
// with its last bracket, a string with its quote, anything else before a comma,
// a bracket or white space. Brackets are only counted.
type value struct {
	begun   bool
	depth   int
	quoted  bool // in a string
	escaped bool // after a backslash in it
	bare    bool // a number, a word, or garbage
}

// scan goes on at *pos and returns the end of the value, or -1 if it has not
// come yet.
func (v *value) scan(p []byte, pos *int) int {
	for ; *pos < len(p); *pos++ {
		c := p[*pos]
		switch {
		case v.quoted:
			if v.inString(c) && v.depth == 0 {
				*pos++
				return *pos
			}
		case v.bare:
			if ends(c) {
				return *pos
			}
		default:
			if v.outside(c) {
				*pos++
				return *pos
			}
		}
	}
	return -1
}

// inString takes a byte of a string and reports whether the string is over.
func (v *value) inString(c byte) bool {
	switch {
	case v.escaped:
		v.escaped = false
	case c == '\\':
		v.escaped = true
	case c == '"':
		v.quoted = false
		return true
	}
	return false
}

// outside takes a byte that is not in a string and reports whether the value
// ends with it.
func (v *value) outside(c byte) bool {
	switch c {
	case '"':
		v.quoted = true
	case '{', '[':
		v.depth++
	case '}', ']':
		v.depth--
		if v.begun && v.depth <= 0 {
			return true
		}
	}
	v.bare = !v.begun && !v.quoted && v.depth <= 0
	v.begun = true
	return false
}

// ends reports whether c ends a bare value.
func ends(c byte) bool {
	switch c {
	case ',', ']', ' ', '\t', '\r', '\n':
		return true
	}
	return false
}
