// Package agui is the vocabulary of the AG-UI protocol: its events, messages,
// run inputs and interrupts as Go types, their JSON, and the one table of
// rules that all findings refer to.
//
// Decoder reads the events of a stream. It enforces the protocol's schema as
// the reference client does, and says of each deviation whether the reference
// would have failed; what it returns is as much as can be used all the same.
// The plain functions (DecodeEvent, DecodeMessage, DecodeInput, the Append
// family) enforce nothing and lose nothing: decoding and appending keeps
// unknown members, number text, and the key order of opaque values.
//
// Each modelled object has one table of fields. A row says how a member is
// read, what becomes of it where it is missing, null or of the wrong type, and
// how it is written. The tables name what the reference's schemas name; a new
// field of the protocol is a new row.
//
// # Text
//
// Strings are WTF-8: UTF-8, in which half of a surrogate pair that an escape
// left alone keeps its three-byte form. AppendText joins halves at the seam of
// two deltas, so text cut anywhere becomes whole again; AppendString writes a
// half that stayed alone as \udXXX. Bytes that are no UTF-8 are read as
// U+FFFD.
//
// # What it is not
//
// It does no I/O and knows no order of events: that is for the packages chunk,
// verify and repair. It does not look into opaque values, which is the task of
// store/doc.
//
// # Limits and ownership
//
// Values nest up to MaxDepth. An event gives at most a few dozen findings,
// however many deviations it has. A Raw aliases the bytes that were decoded,
// which must not change afterwards; strings are copies, and short ids are
// shared between events. Input of any size is read in time linear in its
// length.
package agui
