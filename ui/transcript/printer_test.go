package transcript_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"agtui/ui/transcript"
)

func TestPrinter_PrintsLikeIndent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := jsonText(t, 4)
		cut := rapid.IntRange(0, len(src)).Draw(t, "cut")
		var want bytes.Buffer
		if err := json.Indent(&want, []byte(src), "", "  "); err != nil {
			t.Fatal(err)
		}
		if got := transcript.Print(src[:cut], src[cut:]); got != want.String() {
			t.Fatalf("got\n%s\nwant\n%s", got, want.String())
		}
	})
}

// jsonText draws an object without escapes and blanks at its ends.
func jsonText(t *rapid.T, depth int) string {
	word := rapid.StringMatching(`[a-z ,:{}\[\]]{0,6}`)
	n := rapid.IntRange(0, 3).Draw(t, "n")
	out := "{"
	for i := range n {
		if i > 0 {
			out += " ,\n"
		}
		out += `"` + word.Draw(t, "key") + `" : `
		switch k := rapid.IntRange(0, 3).Draw(t, "kind"); {
		case k == 0 && depth > 0:
			out += jsonText(t, depth-1)
		case k == 1 && depth > 0:
			out += "[" + jsonText(t, depth-1) + ", 12.50,[ ]]"
		case k == 2:
			out += `"` + word.Draw(t, "value") + `"`
		default:
			out += "null"
		}
	}
	return out + "}"
}

func TestPrinter_ShowsWhatIsNotJSON(t *testing.T) {
	for name, row := range map[string]struct{ in, want string }{
		"text passes":                    {"hello  world", "hello  world"},
		"bare words keep their distance": {"{a b}", "{\n  a b\n}"},
		"visible escapes become letters": {`["\uc548\ud83d\ude00"]`, "[\n  \"안😀\"\n]"},
		"others stay":                    {`["\u001b\u0022\ud83dx\u12"]`, "[\n  \"\\u001b\\u0022\\ud83dx\\u12\"\n]"},
		"an escape that never ends":      {`["\u1`, "[\n  \"\\u1"},
		"closing what was never opened":  {"{}]]", "{}\n]\n]"},
		"two values":                     {"{}{}", "{}{}"},
	} {
		if got := transcript.Print(row.in); got != row.want {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
		var pieces []string
		for i := range len(row.in) {
			pieces = append(pieces, row.in[i:i+1])
		}
		if got := transcript.Print(pieces...); got != row.want {
			t.Errorf("%s, in pieces: %q, want %q", name, got, row.want)
		}
	}
}
