package sse_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"agtui/stream/frame"
	"agtui/stream/sse"
)

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

// dispatch is a naive reading of the WHATWG grammar: what a browser would
// dispatch, with the data of an unterminated last frame added.
func dispatch(body string) []string {
	body = strings.TrimPrefix(body, "\xEF\xBB\xBF")
	body = strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\r", "\n")
	var out, data []string
	flush := func() {
		if data != nil {
			out = append(out, strings.Join(data, "\n"))
		}
		data = nil
	}
	for line := range strings.SplitSeq(body, "\n") {
		name, value, _ := strings.Cut(line, ":")
		switch {
		case line == "":
			flush()
		case name == "data":
			data = append(data, strings.TrimPrefix(value, " "))
		}
	}
	flush()
	return out
}

// same reports whether two frames are equal, nil and empty data apart.
func same(a, b frame.Frame) bool {
	if !bytes.Equal(a.Raw, b.Raw) || !bytes.Equal(a.Data, b.Data) || (a.Data == nil) != (b.Data == nil) {
		return false
	}
	a.Raw, b.Raw, a.Data, b.Data = nil, nil, nil, nil
	return reflect.DeepEqual(a, b)
}

func check(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, body, lens []byte, limit int64,
) {
	t.Helper()
	still := func() time.Time { return time.Time{} }
	whole, err := read(bytes.NewReader(body), sse.Options{Limit: limit, Now: still})
	if !errors.Is(err, io.EOF) {
		t.Fatalf("error: %v", err)
	}
	pieces, _ := read(&cut{body: body, lens: lens}, sse.Options{Limit: limit, Now: still})
	if !slices.EqualFunc(whole, pieces, same) {
		t.Fatalf("another cutting, other frames (limit %d): %s", limit, cmp.Diff(whole, pieces))
	}
	var size int64
	var raw []byte
	var data []string
	long := false
	for _, f := range whole {
		if f.Offset != size {
			t.Fatalf("frame %d is at %d, not %d", f.N, f.Offset, size)
		}
		size += f.Size
		raw = append(raw, f.Raw...)
		long = long || f.Fault&frame.TooLong != 0
		if f.Data != nil {
			data = append(data, string(f.Data))
		}
		again := f
		again.Kind, again.Data, again.Event = 0, nil, ""
		if sse.Parse(&again); !same(f, again) {
			t.Fatalf("parsing Raw again: %s", cmp.Diff(f, again))
		}
	}
	if size != int64(len(body)) {
		t.Fatalf("sizes add up to %d of %d", size, len(body))
	}
	if long {
		return
	}
	if !bytes.Equal(raw, body) {
		t.Fatalf("joined Raw is not the body")
	}
	var want []string
	for _, s := range dispatch(string(body)) {
		text, _ := frame.Text([]byte(s))
		want = append(want, string(text))
	}
	if d := cmp.Diff(want, data); d != "" {
		t.Fatalf("not what a browser dispatches: %s", d)
	}
}

func FuzzReader(f *testing.F) {
	for _, s := range []string{
		"", "data: a\n\n", "data: a\r\n\r\ndata: b\r\n\r\n", "data: a\r\rdata\r\r\n\n", "\xEF\xBB\xBFdata: x\n\n",
		"\xEF\xBB\xBF\r\n\r\n", ": c\n\nevent: e\nid: 1\nretry: 5\ndata: \xFF\xE2\x82\n\n", "data: a\r\n\rdata: b", "data: a\ndata", "{\"error\":1}\n",
	} {
		f.Add([]byte(s), []byte{1}, uint16(0))
		f.Add([]byte(s), []byte{3, 1, 2}, uint16(7))
	}
	f.Fuzz(func(t *testing.T, body, lens []byte, limit uint16) {
		check(t, body, lens, int64(limit))
	})
}

func TestReader_AnyCuttingGivesEqualFrames(t *testing.T) {
	t.Parallel()
	piece := rapid.SampledFrom([]string{
		"data: a", "data", "data:", "data: {\"x\":\"焼\"}", ":", "event: e", "id: 1", "stray", "\xEF\xBB\xBF", "\xE7\x84", "\xBC",
		"\n", "\n", "\r", "\r\n", "\n\n", "\r\r", "\r\n\r\n",
	})
	rapid.Check(t, func(t *rapid.T) {
		body := strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "body"), "")
		lens := rapid.SliceOfN(rapid.Byte(), 1, 8).Draw(t, "lens")
		limit := rapid.SampledFrom([]int64{0, 1, 5, 20}).Draw(t, "limit")
		check(t, []byte(body), lens, limit)
	})
}

func BenchmarkReader_SmallFrames(b *testing.B) {
	var body []byte
	const frames = 10000
	for range frames {
		body = sse.Append(body, []byte(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"msg_01","delta":"hello "}`))
	}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		r := sse.NewReader(bytes.NewReader(body), sse.Options{})
		n := 0
		for {
			if _, err := r.Next(); err != nil {
				break
			}
			n++
		}
		if n != frames {
			b.Fatal(n)
		}
	}
	b.ReportMetric(float64(frames)*float64(b.N)/b.Elapsed().Seconds(), "frames/s")
}

func BenchmarkReader_LongFrame(b *testing.B) {
	body := sse.Append(nil, bytes.Repeat([]byte("x"), 8<<20))
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if f, err := sse.NewReader(bytes.NewReader(body), sse.Options{}).Next(); err != nil || f.Fault != 0 {
			b.Fatal(f.Fault, err)
		}
	}
}
