package ui

import (
	"strings"
	"time"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/store/answer"
	"agtui/stream/agui"
	"agtui/theme"
)

// choice is one row of answers that a question offers.
type choice uint8

const (
	approve choice = iota
	approveEdited
	deny
	reply
	cancel
	send
	skip
)

// asking is one open question with what was answered so far.
type asking struct {
	store.Asked
	shape  answer.Shape
	args   string // the call's arguments, to edit
	tool   string
	answer *agui.ResumeEntry
	label  string // the answer in words
}

// panel is the question panel: one question at a time, an answer for each
// before anything is sent (PROTOCOL section 8.2 number 3). It never takes the
// focus by itself, and nothing but select and enter chooses.
type panel struct {
	asked   []asking
	at      int // the question that is shown
	cursor  int // the choice that is marked
	sure    bool
	area    *textarea.Model // open while something is typed
	editFor choice
	problem string // why the last answer was not taken
	now     time.Time
	theme   *theme.Theme
}

// syncPanel follows the open questions; answers already chosen are kept.
func (m *Model) syncPanel() {
	open := m.conv.Questions()
	if len(open) == 0 {
		m.panel = nil
		if m.focus == focusQuestion {
			m.setFocus(focusComposer)
		}
		return
	}
	old := m.panel
	p := &panel{theme: m.theme, now: m.now}
	for _, q := range open {
		a := asking{Asked: q, shape: answer.Of(&q.Interrupt)}
		if q.Call >= 0 && q.Call < len(m.conv.Blocks()) {
			call := m.conv.Blocks()[q.Call]
			a.tool, a.args = call.Name, call.Text.String()
		}
		if old != nil {
			for i := range old.asked {
				if old.asked[i].Interrupt.ID == q.Interrupt.ID {
					a.answer, a.label = old.asked[i].answer, old.asked[i].label
				}
			}
		}
		p.asked = append(p.asked, a)
	}
	m.panel = p
	p.toOpen()
}

// toOpen shows the first question without an answer.
func (p *panel) toOpen() {
	for i := range p.asked {
		if p.asked[i].answer == nil {
			p.at, p.cursor, p.sure, p.problem = i, 0, false, ""
			return
		}
	}
	p.cursor = 0
}

func (p *panel) complete() bool {
	for i := range p.asked {
		if p.asked[i].answer == nil {
			return false
		}
	}
	return true
}

// choices are the answers that can be chosen now.
func (p *panel) choices() []choice {
	if p.complete() && len(p.asked) > 1 {
		return []choice{send, skip}
	}
	a := &p.asked[p.at]
	var list []choice
	if !p.expired(a) {
		if a.shape.Approval {
			list = append(list, approve)
			if a.shape.CanEdit {
				list = append(list, approveEdited)
			}
			list = append(list, deny)
		} else {
			list = append(list, reply)
		}
	}
	return append(list, cancel)
}

func (p *panel) expired(a *asking) bool { return !a.Expires.IsZero() && !p.now.Before(a.Expires) }

func (p *panel) expires() bool {
	for i := range p.asked {
		if !p.asked[i].Expires.IsZero() && p.asked[i].answer == nil {
			return true
		}
	}
	return false
}

func (p *panel) tick(now time.Time) {
	p.now = now
	p.cursor = min(p.cursor, len(p.choices())-1)
}

func (p *panel) editing() bool { return p.area != nil }

func (p *panel) move(by int) {
	n := len(p.choices())
	p.cursor = (p.cursor + by + n) % n
	p.sure = false
}

func (p *panel) update(msg tea.Msg) tea.Cmd {
	if p.area == nil {
		return nil
	}
	area, cmd := p.area.Update(msg)
	p.area = &area
	return cmd
}

// choose takes the marked choice.
func (m *Model) choose() tea.Cmd {
	p := m.panel
	if p == nil {
		return nil
	}
	p.now = m.now
	choices := p.choices()
	p.cursor = min(p.cursor, len(choices)-1)
	a := &p.asked[p.at]
	id := a.Interrupt.ID
	switch c := choices[p.cursor]; c {
	case approve:
		return m.answered(answer.Approve(id, nil), "approve")
	case approveEdited, deny, reply:
		p.edit(c)
		return p.area.Focus()
	case cancel:
		if !p.sure {
			p.sure = true
			return nil
		}
		return m.answered(answer.Cancel(id), "cancel")
	case send:
		return m.sendAnswers()
	case skip:
		for i := range p.asked {
			p.asked[i].answer = nil
		}
		p.toOpen()
	}
	return nil
}

// edit opens the small editor for a choice that wants text.
func (p *panel) edit(c choice) {
	a := &p.asked[p.at]
	area := newArea(p.theme)
	p.editFor, p.problem = c, ""
	switch c {
	case approveEdited:
		area.SetValue(indented(a.args))
	case deny:
		area.Placeholder = "Why not? (enter sends, empty is fine)"
	default:
		area.SetValue(a.shape.Skeleton)
		area.Placeholder = "Your answer"
	}
	area.MoveToBegin()
	p.area = &area
}

// panelKey are the keys of the small editor.
func (m *Model) panelKey(k tea.KeyPressMsg, name string) (tea.Cmd, bool) {
	switch name {
	case "esc":
		m.panel.area, m.panel.problem = nil, ""
		return nil, true
	case "enter":
		return m.take(), true
	case "ctrl+c", "ctrl+g", "ctrl+p", "f1", "f2", "f4", "ctrl+z", "ctrl+l", "tab", "shift+tab":
		return nil, false
	case "pgup", "pgdown":
		return nil, false
	}
	return m.panel.update(k), true
}

// take turns what was typed into an answer, or says why it is none.
func (m *Model) take() tea.Cmd {
	p := m.panel
	a := &p.asked[p.at]
	typed := p.area.Value()
	id := a.Interrupt.ID
	if p.editFor == deny {
		return m.checked(answer.Deny(id, a.shape, typed), "deny")
	}
	payload, err := answer.Parse(a.shape, typed)
	if err != nil {
		p.problem = reason(err)
		return nil
	}
	if p.editFor == approveEdited {
		return m.checked(answer.Approve(id, payload), "approve with edits")
	}
	return m.checked(answer.Resolve(id, payload), "answer")
}

// checked refuses a payload that does not fit the schema. A denial is always
// let through: no schema may keep a person from saying no.
func (m *Model) checked(e agui.ResumeEntry, label string) tea.Cmd {
	p := m.panel
	if err := answer.Check(&p.asked[p.at].Interrupt, e.Payload); err != nil && p.editFor != deny {
		p.problem = reason(err)
		return nil
	}
	return m.answered(e, label)
}

// answered keeps an answer; when it was the only question it is sent.
func (m *Model) answered(e agui.ResumeEntry, label string) tea.Cmd {
	p := m.panel
	a := &p.asked[p.at]
	a.answer, a.label = &e, label
	p.area, p.problem, p.sure = nil, "", false
	if len(p.asked) == 1 {
		return m.sendAnswers()
	}
	p.toOpen()
	return nil
}

// sendAnswers sends all answers in one resume.
func (m *Model) sendAnswers() tea.Cmd {
	entries := make([]agui.ResumeEntry, 0, len(m.panel.asked))
	for i := range m.panel.asked {
		entries = append(entries, *m.panel.asked[i].answer)
	}
	d := m.o.Turn.Answer(m.conv, m.now, entries)
	if d.Refused != "" {
		for i := range m.panel.asked {
			m.panel.asked[i].answer = nil
		}
		m.panel.toOpen()
		m.panel.problem = d.Refused
		return nil
	}
	m.setFocus(focusComposer)
	return m.decided(d)
}

func (m *Model) noQuestion() string {
	if m.panel == nil {
		return "no question is open"
	}
	return ""
}

func (m *Model) toQuestion() tea.Cmd { return m.setFocus(focusQuestion) }

// reason is an error without the name of the package that found it.
func reason(err error) string { return strings.TrimPrefix(err.Error(), "answer: ") }
