package transcript_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
)

// clusters are texts that change when they are cut, or that join what stands
// before them. None has a meaning in Markdown.
func clusters() *rapid.Generator[string] {
	part := rapid.SampledFrom([]string{
		"👨‍👩‍👧‍👦", "👍🏽", "👩🏾‍🌾", "🏳️‍🌈", "🇩🇪", "🇰🇷🇯🇵", "1️⃣", "❤️", "☺︎", "e\u0301", "tiê\u0301ng", "\u1112\u1161\u11ab", "가\u11a8", "한국어",
		"日本語。", "が", "ｶﾞ", "漢\U000e0100", "กำ", "น้ำใจ", "ที่", "क्षि", "नमस्ते", "கோ", "ন্ত", "ക്ഷ", "مَرْحَبًا", "שָׁלוֹם", "𝅘𝅥", "𐍈", "z\u0335\u0336",
		"word ", "and ", "x", "7 ", "\x1b[31m", "\u202e", "\u200b", "\ufffd", "\u0000", "…", "💻", "\u200d", "🏽", "\u0301",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(part, 1, 12).Draw(t, "clusters"), "")
	})
}

// cutUTF16 cuts a text between the units of UTF-16, as a JavaScript server does.
func cutUTF16(t *rapid.T, s string) []string {
	units := utf16.Encode([]rune(s))
	var out []string
	for len(units) > 0 {
		n := min(rapid.IntRange(1, 5).Draw(t, "units"), len(units))
		var b []byte
		for i := 0; i < n; i++ {
			u := rune(units[i])
			switch {
			case !utf16.IsSurrogate(u):
				b = utf8.AppendRune(b, u)
			case i+1 < n && utf16.DecodeRune(u, rune(units[i+1])) != utf8.RuneError:
				b = utf8.AppendRune(b, utf16.DecodeRune(u, rune(units[i+1])))
				i++
			default:
				b = append(b, 0xED, 0x80|byte(u>>6&0x3F), 0x80|byte(u&0x3F))
			}
		}
		out = append(out, string(b))
		units = units[n:]
	}
	return out
}

// begin stands before the text that is looked at.
const begin = "BEGIN"

// shown is what a screen of wide lines shows after begin, without blanks.
func shown(t *rapid.T, d *driver) string {
	for _, row := range d.view() {
		if _, rest, ok := strings.Cut(unstyled(row), begin); ok {
			return strings.ReplaceAll(rest, " ", "")
		}
	}
	t.Fatalf("%s is not on the screen", begin)
	return ""
}

// opened is a list with a message or a thought that begins.
func opened(t *rapid.T, m cell.Method) (*driver, *store.Block) {
	d := newDriver(4000, 20, m)
	b := d.add(store.Block{
		Kind: rapid.SampledFrom([]store.Kind{store.Message, store.Reasoning}).Draw(t, "kind"), Role: agui.RoleAssistant,
	})
	d.write(b, begin+".") // a mark that comes first sits on the stop
	d.view()
	return d, b
}

func TestView_ShowsPrefixesOfTheFinalText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, prefixesHold)
}

func FuzzViewShowsPrefixes(f *testing.F) { f.Fuzz(rapid.MakeFuzz(prefixesHold)) }

func prefixesHold(t *rapid.T) {
	m := cell.Method(rapid.IntRange(0, 1).Draw(t, "method"))
	d, b := opened(t, m)
	text := clusters().Draw(t, "text")
	var frames []string
	for _, piece := range cutUTF16(t, text) {
		d.write(b, piece)
		d.now = d.now.Add(10 * time.Millisecond)
		frames = append(frames, shown(t, d))
	}
	d.finishBlock(b, 0, "")
	d.list.Select(0)
	d.list.SetLevel(2)
	final := shown(t, d)
	for i, now := range frames {
		if !strings.HasPrefix(norm.NFD.String(final), norm.NFD.String(now)) {
			t.Fatalf("frame %d showed %q, the final text is %q", i, now, final)
		}
		if was, is := cell.Width(now, m), cell.Width(prefixOf(final, now), m); was != is {
			t.Fatalf("frame %d showed %q, %d cells wide; it became %q of %d", i, now, was, prefixOf(final, now), is)
		}
	}
}

// prefixOf is what became of the prefix that was shown: letters that were
// shown may have got a mark since, which takes no cell.
func prefixOf(final, shown string) string {
	n := 0
	for range []rune(norm.NFD.String(shown)) {
		n++
	}
	for i := range final {
		if len([]rune(norm.NFD.String(final[:i]))) >= n {
			return final[:i]
		}
	}
	return final
}

func TestView_ShowsEverythingSoonAfterSilence(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := cell.Method(rapid.IntRange(0, 1).Draw(t, "method"))
		d, b := opened(t, m)
		all := ""
		for range rapid.IntRange(1, 6).Draw(t, "pieces") {
			all += clusters().Draw(t, "text")
			d.write(b, all[len(b.Text.Bytes)-len(begin)-1:])
			d.view()
			for limit := d.now.Add(200 * time.Millisecond); ; d.view() {
				wake := d.list.Wake(d.now)
				if wake == 0 || d.now.Add(wake).After(limit) {
					break
				}
				d.now = d.now.Add(wake)
			}
			want := strings.ReplaceAll(cell.Canonical(begin+"."+all, m), " ", "")
			if got := begin + shown(t, d); got != want {
				t.Fatalf("after 200 ms of silence it shows %q, want %q", got, want)
			}
		}
	})
}

func TestView_FitsInBothWaysToCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(2, 130).Draw(t, "width"), rapid.IntRange(1, 30).Draw(t, "height")
		d := newDriver(w, h, cell.WcWidth)
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			d.stream(rapid.IntRange(0, 4000).Draw(t, "event"), rapid.OneOf(texts(), clusters()).Draw(t, "text"))
			lines := d.view()
			check(t, lines, w, h, cell.WcWidth)
			check(t, lines, w, h, cell.Grapheme)
		}
	})
}

func TestView_StaysWhenWhatStreamsBelowBecomesATable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		h := rapid.IntRange(4, 20).Draw(t, "height")
		d := newDriver(rapid.IntRange(30, 90).Draw(t, "width"), h, cell.WcWidth)
		b := d.add(store.Block{Kind: store.Message, Role: agui.RoleAssistant})
		for i := range h + 6 {
			d.write(b, fmt.Sprintf("paragraph %d\n\n", i))
		}
		d.view()
		d.list.ScrollBy(-rapid.IntRange(1, h/2).Draw(t, "up"))
		first := d.view()[0]
		if d.list.Following() {
			return
		}
		// What is a paragraph of many lines while it comes is a table of few.
		table := "| one | " + strings.Repeat("long words that wrap ", 12) + "| " + strings.Repeat("and more ", 20) + "|\n|---|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n\nend\n"
		for len(table) > 0 {
			n := min(rapid.IntRange(1, 60).Draw(t, "piece"), len(table))
			d.write(b, table[:n])
			table = table[n:]
			d.now = d.now.Add(16 * time.Millisecond)
			if now := d.view()[0]; now != first {
				t.Fatalf("the first line was %q, is %q", first, now)
			}
		}
		d.end(b, store.Done)
		if now := d.view()[0]; now != first {
			t.Fatalf("at the end the first line is %q, was %q", now, first)
		}
	})
}

func TestView_StaysWhenBlocksAboveFoldOrGrow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := newDriver(60, rapid.IntRange(3, 12).Draw(t, "height"), cell.WcWidth)
		var above []*store.Block
		for i := range 6 {
			b := d.add(store.Block{Kind: store.Reasoning})
			d.write(b, fmt.Sprintf("thought %d\n", i)+strings.Repeat("more of it\n", 5))
			above = append(above, b)
		}
		for i := range 20 {
			d.answer(fmt.Sprintf("answer %d\n\nits second line", i))
		}
		d.view()
		d.list.ScrollBy(-rapid.IntRange(2, 8).Draw(t, "up"))
		first := d.view()[0]
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			b := above[rapid.IntRange(0, len(above)-1).Draw(t, "block")]
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				d.list.FoldAll(store.Reasoning)
			case 1:
				d.write(b, "\nand on it goes")
			case 2:
				d.end(b, store.Done)
			default:
				d.list.ShowKind(store.Reasoning, rapid.Bool().Draw(t, "shown"))
			}
			d.now = d.now.Add(time.Second)
			if now := d.view()[0]; now != first {
				t.Fatalf("the first line was %q, is %q", first, now)
			}
		}
	})
}
