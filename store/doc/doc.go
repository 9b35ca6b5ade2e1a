// Package doc is an ordered JSON value.
package doc

import "agtui/stream/agui"

// Doc is a document that patches change in place.
type Doc struct{ root *Value }

// New returns a document.
func New(root *Value) *Doc { return &Doc{root: root} }

// Root returns the value.
func (d *Doc) Root() *Value { return d.root }

// Replace puts another value in the place of the whole.
func (d *Doc) Replace(root *Value) { d.root = root }

// Version grows with every change.
func (d *Doc) Version() uint64 { return 0 }

// Append appends the document as compact JSON.
func (d *Doc) Append(dst []byte) []byte { return d.root.Append(dst) }

// Apply applies the operations, all or none. The error is a *PatchError.
func (d *Doc) Apply(ops []agui.Operation) error { return nil }

// PatchError says which operation of a patch failed and why.
type PatchError struct {
	Index  int
	Op     string
	Path   string
	Reason string
}

// Error implements error.
func (e *PatchError) Error() string { return e.Reason }
