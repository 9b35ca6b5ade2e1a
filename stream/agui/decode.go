package agui

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrMalformed is what the plain decoders return for input that is not what
// it should be; the text says where and what.
var ErrMalformed = errors.New("agui: malformed")

// Decoder decodes the events of a stream and enforces the protocol's schema
// on them. The zero value is ready; it is not safe for concurrent use.
type Decoder struct {
	// NewID mints the ids of translated THINKING_* events; nil means ids made of
	// Scope and a count.
	NewID func() string
	// Scope tells minted ids from those of the thread's other responses: the id
	// of the run that was asked for. Empty means the id that the answer gives.
	Scope string

	p   parser
	ids interner
	run string // the id of the last run that started

	span, thought Opt[string] // the open THINKING_* span and message
	minted        int
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder { return &Decoder{} }

// Decode reads one event and reports how it deviates from the protocol. What
// the reference fails on is reported with Fatal set; a caller that is strict
// stops at the first such finding. The event itself is read as leniently as
// can be (PROTOCOL section 1.7): a null or bad optional field counts as
// absent, unknown material is dropped, a malformed RUN_FINISHED or RUN_ERROR
// is a RUN_ERROR that says so, an error object in place of an event too.
// Deprecated events come out as their successors, as Legacy makes them.
//
// ok is false when there is no event to use. ev then tells the type if it was
// legible: for a type that the protocol lacks, UnknownType and TypeName.
//
// The raw values of ev alias data, which must not change afterwards.
func (d *Decoder) Decode(data []byte, frame int, ev *Event) (findings []Finding, ok bool) {
	p := &d.p
	p.ids, p.keep = &d.ids, false
	e := eventReader{ev: ev, frame: frame}
	st := p.run(data, func() status { return e.read(p) })
	switch {
	case st == broken:
		return d.unreadable(&e, data)
	case st == bad:
		return []Finding{NewFinding(RuleNotAnObject, frame, "the frame is not a JSON object: it is %s", show(trimmed(data)))}, false
	case !e.typed:
		return d.untyped(&e, data)
	case ev.Type == UnknownType:
		return []Finding{NewFinding(RuleUnknownEvent, frame,
			"the protocol does not know the event type %s, dropped", quote(ev.TypeName))}, false
	case st != good && !saysHow(ev):
		return d.unusable(&e)
	}
	return d.usable(&e), true
}

// eventReader reads one event.
type eventReader struct {
	ev    *Event
	frame int
	typed bool // it has a type
}

func (e *eventReader) read(p *parser) status {
	*e.ev = Event{Frame: e.frame}
	e.typed = false
	if p.peek() != '{' {
		return bad
	}
	name, st := p.typeName()
	if st != good {
		return st
	}
	e.typed = len(name) > 0
	e.ev.Type = typeOf(name)
	if e.ev.Type == UnknownType {
		e.ev.TypeName = string(name)
		if !p.keep {
			return p.skipped()
		}
	}
	return object(p, eventSchemas[e.ev.Type], e.ev, &e.ev.Extra)
}

// typeName returns the event's type without moving the cursor. It mostly comes
// first; should it come twice, the object turns out to have to be read again.
func (p *parser) typeName() ([]byte, status) {
	if !p.exact {
		if name := firstType(p.scanner); name != nil {
			return name, good
		}
	}
	name, _, st := p.tag("type")
	return []byte(name), st
}

// firstType returns the type of an object whose first member it is, if it is
// written without escapes.
func firstType(s scanner) []byte {
	s.pos++
	s.space()
	if s.peek() != '"' {
		return nil
	}
	if key, plain, ok := s.key(); !ok || !plain || string(key) != "type" || s.peek() != '"' {
		return nil
	}
	name, plain, ok := s.str()
	if !ok || !plain {
		return nil
	}
	return name
}

// saysHow tells whether an end of a run says how it ended, though its ids cannot
// be read: whose end it is, is clear, and its questions want an answer.
func saysHow(ev *Event) bool {
	return ev.Type == RunFinished && ev.Run != nil && ev.Run.Outcome != nil
}

// usable finishes a good event and returns its findings.
func (d *Decoder) usable(e *eventReader) []Finding {
	ev := e.ev
	var legacy Finding
	old := false
	switch ev.Type {
	case RunStarted:
		d.run = ev.run().RunID
		d.version(ev.Run.ProtocolVersion)
	case RunFinished, RunError:
		ev.run()
	case ToolCallResult:
		if ev.Content == nil {
			ev.Content = Text("")
		}
	case ReasoningMessageStart:
		ev.Role = Some(RoleReasoning)
	case Meta:
		return append(draft(d.p.findings(e.frame, Subject(ev))),
			NewFinding(RuleDraftEvent, e.frame, "%s belongs to a draft of the protocol: it is shown, and changes nothing", Subject(ev)))
	default:
		legacy, old = d.thinking(ev)
	}
	if len(d.p.faults) == 0 && !old {
		return nil
	}
	var out []Finding
	if old {
		out = append(out, legacy)
	}
	return append(out, d.p.findings(e.frame, Subject(ev))...)
}

// draft takes the weight off what is wrong with an event of a draft: the
// reference client drops it whatever it holds.
func draft(findings []Finding) []Finding {
	for i := range findings {
		findings[i].Fatal = false
		findings[i].Severity = min(findings[i].Severity, Warning)
	}
	return findings
}

// version reports a protocol version above our own, or one that is none.
func (d *Decoder) version(v Opt[string]) {
	if !v.Set {
		return
	}
	major, minor, ok := parseVersion(v.Value)
	ourMajor, ourMinor, _ := parseVersion(ProtocolVersion)
	d.p.push("protocolVersion")
	switch {
	case !ok:
		d.p.report(RuleNewerProtocol, "is "+quote(v.Value)+", which is not a version")
	case major > ourMajor || major == ourMajor && minor > ourMinor:
		d.p.report(RuleNewerProtocol, "is "+quote(v.Value)+", newer than "+ProtocolVersion+": some of it may not be understood")
	}
	d.p.pop()
}

// parseVersion reads digits, a dot, digits.
func parseVersion(s string) (major, minor uint64, ok bool) {
	a, b, _ := strings.Cut(s, ".")
	major, errMajor := strconv.ParseUint(a, 10, 64)
	minor, errMinor := strconv.ParseUint(b, 10, 64)
	return major, minor, errMajor == nil && errMinor == nil
}

// unusable deals with an event that lacks what it needs. A terminal one still
// ends the run, as failed.
func (d *Decoder) unusable(e *eventReader) ([]Finding, bool) {
	findings := d.p.findings(e.frame, Subject(e.ev))
	switch {
	case e.ev.Type == Meta:
		return draft(findings), false
	case !e.ev.Type.Terminal():
		return findings, false
	}
	why := "it cannot be read"
	for _, f := range findings {
		if f.Fatal {
			why = f.Message
			break
		}
	}
	e.fail("the end of the run is malformed: " + why)
	return findings, true
}

// fail turns the event into the end of a failed run.
func (e *eventReader) fail(message string) {
	old := *e.ev
	*e.ev = Event{Type: RunError, Frame: e.frame, Timestamp: old.Timestamp, Metadata: old.Metadata, RawEvent: old.RawEvent}
	run := Run{Message: message, Failed: true}
	if old.Run != nil {
		run.ThreadID, run.RunID, run.Usage, run.Code = old.Run.ThreadID, old.Run.RunID, old.Run.Usage, old.Run.Code
		if old.Run.Message != "" {
			run.Message = old.Run.Message
		}
	}
	e.ev.Run = &run
}

// unreadable deals with a frame that is not JSON, or too deep.
func (d *Decoder) unreadable(e *eventReader, data []byte) ([]Finding, bool) {
	rule := RuleBadJSON
	if d.p.deep {
		rule = RuleTooDeep
	}
	what := "the frame"
	if e.typed && e.ev.Type != UnknownType {
		what += " (" + e.ev.Type.String() + ")"
	}
	f := NewFinding(rule, e.frame, "%s is not JSON: %s at byte %d: %s", what, d.p.why, d.p.at,
		quote(decodeBytes(data[:min(len(data), maxShown+1)])))
	if e.typed && e.ev.Type.Terminal() {
		*e.ev = Event{Type: e.ev.Type}
		e.fail("the end of the run is malformed: " + f.Message)
		return []Finding{f}, true
	}
	*e.ev = Event{Frame: e.frame}
	return []Finding{f}, false
}

// untyped deals with an object that is no event. One with an error is how some
// servers fail.
func (d *Decoder) untyped(e *eventReader, data []byte) ([]Finding, bool) {
	text, code := errorText(data)
	if text == "" {
		return []Finding{NewFinding(RuleMissingType, e.frame, "the frame carries no event type: %s",
			quote(decodeBytes(data[:min(len(data), maxShown+1)])))}, false
	}
	e.fail(text)
	e.ev.Run.Code = code
	return []Finding{NewFinding(RuleErrorObject, e.frame, "the frame is an error object without an event type: %s", text)}, true
}

// Subject names an event in a message: its type and the id it is about.
func Subject(ev *Event) string {
	name := ev.Type.String()
	id := ""
	switch {
	case ev.ToolCallID.Set:
		id = ev.ToolCallID.Value
	case ev.MessageID.Set:
		id = ev.MessageID.Value
	case ev.Subagent != nil:
		id = ev.Subagent.ID
	case ev.Run != nil:
		id = ev.Run.RunID
	case ev.Encrypted != nil:
		id = ev.Encrypted.EntityID
	case ev.Name.Set:
		id = ev.Name.Value
	}
	if id == "" {
		return name
	}
	return name + " " + cut(id)
}

func trimmed(data []byte) []byte {
	return []byte(strings.TrimSpace(string(data)))
}

// decodeBytes makes any bytes text.
func decodeBytes(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }

// malformed is the error of the plain decoders for what the parser found.
func (p *parser) malformed(what string) error {
	if p.why != "" {
		return fmt.Errorf("%w %s: not JSON: %s at byte %d", ErrMalformed, what, p.why, p.at)
	}
	for _, f := range p.faults {
		if r, _ := LookupRule(f.rule); r.Fatal {
			return fmt.Errorf("%w %s: %s", ErrMalformed, what, strings.TrimSpace(f.where+" "+f.what))
		}
	}
	return nil
}
