package edit_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"agtui/ui/cell"
	"agtui/ui/edit"
)

// long is a paste that becomes a chip.
func long(what string) string { return strings.Repeat("a line of "+what+"\n", 120) }

func TestPaste_IsAChipWhenItIsLarge(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"a small one is text", "a\nb", "a|b"},
		{"eight lines are text", strings.Repeat("x\n", 8), "x|x|x|x|x|x|x|x|"},
		{"nine are a chip", strings.Repeat("x\n", 9), "[pasted 9 lines, 18 B]"},
		{"so are two kilobytes on a line", strings.Repeat("x", 2001), "[pasted 2.0 kB]"},
		{"line ends are counted as they will be sent", strings.Repeat("x\r\n", 9), "[pasted 9 lines, 18 B]"},
		{"megabytes", strings.Repeat("0123456789\n", 200_000), "[pasted 200000 lines, 2.2 MB]"},
	} {
		a := edit.New()
		a.Paste(tt.text)
		rows, _, _ := a.Rows(a.Height(100))
		if got := texts(rows); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if got, want := a.Text(), strings.ReplaceAll(tt.text, "\r", ""); got != want {
			t.Errorf("%s: the text is another one", tt.name)
		}
	}
}

func TestChip_IsOneThingForTheCursor(t *testing.T) {
	t.Parallel()
	one, two := long("one"), long("two")
	fill := func() *edit.Area {
		a := edit.New()
		a.Type("see ")
		a.Paste(one)
		a.Type(" and ")
		a.Paste(two)
		return a
	}
	for _, tt := range []struct {
		name string
		do   func(*edit.Area)
		want string
	}{
		{"nothing is done", func(*edit.Area) {}, "see " + one + " and " + two},
		{"backspace takes it whole", (*edit.Area).Backspace, "see " + one + " and "},
		{"delete too", func(a *edit.Area) { a.Left(); a.Delete() }, "see " + one + " and "},
		{"text goes between it and its neighbours", func(a *edit.Area) { a.Left(); a.Type("<"); a.Right(); a.Type(">") }, "see " + one + " and <" + two + ">"},
		{"a word deleted back is the chip alone", func(a *edit.Area) { a.Insert("x"); a.Left(); a.KillWordLeft() }, "see " + one + " and x"},
		{"a word deleted forward too", func(a *edit.Area) { a.Left(); a.KillWordRight() }, "see " + one + " and "},
		{"what is killed comes back", func(a *edit.Area) { a.KillToStart(); a.Yank(); a.Yank() }, strings.Repeat("see "+one+" and "+two, 2)},
		{"a mark behind it stays on its own", func(a *edit.Area) { a.Insert("\u0301"); a.Backspace() }, "see " + one + " and " + two},
		{"it opens where it is", func(a *edit.Area) { a.Open(); a.Backspace() }, "see " + one + " and " + strings.TrimSuffix(two, "\n")},
		{"the one before the cursor opens first", func(a *edit.Area) { a.Left(); a.Left(); a.Open(); a.Type("!") }, "see " + one + "! and " + two},
		{"undo closes it", func(a *edit.Area) { a.Open(); a.Undo(); a.Backspace() }, "see " + one + " and "},
	} {
		a := fill()
		tt.do(a)
		if got := a.Text(); got != tt.want {
			t.Errorf("%s:\n%q, want\n%q", tt.name, got, tt.want)
		}
	}
}

func TestChip_SurvivesAFormAndAnEditor(t *testing.T) {
	t.Parallel()
	one, two := long("one"), long("two")
	a := edit.New()
	a.Type("x ")
	a.Paste(one)
	a.Type(" y ")
	a.Paste(two)
	f := a.Form()
	if got := f.Label(1000); got != "x [pasted 120 lines, 1.7 kB] y [pasted 120 lines, 1.7 kB]" {
		t.Errorf("the label is %q", got)
	}
	b := edit.New()
	b.SetForm(f)
	if b.Text() != a.Text() || b.Form().Label(1000) != f.Label(1000) {
		t.Error("the form lost something")
	}
	for _, tt := range []struct{ name, text, label string }{
		{"untouched", a.Text(), "x [pasted 120 lines, 1.7 kB] y [pasted 120 lines, 1.7 kB]"},
		{"text round them changed", "new " + one + two + "!", "new [pasted 120 lines, 1.7 kB][pasted 120 lines, 1.7 kB]!"},
		{"one is gone", "only " + two, "only [pasted 120 lines, 1.7 kB]"},
		{"one was changed", strings.Replace(a.Text(), "two", "2", 1), "x [pasted 120 lines, 1.7 kB] y a line of 2"},
	} {
		b.SetForm(f)
		b.Refill(tt.text)
		if b.Text() != tt.text {
			t.Errorf("%s: the text is another one", tt.name)
		}
		if got := b.Form().Label(len(tt.label)); !strings.HasPrefix(got, tt.label) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.label)
		}
	}
}

func TestUndo_TakesBackWhatBelongsTogether(t *testing.T) {
	t.Parallel()
	a := edit.New()
	typed := func(s string) {
		for _, r := range s {
			a.Type(string(r))
		}
	}
	want := func(text string) {
		t.Helper()
		if got := a.Text(); got != text {
			t.Fatalf("%q, want %q", got, text)
		}
	}
	typed("one two  three")
	a.Undo()
	want("one two  ")
	a.Undo()
	want("one ")
	a.Redo()
	want("one two  ")
	typed("four")
	if a.CanRedo() {
		t.Error("an edit leaves nothing to redo")
	}
	for range 6 {
		a.Backspace()
	}
	want("one two")
	a.Undo() // a run of backspaces
	want("one two  four")
	a.Left()
	typed("x")
	a.Undo() // the cursor was moved between
	want("one two  four")
	a.Paste(long("it"))
	a.Undo()
	want("one two  four")
	a.Set("another")
	a.Set("and another")
	a.Undo() // walked through
	want("one two  four")
	a.KillToStart()
	a.Undo()
	want("one two  four")
	a.Reset("")
	if a.CanUndo() || a.CanRedo() {
		t.Error("after a reset there is nothing to undo")
	}
}

// TestUndo_GoesBackToTheStartAndForthToTheEnd: whatever was done, undoing all
// of it gives the first text and redoing all of it the last.
func TestUndo_GoesBackToTheStartAndForthToTheEnd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := edit.New()
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				a.Type(rapid.SampledFrom(pieces).Draw(t, "piece"))
			case 1:
				a.Paste(strings.Repeat(rapid.SampledFrom(pieces).Draw(t, "piece"), rapid.SampledFrom([]int{1, 10, 5000}).Draw(t, "times")))
			default:
				rapid.SampledFrom(ops).Draw(t, "op").do(a)
			}
		}
		for a.CanRedo() {
			a.Redo()
		}
		last := a.Text()
		n := 0
		for ; a.CanUndo(); n++ {
			a.Undo()
		}
		if a.Text() != "" {
			t.Fatalf("%q is left after %d undos", a.Text(), n)
		}
		for a.CanRedo() {
			a.Redo()
		}
		if a.Text() != last {
			t.Fatalf("redone it is %q, want %q", a.Text(), last)
		}
	})
}

func TestUndo_ForgetsWhatIsTooMuch(t *testing.T) {
	t.Parallel()
	a := edit.New()
	for i := range 5000 {
		a.Insert(fmt.Sprint(i, " "))
	}
	n := 0
	for ; a.CanUndo(); n++ {
		a.Undo()
	}
	if n != 1000 {
		t.Errorf("%d steps are kept, want 1000", n)
	}
	a.Reset("")
	for range 20 {
		a.Paste(strings.Repeat("y", 1<<20))
	}
	for n = 0; a.CanUndo(); n++ {
		a.Undo()
	}
	if n < 1 || n > 8 {
		t.Errorf("%d pastes of a megabyte are kept", n)
	}
	a.Reset("")
	a.Insert(strings.Repeat("z", 20<<20))
	a.Undo()
	if !a.Empty() {
		t.Error("the last edit can always be undone")
	}
}

// TestArea_EqualsAPlainText holds long lines, which are cut into stretches, to
// a string with an offset.
func TestArea_EqualsAPlainText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := edit.New()
		text, at := "", 0
		insert := func(s string) {
			a.Insert(s)
			text, at = text[:at]+s+text[at:], at+len(s)
		}
		cut := func(from, to int) { text, at = text[:from]+text[to:], from }
		start := func() int { return strings.LastIndexByte(text[:at], '\n') + 1 }
		end := func() int {
			if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
				return at + i
			}
			return len(text)
		}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			switch rapid.IntRange(0, 10).Draw(t, "what") {
			case 0:
				insert(strings.Repeat(rapid.SampledFrom([]string{"x", "word ", "\n"}).Draw(t, "piece"), rapid.IntRange(1, 1500).Draw(t, "times")))
			case 1:
				insert("y")
			case 2:
				n := rapid.IntRange(0, 1500).Draw(t, "left")
				for range n {
					a.Left()
				}
				at = max(at-n, 0)
			case 3:
				n := rapid.IntRange(0, 1500).Draw(t, "right")
				for range n {
					a.Right()
				}
				at = min(at+n, len(text))
			case 4:
				n := rapid.IntRange(1, 1000).Draw(t, "back")
				for range n {
					a.Backspace()
				}
				cut(max(at-n, 0), at)
			case 5:
				a.Delete()
				cut(at, min(at+1, len(text)))
			case 6:
				a.LineStart()
				at = start()
			case 7:
				a.LineEnd()
				at = end()
			case 8:
				a.KillToEnd()
				if to := end(); to > at {
					cut(at, to)
				} else {
					cut(at, min(at+1, len(text)))
				}
			case 9:
				a.KillToStart()
				if from := start(); from < at {
					cut(from, at)
				} else {
					cut(max(at-1, 0), at)
				}
			case 10:
				a.Start()
				at = 0
			}
			if a.Text() != text {
				t.Fatalf("the text is\n%q, want\n%q", a.Text(), text)
			}
		}
	})
}

// TestArea_CostsWhatIsSeen compares a key in a text of 8 megabytes with one in
// a text of a few lines: a cost that grew with the text would be a thousand
// times as high.
func TestArea_CostsWhatIsSeen(t *testing.T) {
	t.Parallel()
	key := func(a *edit.Area) time.Duration {
		best := time.Hour
		for range 20 {
			start := time.Now()
			for range 10 {
				a.Type("x")
				a.Height(8)
				a.Rows(8)
				a.Backspace()
				a.Height(8)
				a.Rows(8)
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	line := strings.Repeat("some words of a line ", 4)
	for _, tt := range []struct{ name, unit string }{
		{"many lines", line + "\n"},
		{"one line", line},
		{"one word", strings.Repeat("x", len(line))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			few, many := edit.New(), edit.New()
			few.Insert(strings.Repeat(tt.unit, 40))
			many.Insert(strings.Repeat(tt.unit, 10_000))
			for _, at := range []func(*edit.Area){(*edit.Area).Start, (*edit.Area).End} {
				at(few)
				at(many)
				if a, b := key(few), key(many); b > 50*a {
					t.Errorf("a key costs %s in a long text, %s in a short one", b/10, a/10)
				}
			}
		})
	}
}

func BenchmarkArea_Key(b *testing.B) {
	for _, n := range []int{10, 12_000} {
		for _, unit := range []string{"some words of a line of text that is as long as lines are, or a bit longer\n", "some words of a line of text that is as long as lines are, or a bit longer "} {
			name := fmt.Sprintf("%dkB-lines", n*len(unit)/1000)
			if !strings.HasSuffix(unit, "\n") {
				name = fmt.Sprintf("%dkB-one-line", n*len(unit)/1000)
			}
			b.Run(name, func(b *testing.B) {
				a := edit.New()
				a.SetSize(80, cell.WcWidth)
				a.Insert(strings.Repeat(unit, n))
				a.Start()
				a.Down()
				for b.Loop() {
					a.Type("x")
					a.Height(8)
					a.Rows(8)
					a.Backspace()
					a.Height(8)
					a.Rows(8)
				}
			})
		}
	}
}
