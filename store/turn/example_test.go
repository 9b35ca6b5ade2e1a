package turn_test

import (
	"fmt"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream/agui"
)

func Example() {
	c := &thread{}
	t := turn.New(turn.Config{ThreadID: "t1"})

	c.begin(t.Say(c, noon, "Delete a.txt"))
	fmt.Println("queued:", t.Say(c, noon, "and b.txt").Queued)

	c.run, c.questions = &store.Run{Status: store.Interrupted}, []store.Asked{question("i1"), question("i2")}
	approve := agui.ResumeEntry{InterruptID: "i1", Status: agui.StatusResolved, Payload: agui.Raw(`{"approved":true}`)}
	fmt.Println(t.Answer(c, noon, []agui.ResumeEntry{approve}).Refused)

	d := t.Answer(c, noon, []agui.ResumeEntry{approve, {InterruptID: "i2", Status: agui.StatusCancelled}})
	fmt.Println("answers sent:", len(d.Input.Resume))
	// Output:
	// queued: true
	// All open questions must be answered at once; missing: "i2".
	// answers sent: 2
}
