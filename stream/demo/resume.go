package demo

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"agtui/stream/agui"
)

// A verdict is the answer to one question.
type verdict struct {
	choice  choice
	args    string // of the call, as approved: JSON text
	edited  bool
	reason  string // why it was denied, if the user said
	payload []byte
}

// verdicts are the answers to a round, by the question's name.
type verdicts map[string]verdict

// choice is what the user decided.
type choice uint8

const (
	approved choice = iota // or filled in
	denied
	cancelled
)

// why is the reason of a denial in words.
func (v verdict) why() string {
	if v.reason == "" {
		return "the user said no."
	}
	return "the user said no: " + clip(v.reason)
}

// A refusal is why a resume cannot go on; it becomes a RUN_ERROR, which leaves
// the questions open so that they can be answered again.
type refusal struct{ code, message string }

func refuse(code, format string, args ...any) *refusal {
	return &refusal{code, fmt.Sprintf(format, args...)}
}

// resume goes on after a round of questions.
func (c *call) resume() script {
	r, got, no := c.answers()
	if no != nil {
		return fail(no.code, no.message)
	}
	return r.resume(c, got)
}

var askID = regexp.MustCompile(`^(demo-\d+-)ask-([a-z]+)(?:-(\d+))?$`)

// answers finds the round that is answered, and checks that it is whole.
func (c *call) answers() (round, verdicts, *refusal) {
	got := verdicts{}
	origin := ""
	for i := range c.in.Resume {
		e := &c.in.Resume[i]
		m := askID.FindStringSubmatch(e.InterruptID)
		if m == nil || (origin != "" && m[1] != origin) {
			return round{}, nil, refuse("UNKNOWN_INTERRUPT", "I never asked anything called %s.", quotedPlain(e.InterruptID))
		}
		origin = m[1]
		c.origin = origin
		v, no := c.verdict(asked(m[2]), e, m[3])
		if no != nil {
			return round{}, nil, no
		}
		got[m[2]] = v
	}
	for _, r := range rounds() {
		if _, mine := got[r.questions[0].name]; !mine && !slices.ContainsFunc(r.questions, func(q question) bool { _, ok := got[q.name]; return ok }) {
			continue
		}
		var open []string
		for _, q := range r.questions {
			if _, ok := got[q.name]; !ok {
				open = append(open, origin+"ask-"+q.name)
			}
		}
		switch {
		case len(open) > 0:
			return round{}, nil, refuse("PARTIAL_RESUME", "A resume has to answer every open question at once; unanswered: %s.", strings.Join(open, ", "))
		case len(got) > len(r.questions):
			return round{}, nil, refuse("UNKNOWN_INTERRUPT", "The resume answers questions that were not asked together.")
		}
		return r, got, nil
	}
	return round{}, nil, refuse("UNKNOWN_INTERRUPT", "None of these questions are mine.")
}

// verdict reads one answer. Forms are checked by the scenario, which can ask
// again; everything else has to be a decision.
func (c *call) verdict(q question, e *agui.ResumeEntry, expiry string) (verdict, *refusal) {
	v := verdict{payload: e.Payload, args: q.args}
	if args, ok := c.args(c.origin + q.call); ok && q.call != "" {
		v.args = args
	}
	switch e.Status {
	case agui.StatusCancelled:
		v.choice = cancelled
		return v, nil
	case agui.StatusResolved:
	default:
		return v, refuse("INVALID_STATUS", "An answer is resolved or cancelled, not %s.", quotedPlain(e.Status))
	}
	if s, err := strconv.ParseInt(expiry, 10, 64); err == nil && c.now().After(time.Unix(s, 0)) {
		return v, refuse("INTERRUPT_EXPIRED", "The question %s expired at %s; it can only be cancelled now.",
			e.InterruptID, time.Unix(s, 0).UTC().Format(time.TimeOnly+" MST"))
	}
	if q.schema != editable && q.schema != yesNo {
		return v, nil
	}
	return v.decide(q, e)
}

// decide reads {approved, editedArgs?, reason?}.
func (v verdict) decide(q question, e *agui.ResumeEntry) (verdict, *refusal) {
	var p struct {
		Approved *bool                      `json:"approved"`
		Edited   map[string]json.RawMessage `json:"editedArgs"`
		Reason   string                     `json:"reason"`
	}
	if err := json.Unmarshal(e.Payload, &p); err != nil || p.Approved == nil {
		return v, refuse("INVALID_PAYLOAD", `The answer to %s has to be like {"approved": true}, with "approved" true or false; I got %s.`,
			e.InterruptID, quotedPlain(string(e.Payload)))
	}
	v.reason = p.Reason
	if !*p.Approved {
		v.choice = denied
		return v, nil
	}
	if p.Edited == nil {
		return v, nil
	}
	if q.schema != editable {
		return v, refuse("INVALID_PAYLOAD", "The arguments of %s cannot be edited.", e.InterruptID)
	}
	v.args, v.edited = memberOf(e.Payload, "editedArgs", "{}"), true
	return v, nil
}

func quotedPlain(s string) string { return "“" + clip(s) + "”" }
