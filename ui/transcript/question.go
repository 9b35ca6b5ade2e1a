package transcript

import (
	"fmt"
	"strings"
	"time"

	"agtui/store"
	"agtui/store/doc"
	"agtui/stream/agui"
	"agtui/theme"
)

// panelLines is how much of a question the panel above the composer shows
// even on a low screen; what is longer is shown here while it is open.
const panelLines = 3

// question draws an interrupt: one line with what is asked and for how long,
// later with the answer. The call, the reason and all words come when it is
// opened; while nobody has answered also when they are long, for nothing is
// approved unseen. When only the clock went on nothing but the line is drawn
// anew: the rest may be long.
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
	asks := d.item.raw && d.level == LevelPreview
	title := []span{{st, d.clean(firstLine([]byte(text)))}}
	sym := span{state.style, d.sym().Pause}
	switch _, cut := d.headLine(sym, title, state); {
	case d.again != nil:
		d.repeat()
	case (asks || d.level == LevelFull) && (cut || strings.Contains(text, "\n")):
		words := d.closed(d.words(text, mostLines, indented, d.th.Text))
		if d.level == LevelFull || asks && len(words) > panelLines {
			d.laid().told = true
			d.addBody(words...)
		}
	}
	if d.laid().told {
		title[0] = span{st, "question"}
	}
	if said := d.longAnswer(); said != "" {
		title[0].text = d.cut(title[0].text, max(d.w/2-4, 1))
		title = append(title, span{d.th.Dim, "  " + said})
	}
	ln, _ := d.headLine(sym, title, state)
	d.addHead(ln)
	if d.again == nil {
		d.questionRest(q, asks)
	}
}

// repeat takes what is below the head as it was drawn before.
func (d *drawing) repeat() {
	l, was := d.laid(), d.again
	l.body, l.foot, l.more, l.told = was.body, was.foot, was.more, was.told
}

// questionRest is what stands below the head and the words of a question.
func (d *drawing) questionRest(q *agui.Interrupt, asks bool) {
	if asks && d.longCall() || d.level == LevelFull {
		d.questionCall(q)
	}
	if d.level != LevelFull {
		return
	}
	if q.Message.Or("") != "" && q.Reason != "" {
		d.addBody(d.closed(d.words("reason: "+q.Reason, mostLines, indented, d.th.Dim))...)
	}
	if a := d.block.Answer; a != nil && len(a.Payload) > 0 {
		d.addBody(d.labelLine("answer", len(a.Payload)))
		d.addBody(d.jsonTree(a.Payload, 2*indented, mostLines)...)
	}
	if len(q.ResponseSchema) > 0 {
		d.addFoot(d.labelLine("schema", len(q.ResponseSchema)))
		d.addFoot(d.json(q.ResponseSchema, 2*indented, mostLines)...)
	}
	d.details()
}

// questionState is the style of the text, and what stands at its side.
func (d *drawing) questionState(q *agui.Interrupt) (theme.Style, span) {
	if !openQuestion(d.block) {
		return d.th.Dim, d.answered()
	}
	st := d.th.Strong
	expires := store.Expiry(q.ExpiresAt.Or(""))
	if expires.IsZero() {
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

// shortAnswer is the widest answer that stands beside the question.
const shortAnswer = 16

// answered says how a question that is no longer open was answered.
func (d *drawing) answered() span {
	a := d.block.Answer
	switch {
	case a == nil:
		return span{d.th.Dim, "withdrawn"}
	case a.Status == agui.StatusCancelled:
		return span{d.th.Dim, "cancelled"}
	}
	said := d.answerWords(a)
	if said == "" || d.width(said) > shortAnswer {
		return span{d.th.OK, d.sym().OK + " answered"}
	}
	return span{d.th.OK, "answered: " + said}
}

// longAnswer is an answer that has no room beside the question.
func (d *drawing) longAnswer() string {
	a := d.block.Answer
	if a == nil || openQuestion(d.block) || d.level == LevelFull || a.Status == agui.StatusCancelled {
		return ""
	}
	said := d.answerWords(a)
	if d.width(said) <= shortAnswer {
		return ""
	}
	return said
}

func (d *drawing) answerWords(a *agui.ResumeEntry) string {
	return d.clean(payloadWords(a.Payload, 4*d.w+64))
}

// payloadWords is an answer in words, of at most about n bytes where it is
// long.
func payloadWords(payload []byte, n int) string {
	if len(payload) == 0 || len(payload) > resultLimit {
		return tight(payload, n)
	}
	v, err := doc.Parse(payload)
	if err != nil {
		return tight(payload, n)
	}
	payload = v.Append(nil)
	if v.Kind() == doc.String {
		return prefix(v.Text(), n)
	}
	if yes := first(v, "approved"); yes != nil && (yes.Kind() == doc.True || yes.Kind() == doc.False) {
		switch {
		case yes.Kind() == doc.True && v.Len() == 1:
			return "approve"
		case yes.Kind() == doc.True && first(v, "editedArgs") != nil:
			return "approve, edited"
		case yes.Kind() == doc.False && v.Len() == 1:
			return "deny"
		}
	}
	return tight(payload, n)
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
	text := append([]span{d.callName(c)}, d.args(c.Text.Bytes, d.w)...)
	ln, cut := d.head(span{}, text, d.w-in)
	if !cut && d.level != LevelFull {
		d.addBody(shift(nil, []line{ln}, in)...)
		return
	}
	// A question shows the whole call: nothing is approved unseen.
	d.addBody(shift(nil, []line{d.say(text[0].style, text[0].text, d.w-in)}, in)...)
	d.addBody(d.json(c.Text.Bytes, 2*indented, mostLines)...)
}

// longCall tells whether the call that the question is about is more than the
// panel is sure to show.
func (d *drawing) longCall() bool {
	c := d.list.callOf(d.block)
	if c == nil {
		return false
	}
	most := panelLines * d.w
	if len(c.Text.Bytes) > 4*most {
		return true
	}
	return d.width(d.clean(c.Name+" "+tight(c.Text.Bytes, 4*most))) > most
}
