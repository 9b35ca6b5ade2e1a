package transcript

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"agtui/store"
	"agtui/theme"
	"agtui/ui/markdown"
)

// drawing lays out one block once.
type drawing struct {
	*pen
	list   *List
	item   *item
	block  *store.Block
	w      int
	level  Level
	chosen bool // somebody chose the level
	now    time.Time
	waits  wait          // what a call waits for
	before int           // the block that a gap is counted from, -1 for none
	latest bool          // nothing came after the run that it closes
	cost   time.Duration // what laying out cost that was not laid out before
	// again is what was drawn before when only the clock went on since.
	again *laid
	// standing is how the lane of a subagent's head stands.
	standing standing
}

// The lines that a preview gets, a live tail, and the most that anything gets.
const (
	previewLines = 6
	tailLines    = 6
	mostLines    = 10_000
	indented     = 2
)

func (d *drawing) draw() {
	switch d.block.Kind {
	case store.Message:
		d.message()
	case store.Reasoning:
		d.reasoning()
	case store.ToolCall:
		d.tool()
	case store.Activity:
		d.activity()
	case store.SubagentHead:
		d.subagent()
	case store.Step:
		d.step()
	case store.Question:
		d.question()
	case store.RunEnd:
		d.runEnd()
	case store.Notice:
		d.notice()
	}
}

func (d *drawing) laid() *laid { return &d.item.laid }

func (d *drawing) addHead(ln line)     { d.laid().head = append(d.laid().head, ln) }
func (d *drawing) addFoot(ln ...line)  { d.laid().foot = append(d.laid().foot, ln...) }
func (d *drawing) sym() *theme.Symbols { return &d.th.Symbols }

// addBody appends to the body. The lines of a long text are not copied.
func (d *drawing) addBody(ln ...line) {
	l := d.laid()
	if l.body == nil {
		l.body = slices.Clip(ln)
		return
	}
	l.body = append(l.body, ln...)
}

// later says when the clock changes what was drawn.
func (d *drawing) later(at time.Time) {
	if l := d.laid(); !at.IsZero() && (l.next.IsZero() || at.Before(l.next)) {
		l.next = at
	}
}

// running is the time since from in whole seconds, for something alive.
func (d *drawing) running(from time.Time) string {
	if from.IsZero() {
		return "0 s"
	}
	if d.now.Before(from) {
		d.later(from.Add(time.Second))
		return "0 s"
	}
	e := d.now.Sub(from).Truncate(time.Second)
	d.later(from.Add(e + time.Second))
	return long(e)
}

// long is a time in whole seconds.
func long(e time.Duration) string {
	s := int64(e / time.Second)
	switch {
	case s < 60:
		return strconv.FormatInt(s, 10) + " s"
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	default:
		return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
	}
}

// short is how long something took, "" where that is not known.
func short(from, to time.Time) string {
	if from.IsZero() || to.IsZero() || to.Before(from) {
		return ""
	}
	return seconds(to.Sub(from))
}

// seconds is a time with tenths where it is short.
func seconds(e time.Duration) string {
	if e < 9950*time.Millisecond {
		return strconv.FormatFloat(e.Seconds(), 'f', 1, 64) + " s"
	}
	return long(max(e, 10*time.Second))
}

// size is a number of bytes for people.
func size(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n) + " B"
	case n < 9950:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + " kB"
	case n < 999_500:
		return strconv.Itoa((n+500)/1000) + " kB"
	default:
		return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + " MB"
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// tail returns the last lines of a text that grows. While the block must keep
// its shape the first of them stays the first.
func (d *drawing) tail(lines []line) []line {
	it := d.item
	if it.takeUp(lines); !d.list.still(d.block.ID) || it.start > len(lines) {
		it.start = max(len(lines)-tailLines, 0)
	}
	return lines[it.start:]
}

// capped cuts lines to a number and says how many are left out.
func (d *drawing) capped(lines []line, most int) []line {
	if len(lines) <= most+1 {
		return lines
	}
	rest := d.more(plural(len(lines)-most, "more line", "more lines"), indented, d.w)
	return append(lines[:most:most], rest)
}

// more says how much of something is not shown, and how to see it.
func (d *drawing) more(what string, indent, w int) line {
	if d.level == LevelFull {
		d.laid().more = true
	}
	const hint = ", enter opens"
	what = d.sym().More + " " + what
	indent = d.indent(indent, w)
	if d.width(what)+len(hint) <= w-indent {
		what += hint
	}
	return shift(nil, []line{d.say(d.th.Dim, what, w-indent)}, indent)[0]
}

// markdown lays out a whole text, indented.
func (d *drawing) markdown(out []line, src string, indent int) []line {
	indent = d.indent(indent, d.w)
	lines := markdown.Render([]byte(src), d.markdownOptions(d.w-indent))
	return shift(out, lines, indent)
}

func (d *drawing) markdownOptions(w int) markdown.Options {
	return markdown.Options{Width: max(w, 1), Method: d.method, Style: d.md, Hyperlinks: d.links, Clock: d.clock}
}

// plainFlow is a flow in one style behind an indent.
func (d *drawing) plainFlow(st theme.Style, indent int) *flow {
	p, w := *d.pen, d.w
	return &flow{draw: func(out []line, s string) []line { return p.fold(out, st, s, indent, w) }}
}

// trimmed is text without the blank lines at its ends.
func trimmed(lines []line) []line {
	for len(lines) > 0 && lines[len(lines)-1].Width == 0 {
		lines = lines[:len(lines)-1]
	}
	for len(lines) > 0 && lines[0].Width == 0 {
		lines = lines[1:]
	}
	return lines
}

// firstLine is the start of a text as one line, with a bound on the work.
func firstLine(b []byte) string {
	const most = 1024
	b = b[:min(len(b), most)]
	for i, c := range b {
		if c == '\n' && i > 0 {
			b = b[:i]
			break
		}
	}
	return string(b)
}
