package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/store/answer"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/edit"
)

// choice is one of the answers that a question offers.
type choice struct {
	kind   kind
	option answer.Option // of pick
}

type kind uint8

const (
	approve kind = iota
	approveEdited
	deny
	pick
	reply
	cancel
	send
	restart
)

// asking is one open question with what was answered so far.
type asking struct {
	store.Asked
	shape   answer.Shape
	args    string // the call's arguments, to edit
	tool    string
	line    string // the call as it is shown, cut
	by      string // the subagent that asks
	answer  *agui.ResumeEntry
	label   string // the answer in words
	written string // what the person wrote for it
	drafts  map[kind]string
	laid    laid
}

// panel is the question panel: one question at a time, an answer for each
// before anything is sent (PROTOCOL section 8.2 number 3). It never takes the
// focus by itself, and nothing but select and enter chooses.
type panel struct {
	asked   []asking
	at      int // the question that is shown
	cursor  int // the choice that is marked
	sure    bool
	area    *edit.Area // open while something is typed
	editFor kind
	opened  string    // what the area started with
	offer   time.Time // until then enter does not take that
	problem string    // why the last answer was not taken
	now     time.Time
	ready   time.Time // until then enter is taken for a slip
	theme   *theme.Theme
}

// calm is how long a question must have been on screen before enter counts: an
// enter that was meant for the one before must not answer it. Each enter that
// comes too early prolongs it, so that a key held down answers nothing.
const calm = 400 * time.Millisecond

// syncPanel follows the open questions; answers already chosen, and one that
// is being typed, are kept.
func (m *Model) syncPanel() {
	open := m.conv.Questions()
	old := m.panel
	if len(open) == 0 {
		m.panel = nil
		m.gone(old)
		if m.focus == focusQuestion {
			m.setFocus(focusComposer)
		}
		return
	}
	p := &panel{theme: m.theme, now: m.now}
	for i := range open {
		p.asked = append(p.asked, m.asking(&open[i]))
	}
	m.panel = p
	p.ready = m.now.Add(calm)
	if old == nil {
		m.inherit(m.unfinished())
		m.sent = nil
		p.toOpen()
		return
	}
	m.inherit(old.asked)
	m.resumeAt(old)
}

// gone keeps what was typed for a question that is there no more. Who types
// goes on in the composer: the rest, and the enter behind it, must not answer
// another question.
func (m *Model) gone(old *panel) {
	if old == nil || old.area == nil {
		return
	}
	if m.focus == focusQuestion {
		m.setFocus(focusComposer)
	}
	if typed := old.typed(); typed != "" {
		m.composer.keep(typed)
		m.say("the question is gone; up in the composer brings back what you wrote")
	}
}

func (m *Model) asking(q *store.Asked) asking {
	a := asking{Asked: *q, shape: answer.Of(&q.Interrupt)}
	if q.Call >= 0 && q.Call < len(m.conv.Blocks()) {
		call := m.conv.Blocks()[q.Call]
		a.tool, a.args = call.Name, call.Text.String()
		if a.tool == "" {
			a.tool = "call without a name"
		}
		a.line = callLine(a.tool, a.args)
	}
	if by := q.Interrupt.Owner; by.Set {
		a.by = by.Value
		if agent := m.conv.Agent(by.Value); agent != nil && agent.Name != "" {
			a.by = agent.Name
		}
	}
	return a
}

func (p *panel) current() *asking { return &p.asked[p.at] }

// toOpen shows the first question without an answer.
func (p *panel) toOpen() {
	p.at, p.cursor, p.sure, p.problem = 0, 0, false, ""
	p.ready = p.now.Add(calm)
	for i := range p.asked {
		if p.asked[i].answer == nil {
			p.at = i
			return
		}
	}
}

func (p *panel) complete() bool {
	for i := range p.asked {
		if p.asked[i].answer == nil {
			return false
		}
	}
	return true
}

// reviewing: every one of several questions has an answer.
func (p *panel) reviewing() bool { return len(p.asked) > 1 && p.complete() }

// choices are the answers that can be chosen now.
func (p *panel) choices() []choice {
	if p.reviewing() {
		return []choice{{kind: send}, {kind: restart}}
	}
	a := p.current()
	var list []choice
	switch {
	case p.expired(a):
	case a.shape.Approval:
		list = append(list, choice{kind: approve})
		if a.shape.CanEdit {
			list = append(list, choice{kind: approveEdited})
		}
		list = append(list, choice{kind: deny})
	default:
		for _, o := range a.shape.Options {
			list = append(list, choice{kind: pick, option: o})
		}
		if len(list) == 0 {
			list = append(list, choice{kind: reply})
		}
	}
	return append(list, choice{kind: cancel})
}

func (p *panel) expired(a *asking) bool { return !a.Expires.IsZero() && !p.now.Before(a.Expires) }

// expires: the time of a question is running out.
func (p *panel) expires() bool {
	for i := range p.asked {
		if !p.asked[i].Expires.IsZero() && !p.expired(&p.asked[i]) {
			return true
		}
	}
	return false
}

// tick moves the clock. A question whose time is over can only be cancelled:
// its answer is dropped, and the editor of one is closed. It returns whether
// that was so, and what was typed there.
func (p *panel) tick(now time.Time) (typed string, closed bool) {
	p.now = now
	reviewing := p.reviewing()
	for i := range p.asked {
		a := &p.asked[i]
		if !p.expired(a) {
			continue
		}
		if i == p.at && p.area != nil {
			typed, closed = p.typed(), true
			p.close()
			p.cursor, p.ready = 0, now.Add(calm)
		}
		if a.answer != nil && a.answer.Status != agui.StatusCancelled {
			a.answer, a.label = nil, ""
		}
	}
	if reviewing && !p.reviewing() { // else the question that is shown stays: somebody may be at it
		p.toOpen()
	}
	p.cursor = min(p.cursor, len(p.choices())-1)
	return typed, closed
}

// typed is what was typed for an answer so far, "" for what was put there.
func (p *panel) typed() string {
	if p.area == nil || p.area.Text() == p.offered() {
		return ""
	}
	return p.area.Text()
}

// close closes the editor; what was typed is there when it opens again.
func (p *panel) close() {
	if p.area != nil {
		a := p.current()
		if a.drafts == nil {
			a.drafts = map[kind]string{}
		}
		a.drafts[p.editFor] = p.typed()
	}
	p.area, p.problem = nil, ""
}

func (p *panel) move(by int) {
	n := len(p.choices())
	p.cursor = (p.cursor + by + n) % n
	p.sure = false
}

// choose takes the marked choice.
func (m *Model) choose() tea.Cmd {
	p := m.panel
	m.late(p.tick(m.now))
	if m.unseen() {
		return nil
	}
	if m.now.Before(p.ready) {
		p.ready = m.now.Add(calm)
		return nil
	}
	a := p.current()
	id := a.Interrupt.ID
	c := p.choices()[p.cursor]
	if c.kind != cancel {
		p.sure = false
	}
	switch c.kind {
	case approve:
		return m.answered(answer.Approve(id, nil), "approve")
	case pick:
		return m.answered(answer.Resolve(id, c.option.Payload), c.option.Label)
	case deny:
		if a.shape.Reason == "" {
			return m.answered(answer.Deny(id, a.shape, ""), "deny")
		}
		p.edit(deny)
	case approveEdited, reply:
		p.edit(c.kind)
	case cancel:
		if !p.sure {
			p.sure, p.ready = true, m.now.Add(calm) // an enter pressed twice is no "sure"
			return nil
		}
		return m.answered(answer.Cancel(id), "cancel")
	case send:
		return m.sendAnswers()
	case restart:
		for i := range p.asked {
			p.asked[i].answer = nil
		}
		p.toOpen()
	}
	return nil
}

// edit opens the small editor for a choice that wants text. What was typed
// there before is put back; undo has what was offered.
func (p *panel) edit(k kind) {
	p.editFor, p.problem, p.area = k, "", edit.New()
	p.area.Reset(p.offered())
	if typed := p.current().drafts[k]; typed != "" {
		p.area.Set(typed)
	} else {
		p.area.Start()
	}
	p.opened, p.offer = p.area.Text(), p.now.Add(calm)
}

// offered is the text that the editor starts with.
func (p *panel) offered() string {
	switch a := p.current(); p.editFor {
	case approveEdited:
		return indented(a.args)
	case reply:
		return a.shape.Skeleton
	default:
		return ""
	}
}

func (m *Model) nothingTyped() string {
	if !m.answering() {
		return "no answer is being typed"
	}
	return ""
}

// take turns what was typed into an answer, or says why it is none.
func (m *Model) take() tea.Cmd {
	p := m.panel
	m.late(p.tick(m.now))
	if p.area == nil || m.unseen() {
		return nil
	}
	if m.now.Before(p.offer) && p.area.Text() == p.opened { // an enter pressed twice answers nothing
		p.offer = m.now.Add(calm)
		return nil
	}
	a := p.current()
	typed, id := p.area.Text(), a.Interrupt.ID
	if p.editFor == deny {
		return m.answered(answer.Deny(id, a.shape, strings.TrimSpace(typed)), "deny")
	}
	payload, err := answer.Parse(a.shape, typed)
	if err == nil && p.editFor == reply {
		return m.checked(answer.Resolve(id, payload), "answer")
	}
	if err == nil {
		return m.checked(answer.Approve(id, payload), "approve with edits")
	}
	m.refused(reason(err))
	return nil
}

// checked refuses a payload that does not fit the schema. A denial is never
// checked: no schema may keep a person from saying no.
func (m *Model) checked(e agui.ResumeEntry, label string) tea.Cmd {
	if err := answer.Check(&m.panel.current().Interrupt, e.Payload); err != nil {
		m.refused(reason(err))
		return nil
	}
	return m.answered(e, label)
}

// answered keeps an answer; when it was the only question it is sent.
func (m *Model) answered(e agui.ResumeEntry, label string) tea.Cmd {
	p := m.panel
	a := p.current()
	a.answer, a.label, a.written = &e, label, ""
	if p.area != nil {
		a.written = strings.TrimSpace(p.area.Text())
		if p.editFor != deny {
			if short := agui.Compact(nil, agui.Raw(a.written)); agui.Valid(short) {
				a.written = string(short)
			}
		}
	}
	if len(p.asked) == 1 {
		return m.sendAnswers()
	}
	p.close()
	p.toOpen()
	return nil
}

// sendAnswers sends all answers in one resume. When they are refused they stay
// as they are, but the only one is open again.
func (m *Model) sendAnswers() tea.Cmd {
	p := m.panel
	entries := make([]agui.ResumeEntry, 0, len(p.asked))
	for i := range p.asked {
		entries = append(entries, *p.asked[i].answer)
	}
	d := m.o.Turn.Answer(m.conv, m.now, entries)
	if d.Refused != "" {
		if len(p.asked) == 1 {
			p.asked[0].answer = nil
		}
		p.sure = false
		m.refused(d.Refused)
		return nil
	}
	p.close()
	m.sent = p.asked
	m.setFocus(focusComposer)
	return m.decided(d)
}

// reason is an error without the name of the package that found it.
func reason(err error) string { return strings.TrimPrefix(err.Error(), "answer: ") }
