package cell_test

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"agtui/ui/cell"
)

func TestGate_HoldsBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in    []string
		shown []string
	}{
		"ASCII passes":                    {[]string{"abc", "d e"}, []string{"abc", "d e"}},
		"a digit waits for a keycap":      {[]string{"n 1", "2 x"}, []string{"n ", "12 x"}},
		"an emoji waits for a joiner":     {[]string{"a👩", "\u200d", "👧", "b"}, []string{"a", "", "", "👩\u200d👧b"}},
		"half a flag":                     {[]string{"🇩", "🇪", "x"}, []string{"", "", "🇩🇪x"}},
		"half a pair and what it sits on": {[]string{"👍\xed\xa0\xbc", "\xed\xbf\xbd", "!"}, []string{"", "", "👍🏽!"}},
		"a rune cut in its bytes":         {[]string{"a\xf0\x9f", "\x98\x80", " "}, []string{"", "a", "😀 "}},
		"Latin with a mark passes":        {[]string{"e\u0301", "x"}, []string{"e\u0301", "x"}},
		"CR waits for LF":                 {[]string{"a\r", "\nb"}, []string{"a", "\r\nb"}},
		"Thai waits for SARA AM":          {[]string{"ก", "ำ", " "}, []string{"", "", "กำ "}},
		"an open syllable waits":          {[]string{"가", "\u11a8", "."}, []string{"", "", "가\u11a8."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var g cell.Gate
			for i, in := range c.in {
				if got := string(g.Push([]byte(in))); got != c.shown[i] {
					t.Errorf("piece %d %q shows %q, want %q", i, in, got, c.shown[i])
				}
			}
		})
	}
}

func TestGate_ReleasesAnEndlessChain(t *testing.T) {
	t.Parallel()
	var g cell.Gate
	shown := 0
	for range 1000 {
		shown += len(g.Push([]byte("\u200d👩")))
		if g.Held() > 128 {
			t.Fatalf("holds %d bytes", g.Held())
		}
	}
	if shown == 0 {
		t.Error("shows nothing")
	}
}

// cutUTF16 cuts a text at positions of UTF-16, as a JavaScript server does:
// halves become WTF-8.
func cutUTF16(s string, sizes func() int) []string {
	units := utf16.Encode([]rune(s))
	var out []string
	for len(units) > 0 {
		n := min(max(sizes(), 1), len(units))
		var b []byte
		for i := 0; i < n; i++ {
			u := rune(units[i])
			if utf16.IsSurrogate(u) {
				if i+1 < n {
					if r := utf16.DecodeRune(u, rune(units[i+1])); r != utf8.RuneError {
						b = utf8.AppendRune(b, r)
						i++
						continue
					}
				}
				b = append(b, 0xED, 0x80|byte(u>>6&0x3F), 0x80|byte(u&0x3F))
				continue
			}
			b = utf8.AppendRune(b, u)
		}
		out = append(out, string(b))
		units = units[n:]
	}
	return out
}

// checkGate pushes pieces and checks everything that was shown on the way
// against the final text. It returns the fault.
func checkGate(parts []string, whole string) string {
	var g cell.Gate
	final := cell.Clean(whole)
	var shown strings.Builder
	for _, p := range parts {
		shown.Write(g.Push([]byte(p)))
		if g.Held() > 128 {
			return "holds too much"
		}
		now := cell.Clean(shown.String())
		if !strings.HasPrefix(final, now) {
			return "shown " + now + " is not a prefix of " + final
		}
		if fault := settledWidths(final, now); fault != "" {
			return fault
		}
	}
	shown.Write(g.Release())
	if got := cell.Clean(shown.String()); got != final {
		return "all that was shown is " + got
	}
	return ""
}

// settledWidths checks that the last cluster of what is shown has the width
// that it has in the final text, in both methods.
func settledWidths(final, now string) string {
	if now == "" {
		return ""
	}
	parts := clusters(now)
	last := parts[len(parts)-1]
	at := len(now) - len(last)
	whole := clusters(final[at:])[0]
	for _, m := range []cell.Method{cell.WcWidth, cell.Grapheme} {
		a, b := cell.Canonical(last, m), cell.Canonical(whole, m)
		if m == cell.WcWidth && strings.HasPrefix(standing(b), standing(a)) {
			continue // its cells stay, more come behind them
		}
		if cell.Width(a, m) != cell.Width(b, m) {
			return last + " became " + whole
		}
	}
	return ""
}

// standing is what takes cells of its own where a terminal counts rune by
// rune; the marks on it may come in another order.
func standing(s string) string {
	return strings.Map(func(r rune) rune {
		if cell.Width(string(r), cell.WcWidth) == 0 {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

func TestGate_ShownTextNeverChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := strings.ToValidUTF8(texts().Draw(t, "s"), "\ufffd")
		parts := cutUTF16(s, func() int { return rapid.IntRange(1, 6).Draw(t, "n") })
		if fault := checkGate(parts, s); fault != "" {
			t.Fatalf("%q in %q: %s", s, parts, fault)
		}
	})
}

func FuzzGate(f *testing.F) {
	for i, s := range hard() {
		f.Add(s+s, uint8(i))
		f.Add("x"+s+"y"+s, uint8(i*7))
	}
	f.Fuzz(func(t *testing.T, s string, seed uint8) {
		if len(s) > 384 {
			t.Skip("each prefix is checked, and three times what the gate may hold is enough")
		}
		s = strings.ToValidUTF8(s, "\ufffd")
		n := int(seed)
		parts := cutUTF16(s, func() int { n = n*37 + 11; return n>>3%5 + 1 })
		if fault := checkGate(parts, s); fault != "" {
			t.Fatalf("%q in %q: %s", s, parts, fault)
		}
	})
}

func TestGate_FastPathDoesNotAllocate(t *testing.T) {
	var g cell.Gate
	ascii, cjk, emoji := []byte("word"), []byte("漢字"), []byte("😀 ok")
	n := testing.AllocsPerRun(1000, func() {
		g.Push(ascii)
		g.Push(cjk)
		g.Push(emoji)
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
