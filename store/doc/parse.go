package doc

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"agtui/stream/agui"
)

// What Parse can find wrong.
var (
	// ErrSyntax: the text is not one JSON value.
	ErrSyntax = errors.New("doc: not a JSON value")
	// ErrDepth: arrays and objects are nested deeper than MaxDepth.
	ErrDepth = errors.New("doc: nested too deeply")
)

// Parse reads one JSON value. It copies raw.
func Parse(raw agui.Raw) (*Value, error) { return parse(raw, MaxDepth) }

// parse reads one value that is nested at most depth deep.
func parse(raw agui.Raw, depth int) (*Value, error) {
	p := parser{src: string(raw), left: depth}
	v, err := p.value()
	if err != nil {
		return nil, err
	}
	if p.space(); p.pos < len(p.src) {
		return nil, p.syntax()
	}
	return v, nil
}

// parser reads JSON by recursive descent. Values and members come out of
// blocks that grow, which saves an allocation for each.
type parser struct {
	src     string
	pos     int
	left    int // levels of nesting that may still be opened
	values  []Value
	members []member
	items   []*Value  // elements of the arrays being read
	pending []*member // members of the objects being read
}

func (p *parser) syntax() error { return fmt.Errorf("%w (byte %d)", ErrSyntax, p.pos) }

func (p *parser) space() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

// next skips white space and returns the byte that follows, 0 at the end.
func (p *parser) next() byte {
	p.space()
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

func (p *parser) alloc(v Value) *Value {
	if len(p.values) == cap(p.values) {
		p.values = make([]Value, 0, min(max(8, 2*cap(p.values)), 512))
	}
	p.values = append(p.values, v)
	return &p.values[len(p.values)-1]
}

func (p *parser) allocMember(key string, v *Value) *member {
	if len(p.members) == cap(p.members) {
		p.members = make([]member, 0, min(max(8, 2*cap(p.members)), 512))
	}
	p.members = append(p.members, member{key: key, value: v})
	return &p.members[len(p.members)-1]
}

func (p *parser) value() (*Value, error) {
	switch c := p.next(); c {
	case '{':
		return p.nested(p.object)
	case '[':
		return p.nested(p.array)
	case '"':
		s, err := p.str()
		if err != nil {
			return nil, err
		}
		return p.alloc(Value{kind: String, text: s}), nil
	case 't':
		return p.word("true", True)
	case 'f':
		return p.word("false", False)
	case 'n':
		return p.word("null", Null)
	default:
		return p.number()
	}
}

func (p *parser) word(word string, kind Kind) (*Value, error) {
	if !strings.HasPrefix(p.src[p.pos:], word) {
		return nil, p.syntax()
	}
	p.pos += len(word)
	return p.alloc(Value{kind: kind}), nil
}

// nested reads an array or an object, one level down.
func (p *parser) nested(read func() (*Value, error)) (*Value, error) {
	if p.left == 0 {
		return nil, ErrDepth
	}
	p.left--
	p.pos++
	v, err := read()
	p.left++
	return v, err
}

func (p *parser) array() (*Value, error) {
	v := p.alloc(Value{kind: Array})
	if p.next() == ']' {
		p.pos++
		return v, nil
	}
	base := len(p.items)
	for {
		item, err := p.value()
		if err != nil {
			return nil, err
		}
		p.items = append(p.items, item)
		more, err := p.comma(']')
		if err != nil {
			return nil, err
		}
		if !more {
			v.kids = &children{items: append([]*Value(nil), p.items[base:]...)}
			p.items = p.items[:base]
			return v, nil
		}
	}
}

func (p *parser) object() (*Value, error) {
	v := p.alloc(Value{kind: Object})
	if p.next() == '}' {
		p.pos++
		return v, nil
	}
	base := len(p.pending)
	var index map[string]*member
	for {
		key, value, err := p.member()
		if err != nil {
			return nil, err
		}
		index = p.keep(base, index, key, value)
		more, err := p.comma('}')
		if err != nil {
			return nil, err
		}
		if !more {
			members := append([]*member(nil), p.pending[base:]...)
			v.kids = &children{members: members, index: index}
			p.pending = p.pending[:base]
			return v, nil
		}
	}
}

// keep adds a member to the object whose members begin at base, or puts its
// value in the place of an earlier one of the same name. It returns the index
// of the object, which begins when there are many members.
func (p *parser) keep(base int, index map[string]*member, key string, value *Value) map[string]*member {
	c := children{members: p.pending[base:], index: index}
	if m := (&Value{kids: &c}).find(key); m != nil {
		m.value = value
		return index
	}
	m := p.allocMember(key, value)
	p.pending = append(p.pending, m)
	if index != nil {
		index[key] = m
		return index
	}
	if c.members = p.pending[base:]; len(c.members) > indexFrom {
		c.buildIndex()
	}
	return c.index
}

func (p *parser) member() (string, *Value, error) {
	if p.next() != '"' {
		return "", nil, p.syntax()
	}
	key, err := p.str()
	if err != nil {
		return "", nil, err
	}
	if p.next() != ':' {
		return "", nil, p.syntax()
	}
	p.pos++
	value, err := p.value()
	return key, value, err
}

// comma reads what follows a child: a comma (more is to come) or the end.
func (p *parser) comma(end byte) (more bool, err error) {
	switch p.next() {
	case ',':
		p.pos++
		return true, nil
	case end:
		p.pos++
		return false, nil
	default:
		return false, p.syntax()
	}
}

// str reads a string, of which it returns the content.
func (p *parser) str() (string, error) {
	start := p.pos
	plain := true
	for i := start + 1; i < len(p.src); i++ {
		switch c := p.src[i]; {
		case c == '"':
			p.pos = i + 1
			return p.content(p.src[start:p.pos], plain)
		case c == '\\':
			plain = false
			i++
		case c < ' ':
			p.pos = i
			return "", p.syntax()
		case c >= utf8.RuneSelf:
			plain = false
		}
	}
	p.pos = len(p.src)
	return "", p.syntax()
}

// content returns what a quoted string means; a plain one is ASCII without
// escapes.
func (p *parser) content(quoted string, plain bool) (string, error) {
	inner := quoted[1 : len(quoted)-1]
	if plain || (utf8.ValidString(inner) && !strings.Contains(inner, `\`)) {
		return inner, nil
	}
	s, ok := agui.Unquote(agui.Raw(quoted))
	if !ok {
		return "", p.syntax()
	}
	return s, nil
}

// number reads a number and keeps its text.
func (p *parser) number() (*Value, error) {
	start := p.pos
	if p.peek() == '-' {
		p.pos++
	}
	ok := true
	if p.peek() == '0' {
		p.pos++
	} else {
		ok = p.digits()
	}
	if ok && p.peek() == '.' {
		p.pos++
		ok = p.digits()
	}
	if c := p.peek(); ok && (c == 'e' || c == 'E') {
		p.pos++
		if c := p.peek(); c == '+' || c == '-' {
			p.pos++
		}
		ok = p.digits()
	}
	if !ok {
		return nil, p.syntax()
	}
	return p.alloc(Value{kind: Number, text: p.src[start:p.pos]}), nil
}

func (p *parser) peek() byte {
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

func (p *parser) digits() bool {
	start := p.pos
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.pos++
	}
	return p.pos > start
}
