// Package edit is a text area: a text of lines with a cursor, the moves and
// deletions that people know from readline, and its lines laid out for a
// terminal of either width model.
//
// It is not a widget of Bubble Tea: it knows no keys, no prompt and no styles;
// the host maps keys to methods and draws what Rows returns. The text is kept
// exactly as it was put in, tabs and control characters too, but for line ends,
// which become LF, and bytes that are no UTF-8. What is drawn is its safe form
// (package cell). The cursor stands between grapheme clusters.
//
// A key costs the length of the line that it changes; a text of a megabyte on
// many lines is fine, one of a megabyte on one line is slow.
package edit
