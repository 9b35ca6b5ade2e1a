package markdown

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"agtui/ui/cell"
)

// inline collects the text of a block.
type inline struct {
	l     *layout
	p     *para
	patch *patch // changes case; nil for none
}

func (in *inline) children(n ast.Node, lk look, link string) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		in.node(c, lk, link)
	}
}

func (in *inline) node(n ast.Node, lk look, link string) {
	st := in.l.st
	switch n := n.(type) {
	case *ast.Text:
		in.text(n, lk, link)
	case *ast.String:
		in.add(string(n.Value), lk, link)
	case *ast.CodeSpan:
		in.code(n, lk, link)
	case *ast.Emphasis:
		e := &st.emph
		if n.Level == 2 {
			e = &st.strong
		}
		in.wrapped(n, e, lk, link)
	case *extast.Strikethrough:
		in.wrapped(n, &st.strike, lk, link)
	case *ast.Link:
		in.link(n, unescape(n.Destination), lk, link)
	case *ast.AutoLink:
		in.auto(n, lk, link)
	case *ast.Image:
		in.image(n, lk, link)
	case *ast.RawHTML:
		dim := st.htmlSpan.on(lk)
		dim.flags |= faint
		for i := range n.Segments.Len() {
			seg := n.Segments.At(i)
			in.add(string(seg.Value(in.l.src)), dim, link)
		}
	case *extast.TaskCheckBox: // drawn as the item's marker
	default:
		in.children(n, lk, link)
	}
}

// add makes text safe and appends it. Line ends in it become blanks.
func (in *inline) add(text string, lk look, link string) {
	if in.patch != nil {
		text = in.patch.text(text)
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", " "), "\n", " ")
	in.p.add(parted(in.p.b, cell.Canonical(cell.Line(text), in.l.m)), lk, link)
}

// parted does for two texts that follow on each other what cell.Clean does in
// one: a bracket ends a text of Markdown, but not what would write the clipboard.
func parted(before []byte, text string) string {
	const command = "\u241b]52;"
	for n := len("\u241b"); n < len(command); n++ {
		if bytes.HasSuffix(before, []byte(command[:n])) && strings.HasPrefix(text, command[n:]) {
			blank := len(command) - 1 - n
			return text[:blank] + " " + text[blank:]
		}
	}
	return text
}

func (in *inline) wrapped(n ast.Node, p *patch, lk look, link string) {
	inner := p.on(lk)
	in.p.add(p.before, inner, link)
	in.children(n, inner, link)
	in.p.add(p.after, inner, link)
}

func (in *inline) text(n *ast.Text, lk look, link string) {
	raw := n.Segment.Value(in.l.src)
	if skip := in.l.part.skip() - n.Segment.Start; skip > 0 && in.l.part.is(words) {
		if raw = bytes.TrimLeft(raw[min(skip, len(raw)):], " "); len(raw) == 0 {
			return
		}
	}
	if !n.IsRaw() {
		raw = unescape(raw)
	}
	in.add(string(raw), lk, link)
	switch {
	case n.HardLineBreak():
		in.p.add("\n", lk, link)
	case n.SoftLineBreak() && !in.ideographs(n):
		in.p.add(" ", lk, link)
	}
}

// ideographs reports a line end between two characters of a script that has
// no blanks between words.
func (in *inline) ideographs(n *ast.Text) bool {
	before, _ := utf8.DecodeLastRune(in.p.b)
	next, ok := n.NextSibling().(*ast.Text)
	if !ok {
		return false
	}
	after, _ := utf8.DecodeRune(next.Segment.Value(in.l.src))
	return unspaced(before) && unspaced(after)
}

func unspaced(r rune) bool {
	return r >= 0x2E80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303F ||
		r >= 0xFF00 && r <= 0xFF65)
}

func (in *inline) code(n ast.Node, lk look, link string) {
	st := &in.l.st.code
	inner := st.on(lk)
	in.p.add(st.before, inner, link)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			in.add(string(c.Segment.Value(in.l.src)), inner, link)
		case *ast.String:
			in.add(string(c.Value), inner, link)
		}
	}
	in.p.add(st.after, inner, link)
}

func (in *inline) auto(n *ast.AutoLink, lk look, link string) {
	label := string(n.Label(in.l.src))
	dest := string(n.URL(in.l.src))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(dest), "mailto:") {
		dest = "mailto:" + dest
	}
	if link == "" && in.l.hyper {
		link = target(dest)
	}
	start := len(in.p.b)
	in.add(label, in.l.st.link.on(lk), link)
	if link != "" {
		in.reveal(start, label, dest, lk)
	}
}

// link draws a link: its text as a link of the terminal where that is allowed,
// else its text and where it leads.
func (in *inline) link(n ast.Node, dest []byte, lk look, outer string) {
	url := ""
	if in.l.hyper && outer == "" {
		url = target(string(dest))
	}
	start := len(in.p.b)
	st := &in.l.st.linkText
	in.wrapped(n, st, lk, or(url, outer))
	text := string(in.p.b[start:])
	if url != "" {
		in.reveal(start, text, string(dest), lk)
		return
	}
	in.address(text, string(dest), lk, &in.l.st.link)
}

// address adds where a link leads, unless its text says so.
func (in *inline) address(text, dest string, lk look, st *patch) {
	shown := cell.Truncate(cell.Line(dest), maxShown, cell.Grapheme, in.l.st.ellipsis)
	bare := strings.TrimPrefix(strings.TrimPrefix(dest, "mailto:"), "https://")
	if t := strings.TrimSpace(text); dest == "" || t == dest || t == bare || t == shown {
		return
	}
	dim := st.on(lk)
	dim.flags |= faint
	in.p.add(" ", lk, "")
	in.add("("+shown+")", dim, "")
}

// reveal makes plain text of a link that starts at an offset if its text names
// another host than its target, and adds the real one.
func (in *inline) reveal(start int, text, dest string, lk look) {
	host := realHost(text, dest)
	if host == "" {
		return
	}
	in.p.unlink(start)
	lk.flags |= faint
	in.p.add(" ", lk, "")
	in.add("("+host+")", lk, "")
}

func (in *inline) image(n *ast.Image, lk look, outer string) {
	dest := string(unescape(n.Destination))
	url := outer
	if in.l.hyper && outer == "" {
		url = target(dest)
	}
	inner := in.l.st.image.on(lk)
	open := len(in.p.b)
	in.p.add("[image", inner, url)
	start := len(in.p.b)
	if n.FirstChild() != nil {
		in.p.add(" ", inner, url)
		in.children(n, inner, url)
	}
	text := string(in.p.b[start:])
	in.p.add("]", inner, url)
	switch {
	case url != "":
		in.reveal(open, text, dest, lk)
	case target(dest) != "":
		in.address(text, dest, lk, &in.l.st.imageURL)
	}
}

// unescape resolves backslash escapes and character references in one pass.
func unescape(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 && bytes.IndexByte(raw, '&') < 0 {
		return raw
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c == '\\' && i+1 < len(raw) && util.IsPunct(raw[i+1]) {
			i++
			out = append(out, raw[i])
			continue
		}
		if c == '&' {
			if end := bytes.IndexByte(raw[i:min(len(raw), i+40)], ';'); end > 0 {
				ref := raw[i : i+end+1]
				if got := util.ResolveEntityNames(util.ResolveNumericReferences(ref)); !bytes.Equal(got, ref) {
					out = append(out, got...)
					i += end
					continue
				}
			}
		}
		out = append(out, c)
	}
	return out
}
