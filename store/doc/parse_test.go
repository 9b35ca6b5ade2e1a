package doc_test

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"agtui/store/doc"
	"agtui/stream/agui"
)

func mustParse(tb testing.TB, text string) *doc.Value {
	tb.Helper()
	v, err := doc.Parse(agui.Raw(text))
	if err != nil {
		tb.Fatalf("Parse(%.60q): %v", text, err)
	}
	return v
}

func TestParse_KeepsWhatWasWritten(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"number text stays", `[1.0,1e2,-0,12345678901234567890,0.10]`, ""},
		{"key order stays", `{"z":1,"a":2,"10":3,"2":4}`, ""},
		{"white space goes", " { \"a\" : [ 1 , 2 ] ,\n\t\"b\" : { } } ", `{"a":[1,2],"b":{}}`},
		{"of equal keys the last wins, at the place of the first", `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{"escaped and plain spellings of a key are equal", `{"a":1,"\u0061":2}`, `{"a":2}`},
		{"the empty key is a key", `{"":{"":1}}`, ""},
		{"half a surrogate pair stays half", `["\ud83d"]`, ""},
		{"two halves are a whole", `["\ud83d\ude00"]`, `["😀"]`},
		{"markup is not escaped", `["<a href='x'>&</a>"]`, ""},
		{"control characters stay escaped", `["\u0000\u001b\n"]`, ""},
		{"scalars stand alone", `null`, ""},
		{"a string with a line separator stays valid", "[\"\u2028\"]", ""},
		{"prototype names are plain keys", `{"__proto__":{"constructor":1}}`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.want
			if want == "" {
				want = tt.in
			}
			got := string(mustParse(t, tt.in).Append(nil))
			if got != want && !sameJSON(t, got, want) {
				t.Errorf("got %s, want %s", got, want)
			}
			if again := string(mustParse(t, got).Append(nil)); again != got {
				t.Errorf("the second time %s, the first %s", again, got)
			}
		})
	}
}

// sameJSON allows for another spelling of an escape.
func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	return strings.Contains(b, `\`) && mustParse(t, a).Equal(mustParse(t, b))
}

func TestParse_OfManyEqualKeysTheLastWins(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"first":0`)
	for i := range 100 {
		b.WriteString(`,"k` + strconv.Itoa(i%40) + `":` + strconv.Itoa(i))
	}
	v := mustParse(t, b.String()+"}")
	if v.Len() != 41 || v.Key(1) != "k0" || v.Get("k0").Text() != "80" || v.Get("k39").Text() != "79" {
		t.Errorf("got %s", v.Append(nil))
	}
}

func TestParse_RefusesWhatIsNotJSON(t *testing.T) {
	for _, in := range []string{
		"", " ", "{", "[", `{"a"}`, `{"a":}`, `{"a":1,}`, `[1,]`, `[1 2]`, `{a:1}`, `"`, `"\x"`, `"\u12"`,
		"\"\n\"", "01", "+1", "1.", ".5", "1e", "--1", "nul", "tru", "nullx", "1 2", "NaN", "'a'", "[1]]",
	} {
		if v, err := doc.Parse(agui.Raw(in)); !errors.Is(err, doc.ErrSyntax) {
			t.Errorf("Parse(%q) = %v, %v; want ErrSyntax", in, v, err)
		}
	}
}

func TestParse_LimitsNesting(t *testing.T) {
	nest := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	if _, err := doc.Parse(agui.Raw(nest(doc.MaxDepth))); err != nil {
		t.Errorf("MaxDepth levels: %v", err)
	}
	for _, in := range []string{nest(doc.MaxDepth + 1), strings.Repeat("[", 5_000_000), strings.Repeat(`{"a":`, 5_000_000)} {
		if _, err := doc.Parse(agui.Raw(in)); !errors.Is(err, doc.ErrDepth) {
			t.Errorf("%d bytes of nesting: %v, want ErrDepth", len(in), err)
		}
	}
}

func TestValue_Accessors(t *testing.T) {
	v := mustParse(t, `{"a":[1,"x",null,true,false],"b":{"c~/d":{}}}`)
	kinds := []doc.Kind{doc.Number, doc.String, doc.Null, doc.True, doc.False}
	a := v.Get("a")
	if a.Kind() != doc.Array || a.Len() != len(kinds) {
		t.Fatalf("a is %v of %d", a.Kind(), a.Len())
	}
	for i, k := range kinds {
		if a.At(i).Kind() != k {
			t.Errorf("element %d is %v, want %v", i, a.At(i).Kind(), k)
		}
	}
	if a.At(0).Text() != "1" || a.At(1).Text() != "x" || v.Get("nothing") != nil || v.Key(1) != "b" {
		t.Error("Text, Get or Key is wrong")
	}
	for pointer, want := range map[string]bool{
		"": true, "/a/1": true, "/b/c~0~1d": true, "/a/5": false, "/a/-": false, "/a/01": false, "/a/x": false,
		"a": false, "/b/c~2": false, "/a/1/x": false, "/a/": false, "/a/99999999999999999999999": false,
	} {
		if _, ok := v.Lookup(pointer); ok != want {
			t.Errorf("Lookup(%q) found: %v, want %v", pointer, ok, want)
		}
	}
}

func TestValue_CloneIsDeep(t *testing.T) {
	v := mustParse(t, `{"a":{"b":[1,2]}}`)
	d := doc.New(v.Clone())
	if err := d.Apply([]agui.Operation{{Op: "remove", Path: "/a/b/0"}}); err != nil {
		t.Fatal(err)
	}
	if got := string(v.Append(nil)); got != `{"a":{"b":[1,2]}}` {
		t.Errorf("the original became %s", got)
	}
}

func FuzzDocParse(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,2.50,-0e1],"b":"\ud83d","c":{"a":1,"a":2}}`, `"\ude00\ud83d\ude00"`, "[\"\xff\xed\xa0\xbd\"]",
		`[[[]]]`, ` null `, `{"":0}`, `"\u2028<>&"`, `1e999`, `[1,]`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := doc.Parse(data)
		if err != nil {
			if json.Valid(data) && !errors.Is(err, doc.ErrDepth) {
				t.Fatalf("valid JSON was refused: %v", err)
			}
			return
		}
		if !json.Valid(data) {
			t.Fatal("invalid JSON was accepted")
		}
		out := v.Append(nil)
		if !json.Valid(out) {
			t.Fatalf("Append wrote invalid JSON: %q", out)
		}
		w := mustParse(t, string(out))
		if again := w.Append(nil); string(again) != string(out) {
			t.Fatalf("first %q, then %q", out, again)
		}
		if !v.Equal(w) || !v.Equal(v.Clone()) {
			t.Fatal("a round trip is not equal")
		}
	})
}
