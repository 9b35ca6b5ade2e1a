package doc_test

import (
	"fmt"

	"agtui/store/doc"
	"agtui/stream/agui"
)

func Example() {
	root, err := doc.Parse(agui.Raw(`{"plan": [{"done": false}], "price": 1.50}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	d := doc.New(root)
	err = d.Apply([]agui.Operation{{Op: "replace", Path: "/plan/0/done", Value: agui.Raw("true")}})
	fmt.Println(string(d.Append(nil)), err)
	err = d.Apply([]agui.Operation{{Op: "remove", Path: "/plan/7"}})
	fmt.Println(err)
	// Output:
	// {"plan":[{"done":true}],"price":1.50} <nil>
	// doc: remove /plan/7 (operation 0): the array at /plan has only 1 elements
}
