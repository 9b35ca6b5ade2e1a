// Package e2e has the tests of the built program: in a pseudo-terminal against
// the demo agent and against real servers, and as scripts without a screen.
//
// It has no code of its own but the terminal in e2e/term. Tests that need node
// or an npm package skip with a message where it is missing, but never in CI.
package e2e
