// Package streamgen generates streams of events for property tests: legal
// ones, legal ones with faults put in, and arbitrary ones. It is test support
// and has no place in the program.
//
// Legal keeps a model of its own instead of asking verify, so that the two can
// disagree. Ids come from small pools, so that they meet. Every event has the
// number of its place as its frame. The streams belong to the caller.
package streamgen
