package agui_test

import (
	"encoding/json"
	"testing"

	"agtui/stream/agui"
)

func TestUnquote_ReadsEveryString(t *testing.T) {
	rows := []struct{ name, in, want string }{
		{"plain text", `"abc"`, "abc"},
		{"escapes", `"\"\\\/\b\f\n\r\t\u0041"`, "\"\\/\b\f\n\r\tA"},
		{"a pair of escapes", `"\ud83d\ude00"`, "😀"},
		{"a high half alone", `"a\ud83d"`, "a\xed\xa0\xbd"},
		{"a low half alone", `"\ude00b"`, "\xed\xb8\x80b"},
		{"two halves in the wrong order", `"\ude00\ud83d"`, "\xed\xb8\x80\xed\xa0\xbd"},
		{"a high half before another escape", `"\ud83d\n"`, "\xed\xa0\xbd\n"},
		{"bytes that are not UTF-8", "\"a\xffb\xed\xa0\xbdc\"", "a\uFFFDb\uFFFD\uFFFD\uFFFDc"},
		{"space around it", " \"a\"\n", "a"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got, ok := agui.Unquote(agui.Raw(row.in)); !ok || got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
	for _, in := range []string{``, `1`, `"a`, `"a"b`, `"\x"`, `"\ud8"`, "\"\n\"", `["a"]`} {
		if got, ok := agui.Unquote(agui.Raw(in)); ok {
			t.Errorf("%q reads as %q", in, got)
		}
	}
}

func TestAppendText_JoinsHalvesAtTheSeam(t *testing.T) {
	const high, low = "\xed\xa0\xbd", "\xed\xb8\x80"
	rows := []struct{ name, a, b, want string }{
		{"two halves become one", "x" + high, low + "y", "x😀y"},
		{"a high half before text stays", high, "y", high + "y"},
		{"a low half after text stays", "한", low, "한" + low},
		{"two high halves stay", high, high, high + high},
		{"nothing after a high half", high, "", high},
		{"a letter that begins with the same byte", high, "퟿", high + "퟿"},
		{"a letter that begins with the same byte before it", "퟿", low, "퟿" + low},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := string(agui.AppendText([]byte(row.a), row.b)); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

func TestAppendString_WritesWhatReadsBack(t *testing.T) {
	rows := []struct{ name, in, want string }{
		{"plain text", "a<b>&c/\u2028", `"a<b>&c/` + "\u2028" + `"`},
		{"what must be escaped", "\"\\\n\r\t\x00\x1f\x7f", `"\"\\\n\r\t\u0000\u001f` + "\x7f" + `"`},
		{"halves", "\xed\xa0\xbdx\xed\xb8\x80", `"\ud83dx\ude00"`},
		{"bytes that are not UTF-8", "a\xff\xed\xa0", `"a` + "\uFFFD\uFFFD\uFFFD" + `"`},
		{"a replacement character", "\uFFFD", `"` + "\uFFFD" + `"`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := string(agui.AppendString(nil, row.in)); got != row.want {
				t.Errorf("got %s, want %s", got, row.want)
			}
		})
	}
}

func TestCompact_TakesOnlySpaceBetweenTokens(t *testing.T) {
	const in = " { \"a b\" : [ 1.0 ,\t\"c \\\" d\\\\\" , {} ] ,\r\n\"e\":-0 } "
	if got := string(agui.Compact([]byte("x"), agui.Raw(in))); got != `x{"a b":[1.0,"c \" d\\",{}],"e":-0}` {
		t.Errorf("got %s", got)
	}
}

func TestValid_StopsAtMaxDepth(t *testing.T) {
	nest := func(n int) []byte {
		b := make([]byte, 0, 2*n)
		for range n {
			b = append(b, '[')
		}
		for range n {
			b = append(b, ']')
		}
		return b
	}
	if !agui.Valid(nest(agui.MaxDepth)) {
		t.Error("the deepest is refused")
	}
	if agui.Valid(nest(agui.MaxDepth + 1)) {
		t.Error("deeper than that is accepted")
	}
	if !json.Valid(nest(agui.MaxDepth + 1)) {
		t.Error("the test's own JSON is wrong")
	}
}
