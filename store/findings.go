package store

import (
	"fmt"

	"agtui/stream/agui"
)

// mostAlike is how many findings of one rule and severity are kept. A stream
// with a million faults has one fault a million times: more are counted, and a
// last finding of the rule says so.
const mostAlike = 2000

// alike is what findings are counted by.
type alike struct {
	rule     agui.RuleID
	severity agui.Severity
}

// tally counts findings that are alike.
type tally struct {
	n    int
	last int // the index of the one that says that more are only counted
}

// findings are what was reported, as far as it is kept.
type findings struct {
	list   []agui.Finding
	tally  map[alike]*tally
	counts [agui.Error + 1]int
}

// add counts a finding and keeps it, unless there are too many like it.
func (l *findings) add(f *agui.Finding) {
	if l.tally == nil {
		l.tally = map[alike]*tally{}
	}
	l.counts[min(f.Severity, agui.Error)]++
	key := alike{f.Rule, f.Severity}
	t := l.tally[key]
	if t == nil {
		t = &tally{}
		l.tally[key] = t
	}
	t.n++
	switch {
	case t.n <= mostAlike:
		l.list = append(l.list, *f)
	case t.n == mostAlike+1:
		t.last = len(l.list)
		more := *f
		more.Message = fmt.Sprintf("there are more than %d findings of this rule: from here on they are counted, not listed", mostAlike)
		l.list = append(l.list, more)
	}
}

// omitted words how many findings are not listed.
func (t *tally) omitted() string {
	return fmt.Sprintf("%d more findings of this rule are counted, not listed: the first %d are", t.n-mostAlike, mostAlike)
}

// Findings returns what was reported so far. Of one rule it has the first few
// thousand, and one that says that more are only counted. What it has stays as
// it is.
func (c *Conversation) Findings() []agui.Finding { return c.findings.list }

// FinalFindings is Findings with the number of those that are not listed, for
// when no more come.
func (c *Conversation) FinalFindings() []agui.Finding {
	list := c.findings.list
	copied := false
	for _, t := range c.findings.tally {
		if t.n <= mostAlike {
			continue
		}
		if !copied {
			list, copied = append([]agui.Finding(nil), list...), true
		}
		list[t.last].Message = t.omitted()
	}
	return list
}

// Omitted returns the findings of FinalFindings that stand for others.
func (c *Conversation) Omitted() []agui.Finding {
	var out []agui.Finding
	for i, f := range c.findings.list {
		if t := c.findings.tally[alike{f.Rule, f.Severity}]; t.n > mostAlike && t.last == i {
			f.Message = t.omitted()
			out = append(out, f)
		}
	}
	return out
}

// FindingCount is how many findings of a severity there were, those that are
// not listed too.
func (c *Conversation) FindingCount(s agui.Severity) int {
	return c.findings.counts[min(s, agui.Error)]
}

// Note records a finding that another stage made.
func (c *Conversation) Note(f agui.Finding) Change {
	c.start()
	c.note(f)
	return c.change
}

func (c *Conversation) note(f agui.Finding) {
	c.findings.add(&f)
	c.change.Findings = true
}
