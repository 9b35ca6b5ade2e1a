package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

func query(t interface {
	Helper()
	Fatalf(string, ...any)
}, s string,
) *transcript.Query {
	t.Helper()
	q, err := transcript.ParseQuery(s)
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	return q
}

// search looks for a text until everything was looked through.
func (d *driver) search(t *testing.T, s string) transcript.SearchStatus {
	t.Helper()
	d.view()
	d.list.Search(query(t, s))
	return d.searched()
}

func (d *driver) searched() transcript.SearchStatus {
	d.list.Sync(d.scene, d.taken())
	for d.list.SearchStep() {
	}
	d.view()
	return d.list.SearchStatus()
}

func TestSearch_FindsWhatANaiveScanFinds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SampledFrom([]string{"ab", "A", "b", " ", "\n", "aba", "é", "É", "서", "\\", "\"", "a b", "aba\nab", strings.Repeat("ab", 30)})
		want := rapid.SampledFrom([]string{"ab", "aba", "A", "b a", "é", "É", "서", "abab", "/a.a/", "/^a/", "/b+$/", "/[aé]b?/", "xx"}).Draw(t, "query")
		d := newDriver(40, 10, cell.WcWidth)
		var live *store.Block
		step := func() {
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				d.answer(words.Draw(t, "text") + words.Draw(t, "more"))
			case 1:
				live = d.add(store.Block{Kind: store.ToolCall, Name: words.Draw(t, "name")})
			case 2:
				d.call(words.Draw(t, "name"), words.Draw(t, "args"), words.Draw(t, "result"))
			case 3:
				d.add(store.Block{Kind: store.RunEnd, Phase: store.Done, RunInfo: &store.Run{Error: words.Draw(t, "error")}})
			case 4:
				if live != nil {
					live.Result = agui.Text(words.Draw(t, "result"))
					d.touch(live)
				}
			case 5:
				if live != nil && rapid.Bool().Draw(t, "anew") {
					live.Text.Generation++
					live.Text.Bytes = []byte(words.Draw(t, "text"))
					d.touch(live)
				}
			default:
				if live != nil {
					d.write(live, words.Draw(t, "delta"))
				}
			}
		}
		for range rapid.IntRange(0, 8).Draw(t, "before") {
			step()
		}
		d.view()
		d.list.Search(query(t, want))
		for range rapid.IntRange(0, 12).Draw(t, "meanwhile") {
			step()
			d.list.Sync(d.scene, d.taken())
			if rapid.Bool().Draw(t, "look") {
				d.list.SearchStep()
			}
		}
		got, all := d.searched(), 0
		for _, b := range d.blocks {
			for _, s := range transcript.Sources(b) {
				all += naive(string(s), want)
			}
		}
		if got.Total != all && !got.Many || !got.Complete {
			t.Fatalf("%q: %+v, want %d", want, got, all)
		}
		if got.Current > got.Total || got.Total > 0 && got.Current == 0 && len(d.list.Visible()) > 0 && got.Hidden > 0 {
			t.Fatalf("%q: at %d of %d", want, got.Current, got.Total)
		}
	})
}

func TestSearch_FindsWhatStandsAtTheSeamsOfPieces(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, query, text string
		want              int
	}{
		{"one long line", "needle", strings.Repeat("needle.", 30_000), 30_000},
		{"long lines, an expression", "/^needle/", strings.Repeat("needle and "+strings.Repeat("x", 3000)+"\n", 100), 100},
		{"at each place of a seam", "needle", strings.Repeat("x", 64<<10-3) + "needle" + strings.Repeat("y", 64<<10-5) + "needle", 2},
		{"a line longer than an expression sees", "/x$/", strings.Repeat("x", 200<<10), 4},
	} {
		d := newDriver(40, 10, cell.WcWidth)
		b := d.add(store.Block{Kind: store.ToolCall, Name: "n"})
		d.view()
		d.list.Search(query(t, tt.query))
		for from := 0; from < len(tt.text); from += 50_001 {
			d.write(b, tt.text[from:min(from+50_001, len(tt.text))])
			d.list.Sync(d.scene, d.taken())
			d.list.SearchStep()
		}
		if st := d.searched(); st.Total != tt.want {
			t.Errorf("%s: %+v", tt.name, st)
		}
	}
}

// strong and weak are the pieces of a screen in the styles of a search.
func strong(lines []string) []string { return styledAs(lines, theme.Plain().Found) }
func weak(lines []string) []string   { return styledAs(lines, theme.Plain().Match) }

func styledAs(lines []string, st theme.Style) (out []string) {
	for _, ln := range lines {
		for {
			_, rest, ok := strings.Cut(ln, theme.Reset+st.Open())
			if !ok {
				break
			}
			piece, after, _ := strings.Cut(rest, theme.Reset)
			out = append(out, piece)
			ln = after
		}
	}
	return out
}

func TestSearch_StepsThroughAllHitsAndWraps(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 8, cell.WcWidth)
	for i := range 30 {
		d.answer(fmt.Sprintf("answer %d has a needle and another **needle** in it", i))
	}
	d.view()
	d.list.Top()
	st := d.search(t, "Needle")
	if st.Total != 0 || st.Current != 0 {
		t.Fatalf("a capital finds %+v", st)
	}
	if st = d.search(t, "needle"); st.Total != 60 || st.Current != 1 || d.list.Selected().ID != 0 || !st.Complete {
		t.Fatalf("%+v", st)
	}
	for i := 2; i <= 60; i++ {
		d.list.SearchNext(1)
		v := d.view()
		st = d.list.SearchStatus()
		if st.Current != i || st.Unseen || d.list.Selected().ID != (i-1)/2 || st.Wrapped != transcript.NotWrapped {
			t.Fatalf("hit %d: %+v in block %d", i, st, d.list.Selected().ID)
		}
		if s := strong(v); len(s) != 1 || s[0] != "needle" {
			t.Fatalf("hit %d is marked as %q:\n%s", i, s, text(v))
		}
		if len(weak(v)) == 0 {
			t.Fatalf("the other hits are not marked:\n%q", v)
		}
	}
	d.list.SearchNext(1)
	if st = d.list.SearchStatus(); st.Current != 1 || st.Wrapped != transcript.FromTheTop {
		t.Errorf("behind the last: %+v", st)
	}
	d.list.SearchNext(-1)
	if st = d.list.SearchStatus(); st.Current != 60 || st.Wrapped != transcript.FromTheEnd {
		t.Errorf("before the first: %+v", st)
	}
	d.list.SearchNext(-1)
	if st = d.list.SearchStatus(); st.Current != 59 || st.Wrapped != transcript.NotWrapped {
		t.Errorf("back: %+v", st)
	}
	d.list.SearchEnd()
	if v := d.view(); len(strong(v))+len(weak(v)) > 0 || d.list.SearchStatus().On {
		t.Errorf("marks stay:\n%q", v)
	}
}

func TestSearch_GoesOnFromWhatIsLookedAt(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 8, cell.WcWidth)
	for i := range 40 {
		d.answer(fmt.Sprintf("needle %d", i))
	}
	d.view()
	d.list.Top()
	d.view()
	d.search(t, "needle")
	d.list.Bottom()
	d.view()
	d.list.SearchNext(-1)
	d.view()
	if st := d.list.SearchStatus(); st.Current < 30 {
		t.Errorf("from the end it goes to %+v", st)
	}
	d.list.Select(10)
	d.view()
	d.list.SearchNext(1)
	if st := d.list.SearchStatus(); st.Current != 11 {
		t.Errorf("from block 10 it goes to %+v", st)
	}
}

func TestSearch_BeginsAtTheLineThatIsRead(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 8, cell.WcWidth)
	var long strings.Builder
	for i := range 100 {
		fmt.Fprintf(&long, "needle %d\n\n", i)
	}
	d.answer(long.String())
	d.view()
	d.list.Top()
	d.list.ScrollBy(60)
	first := text(d.view()[:2])
	st := d.search(t, "needle")
	if st.Current < 30 || st.Current > 32 {
		t.Errorf("the first line is %q, the first hit %+v", first, st)
	}
	d.list.SearchNext(-1)
	if now := d.list.SearchStatus(); now.Current != st.Current-1 {
		t.Errorf("before %d comes %d", st.Current, now.Current)
	}
}

func TestSearch_OpensWhatIsFoldedAndFoldsItAgain(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 12, cell.WcWidth)
	d.answer("start")
	d.add(store.Block{Kind: store.Reasoning, Phase: store.Done, Text: store.Text{Bytes: []byte("first\nthen\nthe needle\nlast\nfive\nsix\nseven\neight\nnine\na needle deep down")}})
	d.call("read", `{"path":"a"}`, strings.Repeat("line\n", 20)+"needle at the end\n")
	d.answer("a needle in plain sight")
	d.list.SetLevel(transcript.LevelLine)
	d.view()
	d.list.Top()
	st := d.search(t, "needle")
	if st.Total != 4 {
		t.Fatalf("%+v", st)
	}
	for i, want := range []struct {
		text  string
		level transcript.Level
	}{
		{"the needle", transcript.LevelPreview},
		{"a needle deep down", transcript.LevelFull},
		{"needle at the end", transcript.LevelFull},
		{"a needle in plain sight", transcript.LevelPreview},
	} {
		v := d.view()
		b := d.list.Selected()
		if s := strong(v); len(s) != 1 || s[0] != "needle" || !strings.Contains(text(v), want.text) {
			t.Errorf("hit %d is not shown:\n%s", i, text(v))
		}
		if got := d.list.LevelOf(b.ID); got != want.level {
			t.Errorf("hit %d: level %d, want %d", i, got, want.level)
		}
		d.list.SearchNext(1)
	}
	d.list.SearchNext(-1)
	d.view()
	if a, b := d.list.LevelOf(1), d.list.LevelOf(2); a != transcript.LevelLine || b != transcript.LevelPreview {
		t.Errorf("what was opened stays open: %d, %d", a, b)
	}
	d.call("read", `{}`, "x")
	d.view()
	if got := d.list.LevelOf(4); got != transcript.LevelPreview {
		t.Errorf("a later call of the tool has level %d", got)
	}
}

func TestSearch_MarksLinesWhereTheHitIsNotDrawnAsItWasReceived(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 10, cell.WcWidth)
	d.answer("One line.\n\nSome **bold** words and a [link](https://a.example/x \"a needle of a title\") in it.\n\nLast line.")
	for _, tt := range []struct{ query, line string }{
		{"**bold** words", "Some bold words"},
		{"a needle of", "Some bold words"},
	} {
		st := d.search(t, tt.query)
		v := d.view()
		if st.Total != 1 || !st.Unseen {
			t.Errorf("%s: %+v", tt.query, st)
		}
		if s := strings.Join(strong(v), ""); !strings.Contains(s, tt.line) || strings.Contains(s, "Last") {
			t.Errorf("%s: marked %q", tt.query, s)
		}
	}
}

func TestSearch_MarksWhatIsBrokenOverLines(t *testing.T) {
	t.Parallel()
	d := newDriver(24, 12, cell.WcWidth)
	d.answer("some words before two words and averyveryverylongwordthatneedstwolines")
	for _, want := range []string{"before two", "words and", "longwordthatneedstwo"} {
		st := d.search(t, want)
		v := d.view()
		squeeze := strings.NewReplacer(" ", "")
		if got := squeeze.Replace(strings.Join(strong(v), "")); st.Unseen || got != squeeze.Replace(want) {
			t.Errorf("%q is marked as %q in\n%s", want, strong(v), text(v))
		}
	}
}

func TestSearch_TellsLikeHitsApart(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 6, cell.WcWidth)
	d.answer(strings.Repeat("the same line again\n\n", 40))
	d.view()
	d.list.Top()
	d.search(t, "same")
	seen := -1
	for i := range 40 {
		v := d.view()
		if s := strong(v); len(s) != 1 {
			t.Fatalf("hit %d: %q", i, s)
		}
		_, line, _ := d.list.TopLine()
		for row, ln := range v {
			if len(strong([]string{ln})) == 1 {
				line += row
			}
		}
		if line <= seen {
			t.Fatalf("hit %d is in line %d, the one before in %d", i, line, seen)
		}
		seen = line
		d.list.SearchNext(1)
	}
}

func TestSearch_FindsWhatStreamsInWithoutMoving(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 8, cell.WcWidth)
	d.answer("a needle")
	for i := range 20 {
		d.answer(fmt.Sprintf("answer %d", i))
	}
	b := d.open(0, "x")
	d.view()
	d.list.Top()
	st := d.search(t, "needle")
	before := text(d.view())
	for _, piece := range []string{"more nee", "d", "le", " and one need", "le"} {
		d.write(b, piece)
		st = d.searched()
	}
	if st.Total != 3 || st.Current != 1 || text(d.view()) != before {
		t.Errorf("%+v:\n%s", st, text(d.view()))
	}
}

func TestSearch_CountsWhatIsSwitchedOffApart(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 8, cell.WcWidth)
	d.call("needle_tool", `{"a":"needle"}`, "needle")
	d.answer("a needle")
	d.view()
	d.list.ShowKind(store.ToolCall, false)
	st := d.search(t, "needle")
	if st.Total != 1 || st.Hidden != 3 || st.Current != 1 {
		t.Errorf("%+v", st)
	}
	d.list.ShowKind(store.ToolCall, true)
	d.view()
	if st = d.list.SearchStatus(); st.Total != 4 || st.Hidden != 0 || st.Current != 4 {
		t.Errorf("shown: %+v", st)
	}
}

func TestSearch_NeverTakesLong(t *testing.T) {
	t.Parallel()
	d := newDriver(80, 24, cell.WcWidth)
	for range 40 {
		d.answer(strings.Repeat("some words and a line of text\n", 9000))
	}
	d.view()
	for _, s := range []string{"absent", "/ab[xyz]+c/", "e"} {
		d.list.Search(query(t, s))
		steps := 1
		for d.list.SearchStep() {
			steps++
		}
		if st := d.list.SearchStatus(); s != "e" && (steps < 100 || !st.Complete) || s == "e" && !st.Many {
			t.Errorf("%s: %d steps for 10 MB, %+v", s, steps, st)
		}
	}
}
