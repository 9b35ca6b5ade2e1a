package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"agtui/ui/cell"
)

// codeTab is the distance of tab stops in code.
const codeTab = 4

// code lays out a code block: every line of it, long ones cut.
func (l *layout) code(n ast.Node) {
	text := cell.CleanTabs(string(l.raw(n)), codeTab)
	spans := l.highlight(n, text)
	base := l.st.codeBlock.on(l.base)
	if marker := l.takeMarker(); marker != "" {
		var p para
		p.add(strings.TrimRight(marker, " "), base, "")
		l.flow(&p)
	}
	pad := strings.Repeat(" ", l.st.codeMargin)
	if l.st.codeMargin > 0 && l.push(pad, pad, look{}) {
		defer l.pop()
	}
	w := l.avail()
	start := len(l.lines)
	c := colouring{spans: spans, st: l.st, base: base, m: l.m}
	text = strings.TrimSuffix(text, "\n")
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		var p para
		c.line(&p, line)
		shown := string(p.b)
		p.settle(shown)
		l.spans = cell.AppendCut(l.spans[:0], shown, w, l.m)
		l.emit(&p, shown, 0, w)
	}
	l.codes = append(l.codes, drawn{start, len(l.lines)})
}

// highlight returns the spans of a fence, and asks for them once it is frozen.
func (l *layout) highlight(n ast.Node, text string) []Span {
	f, ok := n.(*ast.FencedCodeBlock)
	if !ok || l.block == nil {
		return nil
	}
	lang := string(f.Language(l.src))
	if lang == "" {
		return nil
	}
	l.fences++
	if l.fences > len(l.block.fences) {
		l.doc.nextJob++
		l.block.fences = append(l.block.fences, &fence{id: l.doc.nextJob})
		l.doc.jobs = append(l.doc.jobs, Job{ID: l.doc.nextJob, Lang: lang, Code: text})
	}
	if l.st.tokens == nil {
		return nil
	}
	return l.block.fences[l.fences-1].spans
}

// colouring walks the spans of a fence along its lines.
type colouring struct {
	spans []Span
	used  int // bytes of the first span that are behind us
	st    *Style
	base  look
	m     cell.Method
}

// line adds one line of code to p.
func (c *colouring) line(p *para, line string) {
	for line != "" && len(c.spans) > 0 {
		n := min(c.spans[0].Len-c.used, len(line))
		p.add(cell.Canonical(line[:n], c.m), c.st.token(c.spans[0].kind, c.base), "")
		line = line[n:]
		c.skip(n)
	}
	p.add(cell.Canonical(line, c.m), c.base, "")
	c.skip(1) // the line end
}

// skip moves over n bytes of code.
func (c *colouring) skip(n int) {
	for c.used += n; len(c.spans) > 0 && c.used >= c.spans[0].Len; {
		c.used -= c.spans[0].Len
		c.spans = c.spans[1:]
	}
}
