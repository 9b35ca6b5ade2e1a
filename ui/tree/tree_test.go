package tree_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"

	"agtui/store/doc"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/tree"
)

func now() time.Time { return time.Date(2026, 3, 4, 14, 2, 0, 0, time.UTC) }

func value(tb testing.TB, s string) *doc.Value {
	tb.Helper()
	v, err := doc.Parse(agui.Raw(s))
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

func bare(lines []string) string {
	var b strings.Builder
	for i, ln := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		for {
			before, rest, found := strings.Cut(ln, "\x1b[")
			b.WriteString(before)
			if !found {
				break
			}
			_, ln, _ = strings.Cut(rest, "m")
		}
	}
	return b.String()
}

const plan = `{"plan":[{"name":"find"},{"name":"compare","status":"done"},{}],"budget":12.00,"booked":false,"a/b~c":null}`

func TestTree_DrawsRows(t *testing.T) {
	tr := tree.New(tree.Options{Width: 40, Height: 12})
	tr.Set(value(t, plan))
	got := strings.TrimRight(bare(tr.View(now())), "\n ")
	want := strings.Join([]string{
		" ▾ plan      3 items                    ",
		"   ▾ 0  {1}",
		`       name      "find"`,
		"   ▾ 1  {2}",
		`       name      "compare"`,
		`       status    "done"`,
		"     2  {}",
		"   budget    12.00",
		"   booked    false",
		"   a/b~c     null",
	}, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTree_MovesAndFolds(t *testing.T) {
	tr := tree.New(tree.Options{Width: 40, Height: 4})
	tr.Set(value(t, plan))
	if tr.Rows() != 4 || tr.Path() != "/plan" {
		t.Fatalf("%d rows, at %s", tr.Rows(), tr.Path())
	}
	tr.Toggle()
	tr.Move(2)
	tr.Expand()
	tr.Last()
	if tr.Rows() != 9 || tr.Path() != "/a~1b~0c" || tr.Value().Kind() != doc.Null {
		t.Errorf("%d rows, at %s", tr.Rows(), tr.Path())
	}
	if !tr.Go("/plan/1/status") || tr.Path() != "/plan/1/status" || tr.Value().Text() != "done" {
		t.Errorf("at %s", tr.Path())
	}
	tr.Collapse()
	tr.Collapse()
	if tr.Path() != "/plan/1" || tr.Rows() != 7 {
		t.Errorf("%d rows, at %s", tr.Rows(), tr.Path())
	}
	tr.First()
	tr.ExpandAll()
	if tr.Rows() != 10 {
		t.Errorf("%d rows", tr.Rows())
	}
	for _, p := range []string{"/nope", "/plan/9", "/plan/01", "plan", "/budget/x"} {
		if tr.Go(p) {
			t.Errorf("goes to %q", p)
		}
	}
}

func TestTree_KeepsPlaceAndFoldsWhenTheValueChanges(t *testing.T) {
	tr := tree.New(tree.Options{Width: 40, Height: 3})
	tr.Set(value(t, `{"a":{"x":1},"b":{"y":[1,2]},"c":3}`))
	tr.Go("/b/y/1")
	tr.Set(value(t, `{"new":0,"other":[],"b":{"y":[5,6,7]},"c":3}`))
	if tr.Path() != "/b/y/1" || tr.Value().Text() != "6" || tr.Rows() != 8 {
		t.Errorf("%d rows, at %s", tr.Rows(), tr.Path())
	}
	tr.Set(value(t, `{"b":{"z":1}}`))
	if tr.Path() != "/b" {
		t.Errorf("what is left of the path: %s", tr.Path())
	}
	tr.Set(value(t, `"text"`))
	if s := bare(tr.View(now())); !strings.HasPrefix(s, ` "text"`) || tr.Path() != "" {
		t.Errorf("a scalar: %q at %q", s, tr.Path())
	}
	tr.Set(nil)
	tr.View(now())
}

func TestTree_MarksWhatChangedForAMoment(t *testing.T) {
	tr := tree.New(tree.Options{Width: 40, Height: 3})
	tr.Set(value(t, `{"plan":[{"s":1},{"s":2}],"n":1,"m":2}`))
	tr.Mark([]string{"/plan/1/s", "", "/n"}, now())
	s := bare(tr.View(now()))
	if !strings.HasPrefix(s, "• ▸ plan") && !strings.HasPrefix(s, "•▸ plan") {
		t.Errorf("the folded list is not marked:\n%s", s)
	}
	if strings.Count(s, "•") != 2 {
		t.Errorf("marks:\n%s", s)
	}
	if w := tr.Wake(now()); w != time.Second {
		t.Errorf("wakes after %v", w)
	}
	later := now().Add(5 * time.Second)
	if s := bare(tr.View(later)); strings.Contains(s, "•") || tr.Wake(later) != 0 {
		t.Errorf("marks stay:\n%s", s)
	}
}

// check fails when a frame breaks a rule that always holds.
func check(t *testing.T, lines []string, w, h int, m cell.Method) {
	t.Helper()
	if len(lines) != h {
		t.Fatalf("%d lines, want %d", len(lines), h)
	}
	for _, ln := range lines {
		s := bare([]string{ln})
		if got := cell.Width(s, m); got > w {
			t.Fatalf("%d cells in %d: %q", got, w, s)
		}
		for _, r := range s {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
				t.Fatalf("%U in %q", r, s)
			}
		}
	}
}

// FuzzTree folds, moves and replaces any value.
func FuzzTree(f *testing.F) {
	f.Add(plan, `[1,{"plan":{}}]`, uint8(20), uint8(5), []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	f.Add(`{"\u001b[2J\ud83d":"👩🏽‍💻 คำ"}`, `null`, uint8(1), uint8(1), []byte{4, 4, 1, 9, 1})
	f.Fuzz(func(t *testing.T, one, two string, w, h uint8, ops []byte) {
		a, err := doc.Parse(agui.Raw(one))
		if err != nil {
			return
		}
		b, err := doc.Parse(agui.Raw(two))
		if err != nil {
			return
		}
		m := cell.Method(len(ops) % 2)
		tr := tree.New(tree.Options{Width: int(w), Height: int(h), Method: m, Theme: theme.Dark()})
		tr.Set(a)
		for i, op := range ops[:min(len(ops), 64)] {
			switch op % 15 {
			case 0:
				tr.Set([]*doc.Value{a, b}[i%2])
			case 1:
				tr.Toggle()
			case 2:
				tr.Move(int(op) - 128)
			case 3:
				tr.Collapse()
			case 4:
				tr.ExpandAll()
			case 5:
				tr.Last()
			case 6:
				tr.PageUp()
			case 7:
				tr.PageDown()
			case 8:
				tr.Mark([]string{tr.Path(), one}, now())
			case 9:
				p := tr.Path()
				if !tr.Go(p) || tr.Path() != p {
					t.Fatalf("%q does not lead to itself but to %q", p, tr.Path())
				}
			case 11:
				tr.Search(query(t, []string{"a", "plan", "/[0-9l]/"}[int(op)%3]))
			case 12:
				tr.SearchNext(i%3 - 1)
			case 13:
				tr.SearchStep()
			case 10:
				w, h = w+op, h+op/2
				tr.SetSize(int(w), int(h))
			default:
				tr.SelectAt(int(op))
			}
			check(t, tr.View(now()), int(w), int(h), m)
		}
	})
}

func BenchmarkView(b *testing.B) {
	for _, n := range []int{100, 100_000} {
		b.Run(fmt.Sprintf("elements=%d", n), func(b *testing.B) {
			tr := tree.New(tree.Options{Width: 60, Height: 45})
			v := value(b, `{"list":[`+strings.Repeat(`{"name":"some name","n":[1,2,3]},`, n)+`0]}`)
			tr.Set(v)
			tr.Expand()
			tr.Move(n / 2)
			tr.Expand()
			b.ReportAllocs()
			for b.Loop() {
				tr.Set(v)
				tr.Mark([]string{"/list/7/name"}, now())
				tr.View(now())
			}
		})
	}
}

func TestTree_UnfoldsWhenItGetsRoomForTheFirstTime(t *testing.T) {
	tr := tree.New(tree.Options{})
	tr.Set(value(t, `{"a":{"b":1}}`))
	tr.SetSize(40, 10)
	if got := tr.Rows(); got != 2 {
		t.Errorf("%d rows are shown, want 2", got)
	}
	tr.Collapse()
	tr.SetSize(0, 0)
	tr.SetSize(40, 10)
	if got := tr.Rows(); got != 1 {
		t.Errorf("%d rows are shown after folding, want 1", got)
	}
}

func TestTree_UnfoldsWhatComesLaterAsItDoesWhatWasThere(t *testing.T) {
	for name, tt := range map[string]struct {
		before, after string
		touch         bool
		want          int // rows
	}{
		"an empty object that gets a member":  {`{"a":{}}`, `{"a":{"b":1}}`, false, 2},
		"a list that is added":                {`{"a":{"b":1}}`, `{"a":{"b":1},"c":[1,2]}`, false, 5},
		"not where it does not fit":           {`{"a":1}`, `{"a":[1,2,3,4,5,6,7,8,9]}`, false, 1},
		"not after somebody folded something": {`{"a":{"b":1}}`, `{"a":{"b":1},"c":[1,2]}`, true, 2},
	} {
		t.Run(name, func(t *testing.T) {
			tr := tree.New(tree.Options{Width: 40, Height: 8})
			tr.Set(value(t, tt.before))
			if tt.touch {
				tr.Collapse()
			}
			tr.Set(value(t, tt.after))
			if tr.Rows() != tt.want {
				t.Errorf("%d rows, want %d:\n%s", tr.Rows(), tt.want, bare(tr.View(now())))
			}
		})
	}
}

func TestTree_AHugeNameLeavesRoomForTheValue(t *testing.T) {
	for _, w := range []int{30, 40, 80} {
		tr := tree.New(tree.Options{Width: w, Height: 2})
		tr.Set(value(t, `{"`+strings.Repeat("한국어", 100)+`":"seen","`+strings.Repeat("k", 100)+`":[1,2]}`))
		if s := bare(tr.View(now())); !strings.Contains(s, `"seen"`) || !strings.Contains(s, "2 ite") || strings.Count(s, "…") < 2 {
			t.Errorf("in %d cells:\n%s", w, s)
		}
		check(t, tr.View(now()), w, 2, cell.Grapheme)
	}
}
