package doc

import "agtui/stream/agui"

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

// Value is one JSON value.
type Value struct {
	kind Kind
	text string
	kids *children
}

type children struct {
	items   []*Value
	members []*member
	index   map[string]*member
}

type member struct {
	key   string
	value *Value
}

// Kind returns what the value is; a nil Value is Null.
func (v *Value) Kind() Kind { return v.kind }

// Len returns the number of elements or members.
func (v *Value) Len() int { return 0 }

// At returns element or member value i.
func (v *Value) At(i int) *Value { return nil }

// Key returns the name of member i.
func (v *Value) Key(i int) string { return "" }

// Get returns the member named key, or nil.
func (v *Value) Get(key string) *Value { return nil }

// Text returns the text of a string or of a number.
func (v *Value) Text() string { return v.text }

// Lookup returns the value at an RFC 6901 pointer.
func (v *Value) Lookup(pointer string) (*Value, bool) { return nil, false }

// Append appends compact JSON.
func (v *Value) Append(dst []byte) []byte { return dst }

// Clone returns a deep copy.
func (v *Value) Clone() *Value { return v }

// Equal reports JSON equality.
func (v *Value) Equal(w *Value) bool { return false }

// Parse reads one JSON value.
func Parse(raw agui.Raw) (*Value, error) { return &Value{}, nil }
