package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"agtui/ui/cell"
)

// indent is what stands left of the text of a container. The text first is
// for its first line, rest for the others.
type indent struct {
	first, rest string
	look        look
	width       int
	used        bool
}

// layout turns blocks into lines. One is made for each piece of source.
type layout struct {
	st      *Style
	doc     *Doc
	block   *block // nil for the tail
	part    *part
	live    bool // it is the tail
	begun   bool // the table that the part has rows of was met
	src     []byte
	m       cell.Method
	width   int
	hyper   bool
	indents []indent
	base    look
	marker  string // a list marker that had no room as an indent
	lines   []Line
	w       writer
	spans   []cell.Span
	fences  int
	codes   []drawn
}

func (d *Doc) layout(src []byte, b *block, p *part) *layout {
	st := d.style()
	return &layout{
		st: st, doc: d, block: b, part: p, src: src, m: d.opt.Method, width: d.opt.Width,
		hyper: d.opt.Hyperlinks, base: st.document.on(look{}), w: writer{plain: st.opt.Plain},
	}
}

// avail is the width that is left for text.
func (l *layout) avail() int {
	w := l.width
	for i := range l.indents {
		w -= l.indents[i].width
	}
	return w
}

// push adds an indent if enough room is left, at least half the width or ten
// columns.
func (l *layout) push(first, rest string, lk look) bool {
	width := cell.Width(first, l.m)
	if l.avail()-width < max(1, min(10, l.width/2)) {
		return false
	}
	rest += strings.Repeat(" ", max(0, width-cell.Width(rest, l.m)))
	l.indents = append(l.indents, indent{first: first, rest: rest, look: lk, width: width})
	return true
}

func (l *layout) pop() { l.indents = l.indents[:len(l.indents)-1] }

// begin writes the indents of a line.
func (l *layout) begin() {
	for i := range l.indents {
		in := &l.indents[i]
		text := in.rest
		if !in.used {
			text, in.used = in.first, true
		}
		l.w.put(text, in.look, "", in.width)
	}
}

func (l *layout) end() { l.lines = append(l.lines, l.w.line()) }

// blankLine writes a line with nothing but indents.
func (l *layout) blankLine() {
	l.begin()
	l.end()
}

// children lays out the blocks of a container. Spaced puts a blank line before
// every block but the first; else only where the source has one.
func (l *layout) children(n ast.Node, spaced bool) {
	first := true
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Kind() == ast.KindLinkReferenceDefinition {
			continue
		}
		if l.hides(c) {
			first = false
			continue
		}
		if !first && (spaced || c.HasBlankPreviousLines() && !l.moved(c)) {
			l.blankLine()
		}
		first = false
		l.one(c)
	}
	if first && len(l.indents) > 0 && !l.indents[len(l.indents)-1].used {
		l.blankLine() // an empty item still shows its marker
	}
}

// moved reports a block that the parser put behind one that stands below it in
// the source, as it does with the text before some tables. Whether a blank line
// is before it then depends on what is before its container.
func (l *layout) moved(n ast.Node) bool {
	prev := n.PreviousSibling()
	if prev == nil {
		return false
	}
	at := firstByte(n)
	return at >= 0 && at < firstByte(prev)
}

// firstByte is where the text of a node starts in the source, -1 if unknown.
func firstByte(n ast.Node) int {
	if t, ok := n.(*ast.Text); ok {
		return t.Segment.Start
	}
	if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
		return n.Lines().At(0).Start
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if at := firstByte(c); at >= 0 {
			return at
		}
	}
	return -1
}

// one lays out a block, in at least one line: whether blank lines go round it
// must not depend on what is in it.
func (l *layout) one(n ast.Node) {
	before := len(l.lines)
	l.dispatch(n)
	if len(l.lines) == before && l.marker == "" {
		l.blankLine()
	}
}

func (l *layout) dispatch(n ast.Node) {
	switch n.Kind() {
	case ast.KindHeading:
		l.heading(n)
	case ast.KindList:
		l.list(n)
	case ast.KindBlockquote:
		pushed := l.push(l.st.bar, l.st.bar, l.st.quote.on(l.base))
		old := l.base
		l.base = l.st.quote.on(l.base)
		l.children(n, false)
		if l.base = old; pushed {
			l.pop()
		}
	case ast.KindFencedCodeBlock, ast.KindCodeBlock:
		l.code(n)
	case ast.KindThematicBreak:
		l.begin()
		w := l.avail()
		l.w.put(strings.Repeat(l.st.ruleRune, w), l.st.rule.on(look{}), "", w)
		l.end()
	case ast.KindHTMLBlock:
		l.html(n)
	case extast.KindTable:
		l.table(n)
	default:
		l.paragraph(n)
	}
}

func (l *layout) paragraph(n ast.Node) {
	var p para
	base := l.st.paragraph.on(l.base)
	p.add(l.takeMarker(), base, "")
	in := inline{l: l, p: &p}
	in.children(n, l.st.text.on(base), "")
	l.flow(&p)
}

// takeMarker returns a list marker that is still to be shown.
func (l *layout) takeMarker() string {
	m := l.marker
	l.marker = ""
	return m
}

func (l *layout) heading(n ast.Node) {
	level := 1
	if h, ok := n.(*ast.Heading); ok {
		level = min(max(h.Level, 1), 6)
	}
	st := &l.st.headings[level]
	lk := st.on(l.base)
	var p para
	p.add(l.takeMarker(), lk, "")
	p.add(st.before, lk, "")
	in := inline{l: l, p: &p, patch: st}
	in.children(n, lk, "")
	p.add(st.after, lk, "")
	l.flow(&p)
}

// flow breaks a para into lines.
func (l *layout) flow(p *para) {
	text := string(p.b)
	p.settle(text)
	w := l.avail()
	from := 0
	for {
		line, more := text[from:], false
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line, more = line[:n], true
		}
		l.spans = cell.AppendWrap(l.spans[:0], line, w, l.m)
		l.emit(p, text, from, w)
		if !more {
			return
		}
		from += len(line) + 1
	}
}

// emit writes the spans found in text at from.
func (l *layout) emit(p *para, text string, from, w int) {
	for _, sp := range l.spans {
		l.begin()
		if sp.Width > w {
			l.w.put(l.st.broken, look{}, "", 1)
		} else {
			p.piece(&l.w, text, from+sp.Start, from+sp.End, l.m)
		}
		l.end()
	}
}

func (l *layout) list(n ast.Node) {
	list, ok := n.(*ast.List)
	if !ok {
		return
	}
	old := l.base
	l.base = l.st.list.on(l.base)
	defer func() { l.base = old }()
	number := list.Start
	if l.part.is(items) && n.PreviousSibling() == nil && topLevel(n) {
		number = l.part.number
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c != n.FirstChild() && c.HasBlankPreviousLines() {
			l.blankLine()
		}
		marker, st := l.st.item.before, &l.st.item
		if list.IsOrdered() {
			marker, st = strconv.Itoa(number)+l.st.enumeration.before, &l.st.enumeration
			number++
		}
		if done, ok := task(c); ok {
			marker, st = l.st.unticked, &l.st.task
			if done {
				marker = l.st.ticked
			}
		}
		l.listItem(c, marker, st.on(l.base))
	}
}

func (l *layout) listItem(n ast.Node, marker string, lk look) {
	if l.marker != "" { // a list inside an item that had no room itself
		marker = l.takeMarker() + marker
	}
	if l.push(marker, "", lk) {
		l.children(n, false)
		l.pop()
		return
	}
	l.marker = marker
	l.children(n, false)
	if l.marker != "" {
		var p para
		p.add(strings.TrimRight(l.takeMarker(), " "), lk, "")
		l.flow(&p)
	}
}

// task reports whether an item is a task, and done.
func task(item ast.Node) (done, ok bool) {
	first := item.FirstChild()
	if first == nil || first.FirstChild() == nil {
		return false, false
	}
	box, ok := first.FirstChild().(*extast.TaskCheckBox)
	return ok && box.IsChecked, ok
}

// html shows an HTML block as the text that it is.
func (l *layout) html(n ast.Node) {
	lk := l.st.html.on(l.base)
	lk.flags |= faint
	var p para
	p.add(l.takeMarker(), lk, "")
	text := string(l.raw(n))
	if h, ok := n.(*ast.HTMLBlock); ok && h.HasClosure() {
		text += string(h.ClosureLine.Value(l.src))
	}
	p.add(cell.Canonical(strings.TrimRight(text, "\r\n"), l.m), lk, "")
	l.flow(&p)
}

// raw is the source of a block's lines.
func (l *layout) raw(n ast.Node) []byte {
	lines := n.Lines()
	out := make([]byte, 0, lines.Len()*32)
	for i := range lines.Len() {
		seg := lines.At(i)
		out = append(out, seg.Value(l.src)...)
	}
	return out
}
