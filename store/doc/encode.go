package doc

import (
	"strconv"
	"unicode/utf8"

	"agtui/stream/agui"
)

// Append appends the value as compact JSON. Half a surrogate pair is written
// as an escape.
func (v *Value) Append(dst []byte) []byte {
	switch v.kind {
	case False:
		return append(dst, "false"...)
	case True:
		return append(dst, "true"...)
	case Number:
		return append(dst, v.text...)
	case String:
		return agui.AppendString(dst, v.text)
	case Array:
		return v.appendArray(dst)
	case Object:
		return v.appendObject(dst)
	default:
		return append(dst, "null"...)
	}
}

func (v *Value) appendArray(dst []byte) []byte {
	dst = append(dst, '[')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = v.At(i).Append(dst)
	}
	return append(dst, ']')
}

func (v *Value) appendObject(dst []byte) []byte {
	dst = append(dst, '{')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = agui.AppendString(dst, v.Key(i))
		dst = append(dst, ':')
		dst = v.At(i).Append(dst)
	}
	return append(dst, '}')
}

// briefLength is how much of a string or a number a message quotes.
const briefLength = 40

// brief describes the value in a few words, for messages.
func (v *Value) brief() string {
	switch v.kind {
	case String:
		return strconv.Quote(cut(v.text))
	case Number:
		return cut(v.text)
	case Array:
		return "an array of " + strconv.Itoa(v.Len())
	case Object:
		return "an object of " + strconv.Itoa(v.Len())
	default:
		return string(v.Append(nil))
	}
}

func cut(s string) string {
	if len(s) <= briefLength {
		return s
	}
	end := briefLength
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// Equal reports whether both are the same JSON value: the order of keys does
// not matter, and numbers are compared by value, as the 64-bit floats that
// they are to the reference.
func (v *Value) Equal(w *Value) bool {
	if v.kind != w.kind {
		return false
	}
	switch v.kind {
	case Number:
		return equalNumbers(v.text, w.text)
	case String:
		return v.text == w.text
	case Array, Object:
		return v.equalKids(w)
	default:
		return true
	}
}

func (v *Value) equalKids(w *Value) bool {
	if v.Len() != w.Len() {
		return false
	}
	for i := range v.Len() {
		other := v.counterpart(i, w)
		if other == nil || !v.At(i).Equal(other) {
			return false
		}
	}
	return true
}

// counterpart returns what w, of the kind of v, has where v has child i.
func (v *Value) counterpart(i int, w *Value) *Value {
	if v.kind == Array {
		return w.At(i)
	}
	return w.Get(v.Key(i))
}

func equalNumbers(a, b string) bool {
	if a == b {
		return true
	}
	// A number out of range is an infinity, which is what it should be.
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	return x == y
}
