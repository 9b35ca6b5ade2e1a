// Package rules holds a good and a bad stream for every rule of the program,
// and the finding that the bad one gives, word by word.
package rules
