package cell_test

import (
	"fmt"

	"agtui/ui/cell"
)

func Example() {
	hostile := "\x1b]0;title\aHello\u202e, 世界 and good morning"
	for _, line := range cell.Wrap(cell.Canonical(hostile, cell.WcWidth), 16, cell.WcWidth) {
		fmt.Println(line)
	}
	// Output:
	// ␛]0;title␇Hello,
	// 世界 and good
	// morning
}

func ExampleGate() {
	var g cell.Gate
	for _, delta := range []string{"Hi 👩", "\u200d", "🌾", " there"} {
		fmt.Printf("%q\n", g.Push([]byte(delta)))
	}
	// Output:
	// "Hi "
	// ""
	// ""
	// "👩\u200d🌾 there"
}
