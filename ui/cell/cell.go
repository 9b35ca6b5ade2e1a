// Package cell is the gate between text from the wire and the terminal: it
// makes text safe, measures it the way the renderer does, cuts and wraps it,
// and holds back the end of a stream that could still change its shape.
//
// It is not a terminal: it knows nothing of cursors, and the only escape
// sequences it ever lets pass are those that the caller writes around its
// results. Text must be cleaned (Clean, Line, Canonical) before it is measured
// or wrapped; Width, Truncate, Pad and Wrap expect text without escapes.
//
// Limits: a grapheme cluster keeps at most 16 combining marks per base and 128
// bytes, a Gate holds at most 128 bytes. Nothing here keeps a reference to
// its input, and no function has state but Gate.
package cell

// Method is how the renderer measures text.
type Method uint8

// The two ways to measure. A terminal is WcWidth until it reports mode 2027.
const (
	// WcWidth adds up the widths of the runes, as wcwidth(3) does.
	WcWidth Method = iota
	// Grapheme gives each grapheme cluster one width.
	Grapheme
)

// The bounds on one grapheme cluster.
const (
	maxMarks   = 16
	maxCluster = 128
)
