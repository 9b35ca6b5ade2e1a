// Package verify checks the order of events.
package verify

import "agtui/stream/agui"

// Verifier checks one response.
type Verifier struct{}

// New returns a verifier for one response.
func New() *Verifier { return &Verifier{} }

// Check returns what is wrong with ev at this place, changing nothing.
func (v *Verifier) Check(ev *agui.Event) []agui.Finding { _ = ev; return nil }

// Advance notes that ev happened.
func (v *Verifier) Advance(ev *agui.Event) { _ = ev }
