package demo

import (
	"embed"
	"strings"
)

// The longer texts are files, so that they can be written as what they are.
//
//go:embed texts
var texts embed.FS

// page is a file of texts without its last line end. The names are constants,
// and a test reads them all, so a missing file cannot get far.
func page(name string) string {
	b, err := texts.ReadFile("texts/" + name)
	if err != nil {
		return "(" + name + " is missing)"
	}
	return strings.TrimSuffix(string(b), "\n")
}
