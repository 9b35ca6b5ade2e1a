package edit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/clipperhouse/uax29/v2/graphemes"
	"pgregory.net/rapid"

	"agtui/ui/cell"
	"agtui/ui/edit"
)

func TestArea_EditsLikeReadline(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		do         func(*edit.Area)
		want       string
	}{
		{"backspace takes a cluster", "a👩🏽‍💻", (*edit.Area).Backspace, "a"},
		{"backspace takes a letter with its marks", "e\u0301", (*edit.Area).Backspace, ""},
		{"backspace at the start of a line joins two", "a\nb", func(a *edit.Area) { a.LineStart(); a.Backspace() }, "ab"},
		{"backspace at the start does nothing", "ab", func(a *edit.Area) { a.Start(); a.Backspace() }, "ab"},
		{"delete takes a cluster", "🇰🇷x", func(a *edit.Area) { a.Start(); a.Delete() }, "x"},
		{"delete at the end of a line joins two", "a\nb", func(a *edit.Area) { a.Start(); a.LineEnd(); a.Delete() }, "ab"},
		{"a word is deleted back with the blanks behind it", "one two  ", (*edit.Area).KillWordLeft, "one "},
		{"a word is deleted forward", "one two", func(a *edit.Area) { a.Start(); a.KillWordRight() }, " two"},
		{"to the start of the line", "one\ntwo", (*edit.Area).KillToStart, "one\n"},
		{"to the start at the start joins lines", "one\n", (*edit.Area).KillToStart, "one"},
		{"to the end of the line", "one\ntwo", func(a *edit.Area) { a.Start(); a.Right(); a.KillToEnd() }, "o\ntwo"},
		{"to the end at the end joins lines", "one\ntwo", func(a *edit.Area) { a.Start(); a.LineEnd(); a.KillToEnd() }, "onetwo"},
		{"what was killed comes back", "one two", func(a *edit.Area) { a.KillWordLeft(); a.Start(); a.Yank() }, "twoone "},
		{"a mark typed behind a letter joins it", "e", func(a *edit.Area) { a.Insert("\u0301"); a.Backspace() }, ""},
		{"a joiner typed between two emoji moves the cursor out", "👩💻", func(a *edit.Area) {
			a.Left()
			a.Insert("\u200d")
			a.Backspace()
		}, ""},
	} {
		a := edit.New()
		a.Insert(tt.text)
		tt.do(a)
		if got := a.Text(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestArea_LaysOutForTheTerminal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		width      int
		method     cell.Method
		want       string
	}{
		{"breaks behind blanks", "one two three", 9, cell.WcWidth, "one two |three"},
		{"a long word is cut", "abcdefghij", 5, cell.WcWidth, "abcd|efgh|ij"},
		{"breaks between wide characters", "가나다라", 6, cell.WcWidth, "가나|다라"},
		{"blanks at the end of a row have no room", "abcd   ef", 5, cell.WcWidth, "abcd|ef"},
		{"a tab reaches its stop", "a\tb", 20, cell.WcWidth, "a   b"},
		{"control characters are shown", "a\x1bb", 20, cell.WcWidth, "a␛b"},
		{"invisible ones too", "a\u200bb\u202ec", 20, cell.WcWidth, "a\uFFFDb\uFFFDc"},
		{"members of a family side by side", "👩‍👧", 20, cell.WcWidth, "👩👧"},
		{"a family where the terminal knows it", "👩‍👧", 20, cell.Grapheme, "👩‍👧"},
		{"a wide character in one column", "가", 1, cell.WcWidth, "\uFFFD"},
		{"lines are rows", "a\n\nb", 20, cell.WcWidth, "a||b"},
	} {
		a := edit.New()
		a.Insert(tt.text)
		a.SetSize(tt.width, tt.method)
		rows, _, _ := a.Rows(a.Height(100))
		if got := texts(rows); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// texts are rows side by side.
func texts(rows []edit.Row) string {
	out := make([]string, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.Text)
	}
	return strings.Join(out, "|")
}

func TestArea_MovesBetweenRowsInTheSameColumn(t *testing.T) {
	t.Parallel()
	a := edit.New()
	a.SetSize(20, cell.WcWidth)
	a.Insert("abcdef\nx\n가나다라")
	at := func(x, y int) {
		t.Helper()
		if _, gx, gy := a.Rows(3); gx != x || gy != y {
			t.Fatalf("the cursor is at %d,%d, want %d,%d", gx, gy, x, y)
		}
	}
	at(8, 2)
	a.Left()
	a.Left()
	at(4, 2)
	a.Up()
	at(1, 1)
	a.Up()
	at(4, 0)
	if a.Up() {
		t.Fatal("there is no row above the first")
	}
	a.Down()
	a.Down()
	at(4, 2)
	if a.Down() {
		t.Fatal("there is no row below the last")
	}
}

// pieces are what texts are made of.
var pieces = []string{
	"a", "word ", " ", "\t", "\n", "한", "글", "🎉", "👩🏽‍💻", "🇰", "🇷", "\u200d", "\u0301", "e", "\x00", "\x1b[1m", "\r\n", "\r",
	"\xff", "ไ", "ำ", "ᄒ", "ᅡ", "ᆫ", "\u202e", "\u200b", "\ufe0f", "☺", "नि", "\U000E0041", "0\u20e3",
}

type op struct {
	name string
	do   func(*edit.Area)
}

var ops = []op{
	{"left", (*edit.Area).Left},
	{"right", (*edit.Area).Right},
	{"word left", (*edit.Area).WordLeft},
	{"word right", (*edit.Area).WordRight},
	{"line start", (*edit.Area).LineStart},
	{"line end", (*edit.Area).LineEnd},
	{"start", (*edit.Area).Start},
	{"end", (*edit.Area).End},
	{"up", func(a *edit.Area) { a.Up() }},
	{"down", func(a *edit.Area) { a.Down() }},
	{"backspace", (*edit.Area).Backspace},
	{"delete", (*edit.Area).Delete},
	{"kill word left", (*edit.Area).KillWordLeft},
	{"kill word right", (*edit.Area).KillWordRight},
	{"kill to start", (*edit.Area).KillToStart},
	{"kill to end", (*edit.Area).KillToEnd},
	{"yank", (*edit.Area).Yank},
	{"undo", (*edit.Area).Undo},
	{"redo", (*edit.Area).Redo},
	{"open", func(a *edit.Area) { a.Open() }},
}

// moves are the ops that change no text; open changes only how it is shown.
var moves = []string{"left", "right", "word left", "word right", "line start", "line end", "start", "end", "up", "down", "open"}

func areaHolds(t *rapid.T) {
	a := edit.New()
	method := cell.WcWidth
	width := 80
	for range rapid.IntRange(1, 60).Draw(t, "steps") {
		switch rapid.IntRange(0, 4).Draw(t, "what") {
		case 0:
			a.Insert(rapid.SampledFrom(pieces).Draw(t, "piece"))
		case 1:
			a.Type(rapid.SampledFrom(pieces).Draw(t, "piece"))
			if rapid.IntRange(0, 4).Draw(t, "large") == 0 {
				a.Paste(strings.Repeat(rapid.SampledFrom(pieces).Draw(t, "piece")+"x", rapid.SampledFrom([]int{1, 9, 2500, 5000}).Draw(t, "times")))
			}
		case 2:
			width = rapid.IntRange(1, 30).Draw(t, "width")
			method = rapid.SampledFrom([]cell.Method{cell.WcWidth, cell.Grapheme}).Draw(t, "method")
		default:
			o := rapid.SampledFrom(ops).Draw(t, "op")
			before := a.Text()
			o.do(a)
			if slices.Contains(moves, o.name) && a.Text() != before {
				t.Fatalf("%s changed the text", o.name)
			}
		}
		a.SetSize(width, method)
		check(t, a, width, method)
	}
}

// check is what must hold of an area at any time.
func check(t *rapid.T, a *edit.Area, width int, method cell.Method) {
	text := a.Text()
	rows, x, y := a.Rows(a.Height(10_000))
	if x < 0 || x >= max(width, 1) || y < 0 || y >= len(rows) {
		t.Fatalf("the cursor is at %d,%d of %d rows of %d cells in %q", x, y, len(rows), width, text)
	}
	for _, row := range rows {
		r := row.Text
		for _, c := range row.Chips {
			if !strings.HasPrefix(r[c[0]:c[1]], "[") && width > 2 {
				t.Fatalf("%q is no chip, in %q", r[c[0]:c[1]], r)
			}
		}
		w := ansi.StringWidthWc(r)
		if method == cell.Grapheme {
			w = ansi.StringWidth(r)
		}
		if w > max(width-1, 1) {
			t.Fatalf("a row of %d cells in %d: %q of %q", w, width, r, text)
		}
		if cell.Clean(r) != r {
			t.Fatalf("a row is not clean: %q of %q", r, text)
		}
	}
	if n := strings.Count(a.Form().Label(1<<30), "\n"); len(rows) < n+1 {
		t.Fatalf("%d rows for %d lines", len(rows), n+1)
	}
	for h := 1; h <= 3; h++ {
		part, px, at := a.Rows(h)
		if len(part) != h || at < 0 || at >= h || px != x || part[at].Text != rows[y].Text {
			t.Fatalf("%d rows of %d, the cursor in %d", len(part), h, at)
		}
	}
}

func TestArea_HoldsUnderAnything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, areaHolds)
}

func FuzzArea(f *testing.F) { f.Fuzz(rapid.MakeFuzz(areaHolds)) }

func TestArea_EveryPlaceIsReachedFromBothSides(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 20).Draw(t, "pieces"), "")
		a := edit.New()
		a.Insert(text)
		n := 0
		a.Start()
		for l := range strings.SplitSeq(a.Text(), "\n") {
			for l != "" {
				cl := graphemes.FromString(l).First()
				l = l[len(cl):]
				n++
			}
		}
		n += strings.Count(a.Text(), "\n")
		for range n {
			a.Right()
		}
		a.Insert("!")
		if got := a.Text(); !strings.HasSuffix(got, "!") {
			t.Fatalf("%d steps to the right are not at the end of %q", n, got)
		}
		a.Backspace()
		for range n {
			a.Left()
		}
		a.Insert("!")
		if got := a.Text(); !strings.HasPrefix(got, "!") {
			t.Fatalf("%d steps to the left are not at the start of %q", n, got)
		}
	})
}

func TestArea_ALongTextIsNoTrouble(t *testing.T) {
	t.Parallel()
	a := edit.New()
	a.SetSize(80, cell.WcWidth)
	text := strings.Repeat("a line of a long paste\n", 20_000)
	a.Insert(text)
	for range 100 {
		a.Insert("x")
		a.Rows(8)
	}
	if got := a.Text(); got != text+strings.Repeat("x", 100) {
		t.Error("the text is another one")
	}
}
