package markdown_test

import (
	"fmt"

	"agtui/ui/markdown"
)

func ExampleDoc() {
	d := markdown.New(markdown.Options{Width: 24})
	for _, delta := range []string{"Two th", "ings:\n\n- on", "e\n- [two](https://b.exam", "ple)\n"} {
		d.Append([]byte(delta))
	}
	for _, l := range d.Lines() {
		fmt.Println(l.Text)
	}
	// Output:
	// Two things:
	//
	// • one
	// • two
	//   (https://b.example)
}
