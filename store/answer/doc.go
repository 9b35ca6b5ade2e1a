// Package answer knows what an interrupt wants to hear: it reads the response
// schema of an interrupt, says which answers a person can choose from, builds
// the payload of an answer and checks a payload against the schema (PROTOCOL
// section 8.3).
//
// It is not a form and draws nothing; it keeps no state and sends nothing.
// Schemas come from the wire, so references to other documents are never
// loaded, and a schema that cannot be compiled checks nothing: the agent
// validates again (PROTOCOL section 8.2 number 6).
package answer
