package transcript

import (
	"strconv"
	"strings"

	"agtui/theme"
)

// isDiff tells whether text is, or holds near its start, a unified difference:
// the names of two files, or a hunk's head alone at the very start.
func isDiff(src string) bool {
	src = strings.TrimLeft(src[:min(len(src), probe)], "\r\n")
	if _, _, ok := hunk(firstOf(src)); ok || strings.HasPrefix(src, "diff --git ") {
		return true
	}
	old := false // the line before names the old file
	named := false
	for ln := range strings.SplitSeq(src, "\n") {
		if _, _, ok := hunk(ln); ok && named {
			return true
		}
		named = old && strings.HasPrefix(ln, "+++ ")
		old = strings.HasPrefix(ln, "--- ")
	}
	return false
}

func firstOf(src string) string {
	ln, _, _ := strings.Cut(src, "\n")
	return ln
}

// hunk reads a hunk's head: how many lines of the old and of the new text
// follow.
func hunk(ln string) (old, fresh int, ok bool) {
	rest, ok := strings.CutPrefix(ln, "@@ -")
	if !ok {
		return 0, 0, false
	}
	fields := strings.SplitN(rest, " ", 3)
	if len(fields) < 3 || !strings.HasPrefix(fields[1], "+") || !strings.HasPrefix(fields[2], "@@") {
		return 0, 0, false
	}
	old, ok = counted(fields[0])
	fresh, ok2 := counted(fields[1][1:])
	return old, fresh, ok && ok2
}

// counted reads "start,count", or "start" alone for one line.
func counted(s string) (int, bool) {
	start, n, some := strings.Cut(s, ",")
	if _, err := strconv.ParseUint(start, 10, 31); err != nil {
		return 0, false
	}
	if !some {
		return 1, true
	}
	v, err := strconv.ParseUint(n, 10, 31)
	return int(v), err == nil
}

// diff tells the lines of a difference apart. Inside a hunk only the first
// character counts: a removed line may look like a file's name.
type diff struct {
	th         *theme.Theme
	old, fresh int // lines of the hunk that are still to come
}

func (f *diff) style(ln string) theme.Style {
	if old, fresh, ok := hunk(ln); ok {
		f.old, f.fresh = old, fresh
		return f.th.Accent
	}
	if f.old+f.fresh == 0 {
		for _, p := range []string{"diff ", "--- ", "+++ ", "Index: ", "rename ", "Binary "} {
			if strings.HasPrefix(ln, p) {
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
		if strings.HasPrefix(ln, "diff ") {
			return f.th.Strong
		}
	}
	return f.th.Dim
}
