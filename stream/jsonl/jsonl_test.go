package jsonl_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"agtui/stream/frame"
	"agtui/stream/jsonl"
)

func ExampleReader() {
	for f, err := range jsonl.NewReader(strings.NewReader(`[{"a":1}, {"b":2}]`), jsonl.Options{}).All() {
		if err != nil {
			panic(err)
		}
		fmt.Printf("%d at %d: %s\n", f.N, f.Offset, f.Data)
	}
	// Output:
	// 1 at 1: {"a":1}
	// 2 at 10: {"b":2}
}

func read(r io.Reader, o jsonl.Options) (frames []frame.Frame, err error) {
	if o.Now == nil {
		o.Now = func() time.Time { return time.Time{} }
	}
	reader := jsonl.NewReader(r, o)
	for {
		f, err := reader.Next()
		if err != nil {
			return frames, err
		}
		frames = append(frames, f)
	}
}

func briefly(frames []frame.Frame) []string {
	var out []string
	for _, f := range frames {
		s := string(f.Data)
		if f.Kind == frame.Comment {
			s = "(blank)"
		}
		for _, fault := range []struct {
			bit  frame.Fault
			name string
		}{{frame.TooLong, " too long"}, {frame.Unterminated, " unterminated"}, {frame.BadUTF8, " bad"}} {
			if f.Fault&fault.bit != 0 {
				s += fault.name
			}
		}
		out = append(out, s)
	}
	return out
}

func TestReader_FindsTheValues(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		body string
		want []string
		err  error
	}{
		"an empty body":                        {"", nil, io.EOF},
		"a line":                               {"{\"a\":1}\n", []string{`{"a":1}`}, io.EOF},
		"CRLF lines":                           {"1\r\n2\r\n", []string{"1", "2"}, io.EOF},
		"white space round a value":            {" \t1 \n", []string{"1"}, io.EOF},
		"a last line without an end":           {"1\n{\"a\":2}", []string{"1", `{"a":2}`}, io.EOF},
		"a last line that is cut":              {"1\n{\"a\":", []string{"1", `{"a": unterminated`}, io.EOF},
		"blank lines are keep-alives":          {"\n1\n\n", []string{"(blank)", "1", "(blank)"}, io.EOF},
		"blanks at the end":                    {"1\n  ", []string{"1", "(blank)"}, io.EOF},
		"BOM before lines":                     {"\xEF\xBB\xBF1\n2\n", []string{"1", "2"}, io.EOF},
		"BOM before an array":                  {"\xEF\xBB\xBF[1,2]", []string{"1", "2"}, io.EOF},
		"half a BOM":                           {"\xEF\xBB", []string{"\uFFFD unterminated bad"}, io.EOF},
		"a line that is no JSON":               {"hello\n", []string{"hello"}, io.EOF},
		"an array in a later line":             {"1\n[2]\n", []string{"1", "[2]"}, io.EOF},
		"record separators":                    {"\x1E1\n\x1E2\n", []string{"1", "2"}, io.EOF},
		"bytes that are not UTF-8":             {"\"\xFF\"\n", []string{"\"\uFFFD\" bad"}, io.EOF},
		"an empty array":                       {"[]", nil, io.EOF},
		"an array over lines":                  {"\n[\n  {\"a\": [1, {}]},\n  \"x\"\n]\n", []string{"(blank)", `{"a": [1, {}]}`, `"x"`}, io.EOF},
		"brackets in strings":                  {`[{"a":"}]\"]"},"]\\",3]`, []string{`{"a":"}]\"]"}`, `"]\\"`, "3"}, io.EOF},
		"numbers and words":                    {"[1 ,true,null, -2.5e3]", []string{"1", "true", "null", "-2.5e3"}, io.EOF},
		"commas too many or too few":           {"[,1,,2 3,]", []string{"1", "2", "3"}, io.EOF},
		"arrays in an array":                   {"[[],[1]]", []string{"[]", "[1]"}, io.EOF},
		"garbage in an array":                  {"[}x,1]", []string{"}x", "1"}, io.EOF},
		"an array that is not closed":          {"[1,2", []string{"1", "2 unterminated"}, io.ErrUnexpectedEOF},
		"an array that ends after a comma":     {"[1,", []string{"1"}, io.ErrUnexpectedEOF},
		"an array that is cut in an object":    {`[{"a":1`, []string{`{"a":1 unterminated`}, io.ErrUnexpectedEOF},
		"an array that is cut in an escape":    {`["\`, []string{`"\ unterminated`}, io.ErrUnexpectedEOF},
		"two arrays":                           {"[1]\n\n[2]\n", []string{"1", "2"}, io.EOF},
		"lines after an array":                 {"[1]\n {\"a\":2}\n", []string{"1", `{"a":2}`}, io.EOF},
		"an object over lines":                 {"\n{\n  \"a\": {\n    \"b\": [1]\n  }\n}\n", []string{"(blank)", "{\n  \"a\": {\n    \"b\": [1]\n  }\n}"}, io.EOF},
		"BOM and blanks before one":            {"\xEF\xBB\xBF  {\r\n\t\"a\":\r\n1}", []string{"{\r\n\t\"a\":\r\n1}"}, io.EOF},
		"a damaged line, then a text":          {"{bad\n\"x\"\n{\"a\":1}\n", []string{"{bad", `"x"`, `{"a":1}`}, io.EOF},
		"an empty object over lines":           {"{\n\n}", []string{"{\n\n}"}, io.EOF},
		"commas at the start of lines":         {"{ \"a\":1\n, \"b\":2\n}", []string{"{ \"a\":1\n, \"b\":2\n}"}, io.EOF},
		"a list that is closed in a line":      {"{\"a\":[\n]}", []string{"{\"a\":[\n]}"}, io.EOF},
		"objects over lines":                   {"{\n\"a\":1\n}\n{\n\"a\":2\n}\n{\"a\":3}", []string{"{\n\"a\":1\n}", "{\n\"a\":2\n}", `{"a":3}`}, io.EOF},
		"an object over lines, then garbage":   {"{\n\"a\":1\n}\n]x 5", []string{"{\n\"a\":1\n}", "]x", "5"}, io.EOF},
		"an object over lines that is cut":     {"{\n\"a\":", []string{"{\n\"a\": unterminated"}, io.EOF},
		"a cut line before another":            {"{\"a\":\n{\"b\":2}\n", []string{`{"a":`, `{"b":2}`}, io.EOF},
		"a cut line, blanks, another":          {"{\"a\":\n\n {\"b\":2}\n", []string{`{"a":`, "(blank)", `{"b":2}`}, io.EOF},
		"a cut line, then words":               {"{\"a\n\nb\"\n", []string{`{"a`, "(blank)", `b"`}, io.EOF},
		"a cut line, then blanks":              {"{\n \n", []string{"{", "(blank)"}, io.EOF},
		"a later object over lines is lines":   {"1\n{\n}\n", []string{"1", "{", "}"}, io.EOF},
		"a closing bracket too many is a line": {"[1]]\n", []string{"1", "]"}, io.EOF},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, r := range []io.Reader{strings.NewReader(row.body), iotest.OneByteReader(strings.NewReader(row.body)), iotest.DataErrReader(strings.NewReader(row.body))} {
				frames, err := read(r, jsonl.Options{})
				if !errors.Is(err, row.err) {
					t.Errorf("error: %v, not %v", err, row.err)
				}
				if d := cmp.Diff(row.want, briefly(frames)); d != "" {
					t.Errorf("%T: %s", r, d)
				}
				for i, f := range frames {
					if f.N != i+1 || f.Form != frame.JSON || row.body[f.Offset:f.Offset+f.Size] != string(f.Raw) {
						t.Errorf("frame %d: number %d at %d: %q", i+1, f.N, f.Offset, f.Raw)
					}
				}
			}
		})
	}
}

// trickle hands out one byte for each read and says when it was asked for more.
type trickle struct {
	body  string
	asked bool
}

func (r *trickle) Read(p []byte) (int, error) {
	if r.body == "" {
		r.asked = true
		return 0, io.EOF
	}
	n := copy(p, r.body[:1])
	r.body = r.body[1:]
	return n, nil
}

func TestReader_HandsAValueOutWithItsLastByte(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"1\n", "{\"a\":1}\r\n", "\n", `[{"a":[]}`, `["x"`, `[1,`} {
		src := &trickle{body: body}
		if _, err := jsonl.NewReader(src, jsonl.Options{}).Next(); err != nil || src.asked {
			t.Errorf("%q: error %v, waited for more: %t", body, err, src.asked)
		}
	}
}

func TestReader_CutsAValueOverTheLimit(t *testing.T) {
	t.Parallel()
	long := `{"a":"` + strings.Repeat("x", 1000) + `"}`
	for name, body := range map[string]string{
		"in lines":    "1\n" + long + "\n2\n",
		"in an array": "[1," + long + " , 2]",
		"over lines":  "{\n\"a\":1}" + long + "\n2",
	} {
		for _, r := range []io.Reader{strings.NewReader(body), iotest.OneByteReader(strings.NewReader(body))} {
			frames, err := read(r, jsonl.Options{Limit: 100})
			if len(frames) != 3 || !errors.Is(err, io.EOF) {
				t.Fatalf("%s: %d frames, %v", name, len(frames), err)
			}
			f := frames[1]
			if f.Fault != frame.TooLong || f.Data != nil || f.Size < int64(len(long)) || string(f.Raw) != long[:100] || string(frames[2].Data) != "2" {
				t.Errorf("%s: fault %d, size %d, raw %q, then %q", name, f.Fault, f.Size, f.Raw, frames[2].Data)
			}
			if body[frames[2].Offset] != '2' {
				t.Errorf("%s: the frame after it is at %d", name, frames[2].Offset)
			}
		}
		frames, err := read(strings.NewReader(body), jsonl.Options{Limit: 100, Stop: true})
		if len(frames) != 2 || !errors.Is(err, frame.ErrTooLong) || frames[1].Size != 101 {
			t.Errorf("%s, giving up: %d frames, %v", name, len(frames), err)
		}
	}
}

func TestReader_TakesAFirstLineOverTheLimitAsALine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	for name, row := range map[string]struct {
		body string
		want []string
	}{
		"whole":             {`{"a":"` + long + "\"}\n2\n", []string{" too long", "2"}},
		"cut":               {`{"a":"` + long + "\n\"b\"\n", []string{" too long", `"b"`}},
		"blanks after it":   {"{\n" + strings.Repeat(" ", 1000) + "\n}\n", []string{"{", " too long", "}"}},
		"a long one begins": {"{\n\"a\":\"" + long + "\"}\n2\n", []string{" too long", "2"}},
	} {
		for _, r := range []io.Reader{strings.NewReader(row.body), iotest.OneByteReader(strings.NewReader(row.body))} {
			frames, err := read(r, jsonl.Options{Limit: 100})
			if d := cmp.Diff(row.want, briefly(frames)); d != "" || !errors.Is(err, io.EOF) {
				t.Errorf("%s: %v %s", name, err, d)
			}
		}
	}
}

func TestReader_KeepsWhatCameBeforeABreak(t *testing.T) {
	t.Parallel()
	broken := errors.New("reset")
	frames, err := read(io.MultiReader(strings.NewReader("1\n{"), iotest.ErrReader(broken)), jsonl.Options{})
	if d := cmp.Diff([]string{"1", "{ unterminated"}, briefly(frames)); d != "" || !errors.Is(err, broken) {
		t.Error(err, d)
	}
}

// cut reads a body in pieces whose lengths are the bytes of lens, in turn.
type cut struct {
	body []byte
	lens []byte
	i    int
}

func (c *cut) Read(p []byte) (int, error) {
	if len(c.body) == 0 {
		return 0, io.EOF
	}
	n := len(c.body)
	if len(c.lens) > 0 {
		n = int(c.lens[c.i%len(c.lens)])%17 + 1
		c.i++
	}
	n = copy(p, c.body[:min(n, len(c.body))])
	c.body = c.body[n:]
	return n, nil
}

func FuzzReader(f *testing.F) {
	for _, s := range []string{"", "1\n", "{\"a\":1}\r\n\n2", "[1,{\"a\":\"]\"} ]\n", "\xEF\xBB\xBF[", "[\"\\\"", "[1]x\n", "\x1E1\n", "{\n\"a\":1}\n2", "{\n \n"} {
		f.Add([]byte(s), []byte{1}, uint16(0))
		f.Add([]byte(s), []byte{2, 1}, uint16(6))
	}
	f.Fuzz(func(t *testing.T, body, lens []byte, limit uint16) {
		whole, err := read(bytes.NewReader(body), jsonl.Options{Limit: int64(limit)})
		pieces, err2 := read(&cut{body: body, lens: lens}, jsonl.Options{Limit: int64(limit)})
		if !slices.EqualFunc(whole, pieces, func(a, b frame.Frame) bool { return reflect.DeepEqual(a, b) }) || !errors.Is(err, err2) {
			t.Fatalf("another cutting, other frames: %v, %v, %s", err, err2, cmp.Diff(whole, pieces))
		}
		var end int64
		for _, f := range whole {
			if f.Offset < end || f.Offset+f.Size > int64(len(body)) || !bytes.HasPrefix(body[f.Offset:], f.Raw) {
				t.Fatalf("frame %d of %d bytes at %d, after %d", f.N, f.Size, f.Offset, end)
			}
			end = f.Offset + f.Size
			again := f
			if jsonl.Parse(&again); !reflect.DeepEqual(f, again) {
				t.Fatalf("parsing Raw again: %s", cmp.Diff(f, again))
			}
		}
		lines := !slices.Contains(body, '[') && !slices.ContainsFunc(whole, func(f frame.Frame) bool {
			return bytes.Contains(bytes.TrimRight(f.Raw, "\n"), []byte("\n"))
		})
		if lines && end != int64(len(body)) {
			t.Fatalf("lines end at %d of %d", end, len(body))
		}
	})
}

func BenchmarkReader(b *testing.B) {
	event := `{"type":"TEXT_MESSAGE_CONTENT","messageId":"msg_01","delta":"hello "}`
	for name, body := range map[string]string{
		"lines": strings.Repeat(event+"\n", 10000),
		"array": "[" + strings.Repeat(event+",", 9999) + event + "]",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				if frames, _ := read(strings.NewReader(body), jsonl.Options{}); len(frames) != 10000 {
					b.Fatal(len(frames))
				}
			}
		})
	}
}
