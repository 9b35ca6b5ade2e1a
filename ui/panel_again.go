package ui

import (
	"bytes"
	"maps"
	"slices"

	"agtui/store"
)

// inherit takes over what was answered and typed for the same questions. It
// counts only for what it was given to: an agent may ask something else under
// the same name. What was typed for what is not asked any more goes into the
// history of prompts.
func (m *Model) inherit(before []asking) {
	for i := range before {
		old := &before[i]
		if at := slices.IndexFunc(m.panel.asked, old.same); at >= 0 {
			a := &m.panel.asked[at]
			a.drafts, a.answer, a.label, a.written = old.drafts, old.answer, old.label, old.written
			continue
		}
		for _, k := range slices.Sorted(maps.Keys(old.drafts)) {
			if old.drafts[k] != "" {
				m.composer.keep(old.drafts[k])
			}
		}
	}
}

// same tells whether two questions have one id and ask the same.
func (a *asking) same(b asking) bool {
	x, y := &a.Interrupt, &b.Interrupt
	return x.ID == y.ID && a.tool == b.tool && a.args == b.args && x.Reason == y.Reason && x.Message == y.Message &&
		bytes.Equal(x.ResponseSchema, y.ResponseSchema)
}

// resumeAt goes on in the new panel where the old one was. Where the question
// that was shown has an answer, or is there no more, that is at the first one
// without: an enter meant for the review, or for another question, must choose
// nothing there.
func (m *Model) resumeAt(old *panel) {
	p, was := m.panel, old.current()
	at := slices.IndexFunc(p.asked, was.same)
	switch {
	case at < 0:
		m.gone(old)
		p.toOpen()
		return
	case old.reviewing() && p.reviewing():
		p.at, p.cursor = at, old.cursor
	case p.asked[at].answer != nil:
		p.toOpen()
		return
	default:
		p.at, p.cursor, p.sure = at, old.cursor, old.sure
		p.area, p.editFor, p.problem = old.area, old.editFor, old.problem
		p.opened, p.offer = old.opened, old.offer
		p.cursor = min(p.cursor, len(p.choices())-1)
	}
	if slices.EqualFunc(p.asked, old.asked, func(a, b asking) bool { return a.same(b) }) {
		p.ready = old.ready
	}
}

// unfinished are the questions whose answers went out in a request that failed,
// with what was answered and typed. The only one is open again.
func (m *Model) unfinished() []asking {
	r := m.conv.Current()
	if r == nil || r.Status == store.Finished || r.Status == store.Interrupted {
		return nil // it was taken: who asks the same asks anew
	}
	if len(m.sent) == 1 {
		m.sent[0].answer = nil
	}
	return m.sent
}
