package transcript

import (
	"strconv"
	"time"

	"agtui/store"
	"agtui/theme"
)

// Times says what time stands beside each block.
type Times uint8

// What stands beside a block: nothing, when it arrived, how long after the
// start of its run, how long after the block before it.
const (
	TimesOff Times = iota
	TimesAbsolute
	TimesRelative
	TimesGap
)

// String is what a person calls it.
func (t Times) String() string {
	switch t {
	case TimesAbsolute:
		return "when it arrived"
	case TimesRelative:
		return "since the run began"
	case TimesGap:
		return "since the block before"
	default:
		return "off"
	}
}

// Next is the mode that follows, round and round.
func (t Times) Next() Times { return (t + 1) % (TimesGap + 1) }

// Times returns the mode.
func (l *List) Times() Times { return l.pen.times }

// SetTimes changes what time stands beside each block.
func (l *List) SetTimes(t Times) {
	if t == l.pen.times {
		return
	}
	l.rescale(func() {
		l.pen.times = t
		l.look++
	})
}

// gapFrom is the block that the gap before a block is counted from: the one
// that arrived before it, of those that are shown.
func (l *List) gapFrom(b *store.Block) int {
	const most = 64
	if l.pen.times != TimesGap {
		return -1
	}
	for id := b.ID - 1; id >= max(b.ID-most, 0); id-- {
		if it := l.items[id]; it.shown && !it.block.Opened.IsZero() {
			return id
		}
	}
	return -1
}

// stamp is the time that stands beside the block, dim; empty where none is
// wanted or known.
func (d *drawing) stamp() span {
	at := d.block.Opened
	if at.IsZero() {
		return span{}
	}
	var from time.Time
	switch d.times {
	case TimesOff:
		return span{}
	case TimesAbsolute:
		return span{d.th.Dim, at.Format(time.TimeOnly)}
	case TimesRelative:
		if r := d.run(); r != nil {
			from = r.Started
		}
	case TimesGap:
		if d.before >= 0 {
			from = d.list.items[d.before].block.Opened
		}
	}
	if from.IsZero() || at.Before(from) {
		return span{}
	}
	return span{d.th.Dim, "+" + precise(at.Sub(from))}
}

// precise is a time between two events.
func precise(e time.Duration) string {
	if e < time.Second {
		return strconv.FormatInt(e.Milliseconds(), 10) + " ms"
	}
	return seconds(e)
}

// run is the run that the block belongs to, or nil.
func (d *drawing) run() *store.Run {
	if d.list.conv == nil {
		return nil
	}
	runs, i := d.list.conv.Runs(), d.block.Run
	if i < 0 || i >= len(runs) {
		return nil
	}
	return runs[i]
}

// headLine is a head with the time of the block beside its states.
func (d *drawing) headLine(sym span, text []span, states ...span) (line, bool) {
	return d.head(sym, text, d.w, append(states, d.stamp())...)
}

// joined joins what is known with dots.
func (d *drawing) joined(words ...string) string {
	return known(words, " "+d.sym().Dot+" ")
}

// sized is a size that is worth a word in a head, "" for small things.
func sized(n int) string {
	if n < 1000 {
		return ""
	}
	return size(n)
}

// measure is how long a block took and how much it is, for heads.
func (d *drawing) measure(st theme.Style, words string, n int) span {
	if d.w < wideHead {
		return span{st, words}
	}
	return span{st, d.joined(words, sized(n))}
}

// wideHead is a head that has room for sizes.
const wideHead = 60
