// Package plain shows a conversation without a screen: the report of DESIGN's
// command line as one JSON object, events as lines of JSON, the answer as text.
//
// It never moves a cursor and uses no colour. Text from the wire goes through
// ui/cell's gate before it is printed; the JSON forms carry it exactly.
// It does not decide exit codes and opens no files; writers are handed in and a
// failing writer is returned as an error once.
package plain
