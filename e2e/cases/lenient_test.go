package cases_test

import "testing"

// TestCases_AnErrorObjectFailsTheRunInLenientModeToo: of the cases that are
// about failing this one says how lenient mode ends (PROTOCOL section 1.3).
func TestCases_AnErrorObjectFailsTheRunInLenientModeToo(t *testing.T) {
	t.Parallel()
	const dir = "testdata/64-stray-error-and-done"
	s, e := read(t, dir)
	c := newClient(t, s, false)
	for i := range s.Runs {
		r := &s.Runs[i]
		// The events are not compared: lenient mode has the end that it made.
		compare(t, r.RunID, c.take(r, serve(t, r, r.body(t, dir), ways(s)[0])), &e.Runs[i], true)
	}
	checkDiagnostics(t, c.told, e.Diagnostics)
}
