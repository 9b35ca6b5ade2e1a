package agui

// CodeTruncated is the code of a RUN_ERROR that the client made up (frame 0):
// another run started while this one was active, so that it has no end. The
// run is incomplete, not errored. On an event of the agent's it means nothing.
const CodeTruncated = "truncated"

// At is the frame that a finding about the event is about: its own, or the one
// that made the client make it up.
func (ev *Event) At() int {
	if ev.Frame == 0 {
		return ev.Cause
	}
	return ev.Frame
}
