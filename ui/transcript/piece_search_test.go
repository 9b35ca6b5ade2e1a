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

// looked is a search that has ended.
func looked(f *transcript.Fragments) transcript.SearchStatus {
	for f.SearchStep() {
	}
	f.View()
	return f.SearchStatus()
}

func TestPieces_AreSearchedAsTheTextThatTheyAre(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SampledFrom([]string{"a", "ab", "A", "b", " ", "\n", "aba", "é", "서", "", "a b\n", strings.Repeat("ab", 30)})
		want := rapid.SampledFrom([]string{"ab", "aba", "A", "b a", "É", "서", "abab", "/a.a/", "/^a/", "/b+$/", "/[aé]b?/", "xx"}).Draw(t, "query")
		c, l, f := family(80, 8)
		q, err := transcript.ParseQuery(want)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range c.blocks {
			b.Phase = store.Live
		}
		f.Search(q)
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			switch n := rapid.IntRange(0, 400).Draw(t, "what"); n % 8 {
			case 0:
				hide(l, n)
			case 1:
				f.SearchStep()
			case 2:
				f.View()
			case 3:
				f.SearchNext(n%3 - 1)
			default:
				c.say(n, words.Draw(t, "text"))
			}
		}
		total, hidden := 0, 0
		for _, b := range c.blocks {
			var all strings.Builder
			for _, p := range c.pieces {
				if p.Block == b {
					all.Write(p.Text)
				}
			}
			if n := naive(all.String(), want); l.Shown(b.Kind) && !l.Veiled(b.ID) {
				total += n
			} else {
				hidden += n
			}
		}
		if st := looked(f); st.Total != total || st.Hidden != hidden || !st.Complete {
			t.Fatalf("%+v, want %d and %d hidden", st, total, hidden)
		}
		l.SetSize(80, 2000)
		f.Bottom()
		if n := len(strong(f.View())) + len(weak(f.View())); (n > 0) != (total > 0) {
			t.Fatalf("%d marks for %d hits", n, total)
		}
	})
}

func TestPieces_AreGoneThroughHitByHit(t *testing.T) {
	t.Parallel()
	c, _, f := family(80, 6)
	for i := range 100 {
		text := fmt.Sprintf("piece %d ", i)
		switch i % 10 {
		case 3:
			text += "has a need" // and goes on in the next piece of its block
		case 8:
			text = "le" + text
		}
		c.say(i, text)
	}
	f.View()
	f.Top()
	f.View()
	f.SearchBegin()
	f.Search(query(t, "needle"))
	if st := looked(f); st.Total != 10 || st.Current != 1 {
		t.Fatalf("%+v", st)
	}
	for i := 1; i <= 10; i++ {
		d, _ := f.Selected()
		v := f.View()
		if st := f.SearchStatus(); st.Current != i || st.Unseen || !strings.Contains(string(d.Text), fmt.Sprintf("piece %d has", i*10-7)) {
			t.Fatalf("hit %d: %+v at %q", i, st, d.Text)
		}
		if s := strong(v); len(s) == 0 || s[0] != "need" {
			t.Fatalf("hit %d is marked as %q:\n%s", i, s, text(v))
		}
		f.SearchNext(1)
	}
	if st := f.SearchStatus(); st.Current != 1 || st.Wrapped != transcript.FromTheTop {
		t.Errorf("behind the last: %+v", st)
	}
	f.SearchNext(-1)
	f.View()
	if st := f.SearchStatus(); st.Current != 10 || st.Wrapped != transcript.FromTheEnd {
		t.Errorf("before the first: %+v", st)
	}
	f.Top()
	f.View()
	f.SearchNext(1)
	if st := f.SearchStatus(); st.Current != 1 {
		t.Errorf("from the top it goes to %+v", st)
	}
	c.gone = 14
	c.say(0, "more")
	if st := looked(f); st.Total != 8 {
		t.Errorf("hits in what is gone: %+v", st)
	}
	f.SearchEnd()
	if v := f.View(); len(strong(v))+len(weak(v)) > 0 {
		t.Errorf("marks stay:\n%q", v)
	}
}

func TestPieces_ShowTheLineOfAHit(t *testing.T) {
	t.Parallel()
	for _, w := range []int{40, 80} {
		c, _, f := family(w, 6)
		c.say(0, "first")
		c.say(0, strings.Repeat("long ", 200)+"needle\n"+strings.Repeat(" tail", 40))
		c.say(0, "  \x1bneedle  ")
		f.View()
		f.Search(query(t, "needle"))
		for range 2 {
			looked(f)
			if s := strong(f.View()); len(s) != 1 || s[0] != "needle" {
				t.Errorf("%d columns: marked %q in\n%s", w, s, text(f.View()))
			}
			f.SearchNext(1)
		}
	}
}

func TestPieces_OfALongTextAreSearchedInPieces(t *testing.T) {
	t.Parallel()
	c, l, f := newCuttings(80, 6, cell.WcWidth)
	for i := range 60_000 {
		c.piece(i%4, "a word ")
	}
	l.ShowKind(store.Reasoning, false)
	f.View()
	for _, s := range []string{"absent", "/ab[xyz]+c/"} {
		f.Search(query(t, s))
		steps := 1
		for f.SearchStep() {
			steps++
		}
		if st := f.SearchStatus(); steps < 50 || !st.Complete || st.Total != 0 {
			t.Errorf("%s: %d steps, %+v", s, steps, st)
		}
	}
	f.Search(query(t, "word"))
	if st := looked(f); st.Total != 45_000 || st.Hidden != 15_000 {
		t.Errorf("%+v", st)
	}
}
