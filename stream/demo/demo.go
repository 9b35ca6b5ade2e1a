// Package demo is the awkward agent: an AG-UI server that is built into the
// binary and answers over real loopback HTTP. It is the first thing a newcomer
// sees and the fixture of the program's own tests, so every scenario is both
// pleasant to watch and awkward to handle: text cut inside an emoji, arguments
// cut inside an escape, concurrent subagents, questions that expire, streams
// that break the rules on purpose.
//
// It has no model behind it. A scenario is a script: a list of ready-made wire
// texts with the pauses between them (script.go). Ids and texts depend on the
// request, so a test can compare them; between requests the server keeps only
// which ids it gave to a thread (turns.go), and a resumed run finds what it
// needs in the interrupt's id and in the messages.
//
// It is not an AG-UI server library: it says exactly what its scripts say,
// including what no server should.
//
// Limits: a request body of 64 MiB; 1000 threads whose ids are remembered; one
// frame over 10 MiB in one scenario.
package demo

import (
	"net/http"
	"time"

	"agtui/stream/agui"
)

// Options configure the agent.
type Options struct {
	// Pace scales every pause: 1 is a natural rhythm, 0 sends everything at
	// once. The rate of `demo flood` is not scaled.
	Pace float64
	// Now is the clock of time stamps and expiry; nil means time.Now.
	Now func() time.Time
	// AnyAddress lets Listen bind addresses other than loopback ones.
	AnyAddress bool
}

// Scenario is one thing the agent can play.
type Scenario struct {
	Name  string // as in `demo NAME`
	Title string // a few words
	Shows string // what to look at, one sentence
	// Prompt plays it: "demo NAME", with arguments where it needs some.
	Prompt string
	// Rule is what a client must report for a stream that breaks a rule;
	// empty for a legal one.
	Rule agui.RuleID
	// Variants are what the scenario's argument can be, where it takes one.
	Variants []Scenario
}

// Handler serves the agent: POST on any path runs it, GET / says what this is,
// GET /capabilities what it can do.
func Handler(o Options) http.Handler {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &server{pace: o.Pace, now: o.Now}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /", s.run)
	mux.HandleFunc("GET /{$}", s.about)
	mux.HandleFunc("GET /capabilities", s.capabilities)
	mux.HandleFunc("GET /", http.NotFound)
	return mux
}

// Scenarios lists what the agent can play, in the order in which `demo` lists
// it.
func Scenarios() []Scenario {
	var all []Scenario
	for _, g := range catalogue() {
		for i := range g.scenes {
			all = append(all, g.scenes[i].Scenario)
		}
	}
	return all
}
