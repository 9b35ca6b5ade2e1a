// Package store holds a conversation: what the reducer makes of the events of
// a thread, plus what a view needs and the protocol does not keep. That is the
// blocks in arrival order, their owners, running steps, open questions, runs
// with their ends and durations, usage, failed patches and findings.
//
// It is not a view and does no I/O: there is no lock, no clock and no
// goroutine in it. Times are passed in. One goroutine owns a Conversation,
// calls its methods and may look at everything they return until the next
// call. What is returned must not be changed.
//
// Every method that changes something returns a Change. It names exactly the
// blocks whose Version grew, so a view redraws these and nothing else. The
// cost of a delta depends on the delta alone. A snapshot of the messages costs
// as much as the messages before and after it.
//
// Each delta of a text is kept as it came (Delta), in 16 bytes: where its piece
// of the block's text is, and when it came. A text that a snapshot replaces is
// kept for them.
//
// Nothing is dropped and nothing is limited here: the transport bounds the
// size of a frame, and a conversation is as large as the text it was given.
package store
