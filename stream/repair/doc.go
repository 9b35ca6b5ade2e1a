// Package repair makes an illegal stream reducible with the smallest change
// (the "Lenient" column of PROTOCOL section 6), and says in the findings what
// it did. It decides by the state of a verifier; it does not move it on: the
// caller advances the verifier by every event that comes out.
//
// What comes out is legal to a fresh verifier, except that events after the
// end of a run stay where they are, as a continuation of that run: they are
// legal to verify.NewRepaired. Repairing it once more changes nothing. Text,
// arguments, reasoning and results that arrived are not dropped, but for text
// under the id of an activity, which no message can have; what can be dropped
// are starts and ends of what is open or closed already, and a terminal event
// after RUN_ERROR, whose word stands.
//
// Two events are made up (frame 0), besides starts and ends:
//
//   - A RUN_STARTED without ids, where the stream began without one. A
//     RUN_STARTED that follows gives that run its name (verify.Provisional).
//   - A RUN_ERROR with the code agui.CodeTruncated, where another run starts while
//     one is active. It stands for "the old run has no end".
//
// How each tool call was started, to start it again, the expander knows. A
// Repairer is for one response and one goroutine.
package repair
