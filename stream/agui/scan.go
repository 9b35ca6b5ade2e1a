package agui

// MaxDepth is how deeply arrays and objects may nest. Deeper input is refused
// with a finding: no real event needs it, and everything that walks a value
// later may recurse.
const MaxDepth = 1000

// scanner walks JSON text byte by byte and checks the grammar on the way. The
// cursor stands on the first byte of a value whenever a value is expected.
type scanner struct {
	data  []byte
	pos   int
	depth int
	// why is the first fault of syntax; empty as long as all is well.
	why  string
	at   int  // where it is
	deep bool // it is the nesting
}

// fail notes the first fault and returns false.
func (s *scanner) fail(why string) bool {
	if s.why == "" {
		s.why, s.at = why, s.pos
	}
	return false
}

// peek returns the byte at the cursor, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.data) {
		return s.data[s.pos]
	}
	return 0
}

func (s *scanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// enter goes one level down.
func (s *scanner) enter() bool {
	if s.depth++; s.depth > MaxDepth {
		s.deep = true
		return s.fail("it nests too deeply")
	}
	return true
}

// first steps into an array or object and reports whether it has a member.
func (s *scanner) first(end byte) bool {
	s.pos++
	s.space()
	if s.peek() == end {
		s.pos++
		s.depth--
		return false
	}
	return true
}

// next steps past a member and reports whether another one follows. It is
// false after a fault, too.
func (s *scanner) next(end byte) bool {
	if s.why != "" {
		return false
	}
	s.space()
	switch s.peek() {
	case ',':
		s.pos++
		s.space()
		return true
	case end:
		s.pos++
		s.depth--
		return false
	default:
		return s.fail("a comma or the end of the list is missing")
	}
}

// key reads a member's name and the colon after it. The name is raw when esc
// is false.
func (s *scanner) key() (name []byte, plain, ok bool) {
	if s.peek() != '"' {
		return nil, false, s.fail("a member's name is missing")
	}
	name, plain, ok = s.str()
	if !ok {
		return nil, false, false
	}
	s.space()
	if s.peek() != ':' {
		return nil, false, s.fail("a colon is missing")
	}
	s.pos++
	s.space()
	return name, plain, true
}

// str reads the string at the cursor and returns what is between its quotes.
// plain tells that it is ASCII without escapes, so that it needs no decoding.
func (s *scanner) str() (body []byte, plain, ok bool) {
	var high byte
	escaped := false
	data, i := s.data, s.pos+1
	for i < len(data) {
		c := data[i]
		switch {
		case c == '"':
			body = data[s.pos+1 : i]
			s.pos = i + 1
			return body, high < 0x80 && !escaped, true
		case c == '\\':
			escaped = true
			n := escapeLen(data[i:])
			if n == 0 {
				s.pos = i
				return nil, false, s.fail("a bad escape in a string")
			}
			i += n
		case c < ' ':
			s.pos = i
			return nil, false, s.fail("a control character in a string")
		default:
			high |= c
			i++
		}
	}
	s.pos = i
	return nil, false, s.fail("a string does not end")
}

// escapeLen returns the length of the escape that b begins with, 0 if it is
// none.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := hex4(b[2:]); ok {
			return 6
		}
	}
	return 0
}

// hex4 reads four hexadecimal digits.
func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// skip steps over the value at the cursor and checks it.
func (s *scanner) skip() bool {
	switch c := s.peek(); {
	case c == '"':
		_, _, ok := s.str()
		return ok
	case c == '{':
		return s.skipObject()
	case c == '[':
		return s.skipArray()
	case c == '-' || '0' <= c && c <= '9':
		return s.number()
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	case s.pos >= len(s.data):
		return s.fail("it ends too early")
	default:
		return s.fail("a value is missing")
	}
}

func (s *scanner) skipObject() bool {
	if !s.enter() {
		return false
	}
	for more := s.first('}'); more; more = s.next('}') {
		if _, _, ok := s.key(); !ok || !s.skip() {
			return false
		}
	}
	return s.why == ""
}

func (s *scanner) skipArray() bool {
	if !s.enter() {
		return false
	}
	for more := s.first(']'); more; more = s.next(']') {
		if !s.skip() {
			return false
		}
	}
	return s.why == ""
}

func (s *scanner) word(w string) bool {
	if len(s.data)-s.pos < len(w) || string(s.data[s.pos:s.pos+len(w)]) != w {
		return s.fail("a value is missing")
	}
	s.pos += len(w)
	return true
}

// number steps over a number: an optional sign, digits without a leading
// zero, then a fraction and an exponent if there are any.
func (s *scanner) number() bool {
	if s.peek() == '-' {
		s.pos++
	}
	if s.peek() == '0' {
		s.pos++
	} else if !s.digits() {
		return false
	}
	if s.peek() == '.' {
		s.pos++
		if !s.digits() {
			return false
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.pos++
		if c := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		return s.digits()
	}
	return true
}

func (s *scanner) digits() bool {
	start := s.pos
	for c := s.peek(); '0' <= c && c <= '9'; c = s.peek() {
		s.pos++
	}
	if s.pos == start {
		return s.fail("a digit is missing")
	}
	return true
}

// whole checks that nothing but white space follows the value just read.
func (s *scanner) whole() bool {
	if s.why != "" {
		return false
	}
	if s.space(); s.pos < len(s.data) {
		return s.fail("something follows the value")
	}
	return true
}
