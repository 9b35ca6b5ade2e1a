package agui

import "unicode/utf8"

// status is what became of reading one value.
type status uint8

const (
	// good: the value was read, the cursor is behind it.
	good status = iota
	// bad: a value of another type. The cursor may be anywhere; whoever knows
	// where the value began reports it and skips it.
	bad
	// faulty: reported already and of no use; the cursor is behind it.
	faulty
	// gone: a variant that the protocol does not know; the cursor is behind it.
	// The nearest optional field or list element goes with it.
	gone
	// broken: not JSON, or to be read again: stop.
	broken
)

// parser reads modelled objects by their schemas, in one pass over the bytes.
//
// It has two uses. Enforcing (keep false), it reports what deviates and leaves
// the rest usable: unknown members are dropped, a bad optional one counts as
// absent. Keeping (keep true), it is for round trips: unknown members, unknown
// variants and nulls go to Extra, and the first real fault is an error.
type parser struct {
	scanner
	keep bool
	// young: inside a tool result, where the reference client reads no late
	// null as absent.
	young bool
	ids   *interner // nil: strings are not interned

	// again: an object names a member twice. The event is read a second time,
	// exactly: then only the last member of each name counts.
	again, exact bool

	faults  []fault
	dropped int    // faults over the limit
	path    []step // where the cursor is, from the top object down
	variant string // the unknown variant that made the last value gone
}

// reset readies the parser for data.
func (p *parser) reset(data []byte) {
	p.scanner = scanner{data: data}
	p.again, p.exact, p.young = false, false, false
	p.faults, p.path, p.dropped = p.faults[:0], p.path[:0], 0
}

// run reads one value that is all of data, a second time if it must be read
// exactly.
func (p *parser) run(data []byte, read func() status) status {
	p.reset(data)
	st := p.once(read)
	if p.again {
		p.reset(data)
		p.exact = true
		st = p.once(read)
	}
	return st
}

func (p *parser) once(read func() status) status {
	p.space()
	st := read()
	if st == bad && p.why == "" && !p.again {
		p.pos = 0
		p.space()
		p.skip()
	}
	if p.why != "" || p.again || !p.whole() {
		return broken
	}
	return st
}

// text reads a string.
func (p *parser) text(at *string) status {
	if p.peek() != '"' {
		return bad
	}
	body, plain, ok := p.str()
	if !ok {
		return broken
	}
	*at = decodeText(body, plain)
	return good
}

// ident reads a string that is likely to come again: ids, names, roles.
func (p *parser) ident(at *string) status {
	if p.ids == nil {
		return p.text(at)
	}
	if p.peek() != '"' {
		return bad
	}
	body, plain, ok := p.str()
	if !ok {
		return broken
	}
	if plain {
		*at = p.ids.text(body)
	} else {
		*at = decodeText(body, plain)
	}
	return good
}

// raw reads any value as it is.
func (p *parser) raw(at *Raw) status {
	start := p.pos
	if !p.skip() {
		return broken
	}
	*at = Raw(p.data[start:p.pos:p.pos])
	return good
}

// boolean reads true or false.
func (p *parser) boolean(at *bool) status {
	switch c := p.peek(); {
	case c == 't' && p.word("true"):
		*at = true
	case c == 'f' && p.word("false"):
		*at = false
	case p.why != "":
		return broken
	default:
		return bad
	}
	return good
}

// integer reads a whole number between low and the largest that JavaScript
// holds exactly. 1.0 and 1e3 are whole, as they are there.
func (p *parser) integer(at *int64, low int64) status {
	start := p.pos
	if c := p.peek(); c != '-' && (c < '0' || c > '9') {
		return bad
	}
	if !p.number() {
		return broken
	}
	n, ok := wholeNumber(p.data[start:p.pos])
	if !ok || n < low || n > maxSafe {
		return bad
	}
	*at = n
	return good
}

// null reads a null, if the value at the cursor is one.
func (p *parser) null() bool { return p.peek() == 'n' && p.word("null") }

// skipped steps over a value of no interest.
func (p *parser) skipped() status {
	if !p.skip() {
		return broken
	}
	return good
}

// tag returns the string member of that name of the object at the cursor,
// without moving the cursor. Of several the last one counts. ok is false when
// there is none or it is not a string.
func (p *parser) tag(name string) (value string, ok bool, st status) {
	if p.peek() != '{' {
		return "", false, bad
	}
	s := p.scanner
	if !s.enter() {
		return "", false, p.adopt(&s)
	}
	for more := s.first('}'); more; more = s.next('}') {
		key, plain, fine := s.key()
		if !fine {
			return "", false, p.adopt(&s)
		}
		if !sameName(key, plain, name) {
			if !s.skip() {
				return "", false, p.adopt(&s)
			}
			continue
		}
		start := s.pos
		if !s.skip() {
			return "", false, p.adopt(&s)
		}
		value, ok = Unquote(Raw(s.data[start:s.pos]))
	}
	if s.why != "" {
		return "", false, p.adopt(&s)
	}
	return value, ok, good
}

// adopt takes over the fault of a scanner that went ahead.
func (p *parser) adopt(s *scanner) status {
	p.scanner = *s
	return broken
}

func sameName(key []byte, plain bool, name string) bool {
	return string(key) == name || !plain && decodeText(key, false) == name
}

// interner keeps one copy of strings that come again and again. It is a small
// table in which a newcomer replaces what has the same hash, so it never
// grows.
type interner struct {
	table [256]string
}

// maxIntern bounds what the table may hold on to.
const maxIntern = 64

func (n *interner) text(b []byte) string {
	if len(b) == 0 || len(b) > maxIntern {
		return string(b)
	}
	h := uint32(2166136261)
	for _, c := range b {
		h = (h ^ uint32(c)) * 16777619
	}
	slot := &n.table[(h^h>>16)&255]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

// cut shortens text for a message, at a rune.
func cut(s string) string {
	if len(s) <= maxShown {
		return s
	}
	limit := maxShown
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "…"
}
