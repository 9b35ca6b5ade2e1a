package turn

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"

	"agtui/store"
	"agtui/stream/agui"
)

// Answer answers the open questions, all of them at once, so that the run
// resumes. To deny is to resolve with a payload that says so; to cancel is to
// give the question up, and carries no payload.
func (t *Turn) Answer(c Conversation, now time.Time, answers []agui.ResumeEntry) Decision {
	if running(c) {
		return refuse("The run is still going on.")
	}
	open := c.Questions()
	if len(open) == 0 {
		return refuse("The agent asks nothing.")
	}
	if why := strange(open, answers); why != "" {
		return refuse(why)
	}
	if why := check(open, answers, now); why != "" {
		return refuse(why)
	}
	resume := make([]agui.ResumeEntry, len(answers))
	for i, a := range answers {
		if a.Status == agui.StatusCancelled || bytes.Equal(a.Payload, []byte("null")) {
			a.Payload = nil
		}
		resume[i] = a
	}
	slices.SortStableFunc(resume, func(a, b agui.ResumeEntry) int {
		return find(open, a.InterruptID) - find(open, b.InterruptID)
	})
	d := t.send(c, c.Messages(), resume)
	// The protocol links a resume by its thread and interrupt ids alone, but
	// TanStack AI refuses one that does not name the run that it continues
	// (PROTOCOL section 10: the docs' reading of parentRunId). Ordinary turns
	// never carry it.
	if run := open[0].RunID; run != "" {
		d.Input.ParentRunID = agui.Some(run)
	}
	return d
}

// strange says which answers are to no question, double, or no answers.
func strange(open []store.Asked, answers []agui.ResumeEntry) string {
	seen := map[string]bool{}
	for _, a := range answers {
		id := strconv.Quote(a.InterruptID)
		switch {
		case find(open, a.InterruptID) < 0:
			return "There is no open question " + id + "; open: " + list(names(open)) + "."
		case seen[a.InterruptID]:
			return "Question " + id + " is answered twice."
		case a.Status != agui.StatusResolved && a.Status != agui.StatusCancelled:
			return "The answer to " + id + " is neither resolved nor cancelled."
		}
		seen[a.InterruptID] = true
	}
	return ""
}

// check says which open questions the answers leave out, and which of them
// came too late.
func check(open []store.Asked, answers []agui.ResumeEntry, now time.Time) string {
	var missing, late []store.Asked
	for _, q := range open {
		i := slices.IndexFunc(answers, func(a agui.ResumeEntry) bool {
			return a.InterruptID == q.Interrupt.ID
		})
		switch {
		case i < 0:
			missing = append(missing, q)
		case answers[i].Status == agui.StatusResolved && expired(q, now):
			late = append(late, q)
		}
	}
	switch {
	case len(missing) > 0:
		return "All open questions must be answered at once; missing: " + list(names(missing)) + "."
	case len(late) > 0:
		return "Too late, this can only be cancelled: " + list(ends(late)) + "."
	}
	return ""
}

func expired(q store.Asked, now time.Time) bool {
	return !q.Expires.IsZero() && !now.Before(q.Expires)
}

func find(open []store.Asked, id string) int {
	return slices.IndexFunc(open, func(q store.Asked) bool { return q.Interrupt.ID == id })
}

// names describes questions: the id, and what is asked where that is short.
func names(open []store.Asked) []string {
	const short = 60
	out := make([]string, 0, len(open))
	for _, q := range open {
		name := strconv.Quote(q.Interrupt.ID)
		if m := q.Interrupt.Message.Value; m != "" && len(m) <= short && !strings.Contains(m, "\n") {
			name += " (" + m + ")"
		}
		out = append(out, name)
	}
	return out
}

// ends describes questions whose time is over: with the time when it was.
func ends(late []store.Asked) []string {
	out := names(late)
	for i := range late {
		out[i] += ", expired at " + late[i].Expires.Format(time.RFC3339)
	}
	return out
}

func list(names []string) string { return strings.Join(names, ", ") }
