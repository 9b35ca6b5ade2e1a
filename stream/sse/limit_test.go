package sse_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"agtui/stream/frame"
	"agtui/stream/sse"
)

func TestReader_CutsAFrameOverTheLimit(t *testing.T) {
	t.Parallel()
	long := "data: " + strings.Repeat("x", 1000) + "\ndata: more\n\n"
	body := "data: a\n\n" + long + "data: b\n\n"
	for name, src := range map[string]io.Reader{
		"read at once":        strings.NewReader(body),
		"read byte by byte":   iotest.OneByteReader(strings.NewReader(body)),
		"read in odd lengths": iotest.HalfReader(strings.NewReader(body)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			frames, err := read(src, sse.Options{Limit: 100})
			if len(frames) != 3 || !errors.Is(err, io.EOF) {
				t.Fatalf("%d frames, %v", len(frames), err)
			}
			f := frames[1]
			if f.Fault != frame.TooLong || f.Data != nil || f.Kind != frame.Event || f.Size != int64(len(long)) || string(f.Raw) != long[:100] {
				t.Errorf("fault %d, data %q, kind %d, size %d, raw %q", f.Fault, f.Data, f.Kind, f.Size, f.Raw)
			}
			last := frames[2]
			if string(last.Data) != "b" || last.Offset != int64(len(body)-9) || last.N != 3 {
				t.Errorf("after it: %q at %d, number %d", last.Data, last.Offset, last.N)
			}
		})
	}
}

func TestReader_TakesAFrameOfJustTheLimit(t *testing.T) {
	t.Parallel()
	body := "data: 12\n\n"
	for limit, want := range map[int64]frame.Fault{10: 0, 9: frame.TooLong} {
		frames, _ := read(iotest.OneByteReader(strings.NewReader(body+body)), sse.Options{Limit: limit})
		if len(frames) != 2 || frames[0].Fault != want || frames[1].Fault != want || frames[1].Size != 10 {
			t.Errorf("limit %d: %+v", limit, frames)
		}
	}
}

func TestReader_ManyFramesInOneReadAreNotOneLongFrame(t *testing.T) {
	t.Parallel()
	frames, _ := read(strings.NewReader(strings.Repeat("data: 12\n\n", 1000)), sse.Options{Limit: 10})
	for _, f := range frames {
		if f.Fault != 0 {
			t.Fatalf("frame %d: fault %d", f.N, f.Fault)
		}
	}
}

func TestReader_GivesUpAtTheLimitIfAsked(t *testing.T) {
	t.Parallel()
	endless := io.MultiReader(strings.NewReader("data: a\n\n"), repeat("x"))
	frames, err := read(endless, sse.Options{Limit: 1 << 20, Stop: true})
	if !errors.Is(err, frame.ErrTooLong) || len(frames) != 2 {
		t.Fatalf("%d frames, %v", len(frames), err)
	}
	f := frames[1]
	if f.Fault != frame.TooLong || f.Size != 1<<20+1 || len(f.Raw) != frame.Kept {
		t.Errorf("fault %d, size %d, kept %d", f.Fault, f.Size, len(f.Raw))
	}
}

// repeat is an endless body of s.
type repeat string

func (s repeat) Read(p []byte) (int, error) {
	n := 0
	for len(p)-n >= len(s) {
		n += copy(p[n:], s)
	}
	return n, nil
}

func TestReader_StaysSmallOnAnEndlessFrame(t *testing.T) {
	var before, after runtime.MemStats
	const size = 64 << 20
	body := io.MultiReader(strings.NewReader("data: "), io.LimitReader(repeat("x"), size), strings.NewReader("\n\ndata: b\n\n"))
	runtime.ReadMemStats(&before)
	frames, err := read(body, sse.Options{})
	runtime.ReadMemStats(&after)
	if len(frames) != 2 || !errors.Is(err, io.EOF) {
		t.Fatalf("%d frames, %v", len(frames), err)
	}
	if frames[0].Size != size+8 || len(frames[0].Raw) != frame.Kept || string(frames[1].Data) != "b" {
		t.Errorf("size %d, kept %d, then %q", frames[0].Size, len(frames[0].Raw), frames[1].Data)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 48<<20 {
		t.Errorf("allocated %d MiB for a frame of 64 MiB", used>>20)
	}
}

func TestReader_TakesALongFrame(t *testing.T) {
	t.Parallel()
	want := bytes.Repeat([]byte("焼"), 3<<20)
	frames, _ := read(bytes.NewReader(sse.Append(nil, want)), sse.Options{})
	if len(frames) != 1 || frames[0].Fault != 0 || !bytes.Equal(frames[0].Data, want) {
		t.Errorf("%d frames, fault %d", len(frames), frames[0].Fault)
	}
}

func TestReader_IsLinearInTheLinesOfAFrame(t *testing.T) {
	t.Parallel()
	// Each kind of line end alone, in one frame of 2 MiB: quadratic work would
	// take minutes.
	for _, end := range []string{"\n", "\r", "\r\n"} {
		body := strings.Repeat("data"+end, 2<<20/5) + end
		frames, _ := read(strings.NewReader(body), sse.Options{})
		if len(frames) != 1 || len(frames[0].Data) != 2<<20/5-1 {
			t.Errorf("%q: %d frames", end, len(frames))
		}
	}
}
