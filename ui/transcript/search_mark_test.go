package transcript_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

func TestView_IsTheSameWithASearchButForStyles(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := cell.Method(rapid.IntRange(0, 1).Draw(t, "method"))
		w, h := rapid.IntRange(1, 100).Draw(t, "width"), rapid.IntRange(1, 30).Draw(t, "height")
		d := newDriver(w, h, m)
		d.list.SetTheme(theme.Dark(), nil)
		want := rapid.SampledFrom([]string{"a", "o", "red", "한", "/[a-z]+/", "/./", "👩", "e", "|", "คำ", "long", "x y", "क"}).Draw(t, "query")
		d.list.Search(query(t, want))
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "do") {
			case 0:
				d.list.SearchNext(rapid.SampledFrom([]int{1, -1}).Draw(t, "by"))
			case 1:
				d.touchList(rapid.IntRange(0, 4000).Draw(t, "touch")/16*16 + rapid.IntRange(0, 10).Draw(t, "kind"))
			default:
				d.stream(rapid.IntRange(0, 4000).Draw(t, "event"), texts().Draw(t, "text"))
			}
			d.list.Sync(d.scene, d.taken())
			for d.list.SearchStep() {
			}
			lit := d.view()
			check(t, lit, w, h, m)
			status := d.list.SearchStatus()
			if status.Current > status.Total || status.Current < 0 {
				t.Fatalf("%+v", status)
			}
			d.list.SearchEnd()
			bare := d.view()
			for i := range lit {
				if unstyled(lit[i]) != unstyled(bare[i]) || ansi.StringWidth(lit[i]) != ansi.StringWidth(bare[i]) {
					t.Fatalf("line %d is %q with a search and %q without", i, lit[i], bare[i])
				}
			}
			d.list.Search(query(t, want))
		}
	})
}

func paintHolds(t interface{ Fatalf(string, ...any) }, pieces []string, from, to, from2, to2 int) {
	styles := []theme.Style{{}, {Bold: true}, {Fore: "#ff0000"}, {Reverse: true, Back: "#00ff00"}}
	var line strings.Builder
	for i, p := range pieces {
		p = cell.Canonical(cell.Line(p), cell.WcWidth)
		if i%5 == 4 {
			line.WriteString("\x1b]8;;https://example.com/m\x1b\\" + p + "\x1b]8;;\x1b\\")
			continue
		}
		line.WriteString(styles[i%len(styles)].Render(p))
	}
	before := line.String()
	after := transcript.PaintMarks(before, theme.Light().Found, from, to, from2, to2)
	if a, b := transcript.Unstyled(after), transcript.Unstyled(before); a != b {
		t.Fatalf("the text was %q, is %q", b, a)
	}
	if ansi.StringWidth(after) != ansi.StringWidth(before) || ansi.StringWidthWc(after) != ansi.StringWidthWc(before) {
		t.Fatalf("%q is as wide as %q no more", after, before)
	}
	if i := strings.LastIndex(after, "m"); strings.Contains(after, "\x1b[") && strings.LastIndex(after, "\x1b[") > strings.LastIndex(after, theme.Reset) {
		t.Fatalf("%q does not end reset (%d)", after, i)
	}
	if strings.Count(after, "\x1b]8;;") != strings.Count(before, "\x1b]8;;") {
		t.Fatalf("%q has lost a link of %q", after, before)
	}
}

func TestPaintMarks_ChangeNothingButTheStyle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.IntRange(-2, 80)
		paintHolds(t, rapid.SliceOfN(texts(), 0, 7).Draw(t, "pieces"),
			at.Draw(t, "from"), at.Draw(t, "to"), at.Draw(t, "from2"), at.Draw(t, "to2"))
	})
	got := transcript.PaintMarks("a\x1b[1mbcd\x1b[me", theme.Style{Reverse: true}, 2, 5)
	if want := "a\x1b[1mb\x1b[m\x1b[7mcde\x1b[m"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	paintHolds(t, []string{"A", "\U0001f3fb"}, 0, 0, 0, 1)
	if got := transcript.PaintMarks("x\u1112\u1161y", theme.Style{Bold: true}, 1, 4); got != "x\x1b[m\x1b[1m\u1112\u1161\x1b[my" {
		t.Errorf("a cluster is split: %q", got)
	}
}

func BenchmarkSearchStep(b *testing.B) {
	for _, s := range []string{"absent", "words", "/w[aeo]rd+x/"} {
		b.Run(strings.Trim(s, "/"), func(b *testing.B) {
			d := newDriver(80, 24, cell.WcWidth)
			for range 100 {
				d.answer(strings.Repeat("some words and a line of text\n", 3500))
			}
			d.view()
			b.SetBytes(100 * 3500 * 30)
			var longest time.Duration
			for b.Loop() {
				d.list.Search(query(b, s))
				for more := true; more; {
					at := time.Now()
					more = d.list.SearchStep()
					longest = max(longest, time.Since(at))
				}
			}
			b.ReportMetric(float64(longest.Microseconds()), "µs/longest")
		})
	}
}

func TestSearch_FindsItsWayInAVeryLongMessage(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 20, cell.WcWidth)
	var long strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&long, "## Part %d\n\nThe same words with a needle, and **more** of them so that it wraps.\n\n", i)
	}
	d.answer(long.String())
	d.view()
	d.list.Top()
	if st := d.search(t, "needle"); st.Total != 3000 || st.Current != 1 {
		t.Fatalf("%+v", st)
	}
	for i := range 120 {
		if i == 60 { // the other way: into what nobody laid out
			d.list.Top()
			d.view()
		}
		by := 1
		if i >= 60 {
			by = -1
		}
		d.list.SearchNext(by)
		v := d.view()
		st := d.list.SearchStatus()
		row := 0
		for n, ln := range v {
			if len(strong([]string{ln})) > 0 {
				row = n
			}
		}
		_, next, _ := strings.Cut(text(v[row:])+"\n", "Part ")
		if part := fmt.Sprintf("%d\n", st.Current); next != "" && !strings.HasPrefix(next, part) || row == 0 && len(strong(v)) == 0 {
			t.Fatalf("step %d, hit %d, is marked in row %d of\n%s", i, st.Current, row, text(v))
		}
	}
}
