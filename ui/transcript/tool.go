package transcript

import (
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
)

// quiet is how long a call may wait for its result before the line says so.
const quiet = 8 * time.Second

// tool draws a call: one line with name, arguments and state; then arguments
// that stream and do not fit there; then the result by what it is.
func (d *drawing) tool() {
	b := d.block
	sym := span{d.th.Accent, d.sym().Tool}
	if !d.busy() {
		sym.style = d.th.Dim
	}
	text := append([]span{d.callName(b)}, d.args(b.Text.Bytes, d.w)...)
	ln, cut := d.headLine(sym, text, d.toolState())
	d.addHead(ln)
	if d.level == LevelLine {
		return
	}
	if failure := b.ResultFrom().Error; failure != "" {
		d.addFoot(d.failure(failure, indented)...)
	}
	switch {
	case d.level == LevelFull:
		d.label("arguments", len(b.Text.Bytes))
		d.addBody(d.cappedStream(d.stream(d.argsText))...)
		if b.Result != nil {
			d.addFoot(d.labelLine("result", contentSize(b.Result)))
		}
	case d.item.raw && cut:
		d.addBody(d.tail(d.stream(d.argsText))...)
	}
	if b.Result != nil {
		d.addFoot(d.content(b.Result, d.resultLines())...)
	}
	d.details()
}

// resultLines is the most that a result gets.
func (d *drawing) resultLines() int {
	if d.level == LevelFull {
		return mostLines
	}
	return previewLines
}

// callName is the name of the tool; a stream may leave it out.
func (d *drawing) callName(b *store.Block) span {
	if b.Name == "" {
		return span{d.th.Dim, "call without a name"}
	}
	return span{d.th.Strong, d.clean(b.Name)}
}

func (d *drawing) busy() bool {
	return d.block.Phase == store.Live || (d.block.Phase == store.Waiting && d.runs())
}

// runs tells whether the block's run is still going on.
func (d *drawing) runs() bool {
	if d.list.conv == nil {
		return false
	}
	runs := d.list.conv.Runs()
	i := d.block.Run
	return i < 0 || i >= len(runs) || runs[i].Status == store.Running
}

func (d *drawing) argsText(s *stream) {
	s.printer = &printer{}
	s.flow = d.jsonFlow(indented)
}

// cappedStream caps without copying a long text.
func (d *drawing) cappedStream(lines []line) []line { return d.capped(lines, mostLines) }

func (d *drawing) label(what string, n int) { d.addBody(d.labelLine(what, n)) }

func (d *drawing) labelLine(what string, n int) line {
	in := d.indent(indented, d.w)
	ln := d.say(d.th.Dim, what+" "+size(n), d.w-in)
	return shift(nil, []line{ln}, in)[0]
}

// args are the arguments as far as they came, for one line of about w cells.
func (d *drawing) args(raw []byte, w int) []span {
	pairs := arguments(raw, 8*w+64)
	out := make([]span, 0, 3*len(pairs))
	for i, p := range pairs {
		gap := " "
		if i == 0 {
			gap = "  "
		}
		if p.key != "" {
			out = append(out, span{d.th.Dim, gap + d.clean(p.key) + "="})
			gap = ""
		}
		out = append(out, span{theme.Style{}, gap + d.clean(p.value)})
	}
	return out
}

// toolState is how a call stands and how long it took.
func (d *drawing) toolState() span {
	b := d.block
	took := short(b.Opened, b.ResultFrom().At)
	if took != "" {
		took = " " + took
	}
	result := 0
	if b.Result != nil {
		result = contentSize(b.Result)
	}
	switch b.Phase {
	case store.Done:
		return d.measure(d.th.OK, d.sym().OK+took, result)
	case store.Failed:
		return d.measure(d.th.Bad, d.sym().Bad+" failed"+took, result)
	case store.Cut:
		return span{d.th.Warn, d.sym().Bad + " cut off"}
	case store.Live:
		return d.measure(d.th.Accent, d.sym().Waiting+" "+d.running(b.Opened), len(b.Text.Bytes))
	case store.Waiting:
	}
	switch d.waits {
	case waitAnswer:
		return span{d.th.Warn, "waits for you"}
	case waitResume:
		return span{d.th.Accent, d.sym().Waiting + " answered"}
	case waitClient:
		return span{d.th.Warn, "left to you"}
	case waitNothing:
		return span{d.th.Dim, "no result"}
	case waitAgent:
	}
	from := b.Closed
	if from.IsZero() {
		from = b.Opened
	}
	if d.now.Sub(from) >= quiet && !from.IsZero() {
		return span{d.th.Warn, "no result for " + d.running(from)}
	}
	return span{d.th.Accent, d.sym().Waiting + " " + d.running(b.Opened)}
}

func contentSize(c *agui.Content) int {
	switch c.Kind {
	case agui.ContentParts:
		n := 0
		for i := range c.Parts {
			n += len(c.Parts[i].Text) + max(factsOf(&c.Parts[i]).bytes, 0)
		}
		return n
	case agui.ContentOpaque:
		return len(c.Opaque)
	default:
		return len(c.Text)
	}
}
