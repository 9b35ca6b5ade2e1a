package ui

import "time"

// seenFrom is how many rows the panel needs so that one sees which question it
// is, what it asks and what is chosen.
const seenFrom = 3

// unseen refuses an answer to a question that is not on the screen.
func (m *Model) unseen() bool {
	if m.l.question.h >= seenFrom {
		return false
	}
	m.say("make the window larger: what is asked is not on the screen")
	return true
}

// refused says why an answer was not taken: in the panel, or in the footer
// where the panel has room for no more than what is asked.
func (m *Model) refused(why string) {
	m.panel.problem = why
	if m.l.question.h <= seenFrom {
		m.say(why)
	}
}

// undrawn takes enter for a slip until what is asked now was on the screen.
func (p *panel) undrawn(now time.Time) { p.ready, p.offer = now.Add(calm), now.Add(calm) }

// noRoom is why the focus cannot go to the questions.
func (m *Model) noRoom() string {
	if why := m.noQuestion(); why != "" {
		return why
	}
	if m.l.question.h == 0 {
		return "make the window larger: the question has no room"
	}
	return ""
}
