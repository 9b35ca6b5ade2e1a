// Package verify checks the order of events against the rules of AG-UI
// (PROTOCOL section 6) and says what is wrong in findings. It changes no
// event: making an illegal stream legal is repair's part, stopping at a fatal
// finding the pipeline's. It wants expanded events: a chunk means nothing here.
//
// Check asks whether an event is legal now and changes nothing; Advance notes
// that it happened. The order in which Check reports is the order in which the
// reference client looks, so that the first fatal finding is the one it fails
// with. Findings that are not fatal foretell rules of later protocol versions.
//
// Advance takes any event, legal or not, and makes the best of it. Two states
// exist only for the sake of repaired streams:
//
//   - A RUN_STARTED of frame 0 without ids is provisional: the client made it
//     up because the stream began without one. The next RUN_STARTED gives its
//     run a name instead of starting another.
//   - A run is reopened by an event after its terminal event. It stays
//     finished or errored, but the events that follow are not reported again.
//
// The draft META and unknown types are exempt from all rules.
//
// A Verifier keeps the ids of what is open and the owners of what a run has
// seen; a new run forgets them. It is for one response and one goroutine.
package verify
