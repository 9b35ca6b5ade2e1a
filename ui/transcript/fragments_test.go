package transcript_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// cuttings is a scene with pieces of text.
type cuttings struct {
	*scene
	pieces []store.Delta
	gone   int
	reads  int
}

func (c *cuttings) Deltas() int { return len(c.pieces) }

func (c *cuttings) DeltasGone() int { return c.gone }

func (c *cuttings) Delta(i int) store.Delta {
	c.reads++
	if i < c.gone {
		panic("a piece that is gone is read")
	}
	return c.pieces[i]
}

// piece adds one.
func (c *cuttings) piece(n int, text string) {
	c.at = c.at.Add(time.Duration(n%3000) * time.Millisecond)
	c.pieces = append(c.pieces, store.Delta{Block: c.blocks[n%len(c.blocks)], Text: []byte(text), At: c.at})
}

func newCuttings(w, h int, m cell.Method) (*cuttings, *transcript.List, *transcript.Fragments) {
	c := &cuttings{scene: newScene()}
	c.agent("a", "scout", "")
	c.answer("one").Key = "message-of-mine"
	c.answer("two").Owner = owned("a")
	c.call("book_hut", "{}", "")
	c.add(store.Block{Kind: store.Reasoning, Key: "r"})
	l := transcript.New(transcript.Options{Width: w, Height: h, Method: m, Theme: theme.Plain()})
	l.Sync(c, c.taken())
	return c, l, transcript.NewFragments(l)
}

func TestFragments_MakesEverythingVisible(t *testing.T) {
	for name, row := range map[string]struct{ text, want string }{
		"blanks at the ends":           {" a b  ", "·a b··"},
		"a line end":                   {"a\nb\r", "a␊b␍"},
		"an escape":                    {"\x1b[2J", "␛[2J"},
		"what is invisible":            {"\u202eevil\u200b", "<U+202E>evil<U+200B>"},
		"the first half of a pair":     {"x\xed\xa0\xbd", "x<U+D83D>"},
		"a joiner that joins nothing":  {"\u200d💻", "<U+200D>💻"},
		"a joiner at the end":          {"a\u200d", "a<U+200D>"},
		"a mark without a letter":      {"\u0301", "<U+0301>"},
		"a cluster that is whole":      {"e\u0301 한국", "e\u0301 한국"},
		"nothing":                      {"", "(empty)"},
		"nothing but blanks":           {"  ", "··"},
		"a byte that is no UTF-8":      {"\xff", "<FF>"},
		"a JSON escape stays as it is": {`\n`, `\n`},
	} {
		c, _, f := newCuttings(100, 1, cell.Grapheme)
		c.piece(0, row.text)
		got := unstyled(f.View()[0])
		if !strings.HasSuffix(got, "text …of-mine        "+row.want) {
			t.Errorf("%s: %q, want %q at the end", name, got, row.want)
		}
	}
}

func TestFragments_SaysWhoseAndWhen(t *testing.T) {
	c, _, f := newCuttings(100, 4, cell.WcWidth)
	c.piece(0, "first")
	c.piece(1001, "by scout")
	c.piece(2, `{"a"`)
	c.piece(3, "hm")
	got := unstyled(strings.Join(f.View(), "\n"))
	for _, want := range []string{"14:02:00", "+1s │ scout", "text", "+2ms", "args book_… book_hut", "thought r", `{"a"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
}

func TestFragments_FitsWhateverComes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := cell.Method(rapid.IntRange(0, 1).Draw(t, "method"))
		w, h := rapid.IntRange(0, 130).Draw(t, "width"), rapid.IntRange(0, 20).Draw(t, "height")
		c, l, f := newCuttings(w, h, m)
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			n := rapid.IntRange(0, 4000).Draw(t, "n")
			touchFragments(f, n)
			c.piece(n, texts().Draw(t, "text"))
			if n%5 == 0 {
				c.gone += n % (len(c.pieces) + 1 - c.gone)
			}
			if n%7 == 0 {
				w = n % 100
				l.SetSize(w, h)
			}
			check(t, f.View(), w, h, m)
		}
	})
}

// touchFragments is one thing that the user does.
func touchFragments(f *transcript.Fragments, n int) {
	switch n % 9 {
	case 0:
		f.ScrollBy(n%30 - 15)
	case 1:
		f.PageUp()
	case 2:
		f.PageDown()
	case 3:
		f.Top()
	case 4:
		f.Bottom()
	case 5:
		f.CursorDown()
	case 6:
		f.CursorUp()
	case 7:
		f.SelectAt(n % 20)
	default:
	}
}

func TestFragments_IsAWindowOfAllLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(4, 100).Draw(t, "width"), rapid.IntRange(1, 8).Draw(t, "height")
		c, l, f := newCuttings(w, h, cell.WcWidth)
		for i := range rapid.IntRange(1, 20).Draw(t, "pieces") {
			c.piece(i, strings.Repeat("word ", rapid.IntRange(0, 40).Draw(t, "words")))
		}
		f.View()
		for range 10 {
			touchFragments(f, rapid.IntRange(0, 4000).Draw(t, "n"))
			c.gone += rapid.IntRange(0, 1+(len(c.pieces)-c.gone)/4).Draw(t, "gone") % (len(c.pieces) - c.gone + 1)
		}
		window := unstyled(strings.Join(f.View(), "\n"))
		whole := transcript.NewFragments(l)
		l.SetSize(w, 10_000)
		all := strings.TrimRight(unstyled(strings.Join(whole.View(), "\n")), "\n")
		window = strings.TrimRight(strings.ReplaceAll(window, "▌", " "), "\n")
		if !strings.Contains("\n"+all+"\n", "\n"+window+"\n") {
			t.Fatalf("\n%s\nis not a part of\n%s", window, all)
		}
		if f.Following() && !strings.HasSuffix(all, window) {
			t.Fatalf("it follows and shows\n%s\nof\n%s", window, all)
		}
	})
}

func TestFragments_StaysWhereItIsRead(t *testing.T) {
	c, _, f := newCuttings(80, 10, cell.WcWidth)
	for i := range 100 {
		c.piece(i, fmt.Sprintf("piece %d", i))
	}
	if s := text(f.View()); !strings.Contains(s, "piece 99") {
		t.Fatalf("it does not start at the end:\n%s", s)
	}
	f.ScrollBy(-30)
	before := text(f.View())
	c.piece(1, "news")
	if text(f.View()) != before || f.NewBelow() != 1 {
		t.Errorf("%d new; the view is\n%s\nwas\n%s", f.NewBelow(), text(f.View()), before)
	}
	f.ScrollBy(1000)
	if s := text(f.View()); !strings.Contains(s, "news") || !f.Following() || f.NewBelow() != 0 {
		t.Errorf("at the end, following %v:\n%s", f.Following(), s)
	}
	f.CursorUp()
	f.CursorUp()
	if d, ok := f.Selected(); !ok || string(d.Text) != "piece 99" || f.Following() {
		t.Errorf("selected %q", d.Text)
	}
}

func TestFragments_SayWhatIsNoLongerKept(t *testing.T) {
	const first = "earlier pieces are no longer kept: 40"
	c, _, f := newCuttings(80, 10, cell.WcWidth)
	for i := range 100 {
		c.piece(i, fmt.Sprintf("piece %d", i))
	}
	f.ScrollBy(-75)
	f.View()
	f.CursorDown()
	if s := text(f.View()); !strings.Contains(s, "piece 15") || strings.Contains(s, "no longer") {
		t.Fatalf("before:\n%s", s)
	}
	c.gone = 40
	s := unstyled(text(f.View()))
	if !strings.HasPrefix(s, " "+first+"\n") || !strings.Contains(s, "piece 40") || strings.Contains(s, "▌") {
		t.Errorf("the window did not go to the first piece that is kept:\n%s", s)
	}
	if d, ok := f.Selected(); ok {
		t.Errorf("%q is selected, which is gone", d.Text)
	}
	f.CursorDown()
	if d, _ := f.Selected(); string(d.Text) != "piece 40" {
		t.Errorf("%q is selected, want the first one", d.Text)
	}
	f.Bottom()
	f.View()
	f.Top()
	if s := unstyled(text(f.View())); !strings.HasPrefix(s, " "+first+"\n") {
		t.Errorf("the top is\n%s", s)
	}
	f.ScrollBy(1)
	if s := unstyled(text(f.View())); strings.Contains(s, "no longer") || !strings.Contains(s, "piece 49") {
		t.Errorf("a line further:\n%s", s)
	}
	c.gone = 100
	if s := strings.TrimSpace(unstyled(text(f.View()))); s != "earlier pieces are no longer kept: 100" {
		t.Errorf("all are gone:\n%s", s)
	}
}

func TestFragments_CostAWindow(t *testing.T) {
	reads := func(n int) int {
		c, _, f := newCuttings(80, 40, cell.WcWidth)
		for i := range n {
			c.piece(i, "word ")
		}
		c.reads = 0
		f.View()
		for range 20 {
			f.PageUp()
			f.View()
		}
		f.Top()
		f.Select(n / 2)
		f.View()
		return c.reads
	}
	if few, many := reads(2000), reads(200_000); many > few+100 {
		t.Errorf("%d pieces are read of 200,000, %d of 2,000", many, few)
	}
}

func TestFragments_LookLikeThis(t *testing.T) {
	for _, w := range []int{40, 80, 200} {
		c, _, f := newCuttings(w, 12, cell.WcWidth)
		for i, piece := range []string{"Two paths", " lead ", `{"hut":`, "hm\n", "up. ", "", "\u202e\x1b[2J", strings.Repeat("long ", 20)} {
			c.piece(i*37, piece)
		}
		f.CursorUp()
		golden(t, fmt.Sprint("fragments-", w), f.View())
	}
}
