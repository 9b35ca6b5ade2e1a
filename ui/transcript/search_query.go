package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Query is what a search looks for: a text or, between two slashes, a regular
// expression (Go's). Either ignores case unless it has a capital letter. A
// blank in a text also stands for a tab or the end of a line. An expression
// is matched within one line of the source, or 64 kB of a longer one.
//
// The zero Query, and nil, find nothing.
type Query struct {
	text    string
	re      *regexp.Regexp
	want    []rune // folded where case is ignored
	fold    bool
	heads   [][]byte // what an occurrence may start with
	longest int      // bytes of the longest occurrence
	joints  bool     // the text is a drawn one, see drawnText
}

// ErrQuery is an expression that is none; the error says why.
var ErrQuery = errors.New("transcript: no regular expression")

// ParseQuery reads what a person typed.
func ParseQuery(s string) (*Query, error) {
	q := &Query{text: s}
	if e, ok := expression(s); ok {
		return q.compile(e)
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	q.fold = strings.IndexFunc(s, unicode.IsUpper) < 0
	for _, r := range s {
		if q.fold {
			r = folded(r)
		}
		q.want = append(q.want, r)
		q.longest += utf8.UTFMax
	}
	if len(q.want) > 0 {
		q.heads = heads(q.want[0], q.fold)
	}
	return q, nil
}

// expression is what stands between the slashes.
func expression(s string) (string, bool) {
	if len(s) < 3 || s[0] != '/' || s[len(s)-1] != '/' {
		return "", false
	}
	return s[1 : len(s)-1], true
}

func (q *Query) compile(e string) (*Query, error) {
	q.fold = !capital(e)
	flags := ""
	if q.fold {
		flags = "(?i)"
	}
	re, err := regexp.Compile(flags + e)
	if err != nil {
		why := err.Error()
		if at, ok := errors.AsType[*syntax.Error](err); ok {
			why = at.Code.String()
			if at.Expr != "" && at.Expr != flags+e {
				why += ": " + strings.TrimPrefix(at.Expr, flags)
			}
		}
		return &Query{text: q.text}, fmt.Errorf("%w: %s", ErrQuery, why)
	}
	q.re = re
	return q, nil
}

// capital tells whether an expression has a capital letter that stands for
// itself.
func capital(e string) bool {
	for i := 0; i < len(e); {
		r, n := utf8.DecodeRuneInString(e[i:])
		skip := 0
		switch {
		case r == '\\' && (strings.HasPrefix(e[i+1:], "p{") || strings.HasPrefix(e[i+1:], "P{")):
			skip = strings.IndexByte(e[i:], '}') + 1
		case r == '\\' && i+1 < len(e):
			_, next := utf8.DecodeRuneInString(e[i+1:])
			skip = 1 + next
		case strings.HasPrefix(e[i:], "(?P<"), strings.HasPrefix(e[i:], "(?<"):
			skip = strings.IndexByte(e[i:], '>') + 1
		case unicode.IsUpper(r):
			return true
		}
		i += max(n, skip)
	}
	return false
}

// folded is the one rune that stands for all that differ from r in case only.
func folded(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return r - 'a' + 'A'
	case r < utf8.RuneSelf:
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return least
}

// heads are the forms of a rune in a source.
func heads(r rune, fold bool) [][]byte {
	if r == ' ' {
		return [][]byte{{' '}, {'\n'}, {'\t'}, {'\r'}}
	}
	out := [][]byte{utf8.AppendRune(nil, r)}
	if fold {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			out = append(out, utf8.AppendRune(nil, f))
		}
	}
	return out
}

// String is the query as it was typed.
func (q *Query) String() string { return q.text }

// Empty tells whether the query finds nothing at all.
func (q *Query) Empty() bool { return q == nil || q.re == nil && len(q.want) == 0 }

// Matches tells whether the query finds something in a text, for things that
// are searched as a whole.
func (q *Query) Matches(s string) bool {
	from, _ := q.First(s)
	return from >= 0
}

// First is where the query first finds something in a text: bytes from, and up
// to to; -1 for nowhere.
func (q *Query) First(s string) (from, to int) {
	switch {
	case q.Empty():
		return -1, -1
	case q.re != nil:
		at := 0
		for part := range strings.SplitSeq(s, "\n") {
			if found := q.inLine(nil, []byte(part), at); len(found) > 0 {
				return found[0].from, found[0].to
			}
			at += len(part) + 1
		}
		return -1, -1
	}
	f := finder{q: q, s: []byte(s)}
	return f.next(0)
}

// extent is a piece of a source: bytes from, and up to to.
type extent struct{ from, to int }

// inLine appends what an expression finds in one line that starts at an
// offset. What is empty is nothing to go to.
func (q *Query) inLine(out []extent, s []byte, at int) []extent {
	for _, m := range q.re.FindAllIndex(s, -1) {
		if m[1] > m[0] {
			out = append(out, extent{at + m[0], at + m[1]})
		}
	}
	return out
}

// finder looks for a text in one piece of a source. It keeps where each form
// of the first rune comes next, so that a form that is rare is looked for
// once.
type finder struct {
	q     *Query
	s     []byte
	known []int
}

// next is the first occurrence at or after from, -1 for none.
func (f *finder) next(from int) (start, end int) {
	for {
		i := f.head(from)
		if i < 0 {
			return -1, -1
		}
		if n := f.q.at(f.s[i:]); n > 0 {
			return i, i + n
		}
		from = i + 1
	}
}

func (f *finder) head(from int) int {
	if f.known == nil {
		f.known = slices.Repeat([]int{-1}, len(f.q.heads))
	}
	best := len(f.s)
	for i, h := range f.q.heads {
		if f.known[i] < from {
			f.known[i] = len(f.s)
			if from < len(f.s) {
				if n := bytes.Index(f.s[from:], h); n >= 0 {
					f.known[i] = from + n
				}
			}
		}
		best = min(best, f.known[i])
	}
	if best == len(f.s) {
		return -1
	}
	return best
}

// at is the length of the occurrence that s starts with, 0 for none.
func (q *Query) at(s []byte) int {
	i := 0
	for k, want := range q.want {
		for q.joints && k > 0 && want != ' ' && i < len(s) && s[i] == lineFull {
			i++
		}
		if i >= len(s) {
			return 0
		}
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(s[i:])
			if r == utf8.RuneError && n < 2 && want != utf8.RuneError {
				return 0
			}
		}
		if !q.same(r, want) {
			return 0
		}
		i += n
	}
	return i
}

func (q *Query) same(r, want rune) bool {
	if want == ' ' {
		return r == ' ' || r == '\n' || r == '\t' || r == '\r' || q.joints && r == lineFull
	}
	if q.fold {
		r = folded(r)
	}
	return r == want
}

// The bytes that one step looks through: of a text, and the longest piece of a
// line that an expression sees.
const (
	textPiece = 64 << 10
	linePiece = 64 << 10
)

// scan goes through a source from one place on.
type scan struct {
	at   int // what starts before it is decided
	open int // hits from here on are of a line that may still grow
}

// step looks through the next piece of src. Hits are appended to out; those at
// or behind s.open are to be taken out before the next step. It reports how
// many bytes it read, and whether there is more of the source.
func (s *scan) step(q *Query, src []byte, out []extent) ([]extent, int, bool) {
	if q.re != nil {
		return s.lines(q, src, out)
	}
	base, end := s.at, min(s.at+textPiece, len(src))
	f := finder{q: q, s: src[base:min(end+q.longest, len(src))]}
	from := 0
	for {
		start, stop := f.next(from)
		if start < 0 || base+start >= end {
			break
		}
		out = append(out, extent{base + start, base + stop})
		from = stop
	}
	s.at = max(base+from, end)
	if end == len(src) {
		s.at = max(base+from, end-q.longest+1)
	}
	s.open = s.at
	return out, end - base, end < len(src)
}

func (s *scan) lines(q *Query, src []byte, out []extent) ([]extent, int, bool) {
	read := 0
	for read < textPiece/8 && s.at < len(src) {
		end := min(s.at+linePiece, len(src))
		next := end
		if i := bytes.IndexByte(src[s.at:end], '\n'); i >= 0 {
			end = s.at + i
			next = end + 1
		}
		out = q.inLine(out, src[s.at:end], s.at)
		read += next - s.at
		if next == end && end-s.at < linePiece {
			s.open = s.at // the line has not ended
			return out, read, false
		}
		s.at, s.open = next, next
	}
	return out, read, s.at < len(src)
}
