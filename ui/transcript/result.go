package transcript

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"agtui/store/doc"
	"agtui/stream/agui"
	"agtui/theme"
)

// form is what a text is written as.
type form uint8

const (
	plainForm form = iota // whatever is not surely something else
	jsonForm
	diffForm
	markdownForm
)

// The sizes up to which text is looked at and laid out.
const (
	probe         = 8 << 10   // read to tell what a text is
	jsonChecked   = 1 << 20   // JSON that is checked to its end
	treeLimit     = 256 << 10 // JSON that is drawn as a tree
	markdownLimit = 64 << 10  // Markdown that a preview lays out
	resultLimit   = 1 << 20   // anything else
)

// formOf tells what a text is written as. Plain is the answer in doubt: what
// is laid out in another way than it was written must be sure.
func formOf(raw string) form {
	switch {
	case isJSON(raw):
		return jsonForm
	case isDiff(raw):
		return diffForm
	case isMarkdown(raw):
		return markdownForm
	default:
		return plainForm
	}
}

// sorted remembers what a result is, for checking takes time.
type sorted struct {
	of   *agui.Content
	form form
}

func (d *drawing) formOfResult(c *agui.Content, raw string) form {
	it := d.item
	if it.sorted.of != c {
		it.sorted = sorted{c, formOf(raw)}
	}
	return it.sorted.form
}

// content draws a result by what it is: JSON, a difference, Markdown, text.
func (d *drawing) content(c *agui.Content, most int) []line {
	switch c.Kind {
	case agui.ContentParts:
		return d.resultParts(c.Parts, most)
	case agui.ContentOpaque:
		raw := string(c.Opaque)
		return d.result(raw, d.formOfResult(c, raw), most)
	default:
		return d.result(c.Text, d.formOfResult(c, c.Text), most)
	}
}

func (d *drawing) result(raw string, f form, most int) []line {
	switch f {
	case jsonForm:
		return d.jsonResult(raw, most)
	case diffForm:
		t := diff{th: d.th}
		return d.closed(d.output(raw, most, t.style))
	case markdownForm:
		return d.markdownResult(raw, most)
	case plainForm:
	}
	return d.closed(d.output(raw, most, func(string) theme.Style { return d.th.Dim }))
}

// closed adds what was left out, in words.
func (d *drawing) closed(lines []line, n left) []line {
	if n.none() {
		return lines
	}
	return append(lines, d.rest(n))
}

// rest is the line that says how much is left out.
func (d *drawing) rest(n left) line {
	switch {
	case n.lines == 1 && n.bytes == 0:
		return d.more("1 more line", indented, d.w)
	case n.lines > 1 && n.bytes >= 1000:
		return d.more(plural(n.lines, "more line", "more lines")+", "+size(n.bytes), indented, d.w)
	case n.lines > 1:
		return d.more(plural(n.lines, "more line", "more lines"), indented, d.w)
	default:
		return d.more(size(n.bytes)+" more", indented, d.w)
	}
}

// markdownResult lays out as much of a document as a screen may need.
func (d *drawing) markdownResult(raw string, most int) []line {
	limit := resultLimit
	if most <= previewLines {
		limit = markdownLimit
	}
	text, after := raw, 0
	if len(raw) > limit {
		cut := max(strings.LastIndexByte(raw[:limit], '\n'), 0)
		text, after = raw[:cut], len(raw)-cut
	}
	lines := trimmed(d.markdown(nil, text, indented))
	if after == 0 {
		return d.capped(lines, most)
	}
	lines = lines[:min(most, len(lines))]
	return append(lines, d.rest(left{bytes: after}))
}

// jsonResult draws short JSON on one line, other JSON as a tree, and what is
// too long to be read in one go as it is printed.
func (d *drawing) jsonResult(raw string, most int) []line {
	if len(raw) <= 4*d.w && most <= previewLines {
		one := d.clean(tight([]byte(raw), len(raw)))
		if d.width(one) <= d.w-indented {
			return d.fold(nil, d.th.Dim, one, indented, d.w)
		}
	}
	if len(raw) > treeLimit {
		return d.longJSON(raw, most)
	}
	return d.jsonTree([]byte(raw), indented, most)
}

// jsonTree draws JSON text as a small tree.
func (d *drawing) jsonTree(raw []byte, indent, most int) []line {
	if len(raw) <= treeLimit {
		if v, err := doc.Parse(raw); err == nil {
			return d.tree(nil, v, raw, indent, most)
		}
	}
	return d.json(raw, indent, most)
}

// isJSON tells whether text is an object or an array. A long one is trusted
// when its beginning is.
func isJSON(raw string) bool {
	s := strings.TrimSpace(raw)
	if len(s) < 2 || s[0] != '{' && s[0] != '[' {
		return false
	}
	if last := s[len(s)-1]; last != '}' && last != ']' {
		return false
	}
	if len(s) <= jsonChecked {
		return json.Valid([]byte(s))
	}
	d := json.NewDecoder(strings.NewReader(s[:probe]))
	for {
		switch _, err := d.Token(); {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return true
		case err != nil:
			return false
		}
	}
}

// isMarkdown tells whether text was surely written as Markdown. Layout joins
// the lines of a paragraph, so text whose line ends count is not: code, lists
// of files, logs. Nor is text that is indented.
func isMarkdown(raw string) bool {
	s := raw[:min(len(raw), probe)]
	if len(raw) > probe {
		s = s[:strings.LastIndexByte(s, '\n')+1]
	}
	m := markdownSigns{}
	for ln := range strings.SplitSeq(s, "\n") {
		if !m.read(strings.TrimRight(ln, "\r")) {
			return false
		}
	}
	return m.signs >= 3 && (!m.fence || m.fences > 1)
}

// markdownSigns weighs what speaks for Markdown, line by line.
type markdownSigns struct {
	signs  int
	fence  bool // inside of a code fence
	fences int  // marks that open or close one
	before string
}

// shortLine is a line that a person ends because it ends.
const shortLine = 50

// read takes the next line; false: it is no Markdown.
func (m *markdownSigns) read(ln string) bool {
	t := strings.TrimLeft(ln, " ")
	if strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~") {
		m.fence = !m.fence
		m.fences++
		if !m.fence {
			m.signs += 3
		}
		m.before = ""
		return true
	}
	if m.fence {
		return true
	}
	before := m.before
	m.before = ""
	switch {
	case strings.TrimSpace(ln) == "":
	case len(ln)-len(t) >= 4 || strings.HasPrefix(t, "\t"):
		return listItem(t)
	case heading(t):
		if before != "" {
			return false
		}
		m.signs += 2
	case strings.HasPrefix(t, "|"):
		if strings.HasPrefix(before, "|") && strings.Contains(t, "--") && strings.Trim(t, "|-: ") == "" {
			m.signs += 3
		}
		m.before = t
	case listItem(t), strings.HasPrefix(t, "> "):
		m.signs++
		m.mark(t)
		m.before = t
	default:
		m.mark(t)
		m.before = t
		return before == "" || len(before) >= shortLine || strings.HasPrefix(before, "|")
	}
	return true
}

// mark looks for marks inside of a line.
func (m *markdownSigns) mark(t string) {
	if _, rest, strong := strings.Cut(t, "**"); strong && strings.Contains(rest, "**") {
		m.signs++
	}
	if text, _, link := strings.Cut(t, "]("); link && strings.Contains(text, "[") {
		m.signs++
	}
}

func heading(t string) bool {
	n := len(t) - len(strings.TrimLeft(t, "#"))
	return n >= 1 && n <= 6 && strings.HasPrefix(t[n:], " ")
}

func listItem(t string) bool {
	if strings.HasPrefix(t, "- ") || strings.HasPrefix(t, "* ") {
		return true
	}
	n := 0
	for n < len(t) && t[n] >= '0' && t[n] <= '9' {
		n++
	}
	return n > 0 && n < 4 && (strings.HasPrefix(t[n:], ". ") || strings.HasPrefix(t[n:], ") "))
}
