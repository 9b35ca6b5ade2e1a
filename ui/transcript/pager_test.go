package transcript_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

func pager(text string, w, h int) *transcript.Pager {
	return transcript.NewPager([]byte(text), transcript.Options{Width: w, Height: h, Theme: theme.Plain()})
}

func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "file-%d.txt\n", i)
	}
	return b.String()
}

func TestPager_ReachesEverything(t *testing.T) {
	long := "HEAD " + strings.Repeat("ab12", 5_000) + " TAIL"
	for name, row := range map[string]struct{ text, first, last string }{
		"many lines":                   {numbers(5000), "file-0.txt", "file-4999.txt"},
		"one long line":                {long, "HEAD", "TAIL"},
		"one line of JSON":             {`[{"id":"HEAD"},` + strings.Repeat(`{"id":0},`, 3000) + `"TAIL"]`, "HEAD", "TAIL"},
		"a long line between short":    {"first\n" + long + "\nlast", "first", "last"},
		"lines without an end":         {"a\n\n\n\nb", "a", "b"},
		"a text that fits":             {"one\ntwo", "one", "two"},
		"progress that was written on": {"1 %\r2 %\r100 %\ndone", "100 %", "done"},
	} {
		p := pager(row.text, 60, 10)
		if s := strings.Join(p.View(), "\n"); !strings.Contains(s, row.first) {
			t.Errorf("%s: the first window lacks %q:\n%s", name, row.first, s)
		}
		steps := 0
		for ; !p.AtEnd(); steps++ {
			p.Scroll(9)
		}
		if s := strings.Join(p.View(), "\n"); !strings.Contains(s, row.last) {
			t.Errorf("%s: scrolling ends at\n%s", name, s)
		}
		p.Top()
		p.Bottom()
		if s := strings.Join(p.View(), "\n"); !strings.Contains(s, row.last) || !p.AtEnd() {
			t.Errorf("%s: the last window lacks %q:\n%s", name, row.last, s)
		}
		p.Scroll(-9 * (steps + 1))
		if s := strings.Join(p.View(), "\n"); !strings.Contains(s, row.first) {
			t.Errorf("%s: scrolled back to\n%s", name, s)
		}
	}
}

// rows are all rows of a text, scrolled through one by one.
func rows(p *transcript.Pager, scroll func()) []string {
	all := p.View()
	for !p.AtEnd() {
		scroll()
		v := p.View()
		all = append(all, v[len(v)-1])
	}
	return all
}

func TestPager_ShowsTheSameRowsHoweverItIsScrolled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(texts(), 1, 30).Draw(t, "text"), "")
		w, h := rapid.IntRange(1, 90).Draw(t, "width"), rapid.IntRange(1, 12).Draw(t, "height")
		p := pager(text, w, h)
		if rapid.Bool().Draw(t, "raw") {
			p.ToggleRaw()
		}
		if rapid.Bool().Draw(t, "cut") {
			p.ToggleWrap()
		}
		all := rows(p, func() { p.Scroll(1) })
		at := max(len(all)-h, 0)
		for range rapid.IntRange(1, 20).Draw(t, "moves") {
			by := rapid.IntRange(-30, 30).Draw(t, "by")
			p.Scroll(by)
			at = max(min(at+by, len(all)-h), 0)
			v := p.View()
			check(t, v, w, h, cell.WcWidth)
			for i := range min(h, len(all)) {
				if v[i] != all[at+i] {
					t.Fatalf("row %d of %d is %q, want %q", at+i, len(all), v[i], all[at+i])
				}
			}
		}
	})
}

func TestPager_GrowsLikeTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(jsonText(t, 4))
		cut := rapid.IntRange(2, len(src)).Draw(t, "cut")
		o := transcript.Options{Width: 30, Height: 60, Theme: theme.Plain()}
		one := transcript.NewPager(src[:cut], o)
		one.View()
		one.SetText(src)
		whole := transcript.NewPager(src, o)
		if cut < len(src) { // its beginning was no JSON
			whole.ToggleRaw()
		}
		if a, b := strings.Join(one.View(), "\n"), strings.Join(whole.View(), "\n"); a != b {
			t.Fatalf("grown:\n%s\nwhole:\n%s", a, b)
		}
	})
}

func TestPager_OpensWhatIsHugeAtOnce(t *testing.T) {
	for name, text := range map[string][]byte{
		"lines":    bytes.Repeat([]byte("a line of a log that somebody wrote\n"), 1_000_000),
		"one line": bytes.Repeat([]byte("x"), 30_000_000),
	} {
		o := transcript.Options{Width: 80, Height: 24, Theme: theme.Plain()}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p := transcript.NewPager(text, o)
		p.View()
		p.Where()
		p.Bottom()
		p.View()
		p.Scroll(-1)
		p.View()
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
			t.Errorf("%s: %d bytes were allocated to show two windows of it", name, used)
		}
		if s := strings.Join(p.View(), ""); s == "" {
			t.Errorf("%s: nothing is shown", name)
		}
	}
}

// BenchmarkPager opens 100 MB, goes to its end and a page back.
func BenchmarkPager(b *testing.B) {
	for name, text := range map[string][]byte{
		"lines":   bytes.Repeat([]byte("a line of a log that somebody wrote\n"), 3_000_000),
		"oneline": bytes.Repeat([]byte("x"), 100_000_000),
	} {
		o := transcript.Options{Width: 80, Height: 24, Theme: theme.Plain()}
		b.Run("open/"+name, func(b *testing.B) {
			for b.Loop() {
				transcript.NewPager(text, o).View()
			}
		})
		b.Run("end/"+name, func(b *testing.B) {
			for b.Loop() {
				p := transcript.NewPager(text, o)
				p.Bottom()
				p.View()
				p.Scroll(-20)
				p.View()
			}
		})
	}
}

func TestPager_TakesInWhatATextBecomes(t *testing.T) {
	long := numbers(500)
	for name, row := range map[string]struct{ before, after, want string }{
		"a text that goes on":                 {"one\n", "one\ntwo", "two"},
		"a shorter text":                      {long, "file-0.txt\nshort", "short"},
		"an empty text":                       {long, "", ""},
		"another text of the same length":     {"state: open", "state: done", "done"},
		"JSON of the same length":             {`{"step":"open"}`, `{"step":"done"}`, `"done"`},
		"longer JSON that begins differently": {`{"step":"open"}`, `{"step":"done","note":"all well"}`, `"all well"`},
		"JSON instead of text":                {"working", `{"step":"done"}`, `"step": "done"`},
	} {
		p := pager(row.before, 60, 10)
		p.Bottom()
		find(p, query(t, "file"))
		p.SearchNext(-1) // the last hit is one that a shorter text lacks
		p.SetText([]byte(row.after))
		p.SearchNext(1)
		find(p, nil)
		p.Top()
		got := ansi.Strip(strings.Join(p.View(), "\n"))
		want := ansi.Strip(strings.Join(pager(row.after, 60, 10).View(), "\n"))
		if got != want || !strings.Contains(got, row.want) {
			t.Errorf("%s: shows\n%s\nand not\n%s", name, got, want)
		}
		if w := p.Where(); row.after == "" && w != "empty" {
			t.Errorf("%s: %s", name, w)
		}
	}
}

// find looks for something else, nil for no more than before, to the end.
func find(p *transcript.Pager, q *transcript.Query) transcript.SearchStatus {
	if q != nil {
		p.SearchBegin()
		p.Search(q)
	}
	for p.SearchStep() {
	}
	p.View()
	return p.SearchStatus()
}

func TestPager_FindsWhatANaiveScanFinds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"ab", "A", "b", " ", "\n", "aba", "é", "서", "a b", "aba\nab", strings.Repeat("ab", 30)})
		want := rapid.SampledFrom([]string{"ab", "aba", "A", "b a", "É", "서", "abab", "/a.a/", "/^a/", "/b+$/", "/[aé]b?/", "xx"}).Draw(t, "query")
		text := ""
		p := pager(text, rapid.IntRange(4, 40).Draw(t, "width"), 6)
		p.Search(query(t, want))
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				p.SearchStep()
			case 1:
				p.SearchNext(rapid.IntRange(-1, 1).Draw(t, "by"))
			case 2:
				p.Scroll(rapid.IntRange(-9, 9).Draw(t, "rows"))
			case 3:
				p.ToggleRaw()
			default:
				text += word.Draw(t, "text")
				p.SetText([]byte(text))
			}
			p.View()
		}
		st := find(p, nil)
		if n := naive(text, want); st.Total != n || !st.Complete || st.Current > n {
			t.Fatalf("%+v, want %d", st, n)
		}
		for range min(st.Total, 8) {
			p.SearchNext(1)
			now := find(p, nil)
			if s := strong(p.View()); len(s) == 0 && !now.Unseen {
				t.Fatalf("hit %d is not marked in\n%q", now.Current, p.View())
			}
		}
	})
}

func TestPager_GoesThroughTheHits(t *testing.T) {
	t.Parallel()
	p := pager(numbers(500), 60, 10)
	st := find(p, query(t, "/file-.?77\\b/"))
	for i, want := range []string{"file-77.txt", "file-177.txt", "file-277.txt", "file-377.txt", "file-477.txt"} {
		v := p.View()
		if s := strong(v); st.Total != 5 || st.Current != i+1 || len(s) != 1 || s[0]+".txt" != want {
			t.Fatalf("hit %d: %+v, marked %q, want %s", i+1, st, s, want)
		}
		p.SearchNext(1)
		st = find(p, nil)
	}
	if st.Current != 1 || st.Wrapped != transcript.FromTheTop {
		t.Errorf("behind the last: %+v", st)
	}
	p.Bottom()
	p.View()
	p.SearchNext(-1)
	if st = find(p, nil); st.Current != 5 {
		t.Errorf("before the end: %+v", st)
	}
	p.SearchEnd()
	if v := p.View(); len(strong(v))+len(weak(v)) > 0 {
		t.Errorf("marks stay: %q", v)
	}
}

func TestPager_PrintsJSONWhileItComes(t *testing.T) {
	t.Parallel()
	const whole = `{"path":"/","deep":[1,{"a":2}]}`
	for i := range whole {
		p := pager(whole[:i], 60, 12)
		p.ReadAsJSON()
		p.SetText([]byte(whole))
		p.Finish()
		if got, want := ansi.Strip(strings.Join(p.View(), "\n")), ansi.Strip(strings.Join(pager(whole, 60, 12).View(), "\n")); got != want {
			t.Fatalf("from %d bytes on:\n%s\nwant\n%s", i, got, want)
		}
		p = pager(whole[:i], 60, 12)
		p.SetText([]byte(whole))
		if p.Finish(); !strings.Contains(ansi.Strip(strings.Join(p.View(), "\n")), `"path": "/"`) {
			t.Fatalf("a text of %d bytes that became JSON stays as it was", i)
		}
	}
}
