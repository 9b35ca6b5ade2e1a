// Package edit is a text area: a text of lines with a cursor, the moves and
// deletions that people know from readline, undo, and its lines laid out for a
// terminal of either width model.
//
// It is not a widget of Bubble Tea: it knows no keys, no prompt and no styles;
// the host maps keys to methods and draws what Rows returns. The text is kept
// exactly as it was put in, tabs and control characters too, but for line ends,
// which become LF, and bytes that are no UTF-8. What is drawn is its safe form
// (package cell). The cursor stands between grapheme clusters.
//
// A large paste is a chip: one thing for the cursor, for deletions and on the
// screen, until Open puts its text in its place. Text, and all that is built on
// it, has the whole text.
//
// A key costs what is on the screen and a stretch of text round the cursor, not
// the length of the text. For that, lines of more than a few kilobytes are laid
// out in stretches, and a row ends where a stretch does.
package edit
