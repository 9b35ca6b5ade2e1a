package transcript

import (
	"strings"

	"agtui/store"
	"agtui/theme"
	"agtui/ui/markdown"
)

// fence is the code block that is marked in the selected message.
type fence struct {
	block   int // -1 for none
	nth     int
	code    markdown.Code
	key     key
	drawing int
}

// all is more lines than a document has.
const all = 1 << 30

// CodeStep marks the next code block of the selected message, or the one
// before when by is negative, and shows it. Before the first one nothing is
// marked but the whole message. It returns which of how many that is, counted
// from 1 and 0 for none.
func (l *List) CodeStep(by int) (nth, of int) {
	b := l.Selected()
	if b == nil || b.Kind != store.Message {
		return 0, 0
	}
	if v, _ := l.folds.level(l.items[b.ID]); v == LevelLine {
		l.SetLevel(LevelPreview)
	}
	laid := l.layout(b.ID)
	it := l.items[b.ID]
	if it.text.md == nil {
		return 0, 0
	}
	codes := it.text.md.Codes(0, all)
	if len(codes) == 0 {
		return 0, 0
	}
	f := &l.fence
	switch {
	case f.block == b.ID && by < 0 && f.nth == 0:
		f.block = -1
		return 0, len(codes)
	case f.block == b.ID && by < 0:
		nth = min(f.nth, len(codes)) - 1
	case f.block == b.ID:
		nth = min(f.nth+1, len(codes)-1)
	case by < 0:
		nth = len(codes) - 1
	}
	*f = fence{block: b.ID, nth: nth, code: codes[nth], key: it.key, drawing: it.drawing}
	l.show(place{b.ID, laid.docTop() + f.code.From})
	return nth + 1, len(codes)
}

// Code returns the code block that is marked in the selected message, as it
// was received but for the end of its last line.
func (l *List) Code() (c markdown.Code, marked bool) {
	if l.fence.block < 0 || l.fence.block != l.cursor {
		return c, false
	}
	l.layout(l.cursor)
	if !l.refind(l.items[l.cursor]) {
		return c, false
	}
	c = l.fence.code
	c.Source = strings.TrimSuffix(c.Source, "\n")
	return c, true
}

// refind finds the code block again after its message was drawn anew.
func (l *List) refind(it *item) bool {
	f := &l.fence
	if f.drawing == it.drawing {
		return true
	}
	if it.text.md == nil {
		f.block = -1
		return false
	}
	var codes []markdown.Code
	k := it.key
	k.version, k.related, k.start, k.still = f.key.version, f.key.related, f.key.start, f.key.still
	if nth := f.nth; k == f.key {
		codes = it.text.md.Codes(f.code.From, f.code.To) // what comes behind it moves nothing
	} else if codes = it.text.md.Codes(0, all); nth < len(codes) {
		codes = codes[nth:]
	} else {
		codes = nil
	}
	if len(codes) == 0 {
		f.block = -1
		return false
	}
	f.code, f.key, f.drawing = codes[0], it.key, it.drawing
	return true
}

// fenced tells which lines of a block are the code block that is marked: none
// of them when it is another block's.
func (l *List) fenced(id int, d *laid) (from, to int, marked bool) {
	if l.fence.block != id || id != l.cursor || !l.refind(l.items[id]) {
		return 0, 0, false
	}
	return d.docTop() + l.fence.code.From, d.docTop() + l.fence.code.To, true
}

// codeStyle is what stands behind a marked code block: where there is no
// colour the bar beside it must do.
func (l *List) codeStyle() theme.Style {
	if !l.pen.th.Colour {
		return theme.Style{}
	}
	return l.pen.th.Cursor
}

// besideCode draws a line of the message that a code block is marked in: only
// the block's own lines have the mark.
func (l *List) besideCode(mark string, g gutter, ln line, in bool) string {
	if !in {
		return strings.Repeat(" ", g.mark) + g.text + l.fit(ln, g.inner)
	}
	return mark + g.text + l.codeStyle().Apply(l.fit(ln, g.inner))
}
