package agui

import "math/bits"

// flags say how a field is treated where it is absent, null or bad.
type flags uint8

const (
	// required: the object is of no use without it.
	required flags = 1 << iota
	// expected: missing is a fault, but the object can be used without it.
	expected
	// vital: optional, but a bad value makes the object unusable.
	vital
	// lateNull: a null that older servers send; read as absent with a warning.
	lateNull
	// anyValue: null is a value like others.
	anyValue
	// quietNull: null is absent, without a word.
	quietNull
	// moot: known and dropped without a word; kept for round trips.
	moot
)

// field is one member of a modelled object: how it is read, and how it is
// written.
type field[T any] struct {
	name string
	// want words the type, for messages.
	want  string
	flags flags
	read  func(p *parser, o *T) status
	// write appends the value; false when the member is absent.
	write func(dst []byte, o *T) ([]byte, bool)
}

// with returns the field with more flags.
func (f field[T]) with(more flags) field[T] {
	f.flags |= more
	return f
}

// without returns the field with fewer flags.
func (f field[T]) without(less flags) field[T] {
	f.flags &^= less
	return f
}

// schema is the members of a modelled object.
type schema[T any] struct {
	fields []field[T]
	// needed has a bit for each field that must be there.
	needed uint32
	// open objects may have other members, which are no deviation.
	open bool
}

func newSchema[T any](fields ...field[T]) *schema[T] {
	s := &schema[T]{fields: fields}
	for i, f := range fields {
		if f.flags&(required|expected) != 0 {
			s.needed |= 1 << i
		}
	}
	return s
}

func (s *schema[T]) index(key []byte, plain bool) int {
	for i := range s.fields {
		if s.fields[i].name == string(key) {
			return i
		}
	}
	if !plain {
		key = []byte(decodeText(key, false))
		for i := range s.fields {
			if s.fields[i].name == string(key) {
				return i
			}
		}
	}
	return -1
}

// object reads the object at the cursor into o. Members that the schema lacks
// go to extra if they are kept.
func object[T any](p *parser, s *schema[T], o *T, extra *[]Field) status {
	if p.peek() != '{' {
		return bad
	}
	w := walk[T]{schema: s, into: o, extra: extra}
	if p.exact {
		w.last = p.lastMembers()
	}
	if !p.enter() {
		return broken
	}
	for more := p.first('}'); more; more = p.next('}') {
		key, plain, ok := p.key()
		if !ok {
			return broken
		}
		if st := w.member(p, key, plain); st == broken {
			return broken
		}
	}
	if p.why != "" {
		return broken
	}
	return w.result(p)
}

// walk is the state of reading one object.
type walk[T any] struct {
	schema *schema[T]
	into   *T
	extra  *[]Field
	last   map[string]int
	seen   uint32
	gone   bool // a required member is an unknown variant
	faulty bool
}

// member reads one member; the cursor is at its value.
func (w *walk[T]) member(p *parser, key []byte, plain bool) status {
	if w.last != nil && w.last[decodeText(key, plain)] != p.pos {
		return p.skipped()
	}
	i := w.schema.index(key, plain)
	if i < 0 || p.keep && w.schema.fields[i].flags&moot != 0 {
		return w.unknown(p, key, plain)
	}
	bit := uint32(1) << i
	if w.seen&bit != 0 {
		p.again = true
		return broken
	}
	w.seen |= bit
	f := &w.schema.fields[i]
	if f.flags&anyValue == 0 && p.peek() == 'n' {
		return w.null(p, f)
	}
	p.push(f.name)
	start, mark := p.pos, p.mark()
	st := f.read(p, w.into)
	switch st {
	case good, broken:
	case gone:
		if f.flags&required != 0 {
			w.gone = true
		} else {
			p.undo(mark)
			p.unknown()
		}
	case bad:
		w.faulty = w.faulty || f.flags&(required|vital) != 0
		if p.why != "" {
			return broken
		}
		st = p.mismatch(start, f.want)
	case faulty:
		w.faulty = w.faulty || f.flags&(required|vital) != 0
	}
	p.pop()
	if st == broken {
		return broken
	}
	return good
}

// unknown deals with a member that the schema lacks.
func (w *walk[T]) unknown(p *parser, key []byte, plain bool) status {
	var value Raw
	if p.raw(&value) == broken {
		return broken
	}
	if p.keep || w.schema.open {
		*w.extra = append(*w.extra, Field{Name: decodeText(key, plain), Value: value})
		if p.keep && !p.exact {
			return w.twice(p)
		}
		return good
	}
	p.push(cut(decodeText(key, plain)))
	p.report(RuleUnknownField, "is not a field of the protocol, dropped")
	p.pop()
	return good
}

// twice looks whether the unknown member just kept was there before. A long
// list is not compared but read again exactly, to keep the cost linear.
func (w *walk[T]) twice(p *parser) status {
	list := *w.extra
	name := list[len(list)-1].Name
	const long = 16
	p.again = len(list) > long
	for _, f := range list[:len(list)-1] {
		p.again = p.again || f.Name == name
	}
	if p.again {
		return broken
	}
	return good
}

// null deals with a null where the protocol has none.
func (w *walk[T]) null(p *parser, f *field[T]) status {
	if !p.null() {
		if p.why == "" {
			p.fail("a value is missing")
		}
		return broken
	}
	needed := f.flags&(required|expected) != 0
	p.push(f.name)
	switch {
	case p.keep && needed:
		p.report(RuleNullField, "is null, but must be "+f.want)
	case p.keep:
		*w.extra = append(*w.extra, Field{Name: f.name, Value: Raw("null")})
	case f.flags&quietNull != 0:
	case f.flags&lateNull != 0 && !p.young:
		p.report(RuleDeprecatedNull, "is null, read as absent")
	case needed:
		p.report(RuleNullField, "is null, but must be "+f.want)
		w.faulty = w.faulty || f.flags&required != 0
	default:
		p.report(RuleNullField, "is null, but must be "+f.want+" or absent")
	}
	p.pop()
	return good
}

// result reports what is missing and tells whether the object can be used.
func (w *walk[T]) result(p *parser) status {
	if w.gone {
		return gone
	}
	for missing := w.schema.needed &^ w.seen; missing != 0; missing &= missing - 1 {
		f := &w.schema.fields[bits.TrailingZeros32(missing)]
		p.push(f.name)
		p.report(RuleMissingField, "is missing")
		p.pop()
		w.faulty = w.faulty || f.flags&required != 0
	}
	if w.faulty {
		return faulty
	}
	return good
}

// lastMembers returns where the value of the last member of each name of the
// object at the cursor begins. Faults of syntax are left to be found later.
func (p *parser) lastMembers() map[string]int {
	s := p.scanner
	last := map[string]int{}
	if !s.enter() {
		return last
	}
	for more := s.first('}'); more; more = s.next('}') {
		key, plain, ok := s.key()
		if !ok {
			break
		}
		last[decodeText(key, plain)] = s.pos
		if !s.skip() {
			break
		}
	}
	return last
}

// list reads an array. lost tells that an element was of no use.
func list[E any](p *parser, at *[]E, want string, elem func(*parser, *E) status) (st status, lost bool) {
	if p.peek() != '[' {
		return bad, false
	}
	if !p.enter() {
		return broken, false
	}
	out := []E{}
	i := 0
	for more := p.first(']'); more; more = p.next(']') {
		out = append(out, *new(E))
		p.pushIndex(i)
		start, mark := p.pos, p.mark()
		st := elem(p, &out[len(out)-1])
		switch st {
		case good, broken, faulty:
		case gone:
			p.undo(mark)
			p.unknown()
		case bad:
			if p.why == "" {
				st = faulty
				if p.mismatch(start, want) == broken {
					st = broken
				}
			}
		}
		if st == broken || p.why != "" {
			return broken, false
		}
		if st != good {
			out = out[:len(out)-1]
			lost = lost || st == faulty
		}
		p.pop()
		i++
	}
	if p.why != "" {
		return broken, false
	}
	*at = out
	return good, lost
}
