package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// counted are words that are told apart, from w<from> on.
func counted(from, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "w%d ", from+i)
		if i%37 == 36 {
			b.WriteString("\n\n")
		}
	}
	return b.String()
}

// words are the counted words of a window, from the first to the last.
func words(lines []string) (first, last int) {
	first, last = -1, -1
	for w := range strings.FieldsSeq(text(lines)) {
		var n int
		if _, err := fmt.Sscanf(w, "w%d", &n); err != nil {
			continue
		}
		if last = n; first < 0 {
			first = n
		}
	}
	return first, last
}

func TestList_AThoughtThatComesStaysWhereItIsReadAtAnotherWidth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := newDriver(120, 10, cell.WcWidth)
		for i := range 4 {
			d.answer(fmt.Sprintf("answer %d", i))
		}
		b := d.add(store.Block{Kind: rapid.SampledFrom([]store.Kind{store.Reasoning, store.ToolCall}).Draw(t, "kind"), Name: "f"})
		if b.Kind == store.ToolCall {
			d.write(b, `{"text":"`)
		}
		at := rapid.IntRange(300, 4000).Draw(t, "words")
		d.write(b, strings.ReplaceAll(counted(0, at), "\n", " "))
		d.view()
		d.list.ScrollBy(-1)
		for range rapid.IntRange(0, 20).Draw(t, "pieces") {
			d.write(b, strings.ReplaceAll(counted(at, 9), "\n", " "))
			at += 9
			d.view()
		}
		d.list.ScrollBy(rapid.IntRange(0, 6).Draw(t, "down"))
		first, _ := words(d.view())
		_, _, height := d.list.TopLine()
		if d.list.Following() || first < 0 {
			return
		}
		for range rapid.IntRange(1, 4).Draw(t, "resizes") {
			d.list.SetSize(rapid.IntRange(30, 140).Draw(t, "width"), 10)
			from, to := words(d.view())
			if d.list.Following() {
				return
			}
			if from > first || to < first {
				t.Fatalf("word %d is not on the screen, which shows %d to %d:\n%s", first, from, to, text(d.view()))
			}
			if _, _, now := d.list.TopLine(); now > 8*height+20 {
				t.Fatalf("the block had %d lines and has %d", height, now)
			}
			first = from
		}
	})
}

func TestList_AWrappedTextStaysAtItsWordsAtAnotherWidth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		h := rapid.IntRange(1, 12).Draw(t, "height")
		d := newDriver(100, h, cell.WcWidth)
		d.user(counted(0, 3000))
		d.view()
		d.list.ScrollBy(-rapid.IntRange(h, 200).Draw(t, "up"))
		first, _ := words(d.view())
		for range rapid.IntRange(1, 4).Draw(t, "resizes") {
			d.list.SetSize(rapid.IntRange(30, 140).Draw(t, "width"), h)
			from, to := words(d.view())
			if d.list.Following() || first < 0 || from < 0 {
				return
			}
			if from > first || to < first {
				t.Fatalf("word %d is not on the screen, which shows %d to %d", first, from, to)
			}
			first = from
		}
	})
}

func TestList_ASwitchOfTheThemeMovesNoLine(t *testing.T) {
	t.Parallel()
	d := newDriver(40, 8, cell.WcWidth)
	d.user(counted(0, 2000))
	d.view()
	d.list.ScrollBy(-100)
	for range 30 {
		d.list.ScrollBy(-1)
		_, line, _ := d.list.TopLine()
		d.view()
		_, before, _ := d.list.TopLine()
		d.list.SetBare(true)
		d.list.SetBare(false)
		d.list.SetTheme(nil, nil)
		d.view()
		if _, after, _ := d.list.TopLine(); after != before {
			t.Fatalf("line %d (%d) is now line %d", before, line, after)
		}
	}
	d.list.SetLevel(transcript.LevelFull)
}
