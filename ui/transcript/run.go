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
	ln, _ := d.head(span{d.th.Dim, d.sym().Step}, []span{{d.th.Dim, d.clean(b.Name)}}, span{d.th.Dim, took}, d.w)
	d.addHead(ln)
	d.metadata(b.Metadata)
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
	ln, _ := d.head(span{d.th.Dim, d.sym().Dot}, text, span{}, d.w)
	d.addHead(ln)
	if len(b.Value) > 0 && d.level == LevelFull {
		d.addBody(d.jsonTree(b.Value, indented, mostLines)...)
	}
	d.metadata(b.Metadata)
}

// runEnd draws the rule that closes a run: status, duration, usage. The words
// are those of the report.
func (d *drawing) runEnd() {
	b := d.block
	r := b.RunInfo
	if r == nil {
		d.addHead(d.rule(d.th.Dim, "run ended"))
		return
	}
	st, words := d.runStatus(r)
	dot := " " + d.sym().Dot + " "
	if t := short(r.Started, r.Ended); t != "" {
		words += dot + t
	}
	if in, out, ok := tokens(r.Usage); ok {
		used := dot + amount(in) + " tokens in, " + amount(out) + " out"
		if d.width(words+used) > d.w-ruleRoom {
			used = dot + amount(in) + "/" + amount(out) + " tok"
		}
		words += used
	}
	d.addHead(d.rule(st, words))
	if why := reason(r); why != "" {
		most := previewLines
		if d.level == LevelFull {
			most = mostLines
		}
		d.addBody(d.capped(d.wrap(nil, d.th.Bad, why, indented, d.w), most)...)
	}
	if d.level != LevelFull {
		return
	}
	d.addBody(d.facts(r)...)
	if len(r.Result) > 0 {
		d.addFoot(d.labelLine("result", len(r.Result)))
		d.addFoot(d.jsonTree(r.Result, 2*indented, mostLines)...)
	}
	d.metadata(b.Metadata)
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
	if r.ErrorCode != "" && text != "" {
		text += " (" + r.ErrorCode + ")"
	}
	return text
}

// ruleRoom is what a rule takes besides its words.
const ruleRoom = 4

// rule is a thin line with words near its start.
func (d *drawing) rule(st theme.Style, words string) line {
	r := row{pen: d.pen, room: d.w}
	r.put(d.th.Rule, strings.Repeat(d.sym().Rule, 2))
	r.put(st, " "+words+" ")
	if rest := d.w - r.used; rest > 0 {
		r.put(d.th.Rule, strings.Repeat(d.sym().Rule, rest))
	}
	return r.line()
}

func (d *drawing) runStatus(r *store.Run) (theme.Style, string) {
	switch r.Status {
	case store.Finished:
		if n := r.Unanswered; n > 0 {
			return d.th.Warn, "finished, " + plural(n, "call", "calls") + " left to you"
		}
		return d.th.Dim, "finished"
	case store.Cancelled:
		switch r.CancelledBy {
		case "":
			return d.th.Warn, "cancelled"
		case "agent":
			return d.th.Warn, "cancelled by the agent"
		}
		return d.th.Warn, "cancelled by " + d.clean(r.CancelledBy)
	case store.Errored, store.FailedRun, store.Incomplete:
		return d.th.Bad, string(r.Status)
	case store.Interrupted, store.Refused:
		return d.th.Warn, string(r.Status)
	case store.Running:
		return d.th.Accent, string(r.Status)
	default:
		return d.th.Dim, d.clean(string(r.Status))
	}
}

// facts are what a run's end shows when it is opened.
func (d *drawing) facts(r *store.Run) []line {
	var out []line
	say := func(s string) { out = d.wrap(out, d.th.Dim, s, indented, d.w) }
	if r.RunID != "" {
		say("run " + r.RunID + "  thread " + r.ThreadID)
	}
	if !r.Started.IsZero() {
		say("started " + r.Started.Format(time.DateTime) + "  frames " +
			strconv.Itoa(r.FirstFrame) + " to " + strconv.Itoa(r.LastFrame))
	}
	for i := range r.Usage {
		u := &r.Usage[i]
		words := []string{strings.TrimSpace(u.Provider.Or("") + " " + u.Model.Or(""))}
		for _, f := range []struct {
			name string
			n    agui.Opt[int64]
		}{
			{"in", u.InputTokens},
			{"out", u.OutputTokens},
			{"total", u.TotalTokens},
			{"reasoning", u.ReasoningTokens},
			{"cached", u.CachedInputTokens},
			{"cache write", u.CacheWriteInputTokens},
		} {
			if f.n.Set {
				words = append(words, strconv.FormatInt(f.n.Value, 10)+" "+f.name)
			}
		}
		say(strings.TrimSpace(strings.Join(words, "  ")))
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
