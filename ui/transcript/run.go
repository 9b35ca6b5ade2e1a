package transcript

import (
	"strconv"
	"strings"
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
)

// step draws where a step started.
func (d *drawing) step() {
	b := d.block
	took := short(b.Opened, b.Closed)
	state := span{d.th.Dim, took}
	if b.Phase == store.Cut {
		state = span{d.th.Warn, d.sym().Bad + " cut off"}
	}
	ln, _ := d.headLine(span{d.th.Dim, d.sym().Step}, []span{{d.th.Dim, d.clean(b.Name)}}, state)
	d.addHead(ln)
	d.details()
}

// notice draws a RAW, CUSTOM or META event as one dim line.
func (d *drawing) notice() {
	b := d.block
	text := []span{{d.th.Dim, b.Event.String()}}
	if b.Event == agui.UnknownType {
		text[0].text = "event"
	}
	if b.Name != "" {
		text = append(text, span{d.th.Dim, " " + d.clean(b.Name)})
	}
	if len(b.Value) > 0 && d.level != LevelFull {
		text = append(text, span{d.th.Dim, "  " + d.clean(tight(b.Value, 4*d.w+64))})
	}
	sym := span{d.th.Dim, d.sym().Dot}
	if b.Error != "" || b.Event == agui.RunError {
		sym = span{d.th.Bad, d.sym().Bad}
		text = []span{{d.th.Bad, "another error after the end"}}
	}
	ln, _ := d.headLine(sym, text)
	d.addHead(ln)
	if b.Error != "" {
		d.addBody(d.failure(withCode(b.Error, b.ErrorCode), indented)...)
	}
	if len(b.Value) > 0 && d.level == LevelFull {
		d.addBody(d.jsonTree(b.Value, indented, mostLines)...)
	}
	d.details()
}

// runEnd draws the rule that closes a run: status, duration, usage. The words
// are those of the report.
func (d *drawing) runEnd() {
	b := d.block
	r := b.RunInfo
	if r == nil {
		d.addHead(d.rule(span{}, d.th.Dim, "run ended"))
		return
	}
	sym, st, words := d.runStatus(r)
	words = d.joined(words, short(r.Started, r.Ended))
	add := func(more string) bool {
		all := d.joined(words, more)
		fits := d.width(all) <= d.w-ruleRoom-2
		if fits {
			words = all
		}
		return fits
	}
	add(d.nextStep(r))
	if in, out, ok := tokens(r.Usage); ok && !add(amount(in)+" tokens in, "+amount(out)+" out") {
		add(amount(in) + "/" + amount(out) + " tok")
	}
	add(d.stamp().text)
	d.addHead(d.rule(sym, st, words))
	if why := reason(r); why != "" {
		d.addBody(d.failure(why, indented)...)
	}
	if d.level != LevelFull {
		return
	}
	d.addBody(d.facts(r)...)
	if len(r.Result) > 0 {
		d.addFoot(d.labelLine("result", len(r.Result)))
		d.addFoot(d.jsonTree(r.Result, 2*indented, mostLines)...)
	}
	d.details()
}

// reasonLines is how much of a reason is shown at once.
const reasonLines = 12

// failure is why something failed, as a program may have printed it.
func (d *drawing) failure(why string, indent int) []line {
	return d.closed(d.printed(why, d.reasonLines(), indent, func(string) theme.Style { return d.th.Bad }))
}

func (d *drawing) reasonLines() int {
	if d.level == LevelFull {
		return mostLines
	}
	return reasonLines
}

// nextStep is what helps after a run that did not end well: it can be sent
// again while nothing came after it.
func (d *drawing) nextStep(r *store.Run) string {
	if !d.latest {
		return ""
	}
	switch r.Status {
	case store.Errored, store.FailedRun, store.Incomplete, store.Refused:
		return "R tries again"
	case store.Cancelled:
		return "R sends it again"
	default:
		return ""
	}
}

// latest tells that nothing came after the run that a block closes.
func (l *List) latest(b *store.Block) bool {
	if b.Kind != store.RunEnd || l.conv == nil {
		return false
	}
	runs := l.conv.Runs()
	return len(runs) > 0 && runs[len(runs)-1] == b.RunInfo
}

// reason says why a run did not end well.
func reason(r *store.Run) string {
	text := r.Error
	if text == "" {
		switch r.Status {
		case store.Errored:
			text = "the agent gave no reason"
		case store.FailedRun:
			text = "no reason is known"
		case store.Incomplete:
			text = "the stream ended before the agent finished or failed the run"
		default:
		}
	}
	return withCode(text, r.ErrorCode)
}

func withCode(text, code string) string {
	if code != "" && text != "" {
		text += " (" + code + ")"
	}
	return text
}

// ruleRoom is what a rule takes besides its words.
const ruleRoom = 4

// rule is a thin line with words near its start.
func (d *drawing) rule(sym span, st theme.Style, words string) line {
	r := row{pen: d.pen, room: d.w}
	r.put(d.th.Rule, strings.Repeat(d.sym().Rule, 2))
	if sym.text != "" {
		r.put(sym.style, " "+sym.text)
	}
	r.put(st, " "+words+" ")
	if rest := d.w - r.used; rest > 0 {
		r.put(d.th.Rule, strings.Repeat(d.sym().Rule, rest))
	}
	return r.line()
}

// runStatus is how a run ended: a symbol, words and their style.
func (d *drawing) runStatus(r *store.Run) (span, theme.Style, string) {
	warn, bad := span{d.th.Warn, d.sym().Warn}, span{d.th.Bad, d.sym().Bad}
	switch r.Status {
	case store.Finished:
		if n := r.Unanswered; n > 0 {
			return warn, d.th.Warn, "finished, " + plural(n, "call", "calls") + " left to you"
		}
		return span{d.th.OK, d.sym().OK}, d.th.Dim, "finished"
	case store.Cancelled:
		switch r.CancelledBy {
		case "":
			return warn, d.th.Warn, "cancelled"
		case "agent":
			return warn, d.th.Warn, "cancelled by the agent"
		}
		return warn, d.th.Warn, "cancelled by " + d.clean(r.CancelledBy)
	case store.Incomplete:
		return bad, d.th.Bad, "ended early"
	case store.Errored, store.FailedRun:
		return bad, d.th.Bad, string(r.Status)
	case store.Interrupted:
		return span{d.th.Warn, d.sym().Pause}, d.th.Warn, string(r.Status)
	case store.Refused:
		return warn, d.th.Warn, "refused, nothing was sent"
	case store.Running:
		return span{d.th.Accent, d.sym().Running}, d.th.Accent, string(r.Status)
	default:
		return span{}, d.th.Dim, d.clean(string(r.Status))
	}
}

// facts are what a run's end shows when it is opened.
func (d *drawing) facts(r *store.Run) []line {
	var out []line
	say := func(s string) { out = d.wrap(out, d.th.Dim, s, indented, d.w) }
	if r.RunID != "" {
		say(d.joined("run "+r.RunID, fact("thread", r.ThreadID), fact("parent run", r.ParentRunID.Or(""))))
	}
	if !r.Started.IsZero() {
		say(d.joined("started "+r.Started.Format(time.DateTime), "ended "+r.Ended.Format(time.TimeOnly), frames(r.FirstFrame, r.LastFrame)))
	}
	for i := range r.Usage {
		say(usageWords(&r.Usage[i]))
	}
	return out
}

// tokens adds up what the models reported.
func tokens(usage []agui.TokenUsage) (in, out int64, ok bool) {
	for i := range usage {
		u := &usage[i]
		in += u.InputTokens.Or(0)
		out += u.OutputTokens.Or(0)
		ok = ok || u.InputTokens.Set || u.OutputTokens.Set
	}
	return in, out, ok
}

// amount is a count of tokens for people.
func amount(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10)
	case n < 999_950:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + "k"
	default:
		return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + "M"
	}
}
