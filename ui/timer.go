package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// tickMsg moves what changes by itself: elapsed times, expiry, held-back text.
// One whose id is not the timer's is stale.
type tickMsg struct{ id int }

// timer is the one clock of the screen: it wakes the loop when something on
// the screen is about to change by itself, and rests otherwise.
type timer struct {
	id    int
	due   time.Time // zero: none is under way
	after func(d time.Duration, msg tea.Msg) tea.Cmd
}

func after(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// The rates at which running times move.
const (
	tickFast = 100 * time.Millisecond // while tenths of seconds are shown
	tickSlow = 500 * time.Millisecond
	tickLate = 20 * time.Millisecond // nobody sees that something came this much later
)

// tick starts the timer for the next thing that changes by itself.
func (m *Model) tick() tea.Cmd {
	wait := m.wake()
	if wait <= 0 {
		return nil
	}
	due := m.now.Add(wait)
	if !m.timer.due.IsZero() && !due.Before(m.timer.due.Add(-tickLate)) {
		return nil // one comes early enough
	}
	m.timer.id++
	m.timer.due = due
	return m.timer.after(wait, tickMsg{m.timer.id})
}

// wake is how long from now something changes by itself, 0 for never.
func (m *Model) wake() time.Duration {
	var soonest time.Duration
	in := func(d time.Duration) {
		if d > 0 && (soonest == 0 || d < soonest) {
			soonest = d
		}
	}
	if m.live != nil || m.waiting != nil {
		in(tickSlow)
		if r := m.conv.Current(); r != nil && m.now.Sub(r.Started) < shownTenths {
			in(tickFast)
		}
	}
	if m.owed {
		in(tickFast)
	}
	if m.panel != nil && m.panel.expires() {
		in(tickSlow)
	}
	if !m.quitAt.IsZero() {
		in(max(m.quitAt.Add(quitWithin).Sub(m.now), tickLate))
	}
	if m.message != "" {
		in(max(m.messageAt.Add(messageFor).Sub(m.now), tickLate))
	}
	if m.looking() {
		in(searchEvery)
	}
	in(m.tree.Wake(m.now))
	if m.talk && !m.owed { // what no frame drew moves nowhere
		in(m.transcript.Wake(m.now))
	}
	return soonest
}

func (m *Model) ticked(t tickMsg) {
	if t.id != m.timer.id {
		m.same = true
		return
	}
	m.timer.due = time.Time{}
	if m.now.Sub(m.quitAt) >= quitWithin {
		m.stay()
	}
	if m.message != "" && m.now.Sub(m.messageAt) >= messageFor {
		m.message = ""
	}
	if m.panel != nil {
		m.late(m.panel.tick(m.now))
	}
}

// late keeps what was typed for a question whose time ran out meanwhile. Who
// types goes on in the composer: the rest must not be taken for keys.
func (m *Model) late(typed string, closed bool) {
	if closed && m.focus == focusQuestion {
		m.setFocus(focusComposer)
	}
	if typed != "" {
		m.composer.keep(typed)
		m.say("the question's time is over; up in the composer brings back what you wrote")
	}
}

// messageFor is how long a line for the person stays in the footer.
const messageFor = 6 * time.Second
