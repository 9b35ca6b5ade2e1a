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
	if l.indentCode() {
		defer l.pop()
	}
	start := len(l.lines)
	l.coloured(text, colouring{spans: spans, st: l.st, base: base, m: l.m})
	l.codes = append(l.codes, drawn{start, len(l.lines)})
}

// indentCode pushes the margin of code.
func (l *layout) indentCode() bool {
	pad := strings.Repeat(" ", l.st.codeMargin)
	return l.st.codeMargin > 0 && l.push(pad, pad, look{})
}

// codeLines lays out complete lines of code without highlighting.
func (l *layout) codeLines(src []byte) {
	l.coloured(cell.CleanTabs(string(src), codeTab), colouring{st: l.st, base: l.st.codeBlock.on(l.base), m: l.m})
}

// coloured lays out lines of clean code.
func (l *layout) coloured(text string, c colouring) {
	w := l.avail()
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
		l.doc.wantColours(l.block, lang, text)
	}
	if l.st.tokens == nil {
		return nil
	}
	return l.block.fences[l.fences-1].spans
}

// mostColoured is the length of code in bytes that is still highlighted: more
// would take seconds.
const mostColoured = 512 << 10

// wantColours adds a fence of a block that names a language.
func (d *Doc) wantColours(b *block, lang, code string) {
	d.nextJob++
	b.fences = append(b.fences, &fence{id: d.nextJob})
	if len(code) <= mostColoured {
		d.jobs = append(d.jobs, Job{ID: d.nextJob, Lang: lang, Code: code})
	}
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
