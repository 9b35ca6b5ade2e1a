//go:build race

package doc_test

// slower is how much slower the race detector makes a step.
const slower = 20
