package transcript

import (
	"bytes"
	"strconv"

	"agtui/theme"
)

// isDiff tells whether text is, or holds near its start, a unified difference:
// the names of two files, or a hunk's head alone at the very start.
func isDiff(src []byte) bool {
	src = bytes.TrimLeft(src[:min(len(src), probe)], "\r\n")
	if _, _, ok := hunk(firstOf(src)); ok || bytes.HasPrefix(src, []byte("diff --git ")) {
		return true
	}
	old := false // the line before names the old file
	named := false
	for ln := range bytes.SplitSeq(src, []byte{'\n'}) {
		if _, _, ok := hunk(ln); ok && named {
			return true
		}
		named = old && bytes.HasPrefix(ln, []byte("+++ "))
		old = bytes.HasPrefix(ln, []byte("--- "))
	}
	return false
}

func firstOf(src []byte) []byte {
	if i := bytes.IndexByte(src, '\n'); i >= 0 {
		return src[:i]
	}
	return src
}

// hunk reads a hunk's head: how many lines of the old and of the new text
// follow.
func hunk(ln []byte) (old, fresh int, ok bool) {
	rest, ok := bytes.CutPrefix(ln, []byte("@@ -"))
	if !ok {
		return 0, 0, false
	}
	fields := bytes.SplitN(rest, []byte{' '}, 3)
	if len(fields) < 3 || !bytes.HasPrefix(fields[1], []byte{'+'}) || !bytes.HasPrefix(fields[2], []byte("@@")) {
		return 0, 0, false
	}
	old, ok = counted(fields[0])
	fresh, ok2 := counted(fields[1][1:])
	return old, fresh, ok && ok2
}

// counted reads "start,count", or "start" alone for one line.
func counted(s []byte) (int, bool) {
	start, n, some := bytes.Cut(s, []byte{','})
	if _, err := strconv.ParseUint(string(start), 10, 31); err != nil {
		return 0, false
	}
	if !some {
		return 1, true
	}
	v, err := strconv.ParseUint(string(n), 10, 31)
	return int(v), err == nil
}

// diff tells the lines of a difference apart. Inside a hunk only the first
// character counts: a removed line may look like a file's name.
type diff struct {
	th         *theme.Theme
	old, fresh int // lines of the hunk that are still to come
}

func (f *diff) style(ln []byte) theme.Style {
	if old, fresh, ok := hunk(ln); ok {
		f.old, f.fresh = old, fresh
		return f.th.Accent
	}
	if f.old+f.fresh == 0 {
		for _, p := range []string{"diff ", "--- ", "+++ ", "Index: ", "rename ", "Binary "} {
			if bytes.HasPrefix(ln, []byte(p)) {
				return f.th.Strong
			}
		}
	}
	// Models miscount: what follows a hunk is told apart too.
	first := byte(' ')
	if len(ln) > 0 {
		first = ln[0]
	}
	switch first {
	case '+':
		f.fresh = max(f.fresh-1, 0)
		return f.th.Added
	case '-':
		f.old = max(f.old-1, 0)
		return f.th.Removed
	case ' ':
		f.old, f.fresh = max(f.old-1, 0), max(f.fresh-1, 0)
	case '\\':
	default:
		f.old, f.fresh = 0, 0
		if bytes.HasPrefix(ln, []byte("diff ")) {
			return f.th.Strong
		}
	}
	return f.th.Dim
}
