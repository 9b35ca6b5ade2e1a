package agui

// Opt is an optional field: the wire's "absent" differs from every value,
// the empty string and zero included (PROTOCOL section 3).
type Opt[T any] struct {
	Value T
	Set   bool
}

// Some returns a set field.
func Some[T any](v T) Opt[T] { return Opt[T]{Value: v, Set: true} }

// Or returns the value, or def when the field is absent.
func (o Opt[T]) Or(def T) T {
	if o.Set {
		return o.Value
	}
	return def
}

// Raw is one JSON value exactly as it arrived: number text, key order, escapes
// and inner white space are kept. Nil means absent; a null is the four bytes
// "null". A Raw may alias the frame it came from and must not be changed.
type Raw []byte

// Field is a member of a modelled object that the protocol does not know.
// Round trips keep it; enforcement reports and drops it.
type Field struct {
	Name  string
	Value Raw
}
