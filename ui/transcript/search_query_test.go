package transcript_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"agtui/ui/cell"
	"agtui/ui/transcript"
)

func TestParseQuery_IgnoresCaseUnlessThereIsACapital(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, query, text string
		want              bool
	}{
		{"small letters", "gpu", "a GPU cloud", true},
		{"a capital", "GPU", "a gpu cloud", false},
		{"a capital that is there", "GPU", "a GPU cloud", true},
		{"letters beyond ASCII", "straße", "STRASSE", false},
		{"Greek", "σίσυφος", "ΣΊΣΥΦΟΣ", true},
		{"Cyrillic", "привет", "Привет", true},
		{"no case", "서울", "비 오는 서울", true},
		{"a blank for a line end", "two lines", "two\nlines", true},
		{"marks stand for themselves", "a.c", "abc", false},
		{"a path is a text", "/etc/hosts", "see /etc/hosts", true},
		{"two slashes are a text", "//", "a // b", true},
		{"an expression", "/a.c/", "xABCx", true},
		{"an expression with a capital", "/A.c/", "xabcx", false},
		{"a class is no capital", `/\S+\W\pL/`, "ab c", true},
		{"a class in braces is no capital", `/\p{Lu}b/`, "ab", true},
		{"the name of a group is no capital", `/(?P<Name>a)/`, "A", true},
		{"the start of a line", "/^b/", "a\nb", true},
		{"an expression stays on its line", `/a\sb/`, "a\nb", false},
		{"nothing", "", "abc", false},
		{"an expression that finds nothing long", "/x*/", "abc", false},
	} {
		if got := query(t, tt.query).Matches(tt.text); got != tt.want {
			t.Errorf("%s: %q in %q: %v", tt.name, tt.query, tt.text, got)
		}
	}
}

func TestParseQuery_SaysWhyAnExpressionIsNone(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"/a(b/": "missing closing )", "/*/": "missing argument to repetition operator: *", "/[z-a]/": "invalid character class range: z-a",
	} {
		q, err := transcript.ParseQuery(s)
		if err == nil || !strings.HasSuffix(err.Error(), want) || !q.Empty() || q.String() != s {
			t.Errorf("%s: %v, %q", s, err, q.String())
		}
	}
}

// naive counts hits by looking at everything at once.
func naive(text, want string) int {
	if len(want) > 2 && want[0] == '/' && want[len(want)-1] == '/' {
		re, n := regexp.MustCompile("(?i)"+want[1:len(want)-1]), 0
		for line := range strings.SplitSeq(text, "\n") {
			for _, m := range re.FindAllString(line, -1) {
				n += min(len(m), 1)
			}
		}
		return n
	}
	fold := strings.IndexFunc(want, unicode.IsUpper) < 0
	have, need := []rune(text), []rune(want)
	n := 0
	for i := 0; i+len(need) <= len(have); {
		part := string(have[i : i+len(need)])
		blanks := strings.NewReplacer("\n", " ", "\t", " ", "\r", " ")
		if part := blanks.Replace(part); part == want || fold && strings.EqualFold(part, want) {
			n++
			i += len(need)
			continue
		}
		i++
	}
	return n
}

// FuzzQuery reads any query, looks through any text and marks it.
func FuzzQuery(f *testing.F) {
	f.Add("needle", "a needle\nin 서울 and NEEDLE", 2, 9)
	f.Add("/a(b|c)+/", "abcabc", 0, 3)
	f.Add("/[/", "\x1b[31m", 1, 2)
	f.Add("k", "K\u212a", 0, 1)
	f.Fuzz(func(t *testing.T, want, in string, from, to int) {
		q, err := transcript.ParseQuery(want)
		if err != nil {
			if !q.Empty() {
				t.Fatal("an expression that is none finds something")
			}
			return
		}
		if regular := len(want) > 2 && want[0] == '/' && want[len(want)-1] == '/'; !regular && want != "" && strings.ToValidUTF8(in, "") == in {
			want = strings.ToValidUTF8(want, "\uFFFD")
			want = strings.NewReplacer("\n", "\n", "\t", "\t").Replace(want)
			if got := q.Matches(in); got != (naive(in, want) > 0) && !strings.ContainsAny(want, " ") {
				t.Fatalf("%q in %q: %v", want, in, got)
			}
		}
		d := newDriver(30, 8, cell.WcWidth)
		b := d.open(0, "x")
		d.view()
		d.list.Search(q)
		for _, piece := range []string{in[:len(in)/2], in[len(in)/2:]} {
			d.write(b, piece)
			d.searched()
			check(t, d.view(), 30, 8, cell.WcWidth)
			d.list.SearchNext(1)
		}
		paintHolds(t, []string{in, want}, from, to, to, from)
	})
}
