package markdown

import (
	"bytes"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// A paragraph of more than mostWords bytes is drawn in parts, each of which
// begins a line and is read for itself: what is marked does not go on from one
// part to the next. Where a part ends depends on the text before that place
// alone, so the lines are the same however the text arrived.

// slice freezes the parts of a long paragraph that the tail starts with. What
// lies behind an offset of the source is not looked at for it.
func (d *Doc) slice(end int) {
	for end-d.cut > d.mostWords && d.refused != d.cut+1 {
		n := sliceAt(d.src[d.cut:], d.mostWords)
		if n == 0 {
			return
		}
		if n < 0 || !d.sliceOff(n) {
			d.refused = d.cut + 1
		}
	}
}

// sliceOff freezes the first n bytes of the tail if they are words of one
// paragraph, and else what comes before such a paragraph. It reports whether
// there was anything.
func (d *Doc) sliceOff(n int) bool {
	src := d.source(d.cut, d.cut+n, d.open)
	d.stats.Parsed += int64(len(src))
	root := d.parse(src, newContext(d.refs, nil))
	if c := root.FirstChild(); c == nil || c.Kind() != ast.KindParagraph || c.NextSibling() != nil {
		return d.cutBefore(root, src)
	}
	prefix := "x"
	if c := src[len(src)-1]; c == ' ' || c == '\n' {
		prefix += string(c)
	}
	d.close(d.cut + n)
	d.open = &part{kind: words, prefix: prefix}
	return true
}

// cutBefore freezes what can be frozen of a source whose last line may go on.
func (d *Doc) cutBefore(root ast.Node, src []byte) bool {
	start, base, line := d.cut, d.cut-d.open.skip(), whole(src)
	for _, c := range d.cuts(root, src) {
		if c.at < line || c.next == nil && root.LastChild().Kind() == ast.KindParagraph && blankBefore(src, c.at) {
			d.cutTo(base+c.at, c)
		}
	}
	return d.cut > start
}

// How far behind its least length a part may end.
const (
	seekSentence = 256
	seekBlank    = 1024
	seekAny      = 2048
)

// sliceAt is where the first part of a paragraph of more than most bytes ends,
// 0 if that is still to come and -1 if the paragraph ends there: at the end of a line or a sentence, or at a
// blank, or between two letters.
func sliceAt(src []byte, most int) int {
	if len(src) <= most {
		return 0
	}
	line := bytes.LastIndexByte(src[:most], '\n') + 1
	for i := most; i < len(src); i++ {
		c := src[i]
		switch {
		case c == '\n' && util.IsBlank(src[line:i]):
			return -1
		case c == '\n':
			return i + 1
		case !utf8.RuneStart(c) || !isText(src[line:i]):
		case c == ' ' && (i >= most+seekSentence || bytes.IndexByte([]byte(".!?:;"), src[max(i-1, 0)]) >= 0):
			return i + 1
		case between(src, i, i >= most+seekBlank), i >= most+seekAny && visible(src[i-1]) && visible(c):
			return i
		}
	}
	return 0
}

// isText reports the start of a line that says what kind of block the line is
// in: enough of it, and more than a marker.
func isText(line []byte) bool {
	const enough = 40
	if len(line) < enough {
		return false
	}
	line = bytes.TrimLeft(line[:enough], " \t")
	return !bytes.ContainsAny(line, " \t") || len(bytes.Fields(line)) > 1
}

// between reports a place behind a sentence of a script without blanks or, if
// that will do, between two letters.
func between(src []byte, at int, letters bool) bool {
	before, _ := utf8.DecodeLastRune(src[:at])
	after, _ := utf8.DecodeRune(src[at:])
	switch before {
	case '\u3002', '\uff01', '\uff1f':
		return unspaced(after)
	}
	return letters && (unspaced(before) && unspaced(after) || alnum(before) && alnum(after))
}

func visible(c byte) bool { return c > ' ' && c <= '~' && c != '\\' }

func alnum(r rune) bool {
	return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
}

// hides reports a paragraph of which only the prefix is there.
func (l *layout) hides(n ast.Node) bool {
	if !l.part.is(words) || n.PreviousSibling() != nil || !topLevel(n) {
		return false
	}
	if k := n.Kind(); k != ast.KindParagraph && k != ast.KindHeading || n.Lines().Len() == 0 {
		return false
	}
	end := n.Lines().At(n.Lines().Len() - 1).Stop
	return len(bytes.TrimSpace(l.src[min(l.part.skip(), end):end])) == 0
}
