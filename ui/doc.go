// Package ui is the screen: one Bubble Tea program that shows a conversation
// with an agent, lets a person write, and answers questions.
//
// The root model only routes: messages go to one method each, keys to the
// action table, drawing to one file per part of the screen. The Bubble Tea loop
// owns the conversation (package store), the transcript and the state tree; the
// goroutine that reads a run (stream.Live) hands over batches and touches
// nothing else. Update does no I/O, View changes nothing, commands only return
// messages.
//
// It is not the engine and not the command line: ui/cli builds its Options.
// Limits: one conversation, one run at a time; the screen may be of any size,
// down to one cell.
package ui
