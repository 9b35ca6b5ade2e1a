package tree_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/store/doc"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
	"agtui/ui/tree"
)

func query(tb testing.TB, s string) *transcript.Query {
	tb.Helper()
	q, err := transcript.ParseQuery(s)
	if err != nil {
		tb.Fatal(err)
	}
	return q
}

// searching is a tree on a value in which something is looked for.
func searching(tb testing.TB, json, want string) *tree.Tree {
	tb.Helper()
	tr := tree.New(tree.Options{Width: 40, Height: 8, Theme: theme.Dark()})
	tr.Set(value(tb, json))
	look(tb, tr, want)
	return tr
}

func look(tb testing.TB, tr *tree.Tree, want string) {
	tb.Helper()
	tr.SearchBegin()
	tr.Search(query(tb, want))
	finish(tr)
}

func finish(tr *tree.Tree) {
	for tr.SearchStep() {
	}
}

// at says where the cursor is and how the search stands.
func at(tr *tree.Tree) string {
	s := tr.SearchStatus()
	return fmt.Sprintf("%s %d/%d", tr.Path(), s.Current, s.Total)
}

func expect(t *testing.T, tr *tree.Tree, want string) {
	t.Helper()
	finish(tr)
	if got := at(tr); got != want {
		t.Errorf("the search is at %s, want %s", got, want)
	}
}

const gear = `{"pack":{"tent":"two people","stove":{"fuel":"gas","n":2}},"note":"no tent without pegs","list":[1,{"tent":null},"x"]}`

func TestSearch_FindsNamesAndValuesWhereverTheyAre(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, query, want string }{
		{"a name", "stove", "/pack/stove 1/1"},
		{"a value", "gas", "/pack/stove/fuel 1/1"},
		{"a name of a name", "tent", "/pack/tent 1/3"},
		{"a number", "2", "/pack/stove/n 1/1"},
		{"a word of JSON", "null", "/list/1/tent 1/1"},
		{"an expression", "/^t.nt$/", "/pack/tent 1/2"},
		{"a capital", "Tent", "/pack 0/0"},
		{"no numbers of elements, and no sizes", "3 items", "/pack 0/0"},
	} {
		tr := searching(t, gear, tt.query)
		if got := at(tr); got != tt.want {
			t.Errorf("%s: at %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestSearch_GoesRoundFromTheCursor(t *testing.T) {
	t.Parallel()
	tr := searching(t, gear, "tent")
	for _, want := range []string{"/note 2/3", "/list/1/tent 3/3", "/pack/tent 1/3", "/note 2/3"} {
		tr.SearchNext(1)
		expect(t, tr, want)
	}
	for _, want := range []string{"/pack/tent 1/3", "/list/1/tent 3/3"} {
		tr.SearchNext(-1)
		expect(t, tr, want)
	}
	if s := tr.SearchStatus(); s.Wrapped != -1 {
		t.Errorf("wrapped %d", s.Wrapped)
	}
	tr.Go("/list/0")
	expect(t, tr, "/list/0 0/3")
	tr.SearchNext(-1)
	expect(t, tr, "/note 2/3")
	tr.SearchEnd()
	if s := tr.SearchStatus(); s.Total != 0 || tr.Path() != "/note" {
		t.Errorf("after the end: %+v at %s", s, tr.Path())
	}
}

func TestSearch_StartsWhereOneIsWhileOneTypes(t *testing.T) {
	t.Parallel()
	tr := tree.New(tree.Options{Width: 40, Height: 20})
	tr.Set(value(t, gear))
	tr.Go("/note")
	tr.SearchBegin()
	for _, step := range [][2]string{{"t", "/note 3/5"}, {"ten", "/note 2/3"}, {"tent w", "/note 1/1"}, {"tw", "/pack/tent 1/1"}, {"t", "/note 3/5"}} {
		tr.Search(query(t, step[0]))
		expect(t, tr, step[1])
	}
}

func TestSearch_FoldsWhatItOpenedUnlessSomebodyFolded(t *testing.T) {
	t.Parallel()
	tr := tree.New(tree.Options{Width: 40, Height: 3})
	tr.Set(value(t, gear))
	look(t, tr, "gas")
	if tr.Rows() != 7 {
		t.Errorf("%d rows with the hit open", tr.Rows())
	}
	tr.Search(query(t, "null"))
	expect(t, tr, "/list/1/tent 1/1")
	if tr.Rows() != 7 {
		t.Errorf("%d rows: what was opened for the hit before is open", tr.Rows())
	}
	tr.First()
	tr.Toggle() // somebody opens the pack: from now on all of it stays
	tr.Search(query(t, "pegs"))
	expect(t, tr, "/note 1/1")
	if tr.Rows() != 9 {
		t.Errorf("%d rows", tr.Rows())
	}
}

// patch applies operations, given as "op path value".
func patch(tb testing.TB, d *doc.Doc, ops ...string) {
	tb.Helper()
	var list []agui.Operation
	for _, op := range ops {
		f := strings.SplitN(op+"  ", " ", 3)
		o := agui.Operation{Op: f[0], Path: f[1]}
		if v := strings.TrimSpace(f[2]); v != "" {
			o.Value = agui.Raw(v)
		}
		list = append(list, o)
	}
	if err := d.Apply(list); err != nil {
		tb.Fatal(err)
	}
}

func TestSearch_FollowsAValueThatChanges(t *testing.T) {
	t.Parallel()
	d := doc.New(value(t, `{"a":[{"x":1},{"x":"needle"}],"b":"needle"}`))
	tr := tree.New(tree.Options{Width: 40, Height: 8})
	tr.Set(d.Root())
	look(t, tr, "needle")
	expect(t, tr, "/a/1/x 1/2")
	apply := func(ops ...string) {
		t.Helper()
		patch(t, d, ops...)
		tr.Set(d.Root())
	}
	apply(`add /a/0 {"y":"Needle"}`)
	expect(t, tr, "/a/1/x 0/3") // an element has no name to be known by
	tr.SearchNext(1)
	expect(t, tr, "/a/2/x 2/3")

	// The hits are those of before, but nothing that is none is gone to.
	apply("remove /a/0", `replace /b "straw"`)
	tr.SearchNext(1)
	expect(t, tr, "/a/1/x 1/1")
	apply("remove /a")
	tr.SearchNext(1)
	finish(tr)
	if s := tr.SearchStatus(); s.Total != 0 || s.Current != 0 || tr.Searching() {
		t.Errorf("%+v", s)
	}
}

func TestSearch_ComesToAnEndWhileTheValueKeepsChanging(t *testing.T) {
	t.Parallel()
	d := doc.New(value(t, `{"n":0,"list":[`+strings.Repeat(`{"name":"straw"},`, 20_000)+`"needle"]}`))
	tr := tree.New(tree.Options{Width: 40, Height: 8})
	tr.Set(d.Root())
	tr.SearchBegin()
	tr.Search(query(t, "needle"))
	for range 200 {
		patch(t, d, "replace /n 1")
		tr.Set(d.Root())
		tr.SearchStep()
		if s := tr.SearchStatus(); s.Complete {
			if s.Total != 1 {
				t.Errorf("%+v", s)
			}
			return
		}
	}
	t.Error("200 steps were not enough")
}

func TestSearch_MarksWhatItFinds(t *testing.T) {
	t.Parallel()
	th := theme.Dark()
	tr := searching(t, gear, "tent")
	lines := strings.Join(tr.View(now()), "\n")
	found, match := th.Found.Open()+"tent", th.Match.Open()+"tent"
	if strings.Count(lines, found) != 1 || strings.Count(lines, match) != 1 {
		t.Errorf("the marks are wrong:\n%q", lines)
	}
	tr.SearchEnd()
	if lines := strings.Join(tr.View(now()), "\n"); strings.Contains(lines, th.Match.Open()+"tent") {
		t.Errorf("the marks stay:\n%q", lines)
	}
}

func TestSearch_ShowsTheHitInALongText(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("hay ", 40_000) + "needle" + strings.Repeat(" hay", 500)
	tr := searching(t, `{"a":"`+long+`","b":1}`, "needle")
	if s := bare(tr.View(now())[:1]); !strings.Contains(s, `a         …"`+strings.Repeat("hay ", 4)+`needle`) {
		t.Errorf("the hit is not seen: %q", s)
	}
	tr.Move(1)
	if s := bare(tr.View(now())[:1]); !strings.Contains(s, `a         "hay`) {
		t.Errorf("without the cursor: %q", s)
	}
}

func TestSearch_OfAScalar(t *testing.T) {
	t.Parallel()
	tr := searching(t, `"a needle"`, "needle")
	expect(t, tr, " 1/1")
	tr.SearchNext(1)
	expect(t, tr, " 1/1")
	tr.Set(nil)
	expect(t, tr, " 0/0")
	tree := tree.New(tree.Options{})
	tree.SearchBegin()
	tree.Search(query(t, "x"))
	finish(tree)
	tree.SearchNext(-1)
}

// hits counts by looking at everything.
func hits(v *doc.Value, q *transcript.Query) int {
	n := 0
	for i := range v.Len() {
		kid := v.At(i)
		text := ""
		switch kid.Kind() {
		case doc.String, doc.Number:
			text = kid.Text()
		case doc.True, doc.False, doc.Null:
			text = string(kid.Append(nil))
		default:
		}
		if v.Kind() == doc.Object && q.Matches(v.Key(i)) || q.Matches(text) {
			n++
		}
		n += hits(kid, q)
	}
	return n
}

func TestSearch_VisitsEveryHitOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var draw func(depth int) string
		text := rapid.StringOfN(rapid.RuneFrom([]rune("abé한 ")), 0, 4, -1)
		draw = func(depth int) string {
			kind := rapid.IntRange(0, 3).Draw(rt, "kind")
			if depth > 3 {
				kind = 0
			}
			var parts []string
			switch kind {
			case 1:
				for range rapid.IntRange(0, 4).Draw(rt, "n") {
					parts = append(parts, draw(depth+1))
				}
				return "[" + strings.Join(parts, ",") + "]"
			case 2, 3:
				for i := range rapid.IntRange(0, 4).Draw(rt, "n") {
					parts = append(parts, fmt.Sprintf("%q:%s", fmt.Sprintf("%s%d", text.Draw(rt, "key"), i), draw(depth+1)))
				}
				return "{" + strings.Join(parts, ",") + "}"
			}
			return fmt.Sprintf("%q", text.Draw(rt, "text"))
		}
		v := value(t, "["+draw(0)+"]")
		q := query(t, rapid.SampledFrom([]string{"a", "b", "é", "한", "ab", "1", "/a.?b/"}).Draw(rt, "query"))
		tr := tree.New(tree.Options{Width: 30, Height: 5, Theme: theme.Dark()})
		tr.Set(v)
		tr.SearchBegin()
		tr.Search(q)
		finish(tr)
		want := hits(v, q)
		if got := tr.SearchStatus().Total; got != want {
			rt.Fatalf("%d hits, want %d", got, want)
		}
		by := rapid.SampledFrom([]int{1, -1}).Draw(rt, "by")
		seen := map[string]bool{}
		for range want {
			if tr.SearchStatus().Current == 0 {
				rt.Fatalf("the cursor is at %s, which is no hit", tr.Path())
			}
			seen[tr.Path()] = true
			check(t, tr.View(now()), 30, 5, cell.Grapheme)
			tr.SearchNext(by)
		}
		if len(seen) != want {
			rt.Fatalf("%d of %d hits were visited: %v", len(seen), want, seen)
		}
	})
}

func BenchmarkSearchStep(b *testing.B) {
	tr := tree.New(tree.Options{Width: 60, Height: 45})
	tr.Set(value(b, `{"list":[`+strings.Repeat(`{"name":"some name","n":[1,2,3]},`, 20_000)+`0]}`))
	q := query(b, "needle")
	tr.SearchBegin()
	for b.Loop() {
		if !tr.SearchStep() {
			tr.Search(q)
		}
		tr.View(now())
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, want := range []string{"needle", "name", "/na.e$/"} {
		b.Run(want, func(b *testing.B) {
			tr := tree.New(tree.Options{Width: 60, Height: 45})
			tr.Set(value(b, `{"list":[`+strings.Repeat(`{"name":"some name","n":[1,2,3]},`, 20_000)+`0]}`))
			b.ReportAllocs()
			for b.Loop() {
				look(b, tr, want)
				tr.SearchEnd()
			}
		})
	}
}
