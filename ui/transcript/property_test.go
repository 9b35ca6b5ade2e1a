package transcript_test

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// hostile are texts that break careless layouts.
func hostile() []string {
	return []string{
		"", "a", "plain words in a row ", "\n", "\n\n", "# head\n", "- item\n", "```go\n", "| a | b |\n|---|---|\n",
		"👩🏽‍💻", "👩", "\u200d", "💻", "🇩", "🇪", "คำ", "क्षि", "한국어 ", "日本語", "e\u0301", "\x1b[31mred", "\x1b]0;t\x07",
		"\u009b5A", "\u202eevil", "\t", "\r", "\x00", "\xff\xfe", "\xed\xa0\xbd", "\xed\xb8\x80",
		`{"q":"gpu`, `","n":[1,2,{"x":"\ud83d`, `\ude00\u0007"}]}`, strings.Repeat("long", 60), strings.Repeat("x y ", 90),
		"diff --git a b\n--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n", `[{"a":1},{"b":"` + strings.Repeat("z", 80) + `"}]`,
	}
}

func texts() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom(hostile()), rapid.String())
}

// check fails when a screen breaks a rule that always holds.
func check(t interface{ Fatalf(string, ...any) }, lines []string, w, h int, m cell.Method) {
	if len(lines) != h {
		t.Fatalf("%d lines, want %d", len(lines), h)
	}
	for i, ln := range lines {
		text := unstyled(ln)
		if strings.Contains(ln, "\x1b") && !strings.HasSuffix(ln, theme.Reset) &&
			strings.LastIndex(ln, theme.Reset) < strings.LastIndex(ln, "\x1b") {
			t.Fatalf("line %d does not end reset: %q", i, ln)
		}
		if got := cell.Width(text, m); got > w {
			t.Fatalf("line %d is %d wide, want at most %d: %q", i, got, w, text)
		}
		for _, r := range text {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
				t.Fatalf("line %d has %U: %q", i, r, text)
			}
		}
	}
}

// unstyled takes out SGR and nothing else.
func unstyled(s string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return r != ';' && r != ':' && (r < '0' || r > '9') })
		if end < 0 || rest[end] != 'm' {
			b.WriteString("\x1b[")
			s = rest
			continue
		}
		s = rest[end+1:]
	}
}

func TestView_FitsWhateverComes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := cell.Method(rapid.IntRange(0, 1).Draw(t, "method"))
		w, h := rapid.IntRange(0, 130).Draw(t, "width"), rapid.IntRange(0, 40).Draw(t, "height")
		d := newDriver(w, h, m)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			d.stream(rapid.IntRange(0, 4000).Draw(t, "event"), texts().Draw(t, "text"))
			check(t, d.view(), w, h, m)
		}
	})
}

// streamBeside is stream, but leaves one block as it is: its first line has
// the state of the block, its last line may still grow.
func (d *driver) streamBeside(block, n int, text string) {
	live := d.live
	d.live = nil
	for _, b := range live {
		if b.ID != block {
			d.live = append(d.live, b)
		}
	}
	kept := len(d.live) < len(live)
	d.stream(n, text)
	if kept {
		d.live = append(d.live, d.blocks[block])
	}
}

func TestView_DrawsPiecesLikeTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(1, 100).Draw(t, "width")
		kind := rapid.IntRange(0, 17).Draw(t, "kind")
		pieces := rapid.SliceOfN(texts(), 1, 12).Draw(t, "pieces")
		one, all := newDriver(w, 30, cell.Grapheme), newDriver(w, 30, cell.Grapheme)
		a, b := one.open(kind, "name"), all.open(kind, "name")
		for _, p := range pieces {
			one.write(a, p)
			one.view()
			one.now = one.now.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "ms")) * time.Millisecond)
		}
		b.Text.Bytes = agui.AppendText(nil, string(a.Text.Bytes))
		all.now = one.now
		for _, d := range []*driver{one, all} {
			d.finishBlock(d.blocks[0], 0, "result")
			d.view()
			d.list.Select(0)
			d.list.SetLevel(transcript.LevelFull)
		}
		x, y := strings.Join(one.view(), "\n"), strings.Join(all.view(), "\n")
		if x != y {
			t.Fatalf("in pieces:\n%s\nwhole:\n%s", x, y)
		}
	})
}

func TestView_HoldsBackHalfAnEmoji(t *testing.T) {
	for _, kind := range []store.Kind{store.Message, store.Reasoning} {
		d := newDriver(40, 6, cell.Grapheme)
		b := d.add(store.Block{Kind: kind, Role: agui.RoleAssistant})
		d.write(b, "seats ")
		d.view()
		for _, piece := range []string{"👩", "🏽", "\u200d"} {
			d.write(b, piece)
			d.now = d.now.Add(20 * time.Millisecond)
			if s := strings.Join(d.view(), ""); strings.Contains(s, "👩") {
				t.Errorf("kind %d shows a piece: %q", kind, s)
			}
		}
		d.write(b, "💻 ")
		if s := strings.Join(d.view(), ""); !strings.Contains(s, "👩🏽‍💻") {
			t.Errorf("kind %d lacks the whole: %q", kind, s)
		}
		d.write(b, "🇩")
		d.view()
		wake := d.list.Wake(d.now)
		if wake <= 0 || wake > 150*time.Millisecond {
			t.Fatalf("wakes after %v", wake)
		}
		d.now = d.now.Add(wake)
		if s := strings.Join(d.view(), ""); !strings.Contains(s, "🇩") {
			t.Errorf("kind %d never shows what was held back: %q", kind, s)
		}
	}
}
