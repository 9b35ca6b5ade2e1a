package agui

import (
	"slices"
	"strconv"
	"strings"
)

// The constructors of fields. Each takes the member's name and where its value
// is kept. Those of required fields keep plain values and are always written.

func reqText[T any](name string, at func(*T) *string) field[T] {
	return field[T]{
		name: name, want: "a string", flags: required,
		read:  func(p *parser, o *T) status { return p.ident(at(o)) },
		write: func(dst []byte, o *T) ([]byte, bool) { return AppendString(dst, *at(o)), true },
	}
}

// optText keeps the string as an optional one; with required or expected it
// must be there nevertheless.
func optText[T any](name string, at func(*T) *Opt[string]) field[T] {
	return optString(name, at, (*parser).ident)
}

// optFree is optText for text that is hardly ever the same twice.
func optFree[T any](name string, at func(*T) *Opt[string]) field[T] {
	return optString(name, at, (*parser).text)
}

func optString[T any](name string, at func(*T) *Opt[string], read func(*parser, *string) status) field[T] {
	return field[T]{
		name: name, want: "a string",
		read: func(p *parser, o *T) status {
			v := at(o)
			st := read(p, &v.Value)
			v.Set = st == good
			return st
		},
		write: func(dst []byte, o *T) ([]byte, bool) {
			v := at(o)
			if !v.Set {
				return dst, false
			}
			return AppendString(dst, v.Value), true
		},
	}
}

// oneOf is a closed set of strings.
func oneOf[T any](f field[T], at func(*T) *Opt[string], values ...string) field[T] {
	f.want = strings.Join(values, ", ")
	if n := len(values) - 1; n > 0 {
		f.want = strings.Join(values[:n], ", ") + " or " + values[n]
	}
	read := f.read
	f.read = func(p *parser, o *T) status {
		st := read(p, o)
		if st == good && !slices.Contains(values, at(o).Value) {
			*at(o) = Opt[string]{}
			return bad
		}
		return st
	}
	return f
}

func optBool[T any](name string, at func(*T) *Opt[bool]) field[T] {
	return field[T]{
		name: name, want: "true or false",
		read: func(p *parser, o *T) status {
			v := at(o)
			st := p.boolean(&v.Value)
			v.Set = st == good
			return st
		},
		write: func(dst []byte, o *T) ([]byte, bool) {
			v := at(o)
			return strconv.AppendBool(dst, v.Value), v.Set
		},
	}
}

func optInt[T any](name string, low int64, at func(*T) *Opt[int64]) field[T] {
	want := "a whole number up to 2^53-1"
	if low == 0 {
		want = "a whole number from 0 to 2^53-1"
	}
	return field[T]{
		name: name, want: want,
		read: func(p *parser, o *T) status {
			v := at(o)
			st := p.integer(&v.Value, low)
			v.Set = st == good
			return st
		},
		write: func(dst []byte, o *T) ([]byte, bool) {
			v := at(o)
			return strconv.AppendInt(dst, v.Value, 10), v.Set
		},
	}
}

// opaque is any value, kept as it is.
func opaque[T any](name string, at func(*T) *Raw) field[T] {
	return field[T]{
		name: name, want: "a value",
		read:  func(p *parser, o *T) status { return p.raw(at(o)) },
		write: func(dst []byte, o *T) ([]byte, bool) { return append(dst, *at(o)...), *at(o) != nil },
	}
}

// opaqueObject is an object with any members, kept as it is.
func opaqueObject[T any](name string, at func(*T) *Raw) field[T] {
	f := opaque(name, at)
	f.want = "an object"
	f.read = func(p *parser, o *T) status {
		if p.peek() != '{' {
			return bad
		}
		return p.raw(at(o))
	}
	return f
}

// ignored is a member that is known and of no interest.
func ignored[T any](name string) field[T] {
	return field[T]{
		name: name, want: "a value", flags: anyValue,
		read:  func(p *parser, _ *T) status { return p.skipped() },
		write: func(dst []byte, _ *T) ([]byte, bool) { return dst, false },
	}
}

// constant is a member that always has the same value: a discriminator, which
// was read before the object it is in.
func constant[T any](name string, value func(*T) string) field[T] {
	f := ignored[T](name)
	f.write = func(dst []byte, o *T) ([]byte, bool) { return AppendString(dst, value(o)), true }
	return f
}

// listOf is an array of modelled values. whole lists are of no use when one of
// their elements is not.
func listOf[T, E any](
	name, want string, whole bool, at func(*T) *[]E,
	read func(*parser, *E) status, write func([]byte, *E) []byte,
) field[T] {
	return field[T]{
		name: name, want: "an array",
		read: func(p *parser, o *T) status {
			st, lost := list(p, at(o), want, read)
			if lost && whole {
				return faulty
			}
			return st
		},
		write: func(dst []byte, o *T) ([]byte, bool) {
			items := *at(o)
			return appendList(dst, items, write), items != nil
		},
	}
}

func textList[T any](name string, at func(*T) *[]string) field[T] {
	return listOf(name, "a string", false, at, (*parser).ident,
		func(dst []byte, s *string) []byte { return AppendString(dst, *s) })
}

func appendList[E any](dst []byte, items []E, write func([]byte, *E) []byte) []byte {
	dst = append(dst, '[')
	for i := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = write(dst, &items[i])
	}
	return append(dst, ']')
}

// appendObject writes o by its schema, then the members in extra.
func appendObject[T any](dst []byte, s *schema[T], o *T, extra []Field) []byte {
	dst = append(dst, '{')
	for i := range s.fields {
		f := &s.fields[i]
		back := len(dst)
		var ok bool
		if dst, ok = f.write(appendKey(dst, f.name), o); !ok {
			dst = dst[:back]
		}
	}
	for _, f := range extra {
		dst = append(appendKey(dst, f.Name), f.Value...)
	}
	return append(dst, '}')
}

func appendKey(dst []byte, name string) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	dst = AppendString(dst, name)
	return append(dst, ':')
}
