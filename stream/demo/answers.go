package demo

import (
	"encoding/json"
	"fmt"
	"strings"
)

// resumeDelete goes on after `demo approve`.
func resumeDelete(v verdict) script {
	switch v.choice {
	case denied:
		return run(
			speaker{}.result("†call-delete", "Not deleted: "+v.why()),
			say("§text", "All right, nothing was deleted. I would have been nervous too."))
	case cancelled:
		return run(
			speaker{}.result("†call-delete", "Not deleted: the question was cancelled."),
			say("§text", "You cancelled the question, so I leave everything as it is and stop here."))
	case approved:
	}
	text := "Done. That freed 1.8 GB."
	if v.edited {
		text = "Done, with **your** arguments instead of mine. You can see them in the result."
	}
	return run(
		speaker{}.result("†call-delete", `{"deleted": true, "args": `+v.args+`}`),
		say("§text", text+" (Nothing was really deleted; I am only a demo.)"))
}

// resumeGate goes on after `demo expiring`.
func resumeGate(v verdict) script {
	result, text := `{"gate": "north", "open": true}`, "Just in time. We are through."
	switch v.choice {
	case approved:
	case denied:
		result, text = "The gate stays closed: "+v.why(), "Then we walk around. It is only two hours."
	case cancelled:
		result, text = "The gate stays closed: nobody answered.", "The minute is over and the gate is shut. We walk around."
	}
	return run(speaker{}.result("†call-gate", result), say("§text", text))
}

// resumeStone goes on after `demo vendor`.
func resumeStone(v verdict) script {
	if v.choice == cancelled {
		return run(say("§text", "You walk on without a word. The stone does not mind; it has time."))
	}
	if len(v.payload) == 0 {
		return run(say("§text", "You nod. The stone nods back, slowly, over the next thousand years."))
	}
	return run(say("§text", fmt.Sprintf("You say %s. The stone considers it.", quoted(plain(string(v.payload))))))
}

// resumeThree goes on after `demo questions`.
func resumeThree(got verdicts) script {
	dinner := got["dinner"]
	if dinner.choice != cancelled {
		if wrong := misfits(dinnerSchema, dinner.payload); len(wrong) > 0 {
			return fail("INVALID_PAYLOAD", "The answer about dinner does not fit: "+strings.Join(wrong, "; ")+".")
		}
	}
	say3 := func(v verdict, yes, no string) string {
		switch v.choice {
		case denied:
			return no
		case cancelled:
			return no + " (you did not say)"
		default:
			return yes
		}
	}
	gear := say3(got["gear"], "the gear is yours for two days", "no gear")
	result := `{"rented": ` + got["gear"].args + `}`
	if got["gear"].choice != approved {
		result = "Not rented: " + got["gear"].why()
	}
	dish := strings.Trim(memberOf(dinner.payload, "dish", `"whatever is left"`), `"`)
	return run(
		speaker{}.result("†call-gear", result),
		say("§text", fmt.Sprintf("Three answers in one go, thank you:\n\n- gear: %s\n- ferry: %s\n- dinner: %s",
			gear, say3(got["ferry"], "we take it", "we walk round the lake"), say3(dinner, dish, "bread and cheese"))))
}

// resumeForm goes on after `demo form`; an answer that does not fit is asked
// for again.
func resumeForm(_ *call, got verdicts) script {
	v := got["form"]
	if v.choice == cancelled {
		return run(say("§text", "No booking then. The form is in the bin, and so is my pencil."))
	}
	if wrong := misfits(formSchema, v.payload); len(wrong) > 0 {
		again := asked("form")
		again.message = "Almost. Please look at this again: " + strings.Join(wrong, "; ") + "."
		return runTo(interrupts(again),
			say("§text", "The hut keeper sends the form back, with this in red:\n\n- "+strings.Join(wrong, "\n- ")))
	}
	var b strings.Builder
	b.WriteString("Booked, and this is what I wrote down:\n\n| Field | Answer |\n|---|---|\n")
	for _, m := range members(v.payload) {
		fmt.Fprintf(&b, "| %s | %s |\n", cell(m.key), cell(m.value))
	}
	return run(say("§text", b.String()+"\nSee you on the ridge!"))
}

// cell is a JSON value as a cell of a Markdown table.
func cell(value string) string { return escaped(clip(plain(value))) }

// plain is what a JSON string says, or any other JSON as it is.
func plain(value string) string {
	var s string
	if json.Unmarshal([]byte(value), &s) != nil {
		return value
	}
	return s
}
