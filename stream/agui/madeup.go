package agui

// CodeTruncated is the code of a RUN_ERROR that the client made up (frame 0):
// another run started while this one was active, so that it has no end. The
// run is incomplete, not errored. On an event of the agent's it means nothing.
const CodeTruncated = "truncated"
