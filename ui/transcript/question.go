package transcript

import (
	"fmt"
	"strings"
	"time"

	"agtui/stream/agui"
	"agtui/theme"
)

// question draws an interrupt: what is asked, about which call, for how long,
// and how it was answered.
func (d *drawing) question() {
	q := d.block.Interrupt
	if q == nil {
		d.addHead(d.say(d.th.Dim, d.sym().Pause+" question", d.w))
		return
	}
	st, state := d.questionState(q)
	text := strings.TrimSpace(q.Message.Or(""))
	if text == "" {
		text = q.Reason
	}
	title := []span{{st, d.clean(text)}}
	sym := span{state.style, d.sym().Pause}
	_, cut := d.head(sym, title, state, d.w)
	long := cut || strings.Contains(text, "\n")
	if long && d.level != LevelLine {
		title[0] = span{st, "question"}
		d.addBody(d.wrap(nil, d.th.Text, text, indented, d.w)...)
	}
	ln, _ := d.head(sym, title, state, d.w)
	d.addHead(ln)
	if d.level == LevelLine {
		return
	}
	d.questionCall(q)
	if q.Message.Or("") != "" && q.Reason != "" {
		d.addBody(d.wrap(nil, d.th.Dim, "reason: "+q.Reason, indented, d.w)...)
	}
	d.questionAnswer()
	if d.level == LevelFull && len(q.ResponseSchema) > 0 {
		d.addFoot(d.labelLine("schema", len(q.ResponseSchema)))
		d.addFoot(d.json(q.ResponseSchema, 2*indented, mostLines)...)
	}
	d.metadata(q.Metadata)
}

// questionState is the style of the text, and what stands at its side.
func (d *drawing) questionState(q *agui.Interrupt) (theme.Style, span) {
	if a := d.block.Answer; a != nil {
		if a.Status == agui.StatusCancelled {
			return d.th.Dim, span{d.th.Dim, "cancelled"}
		}
		return d.th.Dim, span{d.th.OK, d.sym().OK + " answered"}
	}
	st := d.th.Strong
	expires, err := time.Parse(time.RFC3339, q.ExpiresAt.Or(""))
	if err != nil {
		return st, span{d.th.Warn, "waits for you"}
	}
	left := expires.Sub(d.now)
	if left <= 0 {
		return d.th.Dim, span{d.th.Warn, "expired"}
	}
	seconds := int64((left + time.Second - 1) / time.Second)
	d.later(expires.Add(-time.Duration(seconds-1) * time.Second))
	return st, span{d.th.Warn, clock(seconds) + " left"}
}

// clock is a time that is left as minutes and seconds, or hours.
func clock(s int64) string {
	switch {
	case s < 3600:
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	case s < 48*3600:
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	default:
		return fmt.Sprintf("%d days", s/86400)
	}
}

// questionCall shows the call that the question is about.
func (d *drawing) questionCall(q *agui.Interrupt) {
	in := d.indent(indented, d.w)
	c := d.list.callOf(d.block)
	if c == nil {
		if id := q.ToolCallID.Or(""); id != "" {
			d.addBody(shift(nil, []line{d.say(d.th.Dim, "about call "+id, d.w-in)}, in)...)
		}
		return
	}
	text := append([]span{{d.th.Strong, d.clean(c.Name)}}, d.args(c.Text.Bytes, d.w)...)
	ln, cut := d.head(span{}, text, span{}, d.w-in)
	if !cut && d.level != LevelFull {
		d.addBody(shift(nil, []line{ln}, in)...)
		return
	}
	// A question shows the whole call: nothing is approved unseen.
	d.addBody(shift(nil, []line{d.say(d.th.Strong, c.Name, d.w-in)}, in)...)
	d.addBody(d.json(c.Text.Bytes, 2*indented, mostLines)...)
}

func (d *drawing) questionAnswer() {
	a := d.block.Answer
	if a == nil || len(a.Payload) == 0 {
		return
	}
	if d.level == LevelFull {
		d.addBody(d.labelLine("answer", len(a.Payload)))
		d.addBody(d.jsonTree(a.Payload, 2*indented, mostLines)...)
		return
	}
	in := d.indent(indented, d.w)
	text := []span{{d.th.Dim, "answer: " + d.clean(tight(a.Payload, 4*d.w+64))}}
	ln, _ := d.head(span{}, text, span{}, d.w-in)
	d.addBody(shift(nil, []line{ln}, in)...)
}
