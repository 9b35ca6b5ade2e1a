// Package reference holds the engine to the reference client: generated
// streams go through @ag-ui/client 1.0.0 and through the pipeline in strict
// mode with the reducer, and both must hold the same messages, the same state
// and the same open interrupts, must have delivered the same events and sent
// the same messages, and must have failed at the same frame.
//
// It has only tests. One node process (reference.mjs) plays the streams; what
// it said of some of them is kept in testdata, so that a test without node
// remains. AGTUI_STREAMS says how many streams are played, AGTUI_SEED and
// AGTUI_FIRST which; one that differs is shrunk and written to testdata/found.
//
// # Intended differences
//
// These are where the client is meant to differ. Streams are generated without
// them, or the comparison evens them out:
//
//   - the client sends protocolVersion 1.1 and knows encryptedValueType, so
//     neither is generated;
//   - META, a draft, is delivered; the reference drops it;
//   - ids of translated THINKING_* events are made of a count, not random;
//   - binary parts are upgraded in tool results too;
//   - frames without data and [DONE] are passed over, and a CR ends a line;
//   - numbers keep their text: beyond 2^53 the reference rounds;
//   - the reference fills in the tools and context that an input lacks;
//   - where a frame fails after it closed chunks, the reference delivers only
//     the first of the ends: what is received at once is lost to it;
//   - patches: what package doc lists as accidents of the reference's library.
package reference
