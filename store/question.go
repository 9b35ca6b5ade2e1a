package store

import (
	"time"

	"agtui/stream/agui"
)

// Questions returns the open questions, in the order in which they were asked.
// While a run is under way that was given the answers there are none; if it
// does not finish they are open again.
func (c *Conversation) Questions() []Asked {
	var open []Asked
	for _, b := range c.asked {
		if b.Phase != Waiting {
			continue
		}
		q := Asked{Interrupt: *b.Interrupt, Block: b.ID, Call: -1}
		if b.Run >= 0 && b.Run < len(c.runs) {
			q.RunID = c.runs[b.Run].RunID
		}
		if call := c.find(ToolCall, b.ParentCall); call != nil && b.Interrupt.ToolCallID.Set {
			q.Call = call.ID
		}
		if b.Interrupt.ExpiresAt.Set {
			q.Expires = Expiry(b.Interrupt.ExpiresAt.Value)
		}
		open = append(open, q)
	}
	return open
}

// Expiry reads when the time of a question ends; the zero time, never, is for
// what cannot be read. Without a zone it is UTC.
func Expiry(s string) time.Time {
	for _, layout := range []string{
		time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05.999999999Z0700",
		"2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04:05.999999999Z07:00",
		"2006-01-02 15:04:05.999999999", time.DateOnly,
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}

// answer marks the questions that a request answers.
func (c *Conversation) answer(resume []agui.ResumeEntry, p place) {
	// Of several answers to one question the last one counts.
	answers := make(map[string]*agui.ResumeEntry, len(resume))
	for i := range resume {
		answers[resume[i].InterruptID] = &resume[i]
	}
	for _, b := range c.asked {
		if answer := answers[b.Interrupt.ID]; answer != nil {
			given := *answer
			b.Answer = &given
			b.Phase, b.Closed = Done, p.at
			c.touch(b, 0)
			c.change.Questions = true
		}
	}
}

// reopenQuestions opens the questions again whose answers a run was given that
// did not finish: the agent may not have seen them.
func (c *Conversation) reopenQuestions(p place) {
	for _, b := range c.asked {
		if b.Phase == Waiting {
			continue
		}
		b.Phase, b.Closed = Waiting, time.Time{}
		c.touch(b, p.frame)
		c.change.Questions = true
	}
}

// askAll brings the questions in line with the interrupts that a RUN_FINISHED
// left open. They stand below the rule of their run: there the work waits, and
// what the answer sets off comes next.
func (c *Conversation) askAll(p place) {
	old := c.asked
	c.asked = nil
	open := stillOpen(old, p.run)
	kept, asked := map[*Block]bool{}, map[string]bool{}
	for _, in := range c.reducer.Interrupts() {
		var b *Block
		if same := open[in.ID]; len(same) > 0 {
			b, open[in.ID] = same[0], same[1:]
		} else {
			b = c.add(Question, in.ID, p)
		}
		kept[b], asked[b.Key] = true, true
		c.ask(b, in, p)
		c.asked = append(c.asked, b)
	}
	for _, b := range old {
		if !kept[b] {
			c.withdraw(b, asked[b.Key], p)
		}
	}
	if len(old)+len(c.asked) > 0 {
		c.change.Questions = true
	}
}

// stillOpen returns the blocks of the questions that the run at hand asked
// already, by their ids.
func stillOpen(blocks []*Block, run int) map[string][]*Block {
	open := map[string][]*Block{}
	for _, b := range blocks {
		if b.Run == run && b.Phase == Waiting {
			open[b.Key] = append(open[b.Key], b)
		}
	}
	return open
}

func (c *Conversation) ask(b *Block, in agui.Interrupt, p place) {
	b.Interrupt = &in
	c.own(b, in.Owner)
	b.Name, b.Title = in.Reason, in.Message.Value
	b.Metadata, b.ParentCall = in.Metadata, in.ToolCallID.Value
	b.Phase = Waiting
	if in.Owner.Set {
		c.agent(in.Owner.Value, p.at)
	}
	c.touch(b, p.frame)
}

// withdraw closes a question that is no longer open; again tells that one of
// its id was asked instead.
func (c *Conversation) withdraw(b *Block, again bool, p place) {
	if b.Phase != Waiting {
		return
	}
	b.Phase, b.Closed = Done, p.at
	c.touch(b, p.frame)
	if b.Answer != nil {
		return
	}
	b.Phase = Cut
	if again {
		return
	}
	c.note(agui.NewFinding(agui.RuleUnanswered, p.frame,
		"interrupt %s is no longer open, though it was never answered", b.Key))
}
