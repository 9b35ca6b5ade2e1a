package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/ui/cell"
)

// prose is Markdown with a numbered word in each paragraph and item.
func prose(from, n int) string {
	var b strings.Builder
	for i := from; i < from+n; i++ {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&b, "w%d %s\n\n", i, strings.Repeat("words of a paragraph ", 1+i%23))
		case 1:
			fmt.Fprintf(&b, "- w%d\n- one\n  - deeper\n\n", i)
		case 2:
			fmt.Fprintf(&b, "```go\nw%d\n\nx := 1\n```\n\n", i)
		default:
			fmt.Fprintf(&b, "# w%d\n\n| a | b |\n|---|---|\n| some text | more text |\n\n", i)
		}
	}
	return b.String()
}

// firstWord is the first numbered word of a window.
func firstWord(lines []string) string {
	for w := range strings.FieldsSeq(text(lines)) {
		if strings.HasPrefix(w, "w") && len(w) > 1 && w[1] >= '0' && w[1] <= '9' {
			return w
		}
	}
	return ""
}

func TestList_PagesOfOneLongAnswerAreItsLines(t *testing.T) {
	d := newDriver(60, 12, cell.WcWidth)
	d.answer(prose(0, 300))
	d.view()
	d.list.Top()
	var down []string
	for {
		before := len(down)
		down = append(down, d.view()...)
		d.list.ScrollBy(12)
		if d.list.Following() {
			down = append(down, d.view()...)
			break
		}
		if len(down) > 20_000 || len(down) == before {
			t.Fatal("there is no end")
		}
	}
	all := text(down)
	for i := range 300 {
		if !strings.Contains(all, fmt.Sprintf("w%d", i)) {
			t.Errorf("w%d is not on any page", i)
		}
	}
	for _, w := range []int{30, 100} {
		d.list.SetSize(w, 12)
		d.list.Bottom()
		seen := text(d.view())
		for range 10_000 {
			d.list.ScrollBy(-11)
			seen = text(d.view()) + "\n" + seen
			if strings.HasPrefix(strings.TrimSpace(seen), "w0 ") {
				break
			}
		}
		at := 0
		for i := range 300 {
			n := strings.Index(seen[at:], fmt.Sprintf("w%d", i))
			if n < 0 {
				t.Fatalf("at %d columns w%d is not behind w%d", w, i, i-1)
			}
			at += n
		}
	}
}

func TestList_ReadingAnAnswerStaysWhereItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDriver(60, 12, cell.WcWidth)
		b := d.add(store.Block{Kind: store.Message, Role: "assistant"})
		d.write(b, prose(0, 60))
		d.view()
		d.list.ScrollBy(-rapid.IntRange(20, 200).Draw(t, "up"))
		word := firstWord(d.view())
		if word == "" {
			t.Skip("no word is on the screen")
		}
		for i := range rapid.IntRange(1, 12).Draw(t, "steps") {
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				before := text(d.view())
				d.write(b, prose(60+i, 1))
				if after := text(d.view()); after != before {
					t.Fatalf("the window moved:\n%s\nwas\n%s", after, before)
				}
			case 1:
				d.list.SetSize(rapid.IntRange(30, 120).Draw(t, "width"), 12)
				if at := firstWord(d.view()); !near(at, word) {
					t.Fatalf("at another width the window starts with %s, not with %s", at, word)
				}
			default:
				d.list.ScrollBy(-1)
				d.view()
				d.list.ScrollBy(1)
			}
			word = firstWord(d.view())
			if word == "" {
				return
			}
		}
	})
}

// near tells whether two numbered words are at most three apart.
func near(a, b string) bool {
	var x, y int
	if _, err := fmt.Sscanf(strings.ReplaceAll(a+" "+b, "w", ""), "%d %d", &x, &y); err != nil {
		return true // none is on the screen
	}
	return x-y <= 3 && y-x <= 3
}

// TestList_ResizeCostsTheWindow counts what a change of width allocates: the
// same in a long answer as in a short one.
func TestList_ResizeCostsTheWindow(t *testing.T) {
	allocs := func(n int) float64 {
		d := newDriver(80, 40, cell.WcWidth)
		d.answer(prose(0, n))
		d.view()
		w := 80
		return testing.AllocsPerRun(5, func() {
			w = 140 - w
			d.list.SetSize(w, 40)
			d.view()
		})
	}
	if short, long := allocs(400), allocs(8_000); long > 2*short {
		t.Errorf("a change of width allocates %.0f times in a short answer and %.0f times in a long one", short, long)
	}
}
