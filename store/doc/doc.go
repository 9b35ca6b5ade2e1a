// Package doc holds one JSON value as it was written, number text and the
// order of keys included, and changes it by JSON Patch (RFC 6902) in place.
//
// It is not a general JSON library: there is no binding to Go types, and
// nothing but a patch or a replacement of the whole changes a document.
//
// # Values
//
// Parse makes a Value, Append writes it as compact JSON. Numbers keep their
// text, keys their order, strings are WTF-8 (half a surrogate pair that came
// alone stays what it was). Of members with one name the last wins, at the
// place of the first, as in JavaScript. Values are for reading; they may share
// memory with each other and keep the text alive that they were parsed from.
//
// # Patches
//
// Doc.Apply applies the operations of one delta: all of them or none. A
// failure takes back what was done, so that the document is byte for byte
// what it was. One operation costs O(depth), whatever the document's size,
// but for three: inserting into or removing from the middle of an array or of
// a large object shifts what is behind it, copying costs what is copied, and
// so does moving something deeper, which has to be measured first.
//
// What succeeds is what succeeds in the reference client (fast-json-patch 3.1
// with validation): 1 equals 1.0, a test of a missing path fails, nothing is
// made for the sake of a path, "__proto__" and "constructor/prototype" are
// refused, the root can be added, replaced, removed (it is null then), copying
// or moving past the end of an array appends, and an empty token inserts at the
// front of an array. It differs where the reference leaves the standard by
// accident: indexes with leading zeros and indexes that overflow 32 bits are
// errors, so are a move of a value into itself, a move whose path leads through
// a scalar, or to a name in an array, once the value was taken out, an operation
// below a root that is a scalar, copying or moving a missing value to the root,
// and names that objects only inherit in JavaScript ("toString") are no members.
//
// # Limits
//
// MaxDepth levels of nesting, in a text as well as after a patch, MaxCopy
// values copied by one delta, and no copying in a document, or in the documents
// of one Pool together, of more than about MaxGrown: more is an error. What is
// sent in full is as large as it is.
//
// A Doc has one owner and no lock. Readers may walk its values between two
// calls of Apply or Replace.
package doc

import "agtui/stream/agui"

// Doc is a document that patches change in place.
type Doc struct {
	root    *Value
	version uint64
	grown   int // what was copied since the size was measured
	pool    *Pool
	weighed weighed
}

// New returns a document that owns root; nil means null.
func New(root *Value) *Doc {
	d := &Doc{}
	d.set(root)
	return d
}

// Root returns the whole value. It is never nil.
func (d *Doc) Root() *Value { return d.root }

// Version grows with every change of the document.
func (d *Doc) Version() uint64 { return d.version }

// Replace puts root, which the document then owns, in the place of the whole;
// nil means null.
func (d *Doc) Replace(root *Value) {
	d.set(root)
	d.version++
}

// Append appends the document as compact JSON.
func (d *Doc) Append(dst []byte) []byte { return d.root.Append(dst) }

// Apply applies the operations in order, all or none. The error, if any, is a
// *PatchError.
func (d *Doc) Apply(ops []agui.Operation) error {
	p := patcher{doc: d}
	for i := range ops {
		if err := p.apply(&ops[i]); err != nil {
			p.undo()
			return &PatchError{Index: i, Op: ops[i].Op, Path: ops[i].Path, Reason: err.Error()}
		}
	}
	if len(ops) > 0 {
		d.version++
	}
	return nil
}

func (d *Doc) set(root *Value) {
	if root == nil {
		root = &Value{}
	}
	d.root = root
}
