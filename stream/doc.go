// Package stream is the way from an agent's answer to events: a Source answers
// a run input with frames, a Pipeline turns frames into events and findings, a
// Live run does both in a goroutine of its own and hands over batches. It is
// the one place where strict and lenient part.
//
// It is not a transport (remote, record and demo are, or serve one), and it
// keeps no conversation: store does.
//
// # Stages
//
// A frame is decoded and enforced (agui.Decoder, which also translates the
// deprecated events), chunks are expanded (chunk), the order is checked
// (verify) and, unless strict, repaired (repair). Strict stops at the first
// fatal finding; the events before it, of the same frame too, are delivered.
//
// # Made-up events
//
// Events of frame 0 are the client's own: ends of chunk streams, repairs, and
// two that a view must know. A RUN_STARTED without ids stands for a start that
// never came; the next RUN_STARTED names the run. A RUN_ERROR stands for an end
// that never came; its code is agui.CodeTruncated.
//
// # Ownership
//
// Items and what they point to belong to whoever receives them: nothing is
// reused, and nothing may be written to, since raw values alias the frames.
// Events and findings are allocated in blocks, so one that is kept keeps a
// block of up to 64 alive: copy what is to stay for long.
//
// # Limits
//
// A Live run holds at most 4096 items or 1 MiB of frames that nobody took;
// then it stops reading, and the socket carries the back-pressure.
package stream
