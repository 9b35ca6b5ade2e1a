//go:build !race

package doc_test

// slower is how much slower the tests are than the program.
const slower = 1
