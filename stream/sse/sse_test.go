package sse_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"agtui/stream/frame"
	"agtui/stream/sse"
)

func ExampleReader() {
	body := ": hello\n\ndata: {\"type\":\n" + "data: \"RAW\"}\n\n"
	for f, err := range sse.NewReader(strings.NewReader(body), sse.Options{}).All() {
		if err != nil {
			panic(err)
		}
		fmt.Printf("%d at %d: %q\n", f.N, f.Offset, f.Data)
	}
	// Output:
	// 1 at 0: ""
	// 2 at 9: "{\"type\":\n\"RAW\"}"
}

// read returns every frame and how reading ended.
func read(r io.Reader, o sse.Options) (frames []frame.Frame, err error) {
	if o.Now == nil {
		o.Now = func() time.Time { return time.Time{} }
	}
	reader := sse.NewReader(r, o)
	for {
		f, err := reader.Next()
		if err != nil {
			return frames, err
		}
		frames = append(frames, f)
	}
}

// brief is what the rows below say about a frame.
type brief struct {
	kind  frame.Kind
	data  string // "-" for none
	event string
	fault frame.Fault
}

func briefly(frames []frame.Frame) []brief {
	var out []brief
	for _, f := range frames {
		b := brief{f.Kind, string(f.Data), f.Event, f.Fault}
		if f.Data == nil {
			b.data = "-"
		}
		out = append(out, b)
	}
	return out
}

func TestReader_FollowsTheGrammar(t *testing.T) {
	t.Parallel()
	const u = frame.Unterminated
	data := func(s string) brief { return brief{data: s} }
	comment := brief{kind: frame.Comment, data: "-"}
	for name, row := range map[string]struct {
		body string
		want []brief
	}{
		"an empty body has no frames":               {"", nil},
		"one data line":                             {"data: a\n\n", []brief{data("a")}},
		"one space after the colon is dropped":      {"data:  a\n\n", []brief{data(" a")}},
		"no space after the colon":                  {"data:a\n\n", []brief{data("a")}},
		"a bare data line is an empty line":         {"data\n\n", []brief{data("")}},
		"bare data lines join like others":          {"data\n" + "data\n\n", []brief{data("\n")}},
		"empty data is a frame":                     {"data:\n\n", []brief{data("")}},
		"the end marker of others is a frame":       {"data: [DONE]\n\n", []brief{data("[DONE]")}},
		"data lines are joined by LF":               {"data: a\ndata: b\ndata: c\n\n", []brief{data("a\nb\nc")}},
		"CRLF":                                      {"data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", []brief{data("a\nb"), data("c")}},
		"CR":                                        {"data: a\rdata: b\r\rdata: c\r\r", []brief{data("a\nb"), data("c")}},
		"mixed line ends in one frame":              {"data: a\rdata: b\ndata: c\r\n\ndata: d\n\r", []brief{data("a\nb\nc"), data("d")}},
		"CR after a CRLF line is a blank line":      {"data: a\r\n\rdata: b\n\n", []brief{data("a"), data("b")}},
		"LF after a blank CR is no second line":     {"data: a\r\r\ndata: b\n\n", []brief{data("a"), data("b")}},
		"a leading BOM is dropped":                  {"\xEF\xBB\xBFdata: a\n\n", []brief{data("a")}},
		"a second BOM is part of a name":            {"\xEF\xBB\xBF\xEF\xBB\xBFdata: a\n\n", []brief{{data: "-", fault: frame.Stray}}},
		"a later BOM is part of a name":             {"data: a\n\n\xEF\xBB\xBFdata: b\n\n", []brief{data("a"), {data: "-", fault: frame.Stray}}},
		"a BOM before a blank line":                 {"\xEF\xBB\xBF\ndata: a\n\n", []brief{comment, data("a")}},
		"a comment":                                 {": ping\n\n", []brief{comment}},
		"a comment beside data":                     {": ping\ndata: a\n\n", []brief{data("a")}},
		"a comment alone at the end":                {": ping\n", []brief{{kind: frame.Comment, data: "-", fault: u}}},
		"a blank line is a keep-alive":              {"\n\ndata: a\n\n\n", []brief{comment, comment, data("a"), comment}},
		"text that looks like a comment":            {"data: : a\n\n", []brief{data(": a")}},
		"the event field":                           {"event: ping\ndata: a\n\n", []brief{{data: "a", event: "ping"}}},
		"the last event field counts":               {"event: a\nevent: b\ndata\n\n", []brief{{data: "", event: "b"}}},
		"an event without data":                     {"event: ping\n\n", []brief{{data: "-", event: "ping"}}},
		"id and retry are taken and ignored":        {"id: 1\nretry: 10\ndata: a\n\n", []brief{data("a")}},
		"retry alone is a frame without data":       {"retry: 10\n\n", []brief{{data: "-"}}},
		"a name is compared as a whole":             {"datas: a\nDATA: b\n data: c\n\n", []brief{{data: "-", fault: frame.Stray}}},
		"an error written into the stream is stray": {"{\"error\":\"x\"}\n\n", []brief{{data: "-", fault: frame.Stray}}},
		"a last frame without a blank line":         {"data: a\n", []brief{{data: "a", fault: u}}},
		"a last frame without a line end":           {"data: a", []brief{{data: "a", fault: u}}},
		"a last frame cut in a name":                {"data: a\n\ndat", []brief{data("a"), {data: "-", fault: u | frame.Stray}}},
		"a CRLF body that ends in CR":               {"data: a\r\n\r", []brief{data("a")}},
		"NUL is data":                               {"data: a\x00b\n\n", []brief{data("a\x00b")}},
		"text of other scripts":                     {"data: 焼🍞👩‍🍳 é\n\n", []brief{data("焼🍞👩‍🍳 é")}},
		"a byte that is not UTF-8":                  {"data: a\xFFb\n\n", []brief{{data: "a\uFFFDb", fault: frame.BadUTF8}}},
		"a cut sequence is one replacement":         {"data: a\xE2\x82b\n\n", []brief{{data: "a\uFFFDb", fault: frame.BadUTF8}}},
		"a cut sequence does not eat the line end":  {"data: a\xF0\x9F\n\n", []brief{{data: "a\uFFFD", fault: frame.BadUTF8}}},
		"an overlong form is one for each byte":     {"data: \xC0\x80\n\n", []brief{{data: "\uFFFD\uFFFD", fault: frame.BadUTF8}}},
		"a coded surrogate is three":                {"data: \xED\xA0\x80\n\n", []brief{{data: "\uFFFD\uFFFD\uFFFD", fault: frame.BadUTF8}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, r := range []io.Reader{strings.NewReader(row.body), iotest.OneByteReader(strings.NewReader(row.body)), iotest.DataErrReader(strings.NewReader(row.body))} {
				frames, err := read(r, sse.Options{})
				if !errors.Is(err, io.EOF) {
					t.Fatalf("error: %v", err)
				}
				if d := cmp.Diff(row.want, briefly(frames), cmp.AllowUnexported(brief{})); d != "" {
					t.Errorf("%T: %s", r, d)
				}
				wholeBody(t, frames, row.body)
			}
		})
	}
}

// wholeBody checks that the frames are the body, with places and numbers.
func wholeBody(t *testing.T, frames []frame.Frame, body string) {
	t.Helper()
	var raw []byte
	for i, f := range frames {
		if f.Offset != int64(len(raw)) || f.N != i+1 || f.Size != int64(len(f.Raw)) {
			t.Errorf("frame %d: N %d, offset %d, size %d", i+1, f.N, f.Offset, f.Size)
		}
		raw = append(raw, f.Raw...)
	}
	if string(raw) != body {
		t.Errorf("joined Raw\n%q\nis not the body\n%q", raw, body)
	}
}

// trickle hands out one piece of the body for each read and then reports that
// it was asked for more.
type trickle struct {
	pieces []string
	asked  bool
}

func (r *trickle) Read(p []byte) (int, error) {
	if len(r.pieces) == 0 {
		r.asked = true
		return 0, io.EOF
	}
	n := copy(p, r.pieces[0])
	r.pieces = r.pieces[1:]
	return n, nil
}

func TestReader_HandsAFrameOutWithItsBlankLine(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"LF":              "data: a\n\n",
		"CR":              "data: a\r\r",
		"CR after LF":     "data: a\n\r",
		"LF after CR":     "data: a\rdata: b\n\n",
		"CRLF":            "data: a\r\n\r\n",
		"LF after CRLF":   "data: a\r\n\n",
		"a comment":       ":\n\n",
		"a lone CR":       "\r",
		"no data":         "retry: 1\n\n",
		"BOM":             "\xEF\xBB\xBFdata: a\n\n",
		"BOM and a blank": "\xEF\xBB\xBF\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := &trickle{pieces: strings.Split(body, "")}
			r := sse.NewReader(src, sse.Options{})
			f, err := r.Next()
			if err != nil || string(f.Raw) != body || src.asked {
				t.Errorf("Raw %q, error %v, waited for more: %t", f.Raw, err, src.asked)
			}
		})
	}
}

func TestReader_StampsFramesWithTheReadOfTheirLastByte(t *testing.T) {
	t.Parallel()
	clock := time.Unix(0, 0)
	now := func() time.Time { clock = clock.Add(time.Second); return clock }
	src := &trickle{pieces: []string{"data: a\n", "\ndata: b\n\ndata", ": c", "\n\n"}}
	frames, _ := read(src, sse.Options{Now: now})
	var got []int64
	for _, f := range frames {
		got = append(got, f.At.Unix())
	}
	if d := cmp.Diff([]int64{2, 2, 4}, got); d != "" {
		t.Error(d)
	}
}

func TestReader_KeepsWhatCameBeforeABreak(t *testing.T) {
	t.Parallel()
	broken := errors.New("reset")
	frames, err := read(io.MultiReader(strings.NewReader("data: a\n\ndata: b"), iotest.ErrReader(broken)), sse.Options{})
	if !errors.Is(err, broken) {
		t.Errorf("error: %v", err)
	}
	want := []brief{{data: "a"}, {data: "b", fault: frame.Unterminated}}
	if d := cmp.Diff(want, briefly(frames), cmp.AllowUnexported(brief{})); d != "" {
		t.Error(d)
	}
	_, err = read(iotest.ErrReader(nil), sse.Options{})
	if !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that never reads: %v", err)
	}
}

func TestReader_FramesKeepTheirBytes(t *testing.T) {
	t.Parallel()
	var body []byte
	for i := range 5000 {
		body = sse.Append(body, fmt.Appendf(nil, `{"n":%d,"pad":%q}`, i, strings.Repeat("x", i%300)))
	}
	var raw []byte
	frames, _ := read(iotest.HalfReader(bytes.NewReader(body)), sse.Options{})
	for _, f := range frames {
		raw = append(raw, f.Raw...)
		_ = append(f.Raw, "over"...) // must not reach into the next frame
		_ = append(f.Data, "over"...)
	}
	if len(frames) != 5000 || !bytes.Equal(raw, body) {
		t.Errorf("%d frames, %d bytes of %d", len(frames), len(raw), len(body))
	}
}

func TestAppend_IsReadBack(t *testing.T) {
	t.Parallel()
	for _, data := range []string{"", "a", "a\nb", "\n", "a\n", " a", ": a"} {
		frames, _ := read(bytes.NewReader(sse.Append(nil, []byte(data))), sse.Options{})
		if len(frames) != 1 || string(frames[0].Data) != data {
			t.Errorf("%q gave %+v", data, briefly(frames))
		}
	}
	if got := string(sse.Append([]byte("x"), []byte("a\r\nb\rc"))); got != "xdata: a\ndata: b\ndata: c\n\n" {
		t.Errorf("a CR in data gave %q", got)
	}
}

func TestStray_ListsTheLines(t *testing.T) {
	t.Parallel()
	var got []string
	lines, more := sse.Stray([]byte("data: a\r\n{\"error\":1}\r: c\nfoo\nid: 2\nbar\n\n"), 2)
	for _, l := range lines {
		got = append(got, string(l))
	}
	if d := cmp.Diff([]string{`{"error":1}`, "foo"}, got); d != "" || more != 1 {
		t.Errorf("%d more; %s", more, d)
	}
}
