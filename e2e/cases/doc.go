// Package cases holds the client to bug reports of the field: faults that users
// of AG-UI clients reported, each as a small input with the outcome that a
// correct client must have. The streams go through the real client over
// loopback HTTP into a conversation and its report.
//
// It has only tests. A folder of testdata is one case: case.json says what is
// served and how, expect.json what must come of it; a deviation there says why
// that is not what the reference client does.
package cases
