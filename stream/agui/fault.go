package agui

import (
	"strconv"
	"strings"
)

// fault is a deviation found while reading. Its words are put together when
// the event has been read and its id is known.
type fault struct {
	rule  RuleID
	where string // the field, from the event down
	what  string // what is wrong with it
}

// maxFaults bounds the findings of one event: one with a million unknown
// fields is one fault of its producer, not a million.
const maxFaults = 32

// maxShown bounds how much of a value or a name a message quotes.
const maxShown = 60

// step is one step of the path: a member's name, or an index.
type step struct {
	name  string
	index int // -1: a name
}

func (p *parser) push(name string) { p.path = append(p.path, step{name, -1}) }
func (p *parser) pushIndex(i int)  { p.path = append(p.path, step{"", i}) }
func (p *parser) pop()             { p.path = p.path[:len(p.path)-1] }

// where words the path, in the form messages[0].content[1].source.
func (p *parser) where() string {
	var b strings.Builder
	for _, s := range p.path {
		switch {
		case s.index >= 0:
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.index))
			b.WriteByte(']')
		case b.Len() > 0:
			b.WriteByte('.')
			fallthrough
		default:
			b.WriteString(s.name)
		}
	}
	return b.String()
}

// report notes a deviation at the path.
func (p *parser) report(rule RuleID, what string) {
	if len(p.faults) < maxFaults {
		p.faults = append(p.faults, fault{rule, p.where(), what})
		return
	}
	p.dropped++
	if r, _ := LookupRule(rule); r.Fatal && !p.fatal() {
		p.faults[maxFaults-1] = fault{rule, p.where(), what}
	}
}

// fatal reports whether a fault was noted that the reference fails on.
func (p *parser) fatal() bool {
	for _, f := range p.faults {
		if r, _ := LookupRule(f.rule); r.Fatal {
			return true
		}
	}
	return false
}

// mark is what was reported up to a point.
type mark struct {
	faults, dropped int
	last            fault // the one that a fatal fault may displace later
}

// mark and undo take back the faults of something that is dropped whole: the
// reference does not look into what it drops.
func (p *parser) mark() mark {
	m := mark{faults: len(p.faults), dropped: p.dropped}
	if m.faults == maxFaults {
		m.last = p.faults[maxFaults-1]
	}
	return m
}

func (p *parser) undo(m mark) {
	p.faults, p.dropped = p.faults[:m.faults], m.dropped
	if m.faults == maxFaults {
		p.faults[maxFaults-1] = m.last
	}
}

func (p *parser) unknown() {
	p.report(RuleUnknownUnionMember, "has the "+p.variant+", dropped")
}

// mismatch reports the value that begins at start, which is not of the wanted
// type, and steps over it.
func (p *parser) mismatch(start int, want string) status {
	p.pos = start
	if !p.skip() {
		return broken
	}
	p.report(RuleBadField, "must be "+want+", but is "+show(p.data[start:p.pos]))
	return good
}

// show words a value for a message.
func show(raw []byte) string {
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return cut(string(AppendString(nil, decodeText(raw[1:len(raw)-1], false))))
	default:
		return cut(string(raw))
	}
}

// quote words a name for a message.
func quote(s string) string { return string(AppendString(nil, cut(s))) }

// findings words the faults of an event. subject names the event.
func (p *parser) findings(frame int, subject string) []Finding {
	if len(p.faults) == 0 {
		return nil
	}
	out := make([]Finding, 0, len(p.faults)+1)
	for _, f := range p.faults {
		where := f.where
		if where != "" {
			where += " "
		}
		out = append(out, NewFinding(f.rule, frame, "%s: %s%s", subject, where, f.what))
	}
	if p.dropped > 0 {
		out = append(out, NewFinding(RuleUnknownField, frame, "%s: %d more deviations like these", subject, p.dropped))
	}
	return out
}
