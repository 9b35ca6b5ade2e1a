package record_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/stream/record"
)

// three is a recording of three frames, one line each.
func three(t *testing.T) []string {
	t.Helper()
	text := written(t, frames(t, frame.SSE, "data: 1\n\ndata: 2\n\ndata: 3\n\n", 0), stream.EndOfBody, nil)
	return strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
}

func TestRecording_LeavesDamagedLinesOut(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		spoil func(lines []string) string
		data  string
		lines []int // that are damaged
		err   error
	}{
		"nothing":                {func(l []string) string { return strings.Join(l, "") + "\n" }, "1|2|3", nil, nil},
		"a torn end":             {func(l []string) string { return strings.Join(l[:6], "") + l[6][:10] }, "1|2|3", []int{7}, stream.ErrCut},
		"a torn frame":           {func(l []string) string { return strings.Join(l[:4], "") + l[4][:40] }, "1", []int{5}, stream.ErrCut},
		"only the line end torn": {func(l []string) string { return strings.Join(l, "") }, "1|2|3", []int{7}, stream.ErrCut},
		"no end at all":          {func(l []string) string { return strings.Join(l[:5], "") }, "1|2", nil, stream.ErrCut},
		"a garbage line":         {func(l []string) string { l[4] = "\x00\xff{garbage\n"; return strings.Join(l, "") + "\n" }, "1|3", []int{5}, nil},
		"a frame without bytes": {func(l []string) string {
			l[4] = `{"type":"frame","n":2,"t":1,"offset":1}` + "\n"
			return strings.Join(l, "") + "\n"
		}, "1|3", []int{5}, nil},
		"a line of another type":  {func(l []string) string { l[4] = `{"type":"RUN_STARTED"}` + "\n"; return strings.Join(l, "") + "\n" }, "1|3", []int{5}, nil},
		"two lines run together":  {func(l []string) string { l[3] = strings.TrimSpace(l[3]); return strings.Join(l, "") + "\n" }, "3", []int{4}, nil},
		"a damaged header":        {func(l []string) string { l[0] = "x" + l[0]; return strings.Join(l, "") + "\n" }, "1|2|3", []int{1}, nil},
		"no header":               {func(l []string) string { return strings.Join(l[1:], "") + "\n" }, "1|2|3", []int{1}, nil},
		"a damaged request":       {func(l []string) string { l[1] = "{\n"; return strings.Join(l, "") + "\n" }, "1|2|3", []int{2}, nil},
		"a damaged head":          {func(l []string) string { l[2] = "[]\n"; return strings.Join(l, "") + "\n" }, "1|2|3", []int{3}, nil},
		"blank lines are nothing": {func(l []string) string { return strings.Join(l, "\n") + "\n" }, "1|2|3", nil, nil},
		"a half written sector":   {func(l []string) string { return strings.Join(l[:5], "") + strings.Repeat("\x00", 512) }, "1|2", []int{6}, stream.ErrCut},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "x.jsonl")
			text := row.spoil(three(t))
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			opened, err := record.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer opened.Close()
			file, err := record.ReadFile(path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			piped, err := record.Read(strings.NewReader(text), path, 0)
			if err != nil {
				t.Fatal(err)
			}
			for how, r := range map[string]*record.Recording{"opened": opened, "a file": file, "piped": piped} {
				var lines []int
				for _, d := range r.Damage() {
					lines = append(lines, d.Line)
					if !strings.HasPrefix(d.String(), fmt.Sprintf("%s:%d: ", path, d.Line)) || strings.ContainsAny(d.String(), "\n\x00") {
						t.Errorf("%s: %q", how, d)
					}
					before := strings.Join(strings.SplitAfter(text, "\n")[:d.Line-1], "")
					if d.Offset != int64(len(before)) || !strings.Contains(d.Reason, " used") && !strings.Contains(d.Reason, "; left out: ") {
						t.Errorf("%s: at byte %d, not %d, or not said what was done: %q", how, d.Offset, len(before), d)
					}
				}
				if d := cmp.Diff(row.lines, lines); d != "" {
					t.Errorf("%s: damage: %s", how, d)
				}
				if len(r.Exchanges()) != 1 {
					t.Fatalf("%s: %d exchanges", how, len(r.Exchanges()))
				}
				res, got, err := replay(t, r.Exchanges()[0])
				if !errors.Is(err, row.err) || datas(got) != row.data {
					t.Errorf("%s: %q, %v", how, datas(got), err)
				}
				if len(res.Notes) != len(row.lines) {
					t.Errorf("%s: %d damaged lines, but the notes are %+v", how, len(row.lines), res.Notes)
				}
				for _, f := range res.Notes {
					if f.Rule != agui.RuleDamagedRecording || f.Severity != agui.Warning {
						t.Errorf("%s: %+v", how, f)
					}
				}
			}
			if after, _ := os.ReadFile(path); string(after) != text {
				t.Error("the file was changed")
			}
		})
	}
}

func datas(frames []frame.Frame) string {
	var out []string
	for _, f := range frames {
		out = append(out, string(f.Data))
	}
	return strings.Join(out, "|")
}

func pack(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.String()
}

func TestRead_FindsOutWhatAFileIs(t *testing.T) {
	t.Parallel()
	recording := strings.Join(three(t), "") + "\n"
	_, long, _ := strings.Cut(strings.Replace(recording, "t<1>", strings.Repeat("t", 100_000), 1), "\n")
	for name, row := range map[string]struct {
		text   string
		format record.Format
		data   string
	}{
		"a recording":                {recording, record.FormatRecording, "1|2|3"},
		"without header, long":       {long, record.FormatRecording, "1|2|3"},
		"a packed recording":         {pack(recording), record.FormatRecording, "1|2|3"},
		"an event stream":            {"data: 1\n\ndata: 2\n\n", record.FormatSSE, "1|2"},
		"a packed event stream":      {pack("data: 1\n\ndata: 2"), record.FormatSSE, "1|2"},
		"one with a comment first":   {": hi\n\ndata: 1\n\n", record.FormatSSE, "|1"},
		"one with an event first":    {"event: x\r\ndata: 1\r\n\r\n", record.FormatSSE, "1"},
		"one with a BOM and blanks":  {"\xEF\xBB\xBF\n\nretry: 1\ndata: 1\n\n", record.FormatSSE, "||1"},
		"one with CR":                {"data: 1\r\rdata: 2\r\r", record.FormatSSE, "1|2"},
		"one after a stray line":     {"oops\ndata: 1\n\n", record.FormatSSE, "1"},
		"one without a blank line":   {"data", record.FormatSSE, ""},
		"an array":                   {"[{\"a\":1},\n{\"b\":2}]", record.FormatArray, `{"a":1}|{"b":2}`},
		"an array with a BOM":        {"\xEF\xBB\xBF\n [1]", record.FormatArray, "|1"},
		"lines":                      {"{\"a\":1}\n{\"b\":2}\n", record.FormatLines, `{"a":1}|{"b":2}`},
		"a line without an end":      {"{\"a\":1}", record.FormatLines, `{"a":1}`},
		"events of lower-case types": {"{\"type\":\"run_started\"}\n", record.FormatLines, `{"type":"run_started"}`},
		"lines, the first broken":    {"{\"a\":\n{\"b\":2}\n", record.FormatLines, `{"a":|{"b":2}`},
		"a line longer than we look": {"{\"a\":\"" + strings.Repeat("x", 100_000) + "\"}\n", record.FormatLines, "{\"a\":\"" + strings.Repeat("x", 100_000) + "\"}"},
		"a type that is no string":   {"{\"type\":1}\n", record.FormatLines, `{"type":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(path, []byte(row.text), 0o600); err != nil {
				t.Fatal(err)
			}
			file, err := record.ReadFile(path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			piped, err := record.ReadFile("-", &steps{row.text}, 0)
			if err != nil {
				t.Fatal(err)
			}
			for how, r := range map[string]*record.Recording{"a file": file, "piped": piped} {
				_, got, err := replay(t, r.Exchanges()[0])
				if r.Format() != row.format || err != nil || datas(got) != row.data {
					t.Errorf("%s: %v, %q, %v", how, r.Format(), datas(got), err)
				}
			}
			if row.format != record.FormatRecording {
				if _, ok := file.Exchanges()[0].Request(); ok {
					t.Error("a request from nowhere")
				}
				if _, err := file.Exchanges()[0].Run(t.Context(), nil); err == nil {
					t.Error("read twice")
				}
			}
		})
	}
}

func TestRead_DoesNotWaitForTheWholeInput(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"an event stream": "data: 1\n\n", "lines": "1{}\n", "an array": "[1,"} {
		if name == "lines" {
			text = "{\"a\":1}\n"
		}
		in, out := io.Pipe()
		go io.WriteString(out, text)
		r, err := record.Read(in, "pipe", 0)
		if err != nil {
			t.Fatal(err)
		}
		res, err := r.Exchanges()[0].Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for f := range res.Frames {
			n++
			if f.N != 1 || len(f.Data) == 0 {
				t.Errorf("%s: %+v", name, f)
			}
			break
		}
		out.Close()
		if n != 1 {
			t.Errorf("%s: no frame before the end of the input", name)
		}
	}
}

func TestRead_SaysWhatIsWrongWithAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	secret := put("secret", "data: 1\n\n")
	if err := os.Chmod(secret, 0); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		path, says string
		also       error
	}{
		"a missing file":     {filepath.Join(dir, "missing"), "no such file", fs.ErrNotExist},
		"a directory":        {dir, "is a directory", nil},
		"an empty file":      {put("empty", ""), "is empty", nil},
		"a blank file":       {put("blank", " \n\n"), "is empty", nil},
		"a page":             {put("page", "<!DOCTYPE html>\n<html>"), "is HTML", nil},
		"binary data":        {put("binary", "\x7fELF\x00\x01"), "is binary data", nil},
		"another encoding":   {put("latin", "caf\xe9 au lait\n"), "is binary data", nil},
		"a text":             {put("text", "Dear diary,\n日本"), "is neither", nil},
		"an unreadable file": {secret, "permission denied", fs.ErrPermission},
		"a broken archive":   {put("broken.gz", "\x1f\x8b\x01"), "unpack", nil},
		"an empty archive":   {put("empty.gz", pack("")), "is empty", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "an unreadable file" && os.Geteuid() == 0 {
				t.Skip("root reads everything")
			}
			_, err := record.ReadFile(row.path, nil, 0)
			if !errors.Is(err, record.ErrInput) || !strings.Contains(err.Error(), row.says) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), row.path) {
				t.Errorf("error: %v", err)
			}
			if row.also != nil && !errors.Is(err, row.also) {
				t.Errorf("error: %v", err)
			}
		})
	}
	for _, path := range []string{dir, filepath.Join(dir, "missing"), filepath.Join(dir, "empty"), filepath.Join(dir, "text")} {
		if _, err := record.Open(path); !errors.Is(err, record.ErrInput) {
			t.Errorf("Open %s: %v", path, err)
		}
	}
}

func TestRead_ReportsAnInputThatBreaks(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"an array": "[{\"a\":1},", "an archive": pack(strings.Repeat("data: 1\n\n", 9999))[:60]} {
		r, err := record.Read(strings.NewReader(text), name, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, got, err := replay(t, r.Exchanges()[0]); !errors.Is(err, stream.ErrBroken) || len(got) == 0 || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %d frames, %v", name, len(got), err)
		}
	}
}

func TestRead_KeepsTheFrameLimit(t *testing.T) {
	t.Parallel()
	r, err := record.Read(strings.NewReader("data: "+strings.Repeat("x", 100)+"\n\ndata: b\n\n"), "x", 50)
	if err != nil {
		t.Fatal(err)
	}
	_, got, err := replay(t, r.Exchanges()[0])
	if err != nil || len(got) != 2 || got[0].Fault != frame.TooLong || string(got[1].Data) != "b" {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzRecording(f *testing.F) {
	f.Add([]byte("data: a\n\n: c\r\n\r\ndata: \xff\r\r\n"), uint16(0), false)
	f.Add([]byte("{\"a\":1}\n[2"), uint16(9), true)
	f.Add([]byte("[{\"a\":1}, \"\u202e\"]"), uint16(0), true)
	f.Fuzz(func(t *testing.T, body []byte, limit uint16, lines bool) {
		form := frame.SSE
		if lines {
			form = frame.JSON
		}
		live := frames(t, form, string(body), int64(limit))
		r := reread(t, written(t, live, stream.EndOfBody, nil))
		_, got, err := replay(t, r.Exchanges()[0])
		if err != nil || len(r.Damage()) != 0 || !cmp.Equal(live, got) {
			t.Fatalf("%v, %v, %s", err, r.Damage(), cmp.Diff(live, got))
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("{\"type\":\"header\",\"format\":\"agtui-recording\"}\n{\"type\":\"frame\",\"n\":1,\"t\":1,\"offset\":0,\"text\":\"x\"}\n{"))
	f.Add([]byte("data: a\n\n"))
	f.Add([]byte("[1,2]"))
	f.Add([]byte("\x1f\x8b"))
	f.Add([]byte("{\"type\":\"end\",\"ending\":\"x\",\"answer\":{}}\n{\"type\":\"response\",\"t\":\"x\"}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := record.Read(bytes.NewReader(text), "fuzz", 1<<10)
		if err != nil {
			if !errors.Is(err, record.ErrInput) {
				t.Fatalf("error: %v", err)
			}
			return
		}
		for _, x := range r.Exchanges() {
			last := 0
			_, got, _ := replay(t, x)
			for _, f := range got {
				if r.Format() != record.FormatRecording && f.N != last+1 {
					t.Fatalf("frame %d after %d", f.N, last)
				}
				last = f.N
			}
		}
	})
}

func BenchmarkWriter(b *testing.B) {
	w, err := record.Create(filepath.Join(b.TempDir(), "x.jsonl"), "bench")
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	f := frame.Frame{N: 1, At: start, Raw: []byte("data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"msg_01\",\"delta\":\"hello \"}\n\n")}
	f.Size = int64(len(f.Raw))
	b.SetBytes(f.Size)
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Frame(&f); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRecording(b *testing.B) {
	out := &file{}
	w, _ := record.NewWriter(out, "bench")
	_ = w.Request(start, request)
	for i := range 10_000 {
		f := frame.Frame{N: i + 1, At: start, Raw: []byte("data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"msg_01\",\"delta\":\"hello \"}\n\n")}
		f.Size = int64(len(f.Raw))
		_ = w.Frame(&f)
	}
	_ = w.End(start, stream.EndOfBody, nil)
	text := out.Bytes()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r, err := record.Read(bytes.NewReader(text), "bench", 0)
		if err != nil {
			b.Fatal(err)
		}
		res, err := r.Exchanges()[0].Run(b.Context(), nil)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for range res.Frames {
			n++
		}
		if n != 10_000 {
			b.Fatal(n)
		}
	}
	b.ReportMetric(10_000*float64(b.N)/b.Elapsed().Seconds(), "frames/s")
}
