package agui

// The codes of a RUN_ERROR that the client made up (frame 0), because the
// stream has no terminal event where one must be. On an event of the agent's
// they mean nothing.
const (
	// CodeTruncated: another run started while this one was active, so that
	// it has no end: it is incomplete, not errored.
	CodeTruncated = "truncated"
	// CodeErrorObject: an object with "error" came in place of an event; the
	// message is its text.
	CodeErrorObject = "error-object"
	// CodeMalformed: a terminal event came, but it cannot be used.
	CodeMalformed = "malformed"
)
