package doc

import "slices"

// MaxDepth is how deep arrays and objects may be nested.
const MaxDepth = 10_000

// indexFrom is the number of members from which an object keeps an index;
// below, looking at each is faster.
const indexFrom = 16

// Kind says what a Value is.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	False
	True
	Number
	String
	Array
	Object
)

// String returns the kind in words, with its article.
func (k Kind) String() string {
	switch k {
	case False, True:
		return "a boolean"
	case Number:
		return "a number"
	case String:
		return "a string"
	case Array:
		return "an array"
	case Object:
		return "an object"
	default:
		return "null"
	}
}

// Value is one JSON value. The zero value is null.
type Value struct {
	kind Kind
	text string    // the text of a number, the content of a string
	kids *children // of an array or an object; nil when it is empty
}

// children are the elements of an array or the members of an object.
type children struct {
	items   []*Value
	members []*member
	index   map[string]*member // nil for small objects
}

type member struct {
	key   string
	value *Value
}

// Kind returns what the value is.
func (v *Value) Kind() Kind { return v.kind }

// Text returns the content of a string (WTF-8) or the text of a number, else
// "".
func (v *Value) Text() string { return v.text }

// Len returns the number of elements or members; 0 for anything else.
func (v *Value) Len() int {
	if v.kids == nil {
		return 0
	}
	return len(v.kids.items) + len(v.kids.members)
}

// At returns element i, or the value of member i in the order of the keys. It
// panics when i is not below Len.
func (v *Value) At(i int) *Value {
	if v.kind == Object {
		return v.kids.members[i].value
	}
	return v.kids.items[i]
}

// Key returns the name of member i. It panics when i is not below Len, or v is
// not an object.
func (v *Value) Key(i int) string { return v.kids.members[i].key }

// Get returns the value of the member named key, or nil.
func (v *Value) Get(key string) *Value {
	if m := v.find(key); m != nil {
		return m.value
	}
	return nil
}

func (v *Value) find(key string) *member {
	if v.kids == nil {
		return nil
	}
	if v.kids.index != nil {
		return v.kids.index[key]
	}
	for _, m := range v.kids.members {
		if m.key == key {
			return m
		}
	}
	return nil
}

// addMember appends a member that the object does not have yet.
func (v *Value) addMember(m *member) { v.putMember(v.Len(), m) }

// putMember inserts a member at place i.
func (v *Value) putMember(i int, m *member) {
	if v.kids == nil {
		v.kids = &children{}
	}
	c := v.kids
	c.members = slices.Insert(c.members, i, m)
	if c.index != nil {
		c.index[m.key] = m
		return
	}
	if len(c.members) > indexFrom {
		c.buildIndex()
	}
}

func (c *children) buildIndex() {
	c.index = make(map[string]*member, len(c.members))
	for _, m := range c.members {
		c.index[m.key] = m
	}
}

// cutMember removes the member and returns the place that it had.
func (v *Value) cutMember(m *member) int {
	c := v.kids
	i := slices.Index(c.members, m)
	c.members = slices.Delete(c.members, i, i+1)
	delete(c.index, m.key)
	return i
}

// putItem inserts an element at place i.
func (v *Value) putItem(i int, item *Value) {
	if v.kids == nil {
		v.kids = &children{}
	}
	v.kids.items = slices.Insert(v.kids.items, i, item)
}

// cutItem removes and returns element i.
func (v *Value) cutItem(i int) *Value {
	item := v.kids.items[i]
	v.kids.items = slices.Delete(v.kids.items, i, i+1)
	return item
}

// height returns the levels of nesting in v, 0 for a scalar.
func (v *Value) height() int {
	if v.kind != Array && v.kind != Object {
		return 0
	}
	most := 0
	for i := range v.Len() {
		most = max(most, v.At(i).height())
	}
	return most + 1
}

// Clone returns a deep copy.
func (v *Value) Clone() *Value {
	budget := int(^uint(0) >> 1)
	return v.clone(&budget)
}

// weight is what one value, or one key, counts for in the limits: a long text
// counts for more.
func weight(text string) int { return 1 + len(text)/64 }

// size is the weight of v and all that is in it.
func (v *Value) size() int {
	n := weight(v.text)
	for i := range v.Len() {
		n += v.At(i).size()
		if v.kind == Object {
			n += weight(v.Key(i)) - 1
		}
	}
	return n
}

// clone copies v as long as the budget lasts; it returns nil when it does not.
func (v *Value) clone(budget *int) *Value {
	*budget -= weight(v.text)
	if *budget < 0 {
		return nil
	}
	w := &Value{kind: v.kind, text: v.text}
	if v.Len() == 0 {
		return w
	}
	w.kids = &children{}
	if v.kind == Array {
		w.kids.items = make([]*Value, 0, v.Len())
	} else {
		w.kids.members = make([]*member, 0, v.Len())
	}
	for i := range v.Len() {
		kid := v.At(i).clone(budget)
		if kid == nil {
			return nil
		}
		if v.kind == Array {
			w.kids.items = append(w.kids.items, kid)
		} else {
			*budget -= weight(v.Key(i)) - 1
			w.kids.members = append(w.kids.members, &member{key: v.Key(i), value: kid})
		}
	}
	if len(w.kids.members) > indexFrom {
		w.kids.buildIndex()
	}
	return w
}
