// Package chunk expands the shorthand events of AG-UI, TEXT_MESSAGE_CHUNK,
// TOOL_CALL_CHUNK and REASONING_MESSAGE_CHUNK, into the start, content and end
// events that they stand for (PROTOCOL section 5). Nothing after it sees a
// chunk.
//
// Every subagent has a lane of its own, and so has the parent agent; a lane
// holds at most one pending stream. Chunks without an id continue the stream of
// their lane, other events of the lane end it.
//
// A strict expander gives no events for a chunk that the reference client fails
// on; a lenient one reports the same finding and continues: it remembers the
// last stream of each lane and kind, treats chunks of a stream that was opened
// explicitly as its content, and makes up an id where there is none. On a
// stream without faults the two do the same.
//
// The package does not check the order of events: that is verify's part, and
// what the expander emits may well be illegal there. It keeps the ids of what
// is pending and, when lenient, of one stream per lane and kind; both are
// forgotten when a run starts. The names of tool calls are kept, for this stage
// and for repair (Calls). An Expander is for one response and for one
// goroutine.
package chunk
